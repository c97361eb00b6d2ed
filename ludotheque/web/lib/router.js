/**
 * Addresses and screens. `routes.json` lists the addresses; the server reads the same file.
 *
 * A screen is a folder `screens/<name>` with a script and styles of that name.
 */

import { get } from './api.js';
import { at, below } from './root.js';
import { loadStyles } from './styles.js';

/**
 * @import {Route} from './types.js'
 *
 * The content of a screen: its title, its element, and what to do when the reader leaves it.
 * @typedef {{ title: string, node: HTMLElement, leave?: () => void }} ScreenView
 * @typedef {{ show: (value: string) => Promise<ScreenView> }} Screen   `value` is what stands in the route's braces
 */

/** @type {Route[] | null} */
let routes = null;

/**
 * Loads the screen of an address, or returns null where there is none.
 * @param {{ pathname: string, search: string }} address
 */
export async function loadScreen({ pathname, search }) {
  routes ??= /** @type {Route[]} */ (await get('/web/routes.json'));
  const path = below(pathname, search);
  const found = path === null ? null : matchRoute(routes, path);
  if (!found) return null;
  const folder = `/web/screens/${found.screen}/${found.screen}`;
  const [screen] = await Promise.all([import(at(`${folder}.js`)), loadStyles(`${folder}.css`)]);
  return { screen: /** @type {Screen} */ (screen), value: found.value };
}

/**
 * Returns the first route that fits a path, with the value in its braces.
 * @param {readonly Route[]} routes @param {string} path
 */
export function matchRoute(routes, path) {
  for (const { path: pattern, screen } of routes) {
    const found = new RegExp(`^${pattern.replace(/\{\w+\}/g, '([\\w-]+)').replace(/\/$/, '')}/?$`).exec(path);
    if (found) return { screen, value: found[1] ?? '' };
  }
  return null;
}

/** @type {(moved: boolean) => void} */
let render = () => {};

/** Sets the function that shows the screen of the present address. @param {(moved: boolean) => void} show */
export function renderWith(show) {
  render = show;
}

/** Goes to another screen. @param {string} path @param {{ replace?: boolean }} [options] */
export function go(path, { replace = false } = {}) {
  if (replace) history.replaceState(null, '', at(path));
  else history.pushState(null, '', at(path));
  render(true);
}

/** Shows the same screen again, from scratch. */
export function refresh() {
  render(false);
}

/**
 * Whether a click on a link leads to another screen of this page.
 * @param {MouseEvent} event @param {HTMLAnchorElement} link
 */
function isInternal(event, link) {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const path = link.origin === location.origin ? below(link.pathname) : null;
  const ours = path !== null && !/^\/(api|web)\//.test(path);
  const jump = link.pathname === location.pathname && link.search === location.search && link.hash !== '';
  return plain && ours && !jump && !link.target && !link.hasAttribute('download');
}

/** Follows links and the back button from now on. */
export function listen() {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.defaultPrevented || !isInternal(event, link)) return;
    event.preventDefault();
    go(below(link.pathname) + link.search + link.hash);
  });
  const here = () => location.pathname + location.search;
  let shown = here();
  addEventListener('popstate', () => {
    // The browser follows a jump inside a screen. An address with a key is for the table screen.
    if (here() !== shown || /^#(join|seat)=/.test(location.hash)) render(true);
    shown = here();
  });
  addEventListener('ludotheque-shown', () => (shown = here()));
}
