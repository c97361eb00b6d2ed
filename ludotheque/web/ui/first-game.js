/** The way to a guided first game. */

import { createFirstGame, errorText } from '../lib/api.js';
import { button, h } from '../lib/dom.js';
import { go } from '../lib/router.js';
import { current } from '../lib/settings.js';
import { sentenceOf, t } from '../lib/texts.js';

/**
 * Returns a button that begins a guided first game, and the place for what went wrong.
 * @param {string} game @param {string} [kind]
 */
export function firstGameButton(game, kind = '') {
  const alert = h('p', { class: 'alert', role: 'alert' });
  const begin = async () => {
    play.disabled = true;
    alert.textContent = '';
    try {
      go(`/t/${await createFirstGame(game, current().name.trim())}`);
    } catch (error) {
      alert.textContent = sentenceOf(errorText(error));
      play.disabled = false;
    }
  };
  const play = button(t('first_game.play'), () => void begin(), kind);
  play.title = t('first_game.about');
  return [play, alert];
}
