/** The opening table: which moves the best level played in a position, how often, and what they brought. */

import { createBoard, setRatio } from '../../board/create.js';
import { errorText, get, post } from '../../lib/api.js';
import { button, fill, h, iconButton, refill } from '../../lib/dom.js';
import { pick, sentenceOf, t } from '../../lib/texts.js';
import { announce } from '../../ui/announce.js';
import { percent } from '../../ui/candidates.js';
import { boardState } from '../../ui/history.js';
import { trainingLinks, secondsText, studyAddress } from '../../ui/training.js';

/**
 * @import {Look, OpeningMove, OpeningPosition, OpeningTable, Ply} from '../../lib/types.js'
 *
 * @typedef {{ at: number, move: string | null }} Step   a position of the table, and the move that led to it
 */

/** @param {string} game @returns {Promise<import('../../lib/router.js').ScreenView>} */
export async function show(game) {
  const screen = new OpeningScreen(/** @type {OpeningTable} */ (await get(`/api/games/${game}/openings`)));
  await screen.start();
  return { title: screen.title, node: screen.element, leave: () => screen.leave() };
}

class OpeningScreen {
  /** The way from the start to the position on the board. @type {Step[]} */
  #path = [{ at: 0, move: null }];
  /** Counts requests, so that only the last one is shown. */
  #requests = 0;
  #onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event);
  /** The browser's buttons go from position to position, as the table does. */
  #onAddress = () => this.#goTo(this.#addressed());

  /** @param {OpeningTable} table */
  constructor(table) {
    this.table = table;
    this.info = table.board;
    this.title = t('openings.title', { game: pick(table.title) });
    this.board = createBoard(this.info);
    this.parts = {
      sentence: h('p', { class: 'sentence', tabIndex: -1 }),
      line: h('p', { class: 'hint opening-line' }),
      buttons: h('div', { class: 'row' }),
      rows: h('div', { class: 'opening-rows' }),
      alert: h('p', { class: 'alert', role: 'alert' }),
    };
    this.element = this.#layout();
    document.addEventListener('keydown', this.#onKey);
    addEventListener('hashchange', this.#onAddress);
  }

  leave() {
    this.#requests += 1;
    document.removeEventListener('keydown', this.#onKey);
    removeEventListener('hashchange', this.#onAddress);
  }

  async start() {
    this.#path = this.#addressed();
    await this.#show(false);
  }

  /** Returns the way that the address names, as far as the table has it. @returns {Step[]} */
  #addressed() {
    /** @type {Step[]} */
    const path = [{ at: 0, move: null }];
    for (const move of movesIn(location.hash)) {
      const last = /** @type {Step} */ (path.at(-1));
      const next = this.table.positions[last.at]?.moves.find((one) => one.move === move)?.next ?? null;
      if (next === null) break;
      path.push({ at: next, move });
    }
    return path;
  }

  /** Goes to the end of a way. Each position has its address, so that the browser can come back to it. @param {Step[]} path */
  #walk(path) {
    const moves = path.flatMap(({ move }) => (move ? [encodeURIComponent(move)] : []));
    const address = location.pathname + location.search + (moves.length ? `#${moves.join('/')}` : '');
    if (address !== location.pathname + location.search + location.hash) history.pushState(null, '', address);
    this.#goTo(path);
  }

  /** @param {Step[]} path */
  #goTo(path) {
    this.#path = path;
    void this.#show();
  }

  #layout() {
    const { sentence, line, buttons, rows, alert } = this.parts;
    const element = h(
      'div',
      { class: 'game-screen review openings' },
      h('h1', { class: 'training-title' }, this.title),
      h('div', { class: 'board-area' }, this.board),
      h('section', { class: 'panel', 'aria-label': this.title }, sentence, line, buttons, rows, alert),
      h('div', { class: 'tools' }, this.#about(), trainingLinks(this.table.id, 'openings')),
    );
    setRatio(element, this.info);
    return element;
  }

  /** Says who played, how many games, and how long they thought. */
  #about() {
    const { games, seconds, varied, random, command } = this.table;
    const values = { count: games, seconds: secondsText(seconds), varied };
    return h(
      'details',
      { class: 'about', open: true },
      h('summary', null, t('openings.about')),
      h('p', null, t('openings.basis', values), ' ', random ? t('openings.random') : '', ' ', t('openings.images')),
      h('p', { class: 'hint' }, t('openings.interval'), ' ', t('openings.ends')),
      h('p', { class: 'hint' }, t('strategy.command'), ' ', h('code', null, command)),
    );
  }

