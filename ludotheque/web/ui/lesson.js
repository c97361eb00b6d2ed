/** A lesson or a puzzle: a board, a task, and an answer to every try. */

import { createBoard, listenToBoard } from '../board/create.js';
import { button, h, icon, refill } from '../lib/dom.js';
import { confirming, current, watch } from '../lib/settings.js';
import { pick, t } from '../lib/texts.js';
import { announce } from './announce.js';

/**
 * @import {BoardState, GameInfo, LessonJson, LessonStage, TaskDetail} from '../lib/types.js'
 *
 * @typedef {object} Options
 * @property {(helped: boolean) => HTMLElement[]} finished  called at the end; returns the buttons for what comes next
 * @property {string} again  the label of the button that starts again
 * @property {Lesson | null} [before]  the same lesson, to go on with
 * @property {boolean} [solution]  whether the reader can ask for the solution
 * @property {() => HTMLElement[]} [aside]  more buttons
 */

/** Milliseconds between two states that are shown in a row. */
const PAUSE = 1100;
/** The same for more than `MANY` states. */
const SHORT_PAUSE = 650;
const MANY = 4;

/**
 * The screen around a lesson: a heading, and the place for the lesson.
 * @param {string} name @param {HTMLElement} place @param {...import('../lib/dom.js').Child} heading
 */
export function lessonScreen(name, place, ...heading) {
  return h('div', { class: `lesson-screen ${name}` }, h('div', { class: 'lesson-head' }, ...heading), place);
}

/**
 * The button of one lesson or puzzle in the list of all.
 * @param {{ number: number, title: string, label: string, done: boolean, current: boolean }} step
 * @param {() => void} open
 */
export function stepButton({ number, title, label, done, current: isCurrent }, open) {
  return h(
    'button',
    {
      type: 'button',
      class: done ? 'lesson-step done' : 'lesson-step',
      title,
      'aria-label': label,
      'aria-current': isCurrent ? 'step' : null,
      onclick: open,
    },
    done ? icon('check') : String(number),
  );
}

export class Lesson {
  /** @type {LessonStage} */
  #stage;
  /** @type {TaskDetail | null} */
  #task = null;
  #hinted = false;
  #over = false;
  /** Whether the board shows the answer to a wrong try. */
  #failed = false;
  /** Whether the solution was shown. */
  #helped = false;
  /** @type {BoardState} */
  #shown;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The buttons after the end. @type {HTMLElement[]} */
  #nextButtons = [];

  /** @param {LessonJson} lesson @param {GameInfo} info @param {string} number @param {Options} options */
  constructor(lesson, info, number, options) {
    this.lesson = lesson;
    this.options = options;
    this.#stage = lesson.first;
    this.#shown = lesson.first.state;
    this.board = createBoard(info);
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
      h('div', { class: 'lesson-answer' }, this.guidance, this.answer, this.buttons),
    );
    this.element.style.setProperty('--ratio', this.board.style.getPropertyValue('--ratio'));
    this.#listen();
    if (options.before) this.#resume(options.before);
    else this.#begin();
  }

  #listen() {
    listenToBoard(this.board, {
      move: ({ move }) => this.#tried(move),
      announce: ({ text }) => announce(text),
      wrong: ({ text }) => this.#say(text, 'no'),
      task: (task) => {
        this.#task = task;
        this.#draw();
      },
    });
    this.unwatch = watch(() => this.#applySettings());
    this.#applySettings();
  }

  #applySettings() {
    this.board.muted = !current().sound;
    this.board.confirming = confirming();
  }

  leave() {
    clearTimeout(this.#timer);
    this.unwatch?.();
  }

  /** Brings the lesson into sight, and the focus to it. */
  greet() {
    this.title.parentElement?.scrollIntoView({ block: 'nearest' });
    this.title.focus({ preventScroll: true });
    announce(pick(this.#stage.task));
  }

  #restart() {
    this.#say('', '');
    this.#begin();
  }

  #begin() {
    clearTimeout(this.#timer);
    this.#over = false;
    this.#helped = false;
    this.#nextButtons = [];
    this.#enter(this.lesson.first);
  }

  /** Goes on where the reader left. @param {Lesson} before */
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

  /** @param {string} move */
  #tried(move) {
    const follows = this.#stage.accepted[move];
    if (!follows) {
      this.#fail(this.#stage.but[move] ?? { text: this.#stage.wrong, frames: [] });
      return;
    }
    this.#say(pick(follows.said), 'yes');
    this.#play(follows.frames, () => {
      if (follows.next) this.#goOn(follows.next);
      else this.#end();
    });
  }

  /** Answers a wrong try, and shows what follows from it. @param {LessonStage['but'][string]} answer */
  #fail({ text, frames }) {
    this.#say(pick(text), 'no');
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
    this.board.takeFocus();
  }

  /** Plays the solution. */
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
   * Shows states one after the other.
   * @param {BoardState[]} frames @param {() => void} then @param {number} [pause]
   */
  #play(frames, then, pause = frames.length > MANY ? SHORT_PAUSE : PAUSE) {
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
    this.#nextButtons = this.options.finished(this.#helped);
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

  /** @param {string} text @param {'yes' | 'no' | 'hint' | ''} kind */
  #say(text, kind) {
    const before = kind === 'yes' || kind === 'no' ? t(`learn.${kind}`) : '';
    this.answer.textContent = text ? [before, text].filter(Boolean).join(' ') : '';
    this.answer.className = `answer ${kind}`;
    if (!text) return;
    announce(this.answer.textContent);
    // On a phone the board may fill the screen.
    this.answer.scrollIntoView({ block: 'nearest' });
  }

  #draw() {
    const { sentence, confirm, cancel } = this.#task ?? { sentence: '', confirm: null, cancel: false };
    const busy = this.#over || this.board.locked;
    this.element.classList.toggle('over', this.#over);
    // Before the first click the lesson's task says more than the board's.
    this.guidance.textContent = cancel && !busy ? sentence : '';
    const aside = this.options.aside?.() ?? [];
    const row = this.#over
      ? [...this.#nextButtons, button(this.options.again, () => this.#restart(), 'quiet'), ...aside]
      : [
          this.#failed && button(t('puzzles.retry'), () => this.#retry(), 'primary'),
          confirm && !busy && button(confirm, () => this.board.commit(), 'primary confirm'),
          cancel && !busy && button(t('table.undo'), () => this.board.cancel(), ''),
          !this.#hinted && !busy && button(t('learn.hint'), () => this.#hint(), 'quiet'),
          this.options.solution && (this.#failed || !busy) && button(t('puzzles.solution'), () => this.#reveal(), 'quiet'),
          ...aside,
        ];
    refill(this.buttons, row, () => this.board.takeFocus());
  }
}
