/** One player beside a board. */

import { svg } from '../board/drawing.js';
import { h, icon } from '../lib/dom.js';

/**
 * Returns the piece that stands for a side, from the art of a board on the same page; nothing where sides share their
 * pieces.
 * @param {import('../lib/types.js').GameInfo} info @param {number} seat
 */
export function emblem(info, seat) {
  const symbol = info.emblems[seat];
  if (!symbol) return null;
  const piece = svg('use', { href: `#${info.game}-${symbol}`, width: 100, height: 100 });
  return svg('svg', { class: `emblem ludotheque ${info.game}`, viewBox: '0 0 100 100', 'aria-hidden': 'true' }, piece);
}

/**
 * Returns a list item with a player's name and what is to be said about them.
 * @param {{ active: boolean, name: string, side: string, notes: string[], piece?: Element | null }} player
 * @param {...import('../lib/dom.js').Child} more
 */
export function playerItem({ active, name, side, notes, piece }, ...more) {
  return h(
    'li',
    { class: `player${active ? ' active' : ''}` },
    h('span', { class: 'pointer' }, active && icon('turn')),
    h('span', { class: 'emblem-place' }, piece),
    h(
      'span',
      { class: 'person' },
      h('strong', { class: 'name' }, name),
      h('span', { class: 'role' }, [name === side ? '' : side, ...notes].filter(Boolean).join(' · ')),
    ),
    ...more,
  );
}
