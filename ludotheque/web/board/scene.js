/**
 * The picture of a board: the layers of an SVG, its targets, and the pieces with their motion.
 *
 * @import {BoardState, GameInfo, MotionJson, PieceJson, Point} from '../lib/types.js'
 * @import {Highlight} from './highlights.js'
 * @import {Change} from './motion.js'
 * @import {Target} from './targets.js'
 */

import { Geometry, hitCircle, mark, Painter, svg, UNIT } from './drawing.js';
import { appear, difference, fly, isEnd, landing, leave, passing, reducedMotion, slide } from './motion.js';
import { drawSuggestions } from './suggestions.js';
import { maxRadius, spotOffset, spread } from './targets.js';

/** The size that a finger needs, in CSS pixels. */
const FINGER = 34;
/** How much larger a spot is that shows a symbol. */
const SIGNED = 1.1;
/** The marks that lie under a piece. @type {Set<import('./highlights.js').Shape>} */
const UNDER = new Set(['ring', 'member', 'decided']);
/** The radius of a target in a tray, in picture units. Trays are packed closer than boards. */
const TRAY_REACH = 39;

export class Scene {
  /** @type {Target[]} */
  cells = [];
  /** @type {Target[]} */
  tray = [];
  /** @type {Target[]} */
  spots = [];
  /** @type {SVGGElement[]} */
  #drawn = [];
  /** The pieces that are drawn. @type {readonly PieceJson[]} */
  #shown = [];
  /** @type {Animation[]} */
  #animations = [];
  /** The spots that are shown, as text. */
  #shownSpots = '';

  /** @param {GameInfo} info @param {import('./drawing.js').Art} art @param {boolean} flip */
  constructor(info, art, flip) {
    this.info = info;
    this.geometry = new Geometry(info.board, flip);
    this.painter = new Painter(this.geometry, info.game, art.symbols);
    const { width, height } = this.geometry;
    this.svg = svg('svg', { class: `ludotheque ${info.game}`, viewBox: `0 0 ${width} ${height}`, role: 'group' });
    this.layers = layers();
    const symbols = svg('g', { class: 'art' }, ...art.nodes.map((node) => document.importNode(node, true)));
    const { pieces, leaving, ghosts, last, traces, suggestions, highlights, hits, spots } = this.layers;
    this.svg.append(symbols, this.painter.ground(), pieces, leaving, this.painter.labels());
    this.svg.append(ghosts, last, traces, suggestions, highlights, hits, spots);
    // Screen readers hear the targets. Everything else is art.
    for (const art of this.svg.children) if (art !== hits && art !== spots) art.setAttribute('aria-hidden', 'true');
    this.#layCells();
    // Chromium would stop at the picture with Tab if it listened for the focus itself.
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
   * Returns the drawn pieces of a token: those on a cell, or the piece in a tray.
   * @param {BoardState} state @param {string} token
   */
  drawnFor(state, token) {
    const cell = this.info.board.cells.findIndex(({ name }) => name === token);
    const drawn = /** @type {SVGGElement[]} */ ([]);
    for (const [number, [, , , on, , pieceToken]] of state.pieces.entries()) {
      const element = this.#drawn[number];
      if (element && ((cell >= 0 && on === cell) || (pieceToken && pieceToken === token))) drawn.push(element);
    }
    return drawn;
  }

  /**
   * Draws all pieces. What is different from the pieces before moves.
   * @param {BoardState} state @param {BoardState | null} before
   */
  pieces(state, before) {
    const { pieces } = state;
    for (const animation of this.#animations) animation.cancel();
    this.#animations = [];
    const old = this.#drawn;
    this.#shown = pieces;
    this.#drawn = pieces.map((piece) => this.painter.piece(piece));
    this.layers.pieces.replaceChildren(...this.#drawn);
    this.layers.leaving.replaceChildren();
    this.#layTray(pieces);
    if (!before) return null;
    const flying = state.moves.length > before.moves.length ? state.motions : [];
    const change = difference(before.pieces, pieces, flying);
    if (!reducedMotion()) this.#move(change, { ...state, motions: flying }, before.pieces, old);
    return change;
  }

  /** @param {Change} change @param {BoardState} state @param {readonly PieceJson[]} before @param {SVGGElement[]} old */
  #move(change, { pieces, last, motions }, before, old) {
    /** @type {Point[]} the longest way; pieces beside it are taken as it passes */
    let way = [];
    for (const { from, to } of change.slides) {
      const element = this.#drawn[to];
      const stops = this.#way(/** @type {PieceJson} */ (before[from]), /** @type {PieceJson} */ (pieces[to]), last);
      if (stops.length > way.length) way = stops;
      if (element) this.#animations.push(slide(element, offsets(stops)));
    }
    for (const number of change.come) {
      const [symbol, x, y] = /** @type {PieceJson} */ (pieces[number]);
      const element = this.#drawn[number];
      if (element) this.#animations.push(appear(element, this.painter.movement(symbol).comes, arrival(motions, x, y)));
    }
    for (const number of change.gone) {
      const [symbol, x, y] = /** @type {PieceJson} */ (before[number]);
      const element = old[number];
      if (!element) continue;
      this.layers.leaving.append(element);
      const how = isEnd(motions, x, y) ? undefined : this.painter.movement(symbol).goes;
      const delay = arrival(motions, x, y) || passing(way, this.geometry.place(x, y));
      this.#animations.push(leave(element, how, delay));
    }
    for (const [number, motion] of motions.entries()) this.#fly(motion, number);
  }

  /** @param {MotionJson} motion @param {number} number */
  #fly([symbol, startX, startY, endX, endY, label], number) {
    const element = this.painter.piece([symbol, endX, endY, -1, label, '']);
    this.layers.leaving.append(element);
    const stops = [this.geometry.place(startX, startY), this.geometry.place(endX, endY)];
    this.#animations.push(fly(element, /** @type {Point} */ (offsets(stops)[0]), number, label));
  }

  /**
   * Returns the way of a piece: straight, or over the cells of the last move if it went from the first to the last of them.
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
    for (const [, x, y, , , token] of pieces) {
      if (!token) continue;
      const place = this.geometry.place(x, y);
      const element = hitCircle(place, TRAY_REACH);
      this.layers.hits.append(element);
      this.tray.push({ sort: 'piece', token, place, element });
    }
  }

  /** Marks the cells of the last move. @param {readonly string[]} names @param {readonly (readonly PieceJson[])[]} traces */
  showLastMove(names, traces) {
    const cells = this.info.board.cells.filter(({ name }) => names.includes(name));
    this.layers.last.replaceChildren(...cells.map((cell) => this.painter.corners(cell)));
    this.layers.traces.replaceChildren(...traces.flat().map((piece) => this.painter.piece(piece)));
    this.#hidePieces(traces.flat());
  }

  /** Hides pieces that lie on the board as traces too: whoever made a secret move saw it before. @param {PieceJson[]} traces */
  #hidePieces(traces) {
    for (const [number, [symbol, , , cell]] of this.#shown.entries()) {
      const isTrace = traces.some((trace) => trace[0] === symbol && trace[3] === cell);
      if (isTrace) this.#drawn[number]?.setAttribute('display', 'none');
    }
  }

