/**
 * The messages between server and page, version 2.
 * This file is made by `python -m tests.server.page_types`. Do not edit it.
 */

// The types of games and their boards.

/** A sentence in every language, by the language's code. */
export type Text = Record<string, string>;

/** The x and y of a place. Here y grows upwards. */
export type Point = [number, number];

export type OptionValue = boolean | number | string;

export type Phase = 'open' | 'playing' | 'over';

export type Offered = 'draw' | 'takeback' | 'rematch';

/** A request that the page may show as a button. */
export type Action = 'resign' | 'draw' | 'takeback' | 'claim' | 'rematch' | 'abort';

/** A language of the page. Its name is in the language itself. */
export interface NamedLanguage {
  code: string;
  name: string;
}

/** All languages of the page. */
export interface Languages {
  languages: NamedLanguage[];
  default: string;
}

/** The body of every answer with a status of 400 or more. */
export interface Refusal {
  code: string;
  ruling: string | null;
  message: Text;
  /** The line of a record that cannot be read. */
  line?: number;
  /** The fields of a request that do not have the expected form. */
  fields?: string[];
}

/** A place for pieces. The outline is relative to the centre. */
export interface Cell {
  name: string;
  x: number;
  y: number;
  outline: Point[];
}

/** A text on the board, such as a coordinate. */
export interface BoardLabel {
  text: string;
  x: number;
  y: number;
}

/** A board. Links and zones name cells by their indices. */
export interface BoardJson {
  cells: Cell[];
  links: [number, number][];
  zones: Record<string, number[]>;
  labels: BoardLabel[];
  /** Left, bottom, right, top. */
  extent: [number, number, number, number];
  /** Whether the board is drawn as points and lines instead of cells with outlines. */
  drawn_lines: boolean;
}

/** Symbol, x, y, the index of the cell (-1 beside the cells), label, and the token that a click on the piece means. */
export type PieceJson = [string, number, number, number, string, string];

/** A symbol that moves over the board and vanishes: symbol, x and y of the start, x and y of the end, label. */
export type MotionJson = [string, number, number, number, number, string];

/** An option of a game, with its values and their labels. */
export interface GameOption {
  name: string;
  /** The option in a word or two. */
  label: Text;
  text: Text;
  values: OptionValue[];
  labels: Text[];
}

/** A game as the start page shows it. */
export interface GameCard {
  id: string;
  title: Text;
  tagline: Text;
  credit: Text;
  minutes: number;
  players: number[];
  options: GameOption[];
  sides: Text[];
  /** The number of lessons. */
  lessons: number;
  extras: string[];
}

/** A level of the computer. */
export interface Level {
  number: number;
  name: Text;
}

/** All games. */
export interface Games {
  version: string;
  games: GameCard[];
  levels: Level[];
}

/** A part of a click path that is not a cell. Its place is relative to the last cell; without one it is a piece. */
export interface Token {
  label: Text;
  place: Point | null;
  /** The symbol that is drawn there; empty for a plain spot. */
  symbol: string;
}

/** A kind of move: what can come next, the label of the confirm button, how its targets are marked. */
export interface Kind {
  then: Text;
  do: Text;
  captures: boolean;
  confirm: boolean;
  costly: boolean;
}

/** A game with its options, as a board needs it. */
export interface GameInfo {
  game: string;
  title: Text;
  options: Record<string, OptionValue>;
  option_texts: Text[];
  board: BoardJson;
  sides: Text[];
  tokens: Record<string, Token>;
  kinds: Record<string, Kind>;
  symbols: Record<string, Text>;
  /** The symbol that stands for each side; none where the sides share their pieces. */
  emblems: string[];
  /** Whether the page should ask for previews of moves. */
  previews: boolean;
}

// The types of positions, ready to be drawn.

/** How a game ended. A cancelled game has no returns. */
export interface Result {
  returns: number[] | null;
  reason: string;
  text: Text;
  headline: Text;
  points: number[] | null;
  /** What decided the game on the board: a chain, a pawn, a fortress. */
  cells: string[];
}

/** Something that a player should see before the first click. */
export interface Danger {
  cells: string[];
  text: Text;
}

/** Why a click leads to no legal move. */
export interface Explanation {
  ruling: string;
  message: Text;
}

/** What a move would do: pieces drawn as ghosts, and a sentence where there is one. */
export interface PreviewJson {
  pieces: PieceJson[];
  text: Text | null;
}

