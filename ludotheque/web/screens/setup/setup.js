/** A new game: opponents, side, options and clock. The form remembers the last choices. */

import { ApiError, createTable, errorText, getGames } from '../../lib/api.js';
import { fill, h } from '../../lib/dom.js';
import { capitalize } from '../../lib/format.js';
import { INVITATIONS } from '../../lib/root.js';
import { go } from '../../lib/router.js';
import { change, current } from '../../lib/settings.js';
import { asText, language, pick, sentenceOf, t } from '../../lib/texts.js';
import { checkbox, ownNameField, radioGroup } from '../../ui/fields.js';
import { firstGameButton } from '../../ui/first-game.js';
import { newSeats, RANDOM, seatFields } from './seats.js';
import { timeControlField } from './time-control.js';

/**
 * @import {GameCard, Level, NewTable, Time} from '../../lib/types.js'
 *
 * @typedef {'computer' | 'table' | 'invite'} Mode
 *
 * Everything chosen on the form. `options` are indices into the options' values. `side` is your seat where there are two.
 * `seats` are the players where there are more: "me", "open" or the level of a computer.
 * @typedef {object} Draft
 * @property {number[]} options
 * @property {number} side
 * @property {number} level
 * @property {string[]} seats
 * @property {string[]} names
 * @property {boolean} shuffle
 * @property {boolean} public
 * @property {Time} time
 */

/** @type {Mode[]} */
const HERE = INVITATIONS === '' ? ['computer', 'table', 'invite'] : ['computer', 'table'];
/** The modes of this page, and inviting, if that is done elsewhere. @type {Mode[]} */
const MODES = INVITATIONS ? [...HERE, 'invite'] : HERE;
const DEFAULT_LEVEL = 2;

/** @param {string} id @returns {Promise<import('../../lib/router.js').ScreenView>} */
export async function show(id) {
  const { games, levels } = await getGames();
  const game = games.find((one) => one.id === id);
  if (!game) throw new ApiError(404, { code: 'game', ruling: null, message: asText(t('errors.game')) });
  const asked = new URLSearchParams(location.search).get('mode');
  const mode = HERE.find((one) => one === asked) ?? 'computer';
  const draft = recall(game, mode);
  return { title: pick(game.title), node: page(game, mode, levels, draft), leave: () => remember(game, mode, draft) };
}

/** Returns the last choices. @param {GameCard} game @param {Mode} mode @returns {Draft} */
function recall(game, mode) {
  const kept = /** @type {Partial<Draft>} */ (current().setups[`${game.id} ${mode}`] ?? {});
  const maxPlayers = Math.max(...game.players);
  return {
    options: game.options.map((option, place) =>
      option.values.length > (kept.options?.[place] ?? 0) ? (kept.options?.[place] ?? 0) : 0,
    ),
    side: kept.side ?? 0,
    level: kept.level ?? DEFAULT_LEVEL,
    seats: kept.seats?.length === maxPlayers ? kept.seats : defaultSeats(mode, maxPlayers),
    names: kept.names ?? [],
    shuffle: kept.shuffle ?? false,
    public: kept.public ?? false,
    time: kept.time ?? { kind: 'none' },
  };
}

/** @param {Mode} mode @param {number} count */
function defaultSeats(mode, count) {
  const others = { computer: String(DEFAULT_LEVEL), table: 'me', invite: 'open' }[mode];
  return Array.from({ length: count }, (_, seat) => (seat === 0 ? 'me' : others));
}

/** @param {GameCard} game @param {Mode} mode @param {Draft} draft */
function remember(game, mode, draft) {
  change({ setups: { ...current().setups, [`${game.id} ${mode}`]: draft } });
}

/**
 * Returns the number of players. The option `players` sets it where a game has that option.
 * @param {GameCard} game @param {Draft} draft
 */
function seatCount(game, draft) {
  const place = game.options.findIndex((option) => option.name === 'players');
  const value = place < 0 ? undefined : game.options[place]?.values[draft.options[place] ?? 0];
  return Number(value ?? game.players[0] ?? 2);
}

/** @param {GameCard} game @param {Mode} mode @param {Level[]} levels @param {Draft} draft */
function page(game, mode, levels, draft) {
  return h('div', { class: 'setup' }, heading(game), tabs(game, mode), form(game, mode, levels, draft));
}

