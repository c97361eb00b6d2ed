/** The lessons of a game, by ideas. Each lesson is a position with one thing to do. */

import { get } from '../../lib/api.js';
import { button, fill, h, icon } from '../../lib/dom.js';
import { learned, markLearned } from '../../lib/learned.js';
import { pick, t } from '../../lib/texts.js';
import { firstGameButton } from '../../ui/first-game.js';
import { Lesson, lessonScreen, stepButton } from '../../ui/lesson.js';

/**
 * @import {Course, IdeaJson, LessonJson} from '../../lib/types.js'
 */

/** How much of the list is in sight above the current idea, in pixels. */
const AROUND = 40;

/**
 * The lesson that was open when the reader left. A change of language goes on with it.
 * @type {{ game: string, at: number, lesson: Lesson } | null}
 */
let kept = null;

/** @param {string} game @returns {Promise<import('../../lib/router.js').ScreenView>} */
export async function show(game) {
  const course = /** @type {Course} */ (await get(`/api/games/${game}/lessons`));
  const screen = new LearnScreen(course);
  const before = kept?.game === game && !location.hash ? kept : null;
  kept = null;
  screen.open(before?.at ?? screen.wanted(), false, before?.lesson);
  const follow = () => location.hash && screen.open(screen.wanted(), true);
  addEventListener('hashchange', follow);
  const leave = () => {
    removeEventListener('hashchange', follow);
    screen.leave();
  };
  return { title: screen.title, node: screen.element, leave };
}

class LearnScreen {
  /** @type {Lesson | null} */
  #lesson = null;
  #at = 0;
  /** What is said when an idea or the whole course has just been finished. */
  #praise = '';

  /** @param {Course} course */
  constructor(course) {
    this.course = course;
    this.title = t('learn.title', { game: pick(course.title) });
    this.ideas = h('ol', { class: 'ideas' });
    this.place = h('div', { class: 'lesson-place' });
    this.others = h('nav', { class: 'course', 'aria-label': t('learn.lessons') }, this.ideas, this.#links());
    this.element = lessonScreen('learn', this.title, this.place);
  }

  #links() {
    const { id, extras } = this.course;
    return h(
      'div',
      { class: 'row course-links' },
      extras.includes('first_game') && firstGameButton(id, 'small'),
      extras.includes('puzzles') && h('a', { href: `/puzzles/${id}` }, t('puzzles.link')),
    );
  }

  leave() {
    this.#lesson?.leave();
    if (this.#lesson) kept = { game: this.course.id, at: this.#at, lesson: this.#lesson };
  }

  /** Whether a lesson is done. @param {LessonJson | undefined} lesson */
  #isDone(lesson) {
    return lesson !== undefined && learned(this.course.id).includes(lesson.id);
  }

  /** Returns the number of the first lesson from a number on that is not done; -1 when all are. @param {number} [from] */
  #firstUndone(from = 0) {
    return this.course.lessons.findIndex((lesson, number) => number >= from && !this.#isDone(lesson));
  }

