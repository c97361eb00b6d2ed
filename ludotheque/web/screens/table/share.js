/** Links to a table, to copy or to pass to another program. */

import { button, freshId, h } from '../../lib/dom.js';
import { pick, t } from '../../lib/texts.js';
import { copyField } from '../../ui/clipboard.js';

/**
 * @import {TableInfo} from '../../lib/types.js'
 */

/**
 * A link with a button to copy it, and a button of the system to share it where there is one.
 * @param {string} label @param {string} path @param {{ note?: string, primary?: boolean, title?: string }} [options]
 */
export function linkField(label, path, { note = '', primary = false, title = '' } = {}) {
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
  const kind = primary ? 'primary' : 'small';
  const copy = button(t('sharing.copy'), () => void copyField(input, copy, t('sharing.copied')), kind);
  const share =
    title && 'share' in navigator
      ? button(t('sharing.share'), () => void navigator.share({ title, url }).catch(() => {}), primary ? '' : 'small')
      : null;
  return h(
    'div',
    { class: 'sharing' },
    h('label', { htmlFor: id }, label),
    note && h('p', { class: 'hint' }, note),
    h('div', { class: 'row' }, input, copy, share),
  );
}

/** The links for spectators and for your own seats. @param {TableInfo} info */
export function tableLinks(info) {
  return h(
    'div',
    { class: 'links' },
    info.links.watch && linkField(t('sharing.watch'), info.links.watch, { title: pick(info.title) }),
    Object.entries(info.links.seats).map(([seat, path]) =>
      linkField(t('sharing.seat', { side: pick(info.sides[Number(seat)]) }), path, { note: t('sharing.seat_note') }),
    ),
  );
}
