/** The players around the board: name, side, whose turn it is, presence, points and clock. */

import { fill, h, icon } from '../../lib/dom.js';
import { pick, t } from '../../lib/texts.js';
import { emblem, playerItem } from '../../ui/player.js';
import { clockText } from './clock.js';

/**
 * @import {State, TableInfo} from '../../lib/types.js'
 * @import {Clocks} from './clock.js'
 */

/** Returns the name of a player in sentences. @param {TableInfo} info @param {State} state @param {number} seat */
export function nameOf(info, state, seat) {
  const player = state.seats[seat];
  if (player?.name) return player.name;
  if (player?.kind === 'computer') return t('players.computer');
  return pick(info.sides[seat]);
}

/**
 * Returns a player with their side, as "You (White)" or "Anna (Black)".
 * @param {TableInfo} info @param {State} state @param {number} seat
 */
export function fullName(info, state, seat) {
  const [name, side] = [nameOf(info, state, seat), pick(info.sides[seat])];
  if (isYou(state, seat)) return t('players.you_as', { side });
  return name === side ? side : t('handover.named', { name, side });
}

/** Returns a player in a list: a name, "You", "Computer" or a side. @param {TableInfo} info @param {State} state @param {number} seat */
export function shortName(info, state, seat) {
  return isYou(state, seat) && !state.seats[seat]?.name ? t('players.you_alone') : nameOf(info, state, seat);
}

/** Whether this browser plays this seat and no other. @param {State} state @param {number} seat */
function isYou(state, seat) {
  return state.mine.length === 1 && state.mine[0] === seat;
}

/**
 * Returns the seat below the board: your own, or the first one. A flipped board shows the other one.
 * @param {State} state @param {boolean} flipped
 */
export function nearSeat(state, flipped) {
  const own = state.mine.length === 1 ? (state.mine[0] ?? 0) : 0;
  return flipped && state.seats.length === 2 ? 1 - own : own;
}

export class Players {
  /** The clock of each seat. @type {Map<number, HTMLElement>} */
  #clocks = new Map();

  /** @param {TableInfo} info @param {Clocks} clocks */
  constructor(info, clocks) {
    this.info = info;
    this.clocks = clocks;
    this.far = h('ul', { class: 'players far', 'aria-label': t('players.far') });
    this.near = h('ul', { class: 'players near', 'aria-label': t('players.near') });
  }

  /** @param {State} state @param {boolean} flipped */
  update(state, flipped) {
    this.#clocks.clear();
    const near = nearSeat(state, flipped);
    // Beginning after the near player, the others stand in the order of play.
    const far = state.seats.map((_, step) => (near + step) % state.seats.length).slice(1);
    fill(this.near, this.#player(state, near));
    fill(
      this.far,
      far.map((seat) => this.#player(state, seat)),
    );
    this.tick();
  }

  /** @param {State} state @param {number} seat */
  #player(state, seat) {
    const active = state.phase === 'playing' && state.to_act.includes(seat);
    const name = shortName(this.info, state, seat);
    const side = pick(this.info.sides[seat]);
    const points = (state.result?.points ?? state.points)?.[seat];
    return playerItem(
      { active, name, side, notes: notesOn(state, seat), piece: emblem(this.info, seat) },
      points !== undefined && h('span', { class: 'points' }, t('players.points', { count: points })),
      this.#clock(seat),
    );
  }

  /** @param {number} seat */
  #clock(seat) {
    if (this.clocks.left(seat) === null) return null;
    const element = h('span', { class: 'clock', role: 'timer' });
    this.#clocks.set(seat, element);
    return element;
  }

  /** Lets the clocks show the present moment. */
  tick() {
    for (const [seat, element] of this.#clocks) {
      const text = clockText(this.clocks.left(seat) ?? 0);
      const low = this.clocks.low(seat);
      if (element.dataset.shown === text) continue;
      element.dataset.shown = text;
      element.classList.toggle('runs', this.clocks.runs(seat));
      element.classList.toggle('low', low);
      fill(element, low && icon('clock'), low && h('span', { class: 'visually-hidden' }, t('players.low')), text);
    }
  }
}

/** Returns what is to be said of a seat besides its side. @param {State} state @param {number} seat */
function notesOn(state, seat) {
  const player = state.seats[seat];
  if (!player) return [];
  const notes = [];
  if (isYou(state, seat) && player.name) notes.push(t('players.you'));
  if (player.kind === 'open') notes.push(t('players.open'));
  if (player.kind === 'computer' && player.level !== null) notes.push(t('players.level', { number: player.level }));
  if (player.kind === 'human' && !state.mine.includes(seat)) notes.push(t(player.present ? 'players.present' : 'players.away'));
  if (state.committed.includes(seat)) notes.push(t('players.committed'));
  else if (state.phase === 'playing' && state.to_act.includes(seat))
    notes.push(t(player.kind === 'computer' ? 'players.thinks' : 'players.turn'));
  return notes;
}
