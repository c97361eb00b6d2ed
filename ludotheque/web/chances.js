/** How the chances went over a whole game: a graph that grows while the engine reads, and the turning points in words. */

import { announce } from './announce.js';
import { ApiError, refusalIn } from './api.js';
import { button, fill, freshId, h } from './dom.js';
import { svg } from './drawing.js';
import { decisionWords, percent } from './evaluation.js';
import { pick, t, whole } from './texts.js';

/**
 * @typedef {import('./types.js').Annotation} Annotation
 * @typedef {import('./types.js').Expectation} Expectation
 * @typedef {import('./types.js').GameInfo} GameInfo
 * @typedef {import('./types.js').TurningPoint} TurningPoint
 */

const WIDTH = 360;
const HEIGHT = 120;
const EDGE = 8;

/**
 * What the engine finds out, message by message, until it is done or given up.
 * @param {string} record @param {AbortSignal} signal @returns {AsyncGenerator<Annotation>}
 */
async function* annotations(record, signal) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch('/api/study/annotate', { method: 'POST', headers, body: JSON.stringify({ record }), signal });
  if (!answer.ok || !answer.body) throw new ApiError(answer.status, refusalIn(await answer.json().catch(() => null)));
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield /** @type {Annotation} */ (JSON.parse(line));
  }
}

/** The part of the replay page that tells why a game went as it did. */
export class Chances {
  /** @type {Expectation[]} */
  #known = [];
  /** @type {TurningPoint[]} */
  #turns = [];
  #at = 0;
  /** @type {AbortController | null} */
  #work = null;

  /** @param {GameInfo} info @param {string} record @param {number} last @param {(ply: number) => void} go */
  constructor(info, record, last, go) {
    this.info = info;
    this.record = record;
    this.last = last;
    this.go = go;
    this.begin = button(t('chances.begin'), () => void this.#begin());
    this.state = h('p', { class: 'hint', role: 'status' });
    this.graph = h('div', { class: 'graph' });
    this.list = h('ol', { class: 'turning' });
    const label = { class: 'chances', 'aria-label': t('chances.title') };
    this.element = h('section', label, this.begin, this.state, this.graph, this.list);
  }

  /** Nobody looks any more. */
  close() {
    this.#work?.abort();
  }

  /** @param {number} ply */
  mark(ply) {
    this.#at = ply;
    if (this.#known.length) this.#draw();
  }

  async #begin() {
    this.#work?.abort();
    this.#work = new AbortController();
    [this.#known, this.#turns] = [[], []];
    this.begin.hidden = true;
    try {
      for await (const message of annotations(this.record, this.#work.signal)) this.#hear(message);
      this.#finish();
    } catch (error) {
      if (this.#work.signal.aborted) return;
      this.begin.hidden = false;
      fill(this.state, error instanceof ApiError ? whole(error.words) : t('chances.broken'));
    }
  }

  /** @param {Annotation} message */
  #hear(message) {
    if ('message' in message) throw new ApiError(409, message);
    if ('ply' in message) this.#known.push(message);
    if ('turn' in message) this.#turns.push(message);
    fill(this.state, t('chances.reading', { number: this.#known.length - 1, last: this.last }));
    this.#draw();
  }

  #finish() {
    const words = this.#turns.length ? t('chances.turns', { count: this.#turns.length }) : t('chances.no_turn');
    fill(this.state, words);
    announce(words);
    fill(this.list, this.#turns.map((point) => this.#line(point)));
  }

  /** @param {TurningPoint} point */
  #line(point) {
    const words = t('chances.turn', {
      number: point.turn,
      side: pick(this.info.sides[point.player]),
      move: point.move,
      before: percent(point.before),
      after: percent(point.after),
      better: decisionWords(this.info, point.better),
    });
    return h('li', null, h('button', { type: 'button', class: 'turn', onclick: () => this.go(point.turn) }, words));
  }

  // --- the graph ----------------------------------------------------------------------------------------------------

  /** @param {number} ply */
  #x(ply) {
    return EDGE + (ply / Math.max(1, this.last)) * (WIDTH - 2 * EDGE);
  }

  /** @param {number} chance */
  #y(chance) {
    return EDGE + (1 - chance) * (HEIGHT - 2 * EDGE);
  }

  /** The first side's chances; among three players they are known only where that side is to decide. */
  #points() {
    return this.#known.flatMap(({ ply, chances }) => {
      const chance = chances[0] ?? null;
      return chance === null ? [] : [{ ply, x: this.#x(ply), y: this.#y(chance), chance }];
    });
  }

  #draw() {
    const points = this.#points();
    const title = freshId('graph');
    const picture = svg(
      'svg',
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-labelledby': title },
      svg('title', { id: title }, this.#words(points)),
      svg('line', { class: 'half', x1: EDGE, x2: WIDTH - EDGE, y1: this.#y(0.5), y2: this.#y(0.5) }),
      svg('line', { class: 'here', x1: this.#x(this.#at), x2: this.#x(this.#at), y1: 0, y2: HEIGHT }),
      svg('polyline', { class: 'course', points: points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ') }),
      ...this.#turns.map((point) => this.#diamond(point, points)),
    );
    picture.addEventListener('click', (event) => {
      const box = picture.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * WIDTH;
      this.go(Math.round(((x - EDGE) / (WIDTH - 2 * EDGE)) * this.last));
    });
    const [high, low] = this.info.sides.length === 2 ? this.info.sides : [this.info.sides[0], undefined];
    fill(
      this.graph,
      h('span', { class: 'axis' }, t('chances.axis', { side: pick(high) })),
      picture,
      h('span', { class: 'axis' }, low ? t('chances.axis', { side: pick(low) }) : t('chances.others')),
    );
  }

  /** @param {TurningPoint} point @param {{ ply: number, x: number, y: number }[]} points */
  #diamond(point, points) {
    const place = points.find(({ ply }) => ply === point.turn) ?? { x: this.#x(point.turn), y: this.#y(0.5) };
    return svg('path', { class: 'diamond', transform: `translate(${place.x} ${place.y})`, d: 'M0-7L6 0L0 7L-6 0Z' });
  }

  /** The graph for those who do not see it. @param {{ ply: number, chance: number }[]} points */
  #words(points) {
    const side = pick(this.info.sides[0]);
    const every = Math.max(1, Math.ceil(points.length / 12));
    const told = points.filter((_, place) => place % every === 0 || place === points.length - 1);
    return `${t('chances.words', { side })} ${told.map(({ ply, chance }) => `${ply}: ${percent(chance)}`).join(', ')}`;
  }
}
