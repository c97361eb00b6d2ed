/**
 * `<ludo-board>`: a board that one can look at, hear and decide on. It knows no rule and no game.
 *
 * The shell gives `info` once and calls `show` with every state; the board answers with the events `decide`, `task`,
 * `announce` and `wrong` (their details are in `types.d.ts`).
 *
 * @import {BoardState, DecideDetail, GameInfo, Language, TaskDetail, Texts, WordsDetail} from './types.js'
 * @import {Matcher} from './clicks.js'
 * @import {Hint} from './hints.js'
 * @import {Change} from './motion.js'
 * @import {Target} from './targets.js'
 */

import { matcherFor } from './clicks.js';
import { loadArt } from './drawing.js';
import { MEANINGS, allHints, chosenHints, markedHints, previewHints } from './hints.js';
import { REVEAL, calm, shake } from './motion.js';
import { Pointing } from './pointing.js';
import { pieceName, standingOn, whatHappened, whatToDo } from './sentences.js';
import { play } from './sound.js';
import { Stage } from './stage.js';

export class LudoBoard extends HTMLElement {
  /** @type {GameInfo | null} */
  #info = null;
  /** @type {Stage | null} */
  #stage = null;
  /** @type {Pointing | null} */
  #pointing = null;
  /** What is drawn. @type {BoardState | null} */
  #state = null;
  /** What came while the picture was not ready or a reveal lay open. @type {BoardState | null} */
  #newest = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #reveal;
  /** @type {Matcher} */
  #matcher = matcherFor(null, null, { asks: () => false, confirming: false });
  #offerKey = '';
  /** Whether a decision was told to the shell and no answer has come. */
  #sent = false;
  /** The seat that decided here last: nobody has to be told of his own move. @type {number | null} */
  #decider = null;
  /** @type {Language} */
  #language = 'fr';
  /** @type {Texts} */
  #texts = (key) => key;
  #flipped = false;
  #confirming = false;
  #locked = false;
  /** @type {readonly import('./advice.js').Advised[]} */
  #advised = [];
  muted = true;
  #resize = new ResizeObserver(() => this.#refresh());

  connectedCallback() {
    this.#resize.observe(this);
  }

  disconnectedCallback() {
    this.#resize.disconnect();
  }

  // --- what the shell sets -------------------------------------------------------------------------------------------

  get info() {
    return this.#info;
  }

