/** The rules of a game: to be read, with live figures; then ruling by ruling, each with an address of its own. */

import { get } from './api.js';
import { button, h } from './dom.js';
import { figureOf, strip } from './figure.js';
import { pick, t } from './texts.js';

/**
 * @typedef {import('./types.js').Guide} Guide
 * @typedef {import('./types.js').Ruling} Ruling
 */

/** @param {string} game @returns {Promise<import('./main.js').Shown>} */
export async function show(game) {
  const guide = /** @type {Guide} */ (await get(`/api/games/${game}/guide`));
  const title = t('rules.title', { game: pick(guide.title) });
  const node = h(
    'article',
    { class: 'rules' },
    h('header', { class: 'rules-head' }, h('h1', null, title), h('p', { class: 'credit' }, facts(guide))),
    h('p', { class: 'goal' }, pick(guide.goal)),
    contents(guide),
    ways(game),
    guide.sections.map((section) => chapter(section, guide)),
    guide.balance &&
      h('section', { class: 'chapter', id: 'balance' }, h('h2', null, t('rules.balance')), h('p', null, pick(guide.balance))),
    rulings(guide.rulings),
    ways(game),
  );
  // Boards that only paper needs are made when somebody prints.
  const prepare = () => node.classList.contains('printable') || layOut(node, guide);
  addEventListener('beforeprint', prepare);
  return { title, node, leave: () => removeEventListener('beforeprint', prepare) };
}

/** @param {HTMLElement} node @param {Guide} guide */
function layOut(node, guide) {
  node.classList.add('printable');
  const figures = guide.sections.flatMap((section) => section.parts.flatMap((part) => part.figure ?? []));
  for (const [number, element] of node.querySelectorAll('.figure').entries()) {
    const figure = figures[number];
    const info = figure && guide.boards[figure.board];
    if (figure && info && figure.frames.length > 1) element.append(strip(figure, info));
  }
}

/** @param {Guide} guide */
function facts(guide) {
  const players = [...new Set([guide.players[0], guide.players.at(-1)])].join('–');
  const told = [pick(guide.credit), t('home.players', { count: players }), t('home.minutes', { count: guide.minutes })];
  return told.join(' · ');
}

/** @param {string} game */
function ways(game) {
  return h(
    'p',
    { class: 'row ways-on' },
    h('a', { class: 'button primary', href: `/learn/${game}` }, t('rules.learn')),
    h('a', { class: 'button', href: `/new/${game}?mode=computer` }, t('rules.play')),
    button(t('rules.print'), () => print(), 'quiet'),
  );
}

/** @param {Guide} guide */
function contents(guide) {
  /** @param {string} id @param {string} title */
  const line = (id, title) => h('li', null, h('a', { href: `#${id}` }, title));
  return h(
    'nav',
    { class: 'contents', 'aria-label': t('rules.contents') },
    h(
      'ul',
      null,
      guide.sections.map((section) => line(section.id, pick(section.title))),
      guide.balance ? line('balance', t('rules.balance')) : null,
      line('rulings', t('rules.rulings')),
    ),
  );
}

/** @param {Guide['sections'][number]} section @param {Guide} guide */
function chapter(section, guide) {
  const parts = section.parts.map((part) => {
    if (!part.figure) return h('p', null, pick(part.words));
    const info = guide.boards[part.figure.board];
    return info ? figureOf(part.figure, info) : null;
  });
  return h('section', { class: 'chapter', id: section.id }, h('h2', null, pick(section.title)), parts);
}

/** @param {Ruling[]} rulings */
function rulings(rulings) {
  return h(
    'section',
    { class: 'chapter', id: 'rulings' },
    h('h2', null, t('rules.rulings')),
    h('p', { class: 'lead' }, t('rules.lead')),
    h(
      'ol',
      { class: 'rulings' },
      rulings.map((ruling) =>
        h(
          'li',
          { id: ruling.id },
          h('a', { class: 'number', href: `#${ruling.id}` }, ruling.id),
          h(
            'div',
            null,
            h('p', null, pick(ruling.words)),
            ruling.why && h('p', { class: 'why' }, h('strong', null, t('rules.why')), ' ', pick(ruling.why)),
          ),
        ),
      ),
    ),
  );
}
