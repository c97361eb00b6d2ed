/** A run against the clock: puzzles of rising difficulty until the time is up or three are wrong. */

import { errorText, get } from '../../lib/api.js';
import { button, fill, h } from '../../lib/dom.js';
import { addScore, bestScores, markFailed, markSolved } from '../../lib/progress.js';
import { pick, sentenceOf, t } from '../../lib/texts.js';
import { announce } from '../../ui/announce.js';
import { radioGroup, selectField } from '../../ui/fields.js';
import { clockText, Countdown } from './countdown.js';
import { runSequence } from './sequence.js';
import { Task } from './task.js';

/**
 * @import {IndexedGame, PuzzleIndex, PuzzleJson} from '../../lib/types.js'
 * @import {RunPuzzle} from './sequence.js'
 */

export const MINUTES = [3, 5];
const MAX_MISTAKES = 3;

/** The address may name a game. @returns {Promise<import('../../lib/router.js').ScreenView>} */
export async function show() {
  const { games } = /** @type {PuzzleIndex} */ (await get('/api/puzzles'));
  const wanted = new URLSearchParams(location.search).get('game');
  const screen = new RunScreen(games, games.find(({ id }) => id === wanted)?.id ?? '');
  return { title: t('run.title'), node: screen.element, leave: () => screen.leave() };
}

class RunScreen {
  #minutes = MINUTES[0] ?? 3;
  /** @type {RunPuzzle[]} */
  #puzzles = [];
  #at = 0;
  #score = 0;
  /** @type {RunPuzzle[]} */
  #missed = [];
  /** @type {Task | null} */
  #task = null;
  /** The next puzzles, as far as they were asked for. @type {Map<number, Promise<PuzzleJson>>} */
  #requests = new Map();
  /** Counts runs, so that an answer for an earlier one is not shown. */
  #runs = 0;

  /** @param {IndexedGame[]} games @param {string} game */
  constructor(games, game) {
    this.games = games;
    this.game = game;
    this.clock = h('span', { class: 'run-clock', role: 'timer', 'aria-label': t('run.left') });
    this.state = h('p', { class: 'run-state' });
    this.last = h('p', { class: 'run-last' });
    this.place = h('div', { class: 'run-place' });
    this.element = h('div', { class: 'run' }, h('h1', null, t('run.title')), this.place);
    this.countdown = new Countdown({
      tick: (seconds) => (this.clock.textContent = clockText(seconds)),
      announce: (seconds) => announce(t('run.seconds_left', { count: seconds })),
      end: () => this.#finish(t('run.time_up')),
    });
    this.#offer();
  }

  leave() {
    this.#runs += 1;
    this.countdown.stop();
    this.#task?.leave();
    this.#task = null;
    this.element.classList.remove('lesson-screen');
  }

