/** The study board: any position or game, moves for all sides, and the engine's evaluation. */

import { createBoard, listenToBoard, setRatio } from '../../board/create.js';
import { studyAdvice } from '../../lib/advice.js';
import { ApiError, SLOW, errorText, getGames, post } from '../../lib/api.js';
import { button, fill, h, iconButton, refill } from '../../lib/dom.js';
import { at } from '../../lib/root.js';
import { confirming, watch } from '../../lib/settings.js';
import { pick, sentenceOf, t } from '../../lib/texts.js';
import { showAlert } from '../../ui/alert.js';
import { announce } from '../../ui/announce.js';
import { candidateText, percent } from '../../ui/candidates.js';
import { makeDock } from '../../ui/dock.js';
import { checkbox } from '../../ui/fields.js';
import { boardState, plyText, toldSentences } from '../../ui/history.js';
import { Evaluation } from './evaluation.js';
import { exportBox } from './export.js';
import { isRecord } from './games.js';
import { Loader } from './loader.js';
import { lookAt, lookAtAddress, recordText } from './look.js';
import { listMoves } from './move-list.js';
import { Notes } from './notes.js';
import { Variations } from './variations.js';

/**
 * @import {AnalysisJson, GameInfo, Line, Look, TaskDetail, Turn} from '../../lib/types.js'
 * @import {GameNode} from './variations.js'
 */

/** Seconds for each analysis. */
const SECONDS = 1.5;
/** Milliseconds that the board must rest before an analysis begins. */
const REST = 250;
const WIDE = '(min-width: 60rem)';
/** Elements that use the keys themselves. */
const OWN_KEYS = 'input, textarea, select, ludo-board, dialog';

/**
 * The variations that were on the board when the reader left. They are shown again at the same address.
 * @type {{ address: string, look: Look, variations: Variations } | null}
 */
let kept = null;

const address = () => location.pathname + location.search;

/** @param {string} game @returns {Promise<import('../../lib/router.js').ScreenView>} */
export async function show(game) {
  const same = kept?.address === address() ? kept : null;
  const { look, ply } = same ? { look: same.look, ply: 0 } : await lookAtAddress(game);
  const study = new StudyScreen(look, ply, same?.variations);
  return { title: study.title, node: study.element, leave: () => study.leave() };
}

class StudyScreen {
  #flipped = false;
  /** The player who moves next, where it is the turn of several. @type {number | null} */
  #player = null;
  /** @type {TaskDetail | null} */
  #task = null;
  #engineOn = true;
  #search = new AbortController();
  /** Counts what was loaded. */
  #loads = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #rest;
  #unwatch = () => {};
  #onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event);
  /** The address of this board. When the reader leaves, the browser already has another one. */
  #address = address();

