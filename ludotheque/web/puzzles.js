/** The puzzles of a game: chosen by difficulty, solved on the board like a lesson. */

import { get } from './api.js';
import { button, fill, h, icon } from './dom.js';
import { choice } from './fields.js';
import { Lesson } from './lesson.js';
import { markSolved, solved } from './progress.js';
import { pick, t } from './texts.js';

/**
 * @typedef {import('./types.js').PuzzleJson} PuzzleJson
 * @typedef {import('./types.js').PuzzleList} PuzzleList
 */

/** What was on the board when the screen was left: another language must not cost it. @type {{ game: string, lesson: Lesson } | null} */
let kept = null;

/** @param {string} game @returns {Promise<import('./main.js').Shown>} */
export async function show(game) {
  const list = /** @type {PuzzleList} */ (await get(`/api/games/${game}/puzzles`));
  const room = new Room(list);
  await room.open(room.wanted(), false);
  return { title: t('puzzles.title', { game: pick(list.title) }), node: room.element, leave: () => room.leave() };
}

class Room {
  /** @type {Lesson | null} */
  #lesson = null;
  #at = '';
  #stars = 1;
  #asked = 0;

  /** @param {PuzzleList} list */
  constructor(list) {
    this.list = list;
    this.steps = h('ol', { class: 'lessons' });
    this.place = h('div', { class: 'lesson-place' });
    this.filter = h('div', { class: 'stars' });
    const title = t('puzzles.title', { game: pick(list.title) });
    this.element = h(
      'div',
      { class: 'learn' },
      h(
        'div',
        { class: 'learn-head' },
        h('h1', null, title),
        this.filter,
        h('nav', { 'aria-label': t('puzzles.list') }, this.steps),
      ),
      this.place,
    );
  }

  leave() {
    this.#asked += 1;
    this.#lesson?.leave();
    if (this.#lesson) kept = { game: this.list.id, lesson: this.#lesson };
  }

  /** The puzzle that the address names, else the first that is not solved. */
  wanted() {
    const { puzzles } = this.list;
    const named = new URLSearchParams(location.search).get('p');
    const done = solved(this.list.id);
    const found = puzzles.find(({ id }) => id === named) ?? puzzles.find(({ id }) => !done.includes(id)) ?? puzzles[0];
    return found?.id ?? '';
  }

  /** @param {string} id @param {boolean} moved whether the reader asked for it: then the focus follows */
  async open(id, moved) {
    this.#asked += 1;
    const asked = this.#asked;
    const puzzle = /** @type {PuzzleJson} */ (await get(`/api/games/${this.list.id}/puzzles/${id}`));
    if (asked !== this.#asked) return;
    this.#lesson?.leave();
    this.#at = id;
    this.#stars = puzzle.stars;
    const before = kept?.game === this.list.id && kept.lesson.lesson.id === id ? kept.lesson : null;
    kept = null;
    const number = this.list.puzzles.findIndex((one) => one.id === id) + 1;
    const title = t('puzzles.number', { at: number, all: this.list.puzzles.length });
    const told = { ...puzzle, title: { fr: title, en: title }, board: 0 };
    this.#lesson = new Lesson(told, puzzle.board, this.#kicker(puzzle), {
      finished: (helped) => this.#finished(id, helped),
      aside: () => [this.#study(puzzle)],
      solution: true,
      again: t('puzzles.again'),
      before,
    });
    fill(this.place, this.#lesson.element);
    history.replaceState(null, '', `${location.pathname}?p=${id}`);
    this.#draw();
    if (moved) this.#lesson.greet();
  }

  /** Its stars, and what is special about the rules. @param {PuzzleJson} puzzle */
  #kicker({ stars, options, board }) {
    const special = Object.keys(board.options).flatMap((name, at) => (name in options ? [pick(board.option_words[at])] : []));
    return [starWords(stars), ...special].join(' · ');
  }

  /** @param {string} id @param {boolean} helped @returns {HTMLElement[]} what to do after it */
  #finished(id, helped) {
    if (!helped) markSolved(this.list.id, id);
    this.#draw();
    const next = this.#next();
    if (!next) return [h('p', { class: 'all-done' }, t('puzzles.all_done'))];
    return [button(t('puzzles.next'), () => void this.open(next, true), 'primary')];
  }

  /** The next one that is not solved: of these stars, then of any. */
  #next() {
    const { puzzles } = this.list;
    const done = solved(this.list.id);
    const here = puzzles.findIndex(({ id }) => id === this.#at);
    const ahead = [...puzzles.slice(here + 1), ...puzzles.slice(0, here)].filter(({ id }) => !done.includes(id));
    return (ahead.find(({ stars }) => stars === this.#stars) ?? ahead[0])?.id;
  }

  #draw() {
    const { puzzles } = this.list;
    const done = solved(this.list.id);
    const levels = [...new Set(puzzles.map(({ stars }) => stars))].sort();
    /** @type {[number, string][]} */
    const tokens = levels.map((stars) => {
      const those = puzzles.filter((one) => one.stars === stars);
      const count = those.filter(({ id }) => done.includes(id)).length;
      return [stars, `${stars} ★ ${count}/${those.length}`];
    });
    const focused = this.filter.contains(document.activeElement);
    fill(this.filter, choice(t('puzzles.difficulty'), tokens, this.#stars, (stars) => this.#choose(stars)));
    this.filter.querySelector('legend')?.classList.add('for-ears');
    if (focused) /** @type {HTMLElement | null} */ (this.filter.querySelector('input:checked'))?.focus();
    fill(
      this.steps,
      puzzles.map(({ id, stars }, at) => stars === this.#stars && h('li', null, this.#step(id, at + 1, done.includes(id)))),
    );
  }

  /** @param {number} stars */
  #choose(stars) {
    this.#stars = stars;
    this.#draw();
  }

  /** @param {string} id @param {number} number @param {boolean} done */
  #step(id, number, done) {
    const title = t('puzzles.one', { at: number });
    return h(
      'button',
      {
        type: 'button',
        class: done ? 'lesson-step done' : 'lesson-step',
        title,
        'aria-label': done ? t('puzzles.one_done', { title }) : title,
        'aria-current': id === this.#at ? 'step' : null,
        onclick: () => void this.open(id, true),
      },
      done ? icon('check') : String(number),
    );
  }

  /** @param {PuzzleJson} puzzle */
  #study({ position, options }) {
    const asked = new URLSearchParams({ position, options: JSON.stringify(options) });
    return h('a', { class: 'button quiet', href: `/study/${this.list.id}?${asked}` }, t('puzzles.study'));
  }
}

/** @param {number} count */
const starWords = (count) => t('puzzles.stars', { stars: '★'.repeat(count) + '☆'.repeat(5 - count) });
