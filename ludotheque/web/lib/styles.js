/** Style sheets that are loaded when they are first needed. */

import { at } from './root.js';

/** @type {Map<string, Promise<void>>} */
const loading = new Map();

/** Adds a style sheet to the page. @param {string} href @returns {Promise<void>} settled when it is there or failed */
export function loadStyles(href) {
  let found = loading.get(href);
  if (!found) {
    found = link(href);
    loading.set(href, found);
  }
  return found;
}

/** @param {string} href @returns {Promise<void>} */
function link(href) {
  const element = document.createElement('link');
  element.rel = 'stylesheet';
  element.href = at(href);
  return new Promise((resolve) => {
    element.addEventListener('load', () => resolve());
    element.addEventListener('error', () => {
      // The next screen that needs it tries again.
      element.remove();
      loading.delete(href);
      resolve();
    });
    document.head.append(element);
  });
}
