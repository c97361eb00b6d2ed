/** The table screen: it shows the state that the server sends, and sends what the players do. */

import { listenToBoard } from '../../board/create.js';
import { tableAdvice } from '../../lib/advice.js';
import { errorText, get, post } from '../../lib/api.js';
import { button, fill, h, refill } from '../../lib/dom.js';
import { capitalize } from '../../lib/format.js';
import { go } from '../../lib/router.js';
import { change, confirming, current, watch } from '../../lib/settings.js';
import { language, pick, sentenceOf, t } from '../../lib/texts.js';
import { showAlert } from '../../ui/alert.js';
import { announce } from '../../ui/announce.js';
import { candidateText, percent } from '../../ui/candidates.js';
import { actionButtons, claimBox, declinedText, offerBox, playersToMove, rematchButton } from './actions.js';
import { Clocks } from './clock.js';
import { Connection } from './connection.js';
import { handoverSeats, makeHandover } from './handover.js';
import { tableLayout } from './layout.js';
import { moveList } from './moves.js';
import { nameOf, nearSeat, Players } from './players.js';
import { resultView } from './result.js';
import { Story } from './story.js';

/**
 * @import {BoardState, Refused, State, TableInfo, TaskDetail, Text} from '../../lib/types.js'
 * @import {TableContext} from './actions.js'
 */

/** Milliseconds between two updates of the clocks. */
const TICK = 200;
/** Milliseconds before the page says that a move is being sent. */
const SLOW = 200;
/** Milliseconds after the end of a game during which a click is not meant for the new button. */
const SETTLING = 700;

/** @param {string} id @returns {Promise<import('../../lib/router.js').ScreenView>} */
export async function show(id) {
  const problem = await takeSeat(id);
  const info = /** @type {TableInfo} */ (await get(`/api/tables/${id}`));
  const notes = info.notes.length ? await import('./notes.js') : null;
  const table = new Table(info, notes);
  if (problem) table.alert(sentenceOf(problem));
  return { title: pick(info.title), node: table.element, leave: () => table.leave() };
}

/**
 * A private link gives a player the seat back. Its key does not stay in the address.
 * @param {string} id @returns {Promise<Text | null>} what went wrong
 */
async function takeSeat(id) {
  const key = /^#seat=(.+)$/.exec(location.hash)?.[1];
  if (!key) return null;
  history.replaceState(null, '', location.pathname);
  return post(`/api/tables/${id}/return`, { key }).then(() => null, errorText);
}

/** Whether it is the turn of the seat that is shown. @param {State} state */
function isYourTurn(state) {
  return state.phase === 'playing' && state.viewpoint !== null && state.ticket !== null && state.mine.includes(state.viewpoint);
}

/** Shows a name in its field, unless the player is typing there. @param {HTMLElement} field @param {string} name */
function showName(field, name) {
  const input = field.querySelector('input');
  if (input && input !== document.activeElement) input.value = name;
}

class Table {
  /** When the end of the game was first shown. @type {number | undefined} */
  #endedAt;
  /** @type {State | null} */
  #state = null;
  /** The key of the move that is being sent. @type {string | null} */
  #sending = null;
  /** @type {TaskDetail | null} */
  #task = null;
  #updatedAt = 0;
  /** Whether the move has been on its way long enough to say so. */
  #slow = false;
  /** What the board is revealing, as a sentence. */
  #revealed = '';
  /** Whether the end of the game has come to rest on the board. */
  #settled = false;
  #story = new Story();
  /** What has the links of this browser's seats. @type {TableInfo} */
  #linked;
  /** What the drawn buttons depend on. */
  #drawnButtons = '';

