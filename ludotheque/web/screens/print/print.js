/** A game to print: the board true to size, all pieces to cut out, and sheets to write on. */

import { loadArt } from '../../board/drawing.js';
import { get } from '../../lib/api.js';
import { button, fill, h } from '../../lib/dom.js';
import { pick, t } from '../../lib/texts.js';
import { checkbox, radioGroup } from '../../ui/fields.js';
import { boardPicture, emptyBoard, piecePictures, ruler, symbolsOf } from './drawings.js';

/**
 * @import {Art} from '../../board/drawing.js'
 * @import {Paper, PaperBoard, SheetJson} from '../../lib/types.js'
 */

/** @typedef {{ board: number, hidden: Set<string> }} Choice */

/** Where paper is usually not A4. */
const LETTER = new Set(['US', 'CA', 'MX', 'CL', 'CO', 'CR', 'GT', 'PA', 'PH', 'PR', 'VE']);

/** @param {string} game @returns {Promise<import('../../lib/router.js').ScreenView>} */
export async function show(game) {
  const [paper, art] = await Promise.all([
    /** @type {Promise<Paper>} */ (get(`/api/games/${game}/paper`)),
    loadArt(game),
  ]);
  const title = t('print.title', { game: pick(paper.title) });
  const out = h('div', { class: 'printout', 'data-paper': usualPaper() });
  /** @type {Choice} */
  const choice = { board: 0, hidden: new Set() };
  const draw = () => fill(out, /** @type {never} */ (symbolsOf(art)), pages(paper, art, choice));
  draw();
  const node = h(
    'article',
    { class: 'printing' },
    h(
      'div',
      { class: 'print-controls form' },
      h('h1', null, title),
      h('p', null, t('print.lead')),
      controls(paper, choice, out, draw),
      h(
        'p',
        { class: 'row' },
        button(t('print.print'), () => print(), 'primary'),
        h('a', { class: 'button', href: `/rules/${game}` }, t('print.booklet')),
      ),
    ),
    out,
  );
  return { title, node };
}

/** The paper of the reader's country. */
function usualPaper() {
  const region = new Intl.Locale(navigator.language).region ?? '';
  return LETTER.has(region) ? 'letter' : 'a4';
}

/** @param {Paper} paper @param {Choice} choice @param {HTMLElement} out @param {() => void} draw */
function controls(paper, choice, out, draw) {
  const papers = /** @type {[string, string][]} */ (['a4', 'letter'].map((name) => [name, t(`print.${name}`)]));
  const boards = /** @type {[number, string][]} */ (paper.boards.map(({ label }, at) => [at, label ? pick(label) : '']));
  /** @param {string} part @param {boolean} wanted */
  const want = (part, wanted) => {
    if (wanted) choice.hidden.delete(part);
    else choice.hidden.add(part);
    draw();
  };
  const parts = ['board', 'pieces', ...(paper.sheets.length ? ['sheets'] : [])];
  return [
    radioGroup(t('print.paper'), papers, usualPaper(), (value) => out.setAttribute('data-paper', value)),
    boards.length > 1
      ? radioGroup(t('print.which'), boards, choice.board, (at) => {
          choice.board = at;
          draw();
        })
      : null,
    h(
      'div',
      { class: 'print-parts' },
      parts.map((part) => checkbox(t(`print.${part}`), true, (wanted) => want(part, wanted))),
      checkbox(t('print.plain'), false, (plain) => out.classList.toggle('plain', plain), t('print.plain_note')),
    ),
  ];
}

/** @param {Paper} paper @param {Art} art @param {Choice} choice */
function pages(paper, art, choice) {
  const board = /** @type {PaperBoard} */ (paper.boards[choice.board]);
  const title = pick(paper.title);
  const found = /** @type {[string, HTMLElement[]][]} */ ([
    ['board', [boardPage(title, board, art)]],
    ['pieces', board.supplies.length ? [piecesPage(title, board)] : []],
    ['sheets', paper.sheets.map((sheet) => sheetPage(title, sheet, board))],
  ]);
  return found.filter(([part]) => !choice.hidden.has(part)).flatMap(([, elements]) => elements);
}

/** @param {string} title @param {PaperBoard} board @param {Art} art */
function boardPage(title, board, art) {
  return page(
    'board-page',
    board.label ? `${title} – ${pick(board.label)}` : title,
    boardPicture(board, art),
    h('p', { class: 'scale' }, t('print.scale', { cell: board.cell })),
    ruler(),
  );
}

/** @param {string} title @param {PaperBoard} board */
function piecesPage(title, board) {
  const groups = board.supplies.map((supply) =>
    h('div', { class: 'supply' }, h('h3', null, pick(supply.label)), h('div', { class: 'cut-outs' }, ...piecePictures(supply, board))),
  );
  return page('pieces-page', t('print.pieces_of', { game: title }), h('p', null, t('print.cut')), ...groups);
}

/** @param {string} title @param {SheetJson} sheet @param {PaperBoard} board */
function sheetPage(title, sheet, board) {
  return page(
    'sheet-page',
    `${title} – ${pick(sheet.title)}`,
    h('p', null, pick(sheet.text)),
    emptyBoard(board.info, sheet.flip),
    ...(sheet.table ? [table(sheet.table)] : []),
  );
}

/** @param {NonNullable<SheetJson['table']>} table */
function table({ head, rows }) {
  return h(
    'table',
    null,
    h('thead', null, h('tr', null, head.map((text) => h('th', { scope: 'col' }, pick(text))))),
    h('tbody', null, rows.map((row) => h('tr', null, row.map((text) => h('td', null, pick(text)))))),
  );
}

/** @param {string} kind @param {string} title @param {(Node)[]} children */
function page(kind, title, ...children) {
  return h('section', { class: `paper-page ${kind}` }, h('h2', null, title), ...children);
}