  /** @returns {OpeningPosition} */
  get #position() {
    return /** @type {OpeningPosition} */ (this.table.positions[this.#path.at(-1)?.at ?? 0]);
  }

  /** @param {boolean} [moved] whether the reader asked for it; then the new position is announced */
  async #show(moved = true) {
    this.#requests += 1;
    const request = this.#requests;
    this.#draw();
    try {
      const line = await this.#look();
      if (request !== this.#requests) return;
      this.board.show(boardState(line));
      fill(this.parts.alert);
      if (moved) announce(this.parts.sentence.textContent ?? '');
    } catch (error) {
      if (request === this.#requests) fill(this.parts.alert, sentenceOf(errorText(error)));
    }
  }

  /** Returns the plies to show: with the last move where it leads to this very image of the position. */
  async #look() {
    const { position } = this.#position;
    const [before, last] = [this.#path.at(-2), this.#path.at(-1)];
    const from = before && this.table.positions[before.at];
    if (from && last?.move) {
      const plies = await this.#plies(from.position, [[from.turn, last.move]]);
      if (sameBoard(plies.at(-1), position)) return plies;
    }
    return this.#plies(position, []);
  }

  /** @param {string} position @param {[number, string][]} moves @returns {Promise<Ply[]>} */
  async #plies(position, moves) {
    const { game, options } = this.info;
    const look = /** @type {Look} */ (await post('/api/study/look', { game, options, position, moves }));
    return [...look.plies];
  }

  #draw() {
    const { sentence, line, buttons, rows } = this.parts;
    const position = this.#position;
    const side = pick(this.info.sides[position.turn]);
    fill(sentence, t('openings.here', { side, count: position.games }));
    const moves = this.#path.flatMap(({ move }) => (move ? [move] : []));
    fill(line, moves.length ? moves.map((move, at) => `${at + 1}. ${move}`).join('  ') : t('replay.start'));
    const first = this.#path.length === 1;
    refill(buttons, [
      iconButton('first', t('replay.first'), first ? null : () => this.#back(1)),
      iconButton('back', t('replay.back'), first ? null : () => this.#back(this.#path.length - 1)),
      h('a', { class: 'button small', href: studyAddress(this.info.game, position.position, this.info.options) }, t('replay.study')),
    ]);
    fill(rows, this.#list(position));
  }

  /** @param {OpeningPosition} position */
  #list(position) {
    const other = position.other.reduce((sum, one) => sum + one, 0);
    const head = ['move', 'games', 'results', 'share'].map((name) => h('th', { scope: 'col' }, t(`openings.${name}`)));
    return h(
      'table',
      { class: 'opening-table' },
      h('caption', { class: 'visually-hidden' }, t('openings.caption')),
      h('thead', null, h('tr', null, head)),
      h(
        'tbody',
        null,
        position.moves.map((move) => this.#row(move, position.turn)),
        other > 0 &&
          h('tr', null, h('td', null, t('openings.other')), h('td', null, other), h('td', null, this.#bar(position.other)), h('td')),
      ),
    );
  }

  /** @param {OpeningMove} move @param {number} turn */
  #row(move, turn) {
    const { next, results, share, low, high } = move;
    const count = results.reduce((sum, one) => sum + one, 0);
    const open = () => this.#open(/** @type {number} */ (next), move.move);
    const name = next === null ? h('span') : button('', open, 'small');
    fill(name, breakable(move.move));
    const range = t('openings.range', { low: percent(low), high: percent(high) });
    return h(
      'tr',
      null,
      h('th', { scope: 'row' }, name),
      h('td', null, String(count)),
      h('td', null, this.#bar(results)),
      h('td', { title: t('openings.share_of', { side: pick(this.info.sides[turn]) }) }, h('strong', null, percent(share)), ' ', h('span', { class: 'hint' }, range)),
    );
  }

  /** A bar of the results: the first side's wins, draws, the second side's wins. @param {readonly number[]} results */
  #bar(results) {
    const [won = 0, drawn = 0, lost = 0] = results;
    const all = Math.max(1, won + drawn + lost);
    const [first, second] = this.info.sides.map(pick);
    const label = t('openings.bar', { first: first ?? '', won, drawn, second: second ?? '', lost });
    const bar = h('span', { class: 'results', role: 'img', 'aria-label': label, title: label });
    /** @type {[string, number][]} */
    const shares = [['won', won], ['drawn', drawn], ['lost', lost]];
    fill(
      bar,
      shares.map(([kind, count]) => {
        const part = h('span', { class: kind });
        part.style.setProperty('--part', `${(100 * count) / all}%`);
        return part;
      }),
    );
    return bar;
  }

  /** @param {number} at @param {string} move */
  #open(at, move) {
    this.#walk([...this.#path, { at, move }]);
    this.parts.sentence.focus({ preventScroll: true });
  }

  /** Goes back to the position after this number of steps. @param {number} length */
  #back(length) {
    this.#walk(this.#path.slice(0, Math.max(1, length)));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { target, key } = event;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || !(target instanceof Element)) return;
    if (target.closest('input, textarea, select, ludo-board, dialog') || this.#path.length === 1) return;
    if (key !== 'ArrowLeft' && key !== 'Home') return;
    event.preventDefault();
    this.#back(key === 'Home' ? 1 : this.#path.length - 1);
  }
}

/** Returns the moves that stand in an address; none where it was spoiled. @param {string} hash */
function movesIn(hash) {
  try {
    return hash.slice(1).split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return [];
  }
}

/**
 * Whether a ply shows a position, whatever its counters say.
 * @param {Ply | undefined} ply @param {string} position
 */
function sameBoard(ply, position) {
  const plain = (/** @type {string} */ text) => text.replace(/=\d+(?= |$)/g, '=');
  return ply !== undefined && plain(ply.position) === plain(position);
}

/** A move of many cells may break after a comma. @param {string} move */
function breakable(move) {
  return h('span', null, move.split(/(?<=,)/).flatMap((part) => [part, h('wbr')]));
}
