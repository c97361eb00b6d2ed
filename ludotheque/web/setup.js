/** Before a game: with whom, on which side, by which options and clock. The last choices come back. */

import { ApiError, games, post, wordsOf } from './api.js';
import { fill, h } from './dom.js';
import { choice, line, tick } from './fields.js';
import { go } from './navigate.js';
import { LOT, seatFields, seatWishes } from './seating.js';
import { change, current } from './settings.js';
import { capital, pick, t, whole } from './texts.js';
import { timeField } from './timing.js';

/**
 * @typedef {import('./types.js').GameCard} GameCard
 * @typedef {import('./types.js').Level} Level
 * @typedef {import('./types.js').TableWish} TableWish
 * @typedef {'computer' | 'table' | 'invite'} Mode
 *
 * Everything chosen on the form. `options` are places in the options' values; `side` is the seat of whoever fills it in
 * where there are two; `seats` says who sits where at a larger table: "me", "open" or the level of a computer.
 * @typedef {object} Draft
 * @property {number[]} options
 * @property {number} side
 * @property {number} level
 * @property {string[]} seats
 * @property {string[]} names
 * @property {boolean} shuffle
 * @property {boolean} public
 * @property {import('./types.js').Time} time
 */

/** @type {Mode[]} */
const MODES = ['computer', 'table', 'invite'];
const FIRST_LEVEL = 2;

/** @param {string} id @returns {Promise<import('./main.js').Shown>} */
export async function show(id) {
  const shelf = await games();
  const game = shelf.games.find((one) => one.id === id);
  if (!game)
    throw new ApiError(404, { code: 'game', ruling: null, message: { fr: t('errors.game'), en: t('errors.game') } });
  const asked = new URLSearchParams(location.search).get('mode');
  const mode = MODES.find((one) => one === asked) ?? 'computer';
  const draft = recall(game, mode);
  const title = pick(game.title);
  return { title, node: form(game, mode, shelf.levels, draft), leave: () => remember(game, mode, draft) };
}

/** @param {GameCard} game @param {Mode} mode @returns {Draft} */
function recall(game, mode) {
  const kept = /** @type {Partial<Draft>} */ (current().setups[`${game.id} ${mode}`] ?? {});
  const most = Math.max(...game.players);
  return {
    options: game.options.map((option, place) =>
      option.values.length > (kept.options?.[place] ?? 0) ? (kept.options?.[place] ?? 0) : 0,
    ),
    side: kept.side ?? 0,
    level: kept.level ?? FIRST_LEVEL,
    seats: kept.seats?.length === most ? kept.seats : firstSeats(mode, most),
    names: kept.names ?? [],
    shuffle: kept.shuffle ?? false,
    public: kept.public ?? false,
    time: kept.time ?? { kind: 'none' },
  };
}

/** @param {Mode} mode @param {number} count */
function firstSeats(mode, count) {
  const others = { computer: String(FIRST_LEVEL), table: 'me', invite: 'open' }[mode];
  return Array.from({ length: count }, (_, seat) => (seat === 0 ? 'me' : others));
}

/** @param {GameCard} game @param {Mode} mode @param {Draft} draft */
function remember(game, mode, draft) {
  change({ setups: { ...current().setups, [`${game.id} ${mode}`]: draft } });
}

/**
 * How many sit at the table: by the option `players`, where the game leaves a choice.
 * @param {GameCard} game @param {Draft} draft
 */
function seatCount(game, draft) {
  const place = game.options.findIndex((option) => option.name === 'players');
  const value = place < 0 ? undefined : game.options[place]?.values[draft.options[place] ?? 0];
  return Number(value ?? game.players[0] ?? 2);
}

