/** One lesson: a board, one thing to do, and an answer in words to whatever is tried. */

import { announce } from './announce.js';
import { button, h, refill } from './dom.js';
import { makeBoard } from './figure.js';
import { confirming, current, watch } from './settings.js';
import { pick, t } from './texts.js';

/**
 * @typedef {import('./types.js').BoardState} BoardState
 * @typedef {import('./types.js').GameInfo} GameInfo
 * @typedef {import('./types.js').LessonJson} LessonJson
 * @typedef {import('./types.js').LessonStage} LessonStage
 * @typedef {import('./types.js').TaskDetail} TaskDetail
 */

/** How long a reply can be looked at before the next thing happens, in milliseconds. */
const PAUSE = 1100;

export class Lesson {
  /** @type {LessonStage} */
  #stage;
  /** @type {TaskDetail | null} */
  #task = null;
  #hinted = false;
  #over = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** What to offer once it is done. @type {HTMLElement[]} */
  #after = [];

  /**
   * @param {LessonJson} lesson @param {GameInfo} info @param {string} number
   * @param {() => HTMLElement[]} finished   called once it is done; gives the buttons that lead on
   */
  constructor(lesson, info, number, finished) {
    this.lesson = lesson;
    this.finished = finished;
    this.#stage = lesson.first;
    this.board = makeBoard(info);
    this.title = h('h2', { tabIndex: -1 }, pick(lesson.title));
    this.sentence = h('p', { class: 'sentence' });
    this.answer = h('p', { class: 'answer' });
    this.guidance = h('p', { class: 'guidance' });
    this.buttons = h('div', { class: 'row' });
    this.element = h(
      'section',
      { class: 'lesson', 'aria-label': number },
      h('div', { class: 'lesson-task' }, h('p', { class: 'kicker' }, number), this.title, this.sentence),
      h('div', { class: 'lesson-board' }, this.board),
      h('div', { class: 'lesson-talk' }, this.guidance, this.answer, this.buttons),
    );
    this.element.style.setProperty('--ratio', this.board.style.getPropertyValue('--ratio'));
    this.#wire();
    this.#begin();
  }

  #wire() {
    /** @param {string} name @param {(detail: any) => void} act */
    const on = (name, act) => this.board.addEventListener(name, (event) => act(/** @type {CustomEvent} */ (event).detail));
    on('decide', ({ text }) => this.#decided(text));
    on('announce', ({ words }) => announce(words));
    on('wrong', ({ words }) => this.#say(words, 'no'));
    on('task', (task) => {
      this.#task = task;
      this.#draw();
    });
    this.unwatch = watch(() => this.#adjust());
    this.#adjust();
  }

  #adjust() {
    this.board.muted = !current().sound;
    this.board.confirming = confirming();
  }

  leave() {
    clearTimeout(this.#timer);
    this.unwatch?.();
  }

  /** Whoever came here by a button hears and reaches what is new. */
  greet() {
    this.title.parentElement?.scrollIntoView({ block: 'nearest' });
    this.title.focus({ preventScroll: true });
    announce(pick(this.#stage.task));
  }

  #begin() {
    clearTimeout(this.#timer);
    this.#over = false;
    this.#after = [];
    this.#say('', '');
    this.#enter(this.lesson.first);
  }

  /** @param {LessonStage} stage */
  #enter(stage) {
    this.#stage = stage;
    this.#hinted = false;
    this.sentence.textContent = pick(stage.task);
    this.board.locked = false;
    this.board.show(stage.state);
    this.#draw();
  }

  /** @param {string} text */
  #decided(text) {
    const follows = this.#stage.accepted[text];
    if (!follows) {
      this.board.refuse();
      this.#say(pick(this.#stage.but[text] ?? this.#stage.wrong), 'no');
      return;
    }
    this.#say(pick(follows.said), 'yes');
    this.#play(follows.frames, () => {
      if (follows.next) this.#goOn(follows.next);
      else this.#end();
    });
  }

  /** Shows one state after the other. @param {BoardState[]} frames @param {() => void} then */
  #play(frames, then) {
    const [frame, ...more] = frames;
    if (!frame) return then();
    this.board.locked = true;
    this.board.show(frame);
    this.#draw();
    if (!more.length) return then();
    this.#timer = setTimeout(() => this.#play(more, then), PAUSE);
  }

  /** @param {LessonStage} stage */
  #goOn(stage) {
    this.#enter(stage);
    announce(pick(stage.task));
  }

  #end() {
    this.#over = true;
    this.board.locked = false;
    this.#say(pick(this.lesson.done), 'yes');
    this.#after = this.finished();
    this.#draw();
    this.buttons.querySelector('.primary')?.scrollIntoView({ block: 'nearest' });
    if (this.element.contains(document.activeElement) || document.activeElement === document.body) {
      /** @type {HTMLElement | null} */ (this.buttons.querySelector('.primary'))?.focus({ preventScroll: true });
    }
  }

  #hint() {
    this.#hinted = true;
    this.board.show({ ...this.#stage.state, marked: this.#stage.cells });
    this.#say(pick(this.#stage.hint), 'hint');
    this.#draw();
  }

  /** @param {string} words @param {'yes' | 'no' | 'hint' | ''} manner */
  #say(words, manner) {
    const before = manner === 'yes' || manner === 'no' ? t(`learn.${manner}`) : '';
    this.answer.textContent = words ? [before, words].filter(Boolean).join(' ') : '';
    this.answer.className = `answer ${manner}`;
    if (!words) return;
    announce(this.answer.textContent);
    // On a phone the board may fill the screen.
    this.answer.scrollIntoView({ block: 'nearest' });
  }

  #draw() {
    const { sentence, confirm, cancel } = this.#task ?? { sentence: '', confirm: null, cancel: false };
    const busy = this.#over || this.board.locked;
    this.element.classList.toggle('over', this.#over);
    // Before the first click the lesson's own task says more than the board's.
    this.guidance.textContent = cancel && !busy ? sentence : '';
    const row = this.#over
      ? [...this.#after, button(t('learn.again'), () => this.#begin(), 'quiet')]
      : [
          confirm && !busy && button(confirm, () => this.board.commit(), 'primary'),
          cancel && !busy && button(t('table.undo'), () => this.board.cancel(), ''),
          !this.#hinted && !busy && button(t('learn.hint'), () => this.#hint(), 'quiet'),
        ];
    refill(this.buttons, row, () => this.#focusBoard());
  }

  /** Where keys go on when the button under them is gone. */
  #focusBoard() {
    const target = this.board.querySelector('[tabindex="0"]');
    if (target instanceof SVGElement || target instanceof HTMLElement) target.focus({ preventScroll: true });
  }
}
