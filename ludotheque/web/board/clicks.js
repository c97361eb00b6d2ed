/**
 * From clicks to a move, without knowing any rule.
 *
 * The server sends every legal move with its click path. A path is a list of steps with spaces between them. A step is
 * one token (a cell's name or the name of a spot), or a set of tokens joined by "+" that may be clicked in any order. A
 * step that begins with "?" is a hidden set: the player must find it, and the board does not show it. A matcher keeps the
 * moves that fit the clicks so far. A combination ("five of these cells") has its own matcher with the same interface.
 *
 * @import {ClickableMove, Combination} from '../lib/types.js'
 *
 * @typedef {{members: Set<string>, quiet: boolean}} Step   an ordered step has one member; a hidden set is `quiet`
 * @typedef {{text: string, kind: string, steps: Step[]}} ParsedMove
 * @typedef {{complete: boolean, next: Set<string>, several: boolean, quiet: boolean, left: number, last: boolean,
 *   back: number}} Progress
 *   how far clicks have come on a path: `left` clicks are missing in the present step, which is the `last` one and has
 *   `several` tokens; clicks from number `back` on can be taken back in any order (-1: none)
 * @typedef {{kinds: Set<string>, ends: boolean, several: boolean}} Next
 *   what a click on a token can mean, whether it can end a move, whether it is one of several in any order
 * @typedef {'step' | 'restart' | 'back' | 'send' | 'wrong' | 'full'} Answer
 *   what a click did: a step further, a new start, a click taken back, a move ready to be sent, nothing because no move
 *   has it, nothing because enough cells are chosen
 * @typedef {{text: string, kind: string}} Move
 * @typedef {{needsConfirm: (kind: string) => boolean, confirming: boolean}} Options   which moves wait for the button
 *
 * @typedef {object} Matcher
 * @property {readonly string[]} clicks
 * @property {boolean} quiet   whether any cell can be clicked and none is marked
 * @property {Move | null} move   the move that the clicks make
 * @property {boolean} more   whether longer moves begin with these clicks
 * @property {{kind: string, left: number, token: string}[]} kinds   what can come next, how many clicks it still takes, and
 *   the token that must be clicked, where it is one
 * @property {Options} options
 * @property {(before?: string) => Map<string, Next>} next   what can be clicked now, or after this token
 * @property {(token: string) => Move | null} moveAfter   the move that a click on this token would make
 * @property {() => Set<string>} siblings   what can replace the last click while the move waits for the button
 * @property {(token: string) => boolean} accepts   whether a click does something: a step, a step back, a new start
 * @property {(token: string) => Answer} click
 * @property {() => void} cancel
 */

/** @param {string} path @returns {Step[]} */
export function readPath(path) {
  return path.split(' ').map((step) => {
    const quiet = step.startsWith('?');
    const names = quiet ? step.slice(1) : step;
    return { members: new Set(names ? names.split('+') : []), quiet };
  });
}

/** @param {Step} step */
const inAnyOrder = (step) => step.quiet || step.members.size > 1;

/**
 * Returns how far clicks have come on a move's path, or null where they leave it.
 * @param {ParsedMove} move @param {readonly string[]} clicks @returns {Progress | null}
 */
export function follow(move, clicks) {
  let used = 0;
  let back = -1;
  let quiet = false;
  for (const step of move.steps) {
    const taken = new Set(clicks.slice(used, used + step.members.size));
    if ([...taken].some((token) => !step.members.has(token))) return null;
    const from = used;
    // A token that is clicked twice shortens the set. Then the path is left below, or it is not complete.
    used += taken.size;
    quiet = step.quiet;
    if (taken.size) back = inAnyOrder(step) ? from : -1;
    const left = step.members.size - taken.size;
    if (left) {
      if (used < clicks.length) return null;
      const next = new Set([...step.members].filter((token) => !taken.has(token)));
      return { complete: false, next, several: inAnyOrder(step), quiet, left, last: step === move.steps.at(-1), back };
    }
  }
  if (used < clicks.length) return null;
  return { complete: true, next: new Set(), several: false, quiet, left: 0, last: true, back };
}

