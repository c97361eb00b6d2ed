/** The puzzle of the day in a card: its board, its game, and a link. */

import { dailyPuzzle } from '../lib/daily.js';
import { h } from '../lib/dom.js';
import { today } from '../lib/now.js';
import { dailyProgress } from '../lib/progress.js';
import { loadStyles } from '../lib/styles.js';
import { pick, t } from '../lib/texts.js';
import { starsOf } from './stars.js';

await loadStyles('/web/ui/daily.css');

/**
 * @import {IndexedGame} from '../lib/types.js'
 */

/** Streaks that are shorter than this are not worth a word. */
const MIN_STREAK = 2;

/** @param {readonly IndexedGame[]} games @param {HTMLElement | null} [more] what else the card has */
export function dailyCard(games, more = null) {
  const daily = dailyPuzzle(games, today());
  if (!daily) return null;
  const { game, puzzle } = daily;
  const { done, streak } = dailyProgress();
  const href = `/puzzles/${game.id}?p=${puzzle.id}`;
  return h(
    'article',
    { class: 'daily card' },
    h(
      'a',
      { class: 'daily-board', href, tabIndex: -1, 'aria-hidden': 'true' },
      h('img', {
        src: `/api/games/${game.id}/puzzles/${puzzle.id}/picture.svg`,
        alt: '',
        width: 200,
        height: 200,
        loading: 'lazy',
        decoding: 'async',
      }),
    ),
    h(
      'div',
      { class: 'daily-text' },
      h('h3', null, t('practice.daily')),
      h('p', null, h('strong', null, pick(game.title)), ' ', starsOf(puzzle.stars)),
      done && h('p', { class: 'daily-done' }, t('practice.daily_done')),
      streak >= MIN_STREAK && h('p', { class: 'facts' }, t('practice.streak', { count: streak })),
      h('p', { class: 'row' }, h('a', { class: done ? 'button' : 'button primary', href }, t(done ? 'practice.look' : 'practice.solve'))),
      more,
    ),
  );
}
