/** Spans of time in words: "2 hours", "2 hours ago". */

/**
 * Seconds in each unit, the longest first.
 * @type {[unit: 'day' | 'hour' | 'minute', seconds: number][]}
 */
const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/**
 * Returns how long ago a moment was, in the largest unit that fits. Less than a minute is null.
 * @param {string} moment @param {number} now milliseconds
 */
export function elapsed(moment, now) {
  const seconds = (now - Date.parse(moment)) / 1000;
  for (const [unit, size] of UNITS) {
    if (seconds >= size) return { count: Math.floor(seconds / size), unit };
  }
  return null;
}

/** Returns a span as "2 hours". Less than a minute is null. @param {string} moment @param {number} now @param {string} language */
export function spanText(moment, now, language) {
  const found = elapsed(moment, now);
  if (!found) return null;
  const { count, unit } = found;
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** Returns a moment as "2 hours ago" or "yesterday". @param {string} moment @param {number} now @param {string} language */
export function agoText(moment, now, language) {
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const found = elapsed(moment, now);
  return found ? words.format(-found.count, found.unit) : words.format(0, 'second');
}
