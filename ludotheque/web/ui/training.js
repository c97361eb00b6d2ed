/** Getting good: the links from one page of practice to the others. */

import { getGames } from '../lib/api.js';
import { fill, h } from '../lib/dom.js';
import { loadStyles } from '../lib/styles.js';
import { pick, t } from '../lib/texts.js';

await loadStyles('/web/ui/training.css');

/** The pages that a game may have, in the order in which they are offered. */
const PAGES = ['openings', 'models', 'endings', 'puzzles', 'strategy'];

/**
 * Returns links to the lessons of a game, to its other pages of training and to the reader's mistakes.
 * @param {string} game @param {string} here the page that needs no link
 */
export function trainingLinks(game, here) {
  const element = h('nav', { class: 'row training-links', 'aria-label': t('training.more') });
  void getGames()
    .then(({ games }) => {
      const info = games.find(({ id }) => id === game);
      const pages = PAGES.filter((page) => page !== here && info?.extras.includes(page));
      fill(
        element,
        info?.extras.includes('lessons') && h('a', { href: `/learn/${game}` }, t('learn.title', { game: pick(info.title) })),
        pages.map((page) => h('a', { href: `/${page}/${game}` }, t(`training.${page}`))),
        h('a', { href: '/mistakes' }, t('training.mistakes')),
      );
    })
    .catch(() => null);
  return element;
}

/** Returns an address of the study board. @param {string} game @param {string} position @param {object} options */
export function studyAddress(game, position, options) {
  return `/study/${game}?${new URLSearchParams({ position, options: JSON.stringify(options) })}`;
}

/** Returns seconds as a number in the reader's language. @param {number} seconds */
export function secondsText(seconds) {
  return new Intl.NumberFormat(document.documentElement.lang).format(seconds);
}
