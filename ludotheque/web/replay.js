/** A game from its first decision to its last: scrubbing, playing by itself, files to keep, a way to the study board. */

import { announce } from './announce.js';
import { get, wordsOf } from './api.js';
import { Chances } from './chances.js';
import { button, fill, h, icon } from './dom.js';
import { savePicture } from './downloads.js';
import { makeBoard } from './figure.js';
import { boardState, plyTable, plyWords } from './plies.js';
import { Scrubber } from './scrubber.js';
import { current, watch } from './settings.js';
import { pick, t, whole } from './texts.js';

/**
 * @typedef {import('./types.js').TableReplay} TableReplay
 * @typedef {import('./types.js').Ply} Ply
 */

/** How long the address waits for the slider to rest. */
const REST = 400;
const WIDE = '(min-width: 60rem)';

/** @param {string} id @returns {Promise<import('./main.js').Shown>} */
export async function show(id) {
  const replay = new ReplayScreen(/** @type {TableReplay} */ (await get(`/api/tables/${id}/replay`)));
  const title = t('replay.title', { game: pick(replay.info.title) });
  return { title, node: replay.element, leave: () => replay.leave() };
}

/** The ply that the address names, if any. @returns {number | null} */
function named() {
  const found = /^#(\d+)$/.exec(location.hash)?.[1];
  return found === undefined ? null : Number(found);
}

class ReplayScreen {
  #flipped = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #writing;

