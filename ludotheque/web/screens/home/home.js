/** The start page: the games, and the tables that you can go on with or join. */

import { get, getGames } from '../../lib/api.js';
import { h, refill } from '../../lib/dom.js';
import { learned } from '../../lib/progress.js';
import { formatList, pick, t } from '../../lib/texts.js';
import { timeText } from '../../ui/time.js';

/**
 * @import {GameCard, Summary} from '../../lib/types.js'
 */

/** The number of games whose pictures are likely in sight at first. */
const FIRST_ROW = 2;
/** How many finished games are listed. */
const MAX_FINISHED = 5;
/** Milliseconds between two updates of the lists. */
const INTERVAL = 20_000;

/** @returns {Promise<import('../../lib/router.js').ScreenView>} */
export async function show() {
  const above = h('div', { class: 'lists' });
  const below = h('div', { class: 'lists' });
  const [{ games }] = await Promise.all([getGames(), updateLists(above, below)]);
  const update = () => void (document.visibilityState === 'visible' && updateLists(above, below));
  const timer = setInterval(update, INTERVAL);
  document.addEventListener('visibilitychange', update);
  const node = h(
    'div',
    { class: 'home' },
    h(
      'div',
      { class: 'welcome' },
      h('h1', null, t('home.title', { count: games.length })),
      h('p', null, t('home.lead')),
    ),
    above,
    h('h2', { class: 'visually-hidden' }, t('home.games')),
    h(
      'ul',
      { class: 'games' },
      games.map((game, place) => h('li', null, card(game, place >= FIRST_ROW))),
    ),
    below,
  );
  const leave = () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', update);
  };
  return { title: '', node, leave };
}

/**
 * Draws the lists of tables as they are now. Lists without a change are left alone.
 * @param {HTMLElement} above @param {HTMLElement} below
 */
async function updateLists(above, below) {
  const [mine, open] = await Promise.all([tables('/api/mine'), tables('/api/open')]);
  const drawn = JSON.stringify([mine, open]);
  if (above.dataset.drawn === drawn) return;
  above.dataset.drawn = drawn;
  const running = mine
    .filter((table) => table.phase !== 'over')
    .sort((a, b) => Number(b.your_turn) - Number(a.your_turn));
  const over = mine.filter((table) => table.phase === 'over').slice(0, MAX_FINISHED);
  const joinable = open.filter((table) => table.mine.length === 0);
  refill(above, [section(t('home.mine'), running, runningRow)]);
  refill(below, [section(t('home.open'), joinable, openRow), section(t('home.over'), over, finishedRow)]);
}

/** Without these lists the games are still worth showing. @param {string} path @returns {Promise<Summary[]>} */
async function tables(path) {
  const answer = /** @type {{ tables: Summary[] } | null} */ (await get(path).catch(() => null));
  return answer?.tables ?? [];
}

/** @param {GameCard} game @param {boolean} below whether the picture is likely out of sight at first */
function card(game, below) {
  const title = pick(game.title);
  const picture = h('img', {
    src: `/api/games/${game.id}/portrait.svg`,
    alt: '',
    width: 400,
    height: 400,
    loading: below ? 'lazy' : 'eager',
    decoding: 'async',
  });
  /** @param {string} mode @param {string} kind */
  const playLink = (mode, kind) =>
    h(
      'a',
      { class: `button ${kind}`.trim(), href: `/new/${game.id}?mode=${mode}` },
      t(`home.${mode}`),
      h('span', { class: 'visually-hidden' }, ` – ${title}`),
    );
  /** @param {string} page @param {string} text */
  const link = (page, text) => [
    ' · ',
    h('a', { href: `/${page}/${game.id}` }, text, h('span', { class: 'visually-hidden' }, ` – ${title}`)),
  ];
  return h(
    'article',
    { class: 'card game' },
    h('a', { class: 'portrait', href: `/new/${game.id}?mode=computer`, tabIndex: -1, 'aria-hidden': 'true' }, picture),
    h('h3', null, title),
    h('p', { class: 'tagline' }, pick(game.tagline)),
    h(
      'p',
      { class: 'facts' },
      facts(game),
      link('rules', t('home.rules')),
      game.extras.includes('puzzles') && link('puzzles', t('home.puzzles')),
      game.extras.includes('strategy') && link('strategy', t('strategy.link')),
      link('study', t('study.link')),
    ),
    h('div', { class: 'play-links' }, playLink('computer', 'primary'), playLink('table', ''), playLink('invite', '')),
    lessonsLink(game),
  );
}

/** The link to the lessons, and how many are done. @param {GameCard} game */
function lessonsLink(game) {
  const done = Math.min(learned(game.id).length, game.lessons);
  const key = done === 0 ? 'learn' : done < game.lessons ? 'learn_on' : 'learn_again';
  return h(
    'p',
    { class: 'lessons-link' },
    h('a', { href: `/learn/${game.id}` }, t(`home.${key}`), h('span', { class: 'visually-hidden' }, ` – ${pick(game.title)}`)),
    done > 0 && h('span', null, t('home.learned', { done, all: game.lessons })),
  );
}

/** @param {GameCard} game */
function facts(game) {
  const players = [...new Set([game.players[0], game.players.at(-1)])].join('–');
  return `${t('home.players', { count: players })} · ${t('home.minutes', { count: game.minutes })}`;
}

/** @param {string} title @param {Summary[]} tables @param {(table: Summary) => HTMLElement} row */
function section(title, tables, row) {
  if (!tables.length) return null;
  return h(
    'section',
    { class: 'tables' },
    h('h2', null, title),
    h(
      'ul',
      null,
      tables.map((table) => h('li', null, row(table))),
    ),
  );
}

/** @param {Summary} table @param {string} state @param {string} label @param {string} kind @param {string} [path] */
function row(table, state, label, kind, path = `/t/${table.id}`) {
  const title = pick(table.title);
  return h(
    'a',
    { class: `table-row ${kind}`, href: path },
    h('img', { src: `/api/games/${table.game}/portrait.svg`, alt: '', width: 56, height: 56, loading: 'lazy' }),
    h('span', { class: 'what' }, h('strong', null, title), ' ', h('span', { class: 'who' }, playerNames(table))),
    h('span', { class: 'how' }, state),
    h('span', { class: 'button small' }, label),
  );
}

/** @param {Summary} table */
function playerNames(table) {
  const alone = table.mine.length === 1;
  const names = table.names.map((name, seat) => {
    if (name) return name;
    if (alone && table.mine.includes(seat)) return t('players.you');
    return table.phase === 'open' && !table.mine.includes(seat) ? t('home.free_seat') : pick(table.sides[seat]);
  });
  return formatList(names);
}

/** @param {Summary} table */
function runningRow(table) {
  if (table.phase === 'open') return row(table, t('home.waiting'), t('home.see'), 'open');
  return table.your_turn
    ? row(table, t('home.your_turn'), t('home.play_on'), 'yours')
    : row(table, t('home.their_turn'), t('home.see'), 'theirs');
}

/** @param {Summary} table */
function openRow(table) {
  return row(table, timeText(table.time), t('home.join'), 'open');
}

/** @param {Summary} table */
function finishedRow(table) {
  return row(table, pick(table.result), t('home.look'), 'over', `/replay/${table.id}`);
}
