/** The engine's evaluation: a bar, and the best moves. */

import { fill, h } from '../../lib/dom.js';
import { pick, t } from '../../lib/texts.js';
import { candidateText, percent } from '../../ui/candidates.js';

/**
 * @import {AnalysisJson, CandidateJson, GameInfo} from '../../lib/types.js'
 */

/** How many moves of a candidate's line are shown. */
const LINE_LENGTH = 6;

/** @param {CandidateJson} candidate */
function chanceText({ chance, proven, distance, weight }) {
  const mixed = weight ? t('study.weight', { share: percent(weight) }) : '';
  if (!proven) return [percent(chance), mixed].filter(Boolean).join(' · ');
  const key = chance > 0.99 ? 'won' : chance < 0.01 ? 'lost' : 'even';
  return distance && key !== 'even' ? t(`study.${key}_in`, { count: distance }) : t(`study.${key}`);
}

/** Returns how reliable an analysis is. @param {AnalysisJson} analysis */
function reliability({ proven, depth }) {
  if (proven) return t('study.proven');
  return depth ? t('study.depth', { depth }) : '';
}

export class Evaluation {
  /** @param {(candidate: CandidateJson) => void} play */
  constructor(play) {
    this.play = play;
    this.fill = h('span', { class: 'share' });
    this.bar = h('div', { class: 'meter', role: 'img' }, this.fill);
    this.text = h('p', { class: 'meter-text' });
    this.list = h('ol', { class: 'best' });
    this.element = h('div', { class: 'evaluation' }, this.bar, this.text, this.list);
    this.clear('');
  }

  /** Shows that nothing is known yet. @param {string} text */
  clear(text) {
    this.element.setAttribute('aria-busy', String(Boolean(text)));
    this.#setShare(0.5, false);
    fill(this.text, text);
    fill(this.list);
  }

  /** Shows the result of a game. @param {GameInfo} info @param {readonly number[]} returns */
  showResult(info, returns) {
    this.clear('');
    this.#setShare(((returns[0] ?? 0) + 1) / 2, true);
    const shares = info.sides.map((side, player) => `${pick(side)} ${percent(((returns[player] ?? 0) + 1) / 2)}`);
    this.bar.setAttribute('aria-label', shares.join(', '));
  }

  /** @param {GameInfo} info @param {AnalysisJson} analysis */
  show(info, analysis) {
    this.element.setAttribute('aria-busy', 'false');
    const { player, chance } = analysis;
    const two = info.sides.length === 2;
    this.#setShare(player === 0 || !two ? chance : 1 - chance, true);
    const shares = info.sides.map((side, seat) => {
      const share = seat === player ? chance : two ? 1 - chance : null;
      return share === null ? '' : t('study.share', { side: pick(side), share: percent(share) });
    });
    const text = shares.filter(Boolean).join(' – ');
    this.bar.setAttribute('aria-label', text);
    fill(this.text, h('strong', null, text), h('span', null, reliability(analysis)));
    fill(this.list, analysis.candidates.map((candidate, rank) => this.#item(info, candidate, rank)));
  }

  /** @param {number} share @param {boolean} known */
  #setShare(share, known) {
    this.bar.classList.toggle('unknown', !known);
    this.fill.style.setProperty('--share', `${Math.round(1000 * share) / 10}%`);
    if (!known) this.bar.setAttribute('aria-label', t('study.unknown'));
  }

  /** @param {GameInfo} info @param {CandidateJson} candidate @param {number} rank */
  #item(info, candidate, rank) {
    const follows = candidate.line.slice(1, LINE_LENGTH).join(' ');
    return h(
      'li',
      null,
      h('span', { class: `rank rank-${rank + 1}`, 'aria-hidden': 'true' }, h('span', null, String(rank + 1))),
      h(
        'button',
        { type: 'button', class: 'ply', onclick: () => this.play(candidate), title: candidateText(info, candidate) },
        candidate.text,
      ),
      h('span', { class: candidate.weight ? 'chance mixed' : 'chance' }, chanceText(candidate)),
      follows && h('span', { class: 'follows' }, `… ${follows}`),
    );
  }
}