  /** @param {TableReplay} replay */
  constructor(replay) {
    this.replay = replay;
    this.info = replay.info;
    this.board = makeBoard(this.info);
    this.scrubber = new Scrubber((ply, aloud) => this.#show(ply, aloud));
    this.list = plyTable(this.info, (ply) => {
      this.scrubber.pause();
      this.scrubber.go(ply);
    });
    this.list.lay(replay.plies);
    this.parts = {
      sentence: h('p', { class: 'sentence' }),
      notes: h('ul', { class: 'notes' }),
      trouble: h('div', { class: 'alert', role: 'alert' }),
      players: h('ul', { class: 'players' }),
      study: h('a', { class: 'button small' }, t('replay.study')),
    };
    this.chances = new Chances(this.info, replay.record, replay.plies.length - 1, (ply) => {
      this.scrubber.pause();
      this.scrubber.go(ply);
    });
    this.element = this.#lay();
    this.jumped = () => this.scrubber.go(named() ?? this.scrubber.at);
    addEventListener('hashchange', this.jumped);
    this.unwatch = watch(() => (this.board.muted = !current().sound));
    this.board.muted = !current().sound;
    this.scrubber.lay(replay.plies.length - 1, named() ?? (replay.phase === 'over' ? 0 : replay.plies.length - 1));
  }

  leave() {
    this.scrubber.close();
    this.chances.close();
    this.unwatch();
    clearTimeout(this.#writing);
    removeEventListener('hashchange', this.jumped);
  }

  #lay() {
    const { sentence, notes, trouble, players } = this.parts;
    const over = this.replay.phase === 'over' && this.replay.plies.length > 1;
    const element = h(
      'div',
      { class: 'table replay' },
      h('h1', { class: 'for-ears' }, t('replay.title', { game: pick(this.info.title) })),
      h('div', { class: 'stage' }, this.board),
      players,
      h('section', { class: 'now', 'aria-label': t('replay.walk') }, sentence, this.scrubber.element, notes, this.#result()),
      h(
        'details',
        { class: 'moves', open: matchMedia(WIDE).matches },
        h('summary', null, t('moves.title'), ' ', h('span', { class: 'count' }, `(${this.replay.plies.length - 1})`)),
        this.list.element,
      ),
      h('div', { class: 'tools' }, this.#ways(), over && this.chances.element, trouble, this.#files()),
    );
    const [left, bottom, right, top] = this.info.board.extent;
    element.style.setProperty('--ratio', String((right - left) / (top - bottom)));
    return element;
  }

  #result() {
    const { result } = this.replay;
    if (!result) return null;
    return h('p', { class: 'outcome' }, h('strong', null, pick(result.headline)), ' – ', whole(result.words));
  }

  #ways() {
    const flip = h(
      'button',
      {
        type: 'button',
        class: 'button small round',
        title: t('table.flip'),
        'aria-label': t('table.flip'),
        'aria-pressed': 'false',
        onclick: () => {
          this.#flipped = !this.#flipped;
          this.board.flipped = this.#flipped;
          flip.setAttribute('aria-pressed', String(this.#flipped));
        },
      },
      icon('flip'),
    );
    const over = this.replay.phase === 'over';
    return h(
      'div',
      { class: 'row' },
      flip,
      over && this.parts.study,
      h('a', { class: 'button small', href: `/t/${this.replay.table}` }, t('replay.table')),
    );
  }

  #files() {
    const { table } = this.replay;
    const name = `${this.info.game}-${table}`;
    /** @param {string} file @param {{ ply?: number }} which */
    const keep = (file, which) =>
      void savePicture(file, { record: this.replay.record }, { ...which, flip: this.#flipped }).catch((error) => {
        fill(this.parts.trouble, whole(wordsOf(error)));
      });
    return h(
      'details',
      { class: 'about' },
      h('summary', null, t('replay.files')),
      h(
        'p',
        { class: 'row' },
        h('a', { class: 'button small', href: `/api/tables/${table}/record`, download: `${name}.txt` }, t('replay.record')),
        button(t('replay.picture'), () => keep(`${name}-${this.scrubber.at}.svg`, { ply: this.scrubber.at }), 'small'),
        button(t('replay.film'), () => keep(`${name}.svg`, {}), 'small'),
      ),
      h('p', { class: 'hint' }, t('replay.film_why')),
    );
  }

  /** @param {number} number @param {boolean} aloud */
  #show(number, aloud) {
    const { plies, result } = this.replay;
    const line = plies.slice(0, number + 1);
    const ply = /** @type {Ply} */ (line.at(-1));
    const last = number === plies.length - 1;
    // Forward by one, things move as in play; anything else is a jump.
    if (this.shown === number - 1) this.board.show(boardState(line, null, last ? result : null));
    else this.board.jump(boardState(line, null, last ? result : null));
    this.shown = number;
    const words = t('replay.at', { number, last: plies.length - 1, what: plyWords(this.info, ply) });
    fill(this.parts.sentence, words);
    fill(
      this.parts.notes,
      ply.comment && h('li', null, ply.comment),
      ply.notes.map((note) => h('li', null, pick(note))),
    );
    fill(this.parts.players, this.#players(ply));
    this.list.mark(number);
    this.chances.mark(number);
    this.parts.study.href = `/study/${this.info.game}?table=${this.replay.table}&ply=${number}`;
    if (aloud) {
      announce(words);
      this.#write(number);
    }
    return words;
  }

  /** The address names the ply, so that it can be passed on. @param {number} ply */
  #write(ply) {
    clearTimeout(this.#writing);
    this.#writing = setTimeout(() => history.replaceState(null, '', `${location.pathname}#${ply}`), REST);
  }

  /** @param {Ply} ply */
  #players(ply) {
    return this.replay.seats.map((seat, player) => {
      const side = pick(this.info.sides[player]);
      const active = ply.to_act.includes(player);
      const name = seat.name ?? (seat.kind === 'computer' ? t('players.computer') : side);
      const level = seat.level === null ? '' : t('players.level', { number: seat.level });
      const points = ply.points ? t('players.points', { count: ply.points[player] ?? 0 }) : '';
      return h(
        'li',
        { class: `player${active ? ' active' : ''}` },
        h('span', { class: 'pointer' }, active && icon('turn')),
        h(
          'span',
          { class: 'person' },
          h('strong', { class: 'name' }, name),
          h('span', { class: 'role' }, [name === side ? '' : side, level, points].filter(Boolean).join(' · ')),
        ),
      );
    });
  }
}