  /** @param {Look} look @param {number} ply @param {Variations} [variations] those of an earlier visit */
  constructor(look, ply, variations) {
    this.info = /** @type {GameInfo} */ (look.game);
    this.look = look;
    this.board = createBoard(this.info);
    this.evaluation = new Evaluation((candidate) => void this.#move(candidate.text));
    this.loader = new Loader({
      start: (options) => void this.#load({ game: this.info.game, options, moves: [] }),
      load: (text) => void this.#load(this.#lineFrom(text)),
      edit: (editing) => this.#edit(editing),
    });
    this.notes = new Notes({
      noted: () => this.#drawList(),
      promote: () => this.#promote(),
      remove: () => this.#remove(this.variations?.variation),
    });
    this.parts = {
      told: h('ul', { class: 'told' }),
      sentence: h('p', { class: 'sentence' }),
      dangers: h('ul', { class: 'dangers' }),
      buttons: h('div', { class: 'move-buttons' }),
      players: h('div', { class: 'row' }),
      alert: h('div', { class: 'alert', role: 'alert' }),
      remarks: h('ul', { class: 'remarks' }),
      list: h('div', { class: 'variations', role: 'group', 'aria-label': t('study.variations') }),
      controls: h('div', { class: 'row' }),
    };
    this.element = this.#layout();
    this.#listen();
    this.#setGame(look, ply, variations);
  }

  get title() {
    return t('study.title', { game: pick(this.info.title) });
  }

  leave() {
    if (this.variations) kept = { address: this.#address, look: this.look, variations: this.variations };
    this.#unwatch();
    clearTimeout(this.#rest);
    this.#search.abort();
    document.removeEventListener('keydown', this.#onKey);
  }

  #layout() {
    const { told, sentence, dangers, buttons, players, alert, remarks, list, controls } = this.parts;
    return h(
      'div',
      { class: 'game-screen review study' },
      h('h1', { class: 'visually-hidden' }, this.title),
      h('div', { class: 'board-area' }, this.board),
      h(
        'section',
        { class: 'panel yours', 'aria-label': t('table.now') },
        told,
        sentence,
        dangers,
        players,
        makeDock(buttons),
        alert,
        controls,
        this.evaluation.element,
        remarks,
      ),
      h(
        'details',
        { class: 'moves', open: matchMedia(WIDE).matches },
        h('summary', null, t('study.variations')),
        h('div', { class: 'scroller' }, list),
        this.notes.element,
      ),
      h('div', { class: 'tools' }, this.loader.element, this.#export()),
    );
  }

  #listen() {
    this.board.confirming = confirming();
    this.board.advice = studyAdvice(
      () => this.#line(),
      () => this.#turn?.player ?? 0,
    );
    listenToBoard(this.board, {
      move: ({ move }) => (this.loader.editing ? this.#toggle(move) : void this.#move(move)),
      wrong: ({ text, ruling }) => this.#alert(text, ruling),
      task: (task) => {
        this.#task = task;
        this.#drawTask();
      },
    });
    document.addEventListener('keydown', this.#onKey);
    this.#unwatch = watch(() => (this.board.confirming = !this.loader.editing && confirming()));
  }

  // --- what is on the board -----------------------------------------------------------------------------------------

  /** Puts a game on the board. @param {Look} look @param {number} ply @param {Variations} [variations] */
  #setGame(look, ply, variations) {
    this.look = look;
    if (look.game) this.info = this.board.info = look.game;
    for (const part of [this.element, this.board]) setRatio(part, this.info);
    this.variations = variations ?? Variations.of(look);
    void getGames().then(({ games }) => {
      const card = games.find(({ id }) => id === this.info.game);
      this.loader.titles = Object.fromEntries(games.map(({ id, title }) => [id, pick(title)]));
      if (card) this.loader.setGame(card, this.info.options);
    });
    let node = variations ? variations.current : this.variations.root;
    while (!variations && node.children[0] && node.ply.ply < ply) node = node.children[0];
    this.#go(node, false);
  }

  /** Returns the line from the start to the current node. @returns {Line} */
  #line() {
    const { game, options } = this.info;
    return { game, options, position: this.look.start, moves: this.variations?.moves ?? [] };
  }

  /** @param {string} text a record or a position @returns {Line} */
  #lineFrom(text) {
    if (isRecord(text)) return { record: text };
    return { game: this.info.game, options: this.loader.options, position: text.trim(), moves: [] };
  }

  /** @param {Line} line */
  async #load(line) {
    // Clicks in the editor may be faster than the answers. Only the last one counts.
    this.#loads += 1;
    const load = this.#loads;
    try {
      const look = await lookAt(line);
      if (load !== this.#loads) return;
      this.loader.showError('');
      this.#alert('');
      this.#setGame(look, 0);
      history.replaceState(null, '', at(`/study/${this.info.game}`));
      this.#address = address();
      const { ply } = /** @type {Variations} */ (this.variations).current;
      announce(t('study.loaded', { what: plyText(this.info, ply) }));
    } catch (error) {
      if (load === this.#loads) this.loader.showError(sentenceOf(errorText(error)));
    }
  }

  /** @param {GameNode} node @param {boolean} [announced] */
  #go(node, announced = true) {
    const { variations } = this;
    if (!variations) return;
    const forward = node.parent === variations.current;
    variations.go(node);
    this.board.suggest([]);
    this.#player = null;
    this.#alert('');
    this.#draw(forward);
    if (announced) announce(toldSentences(this.info, node.ply).join(' ') || plyText(this.info, node.ply));
    this.#search.abort();
    clearTimeout(this.#rest);
    // A key that is held down runs through a line. Only its last position is analysed.
    this.#rest = setTimeout(() => {
      if (!node.toMove) void this.#loadMoves(node);
      void this.#analyse();
    }, REST);
  }

  /** Loads the moves that are possible at a node. @param {GameNode} node */
  async #loadMoves(node) {
    try {
      const look = await lookAt(this.#line(), node.ply.ply);
      node.toMove = look.to_move;
      if (node === this.variations?.current) this.#draw(false);
    } catch (error) {
      if (node === this.variations?.current) this.#alert(sentenceOf(errorText(error)));
    }
  }

  /** @returns {Turn | null} */
  get #turn() {
    const toMove = this.variations?.current.toMove ?? [];
    return toMove.find(({ player }) => player === this.#player) ?? toMove[0] ?? null;
  }

  /** @param {boolean} forward whether the position follows from the one before */
  #draw(forward) {
    const { variations, parts } = this;
    if (!variations) return;
    const { current } = variations;
    this.element.dataset.phase = current.result ? 'over' : 'playing';
    const turn = this.loader.editing ? this.#anyCell() : this.#turn;
    const state = boardState(variations.line(), turn, current.result);
    if (forward) this.board.show(state);
    else this.board.jump(state);
    this.#drawList();
    this.notes.show(variations);
    requestAnimationFrame(() => this.#scroll());
    fill(parts.told, toldSentences(this.info, current.ply).map((text) => h('li', null, text)));
    fill(parts.dangers, (turn?.dangers ?? []).map(({ text }) => h('li', null, pick(text))));
    const comments = current.comments.map((text) => h('li', { class: 'comment' }, text));
    fill(parts.remarks, comments, current.ply.remarks.map((remark) => h('li', null, pick(remark))));
    refill(parts.players, this.#playerButtons());
    refill(parts.controls, this.#controls());
    this.loader.setPosition(current.ply.position);
    this.#drawTask();
  }

  #drawList() {
    const { variations, parts } = this;
    if (variations) listMoves(parts.list, variations, (node) => this.#go(node), t('study.none'));
  }

  /** Scrolls the list to the current move. The page around it stays. */
  #scroll() {
    const { list } = this.parts;
    const current = /** @type {HTMLElement | null} */ (list.querySelector('[aria-current]'));
    const { parentElement: scroller } = list;
    if (scroller) scroller.scrollTop = (current ? current.offsetTop - list.offsetTop : 0) - scroller.clientHeight / 2;
  }

  /** Draws the sentence that says what to do now, and its buttons. */
  #drawTask() {
    const { parts } = this;
    fill(parts.sentence, this.#sentence());
    const { confirm = null, cancel = false } = this.#task ?? {};
    // A button that is replaced while it is pressed would lose the click.
    const drawn = JSON.stringify([confirm, cancel]);
    if (parts.buttons.dataset.drawn === drawn) return;
    parts.buttons.dataset.drawn = drawn;
    const confirmButton = confirm && button(confirm, () => this.board.commit(), 'primary');
    const undo = cancel && button(t('table.undo'), () => this.board.cancel(), 'quiet');
    refill(parts.buttons, confirmButton || undo ? [h('p', { class: 'row' }, confirmButton, undo)] : []);
  }

  #sentence() {
    if (this.loader.editing) return t('study.edit_now');
    const result = this.variations?.current.result;
    if (result) return `${pick(result.headline)} – ${sentenceOf(result.text)}`;
    const turn = this.#turn;
    const task = this.#task?.sentence || pick(turn?.task);
    return turn ? t('study.turn', { side: pick(this.info.sides[turn.player]), task }) : task;
  }

  /** Where it is the turn of several players, the reader chooses whose move they make. */
  #playerButtons() {
    const toMove = this.variations?.current.toMove ?? [];
    if (toMove.length < 2) return [];
    const chosen = this.#turn?.player;
    return toMove.map(({ player }) => {
      const choose = () => {
        this.#player = player;
        this.board.suggest([]);
        this.#draw(false);
        void this.#analyse();
      };
      const one = button(t('study.play_for', { side: pick(this.info.sides[player]) }), choose, 'small');
      one.setAttribute('aria-pressed', String(player === chosen));
      return one;
    });
  }

