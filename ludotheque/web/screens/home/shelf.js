/** The games on the start page, each in its box: a lid with the title and the board, and ways to begin. */

import { h } from '../../lib/dom.js';
import { learned } from '../../lib/learned.js';
import { INVITATIONS } from '../../lib/root.js';
import { pick, t } from '../../lib/texts.js';

/**
 * @import {GameCard} from '../../lib/types.js'
 */

/** @param {GameCard} game @param {boolean} below whether the picture is likely out of sight at first */
export function gameBox(game, below) {
  const title = pick(game.title);
  /** @param {string} mode @param {string} kind */
  const playLink = (mode, kind) =>
    h(
      'a',
      { class: `button ${kind}`.trim(), href: `${mode === 'invite' ? INVITATIONS : ''}/new/${game.id}?mode=${mode}` },
      t(`home.${mode}`),
      h('span', { class: 'visually-hidden' }, ` – ${title}`),
    );
  return h(
    'article',
    { class: 'game' },
    box(game, below),
    h(
      'div',
      { class: 'label' },
      h('p', { class: 'tagline' }, pick(game.tagline)),
      h(
        'div',
        { class: 'play-links' },
        playLink('computer', 'primary'),
        playLink('table', ''),
        INVITATIONS !== null && playLink('invite', ''),
      ),
      h('p', { class: 'facts' }, facts(game)),
      links(game),
    ),
  );
}

/** The box seen from above: its lid, and the side towards you. @param {GameCard} game @param {boolean} below */
function box(game, below) {
  const picture = h('img', {
    src: `/api/games/${game.id}/portrait.svg`,
    alt: '',
    width: 400,
    height: 400,
    loading: below ? 'lazy' : 'eager',
    decoding: 'async',
  });
  const href = `/new/${game.id}?mode=computer`;
  return h(
    'div',
    { class: 'box' },
    h(
      'div',
      { class: 'lid' },
      h('h3', null, pick(game.title)),
      h('a', { class: 'portrait', href, tabIndex: -1, 'aria-hidden': 'true' }, picture),
    ),
    h('p', { class: 'side' }, game.extras.includes('origins') ? origins(game) : pick(game.credit)),
  );
}

/** The credit leads to where the game comes from. @param {GameCard} game */
function origins(game) {
  const more = h('span', { class: 'visually-hidden' }, ` – ${t('origins.page')}`);
  return h('a', { href: `/origins/${game.id}` }, pick(game.credit), more);
}

/** Links to what can be read or practised, the lessons first. @param {GameCard} game */
function links(game) {
  const done = Math.min(learned(game.id).length, game.lessons);
  const lessons = done === 0 ? 'learn' : done < game.lessons ? 'learn_on' : 'learn_again';
  /** @param {string} page @param {string} text */
  const link = (page, text) =>
    h('a', { href: `/${page}/${game.id}` }, text, h('span', { class: 'visually-hidden' }, ` – ${pick(game.title)}`));
  return h(
    'p',
    { class: 'more' },
    game.extras.includes('lessons') && h('span', { class: 'lessons-link' }, link('learn', t(`home.${lessons}`))),
    done > 0 && h('span', { class: 'done' }, t('home.learned', { done, all: game.lessons })),
    link('rules', t('home.rules')),
    game.extras.includes('puzzles') && link('puzzles', t('home.puzzles')),
    game.extras.includes('strategy') && link('strategy', t('strategy.link')),
    link('study', t('study.link')),
  );
}

/** @param {GameCard} game */
function facts(game) {
  const players = [...new Set([game.players[0], game.players.at(-1)])].join('–');
  return `${t('home.players', { count: players })} · ${t('home.minutes', { count: game.minutes })}`;
}
