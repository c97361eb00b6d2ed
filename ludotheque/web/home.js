/** The start page: the games on the shelf, and the tables where one sits or may sit down. */

import { games, get } from './api.js';
import { h, refill } from './dom.js';
import { learned } from './progress.js';
import { listed, pick, t } from './texts.js';
import { timeWords } from './clock.js';

/**
 * @typedef {import('./types.js').GameCard} GameCard
 * @typedef {import('./types.js').Summary} Summary
 */

const FIRST_ROW = 2;
const RECENT = 5;

/** How often the lists are asked for again while somebody looks at them. */
const EVERY = 20_000;

/** @returns {Promise<import('./main.js').Shown>} */
export async function show() {
  const above = h('div', { class: 'lists' });
  const below = h('div', { class: 'lists' });
  const [shelf] = await Promise.all([games(), renew(above, below)]);
  const again = () => void (document.visibilityState === 'visible' && renew(above, below));
  const timer = setInterval(again, EVERY);
  document.addEventListener('visibilitychange', again);
  const node = h(
    'div',
    { class: 'home' },
    h(
      'div',
      { class: 'welcome' },
      h('h1', null, t('home.title', { count: shelf.games.length })),
      h('p', null, t('home.lead')),
    ),
    above,
    h('h2', { class: 'for-ears' }, t('home.shelf')),
    h(
      'ul',
      { class: 'shelf' },
      shelf.games.map((game, place) => h('li', null, card(game, place >= FIRST_ROW))),
    ),
    below,
  );
  const leave = () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', again);
  };
  return { title: '', node, leave };
}

/**
 * The tables as they are now; lists that did not change are left alone.
 * @param {HTMLElement} above @param {HTMLElement} below
 */
async function renew(above, below) {
  const [mine, open] = await Promise.all([tables('/api/mine'), tables('/api/open')]);
  const told = JSON.stringify([mine, open]);
  if (above.dataset.told === told) return;
  above.dataset.told = told;
  const going = mine
    .filter((table) => table.phase !== 'over')
    .sort((a, b) => Number(b.your_turn) - Number(a.your_turn));
  const over = mine.filter((table) => table.phase === 'over').slice(0, RECENT);
  const elsewhere = open.filter((table) => table.mine.length === 0);
  refill(above, [section(t('home.mine'), going, goingOn)]);
  refill(below, [section(t('home.open'), elsewhere, joinable), section(t('home.over'), over, finished)]);
}

/** Without these lists the shelf is still worth showing. @param {string} path @returns {Promise<Summary[]>} */
async function tables(path) {
  const answer = /** @type {{ tables: Summary[] } | null} */ (await get(path).catch(() => null));
  return answer?.tables ?? [];
}

/** @param {GameCard} game @param {boolean} below whether the picture is likely below the fold */
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
  const way = (mode, kind) =>
    h(
      'a',
      { class: `button ${kind}`.trim(), href: `/new/${game.id}?mode=${mode}` },
      t(`home.${mode}`),
      h('span', { class: 'for-ears' }, ` – ${title}`),
    );
  /** @param {string} page @param {string} words */
  const link = (page, words) => [
    ' · ',
    h('a', { href: `/${page}/${game.id}` }, words, h('span', { class: 'for-ears' }, ` – ${title}`)),
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
    h('div', { class: 'ways' }, way('computer', 'primary'), way('table', ''), way('invite', '')),
    learnWay(game),
  );
}

/** The way to the lessons, and how far one came. @param {GameCard} game */
function learnWay(game) {
  const done = Math.min(learned(game.id).length, game.lessons);
  const key = done === 0 ? 'learn' : done < game.lessons ? 'learn_on' : 'learn_again';
  return h(
    'p',
    { class: 'learn-way' },
    h('a', { href: `/learn/${game.id}` }, t(`home.${key}`), h('span', { class: 'for-ears' }, ` – ${pick(game.title)}`)),
    done > 0 && h('span', null, t('home.learned', { done, all: game.lessons })),
  );
}

/** @param {GameCard} game */
function facts(game) {
  const players = [...new Set([game.players[0], game.players.at(-1)])].join('–');
  return `${t('home.players', { count: players })} · ${t('home.minutes', { count: game.minutes })}`;
}

/** @param {string} title @param {Summary[]} found @param {(table: Summary) => HTMLElement} line */
function section(title, found, line) {
  if (!found.length) return null;
  return h(
    'section',
    { class: 'tables' },
    h('h2', null, title),
    h(
      'ul',
      null,
      found.map((table) => h('li', null, line(table))),
    ),
  );
}

/** @param {Summary} table @param {string} state @param {string} label @param {string} kind @param {string} [path] */
function row(table, state, label, kind, path = `/t/${table.id}`) {
  const title = pick(table.title);
  return h(
    'a',
    { class: `seat-row ${kind}`, href: path },
    h('img', { src: `/api/games/${table.game}/portrait.svg`, alt: '', width: 56, height: 56, loading: 'lazy' }),
    h('span', { class: 'what' }, h('strong', null, title), ' ', h('span', { class: 'who' }, people(table))),
    h('span', { class: 'how' }, state),
    h('span', { class: 'button small' }, label),
  );
}

/** @param {Summary} table */
function people(table) {
  const alone = table.mine.length === 1;
  const names = table.names.map((name, seat) => {
    if (name) return name;
    if (alone && table.mine.includes(seat)) return t('players.you');
    return table.phase === 'open' && !table.mine.includes(seat) ? t('home.free_seat') : pick(table.sides[seat]);
  });
  return listed(names);
}

/** @param {Summary} table */
function goingOn(table) {
  if (table.phase === 'open') return row(table, t('home.waiting'), t('home.see'), 'open');
  return table.your_turn
    ? row(table, t('home.your_turn'), t('home.play_on'), 'yours')
    : row(table, t('home.their_turn'), t('home.see'), 'theirs');
}

/** @param {Summary} table */
function joinable(table) {
  return row(table, timeWords(table.time), t('home.join'), 'open');
}

/** @param {Summary} table */
function finished(table) {
  return row(table, pick(table.result), t('home.look'), 'over', `/replay/${table.id}`);
}