  /**
   * Marks cells and pieces. A ring lies under its piece; all other marks lie above.
   * @param {readonly Highlight[]} marks @param {BoardState} state
   */
  highlight(marks, state) {
    for (const old of this.svg.querySelectorAll('.mark')) old.remove();
    for (const { token, shape, classes } of marks) {
      const target = this.target(token);
      if (!target || target.sort === 'spot') continue;
      const drawn = mark(shape, target.place, classes, shape === 'frame' ? this.#frame(target) : undefined);
      const piece = UNDER.has(shape) ? this.drawnFor(state, token)[0] : undefined;
      if (piece) piece.before(drawn);
      else this.layers.highlights.append(drawn);
      // Where a whole empty board can be chosen, large rings would hide it.
      drawn.classList.toggle('bare', !piece);
    }
  }

  /** A frame follows the outline of a cell that is not a square. @param {Target} target @returns {string | undefined} */
  #frame(target) {
    const cell = this.info.board.cells[this.cells.indexOf(target)];
    if (!cell || this.info.board.drawn_lines || cell.outline.length === 4) return undefined;
    return this.painter.frame(cell);
  }

  /** Draws what a move would bring, as ghosts. @param {readonly PieceJson[]} pieces */
  showGhosts(pieces) {
    this.layers.ghosts.replaceChildren(...pieces.map((piece) => this.painter.piece(piece)));
  }