  set info(info) {
    const same = info && this.#info && this.#stage && sameBoard(info, this.#info);
    this.#info = info;
    if (same) {
      if (this.#stage) this.#stage.info = info;
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
    this.#matcher.manner.confirming = confirming;
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

  /** Shows a whole state; the difference from the one before moves. @param {BoardState} state */
  show(state) {
    if (!this.#stage || this.#reveal !== undefined) {
      this.#newest = state;
      return;
    }
    const before = this.#state;
    const revealed = before && state.traces.length && JSON.stringify(state.traces) !== JSON.stringify(before.traces);
    if (!revealed || calm()) {
      this.#apply(state);
      return;
    }
    // What was secret lies open over the old pieces for a moment, before it has its effect.
    this.#matcher.cancel();
    this.#stage.hint([], state);
    this.#stage.offer([0, 0], [], '');
    this.#stage.aftermath(state.last, state.traces);
    this.#reveal = setTimeout(() => {
      this.#reveal = undefined;
      this.#apply(state);
      this.#catchUp();
    }, REVEAL);
  }

  /** Shows a state that need not follow from the one before: nothing is revealed slowly. @param {BoardState} state */
  jump(state) {
    clearTimeout(this.#reveal);
    this.#reveal = undefined;
    this.#newest = this.#stage ? null : state;
    if (this.#stage) this.#apply(state);
  }

  /** Marks good decisions until the next ones are told. @param {readonly import('./advice.js').Advised[]} advised */
  advise(advised) {
    this.#advised = advised;
    this.#stage?.advise(advised);
  }

  #catchUp() {
    const state = this.#newest;
    this.#newest = null;
    if (state) this.show(state);
  }

  /** @param {BoardState} state */
  #apply(state) {
    const [stage, info, before] = [this.#stage, this.#info, this.#state];
    if (!stage || !info) return;
    // Whoever gets the device next must not learn from the focus what was clicked last.
    if (before && before.facing !== state.facing) this.#pointing?.forget();
    const focused = this.#pointing?.focusedToken;
    this.#state = state;
    const change = stage.pieces(state, before);
    stage.aftermath(state.last, state.traces);
    if (before) {
      const words = whatHappened(before, state, this.#decider, info, this.#language, this.#texts);
      if (words) this.#tell('announce', { words });
      if (change) this.#sound(before, state, change);
    }
    this.#offerNew(state);
    this.#refresh();
    this.#pointing?.regain(focused);
  }

  /** Half-made clicks outlive a state that only tells of other things: a clock, somebody who came back. @param {BoardState} state */
  #offerNew(state) {
    const { choices, family, facing, due } = state;
    const key = JSON.stringify([choices, family, facing, due]);
    if (key === this.#offerKey) return;
    this.#offerKey = key;
    this.#sent = false;
    this.#decider = null;
    const asks = (/** @type {string} */ kind) => this.#info?.kinds[kind]?.asks ?? false;
    this.#matcher = matcherFor(choices, family, { asks, confirming: this.#confirming });
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
    // The shell may have asked for something else meanwhile.
    if (info.game !== this.#info?.game || flipped !== this.#flipped) return;
    const state = this.#state;
    const focused = this.#pointing?.focusedToken;
    this.#stage = new Stage(this.#info, art, flipped);
    this.#pointing = new Pointing(this.#stage, {
      press: (target, byKey) => this.#press(target, byKey),
      cancel: () => this.cancel(),
      hover: (target) => this.#preview(target),
      lift: (target) => this.#lift(target),
      draggable: (target) => this.#draggable(target.token),
      lands: (target) => this.#matcher.next().has(target.token),
    });
    this.replaceChildren(this.#stage.frame);
    this.#state = null;
    if (state) this.#apply(state);
    this.#catchUp();
    this.#stage.advise(this.#advised);
    this.#pointing.regain(focused);
  }

  // --- clicks --------------------------------------------------------------------------------------------------------

  get #idle() {
    return this.#locked || this.#sent || this.#reveal !== undefined || !(this.#state?.choices || this.#state?.family);
  }

  /** @param {Target} target @param {boolean} byKey */
  #press(target, byKey) {
    if (this.#idle || !this.#stage) return;
    const answer = this.#matcher.click(target.token);
    if (answer === 'wrong' || answer === 'full') {
      const key = answer === 'full' ? 'board.full' : 'board.not_here';
      this.#tell('wrong', { words: this.#texts(key, { cell: this.#tokenName(target.token) }) });
      shake(target.element);
      for (const drawn of this.#state ? this.#stage.drawnFor(this.#state, target.token) : []) shake(drawn);
      return;
    }
    if (answer === 'send') this.commit();
    this.#refresh();
    if (byKey && target.sort === 'cell' && this.#stage.spots.length) this.#pointing?.focus(this.#stage.spots[0]);
  }

  /** Sends the decision that the clicks make: the confirm button's work. */
  commit() {
    const { decision } = this.#matcher;
    if (!decision || this.#idle) return;
    this.#sent = true;
    this.#decider = this.#state?.facing ?? null;
    this.#refresh();
    this.#tell('decide', { text: decision.text });
  }

  /** Takes all clicks back. */
  cancel() {
    if (this.#idle || !this.#matcher.clicks.length) return;
    this.#matcher.cancel();
    this.#refresh();
  }

  /** The server said no: the decision rolls back. The shell shows why, in words and with the ruling. */
  refuse() {
    this.#sent = false;
    this.#decider = null;
    this.#matcher.cancel();
    this.#refresh();
    if (this.#stage) shake(this.#stage.layers.pieces);
  }

  /** @param {string} token */
  #draggable(token) {
    if (this.#idle || !this.#state || !this.#stage?.drawnFor(this.#state, token).length) return false;
    const next = this.#matcher.next().get(token);
    // A click that would end a decision must not happen by the way.
    return this.#matcher.clicks.at(-1) === token || (next !== undefined && !next.ends && !next.several);
  }

  /** @param {Target} target */
  #lift(target) {
    if (!this.#stage || !this.#state || !this.#draggable(target.token)) return null;
    if (this.#matcher.clicks.at(-1) !== target.token) this.#press(target, false);
    return this.#stage.drawnFor(this.#state, target.token);
  }

  // --- what is shown of them -----------------------------------------------------------------------------------------

  #refresh() {
    const [stage, info, state] = [this.#stage, this.#info, this.#state];
    if (!stage || !info || !state || this.#reveal !== undefined) return;
    const sending = this.#locked || this.#sent;
    stage.svg.classList.toggle('sending', sending);
    stage.svg.setAttribute('aria-label', this.#texts('board.label', { title: info.title[this.#language] }));
    const focused = this.#pointing?.focusedToken;
    this.#offerWords(stage, sending);
    const hints = this.#idle ? chosenHints(this.#matcher) : allHints(this.#matcher, info.kinds);
    stage.hint([...markedHints(state), ...hints], state);
    this.#raise(stage, state);
    this.#label(stage, state, info, hints);
    if (focused !== undefined) this.#pointing?.regain(focused);
    const task = whatToDo(this.#matcher, info, state.task, this.#language, this.#texts);
    this.#tell('task', sending ? { sentence: this.#texts('board.sending'), confirm: null, cancel: false } : task);
  }

  /** What a click here would make possible, faintly. @param {Target | null} target */
  #preview(target) {
    if (!this.#stage || !this.#state || this.#idle) return;
    const hints = previewHints(this.#matcher, this.#info?.kinds ?? {}, target?.token ?? '');
    this.#stage.hint([...markedHints(this.#state), ...hints], this.#state);
  }

  /** @param {Stage} stage @param {boolean} sending */
  #offerWords(stage, sending) {
    const { clicks } = this.#matcher;
    const words = this.#info?.words ?? {};
    const next = [...this.#matcher.next().keys()];
    // Where cells are asked for, the words must not lie over them.
    const small = this.#matcher.quiet || next.some((token) => !words[token]);
    const others = small && !stage.roomy ? [] : this.#matcher.siblings();
    const offered = sending ? [] : [...new Set([...next, ...others])].filter((token) => words[token]?.place);
    // A word that was chosen stays in sight, among those that could replace it.
    if (!sending) offered.push(...clicks.filter((token) => words[token]?.place));
    const chosen = clicks.findIndex((token) => words[token]?.place);
    const cells = clicks.slice(0, chosen < 0 ? clicks.length : chosen).filter((token) => !words[token]);
    const anchor = stage.cells.find((cell) => cell.token === cells.at(-1));
    const order = Object.keys(words);
    offered.sort((a, b) => order.indexOf(a) - order.indexOf(b));
    stage.offer(anchor?.place ?? [0, 0], offered, anchor?.token ?? '', small);
    this.#pointing?.settle(anchor);
  }

  /** @param {Stage} stage @param {BoardState} state */
  #raise(stage, state) {
    for (const raised of stage.svg.querySelectorAll('.raised')) raised.classList.remove('raised');
    for (const token of this.#matcher.clicks) {
      for (const drawn of stage.drawnFor(state, token)) drawn.classList.add('raised');
    }
  }

  /**
   * Names everything for those who cannot see it.
   * @param {Stage} stage @param {BoardState} state @param {GameInfo} info @param {Hint[]} hints
   */
  #label(stage, state, info, hints) {
    const shapes = new Map(hints.map((mark) => [mark.token, mark]));
    const open = !this.#idle && this.#matcher.quiet;
    for (const target of stage.targets) {
      const { element, token, sort } = target;
      const chosen = this.#matcher.clicks.includes(token);
      const live = !this.#idle && (shapes.has(token) || sort === 'spot' || open);
      const words = [this.#tokenName(token), ...this.#standing(target, state, info), this.#stateWord(shapes.get(token), chosen)];
      if (state.marked?.includes(token)) words.push(this.#texts('board.marked'));
      if (state.last.includes(token)) words.push(this.#texts('board.last_move'));
      element.setAttribute('aria-label', words.filter(Boolean).join(', '));
      element.setAttribute('aria-disabled', `${!live}`);
      if (chosen) element.setAttribute('aria-pressed', 'true');
      else element.removeAttribute('aria-pressed');
      element.classList.toggle('live', live);
      element.classList.toggle('draggable', this.#draggable(token));
      element.classList.toggle('picked', chosen);
    }
  }

  /** @param {Target} target @param {BoardState} state @param {GameInfo} info */
  #standing(target, state, info) {
    const number = this.#stage?.cells.indexOf(target) ?? -1;
    const cell = info.board.cells[number];
    if (!cell) return [];
    const names = standingOn(cell, number, [...state.pieces, ...state.traces], info, this.#language);
    return names ?? [this.#texts('board.empty')];
  }

  /** @param {Hint | undefined} mark @param {boolean} chosen */
  #stateWord(mark, chosen) {
    if (chosen) return this.#texts('board.chosen');
    return mark ? this.#texts(MEANINGS[mark.shape]) : '';
  }

  /** @param {string} token */
  #tokenName(token) {
    const piece = this.#state?.pieces.find((known) => known[5] === token);
    if (piece && this.#info) return pieceName(piece, this.#info, this.#language) || token;
    return this.#info?.words[token]?.name[this.#language] ?? token;
  }

  /** @param {string} type @param {DecideDetail | TaskDetail | WordsDetail} detail */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }
}

/** @param {GameInfo} one @param {GameInfo} other */
function sameBoard(one, other) {
  return one.game === other.game && JSON.stringify(one.board) === JSON.stringify(other.board);
}

customElements.define('ludo-board', LudoBoard);
