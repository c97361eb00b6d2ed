// Compiles Python for Pyodide: node compile.mjs PYODIDE FROM TO LEVEL. Every `.py` below FROM becomes a `.pyc` below TO, as
// `python -O` does at this level. It prints the tag that such files have in their names.
//
// Pyodide's Python has a bytecode of its own, so only Pyodide can make it. With it a page starts in half the time.

import process from 'node:process';
import { pathToFileURL } from 'node:url';

const [pyodide, from, to, level] = process.argv.slice(2);
const COMPILE = `
import marshal, pathlib, sys
from importlib.util import MAGIC_NUMBER, source_hash

UNCHECKED = (0b01).to_bytes(4, "little")
"""The bytecode is valid for a hash of its source, which nobody compares."""

for source in sorted(pathlib.Path("/from").rglob("*.py")):
    text, path = source.read_bytes(), source.relative_to("/from")
    code = compile(text, str(path), "exec", dont_inherit=True, optimize=level)
    compiled = pathlib.Path("/to") / path.with_suffix(".pyc")
    compiled.parent.mkdir(parents=True, exist_ok=True)
    compiled.write_bytes(MAGIC_NUMBER + UNCHECKED + source_hash(text) + marshal.dumps(code))
sys.implementation.cache_tag
`;

try {
  const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
  const python = await loadPyodide();
  for (const [place, root] of [['/from', from], ['/to', to]]) {
    python.FS.mkdirTree(place);
    python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
  }
  python.globals.set('level', Number(level));
  console.log(python.runPython(COMPILE));
} catch (error) {
  console.error(String(error).slice(-4000)); // node itself would also print the whole source of Pyodide
  process.exit(1);
}
