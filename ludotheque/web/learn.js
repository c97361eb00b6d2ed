/** Learning a game: one lesson after the other, each a position with one thing to do. */

import { games, get, post, wordsOf } from './api.js';
import { fill, h, icon } from './dom.js';
import { Lesson } from './lesson.js';
import { go } from './navigate.js';
import { learned, markLearned } from './progress.js';
import { current } from './settings.js';
import { pick, t, whole } from './texts.js';

/**
 * @typedef {import('./types.js').Course} Course
 * @typedef {import('./types.js').LessonJson} LessonJson
 */

/** The lesson that was open when the screen was left: another language must not cost it. @type {{ game: string, at: number, lesson: Lesson } | null} */
let kept = null;

/** @param {string} game @returns {Promise<import('./main.js').Shown>} */
export async function show(game) {
  const course = /** @type {Course} */ (await get(`/api/games/${game}/lessons`));
  const room = new Room(course);
  const before = kept?.game === game ? kept : null;
  kept = null;
  room.open(before?.at ?? room.firstUndone() ?? 0, false, before?.lesson);
  return { title: t('learn.title', { game: pick(course.title) }), node: room.element, leave: () => room.leave() };
}

class Room {
  /** @type {Lesson | null} */
  #lesson = null;
  #at = 0;

  /** @param {Course} course */
  constructor(course) {
    this.course = course;
    this.steps = h('ol', { class: 'lessons' });
    this.place = h('div', { class: 'lesson-place' });
    const title = t('learn.title', { game: pick(course.title) });
    this.element = h(
      'div',
      { class: 'learn' },
      h(
        'div',
        { class: 'learn-head' },
        h('h1', null, title),
        h('nav', { 'aria-label': t('learn.lessons') }, this.steps),
        course.extras.includes('puzzles') && h('a', { href: `/puzzles/${course.id}` }, t('puzzles.link')),
      ),
      this.place,
    );
  }

  leave() {
    this.#lesson?.leave();
    if (this.#lesson) kept = { game: this.course.id, at: this.#at, lesson: this.#lesson };
  }

  firstUndone() {
    const done = learned(this.course.id);
    const found = this.course.lessons.findIndex((lesson) => !done.includes(lesson.id));
    return found < 0 ? null : found;
  }

  /**
   * @param {number} at @param {boolean} moved whether the reader asked for it: then the focus follows
   * @param {Lesson} [before] the same lesson, to go on with
   */
  open(at, moved, before) {
    const lesson = /** @type {LessonJson} */ (this.course.lessons[at]);
    const info = this.course.boards[lesson.board];
    if (!info) return;
    this.#lesson?.leave();
    this.#at = at;
    const number = t('learn.number', { at: at + 1, all: this.course.lessons.length });
    const again = t('learn.again');
    this.#lesson = new Lesson(lesson, info, number, { finished: () => this.#finished(lesson), again, before: before ?? null });
    fill(this.place, this.#lesson.element);
    this.#drawSteps();
    if (moved) this.#lesson.greet();
  }

  /** @param {LessonJson} lesson @returns {HTMLElement[]} what to do after it */
  #finished(lesson) {
    markLearned(this.course.id, lesson.id);
    this.#drawSteps();
    const next = this.#next();
    if (next === null) return [...ending(this.course)];
    return [h('button', { type: 'button', class: 'button primary', onclick: () => this.open(next, true) }, t('learn.next'))];
  }

  /** The lesson after this one, or one that was left out. */
  #next() {
    const undone = this.firstUndone();
    if (undone === null) return null;
    return this.#at + 1 < this.course.lessons.length ? this.#at + 1 : undone;
  }

  #drawSteps() {
    const done = learned(this.course.id);
    fill(
      this.steps,
      this.course.lessons.map((lesson, number) => h('li', null, this.#step(lesson, number, done.includes(lesson.id)))),
    );
  }

  /** @param {LessonJson} lesson @param {number} number @param {boolean} done */
  #step(lesson, number, done) {
    const title = `${number + 1}. ${pick(lesson.title)}`;
    const label = done ? t('learn.step_done', { title }) : title;
    return h(
      'button',
      {
        type: 'button',
        class: done ? 'lesson-step done' : 'lesson-step',
        title,
        'aria-label': label,
        'aria-current': number === this.#at ? 'step' : null,
        onclick: () => this.open(number, true),
      },
      done ? icon('check') : String(number + 1),
    );
  }
}

/** All is learned: a first game, against the gentlest computer. @param {Course} course */
function* ending(course) {
  const trouble = h('p', { class: 'alert', role: 'alert' });
  yield h('p', { class: 'all-done' }, t('learn.all_done', { game: pick(course.title) }));
  const play = h(
    'button',
    { type: 'button', class: 'button primary', onclick: () => void start(course.id, play, trouble) },
    t('learn.play'),
  );
  yield play;
  if (course.extras.includes('puzzles')) {
    yield h('a', { class: 'button', href: `/puzzles/${course.id}` }, t('puzzles.link'));
  }
  yield h('a', { class: 'button', href: `/rules/${course.id}` }, t('learn.rules'));
  if (course.extras.includes('strategy')) {
    yield h('a', { class: 'button', href: `/strategy/${course.id}` }, t('strategy.way'));
  }
  yield trouble;
}

/** @param {string} id @param {HTMLButtonElement} button @param {HTMLElement} trouble */
async function start(id, button, trouble) {
  button.disabled = true;
  trouble.textContent = '';
  try {
    const shelf = await games();
    const count = shelf.games.find((game) => game.id === id)?.players[0] ?? 2;
    const others = Array.from({ length: count - 1 }, () => ({ who: 'computer', level: shelf.levels[0]?.number ?? 1 }));
    const seats = [{ who: 'me' }, ...others];
    const name = current().name.trim();
    const wish = { game: id, options: {}, seats, shuffle: false, time: { kind: 'none' }, public: false, name };
    const made = /** @type {{ table: string }} */ (await post('/api/tables', wish));
    go(`/t/${made.table}`);
  } catch (error) {
    trouble.textContent = whole(wordsOf(error));
    button.disabled = false;
  }
}
