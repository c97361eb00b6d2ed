/** A lesson or a puzzle: a board, a task, and an answer to every try. */

import { createBoard, listenToBoard } from '../board/create.js';
import { studyAdvice } from '../lib/advice.js';
import { button, h, icon, refill } from '../lib/dom.js';
import { confirming, current, watch } from '../lib/settings.js';
import { pick, t } from '../lib/texts.js';
import { showAlert } from './alert.js';
import { announce } from './announce.js';
import { makeDock } from './dock.js';

/**
 * @import {BoardState, GameInfo, LessonJson, LessonStage, LessonStep, TaskDetail} from '../lib/types.js'
 * @import {Judgement} from './turning-lesson.js'
 *
 * @typedef {object} Options
 * @property {(helped: boolean) => HTMLElement[]} finished  called at the end; returns the buttons for what comes next
 * @property {string} again  the label of the button that starts again
 * @property {Lesson | null} [before]  the same lesson, to go on with
 * @property {boolean} [solution]  whether the reader can ask for the solution
 * @property {() => HTMLElement[]} [aside]  more buttons
 * @property {() => void} [failed]  called after a wrong try
 * @property {() => string} [explained]  what is said about the solution when it is shown
 * @property {string} [note]  what else there is to know
 * @property {() => string} [praise]  what is said at the end besides what the lesson taught
 * @property {HTMLElement} [others]  the way to the other lessons, where it belongs beside the board
 * @property {(move: string) => Promise<Judgement | null>} [judge]  judges a move that the lesson does not know
 */

/** Milliseconds between two states that are shown in a row. */
const PAUSE = 1100;
/** The same for more than `MANY` states. */
const SHORT_PAUSE = 650;
const MANY = 4;

/**
 * The screen around a lesson: its title, the place for the lesson, and below it the way to the others.
 * @param {string} name @param {string} title @param {HTMLElement} place @param {...import('../lib/dom.js').Child} others
 */
export function lessonScreen(name, title, place, ...others) {
  return h('div', { class: `lesson-screen ${name}` }, h('h1', null, title), place, h('div', { class: 'lesson-others' }, ...others));
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
  /** What the drawn buttons depend on. */
  #drawnButtons = '';
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
    this.more = h('div', { class: 'row' });
    this.element = h(
      'section',
      { class: 'lesson', 'aria-label': number },
      h(
        'div',
        { class: 'lesson-window' },
        h('div', { class: 'lesson-task' }, h('p', { class: 'kicker' }, number), this.title, this.sentence),
        h('div', { class: 'lesson-board' }, this.board),
        h('div', { class: 'lesson-answer' }, this.guidance, this.answer, makeDock(this.buttons)),
      ),
      h('div', { class: 'lesson-more' }, this.more, this.#note(), options.others),
    );
    this.element.style.setProperty('--ratio', this.board.style.getPropertyValue('--ratio'));
    this.#listen(info.game);
    if (options.before) this.#resume(options.before);
    else this.#begin();
  }

  #note() {
    return this.options.note ? h('p', { class: 'hint' }, this.options.note) : null;
  }

  /** @param {string} game */
  #listen(game) {
    const { explain } = studyAdvice(
      () => ({ record: this.#stage.record }),
      () => this.lesson.player,
    );
    // A preview would solve the task.
    this.board.advice = { explain };
    listenToBoard(this.board, {
      move: ({ move }) => this.#tried(move),
      announce: ({ text }) => announce(text),
      wrong: ({ text, ruling }) => {
        this.#say(text, 'wrong');
        showAlert(this.answer, text, game, ruling);
      },
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
    this.#drawnButtons = '';
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
    const answer = this.#stage.but[move];
    if (follows) this.#accept(follows);
    else if (answer || !this.options.judge) this.#fail(answer ?? { text: this.#stage.wrong, frames: [] });
    else void this.#judge(move, this.options.judge);
  }

  /** @param {string} move @param {(move: string) => Promise<Judgement | null>} judge */
  async #judge(move, judge) {
    const stage = this.#stage;
    this.#say(t('study.thinks'), 'hint');
    this.board.locked = true;
    const judgement = await judge(move).catch(() => null);
    if (stage !== this.#stage || !this.element.isConnected) return;
    this.board.locked = false;
    if (judgement && 'step' in judgement) this.#accept(judgement.step);
    else this.#fail(judgement?.answer ?? { text: stage.wrong, frames: [] });
  }

  /** Goes on after a right move. @param {LessonStep} follows */
  #accept(follows) {
    this.#say(pick(follows.said), 'yes');
    this.#play(follows.frames, () => {
      if (follows.next) this.#goOn(follows.next);
      else this.#end();
    });
  }

  /** Answers a wrong try, and shows what follows from it. @param {LessonStage['but'][string]} answer */
  #fail({ text, frames }) {
    this.options.failed?.();
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
    const shown = t('puzzles.shown', { moves: moves.join(', ') });
    this.#say([shown, this.options.explained?.()].filter(Boolean).join(' '), 'hint');
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
    // Where the last answer says it all, there is nothing to add at the end.
    this.#nextButtons = this.options.finished(this.#helped);
    const done = [pick(this.lesson.done), this.options.praise?.()].filter(Boolean).join(' ');
    if (!this.#helped && done) this.#say(done, 'yes');
    this.#draw();
    this.#focusPrimary();
  }

  #focusPrimary() {
    const primary = /** @type {HTMLElement | null} */ (this.buttons.querySelector('.primary'));
    this.answer.scrollIntoView({ block: 'nearest' });
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

  /** @param {string} text @param {'yes' | 'no' | 'wrong' | 'hint' | ''} kind   `wrong` is a click that leads nowhere */
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
    // A new sentence must not replace a button under the finger.
    const buttons = JSON.stringify([this.#over, busy, confirm, cancel, this.#hinted, this.#failed, this.#helped]);
    if (buttons === this.#drawnButtons && !this.#over) return;
    this.#drawnButtons = buttons;
    const [main, more] = this.#over ? this.#lastButtons() : this.#taskButtons(confirm, cancel, busy);
    const toBoard = () => this.board.takeFocus();
    refill(this.buttons, main, toBoard);
    refill(this.more, [...more, ...(this.options.aside?.() ?? [])], toBoard);
  }

  /** The buttons after the end: what comes next, and more. @returns {HTMLElement[][]} */
  #lastButtons() {
    const main = this.#nextButtons.filter((one) => one.classList.contains('primary'));
    const more = this.#nextButtons.filter((one) => !main.includes(one));
    return [[...main, button(this.options.again, () => this.#restart(), 'quiet')], more];
  }

  /**
   * The buttons during a task. While a move waits for its confirmation, help steps back.
   * @param {string | null} confirm @param {boolean} cancel @param {boolean} busy
   */
  #taskButtons(confirm, cancel, busy) {
    const help = [
      !this.#hinted && !busy && pick(this.#stage.hint) && button(t('learn.hint'), () => this.#hint(), 'quiet'),
      this.options.solution && (this.#failed || !busy) && button(t('puzzles.solution'), () => this.#reveal(), 'quiet'),
    ];
    const move = [
      this.#failed && button(t('puzzles.retry'), () => this.#retry(), 'primary'),
      confirm && !busy && button(confirm, () => this.board.commit(), 'primary confirm'),
      cancel && !busy && button(t('table.undo'), () => this.board.cancel(), ''),
    ];
    return (confirm || cancel) && !busy ? [move, help] : [[...move, ...help], []];
  }
}
