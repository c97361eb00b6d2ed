/** Requests to the server. Every failure becomes an `ApiError` with a sentence for the reader. */

import { UNEXPECTED, UNREACHABLE } from './fallback.js';
import { reach } from './reach.js';

/**
 * @import {Games, NewTable, Refusal, Text} from './types.js'
 */

/** Milliseconds to wait for a JSON answer. On a new machine the rules are compiled first. Proxies wait as long. */
const TIMEOUT = 90_000;
/** After so many milliseconds without an answer the reader is asked to wait. */
export const SLOW = 4_000;

const JSON_BODY = { 'content-type': 'application/json' };

/** The reason why a request failed, in every language. */
export class ApiError extends Error {
  /** @param {number} status 0 when there was no answer @param {Refusal} refusal */
  constructor(status, refusal) {
    super(refusal.code);
    this.status = status;
    this.code = refusal.code;
    this.ruling = refusal.ruling;
    /** @type {Text} */
    this.text = refusal.message;
  }
}

/** Fetches JSON. @param {string} path @returns {Promise<unknown>} */
export async function get(path) {
  return json(await request(path, { signal: AbortSignal.timeout(TIMEOUT) }));
}

/** Fetches a text of any length. @param {string} path */
export async function getText(path) {
  return (await request(path, {})).text();
}

/** Sends JSON and returns the JSON answer. @param {string} path @param {unknown} body @param {AbortSignal} [signal] */
export async function post(path, body, signal) {
  const timeout = AbortSignal.timeout(TIMEOUT);
  return json(await send(path, body, signal ? AbortSignal.any([timeout, signal]) : timeout));
}

/** Sends JSON and returns the answer as a file. @param {string} path @param {unknown} body */
export async function postForFile(path, body) {
  return (await send(path, body)).blob();
}

/**
 * Sends JSON and yields each line of the answer as soon as it arrives. Every line is JSON.
 * @param {string} path @param {unknown} body @param {AbortSignal} signal @returns {AsyncGenerator<unknown>}
 */
export async function* postForLines(path, body, signal) {
  const answer = await send(path, body, signal);
  if (!answer.body) throw new ApiError(answer.status, refusalIn(null));
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line);
  }
}

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] */
function send(path, body, signal) {
  return request(path, { method: 'POST', headers: JSON_BODY, body: JSON.stringify(body), signal: signal ?? null });
}

/** Returns the answer if its status says that all went well. @param {string} path @param {RequestInit} init */
async function request(path, init) {
  let answer;
  try {
    answer = await reach(path, init);
  } catch {
    throw new ApiError(0, { code: 'unreachable', ruling: null, message: UNREACHABLE });
  }
  if (!answer.ok) throw new ApiError(answer.status, refusalIn(await answer.json().catch(() => null)));
  return answer;
}

/** @param {Response} answer @returns {Promise<unknown>} */
async function json(answer) {
  const body = await answer.json().catch(() => null);
  if (body === null) throw new ApiError(answer.status, refusalIn(null));
  return body;
}

/** The refusal in a body, or one that says that the body has none. @param {unknown} body @returns {Refusal} */
function refusalIn(body) {
  if (isRefusal(body)) return body;
  return { code: 'unexpected', ruling: null, message: UNEXPECTED };
}

/** @param {unknown} body @returns {body is Refusal} */
function isRefusal(body) {
  const sentences = Object.values(/** @type {Partial<Refusal> | null} */ (body)?.message ?? {});
  return sentences.length > 0 && sentences.every((sentence) => typeof sentence === 'string');
}

/** The sentence for any error. @param {unknown} error @returns {Text} */
export function errorText(error) {
  return error instanceof ApiError ? error.text : UNEXPECTED;
}

/** @type {Promise<Games> | null} */
let games = null;

/** Returns the games and levels. They do not change while the page is open, so they are fetched once. */
export function getGames() {
  games ??= /** @type {Promise<Games>} */ (get('/api/games')).catch((error) => {
    games = null;
    throw error;
  });
  return games;
}

/** Creates a table and returns its id. @param {NewTable} table */
export async function createTable(table) {
  return /** @type {{ table: string }} */ (await post('/api/tables', table)).table;
}

/** Creates a guided first game and returns the id of its table. @param {string} game @param {string} name */
export async function createFirstGame(game, name) {
  return /** @type {{ table: string }} */ (await post(`/api/games/${game}/first-game`, { name })).table;
}
