/** The study board: any position or game, both sides to try, and what the engine thinks of it. */

import { announce } from './announce.js';
import { ApiError, games, get, post, wordsOf } from './api.js';
import { button, fill, h, refill } from './dom.js';
import { Evaluation, decisionWords, percent } from './evaluation.js';
import { tick } from './fields.js';
import { makeBoard } from './figure.js';
import { keepBox, round } from './keeping.js';
import { Loader } from './loader.js';
import { boardState, plyWords } from './plies.js';
import { confirming, watch } from './settings.js';
import { pick, t, whole } from './texts.js';
import { Variations, isRecord, listVariations } from './variations.js';

/**
 * @typedef {import('./types.js').Analysis} Analysis
 * @typedef {import('./types.js').GameInfo} GameInfo
 * @typedef {import('./types.js').Line} Line
 * @typedef {import('./types.js').Look} Look
 * @typedef {import('./types.js').TableReplay} TableReplay
 * @typedef {import('./types.js').TaskDetail} TaskDetail
 * @typedef {import('./types.js').Turn} Turn
 * @typedef {import('./variations.js').Moment} Moment
 */

/** Seconds for each analysis, and milliseconds that the board rests before one begins. */
const SECONDS = 1.5;
const REST = 250;
const WIDE = '(min-width: 60rem)';
const OWN_KEYS = 'input, textarea, select, ludo-board, dialog';

/**
 * What was tried when the board was left: another language, or a look at the rules, must not cost it.
 * @type {{ address: string, look: Look, variations: Variations } | null}
 */
let kept = null;

const address = () => location.pathname + location.search;

/** @param {string} game @returns {Promise<import('./main.js').Shown>} */
export async function show(game) {
  const same = kept?.address === address() ? kept : null;
  const { look, ply } = same ? { look: same.look, ply: 0 } : await brought(game);
  const study = new StudyScreen(look, ply, same?.variations);
  return { title: study.title, node: study.element, leave: () => study.leave() };
}

/** What the address asks for: a game from a table, a position, or the start. @param {string} game */
async function brought(game) {
  const asked = new URLSearchParams(location.search);
  const [table, position] = [asked.get('table'), asked.get('position')];
  if (table && /^[\w-]+$/.test(table)) {
    const { record } = /** @type {TableReplay} */ (await get(`/api/tables/${table}/replay`));
    return { look: await lookAt({ record }), ply: Number(asked.get('ply') ?? Infinity) };
  }
  const options = JSON.parse(asked.get('options') ?? '{}');
  const line = { game, options, decisions: /** @type {[number, string][]} */ ([]) };
  return { look: await lookAt(position ? { ...line, position } : line), ply: 0 };
}

/** @param {Line} line @param {number} [since] */
async function lookAt(line, since = 0) {
  return /** @type {Look} */ (await post('/api/study/look', { ...line, since }));
}

class StudyScreen {
  #flipped = false;
  /** Which of several players who owe a decision takes the next one. @type {number | null} */
  #actor = null;
  /** @type {TaskDetail | null} */
  #task = null;
  #thinking = true;
  #search = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #rest;
  #unwatch = () => {};
  #keys = (/** @type {KeyboardEvent} */ event) => this.#key(event);

  /** Where this board is found; when it is left, the address is already another one. */
  #address = address();

