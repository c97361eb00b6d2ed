/** A figure: a live position with a caption. Some figures have steps to go through. */

import { createBoard } from '../board/create.js';
import { button, freshId, h } from '../lib/dom.js';
import { formatList, pick, sentenceOf, t } from '../lib/texts.js';
import { announce } from './announce.js';

/**
 * @import {FigureJson, Frame, GameInfo} from '../lib/types.js'
 * @import {LudoBoard} from '../board/board.js'
 */

/** @param {FigureJson} figure @param {GameInfo} info */
export function figureOf(figure, info) {
  const id = freshId('figure');
  const board = createBoard(info);
  const lines = figure.frames.map((frame, at) => h('p', null, frameText(figure, frame, at, info)));
  const caption = h('figcaption', { id, class: 'figure-text' }, lines);
  const element = h('figure', { class: 'figure', 'aria-labelledby': id }, board);
  if (figure.frames.length > 1) element.append(steps(figure, board, lines));
  else board.show(/** @type {Frame} */ (figure.frames[0]));
  element.append(caption);
  return element;
}

/** The buttons to go through the steps. @param {FigureJson} figure @param {LudoBoard} board @param {HTMLElement[]} lines */
function steps({ frames }, board, lines) {
  const place = h('span', { class: 'place' });
  const back = button(t('rules.back'), () => step(-1), 'small');
  const next = button(t('rules.next'), () => step(1), 'small');
  let at = 0;

  /** @param {number} direction */
  function step(direction) {
    const pressed = document.activeElement;
    at = (at + direction + frames.length) % frames.length;
    show();
    announce(`${place.textContent}. ${lines[at]?.textContent}`);
    // A disabled button would lose the keyboard focus.
    if (back.disabled && pressed === back) next.focus();
  }

  function show() {
    board.show(/** @type {Frame} */ (frames[at]));
    for (const [number, line] of lines.entries()) line.classList.toggle('current', number === at);
    place.textContent = t('rules.step', { at: at + 1, all: frames.length });
    back.disabled = at === 0;
    next.textContent = t(at === frames.length - 1 ? 'rules.again' : 'rules.next');
  }
  show();
  return h('div', { class: 'row steps' }, back, place, next);
}

/**
 * Returns the caption or the text of a step, then the score and the end of the game.
 * @param {FigureJson} figure @param {Frame} frame @param {number} at @param {GameInfo} info
 */
function frameText(figure, frame, at, info) {
  const texts = [pick(at ? frame.text : figure.caption)];
  if (frame.points && at) {
    const score = frame.points.map((count, side) => `${pick(info.sides[side])} ${t('players.points', { count })}`);
    texts.push(t('rules.score', { score: formatList(score) }));
  }
  if (frame.result) texts.push(t('rules.end', { why: sentenceOf(frame.result.text) }));
  return texts.filter(Boolean).join(' ');
}

/** All steps of a figure in a row, for paper. @param {FigureJson} figure @param {GameInfo} info */
export function strip(figure, info) {
  return h(
    'div',
    { class: 'strip' },
    figure.frames.map((frame, at) => {
      const board = createBoard(info);
      board.show(frame);
      return h('div', null, board, h('p', null, `${at + 1}. ${frameText(figure, frame, at, info)}`));
    }),
  );
}
