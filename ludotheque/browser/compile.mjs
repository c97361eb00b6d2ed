// Compiles an archive for the Python in Pyodide: node compile.mjs ARCHIVE OUTPUT [PYODIDE]. See bytecode.py.

import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { pathToFileURL } from "node:url";

const [archive, output, folder] = process.argv.slice(2);
const { loadPyodide } = await import(folder ? pathToFileURL(`${folder}/pyodide.mjs`).href : "pyodide");
const python = await loadPyodide();
python.runPython(readFileSync(new URL("bytecode.py", import.meta.url), "utf8"));
const compiled = python.globals.get("compiled")(python.toPy(new Uint8Array(readFileSync(archive))));
writeFileSync(output, compiled.toJs());
process.exit(0);
