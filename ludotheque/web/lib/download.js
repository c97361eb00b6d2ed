/** Files to download: a game as text, a position as a picture, a whole game as an animated one. */

import { getText, postForFile } from './api.js';
import { below } from './root.js';
import { current } from './settings.js';
import { language } from './texts.js';

/**
 * @import {Line} from './types.js'
 *
 * @typedef {{ line: Line, flip: boolean }} Picture  what is drawn
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

/** Saves what links to the program's texts lead to, where no server answers such links. */
export function followTextLinks() {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const path = link?.download && link.origin === location.origin ? below(link.pathname) : null;
    if (!link || !path?.startsWith('/api/')) return;
    event.preventDefault();
    void getText(path).then((text) => saveText(link.download, text));
  });
}

/** Saves a picture of one position as SVG. @param {string} name @param {Picture} picture @param {number} ply */
export async function saveSvg(name, picture, ply) {
  save(`${name}.svg`, await drawn('svg', picture, { ply }));
}

/**
 * Saves a picture of one position as PNG. The browser makes it.
 * @param {string} name @param {Picture} picture @param {number} ply
 */
export async function savePng(name, picture, ply) {
  save(`${name}.png`, await asPng(await drawn('svg', picture, { ply })));
}

/**
 * Saves the whole game as an animated picture.
 * @param {string} name @param {Picture} picture @param {'svg' | 'gif'} format
 */
export async function saveFilm(name, picture, format) {
  save(`${name}.${format}`, await drawn(format, picture, {}));
}

/**
 * Fetches a picture that looks as the page does.
 * @param {'svg' | 'gif'} format @param {Picture} picture @param {{ ply?: number }} which
 */
function drawn(format, { line, flip }, which) {
  const { board, coordinates, theme } = current();
  const dark = theme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
  const look = { coordinates, theme: board === 'ink' ? 'ink' : dark ? 'dark' : 'light' };
  return postForFile(`/api/study/${format}`, { ...line, ...look, ...which, flip, language: language() });
}

/** @param {Blob} svg */
async function asPng(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(svg);
  try {
    await image.decode();
  } finally {
    URL.revokeObjectURL(image.src);
  }
  const canvas = Object.assign(document.createElement('canvas'), { width: image.naturalWidth, height: image.naturalHeight });
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('no picture'))), 'image/png');
  });
}
