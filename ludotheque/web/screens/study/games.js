/** Texts with many games: where each one begins, and what its headers say. */

/**
 * @typedef {object} GameText
 * @property {string} text
 * @property {Record<string, string>} headers
 */

const HEADER = /^\[([A-Za-z]\w*) "((?:[^"\\]|\\.)*)"\]$/;

/** Whether a text is a whole game rather than a position. @param {string} text */
export function isRecord(text) {
  return /^\s*(\[|\{|\d+\.)/.test(text);
}

/**
 * Returns the games in a text. As on the server, a game begins with a header that follows moves, or that repeats `Game`,
 * or that repeats another one after a blank line.
 * @param {string} text @returns {GameText[]}
 */
export function splitGames(text) {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  /** @type {GameText[]} */
  const games = [];
  for (let place = 0; place < lines.length; ) {
    const game = new Draft();
    while (place < lines.length && !game.unclosed && game.takes(lines[place] ?? '')) place += 1;
    place -= game.cut();
    if (game.lines.some((line) => line.trim())) games.push({ text: game.lines.join('\n'), headers: game.headers });
  }
  return games;
}

/** The lines of a game as far as they are read. */
class Draft {
  /** @type {string[]} */
  lines = [];
  /** @type {Record<string, string>} */
  headers = {};
  moves = false;
  /** Whether the next line is within a comment. */
  comment = false;
  /** The place of a line in this comment that looks like the beginning of another game. */
  other = -1;
  /** Whether the comment was never closed, so that the other game is one. */
  unclosed = false;

  /** Takes a line. Returns whether it belongs to this game. @param {string} line */
  takes(line) {
    const [, name = '', value = ''] = HEADER.exec(line.trim()) ?? [];
    if (this.comment) {
      if (name === 'Game' && this.other < 0) this.other = this.lines.length;
    } else if (line.trim().startsWith('[')) {
      const blank = !this.lines.at(-1)?.trim();
      if (this.moves || (Object.hasOwn(this.headers, name) && (name === 'Game' || blank))) return false;
      if (name) this.headers[name] = value.replace(/\\(.)/g, (_, sign) => (sign === 'n' ? ' ' : sign));
    } else if (line.trim()) {
      this.moves = true;
    }
    this.lines.push(line);
    if (this.moves) this.#followComments(line);
    return true;
  }

  /** @param {string} line */
  #followComments(line) {
    for (const [sign] of line.matchAll(/\\.|[{}]/g)) {
      if (this.comment && sign === '}') {
        this.comment = false;
        this.other = -1;
      } else if (this.comment && sign === '{' && this.other >= 0) {
        // No comment holds an open brace without a backslash.
        this.unclosed = true;
        return;
      } else if (!this.comment && sign.endsWith('{')) {
        this.comment = true;
      }
    }
  }

  /** Cuts off the other game. Returns how many lines it has. */
  cut() {
    return this.other < 0 ? 0 : this.lines.splice(this.other).length;
  }
}
