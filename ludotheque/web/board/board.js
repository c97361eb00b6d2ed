/**
 * `<ludo-board>`: a board to see, hear and play on. It knows no rule and no game.
 *
 * A screen sets `info` once and calls `show` with every state. The board answers with the events `move`, `task`,
 * `announce` and `wrong`. Their details are in `types.d.ts`.
 *
 * @import {BoardState, GameInfo, Language, MoveDetail, TaskDetail, TextDetail, Texts} from '../lib/types.js'
 * @import {Matcher} from './clicks.js'
 * @import {Highlight} from './highlights.js'
 * @import {Change} from './motion.js'
 * @import {Target} from './targets.js'
 */

import { matcherFor } from './clicks.js';
import { changeText, currentTask, pieceName, piecesOn } from './descriptions.js';
import { loadArt } from './drawing.js';
import { allHighlights, chosenHighlights, markedHighlights, MEANINGS, previewHighlights } from './highlights.js';
import { reducedMotion, REVEAL, shake } from './motion.js';
import { BoardInput } from './pointing.js';
import { Scene } from './scene.js';
import { play } from './sound.js';

export class LudoBoard extends HTMLElement {
  /** @type {GameInfo | null} */
  #info = null;
  /** @type {Scene | null} */
  #scene = null;
  /** @type {BoardInput | null} */
  #input = null;
  /** The state that is drawn. @type {BoardState | null} */
  #state = null;
  /** The state that came while the board could not show it. @type {BoardState | null} */
  #newest = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #reveal;
  /** @type {Matcher} */
  #matcher = matcherFor(null, null, { needsConfirm: () => false, confirming: false });
  #movesKey = '';
  /** Whether a move was sent and no answer has come. */
  #sent = false;
  /** The seat that moved here last. Its own move is not announced. @type {number | null} */
  #mover = null;
  /** @type {Language} */
  #language = '';
  /** @type {Texts} */
  #texts = (key) => key;
  #flipped = false;
  #confirming = false;
  #locked = false;
  /** @type {readonly import('./suggestions.js').Suggestion[]} */
  #suggested = [];
  muted = true;
  #resize = new ResizeObserver(() => this.#refresh());

  connectedCallback() {
    this.#resize.observe(this);
  }

  disconnectedCallback() {
    this.#resize.disconnect();
  }

  // --- what a screen sets --------------------------------------------------------------------------------------------

  get info() {
    return this.#info;
  }

