/** Files to keep: a game as text, a ply as a picture, a whole game as an animated one. */

import { ApiError, refusalIn } from './api.js';
import { speaks } from './texts.js';

/** @typedef {import('./types.js').Line} Line */

/** @param {string} name @param {Blob} content */
export function save(name, content) {
  const href = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** @param {string} name @param {string} text */
export function saveText(name, text) {
  save(name, new Blob([text], { type: 'text/plain' }));
}

/**
 * A picture of one ply; without a ply, of the whole game.
 * @param {string} name @param {Line} line @param {{ ply?: number, flip: boolean }} how
 */
export async function savePicture(name, line, how) {
  const answer = await fetch('/api/study/svg', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...line, ...how, language: speaks() }),
  });
  if (!answer.ok) throw new ApiError(answer.status, refusalIn(await answer.json().catch(() => null)));
  save(name, await answer.blob());
}
