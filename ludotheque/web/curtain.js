/** The hand-over screen: on a shared device, nobody sees a secret before saying who he is. */

import { button, fill, h } from './dom.js';
import { nameOf } from './players.js';
import { pick, t } from './texts.js';

/**
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').TableInfo} TableInfo
 */

/** Which own seats must say who they are before the game goes on. @param {State} state */
export function awaited(state) {
  const shared = state.phase === 'playing' && state.mine.length > 1 && state.facing === null;
  return shared ? state.to_act.filter((seat) => state.mine.includes(seat)) : [];
}

/** @param {TableInfo} info @param {(seat: number) => void} face */
export function makeCurtain(info, face) {
  const dialog = h('dialog', { class: 'curtain' });
  // It must be passed by its button alone: Escape would show the board to whoever holds the device.
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  dialog.addEventListener('keydown', (event) => event.key === 'Escape' && event.preventDefault());

  /** @param {State} state */
  function update(state) {
    const [first, ...others] = awaited(state);
    if (first === undefined) {
      dialog.close();
      return;
    }
    /** @param {number} seat */
    const called = (seat) => {
      const [name, side] = [nameOf(info, state, seat), pick(info.sides[seat])];
      return name === side ? side : t('curtain.named', { name, side });
    };
    const title = h('h2', { id: 'curtain-title' }, t('curtain.pass', { name: called(first) }));
    dialog.setAttribute('aria-labelledby', title.id);
    const own = button(t('curtain.ready', { side: called(first) }), () => face(first), 'primary');
    fill(
      dialog,
      h(
        'div',
        { class: 'card' },
        title,
        h('p', null, t('curtain.why')),
        own,
        others.map((seat) => button(t('curtain.ready', { side: called(seat) }), () => face(seat), 'quiet')),
        h('a', { href: '/' }, t('errors.home')),
      ),
    );
    if (!dialog.open) dialog.showModal();
    own.focus();
  }
  return { element: dialog, update };
}
