/** The start page: the tables that you can join or go on with, and the games in their boxes. */

import { get, getGames } from '../../lib/api.js';
import { h } from '../../lib/dom.js';
import { t } from '../../lib/texts.js';
import { dailyCard } from '../../ui/daily.js';
import { TableLists } from './lists.js';
import { gameBox } from './shelf.js';

/** @import {PuzzleIndex} from '../../lib/types.js' */

/** The number of games whose pictures are likely in sight at first. */
const FIRST_ROW = 3;
/** Milliseconds between two updates of the lists. */
const INTERVAL = 20_000;

/** @returns {Promise<import('../../lib/router.js').ScreenView>} */
export async function show() {
  const lists = new TableLists();
  const [{ games }, puzzles] = await Promise.all([getGames(), getPuzzles(), lists.update()]);
  const daily = dailyCard(puzzles.games, h('p', null, h('a', { href: '/puzzles' }, t('practice.link'))));
  const update = () => void (document.visibilityState === 'visible' && lists.update());
  const timer = setInterval(update, INTERVAL);
  document.addEventListener('visibilitychange', update);
  const node = h(
    'div',
    { class: 'home' },
    h(
      'div',
      { class: 'welcome' },
      h('h1', null, t('home.title', { count: games.length })),
      h('p', null, t('home.lead')),
    ),
    lists.above,
    h('h2', { class: 'visually-hidden' }, t('home.games')),
    h(
      'ul',
      { class: 'games' },
      games.map((game, place) => h('li', null, gameBox(game, place >= FIRST_ROW))),
      daily && h('li', { class: 'daily-place' }, daily),
    ),
    lists.below,
  );
  const leave = () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', update);
  };
  return { title: '', node, leave };
}

/** Without the puzzle of the day the games are still worth showing. */
async function getPuzzles() {
  return /** @type {PuzzleIndex} */ (await get('/api/puzzles').catch(() => ({ games: [] })));
}
