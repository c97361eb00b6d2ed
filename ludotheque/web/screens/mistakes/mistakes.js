/** Your mistakes: the turning points of all own finished games, each asked as a puzzle. */

import { errorText, get, post, postForLines } from '../../lib/api.js';
import { button, fill, h } from '../../lib/dom.js';
import { forgetMistakes, isReviewed, keepMistakes, keyOf, markMistake, mistakes } from '../../lib/mistakes.js';
import { pick, sentenceOf, t } from '../../lib/texts.js';
import { Lesson, lessonScreen, stepButton } from '../../ui/lesson.js';
import { TurningLesson } from '../../ui/turning-lesson.js';

/**
 * @import {Annotation, GameInfo, Look, Summary, TableReplay, TurningPointJson} from '../../lib/types.js'
 * @import {Mistake} from '../../lib/mistakes.js'
 */

/** @returns {Promise<import('../../lib/router.js').ScreenView>} */
export async function show() {
  const screen = new MistakeScreen();
  await screen.start();
  return { title: t('mistakes.title'), node: screen.element, leave: () => screen.leave() };
}

class MistakeScreen {
  /** @type {Lesson | null} */
  #lesson = null;
  #at = '';
  /** Counts requests, so that only the last one is shown. */
  #requests = 0;
  #search = new AbortController();
  /** Finished games that were not looked through yet. @type {string[]} */
  #left = [];

  constructor() {
    this.steps = h('ol', { class: 'lessons' });
    this.place = h('div', { class: 'lesson-place' });
    this.state = h('p', { class: 'hint', role: 'status' });
    this.tools = h('div', { class: 'row' });
    const list = h('nav', { 'aria-label': t('mistakes.list') }, this.steps);
    this.element = lessonScreen('mistakes', t('mistakes.title'), this.place, this.state, this.tools, list);
  }

  leave() {
    this.#requests += 1;
    this.#search.abort();
    this.#lesson?.leave();
  }

  async start() {
    const mine = /** @type {{ tables: Summary[] } | null} */ (await get('/api/mine').catch(() => null));
    this.#left = (mine?.tables ?? []).filter(({ phase, id }) => phase === 'over' && !isReviewed(id)).map(({ id }) => id);
    this.#draw();
    const first = mistakes().find(({ solved }) => !solved) ?? mistakes()[0];
    if (first) await this.open(first, false);
  }

  /** @param {Mistake} mistake @param {boolean} moved whether the reader asked for it; then the focus follows */
  async open(mistake, moved = true) {
    this.#requests += 1;
    const request = this.#requests;
    this.#lesson?.leave();
    this.#at = keyOf(mistake.table, mistake.point.turn);
    this.#draw();
    try {
      const { game, options, start, moves, point } = mistake;
      const look = /** @type {Look} */ (await post('/api/study/look', { game, options, position: start, moves }));
      const info = /** @type {GameInfo} */ (look.game);
      const turning = new TurningLesson({ game: info, start, plies: look.plies }, point);
      const lesson = await turning.make();
      if (request !== this.#requests) return;
      this.#lesson = new Lesson(lesson, info, pick(info.title), {
        finished: (helped) => this.#finished(helped),
        explained: () => turning.explanation(),
        judge: (move) => turning.judge(move),
        solution: true,
        again: t('review.again'),
        aside: () => [h('a', { class: 'button quiet', href: `/replay/${mistake.table}#${point.turn}` }, t('mistakes.game'))],
      });
      fill(this.place, this.#lesson.element);
      if (moved) this.#lesson.greet();
    } catch (error) {
      if (request === this.#requests) fill(this.place, h('p', { class: 'alert', role: 'alert' }, sentenceOf(errorText(error))));
    }
  }

  /** Returns the buttons for what comes next. @param {boolean} helped @returns {HTMLElement[]} */
  #finished(helped) {
    if (!helped) markMistake(this.#at);
    this.#draw();
    const here = mistakes().findIndex((one) => keyOf(one.table, one.point.turn) === this.#at);
    const order = [...mistakes().slice(here + 1), ...mistakes().slice(0, Math.max(0, here))];
    const next = order.find(({ solved }) => !solved);
    return next ? [button(t('mistakes.next'), () => void this.open(next), 'primary')] : [h('p', null, t('mistakes.all_done'))];
  }

  #draw() {
    const all = mistakes();
    const open = all.filter(({ solved }) => !solved).length;
    const look = this.#left.length;
    fill(this.state, all.length ? t('mistakes.count', { count: all.length, open }) : t(look ? 'mistakes.none_yet' : 'mistakes.none'));
    fill(
      this.tools,
      look > 0 && button(t('mistakes.look', { count: look }), () => void this.#lookThrough(), all.length ? 'small' : 'primary'),
      !look && !all.length && h('a', { class: 'button primary', href: '/' }, t('errors.home')),
      all.length > 0 && button(t('mistakes.forget'), () => this.#forget(), 'small quiet'),
    );
    fill(this.steps, all.map((one, at) => h('li', null, this.#step(one, at + 1))));
  }

  /** @param {Mistake} mistake @param {number} number */
  #step(mistake, number) {
    const { solved, point, table } = mistake;
    const title = t('mistakes.one', { at: number, number: point.turn });
    const label = solved ? t('puzzles.one_done', { title }) : title;
    const step = { number, title, label, done: solved, current: keyOf(table, point.turn) === this.#at };
    return stepButton(step, () => void this.open(mistake));
  }

  #forget() {
    this.#lesson?.leave();
    this.#requests += 1;
    forgetMistakes();
    fill(this.place);
    this.#draw();
  }

  /** Analyses the own finished games that were not looked through yet, one after the other. */
  async #lookThrough() {
    const games = [...this.#left];
    fill(this.tools);
    for (const [at, table] of games.entries()) {
      if (this.#search.signal.aborted) return;
      fill(this.state, t('mistakes.looking', { at: at + 1, count: games.length }));
      try {
        await this.#review(table);
        this.#left = this.#left.filter((one) => one !== table);
      } catch (error) {
        if (this.#search.signal.aborted) return;
        this.#draw();
        fill(this.state, sentenceOf(errorText(error)));
        return;
      }
    }
    this.#draw();
    const first = mistakes().find(({ solved }) => !solved);
    if (first && !this.#lesson) await this.open(first);
  }

  /** @param {string} table */
  async #review(table) {
    const [replay, info] = await Promise.all([get(`/api/tables/${table}/replay`), get(`/api/tables/${table}`)]);
    const played = /** @type {TableReplay} */ (replay);
    /** @type {TurningPointJson[]} */
    const points = [];
    for await (const message of postForLines('/api/study/annotate', { record: played.record }, this.#search.signal)) {
      const annotation = /** @type {Annotation} */ (message);
      if ('message' in annotation) return;
      if ('turn' in annotation) points.push(annotation);
    }
    keepMistakes(played, points, /** @type {{ mine: number[] }} */ (info).mine);
  }
}
