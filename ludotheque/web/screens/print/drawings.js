/** Drawings for paper, true to size: the board, pieces to cut out, a ruler, and the empty board of a sheet. */

import { Geometry, n, Painter, svg, UNIT } from '../../board/drawing.js';

/**
 * @import {Art} from '../../board/drawing.js'
 * @import {BoardJson, GameInfo, PaperBoard, PieceJson, Point, SupplyJson} from '../../lib/types.js'
 */

/** Room around a piece for the line to cut along, in picture units. */
const CUT = 3;
/** How far the text of a label reaches from its middle, in cells, and room for the lines at the edge. */
const LABEL_REACH = 0.3;
const EDGE = 0.03;
/** The largest empty board on a sheet, in millimetres. */
const SHEET_ROOM = [150, 165];
/** Millimetres of an inch, and the length of the ruler in centimetres and in inches. */
const INCH = 25.4;
const RULER = [10, 4];

/** The symbols that all drawings of the page use. @param {Art} art */
export function symbolsOf(art) {
  const nodes = art.nodes.map((node) => document.importNode(node, true));
  // Without a box, but not `display: none`: that would remove the gradients.
  return svg('svg', { class: 'symbols', width: 0, height: 0, 'aria-hidden': 'true' }, ...nodes);
}

/**
 * A picture with a width in millimetres.
 * @param {string} classes @param {[x: number, y: number, width: number, height: number]} view in picture units
 * @param {number} scale millimetres for a picture unit @param {Element[]} children
 */
function picture(classes, view, scale, ...children) {
  const size = { width: `${n(view[2] * scale)}mm`, height: `${n(view[3] * scale)}mm` };
  return svg('svg', { class: classes, viewBox: view.map(n).join(' '), ...size, 'aria-hidden': 'true' }, ...children);
}

/** @param {PaperBoard} board @param {Art} art */
export function boardPicture({ info, cell, fixtures }, art) {
  return drawn(info.board, info.game, art.symbols, fixtures, false, cell);
}

/** The cells and their names, as large as a sheet has room. @param {GameInfo} info @param {boolean} flip */
export function emptyBoard({ board, game }, flip) {
  const extent = closeExtent(board);
  const [width, height] = [extent[2] - extent[0], extent[3] - extent[1]];
  const [wide = 0, high = 0] = SHEET_ROOM;
  const cell = Math.floor(Math.min(wide / width, high / height));
  return drawn({ ...board, extent }, game, new Map(), [], flip, cell);
}

/**
 * @param {BoardJson} board @param {string} game @param {Art['symbols']} symbols @param {readonly PieceJson[]} pieces
 * @param {boolean} flip @param {number} cell in millimetres
 */
function drawn(board, game, symbols, pieces, flip, cell) {
  const geometry = new Geometry(board, flip);
  const painter = new Painter(geometry, game, symbols);
  const layers = [painter.ground(), svg('g', {}, ...pieces.map((piece) => painter.piece(piece))), painter.labels()];
  return picture(`ludotheque ${game}`, [0, 0, geometry.width, geometry.height], cell / UNIT, ...layers);
}

/** What the cells and their names need, without room for pieces in hand. @param {BoardJson} board @returns {BoardJson['extent']} */
function closeExtent({ cells, labels }) {
  const points = [
    ...cells.flatMap(({ x, y, outline }) => outline.map(([dx, dy]) => [x + dx, y + dy])),
    ...labels.flatMap(({ x, y }) => [
      [x - LABEL_REACH, y - LABEL_REACH],
      [x + LABEL_REACH, y + LABEL_REACH],
    ]),
  ];
  const [xs, ys] = [points.map(([x = 0]) => x), points.map(([, y = 0]) => y)];
  return [Math.min(...xs) - EDGE, Math.min(...ys) - EDGE, Math.max(...xs) + EDGE, Math.max(...ys) + EDGE];
}

/** All pieces of one kind. @param {SupplyJson} supply @param {PaperBoard} board */
export function piecePictures({ symbols, count, outline }, { info, cell }) {
  return symbols.flatMap((symbol) => Array.from({ length: count }, () => piece(symbol, outline, info.game, cell)));
}

/** @param {string} symbol @param {readonly Point[]} outline @param {string} game @param {number} cell */
function piece(symbol, outline, game, cell) {
  const points = outline.map(([x, y]) => [x * UNIT, -y * UNIT]);
  const [xs, ys] = [points.map(([x = 0]) => x), points.map(([, y = 0]) => y)];
  const [left, top] = [Math.min(...xs) - CUT, Math.min(...ys) - CUT];
  const [width, height] = [Math.max(...xs) + CUT - left, Math.max(...ys) + CUT - top];
  const corner = { x: -UNIT / 2, y: -UNIT / 2, width: UNIT, height: UNIT };
  return picture(
    `ludotheque ${game} cut-out`,
    [left, top, width, height],
    cell / UNIT,
    svg('use', { href: `#${game}-${symbol}`, ...corner }),
    svg('polygon', { class: 'cut', points: points.map((point) => point.map(n).join(',')).join(' ') }),
  );
}

/** A ruler in centimetres above and inches below, to check the scale of the printer. One unit is a millimetre. */
export function ruler() {
  const [centimetres = 0, inches = 0] = RULER;
  const marks = [
    ...Array.from({ length: centimetres + 1 }, (_, at) => mark(at * 10, -3, String(at), -4)),
    ...Array.from({ length: inches + 1 }, (_, at) => mark(at * INCH, 3, String(at), 7)),
  ];
  return picture(
    'ruler',
    [-3, -8, 116, 16],
    1,
    svg('path', { class: 'ruler-line', d: `M0 0H${centimetres * 10}` }),
    svg('path', { class: 'ruler-line', d: `M0 0.4H${inches * INCH}` }),
    ...marks.flat(),
    svg('text', { x: 107, y: -4 }, 'cm'),
    svg('text', { x: 107, y: 7 }, 'in'),
  );
}

/** @param {number} x @param {number} end @param {string} text @param {number} y */
function mark(x, end, text, y) {
  return [svg('path', { d: `M${n(x)} 0V${end}` }), svg('text', { x: n(x), y }, text)];
}
