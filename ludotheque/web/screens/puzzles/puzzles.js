/** The puzzles of a game. The reader chooses them by difficulty and solves them on the board. */

import { get } from '../../lib/api.js';
import { button, fill, h } from '../../lib/dom.js';
import { markSolved, solved } from '../../lib/progress.js';
import { asText, pick, t } from '../../lib/texts.js';
import { radioGroup } from '../../ui/fields.js';
import { Lesson, lessonScreen, stepButton } from '../../ui/lesson.js';
import { trainingLinks } from '../../ui/training.js';

/**
 * @import {PuzzleJson, PuzzleList} from '../../lib/types.js'
 */

const MAX_STARS = 5;

/**
 * The puzzle that was open when the reader left. A change of language goes on with it.
 * @type {{ game: string, lesson: Lesson } | null}
 */
let kept = null;

/** @param {string} game @returns {Promise<import('../../lib/router.js').ScreenView>} */
export async function show(game) {
  const list = /** @type {PuzzleList} */ (await get(`/api/games/${game}/puzzles`));
  const screen = new PuzzleScreen(list);
  await screen.open(screen.wanted(), false);
  return { title: screen.title, node: screen.element, leave: () => screen.leave() };
}

class PuzzleScreen {
  /** @type {Lesson | null} */
  #lesson = null;
  /** The id of the puzzle on the board. */
  #at = '';
  #stars = 1;
  /** Counts requests, so that only the last one is shown. */
  #requests = 0;

  /** @param {PuzzleList} list */
  constructor(list) {
    this.list = list;
    this.title = t('puzzles.title', { game: pick(list.title) });
    this.steps = h('ol', { class: 'lessons' });
    this.place = h('div', { class: 'lesson-place' });
    this.filter = h('div', { class: 'stars' });
    this.element = lessonScreen(
      'puzzles',
      this.title,
      this.place,
      this.filter,
      h('nav', { 'aria-label': t('puzzles.list') }, this.steps),
      trainingLinks(list.id, 'puzzles'),
    );
  }

  leave() {
    this.#requests += 1;
    this.#lesson?.leave();
    if (this.#lesson) kept = { game: this.list.id, lesson: this.#lesson };
  }

  /** Returns the puzzle that the address names, else the first that is not solved. */
  wanted() {
    const { puzzles } = this.list;
    const named = new URLSearchParams(location.search).get('p');
    const done = solved(this.list.id);
    const puzzle = puzzles.find(({ id }) => id === named) ?? puzzles.find(({ id }) => !done.includes(id)) ?? puzzles[0];
    return puzzle?.id ?? '';
  }

  /** @param {string} id @param {boolean} moved whether the reader asked for it; then the focus follows */
  async open(id, moved) {
    this.#requests += 1;
    const request = this.#requests;
    const puzzle = /** @type {PuzzleJson} */ (await get(`/api/games/${this.list.id}/puzzles/${id}`));
    if (request !== this.#requests) return;
    this.#lesson?.leave();
    this.#at = id;
    this.#stars = puzzle.stars;
    const before = kept?.game === this.list.id && kept.lesson.lesson.id === id ? kept.lesson : null;
    kept = null;
    const number = this.list.puzzles.findIndex((one) => one.id === id) + 1;
    const title = asText(t('puzzles.number', { at: number, all: this.list.puzzles.length }));
    const difficulty = t('puzzles.stars', { stars: '★'.repeat(puzzle.stars) + '☆'.repeat(MAX_STARS - puzzle.stars) });
    this.#lesson = new Lesson({ ...puzzle, title, board: 0 }, puzzle.board, difficulty, {
      finished: (helped) => this.#finished(id, helped),
      aside: () => [this.#studyLink(puzzle)],
      solution: true,
      again: t('puzzles.again'),
      note: specialOptions(puzzle),
      before,
    });
    fill(this.place, this.#lesson.element);
    history.replaceState(null, '', `${location.pathname}?p=${id}`);
    this.#draw();
    if (moved) this.#lesson.greet();
  }

  /** Returns the buttons for what comes next. @param {string} id @param {boolean} helped @returns {HTMLElement[]} */
  #finished(id, helped) {
    if (!helped) markSolved(this.list.id, id);
    this.#draw();
    const next = this.#next();
    if (!next) return [h('p', { class: 'all-done' }, t('puzzles.all_done'))];
    return [button(t('puzzles.next'), () => void this.open(next, true), 'primary')];
  }

  /** Returns the next puzzle that is not solved, if possible with the same number of stars. */
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
    const difficulties = [...new Set(puzzles.map(({ stars }) => stars))].sort();
    /** @type {[number, string][]} */
    const items = difficulties.map((stars) => {
      const group = puzzles.filter((one) => one.stars === stars);
      const count = group.filter(({ id }) => done.includes(id)).length;
      return [stars, `${stars} ★ ${count}/${group.length}`];
    });
    const focused = this.filter.contains(document.activeElement);
    fill(this.filter, radioGroup(t('puzzles.difficulty'), items, this.#stars, (stars) => this.#choose(stars)));
    this.filter.querySelector('legend')?.classList.add('visually-hidden');
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
    const label = done ? t('puzzles.one_done', { title }) : title;
    return stepButton({ number, title, label, done, current: id === this.#at }, () => void this.open(id, true));
  }

  /** @param {PuzzleJson} puzzle */
  #studyLink({ position, options }) {
    const query = new URLSearchParams({ position, options: JSON.stringify(options) });
    return h('a', { class: 'button quiet', href: `/study/${this.list.id}?${query}` }, t('puzzles.study'));
  }
}

/** Returns the options of a puzzle that are special. @param {PuzzleJson} puzzle */
function specialOptions({ options, board }) {
  return Object.keys(board.options)
    .flatMap((name, at) => (name in options ? [pick(board.option_texts[at])] : []))
    .join(' · ');
}
