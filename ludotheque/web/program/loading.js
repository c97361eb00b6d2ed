/** A bar that shows how much of the program has been loaded. Screens that need none of it can be read meanwhile. */

import { h } from '../lib/dom.js';
import { loadStyles } from '../lib/styles.js';
import { t } from '../lib/texts.js';

/** Milliseconds before the bar appears. A program that is in the browser's cache is there before. */
const QUICK = 700;
/** The last part of the bar is for what begins when all files are here. */
const FILES = 80;

export class Loading {
  #bar = h('progress', { max: 100, value: 0 });
  #label = h('span', null);
  #element = h('div', { class: 'loading', role: 'status', hidden: true }, h('label', null, this.#label, this.#bar));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {boolean} quiet whether the reader need not know, because a server answers meanwhile */
  constructor(quiet) {
    this.quiet = quiet;
    if (quiet) return;
    document.querySelector('.loading')?.remove(); // of a failed try
    void loadStyles('/web/program/program.css');
    document.body.append(this.#element);
    this.#timer = setTimeout(() => {
      this.#label.textContent = t('site.loading');
      this.#element.hidden = false;
    }, QUICK);
  }

  /** @param {number} loaded @param {number} total */
  show(loaded, total) {
    this.#bar.value = total ? Math.min(FILES, Math.round((FILES * loaded) / total)) : 0;
  }

  end() {
    clearTimeout(this.#timer);
    this.#element.remove();
  }

  fail() {
    if (this.quiet) return;
    clearTimeout(this.#timer);
    this.#label.textContent = t('site.not_loaded');
    this.#bar.remove();
    this.#element.hidden = false;
  }
}
