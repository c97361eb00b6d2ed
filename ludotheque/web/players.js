/** The players around the board: name, side, whose turn, who is there, points and clock. */

import { figures } from './clock.js';
import { fill, h, icon } from './dom.js';
import { pick, t } from './texts.js';

/**
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').TableInfo} TableInfo
 * @typedef {import('./clock.js').Clocks} Clocks
 */

/** How a player is called in sentences. @param {TableInfo} info @param {State} state @param {number} seat */
export function nameOf(info, state, seat) {
  const who = state.seats[seat];
  if (who?.name) return who.name;
  if (who?.kind === 'computer') return t('players.computer');
  return pick(info.sides[seat]);
}

/** Who sits below the board: oneself, or the first side; turned, the next one. */
/** @param {State} state @param {boolean} flipped */
export function nearSeat(state, flipped) {
  const own = state.mine.length === 1 ? (state.mine[0] ?? 0) : 0;
  return flipped && state.seats.length === 2 ? 1 - own : own;
}

export class Players {
  /** @param {TableInfo} info @param {Clocks} clocks */
  constructor(info, clocks) {
    this.info = info;
    this.clocks = clocks;
    this.far = h('ul', { class: 'players far', 'aria-label': t('players.far') });
    this.near = h('ul', { class: 'players near', 'aria-label': t('players.near') });
    /** @type {Map<number, HTMLElement>} */
    this.faces = new Map();
  }

  /** @param {State} state @param {boolean} flipped */
  update(state, flipped) {
    this.faces.clear();
    const near = nearSeat(state, flipped);
    // Read from the near player on around the table, so that the far ones stand in the order of play.
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
    const name = nameOf(this.info, state, seat);
    const side = pick(this.info.sides[seat]);
    const points = (state.result?.points ?? state.points)?.[seat];
    const words = marks(state, seat);
    return h(
      'li',
      { class: `player${active ? ' active' : ''}` },
      h('span', { class: 'pointer' }, active && icon('turn')),
      h(
        'span',
        { class: 'person' },
        h('strong', { class: 'name' }, name),
        h('span', { class: 'role' }, [name === side ? '' : side, ...words].filter(Boolean).join(' · ')),
      ),
      points !== undefined && h('span', { class: 'points' }, t('players.points', { count: points })),
      this.#face(seat),
    );
  }

  /** @param {number} seat */
  #face(seat) {
    if (this.clocks.left(seat) === null) return null;
    const face = h('span', { class: 'clock', role: 'timer' });
    this.faces.set(seat, face);
    return face;
  }

  /** Let the clocks show the present moment. */
  tick() {
    for (const [seat, face] of this.faces) {
      const words = figures(this.clocks.left(seat) ?? 0);
      const low = this.clocks.low(seat);
      if (face.dataset.shown === words) continue;
      face.dataset.shown = words;
      face.classList.toggle('runs', this.clocks.runs(seat));
      face.classList.toggle('low', low);
      fill(face, low && icon('clock'), low && h('span', { class: 'for-ears' }, t('players.low')), words);
    }
  }
}

/** What is to be said of a seat besides its side. @param {State} state @param {number} seat */
function marks(state, seat) {
  const who = state.seats[seat];
  if (!who) return [];
  const words = [];
  if (state.mine.length === 1 && state.mine[0] === seat) words.push(t('players.you'));
  if (who.kind === 'open') words.push(t('players.open'));
  if (who.kind === 'computer' && who.level !== null) words.push(t('players.level', { number: who.level }));
  if (who.kind === 'human' && !state.mine.includes(seat)) words.push(t(who.here ? 'players.here' : 'players.away'));
  if (state.chosen.includes(seat)) words.push(t('players.chosen'));
  else if (state.phase === 'playing' && state.to_act.includes(seat))
    words.push(t(who.kind === 'computer' ? 'players.thinks' : 'players.turn'));
  return words;
}