/** @param {GameCard} game @param {Mode} mode @param {Level[]} levels @param {Draft} draft */
function form(game, mode, levels, draft) {
  const seating = h('div', { class: 'seating' });
  const seat = () => fill(seating, seatFields(game, mode, levels, draft, seatCount(game, draft)));
  const trouble = h('p', { class: 'alert', role: 'alert' });
  const submit = h(
    'button',
    { class: 'button primary', type: 'submit' },
    t(mode === 'invite' ? 'setup.create' : 'setup.play'),
  );
  /** @param {Event} event */
  const start = (event) => {
    event.preventDefault();
    open(game, mode, draft, submit, trouble);
  };
  seat();
  return h(
    'div',
    { class: 'setup' },
    h(
      'div',
      { class: 'setup-head' },
      h('img', { src: `/api/games/${game.id}/portrait.svg`, alt: '', width: 160, height: 160 }),
      h(
        'div',
        null,
        h('h1', null, pick(game.title)),
        h('p', null, pick(game.tagline)),
        h(
          'p',
          { class: 'facts' },
          pick(game.credit),
          ' · ',
          h('a', { href: `/rules/${game.id}` }, t('home.rules')),
          ' · ',
          h('a', { href: `/learn/${game.id}` }, t('home.lessons')),
        ),
      ),
    ),
    ways(game, mode),
    h(
      'form',
      { class: 'card form', onsubmit: start },
      seating,
      optionFields(game, draft, seat),
      timeField(draft.time, mode === 'invite', (time) => (draft.time = time)),
      mode === 'invite' &&
        tick(t('setup.public'), draft.public, (wanted) => (draft.public = wanted), t('setup.public_why')),
      mode !== 'table' &&
        line(t('setup.name'), current().name, (name) => change({ name }), {
          autocomplete: 'nickname',
          placeholder: t('setup.name_hint'),
        }),
      trouble,
      h('div', { class: 'bar' }, submit),
    ),
  );
}

/** @param {GameCard} game @param {Mode} chosen */
function ways(game, chosen) {
  return h(
    'nav',
    { class: 'tabs', 'aria-label': t('setup.mode') },
    MODES.map((mode) =>
      h(
        'a',
        { href: `/new/${game.id}?mode=${mode}`, 'aria-current': mode === chosen ? 'page' : null },
        t(`home.${mode}`),
      ),
    ),
  );
}

/** @param {GameCard} game @param {Draft} draft @param {() => void} recount */
function optionFields(game, draft, recount) {
  return game.options.map((option, place) => {
    /** @type {[number, string][]} */
    const values = option.values.map((_, number) => [number, capital(pick(option.labels[number]))]);
    const field = choice(pick(option.words), values, draft.options[place] ?? 0, (number) => {
      draft.options[place] = number;
      if (option.name === 'players') recount();
    });
    field.classList.add('explained');
    return field;
  });
}

/** @param {GameCard} game @param {Mode} mode @param {Draft} draft @returns {TableWish} */
function wish(game, mode, draft) {
  const options = Object.fromEntries(
    game.options.map((option, place) => [option.name, option.values[draft.options[place] ?? 0] ?? false]),
  );
  const count = seatCount(game, draft);
  const names = Array.from({ length: count }, (_, seat) => (draft.names[seat] ?? '').trim());
  return {
    game: game.id,
    options,
    seats: seatWishes(mode, draft, count),
    shuffle: count === 2 && mode !== 'table' ? draft.side === LOT : draft.shuffle,
    time: draft.time,
    public: mode === 'invite' && draft.public,
    name: mode === 'table' ? '' : current().name.trim(),
    ...(mode === 'table' && names.some(Boolean) ? { names } : {}),
  };
}

/**
 * @param {GameCard} game @param {Mode} mode @param {Draft} draft
 * @param {HTMLButtonElement} submit @param {HTMLElement} trouble
 */
async function open(game, mode, draft, submit, trouble) {
  submit.disabled = true;
  trouble.textContent = '';
  remember(game, mode, draft);
  try {
    const made = /** @type {{ table: string }} */ (await post('/api/tables', wish(game, mode, draft)));
    go(`/t/${made.table}`);
  } catch (error) {
    trouble.textContent = whole(wordsOf(error));
    submit.disabled = false;
  }
}
