"""What Massaï looks like: huts, hatched while they are secret, the pegs of attacks and guards, the huts in hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from ludotheque import status
from ludotheque.board import numbers
from ludotheque.clicks import ClickableMove, Clicks, Combination, Kind
from ludotheque.games.massai import layout
from ludotheque.games.massai.board import BOARDS, HALVES, SIDES, threatened
from ludotheque.games.massai.layout import (
    ATTACK,
    DEFENCE,
    GUARD,
    HUTS_EACH,
    LAST_TURNS,
    MAX_GUARDS,
    MOVE,
    SET_UP,
    SET_UP_HUTS,
    SETTING_UP,
    TURN,
    guards_for,
    turns_left,
)
from ludotheque.rulebook import CACHED, Look, Piece, Preview, State, Supply, box
from ludotheque.texts import Text

KINDS = ("set_up", "build", "move", "attack", "guard")
"""The names of the kinds of moves, by their numbers."""
PEG_GAP = 0.21
"""How far from the middle of a hut its peg stands when there are two."""
HANDS = ((-0.3, -1.32, 0.4), (5.3, 8.32, -0.4))
"""Where the row of huts in hand begins for each player, and how far apart the huts stand."""


@lru_cache(CACHED)
def _hut(cell: int, symbol: str, glyph: str, in_danger: bool, is_target: bool) -> Sequence[Piece]:
    """A hut, marked when it is threatened or the target of the attack."""
    x, y = BOARDS[0].cells[cell].place
    mark = "x" if is_target else "!" if in_danger else ""
    pieces = [Piece(symbol, x, y, cell, glyph + mark)]
    if in_danger:
        pieces.append(Piece("threatened", x, y, cell))
    if is_target:
        pieces.append(Piece("target", x, y, cell))
    return pieces


@lru_cache(CACHED)
def _hand(player: int, huts: int) -> Sequence[Piece]:
    """The huts in hand, in a row beyond the labels, seen from the player's seat; then their number."""
    x, y, step = HANDS[player]
    row = [Piece(f"hand-{SIDES[player]}", x + step * number, y) for number in range(huts)]
    return [*row, Piece("", x - 1.2 * step, y, label=str(huts))]


