/** How a game ended, and the score of the games before it. */

import { h } from '../../lib/dom.js';
import { language, pick, sentenceOf, t } from '../../lib/texts.js';
import { fullName, shortName } from './players.js';

/**
 * @import {State, TableInfo} from '../../lib/types.js'
 */

/** @param {TableInfo} info @param {State} state */
export function resultView(info, state) {
  const { result } = state;
  if (!result) return [];
  return [
    h('h2', { class: 'headline' }, ...headline(state)),
    result.text[language()] !== result.headline[language()] && h('p', null, sentenceOf(result.text)),
    result.points && h('ul', { class: 'score points' }, result.points.map((count, seat) => points(info, state, seat, count))),
    state.series?.length ? h('p', { class: 'score' }, seriesText(info, state)) : null,
  ];
}

/** @param {TableInfo} info @param {State} state @param {number} seat @param {number} count */
function points(info, state, seat, count) {
  return h('li', null, t('result.points', { name: fullName(info, state, seat), points: t('players.points', { count }) }));
}

/** A player reads first whether they won. @param {State} state */
function headline({ result, mine }) {
  const text = pick(result?.headline ?? null);
  const value = mine.length === 1 && result?.returns ? (result.returns[mine[0] ?? 0] ?? 0) : 0;
  if (!value) return [text];
  return [t(value > 0 ? 'result.you_won' : 'result.you_lost'), ' ', h('span', null, text)];
}

/**
 * Returns the games won by each in this series of rematches, this one included.
 * @param {TableInfo} info @param {State} state
 */
function seriesText(info, state) {
  const games = [...(state.series ?? []).map((game) => game.returns), state.result?.returns ?? []];
  const drawn = games.filter((returns) => returns.every((value) => value === 0)).length;
  const score = state.seats.map((_, seat) => {
    const wins = games.filter((returns) => (returns[seat] ?? 0) > 0).length;
    return `${shortName(info, state, seat)} ${wins}`;
  });
  return t(drawn ? 'result.series_drawn' : 'result.series', { score: score.join(' – '), count: drawn });
}