/** What each of some moves would do; null for a move that is not legal. */
export interface Previews {
  previews: (PreviewJson | null)[];
}

/** Many moves at once: `count` of these cells. The text is `prefix` and the sorted cells with commas. */
export interface Combination {
  cells: string[];
  count: number;
  prefix: string;
  kind: string;
  /** The symbol to draw on each chosen cell; empty for none. */
  ghost: string;
}

/** The text of a move, its click path and its kind. */
export type ClickableMove = [string, string, string];

/** The task of the player to move, their dangers, and the combination that stands for a long list of moves. */
export interface Task {
  task: Text | null;
  dangers: Danger[];
  combination: Combination | null;
}

/** The task of the player to move, with all moves. */
export interface TaskMoves extends Task {
  legal_moves: ClickableMove[] | null;
}

/** A player to move, with the possible moves. */
export interface Turn extends TaskMoves {
  player: number;
}

/** What else the board tells, and the score. */
export interface Remarks {
  remarks: Text[];
  points: number[] | null;
}

/** Everything that is drawn of a state. */
export interface Pieces extends Remarks {
  pieces: PieceJson[];
}

/** The moves that became public last, and what they leave on the board for a moment. */
export interface LastMoves {
  last: string[];
  /** What each of these moves leaves on the board for a moment. */
  traces: PieceJson[][];
  motions: MotionJson[];
  revealed: [number, string][];
  /** These moves as people say them, and what they did. */
  told: Text[];
}

/** A position of a figure, a lesson or a puzzle. */
export interface PositionJson extends Pieces, LastMoves, TaskMoves {
  /** The seat whose view this is; null for an onlooker's. */
  viewpoint: number | null;
  to_act: number[];
  /** Player and text. A move that is still secret has no text. */
  moves: ([number, string | null])[];
  /** The number that entitles the seat to one move. */
  ticket: number | null;
  result: Result | null;
}

/** A position with the cells that a lesson or a figure points at. */
export interface MarkedPosition extends PositionJson {
  marked: string[];
}

// The types of tables, and of the messages on a socket.

/** A game without a clock. */
export interface NoTime {
  kind: 'none';
}

/** Minutes for the whole game, with an increment in seconds. */
export interface MinutesTime {
  kind: 'minutes';
  minutes: number;
  increment: number;
}

/** Days for each turn. */
export interface DaysTime {
  kind: 'days';
  days: number;
}

export type Time = NoTime | MinutesTime | DaysTime;

/** The links that a browser may have. The private links are by seat. */
export interface TableLinks {
  watch: string | null;
  invite: string | null;
  seats: Record<string, string>;
}

/** The idea of the course that a note leads to. */
export interface NoteIdea {
  id: string;
  title: Text;
}

/** A note of a first game: what is new, and where it is taught or ruled. */
export interface NoteJson {
  id: string;
  text: Text;
  ruling: string | null;
  idea: NoteIdea | null;
}

/** The part of a table that does not change. */
export interface TableInfo extends GameInfo {
  id: string;
  tagline: Text;
  /** How the game is won. */
  goal: Text;
  /** The pages of the game, beyond its rules. */
  extras: string[];
  time: Time;
  public: boolean;
  mine: number[];
  links: TableLinks;
  /** The options with another value than the usual one. */
  changed_options: Text[];
  /** The notes of a guided first game; none at other tables. */
  notes: NoteJson[];
}

/** A table as lists show it. */
export interface Summary {
  id: string;
  game: string;
  title: Text;
  names: (string | null)[];
  kinds: string[];
  levels: (number | null)[];
  sides: Text[];
  phase: Phase;
  /** The number of events so far. The picture of a table changes only with it. */
  seq: number;
  to_act: number[];
  your_turn: boolean;
  /** When the turn of the players to move began. */
  waiting_since: string | null;
  mine: number[];
  time: Time;
  /** The options with another value than the usual one. */
  changed_options: Text[];
  updated: string;
  result: Text | null;
  /** How the game ended, where that says more than the result. */
  reason: Text | null;
}

/** A list of tables. */
export interface Summaries {
  tables: Summary[];
}

/** A new table. */
export interface Created {
  table: string;
}

/** The seat that a browser now holds. */
export interface Seated {
  seat: number;
}

/** The phase of a table that a browser has left. */
export interface Left {
  phase: Phase;
}

