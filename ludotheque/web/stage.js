/**
 * The picture on the page: layers of an SVG, what can be hit on it, and the pieces with their motion.
 *
 * @import {BoardState, FlightJson, GameInfo, PieceJson, Point} from './types.js'
 * @import {Hint} from './hints.js'
 * @import {Change} from './motion.js'
 * @import {Target} from './targets.js'
 */

import { drawAdvice } from './advice.js';
import { Geometry, MARKS, Painter, UNIT, hitCircle, mark, svg } from './drawing.js';
import { appear, calm, difference, fly, isEnd, landing, leave, passing, slide } from './motion.js';
import { room, spotOffset, spread } from './targets.js';

/** A finger needs this much, in CSS pixels. */
const FINGER = 34;
/** A piece in a tray can be hit within this, in picture units: trays are packed closer than boards. */
const TRAY_REACH = 39;

export class Stage {
  /** @type {Target[]} */
  cells = [];
  /** @type {Target[]} */
  tray = [];
  /** @type {Target[]} */
  spots = [];
  /** @type {SVGGElement[]} */
  #drawn = [];
  /** @type {Animation[]} */
  #motions = [];

  /** @param {GameInfo} info @param {import('./drawing.js').Art} art @param {boolean} flip */
  constructor(info, art, flip) {
    this.info = info;
    this.geometry = new Geometry(info.board, flip);
    this.painter = new Painter(this.geometry, info.game, art.symbols);
    const { width, height } = this.geometry;
    this.svg = svg('svg', { class: `ludotheque ${info.game}`, viewBox: `0 0 ${width} ${height}`, role: 'group' });
    this.layers = layers();
    const symbols = svg('g', { class: 'art' }, ...art.nodes.map((node) => document.importNode(node, true)));
    const { pieces, leaving, last, traces, advice, hints, hits, spots } = this.layers;
    this.svg.append(symbols, this.painter.ground(), pieces, leaving, this.painter.labels());
    this.svg.append(last, traces, advice, hints, hits, spots);
    this.#layCells();
    // Listening for the focus on the picture itself would make Chromium stop there with Tab.
    this.frame = document.createElement('div');
    this.frame.className = 'frame';
    this.frame.append(this.svg);
  }

