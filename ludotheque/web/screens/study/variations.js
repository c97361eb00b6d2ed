/** The variations on the study board: a tree of moves with comments and glyphs, and the node that is shown. */

/**
 * @import {AnalysisJson, Look, NotedLine, NotedMove, Ply, RecordRequest, Result, Turn} from '../../lib/types.js'
 *
 * A position in the tree. `toMove` is null until the server was asked. `lastChild` is the child that was visited last.
 * @typedef {object} GameNode
 * @property {Ply} ply
 * @property {GameNode | null} parent
 * @property {GameNode[]} children  the first one goes on, the others are variations of it
 * @property {GameNode | null} lastChild
 * @property {Turn[] | null} toMove
 * @property {Result | null} result
 * @property {Map<number, AnalysisJson>} analyses  by player
 * @property {string[]} before  comments before the variation that begins here
 * @property {string[]} comments
 * @property {string[]} glyphs
 */

export class Variations {
  /** What a record says besides its moves. @type {Record<string, string>} */
  headers = {};
  /** The last node of the game that was loaded. @type {GameNode | null} */
  #loaded = null;

  /** @param {Ply} start */
  constructor(start) {
    this.root = newNode(start, null);
    this.current = this.root;
  }

  /** Returns a tree from an answer of the server. Its last move is current. @param {Look} look */
  static of(look) {
    const [start, ...plies] = look.plies;
    const variations = new Variations(/** @type {Ply} */ (start));
    const last = grow(variations.root, plies);
    variations.go(last);
    variations.#loaded = last;
    variations.headers = look.headers;
    last.toMove = look.to_move;
    last.result = look.result;
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

  /** The first node of the variation that the current node belongs to. It is null on the main line. */
  get variation() {
    let node = this.current;
    while (node.parent && node.parent.children[0] === node) node = node.parent;
    return node.parent && node;
  }

  /** Puts the variation of the current node in the place of the moves that it replaces. */
  promote() {
    const first = this.variation;
    if (!first?.parent) return;
    first.parent.children = [first, ...first.parent.children.filter((one) => one !== first)];
  }

  /** Removes a node with everything after it. @param {GameNode} [node] */
  remove(node = this.current) {
    const { parent } = node;
    if (!parent) return;
    parent.children = parent.children.filter((one) => one !== node);
    parent.lastChild = parent.children[0] ?? null;
    this.go(parent);
  }

  /** Returns all of it as a request to write a record; the caller adds the game. @returns {Omit<RecordRequest, 'game'>} */
  request() {
    let last = this.root;
    while (last.children[0]) last = last.children[0];
    const { returns = null, reason = null } = (last === this.#loaded && last.result) || {};
    const ending = returns && { result: returns, reason };
    return { headers: this.headers, comments: this.root.comments, moves: movesAfter(this.root), ...ending };
  }
}

/** Returns the comments in a text. An empty line begins another one. @param {string} text */
export function splitComments(text) {
  return text
    .split(/\n[^\S\n]*\n/)
    .map((comment) => comment.trim())
    .filter(Boolean);
}

/** Adds plies after a node, with their variations. Returns the last node. @param {GameNode} node @param {Ply[]} plies */
function grow(node, plies) {
  for (const ply of plies) {
    const child = newNode(ply, node);
    node.children.push(child);
    for (const { comments, plies: others } of ply.variations) {
      const place = node.children.length;
      grow(node, others);
      /** @type {GameNode} */ (node.children[place]).before = [...comments];
    }
    node = child;
  }
  return node;
}

/** @param {GameNode} node @returns {NotedMove[]} */
function movesAfter(node) {
  /** @type {NotedMove[]} */
  const moves = [];
  for (let [next, ...others] = node.children; next; [next, ...others] = next.children) {
    moves.push({ ...noted(next, [...next.before, ...next.comments]), variations: others.map(lineFrom) });
  }
  return moves;
}

/** @param {GameNode} node @returns {NotedLine} */
function lineFrom(node) {
  return { comments: node.before, moves: [noted(node, node.comments), ...movesAfter(node)] };
}

/** @param {GameNode} node @param {string[]} comments @returns {NotedMove} */
function noted({ ply, glyphs }, comments) {
  return { player: ply.player ?? 0, move: ply.move ?? '', comments, glyphs };
}

/** @param {GameNode} node */
function nextNode(node) {
  return node.lastChild ?? node.children[0];
}

/** @param {Ply} ply @param {GameNode | null} parent @returns {GameNode} */
function newNode(ply, parent) {
  const notes = { before: [], comments: [...ply.comments], glyphs: [...ply.glyphs] };
  return { ply, parent, children: [], lastChild: null, toMove: null, result: null, analyses: new Map(), ...notes };
}
