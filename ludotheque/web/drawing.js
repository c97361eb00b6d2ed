/**
 * A board with its pieces as SVG elements, from the same data and with the same look as `ludotheque/draw/svg.py`.
 *
 * @import {BoardJson, Cell, PieceJson, Point} from './types.js'
 */

const SVG = 'http://www.w3.org/2000/svg';

/** The distance between neighbouring cells in the picture's units. */
export const UNIT = 100;

/** How far from its point a cell without an outline of its own can be hit. */
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

/** A number as short as it can be. @param {number} value */
const n = (value) => Math.round(value * 100) / 100;

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

  /** The zones of a cell as classes. @param {number} number */
  zones(number) {
    const names = Object.keys(this.board.zones).filter((zone) => this.board.zones[zone]?.includes(number));
    return ['cell', ...names.map((zone) => `zone-${zone}`)].join(' ');
  }
}

/** Draws with the symbols of one game, whose ids start with its name. */
export class Painter {
  /** @param {Geometry} geometry @param {string} name @param {Art['symbols']} symbols */
  constructor(geometry, name, symbols) {
    this.geometry = geometry;
    this.name = name;
    this.symbols = symbols;
  }

  /** How a symbol comes and goes. @param {string} symbol */
  manner(symbol) {
    return this.symbols.get(`${this.name}-${symbol}`) ?? {};
  }

  /** @param {string} symbol @param {Point} place */
  use(symbol, [x, y]) {
    const corner = { x: n(x - UNIT / 2), y: n(y - UNIT / 2) };
    return svg('use', { href: `#${this.name}-${symbol}`, ...corner, width: UNIT, height: UNIT });
  }

  /** Everything that lies under the pieces. */
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

  /** @param {PieceJson} piece */
  piece([symbol, x, y, , words]) {
    const place = this.geometry.place(x, y);
    const group = svg('g', { class: 'piece' });
    if (symbol) group.append(this.use(symbol, place));
    if (words) group.append(svg('text', { class: `words ${symbol}`, x: place[0], y: place[1] }, words));
    return group;
  }

  /**
   * Where a cell can be hit, focused and named: an area, and the two lines that show the focus.
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

/** The shapes of the marks; each is drawn twice, as a light halo and in ink, to show on any ground. */
export const MARKS = {
  last: 'M-44-28V-44H-28 M28-44H44V-28 M44 28V44H28 M-28 44H-44V28',
  ring: 'M-42 0a42 42 0 1 0 84 0a42 42 0 1 0-84 0',
  dot: 'M-10 0a10 10 0 1 0 20 0a10 10 0 1 0-20 0Z',
  // Its middle is left open, for what stands there.
  crosshair: 'M-40 0a40 40 0 1 0 80 0a40 40 0 1 0-80 0M-20-20L-36-36M20-20L36-36M-20 20L-36 36M20 20L36 36',
  frame: 'M-33-45H33Q45-45 45-33V33Q45 45 33 45H-33Q-45 45-45 33V-33Q-45-45-33-45Z',
  careful: 'M0-21L23 19H-23ZM0-8V5M0 12V12.5',
};

/** @param {keyof typeof MARKS} shape @param {Point} place @param {string} classes */
export function mark(shape, [x, y], classes) {
  const d = MARKS[shape];
  return svg(
    'g',
    { class: `mark ${shape} ${classes}`, transform: `translate(${n(x)} ${n(y)})` },
    svg('path', { class: 'halo', d }),
    svg('path', { class: 'ink', d }),
  );
}

/**
 * The drawings of a game, and its symbols with how each comes and goes: see `motion.js`.
 * @typedef {{nodes: Element[], symbols: Map<string, {comes?: string, goes?: string}>}} Art
 * @type {Map<string, Promise<Art>>}
 */
const arts = new Map();

/** The symbols of a game, fetched once; its style sheet goes into the page's head. @param {string} game */
export function loadArt(game) {
  let art = arts.get(game);
  if (!art) {
    art = fetchArt(game);
    arts.set(game, art);
    // A connection that was down for a moment must not leave the board bare for good.
    art.catch(() => arts.delete(game));
  }
  return art;
}

/** @param {string} game */
async function fetchArt(game) {
  const [answer] = await Promise.all([fetch(`/api/games/${game}/art.svg`), linkStyle(`/api/games/${game}/art.css`)]);
  if (!answer.ok) throw new Error(`art.svg: ${answer.status}`);
  const root = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement;
  const nodes = [...root.children].filter((node) => node.localName !== 'style');
  return { nodes, symbols: new Map([...root.querySelectorAll('symbol')].map(({ id, dataset }) => [id, dataset])) };
}

/** @param {string} href @returns {Promise<void>} settled when the style is there, or cannot be had */
function linkStyle(href) {
  if (document.head.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => resolve());
    document.head.append(link);
  });
}
