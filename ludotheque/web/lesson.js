/** One lesson or puzzle: a board, one thing to do, and an answer to whatever is tried, in words and on the board. */

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
 * @typedef {object} Manner
 * @property {(helped: boolean) => HTMLElement[]} finished  called once it is done; gives the buttons that lead on
 * @property {string} again  the words of the button that begins anew
 * @property {Lesson | null} [before]  the same lesson as it was left, to go on with
 * @property {boolean} [solution]  whether the solution can be asked for
 * @property {() => HTMLElement[]} [aside]  other ways from here
 */

/** How long a reply can be looked at before the next thing happens, in milliseconds. */
const PAUSE = 1100;
/** The same where much is shown at once. */
const BRISK = 650;
const MUCH = 4;

export class Lesson {
  /** @type {LessonStage} */
  #stage;
  /** @type {TaskDetail | null} */
  #task = null;
  #hinted = false;
  #over = false;
  /** Whether a wrong try stands on the board with its answer. */
  #failed = false;
  /** Whether the solution was shown. */
  #helped = false;
  /** @type {BoardState} */
  #shown;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** What to offer once it is done. @type {HTMLElement[]} */
  #after = [];

  /** @param {LessonJson} lesson @param {GameInfo} info @param {string} number @param {Manner} manner */
  constructor(lesson, info, number, manner) {
    this.lesson = lesson;
    this.manner = manner;
    this.#stage = lesson.first;
    this.#shown = lesson.first.state;
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
    if (manner.before) this.#resume(manner.before);
    else this.#begin();
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

  #startAnew() {
    this.#say('', '');
    this.#begin();
  }

  #begin() {
    clearTimeout(this.#timer);
    this.#over = false;
    this.#helped = false;
    this.#after = [];
    this.#enter(this.lesson.first);
  }

  /** Go on where a reader left, who has perhaps changed the language. @param {Lesson} before */
  #resume(before) {
    this.#helped = before.#helped;
    this.#enter(before.#stage);
    if (!before.#over) return;
    this.#put(before.#shown);
    this.#end();
  }

  /** @param {LessonStage} stage */
  #enter(stage) {
    this.#stage = stage;
    this.#hinted = false;
    this.#failed = false;
    this.sentence.textContent = pick(stage.task);
    this.board.locked = false;
    this.#put(stage.state);
    this.#draw();
  }

  /** @param {BoardState} state */
  #put(state) {
    this.#shown = state;
    this.board.show(state);
  }

  /** @param {string} text */
  #decided(text) {
    const follows = this.#stage.accepted[text];
    if (!follows) {
      this.#fail(this.#stage.but[text] ?? { words: this.#stage.wrong, frames: [] });
      return;
    }
    this.#say(pick(follows.said), 'yes');
    this.#play(follows.frames, () => {
      if (follows.next) this.#goOn(follows.next);
      else this.#end();
    });
  }

  /** A wrong try: said why, and shown where that can be seen. @param {LessonStage['but'][string]} answer */
  #fail({ words, frames }) {
    this.#say(pick(words), 'no');
    if (!frames.length) {
      this.board.refuse();
      return;
    }
    this.#play(frames, () => {
      this.#failed = true;
      this.#draw();
      this.#focusPrimary();
    });
  }

  #retry() {
    this.#say('', '');
    this.#enter(this.#stage);
    this.#focusBoard();
  }

  /** Plays what is right from here on. */
  #reveal() {
    this.#helped = true;
    this.#failed = false;
    const moves = [];
    const frames = [];
    for (let stage = /** @type {LessonStage | null} */ (this.#stage); stage; ) {
      const [[move, follows] = []] = Object.entries(stage.accepted);
      if (!move || !follows) break;
      moves.push(move);
      frames.push(...follows.frames);
      stage = follows.next;
    }
    this.#put(this.#stage.state);
    this.#say(t('puzzles.shown', { moves: moves.join(', ') }), 'hint');
    this.#play(frames, () => this.#end());
  }

  /**
   * Shows one state after the other.
   * @param {BoardState[]} frames @param {() => void} then @param {number} [pause]
   */
  #play(frames, then, pause = frames.length > MUCH ? BRISK : PAUSE) {
    const [frame, ...more] = frames;
    if (!frame) return then();
    this.board.locked = true;
    this.#put(frame);
    this.#draw();
    if (!more.length) return then();
    this.#timer = setTimeout(() => this.#play(more, then, pause), pause);
  }

  /** @param {LessonStage} stage */
  #goOn(stage) {
    this.#enter(stage);
    announce(pick(stage.task));
  }

  #end() {
    this.#over = true;
    this.board.locked = false;
    if (!this.#helped) this.#say(pick(this.lesson.done), 'yes');
    this.#after = this.manner.finished(this.#helped);
    this.#draw();
    this.#focusPrimary();
  }

  #focusPrimary() {
    const primary = /** @type {HTMLElement | null} */ (this.buttons.querySelector('.primary'));
    primary?.scrollIntoView({ block: 'nearest' });
    if (this.element.contains(document.activeElement) || document.activeElement === document.body) {
      primary?.focus({ preventScroll: true });
    }
  }

  #hint() {
    this.#hinted = true;
    this.#put({ ...this.#stage.state, marked: this.#stage.cells });
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
    const aside = this.manner.aside?.() ?? [];
    const row = this.#over
      ? [...this.#after, button(this.manner.again, () => this.#startAnew(), 'quiet'), ...aside]
      : [
          this.#failed && button(t('puzzles.retry'), () => this.#retry(), 'primary'),
          confirm && !busy && button(confirm, () => this.board.commit(), 'primary confirm'),
          cancel && !busy && button(t('table.undo'), () => this.board.cancel(), ''),
          !this.#hinted && !busy && button(t('learn.hint'), () => this.#hint(), 'quiet'),
          this.manner.solution && (this.#failed || !busy) && button(t('puzzles.solution'), () => this.#reveal(), 'quiet'),
          ...aside,
        ];
    refill(this.buttons, row, () => this.#focusBoard());
  }

  /** Where keys go on when the button under them is gone. */
  #focusBoard() {
    const target = this.board.querySelector('[tabindex="0"]');
    if (target instanceof SVGElement || target instanceof HTMLElement) target.focus({ preventScroll: true });
  }
}
