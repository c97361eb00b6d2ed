/** A turning point of a game as a lesson: the reader looks for a better move, and the analysis judges every answer. */

import { readPath } from '../board/clicks.js';
import { post } from '../lib/api.js';
import { asText, pick, t } from '../lib/texts.js';
import { candidateText, percent } from './candidates.js';
import { EQUAL, goodMoves } from './good-moves.js';
import { boardState } from './history.js';

/**
 * @import {AnalysisJson, BoardState, CandidateJson, GameInfo, LessonAnswer, LessonJson, LessonStage, LessonStep, Look} from '../lib/types.js'
 * @import {MarkedPosition, Ply, TurningPointJson} from '../lib/types.js'
 *
 * @typedef {{ game: GameInfo, start: string, plies: readonly Ply[] }} Source   a game up to its turning point, or longer
 * @typedef {{ step: LessonStep } | { answer: LessonAnswer }} Judgement
 */

/** Seconds for each search, and how many good moves it looks for. */
const SECONDS = 1;
const LINES = 8;

export class TurningLesson {
  /** @param {Source} source @param {TurningPointJson} point */
  constructor(source, point) {
    this.source = source;
    this.info = source.game;
    this.point = point;
  }

  get title() {
    const { turn, player } = this.point;
    return t('review.move', { number: turn, side: pick(this.info.sides[player]) });
  }

  /** Returns the game up to the turning point, and perhaps one more move. @param {string} [move] */
  #line(move) {
    const { turn, player } = this.point;
    const { game, options } = this.info;
    const before = this.source.plies.slice(1, turn).map((ply) => [ply.player, ply.move]);
    return { game, options, position: this.source.start, moves: move ? [...before, [player, move]] : before };
  }

  /** Returns the lesson, with the good moves that are known before the first try. @returns {Promise<LessonJson>} */
  async make() {
    const { point } = this;
    const line = this.#line();
    const [look, analysis] = await Promise.all([
      /** @type {Promise<Look>} */ (post('/api/study/look', { ...line, since: point.turn - 1 })),
      // Where the engine is busy, the better move of the analysis is the only one that is known.
      /** @type {Promise<AnalysisJson>} */ (
        post('/api/study/analyse', { ...line, player: point.player, seconds: SECONDS, lines: LINES })
      ).catch(() => null),
    ]);
    const accepted = await Promise.all(
      goodMoves(point, analysis?.candidates ?? []).map(async (move) => [move.text, await this.#step(move)]),
    );
    return {
      id: String(point.turn),
      title: asText(this.title),
      done: asText(''),
      board: 0,
      player: point.player,
      stages: 1,
      first: this.#stage(look, Object.fromEntries(accepted)),
    };
  }

  /** @param {Look} look @param {LessonStage['accepted']} accepted @returns {LessonStage} */
  #stage(look, accepted) {
    const { point } = this;
    const { plies } = this.source;
    const turn = look.to_move.find(({ player }) => player === point.player) ?? null;
    const values = { before: percent(point.before), after: percent(point.after), side: pick(this.info.sides[point.player]) };
    const played = t('replay.move', { side: values.side, move: point.move });
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

  /** Returns what follows from a good move. @param {CandidateJson} move @returns {Promise<LessonStep>} */
  async #step(move) {
    const look = await this.#after(move.text);
    return { frames: [this.#frame(look)], said: asText(this.explanation(move)), next: null };
  }

  /** @param {string} move */
  async #after(move) {
    return /** @type {Look} */ (await post('/api/study/look', { ...this.#line(move), since: this.point.turn }));
  }

  /** @param {Look} look */
  #frame(look) {
    const before = this.source.plies.slice(0, this.point.turn);
    return marked(boardState([...before, ...look.plies], null, look.result));
  }

  /**
   * Judges a move that the first search did not rank, by the chance that it leaves. Null where the chance stays unknown.
   * @param {string} move @returns {Promise<Judgement | null>}
   */
  async judge(move) {
    const look = await this.#after(move);
    const chance = await this.#chance(look, move);
    if (chance === null) return null;
    const { better } = this.point;
    const values = { move, share: percent(chance), best: percent(better.chance), better: better.text };
    if (chance > better.chance - EQUAL) {
      return { step: { frames: [this.#frame(look)], said: asText(t('review.also', values)), next: null } };
    }
    return { answer: { text: asText(t('review.worse', values)), frames: [] } };
  }

  /** Returns the player's chance after a move. @param {Look} look @param {string} move */
  async #chance(look, move) {
    const { player } = this.point;
    const returns = look.result?.returns;
    if (returns) return ((returns[player] ?? 0) + 1) / 2;
    const next = look.to_move[0];
    if (!next || this.info.sides.length !== 2) return null;
    const request = { ...this.#line(move), player: next.player, seconds: SECONDS };
    const { chance } = /** @type {AnalysisJson} */ (await post('/api/study/analyse', request));
    return next.player === player ? chance : 1 - chance;
  }

  /** Says why a move is better than that of the game. @param {CandidateJson} [move] */
  explanation(move = this.point.better) {
    const what = candidateText(this.info, move);
    const right = t('review.right', { what, share: percent(move.chance), after: percent(this.point.after) });
    const after = move.line.slice(1);
    return after.length ? `${right} ${t('review.line', { line: after.join(', ') })}` : right;
  }
}

/** Returns a state in the form of a lesson's. @param {BoardState} state @returns {MarkedPosition} */
function marked(state) {
  return { ...state, remarks: [], points: null, to_act: [], marked: [] };
}
