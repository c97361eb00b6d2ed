/** The messages between the server and the page (version 1), and what the board tells the shell. */

export type Language = 'fr' | 'en';

/** A sentence in both languages. */
export interface Text { fr: string; en: string }

export type Point = [x: number, y: number];

// --- the board -------------------------------------------------------------------------------------------------------

/** A place where a piece can stand; the outline is relative to its centre; y grows upwards. */
export interface Cell { name: string; x: number; y: number; outline: Point[] }

export interface BoardLabel { text: string; x: number; y: number }

export interface BoardJson {
  cells: Cell[];
  links: [number, number][];
  zones: Record<string, number[]>;
  labels: BoardLabel[];
  /** left, bottom, right, top */
  extent: [number, number, number, number];
  /** Whether the links are drawn, with points for cells, rather than the cells' outlines. */
  drawn_lines: boolean;
}

/** `cell` is an index into the board's cells, -1 beside them; `choice` is the word that clicking the piece means. */
export type PieceJson = [symbol: string, x: number, y: number, cell: number, words: string, choice: string];

/** Something that flies over the board for a moment and leaves nothing. */
export type FlightJson = [symbol: string, startX: number, startY: number, endX: number, endY: number, words: string];

// --- games -----------------------------------------------------------------------------------------------------------

export type Time =
  | { kind: 'none' }
  | { kind: 'minutes'; minutes: number; increment: number }
  | { kind: 'days'; days: number };

export type OptionValue = string | number | boolean;

export interface GameOption { name: string; words: Text; values: OptionValue[]; labels: Text[] }

export interface GameCard {
  id: string;
  title: Text;
  tagline: Text;
  credit: Text;
  minutes: number;
  players: number[];
  options: GameOption[];
  sides: Text[];
  /** How many there are. */
  lessons: number;
  extras: string[];
}

export interface Level { number: number; name: Text }

export interface Games { version: string; games: GameCard[]; levels: Level[] }

/** `why` is the reason for a ruling that is ours and not the rule sheet's. */
export interface Ruling { id: string; words: Text; why: Text | null }

/** The body of every answer with a status of 400 or more. */
export interface Refusal { code: string; ruling: string | null; message: Text }

// --- tables ----------------------------------------------------------------------------------------------------------

export type SeatWish = { who: 'me' } | { who: 'computer'; level: number } | { who: 'open' };

export interface TableWish {
  game: string;
  options: Record<string, OptionValue>;
  seats: SeatWish[];
  shuffle: boolean;
  time: Time;
  public: boolean;
  name: string;
  names?: string[];
}

/** A choice that is not a cell: a spot beside the cell clicked before, or (no place) a piece in a tray. */
export interface Word { name: Text; place: Point | null }

/** A kind of decision: what may come next, the confirm button's label, how its targets are marked. */
export interface Kind { then: Text; do: Text; takes: boolean; asks: boolean }

/** A game with its options chosen: all that a board needs to know of it. */
export interface GameInfo {
  game: string;
  title: Text;
  options: Record<string, OptionValue>;
  option_words: Text[];
  board: BoardJson;
  sides: Text[];
  words: Record<string, Word>;
  kinds: Record<string, Kind>;
  symbols: Record<string, Text>;
}

export interface TableInfo extends GameInfo {
  id: string;
  tagline: Text;
  time: Time;
  public: boolean;
  mine: number[];
  links: { watch: string; invite: string | null; seats: Record<string, string> };
}

export type Phase = 'open' | 'playing' | 'over';

export interface Summary {
  id: string;
  game: string;
  title: Text;
  names: (string | null)[];
  sides: Text[];
  phase: Phase;
  your_turn: boolean;
  mine: number[];
  time: Time;
  option_words: Text[];
  updated: string;
  result: Text | null;
}

// --- the live state --------------------------------------------------------------------------------------------------

export interface Seat { kind: 'human' | 'computer' | 'open'; name: string | null; level: number | null; here: boolean }

/** The decision's text, how it is clicked, and its kind. */
export type Choice = [text: string, path: string, kind: string];

/** Many decisions at once: `count` of these cells; the text is `before` and the chosen names, sorted, with commas. */
export interface Family { cells: string[]; count: number; before: string; kind: string }

export interface Result {
  returns: number[];
  reason: string;
  words: Text;
  headline: Text;
  points: number[] | null;
}

export type OfferKind = 'draw' | 'takeback' | 'rematch';

export type Permission = 'resign' | 'draw' | 'takeback' | 'claim' | 'rematch' | 'abort';

/** What the board itself needs of a state; any `State` is one. */
export interface BoardState {
  facing: number | null;
  pieces: PieceJson[];
  moves: [player: number, text: string | null][];
  last: string[];
  traces: PieceJson[];
  flights: FlightJson[];
  shown: [player: number, text: string][];
  task: Text | null;
  choices: Choice[] | null;
  family: Family | null;
  due: number | null;
  result: Result | null;
  /** Cells to point at. */
  marked?: string[];
}

export interface State extends BoardState {
  v: 1;
  type: 'state';
  seq: number;
  phase: Phase;
  seats: Seat[];
  mine: number[];
  to_act: number[];
  chosen: number[];
  notes: Text[];
  points: number[] | null;
  text: string;
  clock: { left: (number | null)[]; running: number[] } | null;
  offers: Record<OfferKind, number[]>;
  may: Permission[];
  claim_in: number | null;
  series: { table: string; returns: number[] }[] | null;
  next: string | null;
  accepted?: string;
}

