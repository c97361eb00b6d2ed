/**
 * What the board says in words: the next thing to do, what is on a cell, what the others played.
 *
 * @import {BoardState, Cell, GameInfo, Language, PieceJson, TaskDetail, Text, Texts} from '../lib/types.js'
 * @import {Matcher} from './clicks.js'
 * @import {Shape} from './highlights.js'
 */

import { asSentence, format } from '../lib/format.js';
import { MEANINGS } from './highlights.js';

/**
 * Returns "a, b or c". A clause with a semicolon goes last. A comma separates clauses that have commas themselves.
 * @param {readonly string[]} clauses @param {Texts} texts
 */
export function alternatives(clauses, texts) {
  const ordered = [...clauses].sort((a, b) => Number(a.includes(';')) - Number(b.includes(';')));
  const last = ordered.pop() ?? '';
  if (!ordered.length) return last;
  const comma = ordered.some((clause) => /[,;:]/.test(clause)) ? ',' : '';
  return texts('board.or', { first: `${ordered.join(', ')}${comma}`, last });
}

/** Leaves out clauses that another one repeats and adds to. @param {readonly string[]} clauses */
function distinct(clauses) {
  const all = [...new Set(clauses)].filter(Boolean);
  return all.filter((clause) => !all.some((other) => other !== clause && other.startsWith(clause)));
}

/**
 * Returns what to do now: a sentence, and the labels of the buttons.
 * @param {Matcher} matcher @param {GameInfo} info @param {Text | null} task @param {Language} language @param {Texts} texts
 * @returns {TaskDetail}
 */
export function currentTask(matcher, info, task, language, texts) {
  const { clicks, move } = matcher;
  if (!clicks.length) return { sentence: task?.[language] ?? '', confirm: null, cancel: false };
  const label = move ? (info.kinds[move.kind]?.do[language] ?? texts('board.confirm')) : null;
  const clauses = matcher.kinds.map(({ kind, left, token }) => {
    const button = info.tokens[token];
    return button?.symbol ? button.label[language] : format(info.kinds[kind]?.then[language] ?? '', { left }, language);
  });
  const next = alternatives(distinct(clauses), texts);
  // The sentence is the same for any part of a hidden set that was found. Another one would give the set away.
  if (matcher.quiet && label !== null) return { sentence: texts('board.quiet', { do: label }), confirm: label, cancel: true };
  let clause = next;
  if (label !== null) clause = next ? texts('board.or_press', { next, do: label }) : texts('board.press', { do: label });
  return { sentence: asSentence(clause, language), confirm: label, cancel: true };
}

/**
 * Returns the names of the pieces on a cell, from the ground up, or null for an empty cell. Some games draw marks on a
 * cell that belong to no cell; they count by their place.
 * @param {Cell} cell @param {number} number @param {readonly PieceJson[]} pieces @param {GameInfo} info
 * @param {Language} language
 */
export function piecesOn(cell, number, pieces, info, language) {
  const there = pieces.filter(([, x, y, on]) => on === number || (on < 0 && Math.hypot(x - cell.x, y - cell.y) < 0.01));
  const names = there.map((piece) => pieceName(piece, info, language));
  return there.length ? [...new Set(names)].filter(Boolean) : null;
}

/**
 * Returns the label of a target for screen readers: its name, what is on it, what it means now.
 * @param {{token: string, number: number, chosen: boolean, shape?: Shape, told?: string}} target   `number` is the cell's, or -1
 * @param {BoardState} state @param {GameInfo} info @param {Language} language @param {Texts} texts
 */
export function targetLabel({ token, number, chosen, shape, told }, state, info, language, texts) {
  const cell = info.board.cells[number];
  const pieces = cell && piecesOn(cell, number, [...state.pieces, ...state.traces.flat()], info, language);
  const meaning = shape && texts(MEANINGS[shape]);
  return [
    tokenName(token, state, info, language),
    ...(cell ? (pieces ?? [texts('board.empty')]) : []),
    chosen ? texts('board.chosen') : meaning,
    state.marked?.includes(token) && texts('board.marked'),
    state.dangers.some(({ cells }) => cells.includes(token)) && texts('board.danger'),
    state.result?.cells.includes(token) && texts('board.decided'),
    state.last.includes(token) && texts('board.last_move'),
    told,
  ]
    .filter(Boolean)
    .join(', ');
}

/** @param {string} token @param {BoardState} state @param {GameInfo} info @param {Language} language */
function tokenName(token, state, info, language) {
  const piece = state.pieces.find((known) => known[5] === token);
  if (piece) return pieceName(piece, info, language) || token;
  return info.tokens[token]?.label[language] ?? token;
}

/** @param {PieceJson} piece @param {GameInfo} info @param {Language} language */
export function pieceName([symbol, , , , label, token], info, language) {
  const name = (token && info.tokens[token]?.label[language]) || info.symbols[symbol]?.[language] || '';
  return [name, label].filter(Boolean).join(' ');
}

/**
 * Returns what happened since the state before: what was played and what it did, or "Black has chosen" for a secret move.
 * @param {BoardState} before @param {BoardState} now @param {GameInfo} info @param {Language} language @param {Texts} texts
 */
export function changeText(before, now, info, language, texts) {
  if (now.moves.length < before.moves.length) return texts('board.taken_back');
  const changed = now.moves.filter(([, text], number) => before.moves[number]?.[1] !== text || !(number in before.moves));
  if (!changed.length) return '';
  const secret = changed.filter(([, text]) => text === null);
  if (!secret.length) return now.told.map((text) => text[language]).join(' ');
  return secret.map(([player]) => texts('board.has_chosen', { side: info.sides[player]?.[language] ?? '' })).join(' ');
}
