/** The rules of a game as its rulings say them; each has an address of its own. */

import { get } from './api.js';
import { h } from './dom.js';
import { pick, t } from './texts.js';

/** @typedef {import('./types.js').Rulings} Rulings */

/** @param {string} game @returns {Promise<import('./main.js').Shown>} */
export async function show(game) {
  const rules = /** @type {Rulings} */ (await get(`/api/games/${game}/rulings`));
  const title = t('rules.title', { game: pick(rules.title) });
  const node = h(
    'article',
    { class: 'rules' },
    h('h1', null, title),
    h('p', { class: 'lead' }, t('rules.lead')),
    h(
      'ol',
      { class: 'rulings' },
      rules.rulings.map((ruling) =>
        h(
          'li',
          { id: ruling.id },
          h('a', { class: 'number', href: `#${ruling.id}` }, ruling.id),
          h('p', null, pick(ruling.words)),
        ),
      ),
    ),
    rules.balance &&
      h('section', { class: 'balance' }, h('h2', null, t('rules.balance')), h('p', null, pick(rules.balance))),
    h(
      'p',
      { class: 'row' },
      h('a', { class: 'button primary', href: `/new/${game}?mode=computer` }, t('rules.play')),
      h('a', { class: 'button', href: '/' }, t('errors.home')),
    ),
  );
  return { title, node };
}
