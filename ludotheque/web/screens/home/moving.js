/** Games that are kept in this browser: saved to a file, and taken from one. Another browser can go on with them. */

import { errorText, getText, post } from '../../lib/api.js';
import { button, h } from '../../lib/dom.js';
import { saveText } from '../../lib/download.js';
import { sentenceOf, t } from '../../lib/texts.js';

/** @typedef {{ new: number, known: number, unreadable: number }} Imported */

/** @param {() => void} changed called when there are more games */
export function movingBox(changed) {
  const said = h('p', { role: 'status' });
  const file = h('input', { type: 'file', accept: '.json,application/json', hidden: true });
  file.addEventListener('change', async () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    said.textContent = await imported(chosen).catch((error) => sentenceOf(errorText(error)));
    file.value = '';
    changed();
  });
  const save = async () => {
    try {
      saveText(`ludotheque-${new Date().toISOString().slice(0, 10)}.json`, await getText('/api/mine/export'));
    } catch (error) {
      said.textContent = sentenceOf(errorText(error));
    }
  };
  return h(
    'section',
    { class: 'moving' },
    h('h2', null, t('home.kept')),
    h('p', null, t('home.kept_note')),
    h(
      'p',
      { class: 'row' },
      button(t('home.export'), () => void save(), 'small'),
      button(t('home.import'), () => file.click(), 'small'),
      file,
    ),
    said,
  );
}

/** @param {File} file */
async function imported(file) {
  let games = null;
  try {
    games = JSON.parse(await file.text());
  } catch {
    // The program says what is wrong with it.
  }
  const found = /** @type {Imported} */ (await post('/api/mine/import', games));
  const sentences = [t('home.imported', { count: found.new })];
  if (found.known) sentences.push(t('home.imported_known', { count: found.known }));
  if (found.unreadable) sentences.push(t('home.imported_not', { count: found.unreadable }));
  return sentences.join(' ');
}
