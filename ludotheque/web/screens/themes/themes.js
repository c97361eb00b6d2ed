/** The themes of a game's puzzles, each with an example. */

import { get } from '../../lib/api.js';
import { h } from '../../lib/dom.js';
import { solved } from '../../lib/progress.js';
import { pick, t } from '../../lib/texts.js';

/**
 * @import {PuzzleCard, PuzzleList, ThemeJson} from '../../lib/types.js'
 */

/** @param {string} game @returns {Promise<import('../../lib/router.js').ScreenView>} */
export async function show(game) {
  const list = /** @type {PuzzleList} */ (await get(`/api/games/${game}/puzzles`));
  const title = t('themes.title', { game: pick(list.title) });
  const cards = list.themes
    .map((theme) => ({ theme, puzzles: list.puzzles.filter((puzzle) => puzzle.theme === theme.id) }))
    .filter(({ puzzles }) => puzzles.length > 0)
    .map(({ theme, puzzles }) => h('li', null, card(game, theme, puzzles)));
  const node = h(
    'div',
    { class: 'themes' },
    h('h1', null, title),
    h('p', null, t('themes.lead')),
    h('ul', { class: 'theme-list' }, cards),
    h('p', null, h('a', { href: `/puzzles/${game}` }, t('themes.all'))),
  );
  return { title, node };
}

/** @param {string} game @param {ThemeJson} theme @param {PuzzleCard[]} puzzles */
function card(game, theme, puzzles) {
  const example = puzzles.find(({ special }) => special.length === 0) ?? puzzles[0];
  const done = puzzles.filter(({ id }) => solved(game).includes(id)).length;
  return h(
    'article',
    { class: 'card theme' },
    h('img', { src: pictureOf(game, example?.id ?? ''), alt: '', width: 160, height: 160, loading: 'lazy' }),
    h(
      'div',
      { class: 'theme-text' },
      h('h2', null, h('a', { href: `/puzzles/${game}?theme=${theme.id}` }, pick(theme.name))),
      h('p', null, pick(theme.about)),
      h('p', { class: 'facts' }, t('themes.count', { count: puzzles.length, done })),
    ),
  );
}

/** @param {string} game @param {string} puzzle */
function pictureOf(game, puzzle) {
  return `/api/games/${game}/puzzles/${puzzle}/picture.svg`;
}