/** A seat as everybody sees it. */
export interface Seat {
  kind: 'human' | 'computer' | 'open';
  name: string | null;
  level: number | null;
  present: boolean;
}

/** The times left at the moment of sending, and the seats whose time runs. */
export interface Clock {
  left: (number | null)[];
  running: number[];
}

/** An earlier game of a series of rematches, by the seats of this table. */
export interface Played {
  table: string;
  returns: number[];
}

/** The part of a state that viewers with the same knowledge share. */
export interface PublicState extends LastMoves, Remarks {
  v: 2;
  type: 'state';
  seq: number;
  phase: Phase;
  to_act: number[];
  /** The seats that have made a secret move that waits for its reveal. */
  committed: number[];
  offers: Readonly<Record<Offered, number[]>>;
  /** What was offered and then declined last, and the seat that declined it. */
  declined: [Offered, number] | null;
  result: Result | null;
  next: string | null;
}

/** The part of a state for one viewer. */
export interface OwnState extends Task {
  viewpoint: number | null;
  ticket: number | null;
  mine: number[];
  clock: Clock | null;
  actions: Action[];
  /** The seconds until the game can be claimed against an absent opponent. */
  claim_in: number | null;
  series: Played[] | null;
  /** At a guided table: the notes for what this viewer meets now. */
  notes?: string[];
  /** The key of the request that led here. */
  accepted?: string;
}

/** The whole state of a table, as one browser may see it. */
export interface State extends PublicState, OwnState {
  seats: Seat[];
  pieces: PieceJson[];
  /** Player and text. A move that is still secret has no text. */
  moves: ([number, string | null])[];
  legal_moves: ClickableMove[] | null;
}

/** The answer to a request that is not carried out. */
export interface Refused extends Refusal {
  v: 2;
  type: 'refused';
  key: string;
}

/** The reason why the server closes the socket. */
export interface Gone extends Refusal {
  v: 2;
  type: 'gone';
}

/** A question that the page answers at once. It measures the delay of the connection. */
export interface Ping {
  v: 2;
  type: 'ping';
  id: number;
}

export type ServerMessage = State | Refused | Ping | Gone;

// The types of rules pages, strategy notes, lessons and puzzles.

/** One ruling of a game. */
export interface Ruling {
  id: string;
  text: Text;
}

/** The rulings of a game, those for all games first. */
export interface Rulings {
  title: Text;
  rulings: Ruling[];
  balance: Text | null;
}

/** A ruling with the reason for it, where the original rules leave it open. */
export interface ExplainedRuling extends Ruling {
  why: Text | null;
}

/** One position of a figure. */
export interface Frame extends MarkedPosition {
  text: Text | null;
}

/** One or several positions. `board` is an index into the boards of the page. */
export interface FigureJson {
  board: number;
  caption: Text;
  frames: Frame[];
}

/** A plot with its figures. The drawing is by language. */
export interface PlotJson {
  title: Text;
  svg: Readonly<Record<string, string>>;
  columns: Text[];
  rows: Text[][];
}

/** A part of a section. It has one of the three. */
export interface Part {
  text?: Text;
  figure?: FigureJson;
  plot?: PlotJson;
}

/** A section of a page to read. */
export interface SectionJson {
  id: string;
  title: Text;
  parts: Part[];
}

/** Sections with figures, as in the rules and the strategy notes. */
export interface Pages {
  id: string;
  title: Text;
  sections: SectionJson[];
  boards: GameInfo[];
}

/** The rules page of a game. */
export interface Guide extends Pages {
  tagline: Text;
  credit: Text;
  minutes: number;
  players: number[];
  extras: string[];
  goal: Text;
  rulings: ExplainedRuling[];
  balance: Text | null;
}

/** The strategy notes of a game. */
export interface Strategy extends Pages {
  extras: string[];
  lead: Text;
  basis: Text;
  command: string;
}

/** A value of an option, and the source of it: `sheet`, `variant`, `reading`, `simplified`, `review` or `ours`. */
export interface ValueOrigin {
  label: Text;
  source: string;
}

/** Where an option comes from. */
export interface OptionOrigin {
  label: Text;
  text: Text;
  values: ValueOrigin[];
}

/** A question that the original rules leave open, and the reason for the ruling that settles it. */
export interface SettledQuestion {
  ruling: string;
  question: Text;
  why: Text;
}

