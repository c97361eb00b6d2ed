/**
 * What the board says in words: what to do now, what stands on a cell, what others decided.
 *
 * @import {BoardState, Cell, GameInfo, Language, PieceJson, TaskDetail, Text, Texts} from './types.js'
 * @import {Matcher} from './clicks.js'
 */

/** A counted noun: `{left:pawn|pawns}`. French counts 0 and 1 as singular, English only 1. */
const COUNTED = /\{left(?::([^|}]*)\|([^}]*))?\}/g;

/** @param {string} clause @param {number} left @param {Language} language */
export function fillLeft(clause, left, language) {
  const singular = left === 1 || (language === 'fr' && left === 0);
  return clause.replace(COUNTED, (_, one, many) => (one === undefined ? `${left}` : `${left} ${singular ? one : many}`));
}

/**
 * "a, b or c"; a clause with a semicolon of its own goes last, and a comma parts clauses that have commas.
 * @param {readonly string[]} clauses @param {Language} language
 */
export function either(clauses, language) {
  const ordered = [...clauses].sort((a, b) => Number(a.includes(';')) - Number(b.includes(';')));
  const last = ordered.pop() ?? '';
  if (!ordered.length) return last;
  const comma = ordered.some((clause) => /[,;:]/.test(clause)) ? ',' : '';
  return `${ordered.join(', ')}${comma} ${language === 'fr' ? 'ou' : 'or'} ${last}`;
}

/** Clauses that another one repeats and adds to are left out. @param {readonly string[]} clauses */
function distinct(clauses) {
  const all = [...new Set(clauses)].filter(Boolean);
  return all.filter((clause) => !all.some((other) => other !== clause && other.startsWith(clause)));
}

/** A capital first, a full stop last. @param {string} words */
export function asSentence(words) {
  const whole = words.charAt(0).toLocaleUpperCase() + words.slice(1);
  return !whole || /[.!?…:»”]$/.test(whole) ? whole : `${whole}.`;
}

/**
 * What to do now, for the shell's line and buttons.
 * @param {Matcher} matcher @param {GameInfo} info @param {Text | null} task @param {Language} language @param {Texts} texts
 * @returns {TaskDetail}
 */
export function whatToDo(matcher, info, task, language, texts) {
  const { clicks, decision } = matcher;
  if (!clicks.length) return { sentence: task?.[language] ?? '', confirm: null, cancel: false };
  const label = decision ? (info.kinds[decision.kind]?.do[language] ?? texts('board.confirm')) : null;
  const clauses = matcher.kinds.map(({ kind, left }) => fillLeft(info.kinds[kind]?.then[language] ?? '', left, language));
  const next = either(distinct(clauses), language);
  // The same words for whatever is found of a quiet set, or they would tell that it is found.
  if (matcher.quiet && label !== null) return { sentence: texts('board.quiet', { do: label }), confirm: label, cancel: true };
  let words = next;
  if (label !== null) words = next ? texts('board.or_press', { next, do: label }) : texts('board.press', { do: label });
  return { sentence: asSentence(words), confirm: label, cancel: true };
}

/**
 * What stands on a cell, from the ground up (null: nothing); some games draw marks on a cell that belong to none.
 * @param {Cell} cell @param {number} number @param {readonly PieceJson[]} pieces @param {GameInfo} info
 * @param {Language} language
 */
export function standingOn(cell, number, pieces, info, language) {
  const standing = pieces.filter(([, x, y, on]) => on === number || (on < 0 && Math.hypot(x - cell.x, y - cell.y) < 0.01));
  const names = standing.map((piece) => pieceName(piece, info, language));
  return standing.length ? [...new Set(names)].filter(Boolean) : null;
}

/** @param {PieceJson} piece @param {GameInfo} info @param {Language} language */
export function pieceName([symbol, , , , words, choice], info, language) {
  const name = (choice && info.words[choice]?.name[language]) || info.symbols[symbol]?.[language] || '';
  return [name, words].filter(Boolean).join(' ');
}

/**
 * What others did since the state before: "Black: a6-a4", or "Black has chosen" for a secret.
 * @param {BoardState} before @param {BoardState} now @param {number | null} own   the seat that just decided here
 * @param {GameInfo} info @param {Language} language @param {Texts} texts
 */
export function whatHappened(before, now, own, info, language, texts) {
  if (now.moves.length < before.moves.length) return texts('board.taken_back');
  const said = [];
  for (const [number, [player, text]] of now.moves.entries()) {
    const known = before.moves[number];
    if ((known && known[1] === text) || player === own) continue;
    const side = info.sides[player]?.[language] ?? `${player + 1}`;
    said.push(text === null ? texts('board.has_chosen', { side }) : texts('board.decided', { side, move: text }));
  }
  return said.join(' ');
}
