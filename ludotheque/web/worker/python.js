/**
 * Python in a worker: Pyodide, and in its file system our modules and the compiled kernels.
 *
 * All files lie in the folder `/program/` of the site. Large ones are compressed, because simple web servers do not
 * compress what they send.
 */

/**
 * @import {ProgramFiles, Python, PythonFiles} from './messages.js'
 */

const FOLDER = new URL('../../program/', import.meta.url).href;
const WASM = 'pyodide.asm.wasm';
/** Where Python finds our modules and the kernels. */
const SOURCES = '/program';
const KERNELS = '/program/kernels';

/** Starts Python. @param {(loaded: number, total: number) => void} [tell] how many bytes have come */
export async function startPython(tell = () => {}) {
  const { sizes, packages } = await getFiles();
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  let loaded = 0;
  /** @param {number} bytes */
  const count = (bytes) => {
    loaded += bytes;
    tell(loaded, total);
  };
  const wasm = unpacked(WASM, count, 'application/wasm');
  const modules = unpacked('modules', count).then((answer) => answer.arrayBuffer());
  /** @type {{ loadPyodide: (config: object) => Promise<Python> }} */
  const { loadPyodide } = await import(`${FOLDER}pyodide.mjs`);
  const restore = answerOnce(FOLDER + WASM, wasm);
  try {
    const python = await loadPyodide({
      indexURL: FOLDER,
      lockFileContents: JSON.stringify(packages),
      packageBaseUrl: FOLDER,
      env: { HOME: '/home', PYTHONPATH: SOURCES },
      fsInit: async (/** @type {PythonFiles} */ files) => unpack(files, await modules),
    });
    await modules; // Pyodide goes on when they could not be loaded
    python.globals.set('KERNELS', KERNELS);
    python.runPython('from ludotheque.targets.finder import install; install(KERNELS)');
    return python;
  } finally {
    restore();
  }
}

/** @returns {Promise<ProgramFiles>} */
async function getFiles() {
  return (await fetch(`${FOLDER}files.json`)).json();
}

/**
 * Fetches a compressed file. Its bytes are counted as they come.
 * @param {string} name @param {(bytes: number) => void} count @param {string} [type]
 */
async function unpacked(name, count, type = 'application/octet-stream') {
  const answer = await fetch(`${FOLDER}${name}.packed`);
  if (!answer.ok || !answer.body) throw new Error(`${answer.status} ${name}`);
  const counted = new TransformStream({
    transform(chunk, controller) {
      count(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  const content = answer.body.pipeThrough(counted).pipeThrough(new DecompressionStream('gzip'));
  return new Response(content, { headers: { 'content-type': type } });
}

/** Lets the next `fetch` of an address have this answer. Returns what undoes it. @param {string} address @param {Promise<Response>} answer */
function answerOnce(address, answer) {
  const usual = self.fetch;
  self.fetch = (asked, init) => (String(asked) === address ? answer : usual(asked, init));
  return () => void (self.fetch = usual);
}

/**
 * Writes the files of a package. It begins with the length of a list as JSON: paths and sizes. The contents follow.
 * @param {PythonFiles} files @param {ArrayBuffer} content
 */
function unpack(files, content) {
  const length = new DataView(content).getUint32(0);
  /** @type {[string, number][]} */
  const list = JSON.parse(new TextDecoder().decode(new Uint8Array(content, 4, length)));
  let place = 4 + length;
  for (const [path, size] of list) {
    const target = `${SOURCES}/${path}`;
    files.mkdirTree(target.slice(0, target.lastIndexOf('/')));
    files.writeFile(target, new Uint8Array(content, place, size));
    place += size;
  }
}
