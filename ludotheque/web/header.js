/** The bar above every screen: the way home, and the switches for language, theme and sound. */

import { announce } from './announce.js';
import { fill, h, icon } from './dom.js';
import { change, current, language } from './settings.js';
import { t } from './texts.js';

/** @typedef {import('./settings.js').Theme} Theme */

/** @type {Theme[]} */
const THEMES = ['auto', 'light', 'dark'];

/** Built once and kept, so that a switch that was pressed keeps the focus. */
export function makeHeader() {
  const home = h('a', { class: 'brand', href: '/' });
  const languages = [speak('fr', 'FR'), speak('en', 'EN')];
  const tongue = h('div', { class: 'tongue', role: 'group' }, languages);
  const theme = h('button', { type: 'button', class: 'switch', onclick: nextTheme });
  const sound = h('button', { type: 'button', class: 'switch', onclick: () => change({ sound: !current().sound }) });
  const element = h('header', { class: 'head' }, home, h('div', { class: 'switches' }, tongue, theme, sound));

  function update() {
    fill(home, emblem(), h('span', null, t('site.name')));
    tongue.setAttribute('aria-label', t('site.language'));
    for (const one of languages) one.setAttribute('aria-pressed', String(one.lang === language()));
    label(theme, current().theme, t(`site.theme_${current().theme}`));
    label(sound, current().sound ? 'sound' : 'silent', t('site.sound'));
    sound.setAttribute('aria-pressed', String(current().sound));
  }
  return { element, update };
}

function emblem() {
  return h('img', { src: '/web/favicon.svg', alt: '', width: 28, height: 28 });
}

/** @param {import('./types.js').Language} code @param {string} short */
function speak(code, short) {
  const full = code === 'fr' ? 'Français' : 'English';
  return h(
    'button',
    { type: 'button', class: 'switch', lang: code, title: full, onclick: () => change({ language: code }) },
    h('span', { 'aria-hidden': 'true' }, short),
    h('span', { class: 'for-ears' }, full),
  );
}

/** @param {HTMLButtonElement} button @param {string} picture @param {string} words */
function label(button, picture, words) {
  button.title = words;
  button.setAttribute('aria-label', words);
  fill(button, icon(picture));
}

function nextTheme() {
  const theme = THEMES[(THEMES.indexOf(current().theme) + 1) % THEMES.length] ?? 'auto';
  change({ theme });
  announce(t(`site.theme_${theme}`));
}
