/** Moving between screens without loading the page anew. */

/** @type {(moved: boolean) => void} */
let render = () => {};

/** The main module says how a screen is shown. @param {(moved: boolean) => void} how */
export function showWith(how) {
  render = how;
}

/** Go to another screen. @param {string} path @param {{ replace?: boolean }} [how] */
export function go(path, { replace = false } = {}) {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  render(true);
}

/** Show the same screen again, from scratch. */
export function refresh() {
  render(false);
}

/** Whether a click on this link stays within the page. @param {MouseEvent} event @param {HTMLAnchorElement} link */
function staysHere(event, link) {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const ours = link.origin === location.origin && !/^\/(api|web)\//.test(link.pathname);
  const jump = link.pathname === location.pathname && link.search === location.search && link.hash !== '';
  return plain && ours && !jump && !link.target && !link.hasAttribute('download');
}

/** Follow links and the back button from now on. */
export function listen() {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.defaultPrevented || !staysHere(event, link)) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
  let path = location.pathname + location.search;
  addEventListener('popstate', () => {
    const here = location.pathname + location.search;
    // A jump inside a screen is the browser's business, unless the address carries a key (see table.js).
    if (here !== path || /^#(join|seat)=/.test(location.hash)) render(true);
    path = here;
  });
  addEventListener('ludotheque-shown', () => (path = location.pathname + location.search));
}
