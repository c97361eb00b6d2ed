/**
 * From clicks to a decision, without knowing any rule.
 *
 * The server sends every legal decision with its click path: steps separated by blanks, a step being a token (a cell's
 * name or a choice word), a set of tokens joined by "+" that may be clicked in any order, or a quiet set ("?" first) that
 * the player must find without being shown it. A matcher keeps the decisions that fit the clicks so far. A family of
 * decisions ("five of these cells") has a matcher of its own with the same face.
 *
 * @import {Choice, Family} from './types.js'
 *
 * @typedef {{members: Set<string>, quiet: boolean}} Step   an ordered step has one member
 * @typedef {{text: string, kind: string, steps: Step[]}} Way   a decision taken apart
 * @typedef {{complete: boolean, next: Set<string>, several: boolean, quiet: boolean, left: number, last: boolean,
 *   back: number}} Progress
 *   where clicks have led on a way: `left` clicks are missing in the step at hand (the `last`?), which is of `several`
 *   tokens; from the click numbered `back` on, clicks may be taken back in any order (-1: none)
 * @typedef {{kinds: Set<string>, ends: boolean, several: boolean}} Next
 *   what a click on a token may mean, whether it may end a decision, whether it is one of several in any order
 * @typedef {'step' | 'anew' | 'back' | 'send' | 'wrong' | 'full'} Answer
 *   what a click did: a step further, a new start, a click taken back, a decision ready to be sent, nothing
 *   (it fits no decision), nothing (enough are chosen)
 * @typedef {{text: string, kind: string}} Decision
 * @typedef {{asks: (kind: string) => boolean, confirming: boolean}} Manner   when a decision waits for the button
 *
 * @typedef {object} Matcher
 * @property {readonly string[]} clicks
 * @property {boolean} quiet   whether any cell may be clicked and none is lit up
 * @property {Decision | null} decision   the decision that the clicks make
 * @property {boolean} more   whether longer decisions begin with these clicks
 * @property {{kind: string, left: number}[]} kinds   what may come next, and how many clicks it still takes
 * @property {Manner} manner
 * @property {(before?: string) => Map<string, Next>} next   what may be clicked now, or after this token
 * @property {() => Set<string>} siblings   what may replace the last click while the decision waits for the button
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

/** @param {Way} way @param {readonly string[]} clicks @returns {Progress | null} null: the clicks leave this way */
export function follow(way, clicks) {
  let used = 0;
  let back = -1;
  let quiet = false;
  for (const step of way.steps) {
    const taken = new Set(clicks.slice(used, used + step.members.size));
    if ([...taken].some((token) => !step.members.has(token))) return null;
    const from = used;
    // A token that is clicked twice shortens the set, and then the way is left below or not complete.
    used += taken.size;
    quiet = step.quiet;
    if (taken.size) back = inAnyOrder(step) ? from : -1;
    const left = step.members.size - taken.size;
    if (left) {
      if (used < clicks.length) return null;
      const next = new Set([...step.members].filter((token) => !taken.has(token)));
      return { complete: false, next, several: inAnyOrder(step), quiet, left, last: step === way.steps.at(-1), back };
    }
  }
  if (used < clicks.length) return null;
  return { complete: true, next: new Set(), several: false, quiet, left: 0, last: true, back };
}

/** Matches clicks against a list of decisions. @implements {Matcher} */
export class ListMatcher {
  /** @type {string[]} */
  clicks = [];
  /** @type {Way[]} */
  #ways;

  /** @param {readonly Choice[]} choices @param {Manner} manner */
  constructor(choices, manner) {
    this.manner = manner;
    this.#ways = choices.map(([text, path, kind]) => ({ text, kind, steps: readPath(path) }));
  }

