/** Talking to the server over HTTP; whatever goes wrong comes back in words. */

/**
 * @typedef {import('./types.js').Text} Text
 * @typedef {import('./types.js').Refusal} Refusal
 */

/** These must be at hand when no sentence can be loaded. */
const UNREACHABLE = {
  fr: 'Le serveur ne répond pas. Vérifiez la connexion, puis essayez de nouveau.',
  en: 'The server does not answer. Check the connection, then try again.',
};
const STRANGE = {
  fr: 'Le serveur a répondu de travers. Essayez de nouveau dans un instant.',
  en: 'The server gave a strange answer. Try again in a moment.',
};

/** Why a request failed, in both languages. */
export class ApiError extends Error {
  /** @param {number} status 0: no answer at all @param {Refusal} refusal */
  constructor(status, refusal) {
    super(refusal.message.en);
    this.status = status;
    this.code = refusal.code;
    this.ruling = refusal.ruling;
    /** @type {Text} */
    this.words = refusal.message;
  }
}

/** @param {string} path @returns {Promise<unknown>} */
export function get(path) {
  return ask(path, { headers: { accept: 'application/json' } });
}

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] @returns {Promise<unknown>} */
export function post(path, body, signal) {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  return ask(path, { method: 'POST', headers, body: JSON.stringify(body), signal: signal ?? null });
}

/** @param {string} path @param {RequestInit} request @returns {Promise<unknown>} */
async function ask(path, request) {
  const answer = await reach(path, request);
  const body = await answer.json().catch(() => null);
  if (answer.ok && body !== null) return body;
  throw new ApiError(answer.status, refusalIn(body));
}

/** The refusal that a body holds, or the one that says that it holds none. @param {unknown} body @returns {Refusal} */
export function refusalIn(body) {
  return isRefusal(body) ? body : failure('strange', STRANGE);
}

/** @param {string} path @param {RequestInit} request */
async function reach(path, request) {
  const late = AbortSignal.timeout(15_000);
  const signal = request.signal ? AbortSignal.any([late, request.signal]) : late;
  try {
    return await fetch(path, { credentials: 'same-origin', ...request, signal });
  } catch {
    throw new ApiError(0, failure('unreachable', UNREACHABLE));
  }
}

/** @param {string} code @param {Text} message @returns {Refusal} */
function failure(code, message) {
  return { code, ruling: null, message };
}

/** @param {unknown} body @returns {body is Refusal} */
function isRefusal(body) {
  const message = /** @type {Partial<Refusal> | null} */ (body)?.message;
  return typeof message?.fr === 'string' && typeof message.en === 'string';
}

/** The words of whatever was thrown. @param {unknown} error @returns {Text} */
export function wordsOf(error) {
  return error instanceof ApiError ? error.words : STRANGE;
}

/** @type {Promise<import('./types.js').Games> | null} */
let shelf = null;

/** The games and levels; they do not change while the page is open, so they are fetched once. */
export function games() {
  shelf ??= /** @type {Promise<import('./types.js').Games>} */ (get('/api/games')).catch((error) => {
    shelf = null;
    throw error;
  });
  return shelf;
}
