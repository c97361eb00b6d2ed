/** What the page and the program in its worker say to each other. `id` is the number of a request or a connection. */

export type ToWorker =
  | { type: 'ask'; id: number; method: string; path: string; body: string }
  | { type: 'abort'; id: number }
  | { type: 'open'; id: number; path: string }
  | { type: 'send'; id: number; text: string }
  | { type: 'close'; id: number };

export type FromWorker =
  | { type: 'progress'; loaded: number; total: number }
  | { type: 'ready' }
  | { type: 'failed' }
  | { type: 'head'; id: number; status: number; contentType: string }
  | { type: 'chunk'; id: number; data: Uint8Array<ArrayBuffer> }
  | { type: 'end'; id: number }
  | { type: 'message'; id: number; text: string }
  | { type: 'closed'; id: number; code: number };

/** What the worker that searches is told and tells. */
export type ToSearcher = { id: number; job: Uint8Array<ArrayBuffer> };
export type FromSearcher = { id: number; result: Uint8Array<ArrayBuffer> | null };

/** What is in the folder `/program/`: the sizes of compressed files, and Pyodide's list of packages, which is empty. */
export interface ProgramFiles {
  version: string;
  sizes: Record<string, number>;
  packages: unknown;
}

/** What we need of Pyodide. */
export interface Python {
  globals: { set(name: string, value: unknown): void };
  runPython(code: string): unknown;
  pyimport(name: string): Record<string, (...values: unknown[]) => unknown>;
}

/** The file system of Pyodide. */
export interface PythonFiles {
  mkdirTree(path: string): void;
  writeFile(path: string, content: Uint8Array): void;
}
