/** The game screen: it shows what the server says of the table, and asks for what the reader wants. */

import './board.js';
import { actionButtons, claimBox, offerBox, rematchButton, waitedFor } from './actions.js';
import { announce } from './announce.js';
import { get, post, wordsOf } from './api.js';
import { Clocks } from './clock.js';
import { awaited, makeCurtain } from './curtain.js';
import { button, fill, h, refill } from './dom.js';
import { decisionWords, percent } from './evaluation.js';
import { layTable } from './layout.js';
import { Live } from './live.js';
import { moveList } from './moves.js';
import { go } from './navigate.js';
import { nameOf, nearSeat, Players } from './players.js';
import { resultWords } from './result.js';
import { change, confirming, current, watch } from './settings.js';
import { tableLinks } from './sharing.js';
import { capital, pick, speaks, t, whole } from './texts.js';
import { waitingCard } from './waiting.js';

/**
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').TableInfo} TableInfo
 * @typedef {import('./types.js').Analysis} Analysis
 * @typedef {import('./types.js').Refused} Refused
 * @typedef {import('./types.js').Text} Text
 * @typedef {import('./types.js').TaskDetail} TaskDetail
 * @typedef {import('./types.js').WordsDetail} WordsDetail
 * @typedef {import('./actions.js').Desk} Desk
 */

const TICK = 200;
const PATIENCE = 200;
const SETTLED = 700;

/** @param {string} id @returns {Promise<import('./main.js').Shown>} */
export async function show(id) {
  const trouble = await comeBack(id);
  const info = /** @type {TableInfo} */ (await get(`/api/tables/${id}`));
  const table = new Table(info);
  if (trouble) table.alert(whole(trouble));
  return { title: pick(info.title), node: table.element, leave: () => table.leave() };
}

/**
 * A private link gives the seat back; its key does not stay in the address.
 * @param {string} id @returns {Promise<Text | null>} what went wrong
 */
async function comeBack(id) {
  const key = /^#seat=(.+)$/.exec(location.hash)?.[1];
  if (!key) return null;
  history.replaceState(null, '', location.pathname);
  return post(`/api/tables/${id}/return`, { key }).then(() => null, wordsOf);
}

/** Whether the seat that looks owes a decision. @param {State} state */
function mustAct(state) {
  return state.phase === 'playing' && state.facing !== null && state.due !== null && state.mine.includes(state.facing);
}

/** What stands in a field, unless somebody is writing there. @param {HTMLElement} field @param {string} name */
function showName(field, name) {
  const input = field.querySelector('input');
  if (input && input !== document.activeElement) input.value = name;
}

class Table {
  /** When the end was first shown. @type {number | undefined} */
  #over;
  /** @type {State | null} */
  #state = null;
  /** @type {string | null} the key of the decision on its way */
  #sending = null;
  /** @type {TaskDetail | null} */
  #task = null;
  #toldAt = 0;
  /** Whether the decision on its way has been so for long enough to say so. */
  #slow = false;

  /** @param {TableInfo} info */
  constructor(info) {
    this.info = info;
    this.clocks = new Clocks();
    this.players = new Players(info, this.clocks);
    this.moves = moveList(info);
    this.curtain = makeCurtain(info, (seat) => this.live.face(seat));
    this.parts = layTable(info, this.players, this.moves.element, this.curtain.element, () => this.#turn(), (seat, name) => this.#rename(seat, name));
    this.element = this.parts.element;
    this.#wire();
    this.live = new Live(info.id, {
      state: (state, fresh) => this.#told(state, fresh),
      refused: (refused) => this.#refused(refused),
      gone: (gone) => this.#gone(gone.message),
      line: (up) => this.#line(up),
    });
    this.unwatch = watch(() => this.#adjust());
    this.ticker = setInterval(() => this.#tick(), TICK);
  }

  #wire() {
    const { board } = this.parts;
    board.info = this.info;
    board.language = speaks();
    board.texts = t;
    board.locked = true;
    this.#adjust();
    /** @param {string} name @param {(detail: any) => void} act */
    const on = (name, act) => board.addEventListener(name, (event) => act(/** @type {CustomEvent} */ (event).detail));
    on('decide', ({ text }) => this.#decide(text));
    on('announce', ({ words }) => announce(words));
    on('wrong', ({ words }) => this.alert(words));
    on('task', (task) => {
      this.#task = task;
      this.#say();
    });
  }

  leave() {
    this.live.close();
    this.unwatch();
    clearInterval(this.ticker);
  }

  /** @param {State} state @returns {Desk} */
  #desk(state) {
    const fail = (/** @type {unknown} */ error) => this.alert(whole(wordsOf(error)));
    const hint = (/** @type {number} */ seat) => void this.#hint(seat);
    return { info: this.info, state, send: (request) => this.#send(request), fail, hint };
  }

  /** @param {object} request */
  #send(request) {
    this.alert('');
    this.live.send(request);
  }

  /** @param {number} seat @param {string} name */
  #rename(seat, name) {
    if (this.info.mine.length === 1) change({ name });
    this.#send({ type: 'rename', seat, name });
  }

  /** Whether this game's board is turned from how one's seat would have it. */
  #turned() {
    return current().flipped[this.info.game] ?? false;
  }

