/** Chapters to read, with live figures and plots: the rules and the strategy notes are made of them. */

import { h } from '../lib/dom.js';
import { pick, t } from '../lib/texts.js';
import { figureOf, strip } from './figure.js';
import { plotOf } from './plot.js';

/**
 * @import {Pages} from '../lib/types.js'
 */

/** Links to the chapters. @param {[id: string, title: string][]} entries */
export function onThisPage(entries) {
  const items = entries.map(([id, title]) => h('li', null, h('a', { href: `#${id}` }, title)));
  return h('nav', { class: 'contents', 'aria-label': t('rules.contents') }, h('ul', null, items));
}

/** @param {Pages['sections'][number]} section @param {Pages['boards']} boards */
export function chapter(section, boards) {
  const parts = section.parts.map((part) => {
    if (part.plot) return plotOf(part.plot);
    if (!part.figure) return h('p', null, pick(part.text));
    const info = boards[part.figure.board];
    return info ? figureOf(part.figure, info) : null;
  });
  return h('section', { class: 'chapter', id: section.id }, h('h2', null, pick(section.title)), parts);
}

/**
 * Adds the boards for paper when the page is printed.
 * @param {HTMLElement} node @param {Pages} pages @returns {() => void} what to do when the reader leaves the screen
 */
export function printable(node, pages) {
  const prepare = () => node.classList.contains('printable') || addStrips(node, pages);
  addEventListener('beforeprint', prepare);
  return () => removeEventListener('beforeprint', prepare);
}

/** @param {HTMLElement} node @param {Pages} pages */
function addStrips(node, pages) {
  node.classList.add('printable');
  for (const details of node.querySelectorAll('details')) details.open = true;
  const figures = pages.sections.flatMap((section) => section.parts.flatMap((part) => part.figure ?? []));
  for (const [number, element] of node.querySelectorAll('.figure').entries()) {
    const figure = figures[number];
    const info = figure && pages.boards[figure.board];
    if (figure && info && figure.frames.length > 1) element.append(strip(figure, info));
  }
}
