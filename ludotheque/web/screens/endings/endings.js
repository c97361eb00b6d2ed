/** Endings that are known exactly. The reader plays either side from there, the engine the other. */

import { createBoard, listenToBoard, setRatio } from '../../board/create.js';
import { studyAdvice } from '../../lib/advice.js';
import { errorText, get, post } from '../../lib/api.js';
import { button, fill, h, refill } from '../../lib/dom.js';
import { at } from '../../lib/root.js';
import { confirming, current, watch } from '../../lib/settings.js';
import { pick, sentenceOf, t } from '../../lib/texts.js';
import { showAlert } from '../../ui/alert.js';
import { announce } from '../../ui/announce.js';
import { makeDock } from '../../ui/dock.js';
import { radioGroup } from '../../ui/fields.js';
import { boardState, toldSentences } from '../../ui/history.js';
import { trainingLinks, studyAddress } from '../../ui/training.js';

/**
 * @import {AnalysisJson, EndingCheck, EndingJson, EndingList, GameInfo, Look, Ply, TaskDetail, Turn} from '../../lib/types.js'
 */

/** Seconds that the engine thinks about a move. */
const SECONDS = 1;

/** @param {string} game @returns {Promise<import('../../lib/router.js').ScreenView>} */
export async function show(game) {
  const list = /** @type {EndingList} */ (await get(`/api/games/${game}/endings`));
  const named = new URLSearchParams(location.search).get('e');
  const ending = /** @type {EndingJson} */ (list.endings.find(({ id }) => id === named) ?? list.endings[0]);
  const { position, options } = ending;
  const look = /** @type {Look} */ (await post('/api/study/look', { game, options, position, moves: [] }));
  const screen = new EndingScreen(list, /** @type {GameInfo} */ (look.game), ending);
  await screen.open(ending, false);
  return { title: screen.title, node: screen.element, leave: () => screen.leave() };
}

class EndingScreen {
  /** The reader's side. */
  #side = 0;
  /** @type {[number, string][]} */
  #moves = [];
  /** @type {Ply[]} */
  #plies = [];
  /** The reader's turn, if it is. @type {Turn | null} */
  #turn = null;
  /** @type {Look['result']} */
  #result = null;
  /** @type {TaskDetail | null} */
  #task = null;
  /** Counts games, so that no answer comes into another one. */
  #games = 0;
  #search = new AbortController();
  /** Whether it was told that the claim no longer holds. */
  #gone = false;
  #proving = false;

  /** @param {EndingList} list @param {GameInfo} info @param {EndingJson} ending */
  constructor(list, info, ending) {
    this.list = list;
    this.info = info;
    this.ending = ending;
    this.title = t('endings.title', { game: pick(list.title) });
    this.board = createBoard(info);
    this.parts = {
      name: h('h2', { tabIndex: -1 }),
      claim: h('p', { class: 'claim' }),
      text: h('p'),
      sides: h('div'),
      told: h('ul', { class: 'told' }),
      sentence: h('p', { class: 'sentence' }),
      proof: h('div', { class: 'ending-proof' }),
      buttons: h('div', { class: 'move-buttons' }),
      alert: h('p', { class: 'alert', role: 'alert' }),
      choices: h('ul', { class: 'training-list' }),
      study: h('a', { class: 'button small' }, t('replay.study')),
    };
    this.element = this.#layout();
    this.#listen();
  }

  leave() {
    this.#games += 1;
    this.#search.abort();
    this.unwatch?.();
  }

  #layout() {
    const { name, claim, text, sides, told, sentence, proof, buttons, alert, choices, study } = this.parts;
    const again = button(t('endings.again'), () => void this.#restart(), 'small');
    const element = h(
      'div',
      { class: 'game-screen review endings' },
      h('h1', { class: 'training-title' }, this.title),
      h('div', { class: 'board-area' }, this.board),
      h('section', { class: 'panel yours', 'aria-label': this.title }, name, claim, text, told, sentence, makeDock(buttons), proof, alert, sides),
      h(
        'div',
        { class: 'tools' },
        h('div', { class: 'row' }, again, study),
        h('nav', { 'aria-label': t('endings.list') }, choices),
        h('p', { class: 'hint' }, t('endings.basis')),
        trainingLinks(this.list.id, 'endings'),
      ),
    );
    setRatio(element, this.info);
    return element;
  }

