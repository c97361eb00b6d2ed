/** What the study board gives away: texts to copy and files to download. */

import { button, h } from '../../lib/dom.js';
import { saveText } from '../../lib/download.js';
import { t } from '../../lib/texts.js';
import { copyText } from '../../ui/clipboard.js';
import { pictureButtons } from '../../ui/picture-buttons.js';

/**
 * @import {Line} from '../../lib/types.js'
 *
 * @typedef {object} Source
 * @property {() => { game: string, ply: number, text: string, flip: boolean, line: Line }} position
 * @property {() => Promise<string>} record
 * @property {(error: unknown) => void} fail
 */

/** @param {Source} source */
export function exportBox({ position, record, fail }) {
  /** @param {() => Promise<void>} work */
  const guarded = (work) => () => void work().catch(fail);
  const copyPosition = button(t('study.copy_position'), guarded(() => copyText(position().text, copyPosition)), 'small');
  const copyRecord = button(t('study.copy_record'), guarded(async () => copyText(await record(), copyRecord)), 'small');
  const saveRecord = guarded(async () => saveText(`${position().game}.txt`, await record()));
  const shown = () => {
    const { game, ply, line, flip } = position();
    return { name: game, ply, line, flip };
  };
  return h(
    'details',
    { class: 'about' },
    h('summary', null, t('study.export')),
    h(
      'p',
      { class: 'row' },
      copyPosition,
      copyRecord,
      button(t('replay.record'), saveRecord, 'small'),
      ...pictureButtons(shown, fail),
    ),
  );
}