  set info(info) {
    const same = info && this.#info && this.#scene && sameBoard(info, this.#info);
    this.#info = info;
    if (same) {
      if (this.#scene) this.#scene.info = info;
      this.#refresh();
    } else {
      this.#newest ??= this.#state;
      this.#state = null;
      void this.#build();
    }
  }

  get language() {
    return this.#language;
  }

  set language(language) {
    this.#language = language;
    this.#refresh();
  }

  get texts() {
    return this.#texts;
  }

  set texts(texts) {
    this.#texts = texts;
    this.#refresh();
  }

  get flipped() {
    return this.#flipped;
  }

  set flipped(flipped) {
    if (flipped === this.#flipped) return;
    this.#flipped = flipped;
    void this.#build();
  }

  get confirming() {
    return this.#confirming;
  }

  set confirming(confirming) {
    this.#confirming = confirming;
    this.#matcher.options.confirming = confirming;
    this.#refresh();
  }

  get locked() {
    return this.#locked;
  }

  set locked(locked) {
    if (locked === this.#locked) return;
    this.#locked = locked;
    if (!locked) this.#sent = false;
    this.#refresh();
  }

  // --- states --------------------------------------------------------------------------------------------------------

  /** Shows a whole state. What is different from the one before moves. @param {BoardState} state */
  show(state) {
    if (!this.#scene || this.#reveal !== undefined) {
      this.#newest = state;
      return;
    }
    const before = this.#state;
    const revealed = before && state.traces.length && JSON.stringify(state.traces) !== JSON.stringify(before.traces);
    if (!revealed || reducedMotion()) {
      this.#apply(state);
      return;
    }
    // A revealed secret lies over the old pieces for a moment, before it has its effect.
    this.#matcher.cancel();
    this.#scene.highlight([], state);
    this.#scene.showSpots([0, 0], [], '');
    this.#scene.showLastMove(state.last, state.traces);
    this.#reveal = setTimeout(() => {
      this.#reveal = undefined;
      this.#apply(state);
      this.#catchUp();
    }, REVEAL);
  }

  /** Shows a state that need not follow from the one before. @param {BoardState} state */
  jump(state) {
    clearTimeout(this.#reveal);
    this.#reveal = undefined;
    this.#newest = this.#scene ? null : state;
    if (this.#scene) this.#apply(state);
  }

  /**
   * Marks good moves, best first, until it is called again.
   * @param {readonly import('./suggestions.js').Suggestion[]} suggested
   */
  suggest(suggested) {
    this.#suggested = suggested;
    this.#scene?.suggest(suggested);
  }

  #catchUp() {
    const state = this.#newest;
    this.#newest = null;
    if (state) this.show(state);
  }

  /** @param {BoardState} state */
  #apply(state) {
    const [scene, info, before] = [this.#scene, this.#info, this.#state];
    if (!scene || !info) return;
    // The next player at this device must not learn from the focus what was clicked last.
    if (before && before.viewpoint !== state.viewpoint) this.#input?.forget();
    const focused = this.#input?.focusedToken;
    this.#state = state;
    const change = scene.pieces(state, before);
    scene.showLastMove(state.last, state.traces);
    if (before) {
      const text = changeText(before, state, this.#mover, info, this.#language, this.#texts);
      if (text) this.#emit('announce', { text });
      if (change) this.#sound(before, state, change);
    }
    this.#newMatcher(state);
    this.#refresh();
    this.#input?.regain(focused);
  }

  /**
   * Clicks are kept when a state brings the same moves again, for example with another clock.
   * @param {BoardState} state
   */
  #newMatcher(state) {
    const { legal_moves: legalMoves, combination, viewpoint, ticket } = state;
    const key = JSON.stringify([legalMoves, combination, viewpoint, ticket]);
    if (key === this.#movesKey) return;
    this.#movesKey = key;
    this.#sent = false;
    this.#mover = null;
    const needsConfirm = (/** @type {string} */ kind) => this.#info?.kinds[kind]?.confirm ?? false;
    this.#matcher = matcherFor(legalMoves, combination, { needsConfirm, confirming: this.#confirming });
  }

  /** @param {BoardState} before @param {BoardState} state @param {Change} change */
  #sound(before, state, change) {
    if (this.muted) return;
    if (state.result && !before.result) play('win');
    else if (change.gone.length) play('take');
    else if (change.slides.length || change.come.length) play('move');
  }

  async #build() {
    const [info, flipped] = [this.#info, this.#flipped];
    if (!info) return;
    const art = await loadArt(info.game).catch(() => ({ nodes: [], symbols: new Map() }));
    // The screen may have set something else meanwhile.
    if (info.game !== this.#info?.game || flipped !== this.#flipped) return;
    const state = this.#state;
    const focused = this.#input?.focusedToken;
    this.#scene = new Scene(this.#info, art, flipped);
    this.#input = new BoardInput(this.#scene, {
      press: (target, byKey) => this.#press(target, byKey),
      cancel: () => this.cancel(),
      hover: (target) => this.#preview(target),
      lift: (target) => this.#lift(target),
      draggable: (target) => this.#draggable(target.token),
      lands: (target) => this.#matcher.next().has(target.token),
    });
    this.replaceChildren(this.#scene.frame);
    this.#state = null;
    if (state) this.#apply(state);
    this.#catchUp();
    this.#scene.suggest(this.#suggested);
    this.#input.regain(focused);
  }

  // --- clicks --------------------------------------------------------------------------------------------------------

  get #idle() {
    return this.#locked || this.#sent || this.#reveal !== undefined || !(this.#state?.legal_moves || this.#state?.combination);
  }

  /** @param {Target} target @param {boolean} byKey */
  #press(target, byKey) {
    if (this.#idle || !this.#scene) return;
    const answer = this.#matcher.click(target.token);
    if (answer === 'wrong' || answer === 'full') {
      const key = answer === 'full' ? 'board.full' : 'board.not_here';
      this.#emit('wrong', { text: this.#texts(key, { cell: this.#tokenName(target.token) }) });
      shake(target.element);
      for (const drawn of this.#state ? this.#scene.drawnFor(this.#state, target.token) : []) shake(drawn);
      return;
    }
    if (answer === 'send') this.commit();
    this.#refresh();
    if (byKey && target.sort === 'cell' && this.#scene.spots.length) this.#input?.focus(this.#scene.spots[0]);
  }

  /** Sends the move that the clicks make. The confirm button calls this. */
  commit() {
    const { move } = this.#matcher;
    if (!move || this.#idle) return;
    this.#sent = true;
    this.#mover = this.#state?.viewpoint ?? null;
    this.#refresh();
    this.#emit('move', { move: move.text });
  }

  /** Takes all clicks back. */
  cancel() {
    if (this.#idle || !this.#matcher.clicks.length) return;
    this.#matcher.cancel();
    this.#refresh();
  }

  /** Takes a move back that the server refused. The screen shows the reason. */
  refuse() {
    this.#sent = false;
    this.#mover = null;
    this.#matcher.cancel();
    this.#refresh();
    if (this.#scene) shake(this.#scene.layers.pieces);
  }

  /** @param {string} token */
  #draggable(token) {
    if (this.#idle || !this.#state || !this.#scene?.drawnFor(this.#state, token).length) return false;
    const next = this.#matcher.next().get(token);
    // Lifting a piece must not send a move.
    return this.#matcher.clicks.at(-1) === token || (next !== undefined && !next.ends && !next.several);
  }

  /** @param {Target} target */
  #lift(target) {
    if (!this.#scene || !this.#state || !this.#draggable(target.token)) return null;
    if (this.#matcher.clicks.at(-1) !== target.token) this.#press(target, false);
    return this.#scene.drawnFor(this.#state, target.token);
  }

  // --- what the clicks show ------------------------------------------------------------------------------------------

  #refresh() {
    const [scene, info, state] = [this.#scene, this.#info, this.#state];
    if (!scene || !info || !state || this.#reveal !== undefined) return;
    const sending = this.#locked || this.#sent;
    scene.svg.classList.toggle('sending', sending);
    scene.svg.setAttribute('aria-label', this.#texts('board.label', { title: info.title[this.#language] }));
    const focused = this.#input?.focusedToken;
    this.#showSpots(scene, sending);
    const highlights = this.#idle ? chosenHighlights(this.#matcher) : allHighlights(this.#matcher, info.kinds);
    scene.highlight([...markedHighlights(state), ...highlights], state);
    this.#raise(scene, state);
    this.#label(scene, state, info, highlights);
    if (focused !== undefined) this.#input?.regain(focused);
    const task = currentTask(this.#matcher, info, state.task, this.#language, this.#texts);
    this.#emit('task', sending ? { sentence: this.#texts('board.sending'), confirm: null, cancel: false } : task);
  }

  /** Marks faintly what a click here would make possible. @param {Target | null} target */
  #preview(target) {
    if (!this.#scene || !this.#state || this.#idle) return;
    const highlights = previewHighlights(this.#matcher, this.#info?.kinds ?? {}, target?.token ?? '');
    this.#scene.highlight([...markedHighlights(this.#state), ...highlights], this.#state);
  }

  /** @param {Scene} scene @param {boolean} sending */
  #showSpots(scene, sending) {
    const { clicks } = this.#matcher;
    const spots = this.#info?.tokens ?? {};
    const next = [...this.#matcher.next().keys()];
    // Where cells can be clicked as well, the spots must not cover them.
    const small = this.#matcher.quiet || next.some((token) => !spots[token]);
    const others = small && !scene.hasRoom ? [] : this.#matcher.siblings();
    const shown = sending ? [] : [...new Set([...next, ...others])].filter((token) => spots[token]?.place);
    // A chosen spot stays in sight, among those that can replace it.
    if (!sending) shown.push(...clicks.filter((token) => spots[token]?.place));
    const chosen = clicks.findIndex((token) => spots[token]?.place);
    const cells = clicks.slice(0, chosen < 0 ? clicks.length : chosen).filter((token) => !spots[token]);
    const anchor = scene.cells.find((cell) => cell.token === cells.at(-1));
    const order = Object.keys(spots);
    shown.sort((a, b) => order.indexOf(a) - order.indexOf(b));
    scene.showSpots(anchor?.place ?? [0, 0], shown, anchor?.token ?? '', small);
    this.#input?.settle(anchor);
  }

  /** @param {Scene} scene @param {BoardState} state */
  #raise(scene, state) {
    for (const raised of scene.svg.querySelectorAll('.raised')) raised.classList.remove('raised');
    for (const token of this.#matcher.clicks) {
      for (const drawn of scene.drawnFor(state, token)) drawn.classList.add('raised');
    }
  }

  /**
   * Labels every target for screen readers.
   * @param {Scene} scene @param {BoardState} state @param {GameInfo} info @param {Highlight[]} highlights
   */
  #label(scene, state, info, highlights) {
    const shapes = new Map(highlights.map((mark) => [mark.token, mark]));
    const open = !this.#idle && this.#matcher.quiet;
    for (const target of scene.targets) {
      const { element, token, sort } = target;
      const chosen = this.#matcher.clicks.includes(token);
      const live = !this.#idle && (shapes.has(token) || sort === 'spot' || open);
      const label = [this.#tokenName(token), ...this.#piecesOn(target, state, info), this.#markText(shapes.get(token), chosen)];
      if (state.marked?.includes(token)) label.push(this.#texts('board.marked'));
      if (state.last.includes(token)) label.push(this.#texts('board.last_move'));
      element.setAttribute('aria-label', label.filter(Boolean).join(', '));
      element.setAttribute('aria-disabled', `${!live}`);
      if (chosen) element.setAttribute('aria-pressed', 'true');
      else element.removeAttribute('aria-pressed');
      element.classList.toggle('live', live);
      element.classList.toggle('draggable', this.#draggable(token));
      element.classList.toggle('picked', chosen);
    }
  }

  /** @param {Target} target @param {BoardState} state @param {GameInfo} info */
  #piecesOn(target, state, info) {
    const number = this.#scene?.cells.indexOf(target) ?? -1;
    const cell = info.board.cells[number];
    if (!cell) return [];
    const names = piecesOn(cell, number, [...state.pieces, ...state.traces.flat()], info, this.#language);
    return names ?? [this.#texts('board.empty')];
  }

  /** @param {Highlight | undefined} mark @param {boolean} chosen */
  #markText(mark, chosen) {
    if (chosen) return this.#texts('board.chosen');
    return mark ? this.#texts(MEANINGS[mark.shape]) : '';
  }

  /** @param {string} token */
  #tokenName(token) {
    const piece = this.#state?.pieces.find((known) => known[5] === token);
    if (piece && this.#info) return pieceName(piece, this.#info, this.#language) || token;
    return this.#info?.tokens[token]?.label[this.#language] ?? token;
  }

  /** Moves the focus onto the board, where Tab would enter it. */
  takeFocus() {
    const target = this.querySelector('[tabindex="0"]');
    if (target instanceof SVGElement || target instanceof HTMLElement) target.focus({ preventScroll: true });
  }

  /** @param {string} type @param {MoveDetail | TaskDetail | TextDetail} detail */
  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }
}

/** @param {GameInfo} one @param {GameInfo} other */
function sameBoard(one, other) {
  return one.game === other.game && JSON.stringify(one.board) === JSON.stringify(other.board);
}

customElements.define('ludo-board', LudoBoard);
