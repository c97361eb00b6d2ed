/** The time that is left in a run. */

import { now } from '../../lib/now.js';

/** Milliseconds between two looks at the clock. */
const TICK = 250;
/** Seconds before the end at which the time is announced. More would be in the way of a screen reader. */
export const ANNOUNCED = [60, 10];

export class Countdown {
  #end = 0;
  #announced = Infinity;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  /**
   * @param {object} listeners
   * @param {(seconds: number) => void} listeners.tick  called often, with the seconds that are left
   * @param {(seconds: number) => void} listeners.announce  called a few times
   * @param {() => void} listeners.end
   */
  constructor(listeners) {
    this.listeners = listeners;
  }

  /** @param {number} seconds */
  start(seconds) {
    this.stop();
    this.#end = now() + seconds * 1000;
    this.#announced = seconds;
    this.#timer = setInterval(() => this.look(), TICK);
    this.look();
  }

  stop() {
    clearInterval(this.#timer);
  }

  /** Looks at the clock, and says what there is to say. */
  look() {
    const left = Math.max(0, Math.ceil((this.#end - now()) / 1000));
    this.listeners.tick(left);
    if (left === 0) {
      this.stop();
      this.listeners.end();
      return;
    }
    const passed = ANNOUNCED.filter((mark) => mark < this.#announced && left <= mark);
    if (passed.length === 0) return;
    this.#announced = Math.min(...passed);
    this.listeners.announce(left);
  }
}

/** Returns seconds as `2:05`. @param {number} seconds */
export function clockText(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
