/** One puzzle of a run: one try, no help, and short pauses. */

import { createBoard, listenToBoard } from '../../board/create.js';
import { studyAdvice } from '../../lib/advice.js';
import { button, h, refill } from '../../lib/dom.js';
import { confirming, current } from '../../lib/settings.js';
import { pick, t } from '../../lib/texts.js';
import { showAlert } from '../../ui/alert.js';
import { announce } from '../../ui/announce.js';
import { makeDock } from '../../ui/dock.js';

/**
 * @import {LessonStage, PuzzleJson, TaskDetail} from '../../lib/types.js'
 */

/** Milliseconds for which the opponent's reply is shown before the next move is asked. */
const PAUSE = 600;

export class Task {
  /** @type {LessonStage} */
  #stage;
  #over = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {PuzzleJson} puzzle @param {string} title @param {HTMLElement} last what is said about the puzzle before
   * @param {(right: boolean, move: string) => void} answered
   */
  constructor(puzzle, title, last, answered) {
    this.puzzle = puzzle;
    this.answered = answered;
    this.#stage = puzzle.first;
    this.board = createBoard(puzzle.board);
    this.sentence = h('p', { class: 'sentence' });
    this.guidance = h('p', { class: 'guidance' });
    this.buttons = h('div', { class: 'row' });
    this.element = h(
      'section',
      { class: 'lesson', 'aria-label': title, 'data-puzzle': puzzle.id },
      h(
        'div',
        { class: 'lesson-window' },
        h('div', { class: 'lesson-task' }, h('h2', null, title), this.sentence),
        h('div', { class: 'lesson-board' }, this.board),
        h('div', { class: 'lesson-answer' }, last, this.guidance, makeDock(this.buttons)),
      ),
    );
    this.element.style.setProperty('--ratio', this.board.style.getPropertyValue('--ratio'));
    this.#listen();
    this.#enter(puzzle.first);
  }

  #listen() {
    const { explain } = studyAdvice(
      () => ({ record: this.#stage.record }),
      () => this.puzzle.player,
    );
    this.board.advice = { explain };
    this.board.muted = !current().sound;
    this.board.confirming = confirming();
    listenToBoard(this.board, {
      move: ({ move }) => this.#tried(move),
      announce: ({ text }) => announce(text),
      wrong: ({ text, ruling }) => showAlert(this.guidance, text, this.puzzle.board.game, ruling),
      task: (task) => this.#draw(task),
    });
  }

  /** Gives the board the focus, and says what is asked. */
  greet() {
    this.board.takeFocus();
    announce(pick(this.#stage.task));
  }

  leave() {
    this.#over = true;
    this.board.locked = true;
    clearTimeout(this.#timer);
  }

  /** @param {LessonStage} stage */
  #enter(stage) {
    this.#stage = stage;
    this.sentence.textContent = pick(stage.task);
    this.board.locked = false;
    this.board.show(stage.state);
  }

  /** @param {string} move */
  #tried(move) {
    if (this.#over) return;
    const [right = ''] = Object.keys(this.#stage.accepted);
    const follows = this.#stage.accepted[move];
    this.board.locked = true;
    if (!follows || !follows.next) {
      this.answered(Boolean(follows), right);
      return;
    }
    const { frames, next } = follows;
    const last = frames.at(-1);
    if (last) this.board.show(last);
    this.#timer = setTimeout(() => {
      this.#enter(next);
      this.greet();
    }, PAUSE);
  }

  /** @param {TaskDetail} task */
  #draw({ sentence, confirm, cancel }) {
    const busy = this.#over || this.board.locked;
    this.guidance.textContent = cancel && !busy ? sentence : '';
    refill(
      this.buttons,
      [
        confirm && !busy && button(confirm, () => this.board.commit(), 'primary confirm'),
        cancel && !busy && button(t('table.undo'), () => this.board.cancel()),
      ],
      () => this.board.takeFocus(),
    );
  }
}
