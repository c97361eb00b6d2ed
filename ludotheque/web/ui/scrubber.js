/** The controls of a replay: a slider, five buttons, keys, and autoplay. */

import { fill, h, icon, iconButton } from '../lib/dom.js';
import { loadStyles } from '../lib/styles.js';
import { t } from '../lib/texts.js';

await loadStyles('/web/ui/scrubber.css');

/** Milliseconds for one move of the autoplay. */
const PACE = 1100;

/** Elements that use the keys themselves. */
const OWN_KEYS = 'input:not([type="range"]), textarea, select, ludo-board, dialog';
const OWN_SPACE = 'button, a, summary, [role="button"]';

export class Scrubber {
  #at = 0;
  #last = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  /** @param {(ply: number, announced: boolean) => string} show shows a ply and returns its text */
  constructor(show) {
    this.show = show;
    this.slider = h('input', {
      type: 'range',
      min: '0',
      step: '1',
      'aria-label': t('replay.slider'),
      oninput: () => this.go(Number(this.slider.value)),
    });
    this.buttons = {
      first: this.#button('first', () => this.go(0)),
      back: this.#button('back', () => this.go(this.#at - 1)),
      play: this.#button('play', () => this.toggle()),
      on: this.#button('on', () => this.go(this.#at + 1)),
      last: this.#button('last', () => this.go(this.#last)),
    };
    this.element = h(
      'div',
      { class: 'scrubber', role: 'group', 'aria-label': t('replay.walk') },
      this.slider,
      h('div', { class: 'row' }, ...Object.values(this.buttons)),
    );
    this.keys = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener('keydown', this.keys);
  }

  /** @param {string} name @param {() => void} act */
  #button(name, act) {
    return iconButton(name, t(`replay.${name}`), name === 'play' ? act : () => (this.pause(), act()), '');
  }

  get at() {
    return this.#at;
  }

  /** Sets the number of the last ply, and the one to begin with. @param {number} last @param {number} at */
  setRange(last, at) {
    this.#last = last;
    this.slider.max = String(last);
    this.go(at, false);
  }

  /** @param {number} ply @param {boolean} [announced] */
  go(ply, announced = true) {
    this.#at = Math.min(this.#last, Math.max(0, ply));
    this.slider.value = String(this.#at);
    this.slider.setAttribute('aria-valuetext', this.show(this.#at, announced));
    const { first, back, on, last } = this.buttons;
    for (const button of [first, back]) button.setAttribute('aria-disabled', String(this.#at === 0));
    for (const button of [on, last]) button.setAttribute('aria-disabled', String(this.#at === this.#last));
    if (this.#at === this.#last) this.pause();
  }

  get playing() {
    return this.#timer !== undefined;
  }

  toggle() {
    if (this.playing) return this.pause();
    if (this.#at === this.#last) this.go(0);
    this.#timer = setInterval(() => this.go(this.#at + 1), PACE);
    this.#showButton('pause');
  }

  pause() {
    if (!this.playing) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#showButton('play');
  }

  /** @param {'play' | 'pause'} name */
  #showButton(name) {
    const { play } = this.buttons;
    play.title = t(`replay.${name}`);
    play.setAttribute('aria-label', play.title);
    fill(play, icon(name));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { target } = event;
    if (!this.element.isConnected || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || !(target instanceof Element)) return;
    if (target.closest(OWN_KEYS) || (event.key === ' ' && target.closest(OWN_SPACE))) return;
    /** @type {Record<string, () => void>} */
    const acts = {
      ArrowLeft: () => this.go(this.#at - 1),
      ArrowRight: () => this.go(this.#at + 1),
      Home: () => this.go(0),
      End: () => this.go(this.#last),
      ' ': () => this.toggle(),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    if (event.key !== ' ') this.pause();
    act();
  }

  close() {
    this.pause();
    document.removeEventListener('keydown', this.keys);
  }
}
