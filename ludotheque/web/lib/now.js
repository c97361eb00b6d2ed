/** The time of day. It comes from one place, so that a test can set it. */

/** Milliseconds of a day. */
const DAY = 86_400_000;

let clock = () => Date.now();

/** Returns the time in milliseconds. */
export function now() {
  return clock();
}

/** Returns the number of the day. A new day begins at midnight UTC, for everybody at the same moment. */
export function today() {
  return Math.floor(now() / DAY);
}

/** Takes the time from another clock. @param {() => number} other */
export function setClock(other) {
  clock = other;
}
