/**
 * What the board says in words: the next thing to do, what is on a cell, what the others played.
 *
 * @import {BoardState, Cell, GameInfo, Language, PieceJson, TaskDetail, Text, Texts} from '../lib/types.js'
 * @import {Matcher} from './clicks.js'
 */

import { asSentence, format } from '../lib/format.js';

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
  const clauses = matcher.kinds.map(({ kind, left }) => format(info.kinds[kind]?.then[language] ?? '', { left }, language));
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

/** @param {PieceJson} piece @param {GameInfo} info @param {Language} language */
export function pieceName([symbol, , , , label, token], info, language) {
  const name = (token && info.tokens[token]?.label[language]) || info.symbols[symbol]?.[language] || '';
  return [name, label].filter(Boolean).join(' ');
}

/**
 * Returns what the others played since the state before: "Black: a6-a4", or "Black has chosen" for a secret move.
 * @param {BoardState} before @param {BoardState} now @param {number | null} own   the seat that has just moved here
 * @param {GameInfo} info @param {Language} language @param {Texts} texts
 */
export function changeText(before, now, own, info, language, texts) {
  if (now.moves.length < before.moves.length) return texts('board.taken_back');
  const sentences = [];
  for (const [number, [player, text]] of now.moves.entries()) {
    const known = before.moves[number];
    if ((known && known[1] === text) || player === own) continue;
    const side = info.sides[player]?.[language] ?? `${player + 1}`;
    sentences.push(text === null ? texts('board.has_chosen', { side }) : texts('board.played', { side, move: text }));
  }
  return sentences.join(' ');
}
