// Asks Python in Pyodide: node pyodide.mjs SOURCES KERNELS CODE. The value of `answer` in the code is printed as JSON.

import process from "node:process";
import { loadPyodide } from "pyodide";

const [sources, kernels, code] = process.argv.slice(2);
const ask = `
import json, sys
sys.path.insert(0, "/sources")
from ludotheque.targets.finder import install
install("/kernels")
names = {}
exec(code, names)
json.dumps(names["answer"])
`;

try {
  const python = await loadPyodide();
  for (const [place, root] of [["/sources", sources], ["/kernels", kernels]]) {
    python.FS.mkdirTree(place);
    python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
  }
  python.globals.set("code", code);
  console.log(python.runPython(ask));
} catch (error) {
  console.error(String(error).slice(-4000)); // node itself would also print the whole source of Pyodide
  process.exit(1);
}
