/** The rules of a game: chapters with live figures, then every ruling with its own address. */

import { get } from '../../lib/api.js';
import { button, h } from '../../lib/dom.js';
import { pick, t } from '../../lib/texts.js';
import { chapter, onThisPage, printable } from '../../ui/chapters.js';
import { firstGameButton } from '../../ui/first-game.js';

/**
 * @import {ExplainedRuling, Guide} from '../../lib/types.js'
 */

/** @param {string} game @returns {Promise<import('../../lib/router.js').ScreenView>} */
export async function show(game) {
  const guide = /** @type {Guide} */ (await get(`/api/games/${game}/guide`));
  const title = t('rules.title', { game: pick(guide.title) });
  const node = h(
    'article',
    { class: 'chapters rules' },
    h('header', { class: 'chapters-head' }, h('h1', null, title), h('p', { class: 'credit' }, facts(guide))),
    h('p', { class: 'goal' }, pick(guide.goal)),
    contents(guide),
    nextSteps(guide),
    guide.sections.map((section) => chapter(section, guide.boards)),
    guide.balance &&
      h('section', { class: 'chapter', id: 'balance' }, h('h2', null, t('rules.balance')), h('p', null, pick(guide.balance))),
    rulings(guide.rulings),
    nextSteps(guide),
  );
  return { title, node, leave: printable(node, guide) };
}

/** @param {Guide} guide */
function facts(guide) {
  const players = [...new Set([guide.players[0], guide.players.at(-1)])].join('–');
  const parts = [pick(guide.credit), t('home.players', { count: players }), t('home.minutes', { count: guide.minutes })];
  return parts.join(' · ');
}

/** @param {Guide} guide */
function nextSteps({ id: game, extras }) {
  return h(
    'div',
    { class: 'row next-steps' },
    extras.includes('lessons') && h('a', { class: 'button primary', href: `/learn/${game}` }, t('rules.learn')),
    extras.includes('puzzles') && h('a', { class: 'button', href: `/puzzles/${game}` }, t('puzzles.link')),
    extras.includes('first_game') && firstGameButton(game),
    h('a', { class: 'button', href: `/new/${game}?mode=computer` }, t('rules.play')),
    extras.includes('strategy') && h('a', { class: 'button', href: `/strategy/${game}` }, t('strategy.notes')),
    extras.includes('origins') && h('a', { class: 'button', href: `/origins/${game}` }, t('origins.page')),
    h('a', { class: 'button', href: `/print/${game}` }, t('print.link')),
    button(t('rules.print'), () => print(), 'quiet'),
  );
}

/** @param {Guide} guide */
function contents(guide) {
  /** @type {[string, string][]} */
  const entries = guide.sections.map((section) => [section.id, pick(section.title)]);
  if (guide.balance) entries.push(['balance', t('rules.balance')]);
  return onThisPage([...entries, ['rulings', t('rules.rulings')]]);
}

/** @param {ExplainedRuling[]} rulings */
function rulings(rulings) {
  return h(
    'section',
    { class: 'chapter', id: 'rulings' },
    h('h2', null, t('rules.rulings')),
    h('p', { class: 'lead' }, t('rules.lead')),
    h(
      'ol',
      { class: 'rulings' },
      rulings.map((ruling) =>
        h(
          'li',
          { id: ruling.id },
          h('a', { class: 'number', href: `#${ruling.id}` }, ruling.id),
          h(
            'div',
            null,
            h('p', null, pick(ruling.text)),
            ruling.why && h('p', { class: 'why' }, h('strong', null, t('rules.why')), ' ', pick(ruling.why)),
          ),
        ),
      ),
    ),
  );
}