  #layCells() {
    for (const cell of this.info.board.cells) {
      const element = this.painter.hit(cell);
      this.layers.hits.append(element);
      this.cells.push({ sort: 'cell', token: cell.name, place: this.geometry.place(cell.x, cell.y), element });
    }
  }

  get targets() {
    return [...this.cells, ...this.tray, ...this.spots];
  }

  /** @param {string} token */
  target(token) {
    return this.targets.find((target) => target.token === token);
  }

  /** @param {Element} element */
  targetOf(element) {
    const hit = element.closest('.hit');
    return this.targets.find((target) => target.element === hit);
  }

  /**
   * The drawn pieces that a token means: what stands on a cell, or the piece of a choice.
   * @param {BoardState} state @param {string} token
   */
  drawnFor(state, token) {
    const cell = this.info.board.cells.findIndex(({ name }) => name === token);
    const drawn = /** @type {SVGGElement[]} */ ([]);
    for (const [number, [, , , on, , choice]] of state.pieces.entries()) {
      const element = this.#drawn[number];
      if (element && ((cell >= 0 && on === cell) || (choice && choice === token))) drawn.push(element);
    }
    return drawn;
  }

  /**
   * Draws the pieces anew; from the pieces before, the difference moves.
   * @param {BoardState} state @param {BoardState | null} before
   */
  pieces(state, before) {
    const { pieces } = state;
    for (const motion of this.#motions) motion.cancel();
    this.#motions = [];
    const old = this.#drawn;
    this.#drawn = pieces.map((piece) => this.painter.piece(piece));
    this.layers.pieces.replaceChildren(...this.#drawn);
    this.layers.leaving.replaceChildren();
    this.#layTray(pieces);
    if (!before) return null;
    const flying = state.moves.length > before.moves.length ? state.flights : [];
    const change = difference(before.pieces, pieces, flying);
    if (!calm()) this.#move(change, { ...state, flights: flying }, before.pieces, old);
    return change;
  }

  /** @param {Change} change @param {BoardState} state @param {readonly PieceJson[]} before @param {SVGGElement[]} old */
  #move(change, { pieces, last, flights }, before, old) {
    /** @type {Point[]} the longest way, past which others are taken */
    let way = [];
    for (const { from, to } of change.slides) {
      const element = this.#drawn[to];
      const stops = this.#way(/** @type {PieceJson} */ (before[from]), /** @type {PieceJson} */ (pieces[to]), last);
      if (stops.length > way.length) way = stops;
      if (element) this.#motions.push(slide(element, offsets(stops)));
    }
    for (const number of change.come) {
      const [symbol, x, y] = /** @type {PieceJson} */ (pieces[number]);
      const element = this.#drawn[number];
      if (element) this.#motions.push(appear(element, this.painter.manner(symbol).comes, arrival(flights, x, y)));
    }
    for (const number of change.gone) {
      const [symbol, x, y] = /** @type {PieceJson} */ (before[number]);
      const element = old[number];
      if (!element) continue;
      this.layers.leaving.append(element);
      const how = isEnd(flights, x, y) ? undefined : this.painter.manner(symbol).goes;
      const delay = arrival(flights, x, y) || passing(way, this.geometry.place(x, y));
      this.#motions.push(leave(element, how, delay));
    }
    for (const [number, flight] of flights.entries()) this.#fly(flight, number);
  }

  /** @param {FlightJson} flight @param {number} number */
  #fly([symbol, startX, startY, endX, endY, words], number) {
    const element = this.painter.piece([symbol, endX, endY, -1, words, '']);
    this.layers.leaving.append(element);
    const stops = [this.geometry.place(startX, startY), this.geometry.place(endX, endY)];
    this.#motions.push(fly(element, /** @type {Point} */ (offsets(stops)[0]), number, words));
  }

  /**
   * The way of a piece: straight, or over the cells of the last move when it went from the first to the last of them.
   * @param {PieceJson} from @param {PieceJson} to @param {readonly string[]} last @returns {Point[]}
   */
  #way(from, to, last) {
    const end = this.geometry.place(to[1], to[2]);
    const cells = last.map((name) => this.info.board.cells.findIndex((cell) => cell.name === name));
    const along = cells.length > 2 && cells[0] === from[3] && cells.at(-1) === to[3];
    const start = this.geometry.place(from[1], from[2]);
    return along ? [...cells.slice(0, -1).map((cell) => this.#centre(cell)), end] : [start, end];
  }

  /** @param {number} cell @returns {Point} */
  #centre(cell) {
    return this.cells[cell]?.place ?? [0, 0];
  }

  /** @param {readonly PieceJson[]} pieces */
  #layTray(pieces) {
    for (const { element } of this.tray) element.remove();
    this.tray = [];
    for (const [, x, y, , , choice] of pieces) {
      if (!choice) continue;
      const place = this.geometry.place(x, y);
      const element = hitCircle(place, TRAY_REACH);
      this.layers.hits.append(element);
      this.tray.push({ sort: 'piece', token: choice, place, element });
    }
  }

  /** @param {readonly string[]} names @param {readonly PieceJson[]} traces */
  aftermath(names, traces) {
    const places = [...new Set(names)].map((name) => this.target(name)?.place).filter((place) => place !== undefined);
    const corners = places.map(([x, y]) => svg('path', { class: 'last', transform: `translate(${x} ${y})`, d: MARKS.last }));
    this.layers.last.replaceChildren(...corners);
    this.layers.traces.replaceChildren(...traces.map((piece) => this.painter.piece(piece)));
  }

  /**
   * Marks cells and pieces. Pieces stand inside their rings; all other marks lie above.
   * @param {readonly Hint[]} marks @param {BoardState} state
   */
  hint(marks, state) {
    for (const old of this.svg.querySelectorAll('.mark')) old.remove();
    for (const { token, shape, classes } of marks) {
      const target = this.target(token);
      if (!target || target.sort === 'spot') continue;
      const drawn = mark(shape, target.place, classes);
      const piece = shape === 'ring' ? this.drawnFor(state, token)[0] : undefined;
      if (piece) piece.before(drawn);
      else this.layers.hints.append(drawn);
      // Whole empty boards can be choosable: full rings would drown the board.
      drawn.classList.toggle('bare', !piece);
    }
  }

  /** Marks good decisions, best first; none takes the marks away. @param {readonly import('./advice.js').Advised[]} advised */
  advise(advised) {
    this.layers.advice.replaceChildren(...drawAdvice(this, advised));
  }

  /**
   * Offers choice words around a place; none takes them away.
   * @param {Point} anchor @param {readonly string[]} words @param {string} name   what they are about
   * @param {boolean} [small]   whether they stay inside the cell, even where that is too small for a finger
   */
  offer(anchor, words, name, small = false) {
    this.layers.spots.replaceChildren();
    this.spots = [];
    if (!words.length) return;
    const { width, height } = this.geometry;
    const size = small ? Math.min(this.#finger, this.#inCell) : this.#finger;
    const { places, radius, box } = spread(anchor, words.map((word) => this.#offset(word)), size, width, height);
    this.layers.spots.append(svg('rect', { class: 'spot-panel', ...box, rx: radius }));
    this.#nameSpots(places, radius, box, name);
    for (const [number, place] of places.entries()) {
      const element = hitCircle(place, radius);
      element.classList.add('spot');
      element.prepend(svg('circle', { class: 'spot-face', cx: place[0], cy: place[1], r: radius * 0.86 }));
      element.append(svg('circle', { class: 'spot-heart', cx: place[0], cy: place[1], r: radius * 0.3 }));
      this.layers.spots.append(element);
      this.spots.push({ sort: 'spot', token: /** @type {string} */ (words[number]), place, element });
    }
  }

  /** Whether the spots of all words find room inside a cell. */
  get roomy() {
    return this.#inCell >= this.#finger;
  }

  /** How large spots are that a finger finds, and those that lie inside a cell. */
  get #finger() {
    return FINGER / 2 / this.scale;
  }

  get #inCell() {
    return room(Object.keys(this.info.words).map((word) => this.#offset(word)));
  }

  /** @param {string} word */
  #offset(word) {
    return spotOffset(/** @type {GameInfo['words'][string]} */ (this.info.words[word]), this.geometry.flip, UNIT);
  }

  /**
   * Spots that were moved away from their cell tell its name, where they leave room for it.
   * @param {Point[]} places @param {number} radius @param {import('./targets.js').Spread['box']} box @param {string} name
   */
  #nameSpots(places, radius, box, name) {
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (places.some((place) => Math.hypot(place[0] - x, place[1] - y) < 1.8 * radius)) return;
    this.layers.spots.append(svg('text', { class: 'spot-name', x, y, 'font-size': radius, 'aria-hidden': 'true' }, name));
  }

  /** CSS pixels for a picture unit. */
  get scale() {
    return this.svg.getScreenCTM()?.a || 1;
  }
}

/** A way as seen from its end, without the end itself. @param {readonly Point[]} stops @returns {Point[]} */
function offsets(stops) {
  const [endX, endY] = stops.at(-1) ?? [0, 0];
  return stops.slice(0, -1).map(([x, y]) => [x - endX, y - endY]);
}

/**
 * When something that flies to this place arrives there; at once, when nothing does.
 * @param {readonly FlightJson[]} flights @param {number} x @param {number} y
 */
function arrival(flights, x, y) {
  const number = flights.findIndex(([, , , endX, endY]) => Math.hypot(endX - x, endY - y) < 0.001);
  return number < 0 ? 0 : landing(number, flights[number]?.[5] ?? '');
}

function layers() {
  /** @param {string} name */
  const layer = (name) => svg('g', { class: name });
  return {
    pieces: layer('pieces'),
    leaving: layer('pieces leaving'),
    last: layer('last-move'),
    traces: layer('traces'),
    advice: layer('advice'),
    hints: layer('hints'),
    hits: layer('hits'),
    spots: layer('spots'),
  };
}
