/** The bar above every screen: a link home, switches for language, theme and sound, and the preferences. */

import { fill, h, icon } from '../lib/dom.js';
import { languages, wantedLanguage } from '../lib/languages.js';
import { change, CHOICES, current } from '../lib/settings.js';
import { t } from '../lib/texts.js';
import { announce } from './announce.js';
import { makePreferences } from './preferences.js';

/** More languages than this are offered as a list, which takes the same room for any number of them. */
const MAX_LANGUAGE_BUTTONS = 2;

/** The header is built once and kept, so that a pressed switch keeps the focus. */
export function makeHeader() {
  const home = h('a', { class: 'brand', href: '/' });
  const chooser = languageSwitch();
  const theme = h('button', { type: 'button', class: 'switch quick', onclick: nextTheme });
  const sound = h('button', { type: 'button', class: 'switch quick', onclick: () => change({ sound: !current().sound }) });
  const preferences = makePreferences();
  const more = h('button', { type: 'button', class: 'switch more', 'aria-haspopup': 'dialog', onclick: preferences.open });
  const switches = h('div', { class: 'switches' }, chooser.element, theme, sound, more);
  const element = h('header', { class: 'head' }, home, switches, preferences.element);

  function update() {
    fill(home, logo(), h('span', null, t('site.name')));
    chooser.update();
    label(theme, current().theme, t(`site.theme_${current().theme}`));
    label(sound, current().sound ? 'sound' : 'silent', t('site.sound'));
    sound.setAttribute('aria-pressed', String(current().sound));
    more.title = t('preferences.title');
    fill(more, icon('settings'), h('span', null, t('preferences.title')));
    preferences.update();
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
  const themes = CHOICES.theme;
  const theme = themes[(themes.indexOf(current().theme) + 1) % themes.length] ?? 'auto';
  change({ theme });
  announce(t(`site.theme_${theme}`));
}
