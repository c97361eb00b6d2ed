/**
 * `<ludo-board>`: a board to see, hear and play on. It knows no rule and no game.
 *
 * A screen sets `info` once and calls `show` with every state. The board answers with the events `move`, `task`,
 * `announce`, `wrong`, `reveal` (a step of a revealed secret), `shown` (a state is drawn) and `settled` (it has come to
 * rest). Their details are in `types.d.ts`.
 *
 * @import {Advice} from '../lib/advice.js'
 * @import {BoardState, GameInfo, Language, MoveDetail, ShownDetail, TaskDetail, TextDetail, Texts} from '../lib/types.js'
 * @import {Matcher} from './clicks.js'
 * @import {Highlight} from './highlights.js'
 * @import {Target} from './targets.js'
 */

import { errorText } from '../lib/api.js';
import { asSentence } from '../lib/format.js';
import { matcherFor } from './clicks.js';
import { changeText, currentTask, targetLabel } from './descriptions.js';
import { loadArt, sameBoard } from './drawing.js';
import { allHighlights, chosenHighlights, markedHighlights, previewHighlights, withoutNoise } from './highlights.js';
import { decidedPause, revealPause, shake } from './motion.js';
import { BoardInput } from './pointing.js';
import { ghostsOn, MovePreviews } from './previews.js';
import { Scene } from './scene.js';

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
  /** The state whose secret is being revealed. @type {BoardState | null} */
  #revealing = null;
  /** The outcome of a reveal that is being looked at. Newer states wait. @type {BoardState | null} */
  #holding = null;
  /** Whether the end of a game has come to rest. */
  #settled = true;
  #previews = new MovePreviews();
  /** The target under the pointer or the focus. @type {Target | null} */
  #hovered = null;
  /** Answers questions about clicks. Without it a refused click says little. @type {Advice | null} */
  advice = null;
  /** @type {Matcher} */
  #matcher = matcherFor(null, null, { needsConfirm: () => false, confirming: false });
  #movesKey = '';
  /** Whether a move was sent and no answer has come. */
  #sent = false;
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

  /** @param {Language} language */
  set language(language) {
    this.#language = language;
    this.#refresh();
  }

  /** @param {Texts} texts */
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

  /** @param {boolean} confirming */
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
    if (!this.#scene || this.#revealing || this.#holding) {
      this.#newest = state;
      return;
    }
    const before = this.#state;
    const revealed = before && state.traces.length && JSON.stringify(state.traces) !== JSON.stringify(before.traces);
    if (revealed) void this.#unveil(state, this.#scene);
    else this.#apply(state);
  }

  get revealing() {
    return this.#revealing !== null;
  }

  /**
   * A revealed secret lies over the old pieces, one move after the other, before it has its effect.
   * @param {BoardState} state @param {Scene} scene
   */
  async #unveil(state, scene) {
    this.#revealing = state;
    this.#matcher.cancel();
    scene.highlight([], state);
    scene.showSpots([0, 0], [], '');
    for (const number of state.traces.keys()) {
      scene.showLastMove([], state.traces.slice(0, number + 1));
      this.#emit('reveal', { text: state.told[number]?.[this.#language] ?? '' });
      await revealPause();
      // The screen may have jumped elsewhere meanwhile.
      if (this.#revealing !== state) return;
    }
    this.#revealing = null;
    this.#holding = state;
    this.#apply(state);
    // The outcome can be looked at before the next move comes.
    await revealPause();
    this.#release(state);
  }

  /** Goes on after an outcome was looked at. @param {BoardState | null} held */
  #release(held) {
    if (!held || this.#holding !== held) return;
    this.#holding = null;
    this.#catchUp();
  }

  /** Shows a state that need not follow from the one before. @param {BoardState} state */
  jump(state) {
    this.#revealing = this.#holding = null;
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
      const text = changeText(before, state, info, this.#language, this.#texts);
      if (text) this.#emit('announce', { text });
      const over = state.result !== null && before.result === null;
      if (change && !this.muted) void import('./sound.js').then((sound) => sound.playChange(change, over));
    }
    this.#newMatcher(state);
    this.#settled = !state.result || !before || before.result !== null;
    this.#refresh();
    this.#input?.regain(focused);
    this.#emit('shown', { state });
    void this.#settle(state, scene);
  }

  /** When everything is at rest, what decided the game lights up. @param {BoardState} state @param {Scene} scene */
  async #settle(state, scene) {
    await scene.rest;
    if (this.#state !== state) return;
    if (!this.#settled) {
      this.#settled = true;
      this.#refresh();
      if (state.result?.cells.length) await decidedPause();
      if (this.#state !== state) return;
    }
    this.#emit('settled', null);
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
    this.#previews.clear();
    const needsConfirm = (/** @type {string} */ kind) => this.#info?.kinds[kind]?.confirm ?? false;
    this.#matcher = matcherFor(legalMoves, combination, { needsConfirm, confirming: this.#confirming });
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
      hover: (target) => this.#hover(target),
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
    return this.#busy || !(this.#state?.legal_moves || this.#state?.combination);
  }

  /** Whether the board cannot be clicked at all for a moment. */
  get #busy() {
    return this.#locked || this.#sent || this.revealing;
  }

  /** @param {Target} target @param {boolean} byKey */
  #press(target, byKey) {
    if (this.#busy || !this.#scene || !this.#state) return;
    const clicks = [...this.#matcher.clicks, target.token];
    const answer = this.#idle ? 'wrong' : this.#matcher.click(target.token);
    if (answer === 'wrong' || answer === 'full') {
      if (answer === 'full') this.#emit('wrong', { text: this.#texts('board.full') });
      else void this.#explain(clicks);
      shake(target.element);
      for (const drawn of this.#scene.drawnFor(this.#state, target.token)) shake(drawn);
      return;
    }
    // What was said about an earlier click holds no longer.
    this.#emit('wrong', { text: '' });
    if (answer === 'send') this.commit();
    this.#refresh();
    // Where only spots come next, the focus goes there.
    const next = [...this.#matcher.next().keys()];
    const only = next.length > 0 && next.every((token) => this.#info?.tokens[token]?.place);
    if (byKey && target.sort === 'cell' && only) this.#input?.focus(this.#scene.spots[0]);
  }

  /** Says why the last of these clicks leads nowhere. @param {readonly string[]} clicks */
  async #explain(clicks) {
    const state = this.#state;
    if (!state || state.result || state.viewpoint === null || !this.advice) return;
    /** @type {TextDetail} */
    let why;
    try {
      const { ruling, message } = await this.advice.explain(clicks);
      why = { text: asSentence(message[this.#language] ?? '', this.#language), ruling };
    } catch (error) {
      why = { text: errorText(error)[this.#language] ?? '' };
    }
    if (this.#state === state) this.#emit('wrong', why);
  }

  /** Sends the move that the clicks make. The confirm button calls this. */
  commit() {
    const { move } = this.#matcher;
    if (!move || this.#idle) return;
    this.#sent = true;
    this.#refresh();
    this.#release(this.#holding);
    this.#emit('move', { move: move.text });
  }

  /** Takes all clicks back, and what was said of them. */
  cancel() {
    if (this.#idle || !this.#matcher.clicks.length) return;
    this.#emit('wrong', { text: '' });
    const onSpot = this.#scene?.spots.some(({ token }) => token === this.#input?.focusedToken);
    const first = this.#matcher.clicks[0];
    this.#matcher.cancel();
    this.#refresh();
    if (onSpot && first) this.#input?.focus(this.#scene?.target(first));
  }

  /** Takes a move back that the server refused. The screen shows the reason. A set that was chosen can be mended. */
  refuse() {
    this.#sent = false;
    if (!this.#state?.combination) this.#matcher.cancel();
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
    if (!scene || !info || !state || this.revealing) return;
    const sending = this.#locked || this.#sent;
    scene.svg.classList.toggle('sending', sending);
    scene.svg.setAttribute('aria-label', this.#texts('board.label', { title: info.title[this.#language] }));
    const focused = this.#input?.focusedToken;
    this.#showSpots(scene, sending);
    const highlights = this.#idle ? chosenHighlights(this.#matcher) : allHighlights(this.#matcher, info.kinds);
    scene.highlight([...this.#marked(state), ...withoutNoise(highlights)], state);
    this.#raise(scene, state);
    this.#label(scene, state, info, highlights);
    if (focused !== undefined) this.#input?.regain(focused);
    this.#showGhosts(scene, state);
    this.#tellTask(info, state, sending);
  }

  /** What lies under all other marks. What decided a game waits until the game has come to rest. @param {BoardState} state */
  #marked(state) {
    return markedHighlights(this.#settled ? state : { ...state, result: null });
  }

  /** @param {GameInfo} info @param {BoardState} state @param {boolean} sending */
  #tellTask(info, state, sending) {
    const task = currentTask(this.#matcher, info, state.task, this.#language, this.#texts);
    const told = this.#previewed()?.text?.[this.#language];
    if (sending) this.#emit('task', { sentence: this.#texts('board.sending'), confirm: null, cancel: false });
    else this.#emit('task', told ? { ...task, sentence: told } : task);
  }

  /** Marks faintly what a click here would make possible. @param {Target | null} target */
  #hover(target) {
    const [scene, state, info] = [this.#scene, this.#state, this.#info];
    if (!scene || !state || !info) return;
    this.#hovered = target;
    if (this.#idle) return;
    const highlights = previewHighlights(this.#matcher, info.kinds, target?.token ?? '');
    scene.highlight([...this.#marked(state), ...withoutNoise(highlights)], state);
    if (!info.previews) return;
    this.#showGhosts(scene, state);
    this.#tellTask(info, state, false);
  }

  /** Draws what the hovered or the chosen move would do. @param {Scene} scene @param {BoardState} state */
  #showGhosts(scene, state) {
    const chosen = ghostsOn(scene.info.board, this.#matcher.clicks, state.combination?.ghost ?? '');
    scene.showGhosts([...chosen, ...(this.#previewed()?.pieces ?? [])]);
    const preview = this.#info?.previews && this.advice?.preview;
    if (preview && !this.#idle && this.#matcher.clicks.length) {
      const tokens = [...this.#matcher.next().keys(), ...this.#matcher.siblings()];
      const moves = tokens.flatMap((token) => this.#matcher.moveAfter(token)?.text ?? []);
      const { move } = this.#matcher;
      void this.#previews.ask(preview, move ? [move.text, ...moves] : moves, () => this.#refresh());
    }
  }

  /** The preview of the move under the pointer, else of the chosen one. */
  #previewed() {
    if (this.#idle || !this.#info?.previews) return null;
    const hovered = this.#hovered && this.#matcher.clicks.length ? this.#matcher.moveAfter(this.#hovered.token) : null;
    return this.#previews.of(hovered?.text ?? this.#matcher.move?.text);
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
      const live = !this.#idle && (open || this.#matcher.accepts(token));
      const told = sort === 'spot' ? this.#previews.of(this.#matcher.moveAfter(token)?.text)?.text?.[this.#language] : '';
      const about = { token, number: scene.cells.indexOf(target), chosen, shape: shapes.get(token)?.shape, told };
      element.setAttribute('aria-label', targetLabel(about, state, info, this.#language, this.#texts));
      element.setAttribute('aria-disabled', `${!live}`);
      if (chosen) element.setAttribute('aria-pressed', 'true');
      else element.removeAttribute('aria-pressed');
      element.classList.toggle('live', live);
      element.classList.toggle('draggable', this.#draggable(token));
      element.classList.toggle('picked', chosen);
    }
  }

  /** Moves the focus onto the board, where Tab would enter it. */
  takeFocus() {
    const target = this.querySelector('[tabindex="0"]');
    if (target instanceof SVGElement || target instanceof HTMLElement) target.focus({ preventScroll: true });
  }

  /** @param {string} type @param {MoveDetail | ShownDetail | TaskDetail | TextDetail | null} detail */
  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }
}

customElements.define('ludo-board', LudoBoard);