  #turn() {
    change({ flipped: { ...current().flipped, [this.info.game]: !this.#turned() } });
  }

  /** Follow the settings. */
  #adjust() {
    const { board, flip } = this.parts;
    const turned = this.#turned();
    board.muted = !current().sound;
    board.confirming = confirming();
    flip.setAttribute('aria-pressed', String(turned));
    if (!this.#state) return;
    // Two sit face to face; around a larger table, the board alone is turned.
    board.flipped = this.#state.seats.length === 2 ? nearSeat(this.#state, turned) === 1 : turned;
    this.players.update(this.#state, turned);
  }

  /** Marks what the engine would decide, and says it. @param {number} seat */
  async #hint(seat) {
    const due = this.#state?.due;
    const { advice, board } = this.parts;
    fill(advice, t('study.thinks'));
    try {
      const { candidates, chance } = /** @type {Analysis} */ (await post(`/api/tables/${this.info.id}/hint`, { seat }));
      const best = candidates[0];
      if (!best || this.#state?.due !== due) return;
      board.advise([best]);
      const what = decisionWords(this.info, best);
      const [key, share] = best.weight ? ['hint.mixed', best.weight] : ['hint.words', chance];
      fill(advice, t(key, { what, share: percent(share) }));
    } catch (error) {
      if (this.#state?.due !== due) return;
      fill(advice);
      this.alert(whole(wordsOf(error)));
    }
  }

  /** A hint is for one decision. */
  #forgetHint() {
    this.parts.board.advise([]);
    fill(this.parts.advice);
  }

  /** A new state replaces all that was known. @param {State} state @param {boolean} fresh */
  #told(state, fresh) {
    const before = this.#state;
    this.#state = state;
    if (state.accepted && state.accepted === this.#sending) this.#sending = null;
    if (state.accepted) this.alert('');
    this.#toldAt = performance.now();
    this.#task = null;
    if (before?.due !== state.due) this.#forgetHint();
    this.clocks.set(state);
    this.#adjust();
    this.parts.board.locked = this.#sending !== null;
    this.parts.board.show(state);
    this.#draw(state);
    // After a broken line the same person still holds the device: his view is already asked for again.
    if (!fresh || this.live.faced === null || !awaited(state).length) this.curtain.update(state);
    if (before) this.#follow(before, state);
  }

  /** What a change, not a state, calls for. @param {State} before @param {State} state */
  #follow(before, state) {
    this.#tellEars(before, state);
    if (before.phase === 'open' && state.phase !== 'open') void this.#renewLinks();
    if (!before.next && state.next && state.mine.length) go(`/t/${state.next}`);
  }

  /** With the start of a game, seats may have been drawn by lot. */
  async #renewLinks() {
    const info = /** @type {TableInfo | null} */ (await get(`/api/tables/${this.info.id}`).catch(() => null));
    if (info) fill(this.parts.links, tableLinks(info));
  }

  /** Everything around the board. @param {State} state */
  #draw(state) {
    const { parts } = this;
    const desk = this.#desk(state);
    const waits = state.phase === 'open';
    parts.element.dataset.phase = state.phase;
    parts.board.hidden = waits;
    // The form on this card may be half filled in: it is made anew only when somebody sat down or left.
    const seated = waits ? JSON.stringify(state.seats.map((seat) => seat.kind)) : '';
    if (parts.card.dataset.seated !== seated) fill(parts.card, waits && waitingCard(desk));
    parts.card.dataset.seated = seated;
    parts.banner.textContent = state.mine.length || waits ? '' : t('table.watching');
    this.moves.update(state);
    parts.names.forEach((field, place) => showName(field, state.seats[this.info.mine[place] ?? 0]?.name ?? ''));
    refill(parts.offers, offerBox(desk), () => this.#focusBoard());
    refill(parts.claim, claimBox(desk, this.#claimIn(state)), () => this.#focusBoard());
    fill(
      parts.notes,
      state.notes.map((note) => h('li', null, pick(note))),
    );
    // Who has just sat down, perhaps for the first time, sees what it is all about.
    parts.aim.hidden = !state.mine.length || state.phase !== 'playing' || state.moves.length >= 2 * state.seats.length;
    refill(parts.actions, waits ? [] : actionButtons(desk), () => this.#focusBoard());
    this.#say();
  }

  /** What to do now, in one sentence, and the one button that does it. */
  #say() {
    const state = this.#state;
    if (!state) return;
    const { parts } = this;
    const desk = this.#desk(state);
    const words = state.phase === 'over' ? '' : this.#sentence(desk);
    parts.sentence.hidden = !words;
    parts.sentence.textContent = words;
    parts.now.classList.toggle('yours', mustAct(state));
    refill(parts.buttons, state.phase === 'over' ? this.#ending(desk) : this.#confirmation(), () => this.#focusBoard());
    const call = mustAct(state) ? `● ${t('table.your_turn')} – ` : '';
    document.title = `${call}${pick(this.info.title)} – ${t('site.name')}`;
  }

  /** Where keys go on when the button under them is gone. */
  #focusBoard() {
    const target = this.parts.board.querySelector('[tabindex="0"]');
    if (target instanceof SVGElement || target instanceof HTMLElement) target.focus({ preventScroll: true });
  }

  /** @param {Desk} desk */
  #sentence(desk) {
    const { state } = desk;
    // A quick answer should not make the sentence flicker.
    if (this.#sending) return this.#slow ? t('table.sending') : (this.parts.sentence.textContent ?? '');
    if (state.phase === 'open') return '';
    if (mustAct(state)) return this.#task?.sentence || pick(state.task);
    const name = waitedFor(desk);
    if (state.chosen.some((seat) => state.mine.includes(seat))) return t('table.chosen', { name });
    const machine = state.to_act.every((seat) => state.seats[seat]?.kind === 'computer');
    return capital(t(machine ? 'table.thinks' : 'table.their_turn', { name }));
  }

  /** @param {Desk} desk */
  #ending(desk) {
    this.#over ??= performance.now();
    // The button appears where the last decision was confirmed: a second click there is not meant for it.
    const send = (/** @type {Parameters<Desk['send']>[0]} */ message) => {
      if (performance.now() - (this.#over ?? 0) > SETTLED) desk.send(message);
    };
    return [
      ...resultWords(desk.info, desk.state),
      h(
        'p',
        { class: 'row' },
        rematchButton({ ...desk, send }),
        desk.state.moves.length > 0 && h('a', { class: 'button', href: `/replay/${desk.info.id}` }, t('replay.link')),
        h('a', { class: 'button', href: '/' }, t('errors.home')),
      ),
    ];
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
  #decide(move) {
    const state = this.#state;
    if (!state || state.facing === null || state.due === null || this.#sending) return;
    this.alert('');
    this.#sending = this.live.send({ type: 'decide', seat: state.facing, due: state.due, move });
    this.parts.board.locked = true;
    this.#slow = false;
    const key = this.#sending;
    setTimeout(() => {
      this.#slow = this.#sending === key;
      if (this.#slow) this.#say();
    }, PATIENCE);
    this.#say();
  }

  /** @param {Refused} refused */
  #refused(refused) {
    const words = whole(refused.message);
    if (refused.key === this.#sending) {
      this.#sending = null;
      this.parts.board.locked = false;
      this.parts.board.refuse(words);
    }
    this.alert(words, refused.ruling);
    this.#say();
  }

  /** @param {string} words @param {string | null} [ruling] */
  alert(words, ruling = null) {
    const { game } = this.info;
    const link =
      ruling &&
      words &&
      h('a', { href: `/rules/${game}#${ruling}`, target: '_blank' }, t('table.ruling', { id: ruling }));
    fill(this.parts.trouble, words, link && ' ', link);
  }

  /** @param {boolean} up */
  #line(up) {
    const words = up ? '' : t('table.lost');
    if (this.parts.line.textContent !== words) this.parts.line.textContent = words;
  }

  /** @param {Text} message */
  #gone(message) {
    this.curtain.element.close();
    fill(
      this.element,
      h(
        'section',
        { class: 'card lost' },
        h('p', { role: 'alert' }, whole(message)),
        h('a', { class: 'button primary', href: '/' }, t('errors.home')),
      ),
    );
  }

  /** Seconds until an absent opponent may be claimed against. @param {State} state */
  #claimIn(state) {
    if (state.claim_in === null) return null;
    return Math.max(0, Math.ceil(state.claim_in - (performance.now() - this.#toldAt) / 1000));
  }

  #tick() {
    this.players.tick();
    const state = this.#state;
    if (!state || state.claim_in === null || state.may.includes('claim')) return;
    const seconds = String(this.#claimIn(state));
    const { claim } = this.parts;
    if (claim.dataset.seconds === seconds) return;
    claim.dataset.seconds = seconds;
    fill(claim, claimBox(this.#desk(state), Number(seconds)));
  }

  /** Say aloud what changed; decisions are the board's to tell. @param {State} before @param {State} state */
  #tellEars(before, state) {
    if (state.result && !before.result) announce(`${whole(state.result.headline)} ${whole(state.result.words)}`);
    if (mustAct(state) && state.due !== before.due) announce(`${t('table.your_turn')}. ${pick(state.task)}`);
    for (const what of /** @type {const} */ (['draw', 'takeback', 'rematch'])) {
      const fresh = state.offers[what].filter((one) => !before.offers[what].includes(one) && !state.mine.includes(one));
      for (const one of fresh) announce(t(`offers.${what}_comes`, { name: nameOf(this.info, state, one) }));
    }
  }
}
