/** The players of a listed table in words. */

import { formatList, pick, t } from '../../lib/texts.js';

/**
 * @import {Summary} from '../../lib/types.js'
 */

/** Returns the side that this browser plays, if it plays just one. @param {Summary} table */
function ownSeat(table) {
  return table.mine.length === 1 ? (table.mine[0] ?? null) : null;
}

/** Returns a player within a sentence. @param {Summary} table @param {number} seat */
function playerName(table, seat) {
  const [name, kind, level] = [table.names[seat], table.kinds[seat], table.levels[seat]];
  const side = pick(table.sides[seat]);
  if (kind === 'computer') {
    const computer = t('players.computer_within');
    return level ? t('home.computer_level', { computer, level: t('players.level', { number: level }) }) : computer;
  }
  if (kind === 'open') return t('home.free_seat');
  return name ? t('handover.named', { name, side }) : side;
}

/** Returns who plays against whom, as "You (White) against Anna (Black)". @param {Summary} table */
export function opponents(table) {
  const own = ownSeat(table);
  const seats = table.sides.map((_, seat) => seat);
  const first = own ?? 0;
  const you = own === null ? playerName(table, first) : t('players.you_as', { side: pick(table.sides[first]) });
  const others = formatList(seats.filter((seat) => seat !== first).map((seat) => playerName(table, seat)));
  return t('home.against', { one: you, others });
}

/** Returns the players to move within a sentence. @param {Summary} table */
export function playersToMove(table) {
  /** @param {number} seat */
  const name = (seat) => {
    if (table.kinds[seat] === 'computer') return t('players.computer_within');
    return table.names[seat] || pick(table.sides[seat]);
  };
  return formatList(table.to_act.map(name));
}

/** Returns the name of the player who invites. @param {Summary} table */
export function hostName(table) {
  const host = table.kinds.indexOf('human');
  return table.names[host] || t('players.somebody');
}
