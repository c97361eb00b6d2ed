/** The variations on the study board: a tree of moves, and the node that is shown. */

import { fill, h } from '../../lib/dom.js';

/**
 * @import {AnalysisJson, Look, Ply, Result, Turn} from '../../lib/types.js'
 *
 * A position in the tree. `toMove` is null until the server was asked. `lastChild` is the child that was visited last.
 * @typedef {object} GameNode
 * @property {Ply} ply
 * @property {GameNode | null} parent
 * @property {GameNode[]} children
 * @property {GameNode | null} lastChild
 * @property {Turn[] | null} toMove
 * @property {Result | null} result
 * @property {Map<number, AnalysisJson>} analyses  by player
 */

export class Variations {
  /** @param {Ply} start */
  constructor(start) {
    this.root = newNode(start, null);
    this.current = this.root;
  }

  /** Returns a tree with one line, from an answer of the server. @param {Look} look */
  static of(look) {
    const [start, ...plies] = look.plies;
    const variations = new Variations(/** @type {Ply} */ (start));
    for (const ply of plies) variations.add(ply);
    variations.current.toMove = look.to_move;
    variations.current.result = look.result;
    return variations;
  }

  /** Plays a move from the current node. A move that is already in the tree is not added again. @param {Ply} ply */
  add(ply) {
    let node = this.current.children.find(({ ply: known }) => known.player === ply.player && known.move === ply.move);
    if (!node) {
      node = newNode(ply, this.current);
      this.current.children.push(node);
    }
    this.go(node);
    return node;
  }

  /** @param {GameNode} node */
  go(node) {
    this.current = node;
    for (let one = node; one.parent; one = one.parent) one.parent.lastChild = one;
  }

  /** Returns the plies from the root to a node. @param {GameNode} [node] */
  line(node = this.current) {
    /** @type {Ply[]} */
    const plies = [];
    for (let one = /** @type {GameNode | null} */ (node); one; one = one.parent) plies.unshift(one.ply);
    return plies;
  }

  /** The moves that lead to the current node. @returns {[number, string][]} */
  get moves() {
    return this.line()
      .slice(1)
      .map((ply) => [ply.player ?? 0, ply.move ?? '']);
  }

  /** The node after the current one on the line that was visited last. */
  get next() {
    return nextNode(this.current);
  }

  /** The end of the line that was visited last. */
  get end() {
    let node = this.current;
    for (let next = nextNode(node); next; next = nextNode(node)) node = next;
    return node;
  }

  /** Removes the current node with everything after it. */
  remove() {
    const { parent } = this.current;
    if (!parent) return;
    parent.children = parent.children.filter((one) => one !== this.current);
    parent.lastChild = parent.children[0] ?? null;
    this.go(parent);
  }
}

/** @param {GameNode} node */
function nextNode(node) {
  return node.lastChild ?? node.children[0];
}

/** @param {Ply} ply @param {GameNode | null} parent @returns {GameNode} */
function newNode(ply, parent) {
  return { ply, parent, children: [], lastChild: null, toMove: null, result: null, analyses: new Map() };
}

/** Whether a text is a whole game rather than a position. @param {string} text */
export function isRecord(text) {
  return /^\s*(\[|\{|\d+\.)/.test(text);
}

/**
 * Lists all moves of the tree. A click goes to a move. Side lines are indented where they branch off.
 * @param {HTMLElement} element @param {Variations} variations @param {(node: GameNode) => void} go
 * @param {string} none the text for an empty tree
 */
export function listVariations(element, variations, go, none) {
  /** @param {GameNode} node */
  const button = (node) =>
    h(
      'button',
      {
        type: 'button',
        class: 'ply',
        'aria-current': node === variations.current ? 'true' : null,
        onclick: () => go(node),
      },
      h('span', { class: 'place' }, `${node.ply.ply}.`),
      ` ${node.ply.move}`,
    );

  /** @param {GameNode} from @returns {HTMLElement[]} */
  const branch = (from) => {
    const elements = [];
    for (let node = from.children[0]; node; node = node.children[0]) {
      elements.push(button(node));
      for (const other of node.parent?.children.slice(1) ?? []) {
        elements.push(h('div', { class: 'branch' }, button(other), ...branch(other)));
      }
    }
    return elements;
  };
  const elements = branch(variations.root);
  fill(element, elements.length ? elements : h('p', { class: 'hint' }, none));
}
