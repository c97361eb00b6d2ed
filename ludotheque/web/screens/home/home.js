/** The start page: the tables that you can join or go on with, and the games in their boxes. */

import { get, getGames } from '../../lib/api.js';
import { fill, h } from '../../lib/dom.js';
import { SITE } from '../../lib/root.js';
import { t } from '../../lib/texts.js';
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
  const listed = lists.update();
  // Without a server the program in this browser makes the lists. The games are shown before it is there.
  const [{ games }] = await Promise.all([getGames(), SITE ? null : listed]);
  const daily = h('li', { class: 'daily-place' });
  const sight = new IntersectionObserver(([seen]) => {
    if (!seen?.isIntersecting) return;
    sight.disconnect();
    void showDaily(daily);
  });
  sight.observe(daily);
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
      daily,
    ),
    lists.below,
    SITE && (await import('./moving.js')).movingBox(() => void lists.update()),
  );
  const leave = () => {
    clearInterval(timer);
    sight.disconnect();
    document.removeEventListener('visibilitychange', update);
  };
  return { title: '', node, leave };
}

/** The puzzle of the day comes when its place is in sight. Without it the games are still worth showing. @param {HTMLElement} place */
async function showDaily(place) {
  const [{ dailyCard }, puzzles] = await Promise.all([import('../../ui/daily.js'), getPuzzles()]);
  fill(place, dailyCard(puzzles.games, h('p', null, h('a', { href: '/puzzles' }, t('practice.link')))));
}

async function getPuzzles() {
  return /** @type {PuzzleIndex} */ (await get('/api/puzzles').catch(() => ({ games: [] })));
}