/** Where a game comes from. */
export interface Origins {
  id: string;
  title: Text;
  extras: string[];
  lead: Text;
  facts: Record<string, Text>;
  known: Text[];
  unknown: Text[];
  options: OptionOrigin[];
  settled: SettledQuestion[];
}

/** Pieces to cut out along an outline. Each symbol is wanted `count` times. */
export interface SupplyJson {
  label: Text;
  symbols: string[];
  count: number;
  outline: Point[];
}

/** A board to print, with its pieces. A cell is `cell` millimetres wide. */
export interface PaperBoard {
  /** What is special about this board, where there are several. */
  label: Text | null;
  info: GameInfo;
  cell: number;
  fixtures: PieceJson[];
  supplies: SupplyJson[];
}

/** A small table on a sheet. */
export interface SheetTable {
  head: Text[];
  rows: Text[][];
}

/** A sheet to write on: the empty board, seen from one side, and a table. */
export interface SheetJson {
  title: Text;
  text: Text;
  flip: boolean;
  table: SheetTable | null;
}

/** A game to print. */
export interface Paper {
  id: string;
  title: Text;
  boards: PaperBoard[];
  sheets: SheetJson[];
}

/** The answer to a wrong move, and what follows from it. */
export interface LessonAnswer {
  text: Text;
  frames: PositionJson[];
}

/** What follows from a right move. */
export interface LessonStep {
  frames: PositionJson[];
  said: Text | null;
  next: LessonStage | null;
}

/** One move to find. `but` has answers to some wrong moves, by their texts. */
export interface LessonStage {
  task: Text;
  hint: Text;
  cells: string[];
  wrong: Text;
  but: Record<string, LessonAnswer>;
  /** The game so far, for questions about clicks. */
  record: string;
  state: MarkedPosition;
  accepted: Record<string, LessonStep>;
}

/** A lesson. `board` is an index into the boards of the course. */
export interface LessonJson {
  id: string;
  title: Text;
  done: Text;
  board: number;
  player: number;
  stages: number;
  first: LessonStage;
}

/** What a few lessons have in common, with the ids of these lessons. */
export interface IdeaJson {
  id: string;
  title: Text;
  lessons: string[];
  rulings: string[];
}

/** All lessons of a game, in the order of their ideas. */
export interface Course {
  id: string;
  title: Text;
  extras: string[];
  ideas: IdeaJson[];
  lessons: LessonJson[];
  boards: GameInfo[];
}

/** A puzzle as the list shows it. */
export interface PuzzleCard {
  id: string;
  stars: number;
  goal: string;
  theme: string | null;
  /** The options that are not the usual ones. */
  special: Text[];
}

/** An idea that several puzzles of a game share. */
export interface ThemeJson {
  id: string;
  name: Text;
  about: Text;
}

/** The puzzles of a game. */
export interface PuzzleList {
  id: string;
  title: Text;
  themes: ThemeJson[];
  puzzles: PuzzleCard[];
}

/** A puzzle in the index of all games. `usual` says whether it has the usual rules. */
export interface IndexedPuzzle {
  id: string;
  stars: number;
  usual: boolean;
}

/** The puzzles of one game in the index. */
export interface IndexedGame {
  id: string;
  title: Text;
  puzzles: IndexedPuzzle[];
}

/** The puzzles of all games. */
export interface PuzzleIndex {
  games: IndexedGame[];
}

/** A puzzle in the form of a lesson, with its own board. */
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

// The types of replay, study and analyses.

/** Other moves in the place of a ply, with the comments before them. */
export interface VariationJson {
  comments: string[];
  plies: Ply[];
}

/** The board after a number of moves. `player` and `move` are the last move, and the comments follow it. */
export interface Ply extends Pieces, LastMoves {
  ply: number;
  player: number | null;
  move: string | null;
  comment: string;
  comments: string[];
  glyphs: string[];
  variations: VariationJson[];
  position: string;
  to_act: number[];
}

/** A game, ply by ply. */
export interface Replay {
  record: string;
  start: string;
  headers: Record<string, string>;
  comment: string;
  plies: Ply[];
  result: Result | null;
}

/** A game with its board, ply by ply. */
export interface WholeReplay extends Replay {
  game: GameInfo;
}

/** The game of a table, ply by ply. */
export interface TableReplay extends WholeReplay {
  table: string;
  phase: Phase;
  seats: Seat[];
}

/** A game to study, with the moves that may follow. Only the first request gets `game`. */
export interface Look extends Replay {
  game: GameInfo | null;
  to_move: Turn[];
}

