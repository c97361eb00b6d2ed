/** The analysis of a whole game: a graph of the chances that grows while the engine works, and the turning points. */

import { svg } from '../../board/drawing.js';
import { ApiError, postForLines } from '../../lib/api.js';
import { button, fill, freshId, h } from '../../lib/dom.js';
import { pick, sentenceOf, t } from '../../lib/texts.js';
import { announce } from '../../ui/announce.js';
import { candidateText, percent } from '../../ui/candidates.js';

/**
 * @import {Annotation, GameInfo, PlyChances, TurningPointJson} from '../../lib/types.js'
 */

const WIDTH = 360;
const HEIGHT = 120;
const EDGE = 8;
/** The text of the graph has about this many values. */
const VALUES_IN_TEXT = 12;

export class GameAnalysis {
  /** @type {PlyChances[]} */
  #expectations = [];
  /** @type {TurningPointJson[]} */
  #turningPoints = [];
  #at = 0;
  #finished = false;
  /** @type {AbortController | null} */
  #request = null;

  /**
   * @param {GameInfo} info @param {string} record @param {number} last
   * @param {object} handlers
   * @param {(ply: number) => void} handlers.go
   * @param {(points: TurningPointJson[]) => void} handlers.found   called when the analysis is complete
   * @param {(points: TurningPointJson[]) => void} handlers.review   called when the reader wants to learn from the game
   */
  constructor(info, record, last, { go, found, review }) {
    this.info = info;
    this.record = record;
    this.last = last;
    this.go = go;
    this.found = found;
    this.review = review;
    this.start = button(t('analysis.start'), () => void this.#start());
    this.learn = button(t('review.start'), () => void this.learnFrom());
    this.state = h('p', { class: 'hint', role: 'status' });
    this.graph = h('div', { class: 'graph' });
    this.list = h('ol', { class: 'turning-points' });
    const label = { class: 'analysis', 'aria-label': t('analysis.title') };
    const buttons = h('div', { class: 'row' }, this.start, this.learn);
    this.element = h('section', label, buttons, this.state, this.graph, this.list);
  }

  /** Stops the engine. */
  close() {
    this.#request?.abort();
  }

  /** @param {number} ply */
  mark(ply) {
    this.#at = ply;
    if (this.#expectations.length) this.#draw();
  }

  /** Shows a sentence about the analysis. @param {string} text */
  say(text) {
    fill(this.state, text);
    announce(text);
  }

  /** Brings the focus back to the button that left this screen. */
  takeFocus() {
    this.learn.focus();
  }

  /** Turning points are what there is to learn from. Without an analysis they are looked for first. */
  async learnFrom() {
    this.learn.disabled = true;
    if (!this.#finished) await this.#start();
    this.learn.disabled = false;
    if (this.#finished) this.review(this.#turningPoints);
  }

  async #start() {
    this.#request?.abort();
    this.#request = new AbortController();
    [this.#expectations, this.#turningPoints] = [[], []];
    this.start.hidden = true;
    try {
      const { signal } = this.#request;
      for await (const message of postForLines('/api/study/annotate', { record: this.record }, signal)) {
        this.#received(/** @type {Annotation} */ (message));
      }
      this.#finish();
    } catch (error) {
      if (this.#request.signal.aborted) return;
      this.start.hidden = false;
      fill(this.state, error instanceof ApiError ? sentenceOf(error.text) : t('analysis.broken'));
    }
  }

  /** @param {Annotation} message */
  #received(message) {
    if ('message' in message) throw new ApiError(409, message);
    if ('ply' in message) this.#expectations.push(message);
    if ('turn' in message) this.#turningPoints.push(message);
    fill(this.state, t('analysis.reading', { number: this.#expectations.length - 1, last: this.last }));
    this.#draw();
  }

  #finish() {
    const text = this.#turningPoints.length ? t('analysis.turns', { count: this.#turningPoints.length }) : t('analysis.no_turn');
    this.#finished = true;
    this.found(this.#turningPoints);
    this.say(text);
    fill(this.list, this.#turningPoints.map((point) => this.#item(point)));
  }

  /** @param {TurningPointJson} point */
  #item(point) {
    const text = t('analysis.turn', {
      number: point.turn,
      side: pick(this.info.sides[point.player]),
      move: point.move,
      before: percent(point.before),
      after: percent(point.after),
      better: candidateText(this.info, point.better),
    });
    return h('li', null, h('button', { type: 'button', class: 'turning-point', onclick: () => this.go(point.turn) }, text));
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

  /** Returns the chances of the first side. With three players they are known only where it is that side's turn. */
  #points() {
    return this.#expectations.flatMap(({ ply, chances }) => {
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
      svg('title', { id: title }, this.#text(points)),
      svg('line', { class: 'half', x1: EDGE, x2: WIDTH - EDGE, y1: this.#y(0.5), y2: this.#y(0.5) }),
      svg('line', { class: 'here', x1: this.#x(this.#at), x2: this.#x(this.#at), y1: 0, y2: HEIGHT }),
      svg('polyline', { class: 'course', points: points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ') }),
      ...this.#turningPoints.map((point) => this.#diamond(point, points)),
    );
    picture.addEventListener('click', (event) => {
      const box = picture.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * WIDTH;
      this.go(Math.round(((x - EDGE) / (WIDTH - 2 * EDGE)) * this.last));
    });
    const [high, low] = this.info.sides.length === 2 ? this.info.sides : [this.info.sides[0], undefined];
    fill(
      this.graph,
      h('span', { class: 'axis' }, t('analysis.axis', { side: pick(high) })),
      picture,
      h('span', { class: 'axis' }, low ? t('analysis.axis', { side: pick(low) }) : t('analysis.others')),
    );
  }

  /** @param {TurningPointJson} point @param {{ ply: number, x: number, y: number }[]} points */
  #diamond(point, points) {
    const place = points.find(({ ply }) => ply === point.turn) ?? { x: this.#x(point.turn), y: this.#y(0.5) };
    return svg('path', { class: 'diamond', transform: `translate(${place.x} ${place.y})`, d: 'M0-7L6 0L0 7L-6 0Z' });
  }

  /** Returns the graph as a text for screen readers. @param {{ ply: number, chance: number }[]} points */
  #text(points) {
    const side = pick(this.info.sides[0]);
    const every = Math.max(1, Math.ceil(points.length / VALUES_IN_TEXT));
    const values = points.filter((_, place) => place % every === 0 || place === points.length - 1);
    return `${t('analysis.text', { side })} ${values.map(({ ply, chance }) => `${ply}: ${percent(chance)}`).join(', ')}`;
  }
}