  /** @param {readonly string[]} clicks */
  #following(clicks) {
    /** @type {{way: Way, at: Progress}[]} */
    const found = [];
    for (const way of this.#ways) {
      const at = follow(way, clicks);
      if (at) found.push({ way, at });
    }
    return found;
  }

  /** Before the first click nothing is a secret of the path, so that quiet sets never come first. */
  get quiet() {
    return this.clicks.length > 0 && this.#following(this.clicks).some(({ at }) => at.quiet);
  }

  get decision() {
    const found = this.#following(this.clicks).find(({ at }) => at.complete);
    return found ? { text: found.way.text, kind: found.way.kind } : null;
  }

  get more() {
    return this.#following(this.clicks).some(({ at }) => !at.complete);
  }

  get kinds() {
    /** @type {Map<string, number>} */
    const left = new Map();
    for (const { way, at } of this.#following(this.clicks)) {
      if (!at.complete) left.set(way.kind, Math.min(at.left, left.get(way.kind) ?? Infinity));
    }
    return [...left].map(([kind, count]) => ({ kind, left: count }));
  }

  /** @param {string} [before] */
  next(before) {
    /** @type {Map<string, Next>} */
    const found = new Map();
    for (const { way, at } of this.#following(before === undefined ? this.clicks : [...this.clicks, before])) {
      if (at.quiet) continue;
      for (const token of at.next) {
        const known = found.get(token) ?? { kinds: new Set(), ends: false, several: false };
        known.kinds.add(way.kind);
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
    if (!this.decision || this.clicks.length < 2) return found;
    const before = this.clicks.slice(0, -1);
    for (const { at } of this.#following(before)) {
      if (at.quiet) continue;
      for (const token of at.next) {
        // Whatever would be sent at once must not hang on a click that is meant as a correction.
        if (token !== this.clicks.at(-1) && this.#waits([...before, token])) found.add(token);
      }
    }
    return found;
  }

  /** Whether these clicks make a decision that waits for the button. @param {readonly string[]} clicks */
  #waits(clicks) {
    const found = this.#following(clicks);
    const whole = found.find(({ at }) => at.complete);
    if (!whole) return false;
    // Going on by itself when a quiet set is found would tell that it is found.
    return whole.at.quiet || found.length > 1 || mustConfirm(whole.way.kind, this.manner);
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
    return this.#go([token], 'anew');
  }

  cancel() {
    this.clicks = [];
  }

  /** @param {readonly string[]} clicks */
  #fits(clicks) {
    return this.#ways.some((way) => follow(way, clicks));
  }

  /** @param {string[]} clicks @param {Answer} answer @returns {Answer} */
  #go(clicks, answer) {
    this.clicks = clicks;
    return clicks.length && this.decision && !this.#waits(clicks) ? 'send' : answer;
  }

  /** The last cell clicked again: "done" where one could go on, else a click taken back. @returns {Answer} */
  #again() {
    if (this.decision && this.more && !mustConfirm(this.decision.kind, this.manner)) return 'send';
    this.clicks = this.clicks.slice(0, -1);
    return 'back';
  }
}

/** Matches clicks against "so many of these cells". @implements {Matcher} */
export class FamilyMatcher {
  /** @type {string[]} */
  clicks = [];
  quiet = false;
  #family;

  /** @param {Family} family @param {Manner} manner */
  constructor(family, manner) {
    this.manner = manner;
    this.#family = family;
  }

  get decision() {
    if (this.more) return null;
    return { text: this.#family.before + [...this.clicks].sort().join(','), kind: this.#family.kind };
  }

  get more() {
    return this.clicks.length < this.#family.count;
  }

  get kinds() {
    const left = this.#family.count - this.clicks.length;
    return left ? [{ kind: this.#family.kind, left }] : [];
  }

  /** @param {string} [before] */
  next(before) {
    const chosen = before === undefined ? this.clicks : [...this.clicks, before];
    /** @type {Next} */
    const meaning = { kinds: new Set([this.#family.kind]), ends: false, several: true };
    const free = chosen.length < this.#family.count ? this.#family.cells.filter((cell) => !chosen.includes(cell)) : [];
    return new Map(free.map((cell) => [cell, meaning]));
  }

  siblings() {
    // Of one cell, another choice simply takes its place.
    const one = this.#family.count === 1 && this.clicks.length === 1;
    return new Set(one ? this.#family.cells.filter((cell) => cell !== this.clicks[0]) : []);
  }

  /** @param {string} token @returns {Answer} */
  click(token) {
    if (this.clicks.includes(token)) {
      this.clicks = this.clicks.filter((cell) => cell !== token);
      return 'back';
    }
    if (!this.#family.cells.includes(token)) return 'wrong';
    if (this.siblings().has(token)) this.clicks = [];
    if (!this.more) return 'full';
    this.clicks = [...this.clicks, token];
    return 'step';
  }

  cancel() {
    this.clicks = [];
  }
}

/** @param {string} kind @param {Manner} manner */
function mustConfirm(kind, manner) {
  return manner.confirming || manner.asks(kind);
}

/** @param {readonly Choice[] | null} choices @param {Family | null} family @param {Manner} manner @returns {Matcher} */
export function matcherFor(choices, family, manner) {
  return family ? new FamilyMatcher(family, manner) : new ListMatcher(choices ?? [], manner);
}
