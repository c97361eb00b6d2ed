/** Files to download: a game as text, a position as a picture, a whole game as an animated one. */

import { postForFile } from './api.js';
import { language } from './texts.js';

/**
 * @import {Line} from './types.js'
 */

/** Milliseconds after which the browser has surely begun to save a file. */
const SAVED = 10_000;

/** @param {string} name @param {Blob} content */
function save(name, content) {
  const href = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), SAVED);
}

/** @param {string} name @param {string} text */
export function saveText(name, text) {
  save(name, new Blob([text], { type: 'text/plain' }));
}

/**
 * Saves a picture of one position. Without a ply, the picture shows the whole game.
 * @param {string} name @param {Line} line @param {{ ply?: number, flip: boolean }} options
 */
export async function savePicture(name, line, options) {
  save(name, await postForFile('/api/study/svg', { ...line, ...options, language: language() }));
}
