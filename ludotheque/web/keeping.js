/** What the study board gives away: texts to copy, files to keep, and the buttons that walk through a line. */

import { button, h, icon } from './dom.js';
import { savePicture, saveText } from './downloads.js';
import { copyText } from './sharing.js';
import { t } from './texts.js';

/**
 * @typedef {import('./types.js').Line} Line
 *
 * @typedef {object} Kept  what is on the board
 * @property {() => { game: string, ply: number, text: string, flip: boolean, line: Line }} now
 * @property {() => Promise<string>} record
 * @property {(error: unknown) => void} fail
 */

/** @param {Kept} kept */
export function keepBox({ now, record, fail }) {
  /** @param {() => Promise<void>} work */
  const tried = (work) => () => void work().catch(fail);
  const copyPosition = button(t('study.copy_position'), tried(async () => copyText(now().text, copyPosition)), 'small');
  const copyRecord = button(t('study.copy_record'), tried(async () => copyText(await record(), copyRecord)), 'small');
  const saveRecord = tried(async () => saveText(`${now().game}.txt`, await record()));
  const picture = tried(async () => {
    const { game, ply, line, flip } = now();
    await savePicture(`${game}-${ply}.svg`, line, { ply, flip });
  });
  const film = tried(async () => {
    const { game, line, flip } = now();
    await savePicture(`${game}.svg`, line, { flip });
  });
  return h(
    'details',
    { class: 'about' },
    h('summary', null, t('study.keep')),
    h(
      'p',
      { class: 'row' },
      copyPosition,
      copyRecord,
      button(t('replay.record'), saveRecord, 'small'),
      button(t('replay.picture'), picture, 'small'),
      button(t('replay.film'), film, 'small'),
    ),
  );
}

/** A round button with a picture; without anything to do it stays where it is. */
/** @param {string} name @param {string} words @param {(() => void) | null} act */
export function round(name, words, act) {
  const found = h(
    'button',
    { type: 'button', class: 'button small round', title: words, 'aria-label': words, onclick: () => act?.() },
    icon(name),
  );
  if (!act) found.setAttribute('aria-disabled', 'true');
  return found;
}
