/** Creates boards for the screens. */

import { language, t } from '../lib/texts.js';
import './board.js';

/**
 * @import {GameInfo} from '../lib/types.js'
 * @import {LudoBoard} from './board.js'
 */

/** Returns a board in the reader's language. @param {GameInfo} info */
export function createBoard(info) {
  const board = /** @type {LudoBoard} */ (document.createElement('ludo-board'));
  board.info = info;
  board.language = language();
  board.texts = t;
  setRatio(board, info);
  return board;
}

/**
 * Calls these functions with the details of the board's events.
 * @param {LudoBoard} board
 * @param {object} handlers
 * @param {(detail: import('../lib/types.js').MoveDetail) => void} handlers.move
 * @param {(detail: import('../lib/types.js').TaskDetail) => void} handlers.task
 * @param {(detail: import('../lib/types.js').TextDetail) => void} handlers.wrong
 * @param {(detail: import('../lib/types.js').TextDetail) => void} [handlers.announce]
 * @param {(detail: import('../lib/types.js').TextDetail) => void} [handlers.reveal]
 * @param {(detail: import('../lib/types.js').ShownDetail) => void} [handlers.shown]
 * @param {() => void} [handlers.settled]
 */
export function listenToBoard(board, handlers) {
  for (const [name, act] of Object.entries(handlers)) {
    board.addEventListener(name, (event) => act(/** @type {CustomEvent} */ (event).detail));
  }
}

/** Tells the styles how wide a board is for its height. @param {HTMLElement} element @param {GameInfo} info */
export function setRatio(element, info) {
  const [left, bottom, right, top] = info.board.extent;
  element.style.setProperty('--ratio', String((right - left) / (top - bottom)));
}