  /** @param {Look} look @param {number} ply @param {Variations} [variations] what was tried before */
  constructor(look, ply, variations) {
    this.info = /** @type {GameInfo} */ (look.info);
    this.look = look;
    this.board = makeBoard(this.info);
    this.evaluation = new Evaluation((candidate) => void this.#decide(candidate.text));
    this.loader = new Loader({
      start: (options) => void this.#load({ game: this.info.game, options, decisions: [] }),
      load: (text) => void this.#load(this.#lineOf(text)),
      edit: (editing) => this.#edit(editing),
    });
    this.parts = {
      sentence: h('p', { class: 'sentence' }),
      buttons: h('div', { class: 'decide' }),
      actors: h('div', { class: 'row' }),
      trouble: h('div', { class: 'alert', role: 'alert' }),
      notes: h('ul', { class: 'notes' }),
      list: h('div', { class: 'variations', role: 'group', 'aria-label': t('study.variations') }),
      walk: h('div', { class: 'row' }),
    };
    this.element = this.#lay();
    this.#wire();
    this.#take(look, ply, variations);
  }

  get title() {
    return t('study.title', { game: pick(this.info.title) });
  }

  leave() {
    if (this.variations) kept = { address: this.#address, look: this.look, variations: this.variations };
    this.#unwatch();
    clearTimeout(this.#rest);
    this.#search.abort();
    document.removeEventListener('keydown', this.#keys);
  }

  #lay() {
    const { sentence, buttons, actors, trouble, notes, list, walk } = this.parts;
    return h(
      'div',
      { class: 'table study' },
      h('h1', { class: 'for-ears' }, this.title),
      h('div', { class: 'stage' }, this.board),
      h(
        'section',
        { class: 'now yours', 'aria-label': t('table.now') },
        sentence,
        actors,
        buttons,
        trouble,
        walk,
        this.evaluation.element,
        notes,
      ),
      h(
        'details',
        { class: 'moves', open: matchMedia(WIDE).matches },
        h('summary', null, t('study.variations')),
        h('div', { class: 'scroller' }, list),
      ),
      h('div', { class: 'tools' }, this.loader.element, this.#keep()),
    );
  }

  #wire() {
    this.board.confirming = confirming();
    /** @param {string} name @param {(detail: any) => void} act */
    const on = (name, act) =>
      this.board.addEventListener(name, (event) => act(/** @type {CustomEvent} */ (event).detail));
    on('decide', ({ text }) => (this.loader.editing ? this.#place(text) : void this.#decide(text)));
    on('wrong', ({ words }) => this.#alert(words));
    on('task', (task) => {
      this.#task = task;
      this.#say();
    });
    document.addEventListener('keydown', this.#keys);
    this.#unwatch = watch(() => (this.board.confirming = !this.loader.editing && confirming()));
  }

  // --- what is on the board -----------------------------------------------------------------------------------------

  /** A game takes the place of the one before. @param {Look} look @param {number} ply @param {Variations} [tried] */
  #take(look, ply, tried) {
    this.look = look;
    if (look.info) this.info = this.board.info = look.info;
    const [left, bottom, right, top] = this.info.board.extent;
    const ratio = String((right - left) / (top - bottom));
    for (const part of [this.element, this.board]) part.style.setProperty('--ratio', ratio);
    this.variations = tried ?? Variations.of(look);
    void games().then(({ games: cards }) => {
      const card = cards.find(({ id }) => id === this.info.game);
      if (card) this.loader.lay(card, this.info.options);
    });
    let there = tried ? tried.here : this.variations.start;
    while (!tried && there.after[0] && there.ply.ply < ply) there = there.after[0];
    this.#go(there, false);
  }

  /** @returns {Line} */
  #line() {
    const { game, options } = this.info;
    return { game, options, position: this.look.start, decisions: this.variations?.decisions ?? [] };
  }

  /** @param {string} text @returns {Line} */
  #lineOf(text) {
    if (isRecord(text)) return { record: text };
    return { game: this.info.game, options: this.loader.options, position: text.trim(), decisions: [] };
  }

  /** @param {Line} line */
  async #load(line) {
    try {
      const look = await lookAt(line);
      this.loader.complain('');
      this.#alert('');
      this.#take(look, 0);
      history.replaceState(null, '', `/study/${this.info.game}`);
      this.#address = address();
      announce(t('study.loaded', { what: plyWords(this.info, /** @type {Moment} */ (this.variations?.here).ply) }));
    } catch (error) {
      this.loader.complain(whole(wordsOf(error)));
    }
  }

  /** @param {Moment} there @param {boolean} [aloud] */
  #go(there, aloud = true) {
    const { variations } = this;
    if (!variations) return;
    const onward = there.before === variations.here;
    variations.go(there);
    this.board.advise([]);
    this.#actor = null;
    this.#alert('');
    this.#draw(onward);
    if (aloud) announce(plyWords(this.info, there.ply));
    this.#search.abort();
    clearTimeout(this.#rest);
    // Whoever runs through a line with a key held down asks for the last moment only.
    this.#rest = setTimeout(() => {
      if (!there.turns) void this.#askTurns(there);
      void this.#think();
    }, REST);
  }

  /** What may be decided here. @param {Moment} there */
  async #askTurns(there) {
    try {
      const look = await lookAt(this.#line(), there.ply.ply);
      there.turns = look.turns;
      if (there === this.variations?.here) this.#draw(false);
    } catch (error) {
      if (there === this.variations?.here) this.#alert(whole(wordsOf(error)));
    }
  }

  /** @returns {Turn | null} */
  get #turn() {
    const turns = this.variations?.here.turns ?? [];
    return turns.find(({ player }) => player === this.#actor) ?? turns[0] ?? null;
  }

  /** @param {boolean} onward whether the board follows from the one before */
  #draw(onward) {
    const { variations, parts } = this;
    if (!variations) return;
    const { here } = variations;
    this.element.dataset.phase = here.result ? 'over' : 'playing';
    const turn = this.loader.editing ? this.#anyCell() : this.#turn;
    const state = boardState(variations.line(), turn, here.result);
    if (onward) this.board.show(state);
    else this.board.jump(state);
    listVariations(parts.list, variations, (there) => this.#go(there), t('study.none'));
    requestAnimationFrame(() => this.#scroll());
    fill(parts.notes, here.ply.notes.map((note) => h('li', null, pick(note))));
    refill(parts.actors, this.#actors());
    refill(parts.walk, this.#walk());
    this.loader.follow(here.ply.text);
    this.#say();
  }

  /** The present decision comes into sight in its list; the page around it stays. */
  #scroll() {
    const { list } = this.parts;
    const here = /** @type {HTMLElement | null} */ (list.querySelector('[aria-current]'));
    const { parentElement: scroller } = list;
    if (scroller) scroller.scrollTop = (here ? here.offsetTop - list.offsetTop : 0) - scroller.clientHeight / 2;
  }

  #say() {
    const { variations, parts } = this;
    const result = variations?.here.result;
    const owed = this.#turn;
    let words = this.loader.editing ? t('study.hand_now') : this.#task?.sentence || pick(owed?.task);
    if (result && !this.loader.editing) words = `${pick(result.headline)} – ${whole(result.words)}`;
    else if (owed && !this.loader.editing) {
      words = t('study.turn', { side: pick(this.info.sides[owed.player]), task: words });
    }
    fill(parts.sentence, words);
    const { confirm = null, cancel = false } = this.#task ?? {};
    // A button that is made anew while it is being pressed would lose the click.
    const offered = JSON.stringify([confirm, cancel]);
    if (parts.buttons.dataset.offered === offered) return;
    parts.buttons.dataset.offered = offered;
    const asked = confirm && button(confirm, () => this.board.commit(), 'primary');
    const undo = cancel && button(t('table.undo'), () => this.board.cancel(), 'quiet');
    refill(parts.buttons, asked || undo ? [h('p', { class: 'row' }, asked, undo)] : []);
  }

  /** Where several owe a decision at once, one says for whom one decides. */
  #actors() {
    const turns = this.variations?.here.turns ?? [];
    if (turns.length < 2) return [];
    const chosen = this.#turn?.player;
    return turns.map(({ player }) => {
      const act = () => {
        this.#actor = player;
        this.board.advise([]);
        this.#draw(false);
        void this.#think();
      };
      const one = button(t('study.actor', { side: pick(this.info.sides[player]) }), act, 'small');
      one.setAttribute('aria-pressed', String(player === chosen));
      return one;
    });
  }

  #walk() {
    const { here } = /** @type {Variations} */ (this.variations);
    const onward = here.recent ?? here.after[0];
    const { before } = here;
    return [
      round('back', t('study.undo'), before && (() => this.#go(before))),
      round('on', t('study.redo'), onward ? () => this.#go(onward) : null),
      round('flip', t('table.flip'), () => {
        this.#flipped = !this.#flipped;
        this.board.flipped = this.#flipped;
      }),
      before && button(t('study.cut'), () => this.#cut(), 'small'),
      tick(t('study.engine'), this.#thinking, (wanted) => {
        this.#thinking = wanted;
        void this.#think();
      }),
    ];
  }

  #cut() {
    this.variations?.cut();
    if (this.variations) this.#go(this.variations.here);
  }

  // --- deciding -----------------------------------------------------------------------------------------------------

  /** @param {string} move */
  async #decide(move) {
    const [turn, variations] = [this.#turn, this.variations];
    if (!turn || !variations) return;
    const { here } = variations;
    this.#alert('');
    /** @type {[number, string][]} */
    const decisions = [...variations.decisions, [turn.player, move]];
    const line = { ...this.#line(), decisions };
    try {
      const look = await lookAt(line, here.ply.ply + 1);
      const [ply] = look.plies;
      if (!ply || variations !== this.variations || here !== variations.here) return;
      const there = variations.add(ply);
      variations.go(here);
      there.turns = look.turns;
      there.result = look.result;
      this.#go(there);
    } catch (error) {
      this.board.refuse();
      this.#alert(whole(wordsOf(error)), error instanceof ApiError ? error.ruling : null);
    }
  }

  /** @param {string} words @param {string | null} [ruling] */
  #alert(words, ruling = null) {
    const href = `/rules/${this.info.game}#${ruling}`;
    const link = ruling && h('a', { href, target: '_blank' }, t('table.ruling', { id: ruling }));
    fill(this.parts.trouble, words, link && ' ', link);
  }

  // --- setting up by hand -------------------------------------------------------------------------------------------

  /** @param {boolean} editing */
  #edit(editing) {
    this.board.confirming = !editing && confirming();
    this.board.advise([]);
    this.#draw(false);
  }

  /** For the board, a cell to be set up is a decision like any other. @returns {Turn} */
  #anyCell() {
    const choices = this.info.board.cells.map(({ name }) => /** @type {[string, string, string]} */ ([name, name, '']));
    return { player: 0, task: null, family: null, choices };
  }

