/** The notes of a first game: one at a time, each once. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { NoteQueue } from '../../../../ludotheque/web/screens/table/note-queue.js';

/** A queue, and the notes that were read. */
function queue() {
  /** @type {string[]} */
  const read = [];
  return { read, notes: new NoteQueue((id) => read.includes(id), (id) => read.push(id)) };
}

test('a note that was read does not come again', () => {
  const { notes, read } = queue();
  notes.add({ ticket: 1, notes: ['a', 'b'] });
  assert.equal(notes.first, 'a');
  notes.next();
  assert.equal(notes.first, 'b');
  notes.next();
  assert.equal(notes.first, null);
  notes.add({ ticket: 1, notes: ['a', 'b'] });
  assert.equal(notes.first, null);
  assert.deepEqual(read, ['a', 'b']);
});

test('after a move the shown note is read, and the others come when their moment does', () => {
  const { notes, read } = queue();
  notes.add({ ticket: 1, notes: ['a', 'b'] });
  notes.add({ ticket: null, notes: [] });
  assert.equal(notes.first, null);
  assert.deepEqual(read, ['a']);
  notes.add({ ticket: 5, notes: ['c', 'b'] });
  assert.equal(notes.first, 'c');
});

test('what the own move brought stays while the opponent answers', () => {
  const { notes, read } = queue();
  notes.add({ ticket: 1 });
  notes.add({ ticket: null, notes: ['own'] });
  notes.add({ ticket: 5, notes: ['answer'] });
  assert.equal(notes.first, 'own');
  assert.deepEqual(read, []);
  notes.next();
  assert.equal(notes.first, 'answer');
});
