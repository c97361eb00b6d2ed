/**
 * The path below which the page lives, such as `/ludo` behind a proxy; empty at the top of a site.
 *
 * All scripts write paths as if the page were at the top of a server: `/rules/<game>`. Whatever gives a path to the browser
 * calls `at`, and `below` does the reverse.
 *
 * A site of files has a file for every address that is known in advance, such as `/rules/<game>/index.html`. It cannot have
 * one for each table. So the name of a table stands behind a question mark there: `/t/?<table>`.
 */

/** @param {string} script the address of this script */
export function rootOf(script) {
  const { protocol, pathname } = new URL('../..', script);
  // Tests read scripts from files.
  return protocol === 'file:' ? '' : pathname.slice(0, -1);
}

const ROOT = rootOf(import.meta.url);

/** What a site of files says of itself. @type {HTMLMetaElement | null | undefined} */
const META = globalThis.document?.querySelector('meta[name="ludotheque-site"]');

/** The folders of a site of files whose names inside are not known in advance; null where there is a server. */
const FOLDERS = META?.content.split(' ') ?? null;

/** Whether the page comes from a site of files, without a server. */
export const SITE = FOLDERS !== null;

/** Whether there is a program for browsers: always on a site of files, and on servers that have one. */
export const PROGRAM = SITE || Boolean(globalThis.document?.querySelector('meta[name="ludotheque-program"]'));

/** Where friends are invited: on the page's own server, on one that a site of files names, or nowhere. @type {string | null} */
export const INVITATIONS = META ? META.dataset.server || null : '';

/** Returns the address of a path of ours. Other addresses stay as they are. @param {string} path */
export function at(path, root = ROOT, folders = FOLDERS) {
  if (!path.startsWith('/')) return path;
  return root + (folders && !/^\/(api|web)\/|^[^?#]*\.\w+$/.test(path) ? asFile(path, folders) : path);
}

/** The address of a page in a site of files. @param {string} path @param {readonly string[]} folders */
function asFile(path, folders) {
  const [, name, query, hash] = /** @type {string[]} */ (/^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(path));
  const page = name?.replace(/\/$/, '') ?? '';
  const folder = folders.find((one) => `${page}/`.startsWith(one) && page.length > one.length);
  const [place, more] = folder ? [folder, `?${page.slice(folder.length)}${query?.replace('?', '&') ?? ''}`] : [`${page}/`, query];
  return place + (more ?? '') + (hash ?? '');
}

/**
 * Returns the path of an address below the root, or null if it is not ours.
 * @param {string} pathname @param {string} [search] what follows the question mark, with it
 */
export function below(pathname, search = '', root = ROOT, folders = FOLDERS) {
  if (pathname === root) return '/';
  if (!pathname.startsWith(`${root}/`)) return null;
  const path = pathname.slice(root.length);
  const table = folders?.includes(path) && /^\?([\w-]+)/.exec(search)?.[1];
  return table ? path + table : path;
}
