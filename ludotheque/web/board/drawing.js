/**
 * A board with its pieces as SVG elements, from the same data and with the same look as `ludotheque/draw/svg.py`.
 *
 * @import {BoardJson, Cell, GameInfo, PieceJson, Point} from '../lib/types.js'
 */

import { getText } from '../lib/api.js';
import { loadStyles } from '../lib/styles.js';

const SVG = 'http://www.w3.org/2000/svg';

/** The distance between neighbouring cells, in picture units. */
export const UNIT = 100;

/** The radius of a target for a cell without an outline. */
const POINT_REACH = 46;

/**
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name @param {Record<string, string | number>} [attributes] @param {(Element | string)[]} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, `${value}`);
  element.append(...children);
  return element;
}

/** The corners of a cell that is a point of lines, relative to its centre. @type {Point[]} */
const SQUARE = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
];
/** How long the arm of a corner is, in parts of its side. */
const ARM = 0.2;

/** @param {Point} from @param {Point} to @returns {Point} */
const towards = ([x, y], [toX, toY]) => [n(x + ARM * (toX - x)), n(y + ARM * (toY - y))];

/** Rounds, so that numbers in the SVG stay short. @param {number} value */
export const n = (value) => Math.round(value * 100) / 100;

/** Turns board coordinates (y upwards) into picture coordinates. */
export class Geometry {
  /** @param {BoardJson} board @param {boolean} flip */
  constructor(board, flip) {
    this.board = board;
    this.flip = flip;
    const [left, bottom, right, top] = board.extent;
    this.width = (right - left) * UNIT;
    this.height = (top - bottom) * UNIT;
  }

  /** @param {number} x @param {number} y @returns {Point} */
  place(x, y) {
    const [left, bottom, right, top] = this.board.extent;
    if (this.flip) return [n((right - x) * UNIT), n((y - bottom) * UNIT)];
    return [n((x - left) * UNIT), n((top - y) * UNIT)];
  }

  /** @param {Cell} cell @param {number} [scale] */
  outline(cell, scale = 1) {
    return cell.outline.map(([dx, dy]) => this.place(cell.x + scale * dx, cell.y + scale * dy).join(',')).join(' ');
  }

  /** Returns the zones of a cell as classes. @param {number} number */
  zones(number) {
    const names = Object.keys(this.board.zones).filter((zone) => this.board.zones[zone]?.includes(number));
    return ['cell', ...names.map((zone) => `zone-${zone}`)].join(' ');
  }
}

/** Draws with the symbols of one game. Their ids start with its name. */
export class Painter {
  /** @param {Geometry} geometry @param {string} name @param {Art['symbols']} symbols */
  constructor(geometry, name, symbols) {
    this.geometry = geometry;
    this.name = name;
    this.symbols = symbols;
  }

  /** Returns how a symbol appears and leaves. @param {string} symbol */
  movement(symbol) {
    return this.symbols.get(`${this.name}-${symbol}`) ?? {};
  }

  /** @param {string} symbol @param {Point} place */
  use(symbol, [x, y]) {
    const corner = { x: n(x - UNIT / 2), y: n(y - UNIT / 2) };
    return svg('use', { href: `#${this.name}-${symbol}`, ...corner, width: UNIT, height: UNIT });
  }

  /** Draws everything that lies under the pieces. */
  ground() {
    const layer = svg('g', { class: 'ground' });
    const { width, height } = this.geometry;
    if (this.symbols.has(`${this.name}-ground`)) {
      layer.append(svg('use', { href: `#${this.name}-ground`, x: 0, y: 0, width: n(width), height: n(height) }));
    }
    layer.append(...(this.geometry.board.drawn_lines ? this.#lines() : this.#cells()));
    return layer;
  }

  *#cells() {
    const { board } = this.geometry;
    for (const [number, cell] of board.cells.entries()) {
      yield svg('polygon', { class: this.geometry.zones(number), points: this.geometry.outline(cell) });
      if (this.symbols.has(`${this.name}-cell`)) yield this.use('cell', this.geometry.place(cell.x, cell.y));
    }
  }

  *#lines() {
    const { board } = this.geometry;
    const places = board.cells.map((cell) => this.geometry.place(cell.x, cell.y));
    for (const [one, other] of board.links) {
      const [[x1, y1], [x2, y2]] = [/** @type {Point} */ (places[one]), /** @type {Point} */ (places[other])];
      yield svg('line', { class: 'line', x1, y1, x2, y2 });
    }
    for (const [number, [cx, cy]] of places.entries()) {
      yield svg('circle', { class: this.geometry.zones(number), cx, cy, r: 9 });
    }
  }

  labels() {
    const layer = svg('g', { class: 'labels', 'aria-hidden': 'true' });
    for (const label of this.geometry.board.labels) {
      const [x, y] = this.geometry.place(label.x, label.y);
      layer.append(svg('text', { class: 'label', x, y }, label.text));
    }
    return layer;
  }

  /** Draws the corners of a cell, as its outline has them; four where it has none. @param {Cell} cell */
  corners(cell) {
    const ends = this.geometry.board.drawn_lines ? SQUARE : cell.outline;
    const points = ends.map(([dx, dy]) => this.geometry.place(cell.x + 0.88 * dx, cell.y + 0.88 * dy));
    const pieces = points.map((corner, number) => {
      const [before, after] = [points.at(number - 1) ?? corner, points[(number + 1) % points.length] ?? corner];
      return `M${towards(corner, before)}L${corner}L${towards(corner, after)}`;
    });
    return svg('path', { class: 'last', d: pieces.join('') });
  }

