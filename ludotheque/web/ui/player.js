/** One player beside a board. */

import { h, icon } from '../lib/dom.js';

/**
 * Returns a list item with a player's name and what is to be said about them.
 * @param {{ active: boolean, name: string, side: string, notes: string[] }} player
 * @param {...import('../lib/dom.js').Child} more
 */
export function playerItem({ active, name, side, notes }, ...more) {
  return h(
    'li',
    { class: `player${active ? ' active' : ''}` },
    h('span', { class: 'pointer' }, active && icon('turn')),
    h(
      'span',
      { class: 'person' },
      h('strong', { class: 'name' }, name),
      h('span', { class: 'role' }, [name === side ? '' : side, ...notes].filter(Boolean).join(' · ')),
    ),
    ...more,
  );
}