/** Matches clicks against a list of moves. @implements {Matcher} */
export class ListMatcher {
  /** @type {string[]} */
  clicks = [];
  /** @type {ParsedMove[]} */
  #moves;

  /** @param {readonly ClickableMove[]} legalMoves @param {Options} options */
  constructor(legalMoves, options) {
    this.options = options;
    this.#moves = legalMoves.map(([text, path, kind]) => ({ text, kind, steps: readPath(path) }));
  }

  /** @param {readonly string[]} clicks */
  #following(clicks) {
    /** @type {{move: ParsedMove, at: Progress}[]} */
    const found = [];
    for (const move of this.#moves) {
      const at = follow(move, clicks);
      if (at) found.push({ move, at });
    }
    return found;
  }

  /** A hidden set never comes first. */
  get quiet() {
    return this.clicks.length > 0 && this.#following(this.clicks).some(({ at }) => at.quiet);
  }

  get move() {
    const found = this.#following(this.clicks).find(({ at }) => at.complete);
    return found ? { text: found.move.text, kind: found.move.kind } : null;
  }

  /** @param {string} token */
  moveAfter(token) {
    const clicks = this.siblings().has(token) ? this.clicks.slice(0, -1) : this.clicks;
    const found = this.#following([...clicks, token]).find(({ at }) => at.complete);
    return found ? { text: found.move.text, kind: found.move.kind } : null;
  }

  get more() {
    return this.#following(this.clicks).some(({ at }) => !at.complete);
  }

  get kinds() {
    /** @type {Map<string, {left: number, tokens: Set<string>}>} */
    const found = new Map();
    for (const { move, at } of this.#following(this.clicks)) {
      if (at.complete) continue;
      const known = found.get(move.kind) ?? { left: Infinity, tokens: new Set() };
      known.left = Math.min(at.left, known.left);
      for (const token of at.next) known.tokens.add(token);
      found.set(move.kind, known);
    }
    return [...found].map(([kind, { left, tokens }]) => ({ kind, left, token: tokens.size === 1 ? [...tokens].join('') : '' }));
  }

  /** @param {string} [before] */
  next(before) {
    /** @type {Map<string, Next>} */
    const found = new Map();
    for (const { move, at } of this.#following(before === undefined ? this.clicks : [...this.clicks, before])) {
      if (at.quiet) continue;
      for (const token of at.next) {
        const known = found.get(token) ?? { kinds: new Set(), ends: false, several: false };
        known.kinds.add(move.kind);
        known.ends ||= at.last && at.left === 1;
        known.several ||= at.several;
        found.set(token, known);
      }
    }
    return found;
  }

  siblings() {
    /** @type {Set<string>} */
    const found = new Set();
    if (!this.move || this.clicks.length < 2) return found;
    const before = this.clicks.slice(0, -1);
    for (const { at } of this.#following(before)) {
      if (at.quiet) continue;
      for (const token of at.next) {
        // A click that corrects another one must not send a move at once.
        if (token !== this.clicks.at(-1) && this.#waits([...before, token])) found.add(token);
      }
    }
    return found;
  }

  /** Whether these clicks make a move that waits for the button. @param {readonly string[]} clicks */
  #waits(clicks) {
    const found = this.#following(clicks);
    const whole = found.find(({ at }) => at.complete);
    if (!whole) return false;
    // A move that is sent as soon as its hidden set is found would give the set away.
    return whole.at.quiet || found.length > 1 || mustConfirm(whole.move.kind, this.options);
  }

  /** @param {string} token */
  accepts(token) {
    if (this.clicks.includes(token) || this.#fits([...this.clicks, token]) || this.siblings().has(token)) return true;
    return !this.quiet && this.#fits([token]);
  }

  /** @param {string} token @returns {Answer} */
  click(token) {
    const clicks = this.clicks;
    if (this.#fits([...clicks, token])) return this.#go([...clicks, token], 'step');
    const within = clicks.indexOf(token);
    if (within >= 0 && this.#following(clicks).some(({ at }) => at.back >= 0 && at.back <= within)) {
      this.clicks = clicks.filter((_, number) => number !== within);
      return 'back';
    }
    if (token === clicks.at(-1)) return this.#again();
    if (token === clicks[0]) return this.#go([], 'back');
    if (this.siblings().has(token)) return this.#go([...clicks.slice(0, -1), token], 'step');
    if (this.quiet || !this.#fits([token])) return 'wrong';
    return this.#go([token], 'restart');
  }

  cancel() {
    this.clicks = [];
  }

  /** @param {readonly string[]} clicks */
  #fits(clicks) {
    return this.#moves.some((move) => follow(move, clicks));
  }

  /** @param {string[]} clicks @param {Answer} answer @returns {Answer} */
  #go(clicks, answer) {
    this.clicks = clicks;
    return clicks.length && this.move && !this.#waits(clicks) ? 'send' : answer;
  }

  /**
   * A second click on the last cell ends a move that could go on. Otherwise it takes the click back.
   * @returns {Answer}
   */
  #again() {
    if (this.move && this.more && !mustConfirm(this.move.kind, this.options)) return 'send';
    this.clicks = this.clicks.slice(0, -1);
    return 'back';
  }
}

