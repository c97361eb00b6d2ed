/** The lessons of a game. Each one is a position with one thing to do. */

import { createTable, errorText, get, getGames } from '../../lib/api.js';
import { button, fill, h } from '../../lib/dom.js';
import { learned, markLearned } from '../../lib/progress.js';
import { go } from '../../lib/router.js';
import { current } from '../../lib/settings.js';
import { pick, sentenceOf, t } from '../../lib/texts.js';
import { Lesson, lessonScreen, stepButton } from '../../ui/lesson.js';

/**
 * @import {Course, LessonJson, NewSeat} from '../../lib/types.js'
 */

/**
 * The lesson that was open when the reader left. A change of language goes on with it.
 * @type {{ game: string, at: number, lesson: Lesson } | null}
 */
let kept = null;

/** @param {string} game @returns {Promise<import('../../lib/router.js').ScreenView>} */
export async function show(game) {
  const course = /** @type {Course} */ (await get(`/api/games/${game}/lessons`));
  const screen = new LearnScreen(course);
  const before = kept?.game === game ? kept : null;
  kept = null;
  screen.open(before?.at ?? screen.firstUndone() ?? 0, false, before?.lesson);
  return { title: screen.title, node: screen.element, leave: () => screen.leave() };
}

class LearnScreen {
  /** @type {Lesson | null} */
  #lesson = null;
  #at = 0;

  /** @param {Course} course */
  constructor(course) {
    this.course = course;
    this.title = t('learn.title', { game: pick(course.title) });
    this.steps = h('ol', { class: 'lessons' });
    this.place = h('div', { class: 'lesson-place' });
    this.element = lessonScreen(
      'learn',
      this.title,
      this.place,
      h('nav', { 'aria-label': t('learn.lessons') }, this.steps),
      course.extras.includes('puzzles') && h('a', { href: `/puzzles/${course.id}` }, t('puzzles.link')),
    );
  }

  leave() {
    this.#lesson?.leave();
    if (this.#lesson) kept = { game: this.course.id, at: this.#at, lesson: this.#lesson };
  }

  /** Returns the number of the first lesson that is not done. */
  firstUndone() {
    const done = learned(this.course.id);
    const number = this.course.lessons.findIndex((lesson) => !done.includes(lesson.id));
    return number < 0 ? null : number;
  }

  /**
   * @param {number} at @param {boolean} moved whether the reader asked for it; then the focus follows
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

  /** Returns the buttons for what comes next. @param {LessonJson} lesson @returns {HTMLElement[]} */
  #finished(lesson) {
    markLearned(this.course.id, lesson.id);
    this.#drawSteps();
    const next = this.#next();
    return next === null ? ending(this.course) : [button(t('learn.next'), () => this.open(next, true), 'primary')];
  }

  /** Returns the number of the next lesson, or of one that was left out. */
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
    return stepButton({ number: number + 1, title, label, done, current: number === this.#at }, () => this.open(number, true));
  }
}

/** After the last lesson: a first game against the weakest computer, and more to read. @param {Course} course */
function ending(course) {
  const alert = h('p', { class: 'alert', role: 'alert' });
  const play = button(t('learn.play'), () => void startGame(course.id, play, alert), 'primary');
  /** @param {string} screen @param {string} label */
  const link = (screen, label) => h('a', { class: 'button', href: `/${screen}/${course.id}` }, label);
  return [
    h('p', { class: 'all-done' }, t('learn.all_done', { game: pick(course.title) })),
    play,
    ...(course.extras.includes('puzzles') ? [link('puzzles', t('puzzles.link'))] : []),
    link('rules', t('learn.rules')),
    ...(course.extras.includes('strategy') ? [link('strategy', t('strategy.notes'))] : []),
    alert,
  ];
}

/** @param {string} id @param {HTMLButtonElement} play @param {HTMLElement} alert */
async function startGame(id, play, alert) {
  play.disabled = true;
  alert.textContent = '';
  try {
    const { games, levels } = await getGames();
    const count = games.find((game) => game.id === id)?.players[0] ?? 2;
    const level = levels[0]?.number ?? 1;
    /** @type {NewSeat[]} */
    const seats = Array.from({ length: count }, (_, seat) => (seat ? { who: 'computer', level } : { who: 'me' }));
    const name = current().name.trim();
    go(`/t/${await createTable({ game: id, options: {}, seats, shuffle: false, time: { kind: 'none' }, public: false, name })}`);
  } catch (error) {
    alert.textContent = sentenceOf(errorText(error));
    play.disabled = false;
  }
}
