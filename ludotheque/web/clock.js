/** Clocks and times in words. A clock shows what the server said last, less what has passed since; never more. */

import { t } from './texts.js';

/**
 * @typedef {import('./types.js').Time} Time
 * @typedef {import('./types.js').State} State
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LOW = 20 * SECOND;

/** @param {Time} time */
export function timeWords(time) {
  if (time.kind === 'minutes') {
    const minutes = t('time.minutes', { count: time.minutes });
    return time.increment ? t('time.increment', { minutes, seconds: time.increment }) : t('time.each', { minutes });
  }
  return time.kind === 'days' ? t('time.days', { count: time.days }) : t('time.none');
}

/** A rest of time as people read it. @param {number} ms */
export function figures(ms) {
  const rest = Math.max(0, ms);
  if (rest >= DAY)
    return t('time.days_hours', { days: Math.floor(rest / DAY), hours: Math.floor((rest % DAY) / HOUR) });
  const whole = Math.floor(rest / SECOND);
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (hours) return `${hours}:${two(minutes)}:${two(seconds)}`;
  const tenths = rest < LOW ? t('time.tenth', { digit: Math.floor((rest % SECOND) / 100) }) : '';
  return `${minutes}:${two(seconds)}${tenths}`;
}

/** @param {number} number */
function two(number) {
  return String(number).padStart(2, '0');
}

/** The clocks of the last state, counted down from the moment it came. */
export class Clocks {
  constructor() {
    /** @type {State['clock']} */
    this.told = null;
    this.since = 0;
  }

  /** @param {State} state */
  set(state) {
    this.told = state.clock;
    this.since = performance.now();
  }

  /** What a seat has left in ms; null: no clock. @param {number} seat */
  left(seat) {
    const told = this.told?.left[seat] ?? null;
    if (told === null || !this.told) return null;
    const passed = this.told.running.includes(seat) ? performance.now() - this.since : 0;
    return Math.max(0, told - passed);
  }

  /** @param {number} seat */
  runs(seat) {
    return this.told?.running.includes(seat) ?? false;
  }

  /** @param {number} seat */
  low(seat) {
    const left = this.left(seat);
    return left !== null && left < LOW && this.runs(seat);
  }
}
