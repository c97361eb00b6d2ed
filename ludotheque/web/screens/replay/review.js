/** Learning from a game: at each turning point the reader looks for a better move. Each one is a lesson. */

import { readPath } from '../../board/clicks.js';
import { errorText, post } from '../../lib/api.js';
import { button, fill, h } from '../../lib/dom.js';
import { asText, pick, sentenceOf, t } from '../../lib/texts.js';
import { candidateText, percent } from '../../ui/candidates.js';
import { boardState, plyText } from '../../ui/history.js';
import { Lesson, lessonScreen, stepButton } from '../../ui/lesson.js';
import { goodMoves } from './good-moves.js';

/**
 * @import {AnalysisJson, BoardState, CandidateJson, LessonJson, LessonStage, Look, MarkedPosition, Ply, TableReplay} from '../../lib/types.js'
 * @import {TurningPointJson} from '../../lib/types.js'
 */

/** Seconds for the search of other good moves. */
const SECONDS = 1;

export class GameReview {
  /** @type {Lesson | null} */
  #lesson = null;
  #at = 0;
  /** The turning points that the reader has solved. @type {Set<number>} */
  #done = new Set();
  /** Counts requests, so that only the last one is shown. */
  #requests = 0;

  /** @param {TableReplay} replay @param {TurningPointJson[]} points @param {() => void} close */
  constructor(replay, points, close) {
    this.replay = replay;
    this.info = replay.game;
    this.points = points;
    this.close = close;
    this.steps = h('ol', { class: 'lessons' });
    this.place = h('div', { class: 'lesson-place' });
    this.element = lessonScreen(
      'review',
      t('review.start'),
      this.place,
      h('nav', { 'aria-label': t('review.list') }, this.steps),
      button(t('review.back'), close, 'small'),
    );
  }

  leave() {
    this.#requests += 1;
    this.#lesson?.leave();
  }

  /** @param {number} at */
  async open(at) {
    this.#requests += 1;
    const request = this.#requests;
    const point = /** @type {TurningPointJson} */ (this.points[at]);
    this.#lesson?.leave();
    this.#at = at;
    this.#drawSteps();
    try {
      const lesson = await this.#lessonFor(point);
      if (request === this.#requests) this.#show(lesson, point);
    } catch (error) {
      if (request === this.#requests) fill(this.place, h('p', { class: 'alert', role: 'alert' }, sentenceOf(errorText(error))));
    }
  }

  /** @param {LessonJson} lesson @param {TurningPointJson} point */
  #show(lesson, point) {
    const number = t('review.number', { at: this.#at + 1, all: this.points.length });
    this.#lesson = new Lesson(lesson, this.info, number, {
      finished: (helped) => this.#finished(helped),
      explained: () => this.#explanation(point, point.better),
      solution: true,
      again: t('review.again'),
      before: null,
    });
    fill(this.place, this.#lesson.element);
    this.#lesson.greet();
  }

  /** Returns the buttons for what comes next. @param {boolean} helped */
  #finished(helped) {
    if (!helped) this.#done.add(this.#at);
    this.#drawSteps();
    const next = this.#at + 1;
    if (next < this.points.length) return [button(t('review.next'), () => void this.open(next), 'primary')];
    return [button(t('review.back'), this.close, 'primary')];
  }

  #drawSteps() {
    fill(
      this.steps,
      this.points.map((point, at) => {
        const title = this.#title(point);
        const done = this.#done.has(at);
        const label = done ? t('puzzles.one_done', { title }) : title;
        const step = { number: at + 1, title, label, done, current: at === this.#at };
        return h('li', null, stepButton(step, () => void this.open(at)));
      }),
    );
  }

  /** @param {TurningPointJson} point */
  #title({ turn, player }) {
    return t('review.move', { number: turn, side: pick(this.info.sides[player]) });
  }

  /** Returns the game up to a turning point, and perhaps one more move. @param {TurningPointJson} point @param {string} [move] */
  #line({ turn, player }, move) {
    const { game, options } = this.info;
    const before = this.replay.plies.slice(1, turn).map((ply) => [ply.player, ply.move]);
    return { game, options, position: this.replay.start, moves: move ? [...before, [player, move]] : before };
  }

  /** @param {TurningPointJson} point @returns {Promise<LessonJson>} */
  async #lessonFor(point) {
    const line = this.#line(point);
    const [look, analysis] = await Promise.all([
      /** @type {Promise<Look>} */ (post('/api/study/look', { ...line, since: point.turn - 1 })),
      // Where the engine is busy, the better move of the analysis is the only one to find.
      /** @type {Promise<AnalysisJson>} */ (post('/api/study/analyse', { ...line, player: point.player, seconds: SECONDS })).catch(
        () => null,
      ),
    ]);
    const accepted = await Promise.all(
      goodMoves(point, analysis?.candidates ?? []).map(async (move) => [move.text, await this.#follows(point, move)]),
    );
    return {
      id: String(point.turn),
      title: asText(this.#title(point)),
      done: asText(''),
      board: 0,
      player: point.player,
      stages: 1,
      first: this.#stage(point, look, Object.fromEntries(accepted)),
    };
  }

  /**
   * @param {TurningPointJson} point @param {Look} look @param {LessonStage['accepted']} accepted
   * @returns {LessonStage}
   */
  #stage(point, look, accepted) {
    const plies = this.replay.plies;
    const turn = look.to_move.find(({ player }) => player === point.player) ?? null;
    const values = { before: percent(point.before), after: percent(point.after), side: pick(this.info.sides[point.player]) };
    const played = plyText(this.info, /** @type {Ply} */ (plies[point.turn]));
    return {
      task: asText(t('review.task', { played, ...values })),
      hint: asText(t('review.hint')),
      cells: [...(readPath(point.better.path)[0]?.members ?? [])].slice(0, 1),
      wrong: asText(t('review.wrong')),
      but: { [point.move]: { text: asText(t('review.same')), frames: [] } },
      record: look.record,
      state: marked(boardState(plies.slice(0, point.turn), turn)),
      accepted,
    };
  }

  /** Returns what follows from a good move. @param {TurningPointJson} point @param {CandidateJson} move */
  async #follows(point, move) {
    const { plies } = this.replay;
    const look = /** @type {Look} */ (await post('/api/study/look', { ...this.#line(point, move.text), since: point.turn }));
    const frame = marked(boardState([...plies.slice(0, point.turn), ...look.plies], null, look.result));
    return { frames: [frame], said: asText(this.#explanation(point, move)), next: null };
  }

  /** @param {TurningPointJson} point @param {CandidateJson} move */
  #explanation(point, move) {
    const what = candidateText(this.info, move);
    const right = t('review.right', { what, share: percent(move.chance), after: percent(point.after) });
    const after = move.line.slice(1);
    return after.length ? `${right} ${t('review.line', { line: after.join(', ') })}` : right;
  }
}

/** Returns a state in the form of a lesson's. @param {BoardState} state @returns {MarkedPosition} */
function marked(state) {
  return { ...state, remarks: [], points: null, to_act: [], marked: [] };
}
