/**
 * The path below which the page lives, such as `/ludo` behind a proxy; empty at the top of a site.
 *
 * All scripts write paths as if the page were at the top: `/rules/<game>`. Whatever gives a path to the browser calls `at`.
 */

/** @param {string} script the address of this script */
export function rootOf(script) {
  const { protocol, pathname } = new URL('../..', script);
  // Tests read scripts from files.
  return protocol === 'file:' ? '' : pathname.slice(0, -1);
}

const ROOT = rootOf(import.meta.url);

/** Returns the address of a path of ours. Other addresses stay as they are. @param {string} path */
export function at(path, root = ROOT) {
  return path.startsWith('/') ? root + path : path;
}

/** Returns the path of an address below the root, or null if it is not ours. @param {string} pathname */
export function below(pathname, root = ROOT) {
  if (pathname === root) return '/';
  return pathname.startsWith(`${root}/`) ? pathname.slice(root.length) : null;
}
