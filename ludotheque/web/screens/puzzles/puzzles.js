/** The puzzles of a game. The reader chooses them by difficulty or theme and solves them on the board. */

import { get } from '../../lib/api.js';
import { button, fill, h } from '../../lib/dom.js';
import { markDaily, markFailed, markSolved } from '../../lib/progress.js';
import { asText, pick, t } from '../../lib/texts.js';
import { Lesson, lessonScreen } from '../../ui/lesson.js';
import { starText } from '../../ui/stars.js';
import { trainingLinks } from '../../ui/training.js';
import { List } from './list.js';

/**
 * @import {IndexedGame, PuzzleIndex, PuzzleJson, PuzzleList} from '../../lib/types.js'
 */

/**
 * The puzzle that was open when the reader left. A change of language goes on with it.
 * @type {{ game: string, lesson: Lesson } | null}
 */
let kept = null;

/** @param {string} game @returns {Promise<import('../../lib/router.js').ScreenView>} */
export async function show(game) {
  const index = get('/api/puzzles').catch(() => ({ games: [] }));
  const list = /** @type {PuzzleList} */ (await get(`/api/games/${game}/puzzles`));
  const { games } = /** @type {PuzzleIndex} */ (await index);
  const screen = new PuzzleScreen(list, games);
  await screen.begin();
  return { title: screen.title, node: screen.element, leave: () => screen.leave() };
}

class PuzzleScreen {
  /** @type {Lesson | null} */
  #lesson = null;
  /** Counts requests, so that only the last one is shown. */
  #requests = 0;

  /** @param {PuzzleList} list @param {IndexedGame[]} games all games, for the puzzle of the day */
  constructor(list, games) {
    this.game = list.id;
    this.games = games;
    this.title = t('puzzles.title', { game: pick(list.title) });
    this.query = new URLSearchParams(location.search);
    const filter = { stars: 0, theme: this.query.get('theme') ?? '', due: this.query.has('due') };
    this.list = new List(list, filter, (id) => void this.open(id, true));
    // Without a wish the list has the puzzles of one difficulty.
    if (!filter.theme && !filter.due) this.list.filter.stars = this.list.first(this.query.get('p'))?.stars ?? 0;
    this.place = h('div', { class: 'lesson-place' });
    this.element = lessonScreen('puzzles', this.title, this.place, trainingLinks(list.id, 'puzzles'));
  }

  leave() {
    this.#requests += 1;
    this.#lesson?.leave();
    if (this.#lesson) kept = { game: this.game, lesson: this.#lesson };
  }

  /** Opens the puzzle that the address names, else the first that is not solved. */
  async begin() {
    const first = this.list.first(this.query.get('p'));
    if (first) await this.open(first.id, false);
  }

  /** @param {string} id @param {boolean} moved whether the reader asked for it; then the focus follows */
  async open(id, moved) {
    this.#requests += 1;
    const request = this.#requests;
    const puzzle = /** @type {PuzzleJson} */ (await get(`/api/games/${this.game}/puzzles/${id}`));
    if (request !== this.#requests) return;
    this.#lesson?.leave();
    const before = kept?.game === this.game && kept.lesson.lesson.id === id ? kept.lesson : null;
    kept = null;
    const place = { at: this.list.place(id), all: this.list.puzzles.length };
    const lesson = { ...puzzle, title: asText(t('puzzles.number', place)), board: 0 };
    this.#lesson = new Lesson(lesson, puzzle.board, t('puzzles.stars', { stars: starText(puzzle.stars) }), {
      finished: (helped) => this.#finished(id, helped),
      failed: () => this.#failed(id),
      aside: () => [this.#studyLink(puzzle)],
      solution: true,
      again: t('puzzles.again'),
      note: specialOptions(puzzle),
      before,
    });
    this.#lesson.element.querySelector('.lesson-more')?.append(this.list.element);
    fill(this.place, this.#lesson.element);
    history.replaceState(null, '', `${location.pathname}?p=${id}`);
    const card = this.list.puzzles.find((one) => one.id === id);
    if (card) this.list.goTo(card);
    if (moved) this.#lesson.greet();
  }

  /** @param {string} id */
  #failed(id) {
    markFailed(this.game, id);
    this.list.draw();
  }

  /** Returns the buttons for what comes next. @param {string} id @param {boolean} helped @returns {HTMLElement[]} */
  #finished(id, helped) {
    if (helped) markFailed(this.game, id);
    else {
      markSolved(this.game, id);
      markDaily(this.games, this.game, id);
    }
    this.list.draw();
    const next = this.list.next();
    if (!next) return [h('p', { class: 'all-done' }, t('puzzles.all_done'))];
    return [button(t('puzzles.next'), () => void this.open(next.id, true), 'primary')];
  }

  /** @param {PuzzleJson} puzzle */
  #studyLink({ position, options }) {
    const query = new URLSearchParams({ position, options: JSON.stringify(options) });
    return h('a', { class: 'button quiet', href: `/study/${this.game}?${query}` }, t('puzzles.study'));
  }
}

/** Returns the options of a puzzle that are special. @param {PuzzleJson} puzzle */
function specialOptions({ options, board }) {
  return Object.keys(board.options)
    .flatMap((name, at) => (name in options ? [pick(board.option_texts[at])] : []))
    .join(' · ');
}
