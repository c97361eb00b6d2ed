/** The types of the page. Those of the messages are made from the server's. */

import type { OptionValue, PositionJson } from './messages.js';

export * from './messages.js';

/** An address with a value in braces, and the screen that shows it. */
export interface Route { path: string; screen: string }

/** What a board needs of a position. Any `State` is one. */
export type BoardState = Omit<PositionJson, 'remarks' | 'points' | 'to_act'> & {
  /** The cells that a lesson points at. */
  marked?: string[];
};

/** A game to study: a record, or a game with moves from a position on. */
export type Line =
  | { record: string }
  | { game: string; options: Record<string, OptionValue>; position?: string; moves: [number, string][] };

// --- the events of the board -----------------------------------------------------------------------------------------

/** Returns a text of the page by its key, with its values filled in. */
export type Texts = (key: string, values?: Record<string, string | number>) => string;

/** The detail of the event `move`: the move's notation. */
export interface MoveDetail { move: string }

/** The detail of the event `shown`: the state that is on the board now. */
export interface ShownDetail { state: BoardState }

/** The detail of the event `task`: what to do now, the label of the confirm button, whether clicks can be taken back. */
export interface TaskDetail { sentence: string; confirm: string | null; cancel: boolean }

/** The detail of the events `announce`, `wrong` and `reveal`. A refused click may have a ruling. */
export interface TextDetail { text: string; ruling?: string | null }
