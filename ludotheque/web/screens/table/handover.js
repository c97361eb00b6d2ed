/** The handover: where players share a device, it hides the board until the next player says who they are. */

import { button, fill, h } from '../../lib/dom.js';
import { pick, t } from '../../lib/texts.js';
import { nameOf } from './players.js';

/**
 * @import {State, TableInfo} from '../../lib/types.js'
 */

/** Returns your seats that must take the device before the game goes on. @param {State} state */
export function handoverSeats(state) {
  const hidden = state.phase === 'playing' && state.mine.length > 1 && state.viewpoint === null;
  return hidden ? state.to_act.filter((seat) => state.mine.includes(seat)) : [];
}

/** @param {TableInfo} info @param {(seat: number) => void} onReady */
export function makeHandover(info, onReady) {
  const dialog = h('dialog', { class: 'handover' });
  // Only its button closes it. Escape would show the board to the wrong player.
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  dialog.addEventListener('keydown', (event) => event.key === 'Escape' && event.preventDefault());

  /** @param {State} state */
  function update(state) {
    const [first, ...others] = handoverSeats(state);
    if (first === undefined) {
      dialog.close();
      return;
    }
    /** @param {number} seat */
    const label = (seat) => {
      const [name, side] = [nameOf(info, state, seat), pick(info.sides[seat])];
      return name === side ? side : t('handover.named', { name, side });
    };
    const title = h('h2', { id: 'handover-title' }, t('handover.pass', { name: label(first) }));
    dialog.setAttribute('aria-labelledby', title.id);
    const ready = button(t('handover.ready', { side: label(first) }), () => onReady(first), 'primary');
    fill(
      dialog,
      h(
        'div',
        { class: 'card' },
        title,
        h('p', null, t('handover.why')),
        ready,
        others.map((seat) => button(t('handover.ready', { side: label(seat) }), () => onReady(seat), 'quiet')),
        h('a', { href: '/' }, t('errors.home')),
      ),
    );
    if (!dialog.open) dialog.showModal();
    ready.focus();
  }
  return { element: dialog, update };
}
