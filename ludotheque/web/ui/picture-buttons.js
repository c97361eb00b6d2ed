/** Buttons that save a position or a whole game as a picture. */

import { button } from '../lib/dom.js';
import { saveFilm, savePng, saveSvg } from '../lib/download.js';
import { t } from '../lib/texts.js';

/**
 * @import {Picture} from '../lib/download.js'
 *
 * @param {() => Picture & { name: string, ply: number }} shown
 * @param {(error: unknown) => void} fail
 */
export function pictureButtons(shown, fail) {
  /** @param {string} label @param {() => Promise<void>} work */
  const saving = (label, work) => {
    const element = button(t(label), () => {
      element.disabled = true;
      void work()
        .catch(fail)
        .finally(() => (element.disabled = false));
    }, 'small');
    return element;
  };
  const position = () => {
    const { name, ply, ...picture } = shown();
    return /** @type {const} */ ([`${name}-${ply}`, picture, ply]);
  };
  const game = () => {
    const { name, ply: _, ...picture } = shown();
    return /** @type {const} */ ([name, picture]);
  };
  return [
    saving('replay.picture', () => saveSvg(...position())),
    saving('replay.picture_png', () => savePng(...position())),
    saving('replay.film', () => saveFilm(...game(), 'svg')),
    saving('replay.film_gif', () => saveFilm(...game(), 'gif')),
  ];
}