class MassaiLook(Look):
    emblems = SIDES
    glyph_width = 2
    previews = True
    portrait = "turn=0 dark=a4,a5,b4,c4,c5,d3,d4,e5,f5 light=e3,f2,f3,f6,g3,g4,g6,h3,h4 target=- turns=9"
    kinds: ClassVar[Mapping[str, Kind]] = {
        "set_up": Kind(confirm=True),
        "build": Kind(),
        "move": Kind(),
        "attack": Kind(captures=True, confirm=True),
        "vain_attack": Kind(captures=True, confirm=True, costly=True),
        "guard": Kind(confirm=True),
    }

    def pieces(self, state: State) -> Sequence[Piece]:
        """Return the huts, the marks of an attack on them, and the hands, each before its player."""
        pieces: list[Piece] = []
        secret, threat, target = layout.phase(state) == SETTING_UP, self._threatened(state), layout.target(state)
        for player, side in enumerate(SIDES):
            initial = self.initial(player)
            for cell in numbers(layout.huts(state, player)):
                if secret:
                    pieces += _hut(cell, f"secret-{side}", initial.lower(), False, False)
                else:
                    pieces += _hut(cell, side, initial, threat >> cell & 1 == 1, target >> cell & 1 == 1)
            pieces += _hand(player, layout.hand(state, player))
        return pieces

    def _threatened(self, state: State) -> int:
        """The huts at which an attack that waits for its defence may be aimed (MAS-5)."""
        if layout.phase(state) != DEFENCE:
            return 0
        (defender,) = status.players_to_act(state[0])
        return threatened(self.board, state, defender)

    def clicks(self, move: int) -> Clicks:
        kind = layout.kind_of(move)
        if kind in (SET_UP, GUARD):
            return Clicks(self.any_order(layout.cells_of(move)), KINDS[kind])
        path = self.name(layout.cell_of(move))
        if kind == MOVE:
            path += f" {self.name(layout.end_of(move))}"
        return Clicks(path, KINDS[kind])

    def clicks_here(self, state: State, player: int, moves: Sequence[int]) -> Mapping[int, ClickableMove]:
        """Return an attack that must fail: with a single threatened hut, the one guard stands there (MAS-6)."""
        attacks = [move for move in moves if layout.kind_of(move) == ATTACK] if layout.phase(state) == TURN else []
        if len(attacks) != 1:
            return {}
        return {attacks[0]: self.clickable[attacks[0]]._replace(kind="vain_attack")}

    def combination(self, state: State, player: int) -> Combination | None:
        """Return set-ups and guards as choices of cells. A list would have thousands of them (MAS-2, MAS-6)."""
        if layout.phase(state) == SETTING_UP:
            cells, hut = tuple(self.board.names(HALVES[player])), f"secret-{SIDES[player]}"
            return Combination(cells, SET_UP_HUTS, "", KINDS[SET_UP], hut)
        if layout.phase(state) == DEFENCE:
            huts = self._threatened(state)
            return Combination(tuple(self.board.names(huts)), guards_for(huts.bit_count()), "+", KINDS[GUARD], "guard")
        return None

    def task(self, state: State, player: int) -> Text:
        if layout.phase(state) == SETTING_UP:
            return self.say("tasks.set_up")
        if layout.phase(state) == DEFENCE:
            count = self._threatened(state).bit_count()
            key = "guard" if count > 1 else "guard_one"
            return self.say(f"tasks.{key}", threatened=count, guards=guards_for(count))
        key = "build" if layout.hand(state, player) else "move"
        targets = threatened(self.board, state, 1 - player)
        if targets.bit_count() == 1:
            return self.say(f"tasks.{key}_in_peace", cells=self.names(targets))
        return self.say(f"tasks.{key}_or_attack" if targets else f"tasks.{key}")

    def preview(self, state: State, player: int, move: int) -> Preview:
        """Return what an attack risks and what it may win (MAS-7)."""
        if layout.kind_of(move) != ATTACK:
            return Preview(())
        defender, target = 1 - player, 1 << layout.cell_of(move)
        reached = threatened(self.board, state, defender)
        count = reached.bit_count()
        risked = self._lost(state, player, move, target, loser=player)
        told = {"side": self.player_name(defender), "cell": self.names(target), "risked": risked}
        if count == 1:
            return Preview((), self.say("previews.vain", **told))
        won = self._lost(state, player, move, reached & ~target, loser=defender)
        return Preview((), self.say("previews.attack", threatened=count, guards=guards_for(count), won=won, **told))

    def _lost(self, state: State, attacker: int, attack: int, first: int, loser: int) -> Text:
        """The huts that a player loses by an attack, if guards are set on the huts of `first` before all others."""
        reached = threatened(self.board, state, 1 - attacker)
        wanted = [*numbers(first), *numbers(reached & ~first)][: guards_for(reached.bit_count())]
        guards = layout.make_set(GUARD, sum(1 << cell for cell in wanted))
        after = self.book.rules.after(self.book.rules.after(state, attacker, attack), 1 - attacker, guards)
        return self.names(layout.huts(state, loser) & ~layout.huts(after, loser))

    def traces(self, before: State, revealed: Sequence[tuple[int, int]]) -> Sequence[Sequence[Piece]]:
        """Return the pegs of an attack that was just revealed: the target's, then the guards' (MAS-6)."""
        if [layout.kind_of(move) for _, move in revealed] != [ATTACK, GUARD]:
            return ()
        target, guards = 1 << layout.cell_of(revealed[0][1]), layout.cells_of(revealed[1][1])
        return [
            [self._peg(symbol, cell, aside if (target & guards) >> cell & 1 else 0.0) for cell in numbers(cells)]
            for symbol, cells, aside in (("target", target, -PEG_GAP), ("guard", guards, PEG_GAP))
        ]

    def _peg(self, symbol: str, cell: int, aside: float) -> Piece:
        """A peg in a hut. Two pegs in one hut make room for each other."""
        place = self.board.cells[cell]
        return Piece(symbol, place.x + aside, place.y, cell)

    def supplies(self) -> Sequence[Supply]:
        """Return the huts (MAS-1), and for each player the guards (MAS-6) and the peg of an attack (MAS-5)."""
        peg = box(0.44, 0.44)
        huts = [Supply(side, [side], HUTS_EACH, box(0.82, 0.82)) for side in SIDES]
        return [
            *huts,
            Supply("guards", ["guard"], MAX_GUARDS * len(SIDES), peg),
            Supply("targets", ["target"], len(SIDES), peg),
        ]

    def notes(self, state: State) -> Sequence[Text]:
        """Return the huts in hand, the turns played, and what is going on."""
        dark, light = layout.hand(state, 0), layout.hand(state, 1)
        hands = self.say("notes.hands", dark=dark, light=light, turns=layout.turns(state))
        return [hands, *self._events(state)]

    def remarks(self, state: State) -> Sequence[Text]:
        """Return what is going on, and the turns left when the limit is near. The picture shows the huts in hand."""
        near = turns_left(state) <= LAST_TURNS and not self.book.rules.ending(state)
        stakes = [self.say("remarks.defence")] if layout.phase(state) == DEFENCE else self._events(state)
        return [*([self.say("remarks.turns", left=turns_left(state))] if near else []), *stakes]

    def _events(self, state: State) -> Sequence[Text]:
        """Who has made a set-up, or how an attack is to be met."""
        if layout.phase(state) == SETTING_UP:
            chosen = [player for player in range(len(SIDES)) if not status.is_to_act(state[0], player)]
            return [self.say("notes.chosen", side=self.player_name(player)) for player in chosen]
        if layout.phase(state) == DEFENCE:
            huts = self._threatened(state)
            return [self.say("notes.attack", cells=self.names(huts), guards=guards_for(huts.bit_count()))]
        return []