  /** Resolves when everything has come to rest. */
  get rest() {
    return Promise.allSettled(this.#animations.map((animation) => animation.finished));
  }

  /**
   * Marks good moves, best first. An empty list removes the marks.
   * @param {readonly import('./suggestions.js').Suggestion[]} suggested
   */
  suggest(suggested) {
    this.layers.suggestions.replaceChildren(...drawSuggestions(this, suggested));
  }

  /**
   * Shows spots around a place. An empty list removes them.
   * @param {Point} anchor @param {readonly string[]} tokens @param {string} name   the cell that they belong to
   * @param {boolean} [small]   whether they stay inside the cell, even where that is too small for a finger
   */
  showSpots(anchor, tokens, name, small = false) {
    // A spot under a finger must not be replaced by the same one.
    const shown = JSON.stringify([anchor, tokens, name, small, this.scale]);
    if (shown === this.#shownSpots) return;
    this.#shownSpots = shown;
    this.layers.spots.replaceChildren();
    this.spots = [];
    if (!tokens.length) return;
    const { width, height } = this.geometry;
    const signed = tokens.some((token) => this.info.tokens[token]?.symbol);
    const size = small ? Math.min(this.#finger, this.#inCell) * (signed ? SIGNED : 1) : this.#finger;
    const { places, radius, box, aside } = spread(anchor, tokens.map((token) => this.#offset(token)), size, width, height);
    const [x2, y2] = [box.x + box.width / 2, box.y + box.height / 2];
    if (aside) this.layers.spots.append(svg('line', { class: 'spot-leader', x1: anchor[0], y1: anchor[1], x2, y2 }));
    if (places.length > 1) this.layers.spots.append(svg('rect', { class: 'spot-panel', ...box, rx: radius }));
    this.#nameSpots(places, radius, box, name);
    for (const [number, place] of places.entries()) {
      const element = hitCircle(place, radius);
      element.classList.add('spot');
      element.prepend(svg('circle', { class: 'spot-face', cx: place[0], cy: place[1], r: radius * 0.86 }));
      const token = /** @type {string} */ (tokens[number]);
      element.append(this.#spotSign(token, place, radius));
      this.layers.spots.append(element);
      this.spots.push({ sort: 'spot', token, place, element });
    }
  }

  /** @param {string} token @param {Point} place @param {number} radius */
  #spotSign(token, [x, y], radius) {
    const symbol = this.info.tokens[token]?.symbol;
    if (!symbol) return svg('circle', { class: 'spot-heart', cx: x, cy: y, r: radius * 0.3 });
    const box = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
    return svg('use', { class: 'spot-sign', href: `#${this.info.game}-${symbol}`, ...box });
  }

  /** Whether all spots fit inside a cell. */
  get hasRoom() {
    return this.#inCell >= this.#finger;
  }

  /** The radius of a spot for a finger. `#inCell` is the radius inside a cell. */
  get #finger() {
    return FINGER / 2 / this.scale;
  }

  get #inCell() {
    return maxRadius(Object.keys(this.info.tokens).map((token) => this.#offset(token)));
  }

  /** @param {string} token */
  #offset(token) {
    return spotOffset(/** @type {GameInfo['tokens'][string]} */ (this.info.tokens[token]), this.geometry.flip, UNIT);
  }

  /**
   * Writes the cell's name between spots that were moved away from it, where there is room.
   * @param {Point[]} places @param {number} radius @param {import('./targets.js').Spread['box']} box @param {string} name
   */
  #nameSpots(places, radius, box, name) {
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (places.some((place) => Math.hypot(place[0] - x, place[1] - y) < 1.8 * radius)) return;
    this.layers.spots.append(svg('text', { class: 'spot-name', x, y, 'font-size': radius, 'aria-hidden': 'true' }, name));
  }

  /** The CSS pixels of one picture unit. */
  get scale() {
    return this.svg.getScreenCTM()?.a || 1;
  }
}

/** Returns the stops before the end, relative to the end. @param {readonly Point[]} stops @returns {Point[]} */
function offsets(stops) {
  const [endX, endY] = stops.at(-1) ?? [0, 0];
  return stops.slice(0, -1).map(([x, y]) => [x - endX, y - endY]);
}

/**
 * Returns when the first motion to this place arrives, or 0 if there is none.
 * @param {readonly MotionJson[]} motions @param {number} x @param {number} y
 */
function arrival(motions, x, y) {
  const number = motions.findIndex(([, , , endX, endY]) => Math.hypot(endX - x, endY - y) < 0.001);
  return number < 0 ? 0 : landing(number, motions[number]?.[5] ?? '');
}

function layers() {
  /** @param {string} name */
  const layer = (name) => svg('g', { class: name });
  return {
    pieces: layer('pieces'),
    leaving: layer('pieces leaving'),
    ghosts: layer('ghosts'),
    last: layer('last-move'),
    traces: layer('traces'),
    suggestions: layer('suggestions'),
    highlights: layer('highlights'),
    hits: layer('hits'),
    spots: layer('spots'),
  };
}
