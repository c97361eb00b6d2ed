/** Model games: whole games of the best level with comments. A line of the analysis can be played on the board, and back. */

import { createBoard, setRatio } from '../../board/create.js';
import { errorText, get, post } from '../../lib/api.js';
import { button, fill, h } from '../../lib/dom.js';
import { at } from '../../lib/root.js';
import { current, watch } from '../../lib/settings.js';
import { pick, sentenceOf, t } from '../../lib/texts.js';
import { announce } from '../../ui/announce.js';
import { boardState, historyTable, plyText, toldSentences } from '../../ui/history.js';
import { trainingLinks, secondsText, studyAddress } from '../../ui/training.js';
import { Scrubber } from '../../ui/scrubber.js';

/**
 * @import {Look, ModelComment, ModelList, ModelReplay, Ply} from '../../lib/types.js'
 */

/** Milliseconds between two moves of a line. */
const PAUSE = 1100;
const WIDE = '(min-width: 60rem)';

/** @param {string} game @returns {Promise<import('../../lib/router.js').ScreenView>} */
export async function show(game) {
  const list = /** @type {ModelList} */ (await get(`/api/games/${game}/models`));
  const screen = new ModelScreen(list);
  await screen.open(screen.wanted());
  return { title: screen.title, node: screen.place, leave: () => screen.leave() };
}

class ModelScreen {
  /** @type {ModelGame | null} */
  #game = null;
  /** Counts requests, so that only the last one is shown. */
  #requests = 0;

  /** @param {ModelList} list */
  constructor(list) {
    this.list = list;
    this.title = t('models.title', { game: pick(list.title) });
    this.place = h('div');
  }

  /** Returns the game that the address names, else the first. */
  wanted() {
    const named = new URLSearchParams(location.search).get('g');
    return (this.list.games.find(({ id }) => id === named) ?? this.list.games[0])?.id ?? '';
  }

  leave() {
    this.#requests += 1;
    this.#game?.leave();
  }

  /** @param {string} id @param {boolean} [moved] */
  async open(id, moved = false) {
    this.#requests += 1;
    const request = this.#requests;
    const replay = /** @type {ModelReplay} */ (await get(`/api/games/${this.list.id}/models/${id}`));
    if (request !== this.#requests) return;
    this.#game?.leave();
    this.#game = new ModelGame(replay, this.title, [this.#choices(id), this.#about(), trainingLinks(this.list.id, 'models')]);
    fill(this.place, this.#game.element);
    history.replaceState(null, '', `${location.pathname}?g=${id}${location.hash}`);
    if (moved) this.#game.greet();
  }

  /** @param {string} here */
  #choices(here) {
    const items = this.list.games.map(({ id, title, moves, result }) =>
      h(
        'li',
        null,
        h(
          'button',
          { type: 'button', class: 'training-choice', 'aria-current': id === here ? 'true' : null, onclick: () => void this.open(id, true) },
          h('strong', null, pick(title)),
          h('span', { class: 'hint' }, t('models.card', { result: pick(result), count: moves })),
        ),
      ),
    );
    return h('nav', { 'aria-label': t('models.list') }, h('ul', { class: 'training-list' }, items));
  }

  #about() {
    const { thinking, analysis } = this.list;
    const values = { thinking: secondsText(thinking), analysis: secondsText(analysis) };
    return h('p', { class: 'hint' }, t('models.basis', values));
  }
}