  #controls() {
    const { current, next } = /** @type {Variations} */ (this.variations);
    const { parent } = current;
    return [
      iconButton('back', t('study.undo'), parent && (() => this.#go(parent))),
      iconButton('on', t('study.redo'), next ? () => this.#go(next) : null),
      iconButton('flip', t('table.flip'), () => {
        this.#flipped = !this.#flipped;
        this.board.flipped = this.#flipped;
      }),
      parent && button(t('study.cut'), () => this.#remove(), 'small'),
      checkbox(t('study.engine'), this.#engineOn, (wanted) => {
        this.#engineOn = wanted;
        void this.#analyse();
      }),
    ];
  }

  /** Removes a node with everything after it; without one, the current node. @param {GameNode | null} [node] */
  #remove(node) {
    this.variations?.remove(node ?? undefined);
    if (this.variations) this.#go(this.variations.current);
  }

  #promote() {
    this.variations?.promote();
    this.#draw(false);
  }

  // --- moves --------------------------------------------------------------------------------------------------------

  /** @param {string} move */
  async #move(move) {
    const [turn, variations] = [this.#turn, this.variations];
    if (!turn || !variations) return;
    const { current } = variations;
    this.#alert('');
    /** @type {[number, string][]} */
    const moves = [...variations.moves, [turn.player, move]];
    try {
      const look = await lookAt({ ...this.#line(), moves }, current.ply.ply + 1);
      const [ply] = look.plies;
      if (!ply || variations !== this.variations || current !== variations.current) return;
      const node = variations.add(ply);
      variations.go(current);
      node.toMove = look.to_move;
      node.result = look.result;
      this.#go(node);
    } catch (error) {
      this.board.refuse();
      this.#alert(sentenceOf(errorText(error)), error instanceof ApiError ? error.ruling : null);
    }
  }

  /** @param {string} text @param {string | null} [ruling] */
  #alert(text, ruling = null) {
    showAlert(this.parts.alert, text, this.info.game, ruling);
  }

  // --- the position editor ------------------------------------------------------------------------------------------

  /** @param {boolean} editing */
  #edit(editing) {
    this.board.confirming = !editing && confirming();
    this.board.suggest([]);
    this.#draw(false);
    void this.#analyse();
  }

