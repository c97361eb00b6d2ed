/**
 * The service worker: after one visit the page works without a network.
 *
 * What is served as `/sw.js` begins with a line that defines `OFFLINE`: the files to keep, each with a fingerprint, and
 * whether there is a server. When that line changes, browsers install the new service worker beside the old one.
 *
 * - With a server, the network comes first. What is kept answers when it fails.
 * - A site of files is answered from what is kept. A newer site waits until its reader wants it.
 */

/**
 * @typedef {{ version: string, server: boolean, files: Record<string, string> }} Offline
 * @typedef {Event & { waitUntil: (done: Promise<unknown>) => void }} LifeEvent
 * @typedef {LifeEvent & { request: Request, respondWith: (answer: Promise<Response>) => void }} FetchEvent
 * @typedef {object} Scope  what we use of a service worker's global scope
 * @property {{ scope: string }} registration
 * @property {() => Promise<void>} skipWaiting
 * @property {{ claim: () => Promise<void> }} clients
 */

/** @type {Offline} */
const OFFLINE = /** @type {{ OFFLINE: Offline }} */ (/** @type {unknown} */ (globalThis)).OFFLINE;
const scope = /** @type {Scope} */ (/** @type {unknown} */ (globalThis));
const PREFIX = 'ludotheque ';
const CACHE = PREFIX + OFFLINE.version;
const ROOT = new URL(scope.registration.scope).pathname;
/** Where the fingerprints of kept files stand. */
const LIST = `${ROOT}kept`;
/** The page that shows every address, where there is a server. */
const PAGE = '';

/** Keeps all files. What has not changed since an older version is not loaded again. */
async function keepFiles() {
  const cache = await caches.open(CACHE);
  const older = await keptBefore();
  for (const [path, fingerprint] of Object.entries(OFFLINE.files)) {
    const same = older?.files[path] === fingerprint ? await older.cache.match(ROOT + path) : undefined;
    const answer = same ?? (await fetch(ROOT + path, { cache: 'no-cache', credentials: 'same-origin' }));
    if (!answer.ok) throw new Error(`${answer.status} ${path}`);
    await cache.put(ROOT + path, answer);
  }
  await cache.put(LIST, new Response(JSON.stringify(OFFLINE.files)));
}

/** @returns {Promise<{ cache: Cache, files: Record<string, string> } | null>} */
async function keptBefore() {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const list = name.startsWith(PREFIX) && name !== CACHE ? await cache.match(LIST) : undefined;
    if (list) return { cache, files: await list.json() };
  }
  return null;
}

/** Removes what older versions have kept. */
async function forget() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
  await scope.clients.claim();
}

/** The path of the kept file that answers a request, or null. @param {Request} request */
function fileFor({ method, mode, url }) {
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin || !pathname.startsWith(ROOT)) return null;
  const path = pathname.slice(ROOT.length);
  if (path in OFFLINE.files) return path;
  if (mode !== 'navigate' || path.startsWith('api/')) return null;
  if (OFFLINE.server) return PAGE;
  const page = `${path.replace(/\/?$/, '')}/index.html`.replace(/^\//, '');
  return page in OFFLINE.files ? page : null;
}

/** @param {Request} request @param {string} path */
async function answer(request, path) {
  const { pathname, search } = new URL(request.url);
  // The addresses in a page of a site begin at its folder.
  if (path.endsWith('/index.html') && !pathname.endsWith('/')) return Response.redirect(`${pathname}/${search}`, 301);
  const cache = await caches.open(CACHE);
  if (OFFLINE.server) return fetch(request).catch(async (error) => (await cache.match(ROOT + path)) ?? Promise.reject(error));
  return (await cache.match(ROOT + path)) ?? fetch(request);
}

addEventListener('install', (event) => /** @type {LifeEvent} */ (event).waitUntil(keepFiles()));
addEventListener('activate', (event) => /** @type {LifeEvent} */ (event).waitUntil(forget()));
addEventListener('message', ({ data }) => data === 'update' && void scope.skipWaiting());
addEventListener('fetch', (event) => {
  const asked = /** @type {FetchEvent} */ (event);
  const path = fileFor(asked.request);
  if (path !== null) asked.respondWith(answer(asked.request, path));
});
