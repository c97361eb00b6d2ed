/** Sentences with values filled in, in any language. */

/** @typedef {Record<string, string | number>} Values */

const GAP = /\{(\w+)(?::([^}]*))?\}/g;

/** The order in which a sentence lists the forms of a noun. */
const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** @type {Map<string, Intl.PluralRules>} */
const rules = new Map();

/** @param {string} language */
function rulesOf(language) {
  let found = rules.get(language);
  if (!found) {
    found = new Intl.PluralRules(language);
    rules.set(language, found);
  }
  return found;
}

/**
 * Returns the form of a noun for a number. Forms stand in the order zero, one, two, few, many, other, but only those that
 * the language has. Where forms are missing at the end, the last one takes their place: `pawn|pawns` is enough for French.
 * @param {readonly string[]} forms @param {number} count @param {string} language
 */
export function plural(forms, count, language) {
  const found = rulesOf(language);
  const { pluralCategories } = found.resolvedOptions();
  const place = CATEGORIES.filter((name) => pluralCategories.some((known) => known === name)).indexOf(found.select(count));
  return forms[Math.min(place, forms.length - 1)] ?? '';
}

/**
 * Fills `{name}` with a value and `{count:pawn|pawns}` with a number and its noun. A gap without a value stays.
 * @param {string} sentence @param {Values} values @param {string} language
 */
export function format(sentence, values, language) {
  return sentence.replace(GAP, (gap, name, forms) => {
    const value = values[name];
    if (value === undefined) return gap;
    if (forms === undefined) return String(value);
    return `${value}\u00a0${plural(forms.split('|'), Number(value), language)}`;
  });
}

/**
 * Adds a capital letter. A sentence may begin with a cell, whose name stays as it is.
 * @param {string} text @param {string} [language]
 */
export function capitalize(text, language) {
  if (/^[a-z]\d/.test(text)) return text;
  return text.charAt(0).toLocaleUpperCase(language || undefined) + text.slice(1);
}

/** Adds a capital letter and a full stop, where they are missing. @param {string} clause @param {string} [language] */
export function asSentence(clause, language) {
  const capitalized = capitalize(clause, language);
  return !capitalized || /[.!?…:]$/.test(capitalized) ? capitalized : `${capitalized}.`;
}