  /** For the board, a click on any cell is a move. @returns {Turn} */
  #anyCell() {
    const legalMoves = this.info.board.cells.map(({ name }) => /** @type {[string, string, string]} */ ([name, name, '']));
    return { player: 0, task: null, dangers: [], combination: null, legal_moves: legalMoves };
  }

  /** @param {string} cell */
  #toggle(cell) {
    this.board.refuse();
    this.loader.toggle(cell);
  }

  // --- the engine ---------------------------------------------------------------------------------------------------

  async #analyse() {
    // There is one search at a time. A new one stops the one before.
    this.#search.abort();
    this.#search = new AbortController();
    const { signal } = this.#search;
    const current = this.variations?.current;
    if (!current) return;
    if (!this.#engineOn || this.loader.editing) {
      this.board.suggest([]);
      return this.evaluation.clear(this.#engineOn ? '' : t('study.engine_off'));
    }
    if (current.result?.returns) return this.evaluation.showResult(this.info, current.result.returns);
    const player = this.#turn?.player ?? current.ply.to_act[0] ?? 0;
    const known = current.analyses.get(player);
    if (known) return this.#showAnalysis(known);
    this.evaluation.clear(t('study.thinks'));
    const waiting = setTimeout(() => signal.aborted || this.evaluation.clear(t('site.slow')), SLOW);
    try {
      const request = { ...this.#line(), player, seconds: SECONDS };
      const analysis = /** @type {AnalysisJson} */ (await post('/api/study/analyse', request, signal));
      current.analyses.set(player, analysis);
      if (!signal.aborted) this.#showAnalysis(analysis);
    } catch (error) {
      if (!signal.aborted) this.evaluation.clear(sentenceOf(errorText(error)));
    } finally {
      clearTimeout(waiting);
    }
  }

  /** @param {AnalysisJson} analysis */
  #showAnalysis(analysis) {
    this.evaluation.show(this.info, analysis);
    this.board.suggest(analysis.candidates);
    const best = analysis.candidates[0];
    if (best) announce(t('study.best', { what: candidateText(this.info, best), share: percent(analysis.chance) }));
  }

  // --- export and keys ----------------------------------------------------------------------------------------------

  #export() {
    return exportBox({
      position: () => {
        const { ply, position } = /** @type {Variations} */ (this.variations).current.ply;
        return { game: this.info.game, ply, text: position, flip: this.#flipped, line: this.#line() };
      },
      record: () => recordText(this.info, this.look.start, /** @type {Variations} */ (this.variations)),
      fail: (error) => this.#alert(sentenceOf(errorText(error))),
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { target, key } = event;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || !(target instanceof Element)) return;
    if (target.closest(OWN_KEYS) || !this.variations) return;
    const { current, root, next, end } = this.variations;
    /** @type {Record<string, GameNode | null | undefined>} */
    const nodes = { ArrowLeft: current.parent, ArrowRight: next, Home: root, End: end };
    if (!(key in nodes)) return;
    event.preventDefault();
    const node = nodes[key];
    if (node && node !== current) this.#go(node);
  }
}
