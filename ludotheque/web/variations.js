/** Lines of decisions that branch: where one is, how one came there, and what was tried. */

import { fill, h } from './dom.js';

/**
 * @typedef {import('./types.js').Ply} Ply
 * @typedef {import('./types.js').Turn} Turn
 * @typedef {import('./types.js').Result} Result
 * @typedef {import('./types.js').Analysis} Analysis
 *
 * A moment of a line. `turns` is null until it was asked for; `recent` is the branch that was visited last.
 * @typedef {object} Moment
 * @property {Ply} ply
 * @property {Moment | null} before
 * @property {Moment[]} after
 * @property {Moment | null} recent
 * @property {Turn[] | null} turns
 * @property {Result | null} result
 * @property {Map<number, Analysis>} analyses  by player
 */

export class Variations {
  /** @param {Ply} start */
  constructor(start) {
    this.start = moment(start, null);
    this.here = this.start;
  }

  /** One line, as the server told it. @param {import('./types.js').Look} look */
  static of(look) {
    const [start, ...plies] = look.plies;
    const found = new Variations(/** @type {Ply} */ (start));
    for (const ply of plies) found.add(ply);
    found.here.turns = look.turns;
    found.here.result = look.result;
    return found;
  }

  /** A decision after the present moment; one that was tried before is found again. @param {Ply} ply */
  add(ply) {
    let found = this.here.after.find((one) => one.ply.player === ply.player && one.ply.move === ply.move);
    if (!found) {
      found = moment(ply, this.here);
      this.here.after.push(found);
    }
    this.go(found);
    return found;
  }

  /** @param {Moment} there */
  go(there) {
    this.here = there;
    for (let one = there; one.before; one = one.before) one.before.recent = one;
  }

  /** From the start to a moment. @param {Moment} [there] */
  line(there = this.here) {
    /** @type {Ply[]} */
    const found = [];
    for (let one = /** @type {Moment | null} */ (there); one; one = one.before) found.unshift(one.ply);
    return found;
  }

  /** The decisions that lead to a moment. @returns {[number, string][]} */
  get decisions() {
    return this.line()
      .slice(1)
      .map((ply) => [ply.player ?? 0, ply.move ?? '']);
  }

  /** Forgets the present moment and all that was tried after it. */
  cut() {
    const { before } = this.here;
    if (!before) return;
    before.after = before.after.filter((one) => one !== this.here);
    before.recent = before.after[0] ?? null;
    this.go(before);
  }
}

/** @param {Ply} ply @param {Moment | null} before @returns {Moment} */
function moment(ply, before) {
  return { ply, before, after: [], recent: null, turns: null, result: null, analyses: new Map() };
}

/** Whether a text is a whole game rather than a position. @param {string} text */
export function isRecord(text) {
  return /^\s*(\[|\{|\d+\.)/.test(text);
}

/**
 * What was tried, to click on: the first line, and others set in below where they branch off.
 * @param {HTMLElement} element @param {Variations} variations @param {(there: Moment) => void} go
 * @param {string} none what to say when nothing was tried
 */
export function listVariations(element, variations, go, none) {
  /** @param {Moment} one */
  const button = (one) =>
    h(
      'button',
      {
        type: 'button',
        class: 'ply',
        'aria-current': one === variations.here ? 'true' : null,
        onclick: () => go(one),
      },
      h('span', { class: 'place' }, `${one.ply.ply}.`),
      ` ${one.ply.move}`,
    );

  /** @param {Moment} from @returns {HTMLElement[]} */
  const branch = (from) => {
    const found = [];
    for (let one = from.after[0]; one; one = one.after[0]) {
      found.push(button(one));
      for (const other of one.before?.after.slice(1) ?? []) {
        found.push(h('div', { class: 'branch' }, button(other), ...branch(other)));
      }
    }
    return found;
  };
  const lines = branch(variations.start);
  fill(element, lines.length ? lines : h('p', { class: 'hint' }, none));
}
