/** The list of all moves on the study board, with their glyphs and comments. */

import { fill, h } from '../../lib/dom.js';
import { glyphName } from './notes.js';

/**
 * @import {GameNode, Variations} from './variations.js'
 */

/**
 * Lists all moves of the tree. A click goes to a move. Side lines are indented where they branch off.
 * @param {HTMLElement} element @param {Variations} variations @param {(node: GameNode) => void} go
 * @param {string} none the text for an empty tree
 */
export function listMoves(element, variations, go, none) {
  /** @param {GameNode} node */
  const move = (node) => {
    const current = node === variations.current ? 'true' : null;
    const place = h('span', { class: 'place' }, `${node.ply.ply}.`);
    const press = () => go(node);
    const glyphs = node.glyphs.flatMap(glyphMark);
    const button = h('button', { type: 'button', class: 'ply', 'aria-current': current, onclick: press }, place, ` ${node.ply.move}`, glyphs);
    return [...comments(node.before), button, ...comments(node.comments)];
  };

  /** @param {GameNode} from @returns {HTMLElement[]} */
  const branch = (from) => {
    const elements = [];
    for (let [node, ...others] = from.children; node; [node, ...others] = node.children) {
      elements.push(...move(node));
      for (const other of others) elements.push(h('div', { class: 'branch' }, ...move(other), ...branch(other)));
    }
    return elements;
  };
  const elements = [...comments(variations.root.comments), ...branch(variations.root)];
  fill(element, elements.length ? elements : h('p', { class: 'hint' }, none));
}

/** A glyph, with its name for screen readers and under the pointer. @param {string} glyph */
function glyphMark(glyph) {
  const name = glyphName(glyph);
  const mark = h('span', { class: 'glyph', title: name, 'aria-hidden': name && 'true' }, glyph);
  return name ? [mark, h('span', { class: 'visually-hidden' }, ` (${name})`)] : [' ', mark];
}

/** @param {readonly string[]} texts */
function comments(texts) {
  return texts.map((text) => h('span', { class: 'comment' }, text));
}