  /** @param {string} cell */
  #place(cell) {
    this.board.refuse();
    this.loader.toggle(cell);
  }

  // --- the engine ---------------------------------------------------------------------------------------------------

  async #think() {
    // One search at a time: whoever asks for another needs the one before no more.
    this.#search.abort();
    this.#search = new AbortController();
    const { signal } = this.#search;
    const here = this.variations?.here;
    if (!here) return;
    if (!this.#thinking || this.loader.editing) {
      this.board.advise([]);
      return this.evaluation.wait(this.#thinking ? '' : t('study.engine_off'));
    }
    if (here.result) return this.evaluation.settle(this.info, here.result.returns);
    const player = this.#turn?.player ?? here.ply.to_act[0] ?? 0;
    const known = here.analyses.get(player);
    if (known) return this.#tell(known);
    this.evaluation.wait(t('study.thinks'));
    try {
      const wish = { ...this.#line(), player, seconds: SECONDS };
      const found = /** @type {Analysis} */ (await post('/api/study/analyse', wish, signal));
      here.analyses.set(player, found);
      if (!signal.aborted) this.#tell(found);
    } catch (error) {
      if (signal.aborted) return;
      this.evaluation.wait(whole(wordsOf(error)));
    }
  }

  /** @param {Analysis} analysis */
  #tell(analysis) {
    this.evaluation.show(this.info, analysis);
    this.board.advise(analysis.candidates);
    const best = analysis.candidates[0];
    if (best) announce(t('study.best', { what: decisionWords(this.info, best), share: percent(analysis.chance) }));
  }

  // --- keeping ------------------------------------------------------------------------------------------------------

  #keep() {
    return keepBox({
      now: () => {
        const { ply, text } = /** @type {Variations} */ (this.variations).here.ply;
        return { game: this.info.game, ply, text, flip: this.#flipped, line: this.#line() };
      },
      record: async () => (await lookAt(this.#line(), Number.MAX_SAFE_INTEGER)).record,
      fail: (error) => this.#alert(whole(wordsOf(error))),
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { target, key } = event;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || !(target instanceof Element)) return;
    if (target.closest(OWN_KEYS) || !this.variations) return;
    const { here, start } = this.variations;
    let end = here;
    while (end.recent ?? end.after[0]) end = /** @type {Moment} */ (end.recent ?? end.after[0]);
    /** @type {Record<string, Moment | null | undefined>} */
    const ways = { ArrowLeft: here.before, ArrowRight: here.recent ?? here.after[0], Home: start, End: end };
    if (!(key in ways)) return;
    event.preventDefault();
    const there = ways[key];
    if (there && there !== here) this.#go(there);
  }
}
