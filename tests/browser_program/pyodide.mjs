// Runs the program as a page's workers do: node pyodide.mjs ARCHIVE LIBRARY KERNELS CHECKS CODE.
// Python's own library comes compiled, if it is named. The code has the names `boot` and `kept`, a database in
// JavaScript; the value of its `answer()` is printed as JSON, with how long the parts of the start took.

import { readFileSync, readdirSync } from "node:fs";
import process from "node:process";
import { loadPyodide } from "pyodide";

const [archive, library, kernels, checks, code] = process.argv.slice(2);
const started = performance.now();
const times = {};
const lap = (name) => (times[name] = Math.round(performance.now() - started));

/** A database as `Kept` in store.py describes it. What JavaScript gives for nothing is null or undefined. */
class Database {
  rows = new Map();
  events = new Map();
  notes = new Map();

  async append(text) {
    const { updates } = JSON.parse(text);
    const count = (table) => this.events.get(table)?.length ?? 0;
    if (updates.some(({ table, first }) => count(table) !== first)) return false;
    for (const { table, row, events } of updates) {
      this.rows.set(table, row);
      this.events.set(table, [...(this.events.get(table) ?? []), ...events]);
    }
    return true;
  }

  async load(table, first) {
    return JSON.stringify((this.events.get(table) ?? []).slice(first));
  }

  async list() {
    return JSON.stringify([...this.rows.values()]);
  }

  async get(name) {
    return this.notes.get(name) ?? (this.notes.size ? null : undefined);
  }

  async put(name, value) {
    this.notes.set(name, value);
  }
}

try {
  const python = await loadPyodide(library ? { stdLibURL: library } : {});
  lap("Pyodide");
  python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "/program" });
  python.FS.mkdirTree("/kernels");
  for (const name of readdirSync(kernels)) python.FS.writeFile(`/kernels/${name}`, readFileSync(`${kernels}/${name}`));
  python.FS.mkdirTree("/checks/tests");
  python.FS.mount(python.FS.filesystems.NODEFS, { root: checks }, "/checks/tests");
  lap("archive");
  python.runPython(`
import sys
sys.path[:0] = ["/program", "/checks"]
from ludotheque.targets.finder import install
install("/kernels")
from ludotheque.browser import boot
`);
  lap("imports");
  python.globals.set("kept", new Database());
  python.globals.set("lap", lap);
  const answer = await python.runPythonAsync(`${code}\nimport json\njson.dumps(await answer())`);
  // The program goes on beating for ever, and the answer may be longer than what a pipe takes at once.
  process.stdout.write(JSON.stringify({ answer: JSON.parse(answer), times }), () => process.exit(0));
} catch (error) {
  console.error(String(error.message ?? error).slice(-4000)); // node itself would also print the source of Pyodide
  process.exit(1);
}
