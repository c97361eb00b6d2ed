/** What this browser remembers for its reader. Where storage is closed, it lasts as long as the page. */

/**
 * @typedef {import('./types.js').Language} Language
 * @typedef {'auto' | 'light' | 'dark'} Theme
 * @typedef {object} Settings
 * @property {Language | null} language  null: as the browser asks
 * @property {Theme} theme
 * @property {boolean} sound
 * @property {boolean | null} confirm  null: on where a finger is the pointer
 * @property {string} name
 * @property {Record<string, boolean>} flipped  by game: the board is turned from how one's seat would have it
 * @property {Record<string, string[]>} lessons  by game: the lessons that were done
 * @property {Record<string, string[]>} puzzles  by game: the puzzles that were solved
 * @property {Record<string, unknown>} setups  by game and mode: the choices of the last set-up
 */

const KEY = 'ludotheque';

/** @type {Settings} */
const FIRST = {
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
let settings = { ...FIRST, ...stored() };

/** @type {Set<() => void>} */
const watchers = new Set();

/** @returns {Partial<Settings>} */
function stored() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return found && typeof found === 'object' ? found : {};
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
    // Full or closed: the choice holds for this page at least.
  }
  for (const watcher of [...watchers]) watcher();
}

/** Call back after each change, until the returned function is called. @param {() => void} watcher */
export function watch(watcher) {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

// Another tab changed something: this one follows.
addEventListener('storage', (event) => {
  if (event.key !== KEY) return;
  settings = { ...FIRST, ...stored() };
  for (const watcher of [...watchers]) watcher();
});

/** Whether decisions wait for a confirming button: a finger slips more easily than a mouse. */
export function confirming() {
  return settings.confirm ?? matchMedia('(pointer: coarse)').matches;
}

/** @returns {Language} */
export function language() {
  if (settings.language) return settings.language;
  const asked = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  const known = asked.find((tag) => tag === 'fr' || tag === 'en');
  return known === 'fr' ? 'fr' : 'en';
}

/** Show the chosen theme; `auto` leaves it to the system. */
export function wearTheme() {
  const root = document.documentElement;
  if (settings.theme === 'auto') delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
}
