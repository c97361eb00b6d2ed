/** What this browser remembers for its reader. Without storage it lasts as long as the page. */

/** The values of a setting that is one of several. The first one is the default. */
export const CHOICES = {
  theme: /** @type {const} */ (['auto', 'light', 'dark']),
  board: /** @type {const} */ (['wood', 'ink']),
  speed: /** @type {const} */ (['normal', 'slow', 'fast', 'none']),
};

/**
 * @import {Language} from './types.js'
 * @typedef {typeof CHOICES.theme[number]} Theme
 * @typedef {typeof CHOICES.board[number]} BoardTheme
 * @typedef {typeof CHOICES.speed[number]} Speed
 * @typedef {object} Settings
 * @property {Language | null} language  null: the best one for the browser
 * @property {Theme} theme
 * @property {BoardTheme} board  how boards are drawn
 * @property {boolean} coordinates  whether boards have letters and numbers on their edges
 * @property {Speed} speed  how fast pieces move
 * @property {boolean} sound
 * @property {boolean} words  whether lists of moves are sentences instead of notation
 * @property {boolean | null} confirm  null: on for touch screens
 * @property {string} name
 * @property {Record<string, boolean>} flipped  by game: whether the reader has flipped the board
 * @property {Record<string, string[]>} lessons  by game: the lessons that were done
 * @property {Record<string, string[]>} puzzles  by game: the puzzles that were solved
 * @property {Record<string, string[]>} notes  by table: the notes of a first game that were read
 * @property {import('./mistakes.js').Mistake[]} mistakes  turning points of the reader's own games, the latest first
 * @property {string[]} reviewed  the tables whose mistakes are known, the latest first
 * @property {Record<string, unknown>} setups  by game and mode: the last choices on the form
 */

const KEY = 'ludotheque';

/** @type {Settings} */
const DEFAULTS = {
  language: null,
  theme: 'auto',
  board: 'wood',
  coordinates: true,
  speed: 'normal',
  sound: false,
  words: false,
  confirm: null,
  name: '',
  flipped: {},
  lessons: {},
  puzzles: {},
  notes: {},
  mistakes: [],
  reviewed: [],
  setups: {},
};

/** @type {Settings} */
let settings = { ...DEFAULTS, ...stored() };

/** @type {Set<() => void>} */
const watchers = new Set();

/** @returns {Partial<Settings>} */
function stored() {
  try {
    return known(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    return {};
  }
}

/**
 * Leaves out values that this version does not know.
 * @param {unknown} found @returns {Partial<Settings>}
 */
function known(found) {
  if (!found || typeof found !== 'object') return {};
  const choices = /** @type {Record<string, readonly unknown[]>} */ (CHOICES);
  return Object.fromEntries(Object.entries(found).filter(([name, value]) => choices[name]?.includes(value) ?? true));
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

/** Applies the theme of the page and the look of the boards. `auto` leaves the theme to the system. */
export function applyTheme() {
  const { dataset } = document.documentElement;
  if (settings.theme === 'auto') delete dataset.theme;
  else dataset.theme = settings.theme;
  dataset.board = settings.board;
  dataset.coordinates = settings.coordinates ? 'on' : 'off';
}
