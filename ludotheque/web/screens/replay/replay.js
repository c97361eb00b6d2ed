/** A replay: going through a game move by move, downloads, an analysis, what to learn from it, and a link to the study board. */

import { createBoard, setRatio } from '../../board/create.js';
import { errorText, get } from '../../lib/api.js';
import { fill, h, iconButton } from '../../lib/dom.js';
import { keepMistakes } from '../../lib/mistakes.js';
import { at } from '../../lib/root.js';
import { current, watch } from '../../lib/settings.js';
import { pick, sentenceOf, t } from '../../lib/texts.js';
import { announce } from '../../ui/announce.js';
import { boardState, historyTable, plyText } from '../../ui/history.js';
import { pictureButtons } from '../../ui/picture-buttons.js';
import { playerItem } from '../../ui/player.js';
import { Scrubber } from '../../ui/scrubber.js';
import { GameAnalysis } from './analysis.js';
import { GameReview } from './review.js';

/**
 * @import {Ply, TableInfo, TableReplay, TurningPointJson} from '../../lib/types.js'
 */

/** Milliseconds that the slider must rest before the address changes. */
const REST = 400;
/** The address that begins to learn from the game at once. */
const LEARN = '#learn';
const WIDE = '(min-width: 60rem)';

/** @param {string} id @returns {Promise<import('../../lib/router.js').ScreenView>} */
export async function show(id) {
  const replay = new ReplayScreen(/** @type {TableReplay} */ (await get(`/api/tables/${id}/replay`)));
  const title = t('replay.title', { game: pick(replay.info.title) });
  return { title, node: replay.place, leave: () => replay.leave() };
}

/** Returns the ply that the address names, if any. @returns {number | null} */
function plyInAddress() {
  const number = /^#(\d+)$/.exec(location.hash)?.[1];
  return number === undefined ? null : Number(number);
}

class ReplayScreen {
  #flipped = false;
  /** The ply on the board. @type {number | undefined} */
  #shown;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #addressTimer;
  /** @type {GameReview | null} */
  #review = null;
  #onHash = () => this.scrubber.go(plyInAddress() ?? this.scrubber.at);

  /** @param {TableReplay} replay */
  constructor(replay) {
    this.replay = replay;
    this.info = replay.game;
    this.board = createBoard(this.info);
    this.scrubber = new Scrubber((ply, announced) => this.#show(ply, announced));
    this.history = historyTable(this.info, (ply) => this.#jump(ply));
    this.history.setPlies(replay.plies);
    this.parts = {
      sentence: h('p', { class: 'sentence' }),
      told: h('ul', { class: 'told' }),
      remarks: h('ul', { class: 'remarks' }),
      alert: h('div', { class: 'alert', role: 'alert' }),
      players: h('ul', { class: 'players' }),
      study: h('a', { class: 'button small' }, t('replay.study')),
    };
    const last = replay.plies.length - 1;
    this.analysis = new GameAnalysis(this.info, replay.record, last, {
      go: (ply) => this.#jump(ply),
      found: (points) => void this.#keepMistakes(points),
      review: (points) => void this.#startReview(points),
    });
    this.element = this.#layout();
    this.place = h('div', null, this.element);
    addEventListener('hashchange', this.#onHash);
    this.unwatch = watch(() => this.#applySettings());
    this.#applySettings();
    this.scrubber.setRange(last, plyInAddress() ?? (replay.phase === 'over' ? 0 : last));
    if (location.hash === LEARN) void this.analysis.learnFrom();
  }

  #applySettings() {
    this.board.muted = !current().sound;
    this.history.applySettings();
  }

  leave() {
    this.#review?.leave();
    this.scrubber.close();
    this.analysis.close();
    this.unwatch();
    clearTimeout(this.#addressTimer);
    removeEventListener('hashchange', this.#onHash);
  }

  /** @param {number} ply */
  #jump(ply) {
    this.scrubber.pause();
    this.scrubber.go(ply);
  }

  /** Lets the players of this browser find better moves at their own turning points, and onlookers at all. */
  async #startReview(/** @type {TurningPointJson[]} */ points) {
    this.scrubber.pause();
    const mine = await this.#mine();
    const own = points.filter(({ player }) => !mine.length || mine.includes(player));
    if (!own.length) return this.analysis.say(t(points.length ? 'review.none' : 'analysis.no_turn'));
    this.#review = new GameReview(this.replay, own, () => this.#endReview());
    fill(this.place, this.#review.element);
    await this.#review.open(0);
  }

  /** Returns the seats of this browser. @returns {Promise<readonly number[]>} */
  async #mine() {
    const table = /** @type {TableInfo | null} */ (await get(`/api/tables/${this.replay.table}`).catch(() => null));
    return table?.mine ?? [];
  }

  /** Keeps the turning points of the players of this browser. @param {TurningPointJson[]} points */
  async #keepMistakes(points) {
    const mine = await this.#mine();
    if (this.replay.phase === 'over' && mine.length) keepMistakes(this.replay, points, mine);
  }

  #endReview() {
    this.#review?.leave();
    this.#review = null;
    fill(this.place, this.element);
    this.history.mark(this.scrubber.at);
    this.analysis.takeFocus();
  }

  #layout() {
    const { sentence, told, remarks, alert, players } = this.parts;
    const over = this.replay.phase === 'over' && this.replay.plies.length > 1;
    const element = h(
      'div',
      { class: 'game-screen review replay' },
      h('h1', { class: 'visually-hidden' }, t('replay.title', { game: pick(this.info.title) })),
      h('div', { class: 'board-area' }, this.board),
      players,
      h(
        'section',
        { class: 'panel', 'aria-label': t('replay.walk') },
        sentence,
        this.scrubber.element,
        told,
        remarks,
        this.#result(),
      ),
      h(
        'details',
        { class: 'moves', open: matchMedia(WIDE).matches },
        h('summary', null, t('moves.title'), ' ', h('span', { class: 'count' }, `(${this.replay.plies.length - 1})`)),
        this.history.element,
      ),
      h('div', { class: 'tools' }, this.#links(), over && this.analysis.element, alert, this.#downloads()),
    );
    setRatio(element, this.info);
    return element;
  }

  #result() {
    const { result } = this.replay;
    if (!result) return null;
    return h('p', { class: 'outcome' }, h('strong', null, pick(result.headline)), ' – ', sentenceOf(result.text));
  }