/** A record as text. */
export interface RecordText {
  record: string;
}

/** A move with its evaluation. `weight` is how often to play it, where moves must be mixed. */
export interface CandidateJson {
  text: string;
  path: string;
  kind: string;
  chance: number;
  weight: number | null;
  proven: boolean;
  distance: number | null;
  line: string[];
}

/** The chance of the player to move, and the best moves. */
export interface AnalysisJson {
  player: number;
  chance: number;
  proven: boolean;
  depth: number;
  nodes: number;
  candidates: CandidateJson[];
}

/** The chances of all players at a ply. */
export interface PlyChances {
  ply: number;
  chances: (number | null)[];
  proven: boolean;
}

/** A move that changed the chances of its player much, and a better one. */
export interface TurningPointJson {
  turn: number;
  player: number;
  move: string;
  before: number;
  after: number;
  better: CandidateJson;
}

/** The last line of an annotation. */
export interface AnnotationEnd {
  done: true;
}

/** One line of the annotation of a whole game. */
export type Annotation = PlyChances | TurningPointJson | AnnotationEnd | Refusal;

// The types of opening tables, model games and endings.

/** What some games brought: `share` is that of the player to move, with its 95 % interval. */
export interface OpeningResults {
  /** Games that player 0 won, drew and lost. */
  results: number[];
  share: number;
  low: number;
  high: number;
}

/** A move of the table. `next` is the number of the position after it, if the table has it. */
export interface OpeningMove extends OpeningResults {
  move: string;
  next: number | null;
}

/** A position of the table. `other` are the results of moves that are too rare to be listed. */
export interface OpeningPosition {
  position: string;
  turn: number;
  games: number;
  moves: OpeningMove[];
  other: number[];
}

/** The opening table of a game. Each player thought for `seconds` and varied the first moves. */
export interface OpeningTable {
  id: string;
  title: Text;
  board: GameInfo;
  seconds: number;
  varied: number;
  random: number;
  games: number;
  command: string;
  positions: OpeningPosition[];
}

/** A model game as the list shows it. */
export interface ModelCard {
  id: string;
  title: Text;
  moves: number;
  result: Text;
}

/** The model games of a game. */
export interface ModelList {
  id: string;
  title: Text;
  thinking: number;
  analysis: number;
  games: ModelCard[];
}

/** A sentence about a ply, and a line with the players of its moves. It begins after `since` moves of the game. */
export interface ModelComment {
  ply: number;
  kind: string;
  text: Text;
  line: [number, string][];
  since: number;
}

/** A model game, ply by ply. `chances` are those of player 0. */
export interface ModelReplay extends WholeReplay {
  comments: ModelComment[];
  chances: number[];
}

/** A position and what is proven about it. */
export interface EndingJson {
  id: string;
  title: Text;
  text: Text | null;
  claim: Text;
  /** What is said when the claim no longer holds. */
  gone: Text;
  player: number;
  turn: number;
  position: string;
  options: Record<string, OptionValue>;
}

/** What is proven of an ending after some moves of it. */
export interface EndingCheck {
  /** Whether its claim still holds; None if that took too long, or if a secret is still open. */
  holds: boolean | null;
  /** The number of the move that gave it away. */
  ply: number | null;
  /** A move that would have kept it. */
  better: string | null;
}

/** The known endings of a game. */
export interface EndingList {
  id: string;
  title: Text;
  endings: EndingJson[];
}

// Schemas of all requests that a page may send. `docs/messages.md` explains them to people.

export type Name = string;

export type Key = string;

export type Secret = string;

export type SeatNumber = number;

export type GameId = string;

export type Options = Record<string, boolean | number | string>;

export type LongText = string;

export type MoveText = string;

export type Language = string;

/** A seat of a new table. */
export interface NewSeat {
  who: 'me' | 'computer' | 'open';
  level?: number | null;
}

/** A game without a clock. */
export interface NoClock {
  kind: 'none';
}

/** Minutes for the whole game, with an increment in seconds. */
export interface MinutesClock {
  kind: 'minutes';
  minutes: number;
  increment?: number;
}

/** Days for each turn. */
export interface DaysClock {
  kind: 'days';
  days: number;
}

export type NewClock = NoClock | MinutesClock | DaysClock;