  /** Returns the lesson to begin with: of the idea in the address, else the first that is not done. */
  wanted() {
    const idea = this.course.ideas.find(({ id }) => `#${id}` === location.hash);
    // The address names the idea once. Afterwards the reader goes where they like.
    if (location.hash) history.replaceState(null, '', location.pathname);
    if (!idea) return Math.max(0, this.#firstUndone());
    const numbers = this.#numbers(idea);
    return numbers.find((number) => !this.#isDone(this.course.lessons[number])) ?? numbers[0] ?? 0;
  }

  /** Returns the numbers of an idea's lessons. @param {IdeaJson} idea */
  #numbers(idea) {
    return idea.lessons.map((id) => this.course.lessons.findIndex((lesson) => lesson.id === id));
  }

  /** Returns the idea of a lesson. @param {number} at */
  #ideaOf(at) {
    const id = this.course.lessons[at]?.id ?? '';
    return this.course.ideas.find((idea) => idea.lessons.includes(id));
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
    this.#praise = '';
    const number = t('learn.number', { at: at + 1, all: this.course.lessons.length });
    this.#lesson = new Lesson(lesson, info, number, {
      finished: () => this.#finished(lesson),
      praise: () => this.#praise,
      again: t('learn.again'),
      before: before ?? null,
      others: this.others,
    });
    fill(this.place, this.#lesson.element);
    this.#drawIdeas();
    // A long list scrolls beside the board. On a phone it does not.
    const here = /** @type {HTMLElement | null} */ (this.ideas.querySelector('details[open]'));
    this.ideas.scrollTop = (here?.offsetTop ?? 0) - AROUND;
    if (moved) this.#lesson.greet();
  }

  /** Returns the buttons for what comes next. @param {LessonJson} lesson @returns {HTMLElement[]} */
  #finished(lesson) {
    const isNew = !this.#isDone(lesson);
    markLearned(this.course.id, lesson.id);
    this.#drawIdeas();
    const next = this.#next(isNew);
    const idea = this.#ideaOf(this.#at);
    const whole = idea?.lessons.every((id) => learned(this.course.id).includes(id)) ?? false;
    this.#praise = isNew && whole ? t('learn.idea_done', { title: pick(idea?.title ?? null) }) : '';
    if (next === null) return ending(this.course);
    const following = this.#ideaOf(next);
    const label = following === idea ? t('learn.next') : t('learn.next_idea', { title: pick(following?.title ?? null) });
    return [button(label, () => this.open(next, true), 'primary')];
  }

  /** Returns the number of the next lesson; null at the end of the course. @param {boolean} isNew */
  #next(isNew) {
    const later = this.#firstUndone(this.#at + 1);
    const undone = later < 0 ? this.#firstUndone() : later;
    if (undone >= 0) return undone;
    // All are done. A reader who goes through them again goes on.
    return isNew || this.#at + 1 === this.course.lessons.length ? null : this.#at + 1;
  }

  #drawIdeas() {
    const current = this.#ideaOf(this.#at);
    fill(
      this.ideas,
      this.course.ideas.map((idea) => h('li', null, this.#idea(idea, idea === current))),
    );
  }

  /** A group of lessons. The current one is open. @param {IdeaJson} idea @param {boolean} isCurrent */
  #idea(idea, isCurrent) {
    const numbers = this.#numbers(idea);
    const done = numbers.filter((number) => this.#isDone(this.course.lessons[number])).length;
    const isWhole = done === numbers.length;
    return h(
      'details',
      // Only one is open at a time.
      { class: isWhole ? 'idea done' : 'idea', open: isCurrent, name: 'idea' },
      h(
        'summary',
        { 'aria-current': isCurrent ? 'true' : null },
        h('span', { class: 'idea-title' }, pick(idea.title)),
        isWhole
          ? h('span', { class: 'idea-count' }, icon('check'), h('span', { class: 'visually-hidden' }, t('learn.all')))
          : h('span', { class: 'idea-count' }, t('learn.part', { done, all: numbers.length })),
      ),
      h(
        'ol',
        { class: 'lessons' },
        numbers.map((number) => h('li', null, this.#step(number))),
      ),
    );
  }

  /** @param {number} number */
  #step(number) {
    const lesson = this.course.lessons[number];
    const done = this.#isDone(lesson);
    const title = `${number + 1}. ${pick(lesson?.title ?? null)}`;
    const label = done ? t('learn.step_done', { title }) : title;
    return stepButton({ number: number + 1, title, label, done, current: number === this.#at }, () => this.open(number, true));
  }
}

/** After the last lesson: a guided first game, and more to read. @param {Course} course */
function ending(course) {
  /** @param {string} screen @param {string} label @param {string} [kind] */
  const link = (screen, label, kind = '') => h('a', { class: `button ${kind}`.trim(), href: screen }, label);
  const play = course.extras.includes('first_game')
    ? firstGameButton(course.id, 'primary')
    : [link(`/new/${course.id}?mode=computer`, t('rules.play'), 'primary')];
  return [
    h('p', { class: 'all-done' }, t('learn.all_done', { game: pick(course.title) })),
    ...play,
    ...(course.extras.includes('puzzles') ? [link(`/puzzles/${course.id}`, t('puzzles.link'))] : []),
    link(`/rules/${course.id}`, t('learn.rules')),
    ...(course.extras.includes('strategy') ? [link(`/strategy/${course.id}`, t('strategy.notes'))] : []),
  ];
}
