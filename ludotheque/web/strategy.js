/** How to play a game well: what the matches of the computer show, with plots and positions. */

import { get } from './api.js';
import { button, h } from './dom.js';
import { chapter, onThisPage, printable } from './rules.js';
import { pick, t } from './texts.js';

/** @typedef {import('./types.js').Strategy} Strategy */

/** @param {string} game @returns {Promise<import('./main.js').Shown>} */
export async function show(game) {
  const notes = /** @type {Strategy} */ (await get(`/api/games/${game}/strategy`));
  const title = t('strategy.title', { game: pick(notes.title) });
  const node = h(
    'article',
    { class: 'rules strategy' },
    h('header', { class: 'rules-head' }, h('h1', null, title)),
    h('p', { class: 'goal' }, pick(notes.lead)),
    onThisPage([...notes.sections.map((section) => line(section.id, pick(section.title))), line('basis', t('strategy.basis'))]),
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
      { class: 'row ways-on' },
      h('a', { class: 'button primary', href: `/new/${game}?mode=computer` }, t('rules.play')),
      h('a', { class: 'button', href: `/learn/${game}` }, t('rules.learn')),
      h('a', { class: 'button', href: `/rules/${game}` }, t('strategy.rules')),
      button(t('rules.print'), () => print(), 'quiet'),
    ),
  );
  return { title, node, leave: printable(node, notes) };
}

/** @param {string} id @param {string} title @returns {[string, string]} */
function line(id, title) {
  return [id, title];
}
