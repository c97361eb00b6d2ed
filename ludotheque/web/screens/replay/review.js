/** Learning from a game: at each turning point the reader looks for a better move. Each one is a lesson. */

import { errorText } from '../../lib/api.js';
import { button, fill, h } from '../../lib/dom.js';
import { keyOf, markMistake } from '../../lib/mistakes.js';
import { sentenceOf, t } from '../../lib/texts.js';
import { Lesson, lessonScreen, stepButton } from '../../ui/lesson.js';
import { TurningLesson } from '../../ui/turning-lesson.js';

/**
 * @import {LessonJson, TableReplay, TurningPointJson} from '../../lib/types.js'
 */

export class GameReview {
  /** @type {Lesson | null} */
  #lesson = null;
  #at = 0;
  /** The turning points that the reader has solved. @type {Set<number>} */
  #done = new Set();
  /** Counts requests, so that only the last one is shown. */
  #requests = 0;

  /** @param {TableReplay} replay @param {TurningPointJson[]} points @param {() => void} close */
  constructor(replay, points, close) {
    this.replay = replay;
    this.info = replay.game;
    this.points = points;
    this.close = close;
    this.steps = h('ol', { class: 'lessons' });
    this.place = h('div', { class: 'lesson-place' });
    this.element = lessonScreen(
      'review',
      t('review.start'),
      this.place,
      h('nav', { 'aria-label': t('review.list') }, this.steps),
      button(t('review.back'), close, 'small'),
    );
  }

  leave() {
    this.#requests += 1;
    this.#lesson?.leave();
  }

  /** @param {number} at */
  async open(at) {
    this.#requests += 1;
    const request = this.#requests;
    const point = /** @type {TurningPointJson} */ (this.points[at]);
    this.#lesson?.leave();
    this.#at = at;
    this.#drawSteps();
    try {
      const turning = new TurningLesson(this.replay, point);
      const lesson = await turning.make();
      if (request === this.#requests) this.#show(lesson, turning);
    } catch (error) {
      if (request === this.#requests) fill(this.place, h('p', { class: 'alert', role: 'alert' }, sentenceOf(errorText(error))));
    }
  }

  /** @param {LessonJson} lesson @param {TurningLesson} turning */
  #show(lesson, turning) {
    const number = t('review.number', { at: this.#at + 1, all: this.points.length });
    this.#lesson = new Lesson(lesson, this.info, number, {
      finished: (helped) => this.#finished(helped),
      explained: () => turning.explanation(),
      judge: (move) => turning.judge(move),
      solution: true,
      again: t('review.again'),
      before: null,
    });
    fill(this.place, this.#lesson.element);
    this.#lesson.greet();
  }

  /** Returns the buttons for what comes next. @param {boolean} helped */
  #finished(helped) {
    if (!helped) {
      this.#done.add(this.#at);
      const { turn } = /** @type {TurningPointJson} */ (this.points[this.#at]);
      markMistake(keyOf(this.replay.table, turn));
    }
    this.#drawSteps();
    const next = this.#at + 1;
    if (next < this.points.length) return [button(t('review.next'), () => void this.open(next), 'primary')];
    return [button(t('review.back'), this.close, 'primary')];
  }

  #drawSteps() {
    fill(
      this.steps,
      this.points.map((point, at) => {
        const { title } = new TurningLesson(this.replay, point);
        const done = this.#done.has(at);
        const label = done ? t('puzzles.one_done', { title }) : title;
        const step = { number: at + 1, title, label, done, current: at === this.#at };
        return h('li', null, stepButton(step, () => void this.open(at)));
      }),
    );
  }
}