class ModelGame {
  /** The ply on the board. @type {number | undefined} */
  #shown;
  /** Whether the board shows a line that was not played. */
  #aside = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {ModelReplay} replay @param {string} title @param {HTMLElement[]} tools */
  constructor(replay, title, tools) {
    this.replay = replay;
    this.info = replay.game;
    this.board = createBoard(this.info);
    this.scrubber = new Scrubber((ply, announced) => this.#show(ply, announced));
    this.history = historyTable(this.info, (ply) => this.#jump(ply));
    this.history.setPlies(replay.plies);
    this.parts = {
      sentence: h('p', { class: 'sentence', tabIndex: -1 }),
      told: h('ul', { class: 'told' }),
      comments: h('div', { class: 'comments' }),
      list: h('ol', { class: 'comment-list' }),
      study: h('a', { class: 'button small' }, t('replay.study')),
      alert: h('p', { class: 'alert', role: 'alert' }),
    };
    this.element = this.#layout(title, tools);
    this.unwatch = watch(() => this.#applySettings());
    this.#applySettings();
    this.#listComments();
    this.scrubber.setRange(replay.plies.length - 1, 0);
  }

  #applySettings() {
    this.board.muted = !current().sound;
    this.history.applySettings();
  }

  leave() {
    clearTimeout(this.#timer);
    this.scrubber.close();
    this.unwatch();
  }

  greet() {
    this.parts.sentence.focus({ preventScroll: true });
  }

  /** @param {string} title @param {HTMLElement[]} tools */
  #layout(title, tools) {
    const { sentence, told, comments, list, study, alert } = this.parts;
    const element = h(
      'div',
      { class: 'game-screen review models' },
      h('h1', { class: 'training-title' }, title),
      h('div', { class: 'board-area' }, this.board),
      h('section', { class: 'panel', 'aria-label': t('replay.walk') }, sentence, this.scrubber.element, comments, told, alert),
      h(
        'details',
        { class: 'moves', open: matchMedia(WIDE).matches },
        h('summary', null, t('moves.title'), ' ', h('span', { class: 'count' }, `(${this.replay.plies.length - 1})`)),
        this.history.element,
      ),
      h('div', { class: 'tools' }, h('section', { 'aria-label': t('models.comments') }, list), h('div', { class: 'row' }, study), ...tools),
    );
    setRatio(element, this.info);
    return element;
  }

  /** All comments of the game. A click goes to the move. */
  #listComments() {
    fill(
      this.parts.list,
      this.replay.comments.map((comment) => {
        const ply = /** @type {Ply} */ (this.replay.plies[comment.ply]);
        const where = `${comment.ply}. ${ply.move ?? ''}`;
        const open = () => this.#jump(comment.ply);
        return h('li', null, h('button', { type: 'button', class: `training-choice ${comment.kind}`, onclick: open }, h('strong', null, where), h('span', null, pick(comment.text))));
      }),
    );
  }

  /** @param {number} ply */
  #jump(ply) {
    this.scrubber.pause();
    this.scrubber.go(ply);
  }

  /** Shows a ply and returns its text. @param {number} number @param {boolean} announced */
  #show(number, announced) {
    const { plies, result } = this.replay;
    const line = plies.slice(0, number + 1);
    const ply = /** @type {Ply} */ (line.at(-1));
    const state = boardState(line, null, number === plies.length - 1 ? result : null);
    clearTimeout(this.#timer);
    if (this.#shown === number - 1 && !this.#aside) this.board.show(state);
    else this.board.jump(state);
    [this.#shown, this.#aside] = [number, false];
    const text = t('replay.at', { number, last: plies.length - 1, what: plyText(this.info, ply) });
    const comments = this.replay.comments.filter((one) => one.ply === number);
    fill(this.parts.sentence, text);
    fill(this.parts.told, this.#story(ply, number).map((one) => h('li', null, one)));
    fill(this.parts.comments, comments.map((comment) => this.#comment(comment)));
    this.parts.study.href = at(studyAddress(this.info.game, ply.position, this.info.options));
    this.history.mark(number);
    if (announced) announce([text, ...comments.map((one) => pick(one.text))].join(' '));
    return text;
  }

  /** Returns what happened in a ply; at the end, how the game ended. @param {Ply} ply @param {number} number */
  #story(ply, number) {
    const { result, plies } = this.replay;
    const end = result && number === plies.length - 1 ? [`${pick(result.headline)} – ${sentenceOf(result.text)}`] : [];
    return [...ply.told.map(pick), ...end];
  }

  /** @param {ModelComment} comment */
  #comment(comment) {
    const text = h('p', { class: `comment ${comment.kind}` }, pick(comment.text));
    if (!comment.line.length) return text;
    const moves = comment.line.map(([, move]) => move).join(', ');
    return h('div', null, text, button(t(`models.line_${comment.kind}`, { moves }), () => void this.#play(comment), 'small'));
  }

  /** Plays a line of the analysis on the board. @param {ModelComment} comment */
  async #play(comment) {
    const { game, options } = this.info;
    const before = this.replay.plies.slice(0, comment.since + 1);
    const played = before.slice(1).map((ply) => [ply.player, ply.move]);
    this.scrubber.pause();
    try {
      const request = { game, options, position: this.replay.start, moves: [...played, ...comment.line], since: comment.since + 1 };
      const look = /** @type {Look} */ (await post('/api/study/look', request));
      this.#aside = true;
      this.board.jump(boardState(before));
      fill(this.parts.told, h('li', null, t('models.aside')));
      fill(this.parts.comments, button(t('models.back'), () => this.scrubber.go(comment.ply), 'small primary'));
      this.#steps(before, [...look.plies]);
    } catch (error) {
      fill(this.parts.alert, sentenceOf(errorText(error)));
    }
  }

  /** Shows the plies of a line one after the other. @param {Ply[]} shown @param {Ply[]} left */
  #steps(shown, left) {
    const [next, ...more] = left;
    if (!next) return;
    this.#timer = setTimeout(() => {
      const line = [...shown, next];
      this.board.show(boardState(line));
      fill(this.parts.sentence, plyText(this.info, next));
      this.parts.told.append(h('li', null, toldSentences(this.info, next).join(' ') || plyText(this.info, next)));
      this.#steps(line, more);
    }, PAUSE / 2);
  }
}
