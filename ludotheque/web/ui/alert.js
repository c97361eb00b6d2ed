/** Messages about what went wrong. */

import { fill, h } from '../lib/dom.js';
import { t } from '../lib/texts.js';

/**
 * Shows a message, with a link to the ruling behind it. An empty text removes the message.
 * @param {HTMLElement} element @param {string} text @param {string} game @param {string | null} [ruling]
 */
export function showAlert(element, text, game, ruling = null) {
  const link = ruling && text && h('a', { href: `/rules/${game}#${ruling}`, target: '_blank' }, t('table.ruling', { id: ruling }));
  fill(element, text, link && ' ', link);
}