  /** The kind of run, under which scores are kept. */
  get #kind() {
    return `${this.game || 'all'}-${this.#minutes}`;
  }

  /** Offers a run. */
  #offer() {
    /** @type {[string, string][]} */
    const games = this.games.map(({ id, title }) => [id, pick(title)]);
    const best = h('p', { class: 'facts' }, bestText(this.#kind));
    const redraw = () => fill(best, bestText(this.#kind));
    fill(
      this.place,
      h(
        'section',
        { class: 'card form run-offer' },
        h('p', null, t('run.lead', { mistakes: MAX_MISTAKES })),
        selectField(t('run.game'), [['', t('run.all_games')], ...games], this.game, (game) => {
          this.game = game;
          redraw();
        }),
        radioGroup(
          t('run.time'),
          MINUTES.map((minutes) => [minutes, t('time.minutes', { count: minutes })]),
          this.#minutes,
          (minutes) => {
            this.#minutes = minutes;
            redraw();
          },
        ),
        best,
        h('p', { class: 'row' }, button(t('run.start'), () => this.#start(), 'primary')),
      ),
    );
  }

  #start() {
    this.leave();
    const chosen = this.games.filter(({ id }) => !this.game || id === this.game);
    this.#puzzles = runSequence(chosen);
    this.#at = 0;
    this.#score = 0;
    this.#missed = [];
    this.#requests.clear();
    this.last.textContent = '';
    void this.#open();
  }

  /** Asks for a puzzle once. @param {number} at */
  #request(at) {
    const wanted = this.#puzzles[at];
    if (!wanted) return null;
    const found =
      this.#requests.get(at) ?? /** @type {Promise<PuzzleJson>} */ (get(`/api/games/${wanted.game}/puzzles/${wanted.id}`));
    // Whoever waits for it hears of a failure.
    found.catch(() => {});
    this.#requests.set(at, found);
    return found;
  }

  /** Shows the next puzzle. The clock starts with the first one. */
  async #open() {
    const run = this.#runs;
    const [at, wanted] = [this.#at, this.#puzzles[this.#at]];
    const request = this.#request(at);
    this.#request(at + 1);
    if (!wanted || !request) return this.#finish(t('run.none_left'));
    let puzzle;
    try {
      puzzle = await request;
    } catch (error) {
      if (run === this.#runs) this.#finish(sentenceOf(errorText(error)));
      return;
    }
    if (run !== this.#runs) return;
    const title = t('run.number', { at: at + 1, game: pick(puzzle.board.title) });
    this.#requests.delete(at);
    this.#task?.leave();
    this.#task = new Task(puzzle, title, this.last, (right, move) => this.#answered(wanted, right, move));
    this.#draw(this.#task.element);
    if (at === 0) this.countdown.start(60 * this.#minutes);
    this.#task.greet();
  }

  /** @param {HTMLElement} task */
  #draw(task) {
    const [score, mistakes, all] = [this.#score, this.#missed.length, MAX_MISTAKES];
    fill(
      this.state,
      h('span', { 'aria-hidden': 'true' }, `✓ ${score}`),
      h('span', { 'aria-hidden': 'true' }, `✗ ${mistakes}/${all}`),
      h('span', { class: 'visually-hidden' }, t('run.state', { score, mistakes, all })),
    );
    this.element.classList.add('lesson-screen');
    const stop = button(t('run.stop'), () => this.#finish(t('run.stopped')), 'small');
    fill(this.place, h('div', { class: 'run-bar' }, this.clock, this.state, stop), task);
  }

  /** @param {RunPuzzle} puzzle @param {boolean} right @param {string} move the right one */
  #answered(puzzle, right, move) {
    if (right) {
      this.#score += 1;
      markSolved(puzzle.game, puzzle.id);
    } else {
      this.#missed.push(puzzle);
      markFailed(puzzle.game, puzzle.id);
    }
    this.last.textContent = right ? t('run.right') : t('run.wrong', { at: this.#at + 1, move });
    this.last.className = `run-last ${right ? 'yes' : 'no'}`;
    announce(this.last.textContent);
    if (this.#missed.length >= MAX_MISTAKES) this.#finish(t('run.too_many', { mistakes: MAX_MISTAKES }));
    else {
      this.#at += 1;
      void this.#open();
    }
  }

  /** Ends the run. @param {string} why */
  #finish(why) {
    this.leave();
    const record = addScore(this.#kind, this.#score);
    const score = h('h2', { tabIndex: -1 }, t('run.score', { count: this.#score }));
    const again = button(t('run.again'), () => this.#start(), 'primary');
    fill(
      this.place,
      h(
        'section',
        { class: 'card run-result' },
        h('p', null, why),
        score,
        record && h('p', { class: 'record' }, t('run.record')),
        h('p', { class: 'facts' }, bestText(this.#kind)),
        this.last.classList.contains('no') && h('p', null, this.last.textContent),
        this.#missed.length > 0 && this.#missedList(),
        h('p', { class: 'row' }, again, button(t('run.other'), () => this.#offer(), '')),
      ),
    );
    announce([why, score.textContent, record ? t('run.record') : ''].join(' '));
    score.focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  /** Links to the puzzles that went wrong. */
  #missedList() {
    const title = (/** @type {string} */ game) => pick(this.games.find(({ id }) => id === game)?.title);
    return h(
      'div',
      { class: 'missed' },
      h('h3', null, t('run.missed')),
      h('p', { class: 'hint' }, t('run.come_back')),
      h(
        'ul',
        null,
        this.#missed.map((puzzle) => {
          const { game, id, stars } = puzzle;
          const name = t('run.number', { at: this.#puzzles.indexOf(puzzle) + 1, game: title(game) });
          return h('li', null, h('a', { href: `/puzzles/${game}?p=${id}` }, `${name}, ${t('run.stars', { count: stars })}`));
        }),
      ),
    );
  }
}

/** @param {string} kind */
function bestText(kind) {
  const scores = bestScores(kind);
  return scores.length ? t('run.best', { scores: scores.join(' · ') }) : t('run.no_best');
}
