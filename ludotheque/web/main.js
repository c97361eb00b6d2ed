/** The page: a header, and below it the screen of the present address. */

import { setPace } from './board/motion.js';
import { ApiError, SLOW, errorText } from './lib/api.js';
import { fill, h } from './lib/dom.js';
import { wantedLanguage } from './lib/languages.js';
import { getProgram } from './lib/reach.js';
import { SITE } from './lib/root.js';
import { listen, loadScreen, refresh, renderWith } from './lib/router.js';
import { applyTheme, current, watch } from './lib/settings.js';
import { language, loadTexts, sentenceOf, t } from './lib/texts.js';
import { region } from './ui/announce.js';
import { makeHeader } from './ui/header.js';

/**
 * @import {ScreenView} from './lib/router.js'
 */

const skip = h('a', { class: 'skip', href: '#content' });
const header = makeHeader();
const content = h('main', { id: 'content', tabIndex: -1 });
const footer = h('footer', { class: 'foot' });
let visits = 0;
let leave = () => {};

/** Loads the texts and the screen at the same time. @returns {Promise<ScreenView>} */
async function open() {
  const [found] = await Promise.all([loadScreen(location), loadTexts()]);
  return found ? found.screen.show(found.value) : failure(t('errors.title'), t('errors.address'));
}

/**
 * A sentence, and links to go on.
 * @param {string} title @param {string} text @param {boolean} [retry] @returns {ScreenView}
 */
function failure(title, text, retry = false) {
  const node = h(
    'section',
    { class: 'card failure' },
    h('h1', null, title),
    h('p', null, text),
    h(
      'p',
      { class: 'row' },
      retry && h('button', { type: 'button', class: 'button', onclick: refresh }, t('errors.again')),
      h('a', { class: 'button primary', href: '/' }, t('errors.home')),
    ),
  );
  return { title, node };
}

/** @param {unknown} error @returns {ScreenView} */
function failed(error) {
  if (!(error instanceof ApiError)) console.error(error);
  const status = error instanceof ApiError ? error.status : 0;
  const title = t(status === 404 ? 'errors.title' : 'errors.failed');
  return failure(title, sentenceOf(errorText(error)), status === 0 || status >= 500);
}

/** @param {boolean} moved whether the reader came here from another screen; then the focus follows */
async function render(moved) {
  visits += 1;
  const visit = visits;
  leave();
  leave = () => {};
  content.setAttribute('aria-busy', 'true');
  const wait = () => visit === visits && fill(content, h('p', { class: 'card', role: 'status' }, t('site.slow')));
  const waiting = setTimeout(wait, SLOW);
  const view = await open().catch(failed);
  clearTimeout(waiting);
  if (visit !== visits) {
    view.leave?.();
    return;
  }
  leave = view.leave ?? leave;
  show(view, moved);
}

/** @param {ScreenView} view @param {boolean} moved */
function show(view, moved) {
  document.title = view.title ? `${view.title} – ${t('site.name')}` : t('site.name');
  skip.textContent = t('site.skip');
  header.update();
  fill(content, view.node);
  fill(footer, h('p', null, t('site.foot')));
  content.removeAttribute('aria-busy');
  dispatchEvent(new Event('ludotheque-shown'));
  if (scrollToHash() || !moved) return;
  scrollTo(0, 0);
  const heading = content.querySelector('h1') ?? content;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Goes to the place that the address names, if the screen has it. */
function scrollToHash() {
  const place = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
  if (!place) return false;
  place.tabIndex = -1;
  place.scrollIntoView();
  place.focus({ preventScroll: true });
  return true;
}

document.body.append(skip, header.element, content, footer, region);
/** How much longer motion takes, by the reader's choice. */
const PACES = { slow: 2, normal: 1, fast: 0.5, none: 0 };

function applySettings() {
  applyTheme();
  setPace(PACES[current().speed]);
}

applySettings();
watch(() => {
  applySettings();
  header.update();
  if (wantedLanguage() !== language()) refresh();
});
renderWith(render);
listen();
void render(false).then(finishStart).catch(() => {}); // the reader has left, or the network has gone

/** What can wait until the first screen is there. Without a server, the program in this browser answers from then on. */
async function finishStart() {
  const { keepForOffline } = await import('./lib/offline.js');
  if (SITE) {
    const { followTextLinks } = await import('./lib/download.js');
    followTextLinks();
    await (await getProgram()).ready;
  }
  await keepForOffline();
}
