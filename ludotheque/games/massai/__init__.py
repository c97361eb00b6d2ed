"""Massaï (Sid Sackson, Abacus Spiele 1993): a chain of huts across a dry river, and attacks aimed in secret."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar

from ludotheque.board import Board, Symmetry, numbers
from ludotheque.clicks import Clicks, Family, Kind
from ludotheque.errors import IllegalMove
from ludotheque.games.massai.board import (
    BOARDS,
    HALVES,
    HUTS,
    SET_UP_HUTS,
    SYMMETRIES,
    beside,
    guards_for,
    joins,
    lonely,
)
from ludotheque.games.massai.layout import (
    ATTACK,
    BUILD,
    DEFENCE,
    DUE,
    GUARD,
    MOVE,
    SET_UP,
    SETTING_UP,
    TARGET,
    TURN,
    TURN_LIMIT,
    TURNS,
)
from ludotheque.games.massai.refusals import explain
from ludotheque.rulebook import Option, Piece, Rulebook, State
from ludotheque.texts import Text

CELL = r"[a-z]+\d+"
FORMS = re.compile(
    rf"x(?P<target>{CELL})|(?P<build>{CELL})|(?P<start>{CELL})-(?P<end>{CELL})"
    rf"|\+(?P<guards>{CELL}(?:,{CELL})*)|(?P<huts>{CELL}(?:,{CELL})+)"
)
SIDES = ("dark", "light")
PEG_GAP = 0.21
"""How far from the middle of a hut its peg stands when there are two."""
KINDS = ("set_up", "build", "move", "attack", "guard")
"""What a page calls the kinds of decisions, by their numbers."""


class Massai(Rulebook):
    id = "massai"
    simultaneous = True
    thinker = "secrets"
    widest_glyph = 2
    offers = (Option("orthogonal", (False, True)), Option("fifteen", (False, True)))
    reasons = ("chain", "eliminated", "fifteen", "immobilised", "length")
    impossible_reasons = ("immobilised",)
    size = 6
    fields = ("dark", "light", "target", "turns")
    minutes = 30
    portrait = "turn=0 dark=a4,a5,b4,c4,c5,d3,d4,e5,f5 light=e3,f2,f3,f6,g3,g4,g6,h3,h4 target=- turns=9"
    kinds: ClassVar[Mapping[str, Kind]] = {
        "set_up": Kind(asks=True),
        "build": Kind(),
        "move": Kind(),
        "attack": Kind(takes=True, asks=True),
        "guard": Kind(asks=True),
    }

    def lay_board(self) -> Board:
        return BOARDS[self.options["orthogonal"] is True]

    @property
    def most_moves(self) -> int:
        """The set-ups (MAS-2): more than 15 × 33 moves and 15 attacks (MAS-4, MAS-5) or 1365 ways to guard 4 of 15."""
        return 2188 if self.options["orthogonal"] else 7984

    @property
    def most_letters(self) -> int:
        """The huts of a set-up (MAS-2); guards are at most four (MAS-6)."""
        return SET_UP_HUTS

    @property
    def most_decisions(self) -> int:
        """Two set-ups, then 300 turns of at most two decisions, an attack and its defence (MAS-8f)."""
        return 2 + TURN_LIMIT * 2

    @property
    def symmetries(self) -> Sequence[Symmetry]:
        return SYMMETRIES

    def set_up(self) -> tuple[Sequence[int], Sequence[int]]:
        return [0, 1], [0, 0, 0, SETTING_UP, 0]

    def write(self, move: int) -> str:
        kind, rest = move & 255, move >> 8
        if kind in (SET_UP, GUARD):
            return ("+" if kind == GUARD else "") + self.cell_list(rest)
        if kind == MOVE:
            return f"{self.name(rest & 63)}-{self.name(rest >> 6)}"
        return ("x" if kind == ATTACK else "") + self.name(rest)

    def read(self, text: str) -> int:
        form = FORMS.fullmatch(text)
        if not form:
            raise self.unreadable(text)
        if form["start"]:
            return MOVE | self.cell(form["start"]) << 8 | self.cell(form["end"]) << 14
        if form["guards"] or form["huts"]:
            return (GUARD if form["guards"] else SET_UP) | self.cell_set(form["guards"] or form["huts"]) << 8
        return (ATTACK if form["target"] else BUILD) | self.cell(form["target"] or form["build"]) << 8

    def clicks(self, move: int) -> Clicks:
        kind, rest = move & 255, move >> 8
        if kind in (SET_UP, GUARD):
            path = self.any_order(rest)
        else:
            path = f"{self.name(rest & 63)} {self.name(rest >> 6)}" if kind == MOVE else self.name(rest)
        return Clicks(path, KINDS[kind])

    def family(self, state: State, player: int) -> Family | None:
        """Set-ups and guards are sets of cells; a page that lists all of them would list thousands (MAS-2, MAS-6)."""
        if state[DUE] == SETTING_UP:
            return Family(tuple(self.board.names(HALVES[player])), SET_UP_HUTS, "", "set_up")
        if state[DUE] == DEFENCE:
            huts = self.threatened(state)
            return Family(tuple(self.board.names(huts)), guards_for(huts.bit_count()), "+", "guard")
        return None

    def task(self, state: State, player: int) -> Text:
        if state[DUE] == SETTING_UP:
            return self.tell("tasks.set_up")
        if state[DUE] == DEFENCE:
            return self.tell("tasks.guard", guards=guards_for(self.threatened(state).bit_count()))
        can_attack = state[2 - player] & beside(self.board, state[1 + player])
        key = "build" if self.hand(state, player) else "move"
        return self.tell(f"tasks.{key}_or_attack" if can_attack else f"tasks.{key}")

    def explain(self, state: State, player: int, move: int) -> IllegalMove:
        return explain(self, state, player, move)

    def hide(self, state: State, player: int | None) -> State:
        """Others know neither a set-up before both are made nor a target before the guards are set (MAS-9)."""
        words = list(state)
        if state[DUE] == SETTING_UP:
            for other in {0, 1} - {player}:
                words[1 + other] = 0
        elif state[DUE] == DEFENCE and (player is None or state[0] >> player & 1):
            words[3] = 0
        return tuple(words)

    def threatened(self, state: State) -> int:
        """The huts that an attack now waiting for its defence may be aimed at (MAS-5)."""
        if state[DUE] != DEFENCE:
            return 0
        defender = state[0] >> 1 & 1
        return state[1 + defender] & beside(self.board, state[2 - defender])

    def describe(self, state: State) -> Mapping[str, str]:
        """Huts by their cells; `-` for none, `?` for a choice that was made but must not be seen."""
        told = {side: self.cell_list(state[1 + player]) for player, side in enumerate(SIDES)}
        if state[DUE] == SETTING_UP:
            told |= {SIDES[p]: "?" for p in (0, 1) if not state[1 + p] and not state[0] >> p & 1}
        target = "?" if state[DUE] == DEFENCE and not state[TARGET] else self.cell_list(state[TARGET])
        return {**told, "target": target, "turns": str(state[TURNS])}

    def compose(self, told: Mapping[str, str], turn: tuple[int, ...]) -> Sequence[int]:
        huts = [self.cell_set(told[side]) for side in SIDES]
        if huts[0] & huts[1]:
            raise self.no_position("shared", cells=self.names_of(huts[0] & huts[1]))
        for player in (0, 1):
            self._check_side(player, huts[player], playing=bool(turn))
        target = 0 if told["target"] == "-" else 1 << self.cell(told["target"])
        turns = self.whole_number("turns", told["turns"], 0, TURN_LIMIT - 1 if turn else TURN_LIMIT)
        if all(huts) and len(turn) < 2:
            if target and not (turn and target & huts[turn[0]] & beside(self.board, huts[1 - turn[0]])):
                raise self.no_position("target", cell=told["target"])
            return [*huts, target, DEFENCE if target else TURN, turns]
        if not turn and any(huts) and not target:
            return [*huts, 0, TURN, turns]
        if turn != tuple(player for player in (0, 1) if not huts[player]) or target or turns:
            raise self.no_position("phase")
        for player in (0, 1):
            if huts[player] and (huts[player].bit_count() != 5 or huts[player] & ~HALVES[player]):
                raise self.no_position("set_up", side=self.player_name(player))
        return [*huts, 0, SETTING_UP, 0]

    def _check_side(self, player: int, huts: int, playing: bool) -> None:
        """What holds for the huts of each side at any time."""
        side, found = self.player_name(player), huts.bit_count()
        if found > HUTS:
            raise self.no_position("many", side=side, found=found)
        if lonely(self.board, huts):
            raise self.no_position("isolated", side=side, cells=self.names_of(lonely(self.board, huts)))
        if playing and (joins(self.board, huts) or (found == HUTS and self.options["fifteen"])):
            raise self.no_position("over", side=side)

    def hand(self, state: State, player: int) -> int:
        """How many huts a player has left; the set-up shows none of them."""
        return HUTS if state[DUE] == SETTING_UP else HUTS - state[1 + player].bit_count()

    def pieces(self, state: State) -> Sequence[Piece]:
        """Huts, hatched while they are a secret choice; an attack's pegs; the hands, each before its player."""
        found: list[Piece] = []
        threatened = self.threatened(state)
        for player, side in enumerate(SIDES):
            letter = self.letter(player)
            for cell in numbers(state[1 + player]):
                place, secret = self.board.cells[cell], state[DUE] == SETTING_UP
                glyph = letter.lower() if secret else letter + "!" * (threatened >> cell & 1)
                glyph = letter + "x" if state[TARGET] >> cell & 1 else glyph
                found.append(Piece(f"secret-{side}" if secret else side, place.x, place.y, cell, glyph))
                if threatened >> cell & 1:
                    found.append(Piece("threatened", place.x, place.y, cell))
                if state[TARGET] >> cell & 1:
                    found.append(Piece("target", place.x, place.y, cell))
            found += self._hand_pieces(state, player)
        return found

    def _hand_pieces(self, state: State, player: int) -> Sequence[Piece]:
        """The huts left, in a row beyond the labels, seen from the player's seat; then their number."""
        left, side = self.hand(state, player), SIDES[player]
        x, y, step = (-0.3, -1.32, 0.4) if player == 0 else (5.3, 8.32, -0.4)
        row = [Piece(f"hand-{side}", x + step * k, y) for k in range(left)]
        return [*row, Piece("", x - 1.2 * step, y, words=str(left))]

    def traces(self, before: State, shown: Sequence[tuple[int, int]]) -> Sequence[Piece]:
        """The pegs of an attack that was just shown: the target's, then the guards' (MAS-6)."""
        pegs = [(move & 255, move >> 8) for _, move in shown if move & 255 in (ATTACK, GUARD)]
        target = sum(1 << rest for kind, rest in pegs if kind == ATTACK)
        guards = sum(rest for kind, rest in pegs if kind == GUARD)
        return [
            self._peg(symbol, cell, side if (target & guards) >> cell & 1 else 0.0)
            for symbol, members, side in (("target", target, -PEG_GAP), ("guard", guards, PEG_GAP))
            for cell in numbers(members)
        ]

    def _peg(self, symbol: str, cell: int, aside: float) -> Piece:
        """A peg in a hut; two pegs in one hut make room for each other."""
        place = self.board.cells[cell]
        return Piece(symbol, place.x + aside, place.y, cell)

    def notes(self, state: State) -> Sequence[Text]:
        """The hands, what is due besides a turn, and how long the game has lasted."""
        dark, light = self.hand(state, 0), self.hand(state, 1)
        return [self.tell("notes.hands", dark=dark, light=light, turns=state[TURNS]), *self._besides(state)]

    def remarks(self, state: State) -> Sequence[Text]:
        return [self.tell("remarks.turns", turns=state[TURNS]), *self._besides(state)]

    def _besides(self, state: State) -> Sequence[Text]:
        """What is due besides a turn."""
        lines: list[Text] = []
        if state[DUE] == SETTING_UP:
            lines += [
                self.tell("notes.chosen", side=self.player_name(player))
                for player in (0, 1)
                if not state[0] >> player & 1
            ]
        if state[DUE] == DEFENCE:
            huts = self.threatened(state)
            guards = guards_for(huts.bit_count())
            lines.append(self.tell("notes.attack", cells=self.names_of(huts), guards=guards))
        return lines


RULEBOOK = Massai
