/** Strategy notes: what thousands of games of the computer show, with plots and positions. */

import { get } from '../../lib/api.js';
import { button, h } from '../../lib/dom.js';
import { pick, t } from '../../lib/texts.js';
import { chapter, onThisPage, printable } from '../../ui/chapters.js';
import { trainingLinks } from '../../ui/training.js';

/**
 * @import {Strategy} from '../../lib/types.js'
 */

/** @param {string} game @returns {Promise<import('../../lib/router.js').ScreenView>} */
export async function show(game) {
  const notes = /** @type {Strategy} */ (await get(`/api/games/${game}/strategy`));
  const title = t('strategy.title', { game: pick(notes.title) });
  const node = h(
    'article',
    { class: 'chapters strategy' },
    h('header', { class: 'chapters-head' }, h('h1', null, title)),
    h('p', { class: 'goal' }, pick(notes.lead)),
    contents(notes),
    notes.sections.map((section) => chapter(section, notes.boards)),
    h(
      'section',
      { class: 'chapter', id: 'basis' },
      h('h2', null, t('strategy.basis')),
      h('p', null, pick(notes.basis)),
      h('p', null, t('strategy.command'), ' ', h('code', null, notes.command)),
    ),
    h(
      'p',
      { class: 'row next-steps' },
      h('a', { class: 'button primary', href: `/new/${game}?mode=computer` }, t('rules.play')),
      h('a', { class: 'button', href: `/rules/${game}` }, t('strategy.rules')),
      notes.extras.includes('origins') && h('a', { class: 'button', href: `/origins/${game}` }, t('origins.page')),
      button(t('rules.print'), () => print(), 'quiet'),
    ),
    trainingLinks(game, 'strategy'),
  );
  return { title, node, leave: printable(node, notes) };
}

/** @param {Strategy} notes */
function contents(notes) {
  /** @type {[string, string][]} */
  const entries = notes.sections.map((section) => [section.id, pick(section.title)]);
  return onThisPage([...entries, ['basis', t('strategy.basis')]]);
}