/** @param {GameCard} game */
function heading(game) {
  return h(
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
        game.extras.includes('lessons') && [' · ', h('a', { href: `/learn/${game.id}` }, t('home.lessons'))],
      ),
      game.extras.includes('first_game') && h('div', { class: 'row' }, firstGameButton(game.id, 'small')),
    ),
  );
}

/** @param {GameCard} game @param {Mode} chosen */
function tabs(game, chosen) {
  return h(
    'nav',
    { class: 'tabs', 'aria-label': t('setup.mode') },
    MODES.map((mode) =>
      h(
        'a',
        { href: `${mode === 'invite' ? INVITATIONS : ''}/new/${game.id}?mode=${mode}`, 'aria-current': mode === chosen ? 'page' : null },
        t(`home.${mode}`),
      ),
    ),
  );
}

/** @param {GameCard} game @param {Mode} mode @param {Level[]} levels @param {Draft} draft */
function form(game, mode, levels, draft) {
  const seats = h('div', { class: 'seats' });
  const drawSeats = () => fill(seats, seatFields(game, mode, levels, draft, seatCount(game, draft)));
  const alert = h('p', { class: 'alert', role: 'alert' });
  const label = t(mode === 'invite' ? 'setup.create' : 'setup.play');
  const submit = h('button', { class: 'button primary', type: 'submit' }, label);
  /** @param {Event} event */
  const onsubmit = (event) => {
    event.preventDefault();
    void start(game, mode, draft, submit, alert);
  };
  drawSeats();
  return h(
    'form',
    { class: 'card form', onsubmit },
    seats,
    optionFields(game, draft, drawSeats),
    timeControlField(draft.time, mode === 'invite', (time) => (draft.time = time)),
    mode === 'invite' &&
      checkbox(t('setup.public'), draft.public, (wanted) => (draft.public = wanted), t('setup.public_note')),
    mode !== 'table' && ownNameField(),
    alert,
    h('div', { class: 'bar' }, submit),
  );
}

/** @param {GameCard} game @param {Draft} draft @param {() => void} drawSeats */
function optionFields(game, draft, drawSeats) {
  return game.options.map((option, place) => {
    /** @type {[number, string][]} */
    const values = option.values.map((_, number) => [number, capitalize(pick(option.labels[number]), language())]);
    const field = radioGroup('', values, draft.options[place] ?? 0, (number) => {
      draft.options[place] = number;
      if (option.name === 'players') drawSeats();
    });
    // The reader finds the option by its name. The explanation stands below it.
    const legend = field.querySelector('legend');
    if (legend) fill(legend, h('strong', null, pick(option.label)), ' ', h('span', { class: 'hint' }, pick(option.text)));
    field.classList.add('explained');
    return field;
  });
}

/**
 * Returns the draft as the server wants it.
 * @param {GameCard} game @param {Mode} mode @param {Draft} draft @returns {NewTable}
 */
function newTable(game, mode, draft) {
  const options = Object.fromEntries(
    game.options.map((option, place) => [option.name, option.values[draft.options[place] ?? 0] ?? false]),
  );
  const count = seatCount(game, draft);
  const names = Array.from({ length: count }, (_, seat) => (draft.names[seat] ?? '').trim());
  return {
    game: game.id,
    options,
    seats: newSeats(mode, draft, count),
    shuffle: count === 2 && mode !== 'table' ? draft.side === RANDOM : draft.shuffle,
    time: draft.time,
    public: mode === 'invite' && draft.public,
    name: mode === 'table' ? '' : current().name.trim(),
    ...(mode === 'table' && names.some(Boolean) ? { names } : {}),
  };
}

/**
 * @param {GameCard} game @param {Mode} mode @param {Draft} draft
 * @param {HTMLButtonElement} submit @param {HTMLElement} alert
 */
async function start(game, mode, draft, submit, alert) {
  submit.disabled = true;
  alert.textContent = '';
  remember(game, mode, draft);
  try {
    go(`/t/${await createTable(newTable(game, mode, draft))}`);
  } catch (error) {
    alert.textContent = sentenceOf(errorText(error));
    submit.disabled = false;
  }
}
