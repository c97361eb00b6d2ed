/** Links to a table, to be copied or handed to another program. */

import { announce } from './announce.js';
import { button, freshId, h } from './dom.js';
import { pick, t } from './texts.js';

/** @typedef {import('./types.js').TableInfo} TableInfo */

/**
 * A link with its copy button, and the system's own way of sharing where there is one.
 * @param {string} label @param {string} path @param {{ why?: string, primary?: boolean, title?: string }} [how]
 */
export function linkField(label, path, { why = '', primary = false, title = '' } = {}) {
  const url = new URL(path, location.origin).href;
  const id = freshId('link');
  const input = h('input', {
    id,
    type: 'text',
    readOnly: true,
    value: url,
    class: 'link',
    onfocus: () => input.select(),
  });
  const copy = button(t('sharing.copy'), () => copyLink(input, copy), primary ? 'primary' : 'small');
  const share =
    title && 'share' in navigator
      ? button(t('sharing.share'), () => void navigator.share({ title, url }).catch(() => {}), primary ? '' : 'small')
      : null;
  return h(
    'div',
    { class: 'sharing' },
    h('label', { htmlFor: id }, label),
    why && h('p', { class: 'hint' }, why),
    h('div', { class: 'row' }, input, copy, share),
  );
}

/** @param {HTMLInputElement} input @param {HTMLButtonElement} copy */
async function copyLink(input, copy) {
  const done = await toClipboard(input);
  copy.textContent = t(done ? 'sharing.copied' : 'sharing.by_hand');
  announce(copy.textContent);
  setTimeout(() => (copy.textContent = t('sharing.copy')), 2500);
}

/** @param {HTMLInputElement | HTMLTextAreaElement} input */
async function toClipboard(input) {
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    // No clipboard outside secure contexts (a home network over plain HTTP); the old way still works there.
    input.select();
    return document.execCommand('copy');
  }
}

/** Text of any length to the clipboard; the button tells whether it worked. @param {string} text @param {HTMLButtonElement} copy */
export async function copyText(text, copy) {
  const label = copy.textContent;
  const area = h('textarea', { class: 'for-ears', value: text });
  copy.after(area);
  const done = await toClipboard(area);
  area.remove();
  copy.textContent = t(done ? 'sharing.copied_text' : 'sharing.by_hand');
  announce(copy.textContent);
  setTimeout(() => (copy.textContent = label), 2500);
}

/** What the holder of a seat and an onlooker may pass on. @param {TableInfo} info */
export function tableLinks(info) {
  return h(
    'div',
    { class: 'links' },
    linkField(t('sharing.watch'), info.links.watch, { title: pick(info.title) }),
    Object.entries(info.links.seats).map(([seat, path]) =>
      linkField(t('sharing.seat', { side: pick(info.sides[Number(seat)]) }), path, { why: t('sharing.seat_why') }),
    ),
  );
}
