/** How a game ended, and the games played before it. */

import { h } from './dom.js';
import { nameOf } from './players.js';
import { listed, pick, speaks, t, whole } from './texts.js';

/**
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').TableInfo} TableInfo
 */

/** @param {TableInfo} info @param {State} state */
export function resultWords(info, state) {
  const { result } = state;
  if (!result) return [];
  return [
    h('h2', { class: 'headline' }, ...headline(state)),
    result.words[speaks()] !== result.headline[speaks()] && h('p', null, whole(result.words)),
    result.points &&
      h(
        'p',
        { class: 'score' },
        listed(
          result.points.map((points, seat) => `${nameOf(info, state, seat)} ${t('players.points', { count: points })}`),
        ),
      ),
    state.series?.length ? h('p', { class: 'score' }, seriesWords(info, state)) : null,
  ];
}

/** To somebody who played, first of all how he fared. @param {State} state */
function headline({ result, mine }) {
  const words = pick(result?.headline ?? null);
  const value = mine.length === 1 && result?.returns ? (result.returns[mine[0] ?? 0] ?? 0) : 0;
  if (!value) return [words];
  return [t(value > 0 ? 'result.you_won' : 'result.you_lost'), ' ', h('span', null, words)];
}

/** Games won by each in this row of rematches, this one included. @param {TableInfo} info @param {State} state */
function seriesWords(info, state) {
  const games = [...(state.series ?? []).map((game) => game.returns), state.result?.returns ?? []];
  const drawn = games.filter((returns) => returns.every((value) => value === 0)).length;
  const score = state.seats.map((_, seat) => {
    const wins = games.filter((returns) => (returns[seat] ?? 0) > 0).length;
    return `${nameOf(info, state, seat)} ${wins}`;
  });
  return t(drawn ? 'result.series_drawn' : 'result.series', { score: score.join(' – '), count: drawn });
}