  #listen() {
    this.board.advice = studyAdvice(
      () => this.#line(),
      () => this.#side,
    );
    listenToBoard(this.board, {
      move: ({ move }) => void this.#play(this.#side, move, this.#games),
      wrong: ({ text, ruling }) => showAlert(this.parts.alert, text, this.info.game, ruling),
      task: (task) => {
        this.#task = task;
        this.#drawTask();
      },
    });
    this.unwatch = watch(() => this.#applySettings());
    this.#applySettings();
  }

  #applySettings() {
    this.board.muted = !current().sound;
    this.board.confirming = confirming();
  }

  /** @param {EndingJson} ending @param {boolean} [moved] */
  async open(ending, moved = true) {
    this.ending = ending;
    this.#side = ending.player;
    const { name, claim, text, study } = this.parts;
    fill(name, pick(ending.title));
    fill(claim, h('strong', null, t('endings.proven')), ' ', pick(ending.claim));
    fill(text, pick(ending.text));
    study.href = at(studyAddress(this.info.game, ending.position, ending.options));
    history.replaceState(null, '', `${location.pathname}?e=${ending.id}`);
    this.#drawChoices();
    this.#drawSides();
    await this.#restart();
    if (moved) name.focus({ preventScroll: true });
  }

  #drawChoices() {
    refill(
      this.parts.choices,
      this.list.endings.map((one) => {
        const here = one.id === this.ending.id ? 'true' : null;
        const props = { type: 'button', class: 'training-choice', 'aria-current': here, onclick: () => void this.open(one) };
        return h('li', null, h('button', props, h('strong', null, pick(one.title)), h('span', { class: 'hint' }, pick(one.claim))));
      }),
    );
  }

  #drawSides() {
    /** @type {[number, string][]} */
    const items = this.info.sides.map((side, player) => [player, pick(side)]);
    const choose = (/** @type {number} */ side) => {
      this.#side = side;
      void this.#restart();
    };
    fill(this.parts.sides, radioGroup(t('endings.side'), items, this.#side, choose));
  }

  async #restart() {
    await this.#goOn([], []);
  }

  /** Goes back to before a move of the reader. @param {number} ply its number, from 1 */
  async #takeBack(ply) {
    await this.#goOn(this.#moves.slice(0, ply - 1), this.#plies.slice(0, ply));
  }

  /** Goes on after these moves, whatever came after them. @param {[number, string][]} moves @param {Ply[]} plies */
  async #goOn(moves, plies) {
    this.#games += 1;
    this.#search.abort();
    this.#search = new AbortController();
    [this.#moves, this.#plies, this.#gone] = [moves, plies, false];
    fill(this.parts.alert);
    fill(this.parts.proof);
    await this.#look(this.#games);
  }

  #line() {
    const { position, options } = this.ending;
    return { game: this.info.game, options, position, moves: this.#moves };
  }

  /** Shows the position, and lets the engine move where it is its turn. @param {number} game */
  async #look(game) {
    try {
      const look = /** @type {Look} */ (await post('/api/study/look', { ...this.#line(), since: this.#plies.length }));
      if (game !== this.#games) return;
      this.#plies.push(...look.plies);
      this.#result = look.result;
      this.#turn = look.to_move.find(({ player }) => player === this.#side) ?? null;
      this.#draw();
      const other = look.to_move.find(({ player }) => player !== this.#side);
      const reply = !this.#turn && other ? this.#reply(other.player, game) : null;
      void this.#prove(); // after the reply was asked for, so that the reader waits for nothing else
      await reply;
    } catch (error) {
      if (game === this.#games && !this.#search.signal.aborted) showAlert(this.parts.alert, sentenceOf(errorText(error)), this.info.game);
    }
  }

  /** @param {number} player @param {string} move @param {number} game */
  async #play(player, move, game) {
    this.#moves = [...this.#moves, [player, move]];
    fill(this.parts.alert);
    await this.#look(game);
  }

  /** Says so when the claim no longer holds. The game goes on meanwhile, so there may be more moves afterwards. */
  async #prove() {
    if (this.#proving) return;
    this.#proving = true;
    let proven = '';
    for (let now = this.#moment; now !== proven && this.#moves.length && !this.#gone; now = this.#moment) {
      proven = now;
      const check = await this.#check();
      if (check?.holds === false && now.startsWith(`${this.#games} `)) this.#tellGone(check);
    }
    this.#proving = false;
  }

  /** The game that is going on, and how far it is. */
  get #moment() {
    return `${this.#games} ${this.#moves.length}`;
  }

  /** Returns what is proven now; null if the server is too busy, for the game goes on without. */
  async #check() {
    const address = `/api/games/${this.info.game}/endings/${this.ending.id}`;
    const answer = post(address, { moves: this.#moves }, this.#search.signal).catch(() => null);
    return /** @type {EndingCheck | null} */ (await answer);
  }

  /** @param {EndingCheck} check */
  #tellGone({ ply, better }) {
    this.#gone = true;
    const [player, move] = (ply && this.#moves[ply - 1]) || [];
    const why = move && t('endings.slip', { move });
    const other = better && t('endings.better', { move: better });
    const text = [pick(this.ending.gone), why, other].filter(Boolean).join(' ');
    const back = ply && player === this.#side && button(t('endings.take_back'), () => void this.#takeBack(ply), 'small');
    refill(this.parts.proof, [h('p', { class: 'gone' }, text), ...(back ? [h('p', { class: 'row' }, back)] : [])]);
    announce(text);
  }

  /** @param {number} player @param {number} game */
  async #reply(player, game) {
    const request = { ...this.#line(), player, seconds: SECONDS, lines: 1 };
    const analysis = /** @type {AnalysisJson} */ (await post('/api/study/analyse', request, this.#search.signal));
    const best = analysis.candidates[0];
    if (game === this.#games && best) await this.#play(player, best.text, game);
  }

  #draw() {
    const ply = /** @type {Ply} */ (this.#plies.at(-1));
    const state = boardState(this.#plies, this.#turn, this.#result);
    if (this.#plies.length > 1) this.board.show(state);
    else this.board.jump(state);
    this.element.dataset.phase = this.#result ? 'over' : 'playing';
    const told = this.#plies.length > 1 ? toldSentences(this.info, ply) : [];
    fill(this.parts.told, told.map((one) => h('li', null, one)));
    if (told.length) announce(told.join(' '));
    this.#drawTask();
    if (this.#result) announce(this.#sentence());
  }

  #sentence() {
    const result = this.#result;
    if (result) return `${pick(result.headline)} – ${sentenceOf(result.text)}`;
    if (!this.#turn) return t('study.thinks');
    const task = this.#task?.sentence || pick(this.#turn.task);
    return t('study.turn', { side: pick(this.info.sides[this.#side]), task });
  }

  /** Draws the sentence that says what to do now, and its buttons. */
  #drawTask() {
    fill(this.parts.sentence, this.#sentence());
    const { confirm = null, cancel = false } = this.#task ?? {};
    const { buttons } = this.parts;
    // A button that is replaced while it is pressed would lose the click.
    const over = Boolean(this.#result);
    const drawn = JSON.stringify([confirm, cancel, over]);
    if (buttons.dataset.drawn === drawn) return;
    buttons.dataset.drawn = drawn;
    const shown = [
      confirm && button(confirm, () => this.board.commit(), 'primary'),
      cancel && button(t('table.undo'), () => this.board.cancel(), 'quiet'),
      over && button(t('endings.again'), () => void this.#restart(), 'primary'),
    ].filter(Boolean);
    refill(buttons, shown.length ? [h('p', { class: 'row' }, ...shown)] : []);
  }
}
