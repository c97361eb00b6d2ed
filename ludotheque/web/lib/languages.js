/** The languages that the server has, and the one that the reader wants. */

import { get } from './api.js';
import { current } from './settings.js';

/**
 * @import {Language, Languages} from './types.js'
 */

/** @type {Languages} */
let known = { languages: [], default: '' };

/** Fetches the list, once. */
export async function loadLanguages() {
  if (!known.languages.length) known = /** @type {Languages} */ (await get('/api/languages'));
}

/** Returns the languages that the page can be read in, with their own names. */
export function languages() {
  return known.languages;
}

/** Returns the chosen language, else the best one for this browser. @returns {Language} */
export function wantedLanguage() {
  const codes = known.languages.map(({ code }) => code);
  const { language } = current();
  if (language && codes.includes(language)) return language;
  return bestLanguage(navigator.languages, codes) ?? known.default;
}

/**
 * Returns the first wanted language that there is: the very same, else the one with the same first part (`fr` for `fr-CA`).
 * @param {readonly string[]} wanted @param {readonly Language[]} codes
 */
export function bestLanguage(wanted, codes) {
  for (const tag of wanted.map((one) => one.toLowerCase())) {
    const same = codes.find((code) => code.toLowerCase() === tag);
    const related = codes.find((code) => primary(code) === primary(tag));
    if (same ?? related) return same ?? related;
  }
  return undefined;
}

/** @param {string} tag */
function primary(tag) {
  return tag.toLowerCase().split('-')[0];
}
