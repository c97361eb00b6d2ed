/** The sentences of the page, in the reader's language. */

import { get } from './api.js';
import { language } from './settings.js';

/**
 * @typedef {import('./types.js').Text} Text
 * @typedef {import('./types.js').Language} Language
 * @typedef {Record<string, string | number>} Values
 */

/** @type {Partial<Record<Language, Record<string, string>>>} */
const catalogues = {};

/** What must be said even when no sentence could be loaded. @type {Record<string, string>} */
let catalogue = {
  'site.name': 'Ludothèque',
  'errors.title': 'Ludothèque',
  'errors.home': 'Accueil / Home',
  'errors.again': 'Essayer de nouveau / Try again',
};

/** @type {Language} */
let spoken = 'fr';

/** Fetch the sentences of the language in use, once each. */
export async function loadTexts() {
  const wanted = language();
  catalogues[wanted] ??= /** @type {Record<string, string>} */ (await get(`/api/texts/${wanted}.json`));
  catalogue = catalogues[wanted];
  spoken = wanted;
  document.documentElement.lang = wanted;
}

/** The language in which the page speaks now. */
export function speaks() {
  return spoken;
}

/** A sentence of the page with its values filled in. @param {string} key @param {Values} [values] */
export function t(key, values) {
  const sentence = catalogue[key];
  return sentence === undefined ? key : fillIn(sentence, values ?? {});
}

/** A text that came from the server in all languages. @param {Text | null | undefined} text */
export function pick(text) {
  return text ? text[spoken] : '';
}

/** Reasons and refusals come as clauses; standing alone they are sentences. @param {Text | null | undefined} text */
export function whole(text) {
  const words = capital(pick(text));
  return words && (/[.!?…]$/.test(words) ? words : `${words}.`);
}

/** @param {string} words */
export function capital(words) {
  return words.charAt(0).toLocaleUpperCase(spoken) + words.slice(1);
}

/** @param {string} sentence @param {Values} values */
export function fillIn(sentence, values) {
  return sentence.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (whole, name, one, many) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (one === undefined) return String(value);
    return `${value}\u00a0${isSingular(Number(value)) ? one : many}`;
  });
}

/** French counts 0 and 1 as singular, English only 1. @param {number} count */
function isSingular(count) {
  return spoken === 'fr' ? Math.abs(count) < 2 : count === 1;
}

/** `a, b and c`. @param {string[]} words */
export function listed(words) {
  return new Intl.ListFormat(spoken, { type: 'conjunction' }).format(words);
}
