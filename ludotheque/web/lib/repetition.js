/** When a failed puzzle comes back. Each success puts it off for longer, and a failure starts again. */

/** Days until a puzzle comes back: after a failure, then after each success. */
export const INTERVALS = [1, 3, 7, 16, 35];

/**
 * A puzzle that comes back: the place of its interval, and the day from which on it is due.
 * @typedef {{ step: number, due: number }} Card
 */

/** Returns the card of a puzzle that was failed. @param {number} day @returns {Card} */
export function afterFailure(day) {
  return { step: 0, due: day + (INTERVALS[0] ?? 1) };
}

/**
 * Returns the card of a puzzle that was solved. Before its day a success changes nothing. After the last one the puzzle
 * is known, and its card is null.
 * @param {Card} card @param {number} day @returns {Card | null}
 */
export function afterSuccess(card, day) {
  if (!isDue(card, day)) return card;
  const step = card.step + 1;
  const days = INTERVALS[step];
  return days === undefined ? null : { step, due: day + days };
}

/** @param {Card} card @param {number} day */
export function isDue(card, day) {
  return card.due <= day;
}
