/** The bar above every screen: a link home, and switches for language, theme and sound. */

import { fill, h, icon } from '../lib/dom.js';
import { languages, wantedLanguage } from '../lib/languages.js';
import { change, current } from '../lib/settings.js';
import { t } from '../lib/texts.js';
import { announce } from './announce.js';

/**
 * @import {Theme} from '../lib/settings.js'
 */

/** @type {Theme[]} */
const THEMES = ['auto', 'light', 'dark'];

/** More languages than this are offered as a list, which takes the same room for any number of them. */
const MAX_LANGUAGE_BUTTONS = 2;

/** The header is built once and kept, so that a pressed switch keeps the focus. */
export function makeHeader() {
  const home = h('a', { class: 'brand', href: '/' });
  const chooser = languageSwitch();
  const theme = h('button', { type: 'button', class: 'switch', onclick: nextTheme });
  const sound = h('button', { type: 'button', class: 'switch', onclick: () => change({ sound: !current().sound }) });
  const element = h('header', { class: 'head' }, home, h('div', { class: 'switches' }, chooser.element, theme, sound));

  function update() {
    fill(home, logo(), h('span', null, t('site.name')));
    chooser.update();
    label(theme, current().theme, t(`site.theme_${current().theme}`));
    label(sound, current().sound ? 'sound' : 'silent', t('site.sound'));
    sound.setAttribute('aria-pressed', String(current().sound));
  }
  return { element, update };
}

function logo() {
  return h('img', { src: '/web/favicon.svg', alt: '', width: 28, height: 28 });
}

/** Buttons for two languages, a list for more. Its content is made when the languages are known. */
function languageSwitch() {
  const element = h('div', { class: 'languages', role: 'group' });
  /** @type {(wanted: string) => void} */
  let select = () => {};

  function build() {
    if (languages().length > MAX_LANGUAGE_BUTTONS) {
      const list = languageList();
      fill(element, list);
      select = (wanted) => (list.value = wanted);
    } else {
      const buttons = languages().map(languageButton);
      fill(element, buttons);
      select = (wanted) => buttons.forEach((one) => one.setAttribute('aria-pressed', String(one.lang === wanted)));
    }
  }

  function update() {
    if (!element.firstChild) build();
    element.setAttribute('aria-label', t('site.language'));
    element.querySelector('select')?.setAttribute('aria-label', t('site.language'));
    select(wantedLanguage());
  }
  return { element, update };
}

/** @param {{ code: string, name: string }} language */
function languageButton({ code, name }) {
  return h(
    'button',
    { type: 'button', class: 'switch', lang: code, title: name, onclick: () => change({ language: code }) },
    h('span', { 'aria-hidden': 'true' }, code.toUpperCase()),
    h('span', { class: 'visually-hidden' }, name),
  );
}

function languageList() {
  const options = languages().map(({ code, name }) => h('option', { value: code, lang: code }, name));
  const list = h('select', { onchange: () => change({ language: list.value }) }, options);
  return list;
}

/** @param {HTMLButtonElement} button @param {string} picture @param {string} text */
function label(button, picture, text) {
  button.title = text;
  button.setAttribute('aria-label', text);
  fill(button, icon(picture));
}

function nextTheme() {
  const theme = THEMES[(THEMES.indexOf(current().theme) + 1) % THEMES.length] ?? 'auto';
  change({ theme });
  announce(t(`site.theme_${theme}`));
}
