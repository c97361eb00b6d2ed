/** A figure of the rules: a live position with its words, and steps to walk through where it has them. */

import './board.js';
import { announce } from './announce.js';
import { button, freshId, h } from './dom.js';
import { listed, pick, speaks, t, whole } from './texts.js';

/**
 * @typedef {import('./types.js').Figure} Figure
 * @typedef {import('./types.js').Frame} Frame
 * @typedef {import('./types.js').GameInfo} GameInfo
 * @typedef {import('./board.js').LudoBoard} LudoBoard
 */

/** A board that speaks the reader's language. @param {GameInfo} info */
export function makeBoard(info) {
  const board = /** @type {LudoBoard} */ (document.createElement('ludo-board'));
  board.info = info;
  board.language = speaks();
  board.texts = t;
  const [left, bottom, right, top] = info.board.extent;
  board.style.setProperty('--ratio', String((right - left) / (top - bottom)));
  return board;
}

/** @param {Figure} figure @param {GameInfo} info */
export function figureOf(figure, info) {
  const id = freshId('figure');
  const board = makeBoard(info);
  const lines = figure.frames.map((frame, at) => h('p', null, frameWords(figure, frame, at, info)));
  const words = h('figcaption', { id, class: 'figure-words' }, lines);
  const element = h('figure', { class: 'figure', 'aria-labelledby': id }, board);
  if (figure.frames.length > 1) element.append(steps(figure, board, lines));
  else board.show(/** @type {Frame} */ (figure.frames[0]));
  element.append(words);
  return element;
}

/** The buttons that lead from picture to picture. @param {Figure} figure @param {LudoBoard} board @param {HTMLElement[]} lines */
function steps({ frames }, board, lines) {
  const place = h('span', { class: 'place' });
  const back = button(t('rules.back'), () => turn(-1), 'small');
  const next = button(t('rules.next'), () => turn(1), 'small');
  let at = 0;

  /** @param {number} way */
  function turn(way) {
    const pressed = document.activeElement;
    at = (at + way + frames.length) % frames.length;
    show();
    announce(`${place.textContent}. ${lines[at]?.textContent}`);
    // A button that was pressed and is switched off would lose the keys.
    if (back.disabled && pressed === back) next.focus();
  }

  function show() {
    board.show(/** @type {Frame} */ (frames[at]));
    for (const [number, line] of lines.entries()) line.classList.toggle('now-told', number === at);
    place.textContent = t('rules.step', { at: at + 1, all: frames.length });
    back.disabled = at === 0;
    next.textContent = t(at === frames.length - 1 ? 'rules.anew' : 'rules.next');
  }
  show();
  return h('div', { class: 'row steps' }, back, place, next);
}

/**
 * What is said of one picture: the caption or the step's words, then the score and the end of the game.
 * @param {Figure} figure @param {Frame} frame @param {number} at @param {GameInfo} info
 */
function frameWords(figure, frame, at, info) {
  const said = [pick(at ? frame.words : figure.caption)];
  if (frame.points && at) {
    const score = frame.points.map((count, side) => `${pick(info.sides[side])} ${t('players.points', { count })}`);
    said.push(t('rules.score', { score: listed(score) }));
  }
  if (frame.result) said.push(t('rules.end', { why: whole(frame.result.words) }));
  return said.filter(Boolean).join(' ');
}

/** Paper has no buttons: there, all pictures of a figure stand in a row. @param {Figure} figure @param {GameInfo} info */
export function strip(figure, info) {
  return h(
    'div',
    { class: 'strip' },
    figure.frames.map((frame, at) => {
      const board = makeBoard(info);
      board.show(frame);
      return h('div', null, board, h('p', null, `${at + 1}. ${frameWords(figure, frame, at, info)}`));
    }),
  );
}