/** Matches clicks against "five of these cells". @implements {Matcher} */
export class CombinationMatcher {
  /** @type {string[]} */
  clicks = [];
  quiet = false;
  #combination;

  /** @param {Combination} combination @param {Options} options */
  constructor(combination, options) {
    this.options = options;
    this.#combination = combination;
  }

  get move() {
    if (this.more) return null;
    return { text: this.#combination.prefix + [...this.clicks].sort().join(','), kind: this.#combination.kind };
  }

  moveAfter() {
    return null;
  }

  get more() {
    return this.clicks.length < this.#combination.count;
  }

  get kinds() {
    const left = this.#combination.count - this.clicks.length;
    return left ? [{ kind: this.#combination.kind, left, token: '' }] : [];
  }

  /** @param {string} [before] */
  next(before) {
    const chosen = before === undefined ? this.clicks : [...this.clicks, before];
    /** @type {Next} */
    const meaning = { kinds: new Set([this.#combination.kind]), ends: false, several: true };
    const free = chosen.length < this.#combination.count ? this.#combination.cells.filter((cell) => !chosen.includes(cell)) : [];
    return new Map(free.map((cell) => [cell, meaning]));
  }

  siblings() {
    // Where one cell is wanted, another one simply replaces it.
    const one = this.#combination.count === 1 && this.clicks.length === 1;
    return new Set(one ? this.#combination.cells.filter((cell) => cell !== this.clicks[0]) : []);
  }

  /** @param {string} token */
  accepts(token) {
    return this.clicks.includes(token) || (this.more && this.#combination.cells.includes(token)) || this.siblings().has(token);
  }

  /** @param {string} token @returns {Answer} */
  click(token) {
    if (this.clicks.includes(token)) {
      this.clicks = this.clicks.filter((cell) => cell !== token);
      return 'back';
    }
    if (!this.#combination.cells.includes(token)) return 'wrong';
    if (this.siblings().has(token)) this.clicks = [];
    if (!this.more) return 'full';
    this.clicks = [...this.clicks, token];
    return 'step';
  }

  cancel() {
    this.clicks = [];
  }
}

/** @param {string} kind @param {Options} options */
function mustConfirm(kind, options) {
  return options.confirming || options.needsConfirm(kind);
}

/**
 * @param {readonly ClickableMove[] | null} legalMoves @param {Combination | null} combination @param {Options} options
 * @returns {Matcher}
 */
export function matcherFor(legalMoves, combination, options) {
  return combination ? new CombinationMatcher(combination, options) : new ListMatcher(legalMoves ?? [], options);
}