  /** @param {TableInfo} info @param {typeof import('./notes.js') | null} notes of a guided game */
  constructor(info, notes) {
    this.info = info;
    this.#linked = info;
    this.clocks = new Clocks();
    this.players = new Players(info, this.clocks);
    this.moves = moveList(info);
    this.notes = notes && new notes.Notes(info, () => this.parts.board.takeFocus());
    this.handover = makeHandover(info, (seat) => this.connection.handOver(seat));
    const [flip, rename] = [() => this.#flip(), this.#rename.bind(this)];
    const { moves, handover } = this;
    const place = this.notes?.element ?? h('aside', { hidden: true });
    const links = () => void this.#drawLinks();
    this.parts = tableLayout(info, this.players, moves.element, handover.element, place, flip, rename, links);
    this.element = this.parts.element;
    this.#listen();
    this.connection = new Connection(info.id, {
      state: (state, first) => this.#update(state, first),
      refused: (refused) => this.#refused(refused),
      gone: ({ code, message }) => this.#end(sentenceOf(message), code === 'version'),
      outdated: () => this.#end(t('table.outdated'), true),
      connected: (connected) => this.#showConnection(connected),
    });
    this.unwatch = watch(() => this.#applySettings());
    this.ticker = setInterval(() => this.#tick(), TICK);
  }

  #listen() {
    const { board } = this.parts;
    board.locked = true;
    board.advice = tableAdvice(this.info.id, () => this.#state?.viewpoint ?? null);
    this.#applySettings();
    listenToBoard(board, {
      move: ({ move }) => this.#move(move),
      announce: ({ text }) => announce(text),
      wrong: ({ text, ruling }) => this.alert(text, ruling),
      reveal: ({ text }) => this.#reveal(text),
      shown: ({ state }) => this.#shown(state),
      settled: () => this.#rest(),
      task: (task) => {
        this.#task = task;
        this.#drawTask();
      },
    });
  }

  leave() {
    this.connection.close();
    this.unwatch();
    this.moves.leave();
    clearInterval(this.ticker);
  }

  /** @param {State} state @returns {TableContext} */
  #context(state) {
    const fail = (/** @type {unknown} */ error) => this.alert(sentenceOf(errorText(error)));
    const hint = (/** @type {number} */ seat) => void this.#hint(seat);
    return { info: this.info, state, send: (request) => this.#send(request), fail, hint };
  }

  /** @param {object} request */
  #send(request) {
    this.alert('');
    this.connection.send(request);
  }

  /** @param {number} seat @param {string} name */
  #rename(seat, name) {
    if (this.info.mine.length === 1) change({ name });
    this.#send({ type: 'rename', seat, name });
  }

  /** Whether the reader has flipped the boards of this game. */
  #isFlipped() {
    return current().flipped[this.info.game] ?? false;
  }

