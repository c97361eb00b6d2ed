/** Where a game comes from: people, what is known and what is not, the source of every option, what was left open. */

import { get } from '../../lib/api.js';
import { h } from '../../lib/dom.js';
import { pick, t } from '../../lib/texts.js';
import { onThisPage } from '../../ui/chapters.js';

/**
 * @import {Origins, Text} from '../../lib/types.js'
 */

/** @param {string} game @returns {Promise<import('../../lib/router.js').ScreenView>} */
export async function show(game) {
  const page = /** @type {Origins} */ (await get(`/api/games/${game}/origins`));
  const title = t('origins.title', { game: pick(page.title) });
  const chapters = [
    chapter('known', paragraphs(page.known)),
    chapter('unknown', paragraphs(page.unknown)),
    chapter('options', page.options.map(option)),
    chapter('settled', [h('p', { class: 'lead' }, t('origins.settled_lead')), questions(page)]),
  ].filter((found) => found !== null);
  const node = h(
    'article',
    { class: 'chapters origins' },
    h('header', { class: 'chapters-head' }, h('h1', null, title)),
    h('p', { class: 'goal' }, pick(page.lead)),
    facts(page),
    onThisPage(chapters.map(({ id }) => [id, t(`origins.${id}`)])),
    chapters,
    nextSteps(page),
  );
  return { title, node };
}

/** @param {string} id @param {HTMLElement[]} parts */
function chapter(id, parts) {
  if (!parts.length) return null;
  return h('section', { class: 'chapter', id }, h('h2', null, t(`origins.${id}`)), parts);
}

/** @param {readonly Text[]} texts */
function paragraphs(texts) {
  return texts.map((text) => h('p', null, pick(text)));
}

/** @param {Origins} page */
function facts(page) {
  const rows = Object.entries(page.facts).flatMap(([name, fact]) => [
    h('dt', null, t(`origins.${name}`)),
    h('dd', null, pick(fact)),
  ]);
  return h('dl', { class: 'origin-facts' }, rows);
}

/** @param {Origins['options'][number]} option */
function option({ label, text, values }) {
  return h(
    'div',
    { class: 'origin' },
    h('h3', null, pick(label)),
    h(
      'ul',
      { class: 'sources' },
      values.map((value) =>
        h('li', null, h('strong', null, pick(value.label)), ' – ', h('span', null, t(`origins.source_${value.source}`))),
      ),
    ),
    h('p', null, pick(text)),
  );
}

/** @param {Origins} page */
function questions(page) {
  return h(
    'ul',
    { class: 'questions' },
    page.settled.map(({ ruling, question, why }) =>
      h(
        'li',
        { class: 'origin' },
        h('h3', null, pick(question)),
        h('p', null, pick(why)),
        h('p', null, h('a', { href: `/rules/${page.id}#${ruling}` }, t('origins.ruling', { ruling }))),
      ),
    ),
  );
}

/** @param {Origins} page */
function nextSteps({ id: game, extras }) {
  return h(
    'p',
    { class: 'row next-steps' },
    h('a', { class: 'button primary', href: `/new/${game}?mode=computer` }, t('rules.play')),
    h('a', { class: 'button', href: `/rules/${game}` }, t('strategy.rules')),
    extras.includes('strategy') && h('a', { class: 'button', href: `/strategy/${game}` }, t('strategy.notes')),
    h('a', { class: 'button', href: `/print/${game}` }, t('print.link')),
  );
}