  #links() {
    const flip = iconButton('flip', t('table.flip'), () => {
      this.#flipped = !this.#flipped;
      this.board.flipped = this.#flipped;
      flip.setAttribute('aria-pressed', String(this.#flipped));
    });
    flip.setAttribute('aria-pressed', 'false');
    return h(
      'div',
      { class: 'row' },
      flip,
      this.replay.phase === 'over' && this.parts.study,
      h('a', { class: 'button small', href: `/t/${this.replay.table}` }, t('replay.table')),
    );
  }

  #downloads() {
    const { table, record } = this.replay;
    const name = `${this.info.game}-${table}`;
    const shown = () => ({ name, ply: this.scrubber.at, line: { record }, flip: this.#flipped });
    const pictures = pictureButtons(shown, (error) => fill(this.parts.alert, sentenceOf(errorText(error))));
    return h(
      'details',
      { class: 'about' },
      h('summary', null, t('replay.files')),
      h(
        'p',
        { class: 'row' },
        h('a', { class: 'button small', href: `/api/tables/${table}/record`, download: `${name}.txt` }, t('replay.record')),
        ...pictures,
      ),
      h('p', { class: 'hint' }, t('replay.film_note')),
    );
  }

  /** Shows a ply and returns its text. @param {number} number @param {boolean} announced */
  #show(number, announced) {
    const { plies, result } = this.replay;
    const line = plies.slice(0, number + 1);
    const ply = /** @type {Ply} */ (line.at(-1));
    const state = boardState(line, null, number === plies.length - 1 ? result : null);
    // One step forward moves as in a game. Anything else is a jump.
    if (this.#shown === number - 1) this.board.show(state);
    else this.board.jump(state);
    this.#shown = number;
    const text = t('replay.at', { number, last: plies.length - 1, what: plyText(this.info, ply) });
    const spoken = [text, ...ply.told.map(pick)].join(' ');
    fill(this.parts.sentence, text);
    fill(this.parts.told, ply.told.map((one) => h('li', null, pick(one))));
    fill(
      this.parts.remarks,
      ply.comment && h('li', null, ply.comment),
      ply.remarks.map((remark) => h('li', null, pick(remark))),
    );
    fill(this.parts.players, this.#players(ply));
    this.history.mark(number);
    this.analysis.mark(number);
    this.parts.study.href = at(`/study/${this.info.game}?table=${this.replay.table}&ply=${number}`);
    if (announced) {
      announce(spoken);
      this.#writeAddress(number);
    }
    return spoken;
  }

  /** The address names the ply, so that the reader can share it. @param {number} ply */
  #writeAddress(ply) {
    clearTimeout(this.#addressTimer);
    this.#addressTimer = setTimeout(() => history.replaceState(null, '', `${location.pathname}${location.search}#${ply}`), REST);
  }

  /** @param {Ply} ply */
  #players(ply) {
    return this.replay.seats.map((seat, player) => {
      const side = pick(this.info.sides[player]);
      const name = seat.name ?? (seat.kind === 'computer' ? t('players.computer') : side);
      const level = seat.level === null ? '' : t('players.level', { number: seat.level });
      const points = ply.points ? t('players.points', { count: ply.points[player] ?? 0 }) : '';
      return playerItem({ active: ply.to_act.includes(player), name, side, notes: [level, points] });
    });
  }
}