/** A table to create. */
export interface NewTable {
  game: GameId;
  options?: Options;
  seats: NewSeat[];
  shuffle?: boolean;
  time?: NewClock;
  public?: boolean;
  name?: Name;
  names?: Name[];
}

/** A guided first game to begin. */
export interface FirstGame {
  name?: Name;
}

/** A free seat to take. Without a number it is the first one. */
export interface JoinRequest {
  name?: Name;
  key?: Secret | null;
  seat?: SeatNumber | null;
}

/** A seat to hold from this browser as well, with the key of its private link. */
export interface ReturnRequest {
  key: Secret;
}

/** A game to study: a record, or a game (from a position on) with its moves. */
export interface StudyRequest {
  record?: LongText | null;
  game?: GameId | null;
  options?: Options;
  position?: string | null;
  moves?: [SeatNumber, MoveText][];
}

/** The plies of a game, and the moves that may follow. */
export interface LookRequest extends StudyRequest {
  /** How many plies the page knows already. */
  since?: number;
}

/** The comments before a first move, and the moves. */
export interface NotedLine {
  comments?: LongText[];
  moves?: NotedMove[];
}

/** A move with what is noted about it. Its variations are other moves in its place. */
export interface NotedMove {
  player: SeatNumber;
  move: MoveText;
  comments?: LongText[];
  glyphs?: string[];
  variations?: NotedLine[];
}

/** A game to write as text. A result is needed only when the game ended away from the board. */
export interface RecordRequest extends NotedLine {
  game: GameId;
  options?: Options;
  position?: string | null;
  headers?: Record<string, LongText>;
  result?: number[] | null;
  reason?: string | null;
}

/** A whole game as an animated picture. */
export interface FilmRequest extends StudyRequest {
  coordinates?: boolean;
  flip?: boolean;
  theme?: 'light' | 'dark' | 'ink' | null;
  language?: Language;
}

/** One ply as a picture; without a ply, the whole game as a film. */
export interface PictureRequest extends FilmRequest {
  ply?: number | null;
}

/** The moves played from the position of a known ending. */
export interface EndingRequest {
  moves: [SeatNumber, MoveText][];
}

/** The analysis of the last position of a game. */
export interface AnalysisRequest extends StudyRequest {
  seconds?: number;
  player?: SeatNumber | null;
  lines?: number;
}

/** Names of cells and tokens, in the order in which they were clicked. */
export type Clicks = string[];

/** Moves that a player thinks about. */
export type Candidates = MoveText[];

/** A click at a table that leads to no legal move. */
export interface ExplainRequest {
  seat: SeatNumber;
  clicks: Clicks;
}

/** A click in the last position of a game that leads to no legal move. */
export interface StudyExplainRequest extends StudyRequest {
  player: SeatNumber;
  clicks: Clicks;
}

/** Moves at a table whose effects a player wants to see. */
export interface PreviewRequest {
  seat: SeatNumber;
  candidates: Candidates;
}

/** Moves in the last position of a game whose effects a player wants to see. */
export interface StudyPreviewRequest extends StudyRequest {
  player: SeatNumber;
  candidates: Candidates;
}

/** A hint for a seat. */
export interface HintRequest {
  seat: SeatNumber;
}

/** A request of a seat. A request that comes twice with the same key is carried out once. */
export interface SeatMessage {
  key: Key;
  seat: SeatNumber;
}

/** Play a move. */
export interface Move extends SeatMessage {
  type: 'move';
  ticket: number | null;
  move: MoveText;
}

/** Show the view of a seat, when this browser holds several. */
export interface Handover {
  type: 'handover';
  seat: SeatNumber;
  key?: Key | null;
}

/** Lose the game. */
export interface Resign extends SeatMessage {
  type: 'resign';
}

/** Offer something, or accept it. */
export interface Offer extends SeatMessage {
  type: 'offer';
  what: Offered;
}

/** Decline what others offer. */
export interface Decline extends SeatMessage {
  type: 'decline';
  what: Offered;
}

/** Claim the game against an absent player. */
export interface Claim extends SeatMessage {
  type: 'claim';
  as: 'win' | 'draw';
}

/** Change the name of a seat's player. */
export interface Rename extends SeatMessage {
  type: 'rename';
  name: Name;
}

/** The answer to a ping of the server. */
export interface Pong {
  type: 'ping';
  id: number;
}

export type SocketMessage = Move | Handover | Resign | Offer | Decline | Claim | Rename | Pong;
