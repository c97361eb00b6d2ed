/** The page: one header, and a screen for each kind of address. */

import { region } from './announce.js';
import { ApiError, wordsOf } from './api.js';
import { fill, h } from './dom.js';
import { makeHeader } from './header.js';
import { listen, refresh, showWith } from './navigate.js';
import { language, watch, wearTheme } from './settings.js';
import { loadTexts, t, whole } from './texts.js';

/**
 * What a screen gives back: its title, its content, and what to do when it is left.
 * @typedef {{ title: string, node: HTMLElement, leave?: () => void }} Shown
 * @typedef {{ show: (name: string) => Promise<Shown> }} Screen
 */

/** Screens are loaded when first needed: whoever looks at the shelf does not fetch the table. */
/** @type {[RegExp, () => Promise<Screen>][]} */
const SCREENS = [
  [/^\/$/, () => import('./home.js')],
  [/^\/new\/([\w-]+)\/?$/, () => import('./setup.js')],
  [/^\/t\/([\w-]+)\/?$/, () => import('./table.js')],
  [/^\/rules\/([\w-]+)\/?$/, () => import('./rules.js')],
  [/^\/learn\/([\w-]+)\/?$/, () => import('./learn.js')],
  [/^\/strategy\/([\w-]+)\/?$/, () => import('./strategy.js')],
  [/^\/puzzles\/([\w-]+)\/?$/, () => import('./puzzles.js')],
  [/^\/replay\/([\w-]+)\/?$/, () => import('./replay.js')],
  [/^\/study\/([\w-]+)\/?$/, () => import('./study.js')],
];

const skip = h('a', { class: 'skip', href: '#content' });
const header = makeHeader();
const content = h('main', { id: 'content', tabIndex: -1 });
const footer = h('footer', { class: 'foot' });
let visits = 0;
let leave = () => {};

/** @returns {Promise<Shown>} */
async function find() {
  for (const [pattern, load] of SCREENS) {
    const found = pattern.exec(location.pathname);
    if (found) return (await load()).show(found[1] ?? '');
  }
  return lost(t('errors.address'));
}

/** A sentence and a way home. @param {string} words @param {boolean} [again] @returns {Shown} */
function lost(words, again = false) {
  const title = t('errors.title');
  const node = h(
    'section',
    { class: 'card lost' },
    h('h1', null, title),
    h('p', null, words),
    h(
      'p',
      { class: 'row' },
      again && h('button', { type: 'button', class: 'button', onclick: refresh }, t('errors.again')),
      h('a', { class: 'button primary', href: '/' }, t('errors.home')),
    ),
  );
  return { title, node };
}

/** @param {unknown} error @returns {Shown} */
function trouble(error) {
  if (!(error instanceof ApiError)) console.error(error);
  const words = whole(wordsOf(error));
  return lost(words, !(error instanceof ApiError) || error.status === 0 || error.status >= 500);
}

/** @param {boolean} moved whether the reader came here from another screen: then the focus follows */
async function render(moved) {
  visits += 1;
  const visit = visits;
  leave();
  leave = () => {};
  content.setAttribute('aria-busy', 'true');
  const shown = await loadTexts().then(find).catch(trouble);
  if (visit !== visits) {
    shown.leave?.();
    return;
  }
  leave = shown.leave ?? leave;
  dress(shown, moved);
}

/** @param {Shown} shown @param {boolean} moved */
function dress(shown, moved) {
  document.title = shown.title ? `${shown.title} – ${t('site.name')}` : t('site.name');
  skip.textContent = t('site.skip');
  header.update();
  fill(content, shown.node);
  fill(footer, h('p', null, t('site.foot')));
  content.removeAttribute('aria-busy');
  dispatchEvent(new Event('ludotheque-shown'));
  if (aim() || !moved) return;
  scrollTo(0, 0);
  const heading = content.querySelector('h1') ?? content;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Go to the place that the address names, if the screen has it. */
function aim() {
  const place = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
  if (!place) return false;
  place.tabIndex = -1;
  place.scrollIntoView();
  place.focus({ preventScroll: true });
  return true;
}

document.body.append(skip, header.element, content, footer, region);
wearTheme();
let spoken = language();
watch(() => {
  wearTheme();
  header.update();
  if (language() !== spoken) refresh();
  spoken = language();
});
showWith(render);
listen();
render(false);