  #flip() {
    change({ flipped: { ...current().flipped, [this.info.game]: !this.#isFlipped() } });
  }

  #applySettings() {
    const { board, flip } = this.parts;
    const flipped = this.#isFlipped();
    board.muted = !current().sound;
    board.confirming = confirming();
    flip.setAttribute('aria-pressed', String(flipped));
    if (!this.#state) return;
    // Two players sit face to face. With more of them, only the board is turned.
    board.flipped = this.#state.seats.length === 2 ? nearSeat(this.#state, flipped) === 1 : flipped;
    this.players.update(this.#state, flipped);
  }

  // --- hints --------------------------------------------------------------------------------------------------------

  /** Shows the move that the engine would play. @param {number} seat */
  async #hint(seat) {
    const turn = this.#state?.ticket;
    const { hint, board } = this.parts;
    fill(hint, t('study.thinks'));
    try {
      const { getHint } = await import('./hint.js');
      const { candidates, chance } = await getHint(this.info.id, seat);
      const best = candidates[0];
      if (!best || this.#state?.ticket !== turn) return;
      board.suggest([best]);
      const what = candidateText(this.info, best);
      const [key, share] = best.weight ? ['hint.mixed', best.weight] : ['hint.move', chance];
      fill(hint, t(key, { what, share: percent(share) }));
    } catch (error) {
      if (this.#state?.ticket !== turn) return;
      fill(hint);
      this.alert(sentenceOf(errorText(error)));
    }
  }

  /** A hint is for one move. */
  #removeHint() {
    this.parts.board.suggest([]);
    fill(this.parts.hint);
  }

  // --- states -------------------------------------------------------------------------------------------------------

  /** A new state replaces the one before. @param {State} state @param {boolean} first */
  #update(state, first) {
    const before = this.#state;
    this.#state = state;
    if (state.accepted && state.accepted === this.#sending) this.#sending = null;
    // A reason for a refused click belongs to the position in which it was clicked.
    if (state.accepted || (before && before.moves.length !== state.moves.length)) this.alert('');
    this.#updatedAt = performance.now();
    this.#task = null;
    if (before?.ticket !== state.ticket) this.#removeHint();
    this.clocks.set(state);
    this.#applySettings();
    this.parts.board.locked = this.#sending !== null;
    if (!state.result) this.#settled = false;
    this.parts.board.show(state);
    this.#draw(state);
    // After a lost connection the same player holds the device. Their view is already asked for again.
    if (!first || this.connection.seat === null || !handoverSeats(state).length) this.handover.update(state);
    if (before) this.#follow(before, state);
  }

  /** A step of a revealed secret. Nothing else is said meanwhile. @param {string} text */
  #reveal(text) {
    this.#revealed = text;
    announce(text);
    if (this.#state) this.#draw(this.#state);
  }

  /** The board shows a state, which may be older than the newest. @param {BoardState} shown */
  #shown(shown) {
    this.#revealed = '';
    this.#story.add(shown, this.#state?.mine ?? []);
    this.notes?.add(/** @type {State} */ (shown));
    if (this.#state) this.#draw(this.#state);
  }

  /** The board has come to rest. The end of a game is told now. */
  #rest() {
    if (this.#settled || !this.#state?.result) return;
    this.#settled = true;
    const { result } = this.#state;
    announce(`${sentenceOf(result.headline)} ${sentenceOf(result.text)}`);
    this.#drawTask();
  }

  /** Reacts to what is different from the state before. @param {State} before @param {State} state */
  #follow(before, state) {
    this.#announceChanges(before, state);
    if (before.phase === 'open' && state.phase !== 'open') void this.#reloadLinks();
    if (!before.next && state.next && state.mine.length) go(`/t/${state.next}`);
  }

  /** Seats may be drawn by lot when a game starts. Then the links are others. */
  async #reloadLinks() {
    const info = /** @type {TableInfo | null} */ (await get(`/api/tables/${this.info.id}`).catch(() => null));
    if (info) this.#linked = info;
    if (this.parts.links.firstChild) void this.#drawLinks();
  }

  /** Links are seldom wanted, so their script is loaded when the reader looks for them. */
  async #drawLinks() {
    const { tableLinks } = await import('./share.js');
    fill(this.parts.links, tableLinks(this.#linked));
  }

  /** Most players never see this card, so its script is loaded with the first one. @param {string} seated who is there */
  async #drawCard(seated) {
    const { card } = this.parts;
    card.dataset.seated = seated;
    const { waitingCard } = seated ? await import('./waiting.js') : { waitingCard: null };
    if (card.dataset.seated === seated && this.#state) fill(card, waitingCard?.(this.#context(this.#state)));
  }

  /** Draws everything around the board. @param {State} state */
  #draw(state) {
    const { parts } = this;
    const context = this.#context(state);
    const waits = state.phase === 'open';
    const toBoard = () => parts.board.takeFocus();
    parts.element.dataset.phase = state.phase;
    parts.board.hidden = waits;
    // The form on this card may be half filled in. It is made again only when a player joins or leaves.
    const seated = waits ? JSON.stringify(state.seats.map((seat) => seat.kind)) : '';
    if ((parts.card.dataset.seated ?? '') !== seated) void this.#drawCard(seated);
    parts.banner.textContent = state.mine.length || waits ? '' : t('table.watching');
    // The list would tell the end of a reveal before the board shows it.
    if (!this.#revealed) this.moves.update(state);
    parts.names.forEach((field, place) => showName(field, state.seats[this.info.mine[place] ?? 0]?.name ?? ''));
    fill(parts.told, this.#revealed ? [] : this.#story.sentences.map((text) => h('li', null, pick(text))));
    fill(parts.dangers, this.#revealed ? [] : state.dangers.map(({ text }) => h('li', null, pick(text))));
    refill(parts.offers, offerBox(context), toBoard);
    refill(parts.claim, claimBox(context, this.#claimIn(state)), toBoard);
    fill(
      parts.remarks,
      state.remarks.map((remark) => h('li', null, pick(remark))),
    );
    // New players read what the game is about during their first moves.
    parts.intro.hidden = !state.mine.length || state.phase !== 'playing' || state.moves.length >= 2 * state.seats.length;
    refill(parts.actions, waits ? [] : actionButtons(context), toBoard);
    this.#drawTask();
  }

  /** Draws the sentence that says what to do now, and its buttons. */
  #drawTask() {
    const state = this.#state;
    if (!state) return;
    const { parts } = this;
    const context = this.#context(state);
    const over = state.phase === 'over';
    const text = this.#revealed || (over ? '' : this.#sentence(context));
    parts.sentence.hidden = !text;
    parts.sentence.textContent = text;
    parts.panel.classList.toggle('yours', isYourTurn(state));
    this.#drawButtons(context);
    const call = isYourTurn(state) ? `● ${t('table.your_turn')} – ` : '';
    document.title = `${call}${pick(this.info.title)} – ${t('site.name')}`;
  }

  /** A new sentence must not replace a button under the finger. @param {TableContext} context */
  #drawButtons(context) {
    const { confirm, cancel } = this.#task ?? {};
    const shape = [context.state.seq, context.state.next, this.#revealed, this.#settled, this.#sending, confirm, cancel];
    const drawn = JSON.stringify(shape);
    if (drawn === this.#drawnButtons) return;
    this.#drawnButtons = drawn;
    refill(this.parts.buttons, this.#buttons(context), () => this.parts.board.takeFocus());
  }

  /** @param {TableContext} context */
  #buttons(context) {
    if (this.#revealed) return [];
    if (context.state.phase !== 'over') return this.#confirmation();
    // The last motion comes to rest first. A cancelled game has none.
    return this.#settled || !context.state.result?.returns ? this.#ending(context) : [];
  }

  /** @param {TableContext} context */
  #sentence(context) {
    const { state } = context;
    // A quick answer should not make the sentence flicker.
    if (this.#sending) return this.#slow ? t('table.sending') : (this.parts.sentence.textContent ?? '');
    if (state.phase === 'open') return '';
    if (isYourTurn(state)) return this.#task?.sentence || pick(state.task);
    const name = playersToMove(context);
    if (state.committed.some((seat) => state.mine.includes(seat))) return t('table.committed', { name });
    const computer = state.to_act.every((seat) => state.seats[seat]?.kind === 'computer');
    return capitalize(t(computer ? 'table.thinks' : 'table.their_turn', { name }), language());
  }

  /** @param {TableContext} context */
  #ending(context) {
    this.#endedAt ??= performance.now();
    // The button appears where the last move was confirmed. A second click there is not meant for it.
    const send = (/** @type {Parameters<TableContext['send']>[0]} */ message) => {
      if (performance.now() - (this.#endedAt ?? 0) > SETTLING) context.send(message);
    };
    return [
      ...resultView(context.info, context.state),
      h(
        'p',
        { class: 'row' },
        rematchButton({ ...context, send }),
        context.state.moves.length > 0 && h('a', { class: 'button', href: `/replay/${context.info.id}` }, t('replay.link')),
        this.#canLearn(context.state) && h('a', { class: 'button', href: `/replay/${context.info.id}#learn` }, t('replay.learn')),
        h('a', { class: 'button', href: '/' }, t('errors.home')),
      ),
    ];
  }

  /** Whether the reader played this game, and moved in it. @param {State} state */
  #canLearn(state) {
    return state.moves.some(([seat]) => state.mine.includes(seat));
  }

  #confirmation() {
    if (this.#sending || !this.#task) return [];
    const { board } = this.parts;
    const { confirm, cancel } = this.#task;
    if (!confirm && !cancel) return [];
    return [
      h(
        'p',
        { class: 'row' },
        confirm && button(confirm, () => board.commit(), 'primary'),
        cancel && button(t('table.undo'), () => board.cancel(), 'quiet'),
      ),
    ];
  }

  /** @param {string} move */
  #move(move) {
    const state = this.#state;
    if (!state || state.viewpoint === null || state.ticket === null || this.#sending) return;
    this.alert('');
    this.#sending = this.connection.send({ type: 'move', seat: state.viewpoint, ticket: state.ticket, move });
    this.parts.board.locked = true;
    this.#slow = false;
    const key = this.#sending;
    setTimeout(() => {
      this.#slow = this.#sending === key;
      if (this.#slow) this.#drawTask();
    }, SLOW);
    this.#drawTask();
  }

  /** @param {Refused} refused */
  #refused(refused) {
    if (refused.key === this.#sending) {
      this.#sending = null;
      this.parts.board.locked = false;
      this.parts.board.refuse();
    }
    this.alert(sentenceOf(refused.message), refused.ruling);
    this.#drawTask();
  }

  /** @param {string} text @param {string | null} [ruling] */
  alert(text, ruling = null) {
    showAlert(this.parts.alert, text, this.info.game, ruling);
  }

  /** @param {boolean} connected */
  #showConnection(connected) {
    const text = connected ? '' : t('table.lost');
    if (this.parts.connection.textContent !== text) this.parts.connection.textContent = text;
  }

  /** Shows a message instead of the table. @param {string} text @param {boolean} outdated whether a reload helps */
  #end(text, outdated) {
    this.handover.element.close();
    fill(
      this.element,
      h(
        'section',
        { class: 'card failure' },
        h('p', { role: 'alert' }, text),
        outdated
          ? button(t('table.reload'), () => location.reload(), 'primary')
          : h('a', { class: 'button primary', href: '/' }, t('errors.home')),
      ),
    );
  }

  /** Returns the seconds until a claim against an absent opponent is possible. @param {State} state */
  #claimIn(state) {
    if (state.claim_in === null) return null;
    return Math.max(0, Math.ceil(state.claim_in - (performance.now() - this.#updatedAt) / 1000));
  }

  #tick() {
    this.players.tick();
    const state = this.#state;
    if (!state || state.claim_in === null || state.actions.includes('claim')) return;
    const seconds = String(this.#claimIn(state));
    const { claim } = this.parts;
    if (claim.dataset.seconds === seconds) return;
    claim.dataset.seconds = seconds;
    fill(claim, claimBox(this.#context(state), Number(seconds)));
  }

  /** Tells screen readers what changed. The board announces the moves. @param {State} before @param {State} state */
  #announceChanges(before, state) {
    if (isYourTurn(state) && state.ticket !== before.ticket) announce(`${t('table.your_turn')}. ${pick(state.task)}`);
    for (const what of /** @type {const} */ (['draw', 'takeback', 'rematch'])) {
      const fresh = state.offers[what].filter((one) => !before.offers[what].includes(one) && !state.mine.includes(one));
      for (const one of fresh) announce(t(`offers.${what}_received`, { name: nameOf(this.info, state, one) }));
    }
    const declined = declinedText(this.#context(state));
    if (declined && !before.declined) announce(declined);
  }
}
