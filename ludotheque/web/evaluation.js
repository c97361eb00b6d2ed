/** What the engine thinks: a bar, and the best decisions in words and figures. */

import { fill, h } from './dom.js';
import { pick, speaks, t } from './texts.js';

/**
 * @typedef {import('./types.js').Analysis} Analysis
 * @typedef {import('./types.js').Candidate} Candidate
 * @typedef {import('./types.js').GameInfo} GameInfo
 */

/** @param {number} share */
export function percent(share) {
  return new Intl.NumberFormat(speaks(), { style: 'percent' }).format(share);
}

/** A decision in words: what is done, and where. @param {GameInfo} info @param {Candidate} candidate */
export function decisionWords(info, candidate) {
  const kind = pick(info.kinds[candidate.kind]?.do);
  return kind ? t('study.decision', { kind, move: candidate.text }) : candidate.text;
}

/** @param {Candidate} candidate */
export function chanceWords(candidate) {
  const { chance, proven, distance, weight } = candidate;
  const mixed = weight ? t('study.weight', { share: percent(weight) }) : '';
  if (!proven) return [percent(chance), mixed].filter(Boolean).join(' · ');
  const key = chance > 0.99 ? 'won' : chance < 0.01 ? 'lost' : 'even';
  return distance && key !== 'even' ? t(`study.${key}_in`, { count: distance }) : t(`study.${key}`);
}

/** How far an opinion can be trusted. @param {Analysis} analysis */
function grounds({ proven, depth }) {
  if (proven) return t('study.proven');
  return depth ? t('study.depth', { depth }) : '';
}

export class Evaluation {
  /** @param {(candidate: Candidate) => void} play */
  constructor(play) {
    this.play = play;
    this.fill = h('span', { class: 'share' });
    this.bar = h('div', { class: 'meter', role: 'img' }, this.fill);
    this.words = h('p', { class: 'meter-words' });
    this.list = h('ol', { class: 'best' });
    this.element = h('div', { class: 'evaluation' }, this.bar, this.words, this.list);
    this.wait('');
  }

  /** Nothing is known yet. @param {string} words */
  wait(words) {
    this.element.setAttribute('aria-busy', String(Boolean(words)));
    this.#share(0.5, false);
    fill(this.words, words);
    fill(this.list);
  }

  /** The game is over. @param {GameInfo} info @param {readonly number[]} returns */
  settle(info, returns) {
    this.wait('');
    this.#share(((returns[0] ?? 0) + 1) / 2, true);
    const shares = info.sides.map((side, player) => `${pick(side)} ${percent(((returns[player] ?? 0) + 1) / 2)}`);
    this.bar.setAttribute('aria-label', shares.join(', '));
  }

  /** @param {GameInfo} info @param {Analysis} analysis */
  show(info, analysis) {
    this.element.setAttribute('aria-busy', 'false');
    const { player, chance } = analysis;
    const two = info.sides.length === 2;
    this.#share(player === 0 || !two ? chance : 1 - chance, true);
    const shares = info.sides.map((side, seat) => {
      const share = seat === player ? chance : two ? 1 - chance : null;
      return share === null ? '' : t('study.share', { side: pick(side), share: percent(share) });
    });
    const words = shares.filter(Boolean).join(' – ');
    this.bar.setAttribute('aria-label', words);
    fill(
      this.words,
      h('strong', null, words),
      h('span', null, grounds(analysis)),
    );
    fill(this.list, analysis.candidates.map((candidate, rank) => this.#line(info, candidate, rank)));
  }

  /** @param {number} share @param {boolean} known */
  #share(share, known) {
    this.bar.classList.toggle('unknown', !known);
    this.fill.style.setProperty('--share', `${Math.round(1000 * share) / 10}%`);
    if (!known) this.bar.setAttribute('aria-label', t('study.unknown'));
  }

  /** @param {GameInfo} info @param {Candidate} candidate @param {number} rank */
  #line(info, candidate, rank) {
    const follows = candidate.line.slice(1, 6).join(' ');
    return h(
      'li',
      null,
      h('span', { class: `rank rank-${rank + 1}`, 'aria-hidden': 'true' }, h('span', null, String(rank + 1))),
      h(
        'button',
        { type: 'button', class: 'ply', onclick: () => this.play(candidate), title: decisionWords(info, candidate) },
        candidate.text,
      ),
      h('span', { class: candidate.weight ? 'chance mixed' : 'chance' }, chanceWords(candidate)),
      follows && h('span', { class: 'follows' }, `… ${follows}`),
    );
  }
}
