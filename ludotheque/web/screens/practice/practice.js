/** Practice: the puzzle of the day, the puzzles that are due, a run against the clock, and the puzzles of each game. */

import { get } from '../../lib/api.js';
import { h } from '../../lib/dom.js';
import { duePuzzles, solved } from '../../lib/progress.js';
import { pick, t } from '../../lib/texts.js';
import { dailyCard } from '../../ui/daily.js';

/**
 * @import {IndexedGame, PuzzleIndex} from '../../lib/types.js'
 */

/** @returns {Promise<import('../../lib/router.js').ScreenView>} */
export async function show() {
  const { games } = /** @type {PuzzleIndex} */ (await get('/api/puzzles'));
  const title = t('practice.title');
  const node = h(
    'div',
    { class: 'practice' },
    h('h1', null, title),
    h('h2', { class: 'visually-hidden' }, t('practice.today')),
    h(
      'div',
      { class: 'practice-top' },
      dailyCard(games),
      h(
        'section',
        { class: 'card run-link' },
        h('h3', null, t('run.title')),
        h('p', null, t('practice.run')),
        h('p', { class: 'row' }, h('a', { class: 'button', href: '/run' }, t('practice.run_link'))),
      ),
    ),
    h('h2', null, t('practice.games')),
    h(
      'ul',
      { class: 'practice-games' },
      games.map((game) => h('li', null, gameRow(game))),
    ),
  );
  return { title, node };
}

/** @param {IndexedGame} game */
function gameRow({ id, title, puzzles }) {
  const known = new Set(puzzles.map((puzzle) => puzzle.id));
  const done = solved(id).filter((puzzle) => known.has(puzzle)).length;
  const due = duePuzzles(id).filter((puzzle) => known.has(puzzle)).length;
  const name = pick(title);
  /** @param {string} href @param {string} text */
  const link = (href, text) => h('a', { href }, text, h('span', { class: 'visually-hidden' }, ` – ${name}`));
  return h(
    'article',
    { class: 'card practice-game' },
    h('img', { src: `/api/games/${id}/portrait.svg`, alt: '', width: 96, height: 96, loading: 'lazy' }),
    h(
      'div',
      { class: 'practice-text' },
      h('h3', null, h('a', { href: `/puzzles/${id}` }, name)),
      h('p', { class: 'facts' }, t('practice.solved', { done, all: puzzles.length })),
      due > 0 && h('p', { class: 'due' }, link(`/puzzles/${id}?due`, t('puzzles.due', { count: due }))),
      h('p', { class: 'links' }, link(`/themes/${id}`, t('themes.link')), link(`/run?game=${id}`, t('run.link'))),
    ),
  );
}
