/** The sentences of the page in the reader's language. */

import { get } from './api.js';
import { FALLBACK } from './fallback.js';
import { asSentence, format } from './format.js';
import { bestLanguage, loadLanguages, wantedLanguage } from './languages.js';

/**
 * @import {Language, Text} from './types.js'
 * @import {Values} from './format.js'
 */

/** @type {Record<Language, Record<string, string>>} */
const catalogues = {};

/** @type {Record<string, string>} */
let catalogue = {};

/** @type {Language} */
let loaded = '';

/** Fetches the sentences of the wanted language, once each. */
export async function loadTexts() {
  await loadLanguages();
  const wanted = wantedLanguage();
  catalogues[wanted] ??= /** @type {Record<string, string>} */ (await get(`/api/texts/${wanted}.json`));
  catalogue = catalogues[wanted];
  loaded = wanted;
  document.documentElement.lang = wanted;
}

/** Returns the language of the sentences that are shown now. */
export function language() {
  return loaded;
}

/** Returns a sentence of the page with its values filled in. @param {string} key @param {Values} [values] */
export function t(key, values = {}) {
  const sentence = catalogue[key] ?? pick(FALLBACK[key]);
  return sentence ? format(sentence, values, loaded) : key;
}

/** Returns the reader's version of a text that came in all languages. @param {Text | null | undefined} text */
export function pick(text) {
  if (!text) return '';
  const codes = Object.keys(text);
  return text[loaded] ?? text[bestLanguage(navigator.languages, codes) ?? codes[0] ?? ''] ?? '';
}

/** Returns a clause from the server as a sentence. @param {Text | null | undefined} text */
export function sentenceOf(text) {
  return asSentence(pick(text), loaded);
}

/** Returns a sentence of the page in the form of a text from the server. @param {string} sentence @returns {Text} */
export function asText(sentence) {
  return { [loaded]: sentence };
}

/** Returns `a, b and c`. @param {string[]} items */
export function formatList(items) {
  return new Intl.ListFormat(loaded, { type: 'conjunction' }).format(items);
}
