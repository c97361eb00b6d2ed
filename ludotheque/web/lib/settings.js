/** What this browser remembers for its reader. Without storage it lasts as long as the page. */

/**
 * @import {Language} from './types.js'
 * @typedef {'auto' | 'light' | 'dark'} Theme
 * @typedef {object} Settings
 * @property {Language | null} language  null: the best one for the browser
 * @property {Theme} theme
 * @property {boolean} sound
 * @property {boolean | null} confirm  null: on for touch screens
 * @property {string} name
 * @property {Record<string, boolean>} flipped  by game: whether the reader has flipped the board
 * @property {Record<string, string[]>} lessons  by game: the lessons that were done
 * @property {Record<string, string[]>} puzzles  by game: the puzzles that were solved
 * @property {Record<string, unknown>} setups  by game and mode: the last choices on the form
 */

const KEY = 'ludotheque';

/** @type {Settings} */
const DEFAULTS = {
  language: null,
  theme: 'auto',
  sound: false,
  confirm: null,
  name: '',
  flipped: {},
  lessons: {},
  puzzles: {},
  setups: {},
};

/** @type {Settings} */
let settings = { ...DEFAULTS, ...stored() };

/** @type {Set<() => void>} */
const watchers = new Set();

/** @returns {Partial<Settings>} */
function stored() {
  try {
    const settings = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return settings && typeof settings === 'object' ? settings : {};
  } catch {
    return {};
  }
}

/** @returns {Readonly<Settings>} */
export function current() {
  return settings;
}

/** @param {Partial<Settings>} changes */
export function change(changes) {
  settings = { ...settings, ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // The storage is full or closed. The change holds for this page at least.
  }
  for (const watcher of [...watchers]) watcher();
}

/** Calls back after each change, until the returned function is called. @param {() => void} watcher */
export function watch(watcher) {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

// A change in another tab holds for this one too.
addEventListener('storage', (event) => {
  if (event.key !== KEY) return;
  settings = { ...DEFAULTS, ...stored() };
  for (const watcher of [...watchers]) watcher();
});

/** Whether moves wait for a confirm button. A finger slips more easily than a mouse. */
export function confirming() {
  return settings.confirm ?? matchMedia('(pointer: coarse)').matches;
}

/** Applies the chosen theme. `auto` leaves it to the system. */
export function applyTheme() {
  const root = document.documentElement;
  if (settings.theme === 'auto') delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
}
