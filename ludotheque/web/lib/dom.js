/** Creates elements. Children are text or nodes, never markup, so that no player's text becomes HTML. */

import { pictureAt } from './reach.js';
import { at } from './root.js';

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Creates an element with its properties and children. `on<event>` adds a listener. `class` and names with a dash are
 * attributes. All other names are properties, so that `textContent`, `value`, `hidden` and `htmlFor` work as in the DOM.
 * `href` and `src` are paths of ours, as `at` takes them.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown> | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) setProperty(element, name, value);
  element.append(...nodes(children));
  return element;
}

/** @param {HTMLElement} element @param {string} name @param {unknown} value */
function setProperty(element, name, value) {
  if (value === undefined || value === null) return;
  if (typeof value === 'string' && name === 'href') value = at(value);
  if (typeof value === 'string' && name === 'src') {
    void showPicture(element, value);
    return;
  }
  if (typeof value === 'function' && name.startsWith('on')) {
    element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  } else if (name in element && !name.includes('-')) {
    /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (element))[name] = value;
  } else if (value !== false) {
    element.setAttribute(name, value === true ? '' : String(value));
  }
}

/** A picture that nobody can draw leaves its place empty. @param {HTMLElement} element @param {string} path */
async function showPicture(element, path) {
  const found = pictureAt(path);
  const address = typeof found === 'string' ? found : await found.catch(() => '');
  if (address.startsWith('blob:')) element.addEventListener('load', () => URL.revokeObjectURL(address), { once: true });
  if (address) element.setAttribute('src', address);
}

/**
 * Replaces the children of an element.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
}

/**
 * Does the same as `fill` and keeps the focus on the button with the same label. If there is none, it calls `elsewhere`.
 * @param {Element} element @param {(Child | Child[])[]} children @param {() => void} [elsewhere]
 */
export function refill(element, children, elsewhere = () => {}) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  fill(element, ...children);
  if (!focused) return;
  const same = [...element.querySelectorAll('button, a')].find((one) => one.textContent === focused.textContent);
  if (same instanceof HTMLElement) same.focus({ preventScroll: true });
  else elsewhere();
}

/** @param {(Child | Child[])[]} children @returns {(Node | string)[]} */
function nodes(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false && child !== '')
    .map((child) => (child instanceof Node ? child : String(child)));
}

/** Outlines on a 24×24 grid. @type {Record<string, string>} */
const ICONS = {
  first: 'M18 5l-9 7 9 7zM6 5v14',
  back: 'M17 5l-10 7 10 7z',
  on: 'M7 5l10 7-10 7z',
  last: 'M6 5l9 7-9 7zM18 5v14',
  play: 'M5 3l15 9-15 9z',
  pause: 'M7 4v16M17 4v16',
  auto: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18',
  light:
    'M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1 1M18 18l1 1M5 19l1-1M18 6l1-1',
  dark: 'M20.5 14.5A9 9 0 0 1 9.5 3.5a9 9 0 1 0 11 11z',
  sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  silent: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9.5l5 5M20.5 9.5l-5 5',
  flip: 'M8 20V5M4.5 8.5 8 5l3.5 3.5M16 4v15M12.5 15.5 16 19l3.5-3.5',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2',
  settings:
    'M4 7h8M18 7h2M15 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM4 17h2M12 17h8M9 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  turn: 'M8 5l9 7-9 7z',
  check: 'M5 12.5 10 17.5 19.5 7',
};

const SVG = 'http://www.w3.org/2000/svg';

/** An icon, which screen readers skip. @param {string} name */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', `icon icon-${name}`);
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ICONS[name] ?? '');
  svg.append(path);
  return svg;
}

/**
 * A button. Its kind is a class: `primary`, `quiet`, `danger` or none.
 * @param {string} label @param {() => void} act @param {string} [kind]
 */
export function button(label, act, kind = '') {
  return h('button', { type: 'button', class: `button ${kind}`.trim(), onclick: act }, label);
}

/**
 * A small round button with an icon. Without an action it is disabled, but keeps its place and its focus.
 * @param {string} name @param {string} label @param {(() => void) | null} act @param {string} [kind]
 */
export function iconButton(name, label, act, kind = 'small') {
  const element = h(
    'button',
    { type: 'button', class: `button ${kind} round`, title: label, 'aria-label': label, onclick: () => act?.() },
    icon(name),
  );
  if (!act) element.setAttribute('aria-disabled', 'true');
  return element;
}

let lastNumber = 0;

/** Returns an id that no other element on the page has. @param {string} stem */
export function freshId(stem) {
  lastNumber += 1;
  return `${stem}-${lastNumber}`;
}
