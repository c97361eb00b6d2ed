// Compiles an archive for the Python in Pyodide: node compile.mjs ARCHIVE OUTPUT. See bytecode.py.

import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { loadPyodide } from "pyodide";

const [archive, output] = process.argv.slice(2);
const python = await loadPyodide();
python.runPython(readFileSync(new URL("bytecode.py", import.meta.url), "utf8"));
const compiled = python.globals.get("compiled")(python.toPy(new Uint8Array(readFileSync(archive))));
writeFileSync(output, compiled.toJs());
process.exit(0);
