/** The rules of a game: to be read, with live figures; then ruling by ruling, each with an address of its own. */

import { get } from './api.js';
import { button, h } from './dom.js';
import { figureOf, strip } from './figure.js';
import { plotOf } from './plot.js';
import { pick, t } from './texts.js';

/**
 * @typedef {import('./types.js').Guide} Guide
 * @typedef {import('./types.js').Pages} Pages
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
    ways(guide),
    guide.sections.map((section) => chapter(section, guide.boards)),
    guide.balance &&
      h('section', { class: 'chapter', id: 'balance' }, h('h2', null, t('rules.balance')), h('p', null, pick(guide.balance))),
    rulings(guide.rulings),
    ways(guide),
  );
  return { title, node, leave: printable(node, guide) };
}

/**
 * Boards that only paper needs are made when somebody prints.
 * @param {HTMLElement} node @param {Pages} pages @returns {() => void} what to do when the screen is left
 */
export function printable(node, pages) {
  const prepare = () => node.classList.contains('printable') || layOut(node, pages);
  addEventListener('beforeprint', prepare);
  return () => removeEventListener('beforeprint', prepare);
}

/** @param {HTMLElement} node @param {Pages} pages */
function layOut(node, pages) {
  node.classList.add('printable');
  for (const details of node.querySelectorAll('details')) details.open = true;
  const figures = pages.sections.flatMap((section) => section.parts.flatMap((part) => part.figure ?? []));
  for (const [number, element] of node.querySelectorAll('.figure').entries()) {
    const figure = figures[number];
    const info = figure && pages.boards[figure.board];
    if (figure && info && figure.frames.length > 1) element.append(strip(figure, info));
  }
}

/** @param {Guide} guide */
function facts(guide) {
  const players = [...new Set([guide.players[0], guide.players.at(-1)])].join('–');
  const told = [pick(guide.credit), t('home.players', { count: players }), t('home.minutes', { count: guide.minutes })];
  return told.join(' · ');
}

/** @param {Guide} guide */
function ways({ id: game, extras }) {
  return h(
    'p',
    { class: 'row ways-on' },
    h('a', { class: 'button primary', href: `/learn/${game}` }, t('rules.learn')),
    extras.includes('puzzles') && h('a', { class: 'button', href: `/puzzles/${game}` }, t('puzzles.link')),
    h('a', { class: 'button', href: `/new/${game}?mode=computer` }, t('rules.play')),
    extras.includes('strategy') && h('a', { class: 'button', href: `/strategy/${game}` }, t('strategy.way')),
    button(t('rules.print'), () => print(), 'quiet'),
  );
}

/** @param {Guide} guide */
function contents(guide) {
  /** @type {[string, string][]} */
  const lines = guide.sections.map((section) => [section.id, pick(section.title)]);
  if (guide.balance) lines.push(['balance', t('rules.balance')]);
  return onThisPage([...lines, ['rulings', t('rules.rulings')]]);
}

/** Ways to the chapters. @param {[id: string, title: string][]} lines */
export function onThisPage(lines) {
  const items = lines.map(([id, title]) => h('li', null, h('a', { href: `#${id}` }, title)));
  return h('nav', { class: 'contents', 'aria-label': t('rules.contents') }, h('ul', null, items));
}

/** @param {Pages['sections'][number]} section @param {Guide['boards']} boards */
export function chapter(section, boards) {
  const parts = section.parts.map((part) => {
    if (part.plot) return plotOf(part.plot);
    if (!part.figure) return h('p', null, pick(part.words));
    const info = boards[part.figure.board];
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