  /** Returns the outline of a cell, a little smaller, around its middle. @param {Cell} cell */
  frame(cell) {
    const [x, y] = this.geometry.place(cell.x, cell.y);
    const ends = cell.outline.map(([dx, dy]) => this.geometry.place(cell.x + 0.9 * dx, cell.y + 0.9 * dy));
    return `M${ends.map(([endX, endY]) => `${n(endX - x)} ${n(endY - y)}`).join('L')}Z`;
  }

  /** @param {PieceJson} piece */
  piece([symbol, x, y, , label]) {
    const place = this.geometry.place(x, y);
    const group = svg('g', { class: 'piece' });
    if (symbol) group.append(this.use(symbol, place));
    if (label) group.append(svg('text', { class: `piece-label ${symbol}`, x: place[0], y: place[1] }, label));
    return group;
  }

  /**
   * Draws the target of a cell: an area, and the two lines that show the focus.
   * @param {Cell} cell
   */
  hit(cell) {
    const [cx, cy] = this.geometry.place(cell.x, cell.y);
    if (this.geometry.board.drawn_lines) return hitCircle([cx, cy], POINT_REACH);
    const inner = this.geometry.outline(cell, 0.93);
    return hitGroup(
      svg('polygon', { class: 'area', points: this.geometry.outline(cell) }),
      svg('polygon', { class: 'focus-halo', points: inner }),
      svg('polygon', { class: 'focus-line', points: inner }),
    );
  }
}

/** @param {Point} place @param {number} reach */
export function hitCircle([cx, cy], reach) {
  return hitGroup(
    svg('circle', { class: 'area', cx, cy, r: n(reach) }),
    svg('circle', { class: 'focus-halo', cx, cy, r: n(reach * 0.95) }),
    svg('circle', { class: 'focus-line', cx, cy, r: n(reach * 0.95) }),
  );
}

/** @param {Element[]} shapes */
function hitGroup(...shapes) {
  return svg('g', { class: 'hit', role: 'button', tabindex: -1 }, ...shapes);
}

/** The shapes of the marks. Each is drawn twice, as a light halo and in ink, so that it shows on any ground. */
export const MARKS = {
  ring: 'M-42 0a42 42 0 1 0 84 0a42 42 0 1 0-84 0',
  dot: 'M-10 0a10 10 0 1 0 20 0a10 10 0 1 0-20 0Z',
  // The middle stays open for the piece.
  crosshair: 'M-40 0a40 40 0 1 0 80 0a40 40 0 1 0-80 0M-20-20L-36-36M20-20L36-36M-20 20L-36 36M20 20L36 36',
  frame: 'M-33-45H33Q45-45 45-33V33Q45 45 33 45H-33Q-45 45-45 33V-33Q-45-45-33-45Z',
  // One of several, in any order: a ring with a plus.
  member: 'M-42 0a42 42 0 1 0 84 0a42 42 0 1 0-84 0M-34-46V-22M-46-34H-22',
  // A piece that threatens: a star of short rays around it.
  danger: 'M0-47V-36M33-33L26-26M47 0H36M33 33L26 26M0 47V36M-33 33L-26 26M-47 0H-36M-33-33L-26-26M-30 0a30 30 0 1 0 60 0a30 30 0 1 0-60 0',
  decided: 'M-44 0a44 44 0 1 0 88 0a44 44 0 1 0-88 0M-35 0a35 35 0 1 0 70 0a35 35 0 1 0-70 0',
  careful: 'M0-21L23 19H-23ZM0-8V5M0 12V12.5',
};

/**
 * @param {keyof typeof MARKS} shape @param {Point} place @param {string} classes
 * @param {string} [path] instead of the usual shape
 */
export function mark(shape, [x, y], classes, path) {
  const d = path ?? MARKS[shape];
  return svg(
    'g',
    { class: `mark ${shape} ${classes}`, transform: `translate(${n(x)} ${n(y)})` },
    svg('path', { class: 'halo', d }),
    svg('path', { class: 'ink', d }),
  );
}

/**
 * The drawings of a game, and its symbols with their motions (see `motion.js`).
 * @typedef {{nodes: Element[], symbols: Map<string, {comes?: string, goes?: string}>}} Art
 * @type {Map<string, Promise<Art>>}
 */
const arts = new Map();

/** Whether two games are drawn on the same board. @param {GameInfo} one @param {GameInfo} other */
export function sameBoard(one, other) {
  return one.game === other.game && JSON.stringify(one.board) === JSON.stringify(other.board);
}

/** Fetches the drawings and the styles of a game, once. @param {string} game */
export function loadArt(game) {
  let art = arts.get(game);
  if (!art) {
    art = fetchArt(game);
    arts.set(game, art);
    // After a failure the next board tries again.
    art.catch(() => arts.delete(game));
  }
  return art;
}

/** @param {string} game @returns {Promise<Art>} */
async function fetchArt(game) {
  const [text] = await Promise.all([getText(`/api/games/${game}/art.svg`), loadStyles(`/api/games/${game}/art.css`)]);
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  const nodes = [...root.children].filter((node) => node.localName !== 'style');
  return { nodes, symbols: new Map([...root.querySelectorAll('symbol')].map(({ id, dataset }) => [id, dataset])) };
}
