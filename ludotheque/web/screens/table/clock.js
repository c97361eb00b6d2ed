/** The players' clocks. A clock shows what the server sent last, minus the time that has passed since. */

import { t } from '../../lib/texts.js';

/**
 * @import {State} from '../../lib/types.js'
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A clock with less than this is shown as low, with tenths of seconds. */
const LOW = 20 * SECOND;

/** Returns the remaining time as players read it. @param {number} ms */
export function clockText(ms) {
  const rest = Math.max(0, ms);
  if (rest >= DAY)
    return t('time.days_hours', { days: Math.floor(rest / DAY), hours: Math.floor((rest % DAY) / HOUR) });
  const total = Math.floor(rest / SECOND);
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  if (hours) return `${hours}:${twoDigits(minutes)}:${twoDigits(seconds)}`;
  const tenths = rest < LOW ? t('time.tenth', { digit: Math.floor((rest % SECOND) / 100) }) : '';
  return `${minutes}:${twoDigits(seconds)}${tenths}`;
}

/** @param {number} number */
function twoDigits(number) {
  return String(number).padStart(2, '0');
}

/** The clocks of the last state, counted down from the moment it came. */
export class Clocks {
  /** @type {State['clock']} */
  #clock = null;
  #since = 0;

  /** @param {State} state */
  set(state) {
    this.#clock = state.clock;
    this.#since = performance.now();
  }

  /** Returns the milliseconds that a seat has left, or null without a clock. @param {number} seat */
  left(seat) {
    const left = this.#clock?.left[seat] ?? null;
    if (left === null) return null;
    const passed = this.runs(seat) ? performance.now() - this.#since : 0;
    return Math.max(0, left - passed);
  }

  /** @param {number} seat */
  runs(seat) {
    return this.#clock?.running.includes(seat) ?? false;
  }

  /** @param {number} seat */
  low(seat) {
    const left = this.left(seat);
    return left !== null && left < LOW && this.runs(seat);
  }
}