export interface Refused extends Refusal { v: 1; type: 'refused'; key: string }

export interface Pulse { v: 1; type: 'pulse'; id: number }

export interface Gone { v: 1; type: 'gone'; message: Text }

export type ServerMessage = State | Refused | Pulse | Gone;

export type PageMessage =
  | { type: 'decide'; key: string; seat: number; due: number; move: string }
  | { type: 'face'; seat: number }
  | { type: 'resign'; key: string; seat: number }
  | { type: 'offer'; key: string; seat: number; what: OfferKind }
  | { type: 'decline'; key: string; seat: number; what: OfferKind }
  | { type: 'claim'; key: string; seat: number; as: 'win' | 'draw' }
  | { type: 'rename'; key: string; seat: number; name: string }
  | { type: 'pulse'; id: number };

// --- rules pages ------------------------------------------------------------------------------------------------------

/** One picture of a figure. */
export interface Frame extends BoardState { notes: Text[]; points: number[] | null; words: Text | null }

/** A live position, or several in a row; `board` is an index into the guide's boards. */
export interface Figure { board: number; caption: Text; frames: Frame[] }

export interface PlotJson { title: Text; svg: Record<Language, string>; columns: Text[]; rows: Text[][] }

/** A part of a chapter: one of the three. */
export interface Part { words?: Text; figure?: Figure; plot?: PlotJson }

/** What rules and strategy notes have in common: chapters with figures. */
export interface Pages {
  sections: { id: string; title: Text; parts: Part[] }[];
  boards: GameInfo[];
}

export interface Guide extends Pages {
  id: string;
  title: Text;
  tagline: Text;
  credit: Text;
  minutes: number;
  players: number[];
  extras: string[];
  goal: Text;
  rulings: Ruling[];
  balance: Text | null;
}

export interface Strategy extends Pages { id: string; title: Text; lead: Text; basis: Text; command: string }

// --- lessons ----------------------------------------------------------------------------------------------------------

/** One decision of the learner; `but` are words for some wrong ones, by decision, and what follows from them. */
export interface LessonStage {
  task: Text;
  hint: Text;
  cells: string[];
  wrong: Text;
  but: Record<string, { words: Text; frames: BoardState[] }>;
  state: BoardState;
  accepted: Record<string, { frames: BoardState[]; said: Text | null; next: LessonStage | null }>;
}

export interface LessonJson {
  id: string;
  title: Text;
  done: Text;
  board: number;
  player: number;
  stages: number;
  first: LessonStage;
}

export interface Course { id: string; title: Text; extras: string[]; lessons: LessonJson[]; boards: GameInfo[] }

// --- puzzles -----------------------------------------------------------------------------------------------------------

export interface PuzzleList { id: string; title: Text; puzzles: { id: string; stars: number; goal: string }[] }

/** A puzzle in the form of a lesson; it has a board of its own. */
export interface PuzzleJson {
  id: string;
  stars: number;
  player: number;
  stages: number;
  board: GameInfo;
  position: string;
  options: Record<string, OptionValue>;
  done: Text;
  first: LessonStage;
}

// --- replay and study ----------------------------------------------------------------------------------------------

/** The board after so many decisions; `player` and `move` tell the last of them. */
export interface Ply {
  ply: number;
  player: number | null;
  move: string | null;
  comment: string;
  pieces: PieceJson[];
  notes: Text[];
  points: number[] | null;
  last: string[];
  traces: PieceJson[];
  flights: FlightJson[];
  shown: [player: number, text: string][];
  text: string;
  to_act: number[];
}

export interface Replay {
  info: GameInfo | null;
  record: string;
  start: string;
  headers: Record<string, string>;
  comment: string;
  plies: Ply[];
  result: Result | null;
}

export interface TableReplay extends Replay { info: GameInfo; table: string; phase: Phase; seats: Seat[] }

/** A decision that a player owes. */
export interface Turn { player: number; task: Text | null; family: Family | null; choices: Choice[] | null }

export interface Look extends Replay { turns: Turn[] }

/** One decision and what becomes of it; `weight` is how often, where decisions must be mixed. */
export interface Candidate {
  text: string;
  path: string;
  kind: string;
  chance: number;
  weight: number | null;
  proven: boolean;
  distance: number | null;
  line: string[];
}

export interface Analysis { player: number; chance: number; proven: boolean; depth: number; nodes: number; candidates: Candidate[] }

export interface Expectation { ply: number; chances: (number | null)[]; proven: boolean }

export interface TurningPoint { turn: number; player: number; move: string; before: number; after: number; better: Candidate }

/** What a whole game's analysis tells, one after the other. */
export type Annotation = Expectation | TurningPoint | { done: true } | Refusal;

/** A game to be looked at: a record, or a game (from a position on) with decisions. */
export type Line =
  | { record: string }
  | { game: string; options: Record<string, OptionValue>; position?: string; decisions: [number, string][] };

// --- between the board and the shell ---------------------------------------------------------------------------------

/** A sentence from the catalogue: `{name}` and `{count:one|many}` are filled in from `values`. */
export type Texts = (key: string, values?: Record<string, string | number>) => string;

/** The details of the board's events `decide`, `task`, `announce` and `wrong`. */
export interface DecideDetail { text: string }
export interface TaskDetail { sentence: string; confirm: string | null; cancel: boolean }
export interface WordsDetail { words: string }
