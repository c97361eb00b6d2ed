"""What the game folders tell a page that knows no rule: click paths, kinds, tasks, names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings

import ludotheque as lt
from ludotheque.clicks import QUIET, ClickableMove
from ludotheque.record.pictures import traces_of
from ludotheque.reveals import revealed_moves
from ludotheque.rulebook import Motion
from tests.variants import VARIANTS, name, open_positions, whole_game

Step = frozenset[str] | str


def sequence(path: str) -> tuple[Step, ...]:
    """A path as clicks: what stands in a set may be clicked in any order."""
    return tuple(frozenset(step.strip(QUIET).split("+")) if set(step) & {"+", QUIET} else step for step in path.split())


def all_choices(view: lt.View) -> list[ClickableMove]:
    """The moves of a player one by one, where the page is told a family too."""
    assert view.player is not None
    moves = view.legal_moves()
    choices = view.game.rulebook.look.clickable_moves(view.state, view.player, [move.code for move in moves])
    assert [choice.text for choice in choices] == [str(move) for move in moves]
    return list(choices)


@settings(max_examples=150)
@given(open_positions())
def test_a_family_holds_every_move(position: lt.Position) -> None:
    for player in range(position.game.players):
        view = position.view(player)
        family = view.combination
        if family is None:
            assert view.clickable_moves() == (all_choices(view) if view.is_to_act else [])
            continue
        assert view.clickable_moves() == []
        assert list(family.cells) == sorted(family.cells)
        legal = {str(move) for move in view.legal_moves()}
        if len(family.cells) < 24:
            texts = {family.prefix + ",".join(cells) for cells in combinations(family.cells, family.count)}
            assert legal == texts
        for text in legal:
            cells = text.removeprefix(family.prefix).split(",")
            assert text == family.prefix + ",".join(sorted(cells))
            assert len(cells) == family.count
            assert set(cells) <= set(family.cells)
        assert {choice.kind for choice in all_choices(view)} == {family.kind}


def test_a_costly_move_costs_an_officer_and_no_other_does() -> None:
    seen = set()
    for game in [game for game in VARIANTS if game.options.get("huff")]:
        for position in [found for seed in range(12) for found in whole_game(game, seed).positions]:
            if position.to_act != (1,) or not officers(position):
                continue
            for choice in position.view(1).clickable_moves():
                lost = officers(position) - officers(position.play(choice.text))
                assert lost == choice.kind.startswith("costly_"), f"{position.text} {choice}"
                seen.add(choice.kind)
    assert seen == {"step", "capture", "costly_step", "costly_capture"}


def officers(position: lt.Position) -> int:
    return sum(p.symbol == "officer" and p.cell is not None for p in position.game.rulebook.look.pieces(position.state))


def test_without_huffing_nothing_is_costly() -> None:
    game = lt.load("assaut", huff=False)
    for position in [found for seed in range(6) for found in whole_game(game, seed).positions]:
        for player in position.to_act:
            assert not [
                choice for choice in position.view(player).clickable_moves() if choice.kind.startswith("costly_")
            ]


def test_a_vigilant_player_announces_what_is_brought_and_not_forgotten() -> None:
    game = lt.load("masterplan", vigilance=True)
    some = none = 0
    for position in whole_game(game, 1).positions[6:-1:3]:
        houses: dict[str, set[str]] = {}
        for choice in position.view(position.to_act[0]).clickable_moves():
            house, _, forgotten = choice.text.partition("~")
            if house not in houses:
                houses[house] = parks(position.play(house)) - parks(position)
            brought = houses[house]
            announced = brought - set(forgotten.split(","))
            cell, place, *marks = choice.path.split()
            assert cell + place == house
            assert marks == [QUIET + "+".join(sorted(announced))]
            assert choice.kind == "mark"
            some, none = some + bool(brought), none + (not brought)
    assert some
    assert none, "a house that brings nothing asks like any other"


def parks(position: lt.Position) -> set[str]:
    pieces = position.game.rulebook.look.pieces(position.state)
    return {position.game.board.cells[p.cell].name for p in pieces if p.symbol == "park" and p.cell is not None}


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_traces_show_what_was_revealed(game: lt.Game) -> None:
    whole = whole_game(game, 2)
    cells = game.board.cells
    for number in range(min(len(whole.moves), 60) + 1):
        record = replace(
            whole, moves=whole.moves[:number], positions=whole.positions[: number + 1], result=None, reason=None
        )
        traces = traces_of(record, revealed_moves(record.positions, number))
        assert {piece.symbol for piece in traces} <= set(game.rulebook.look.symbols)
        last = str(record.moves[-1].move) if number else ""
        if not last.startswith("+"):
            assert not traces
            continue
        target = {cells[p.cell].name for p in traces if p.symbol == "target" and p.cell is not None}
        guards = {cells[p.cell].name for p in traces if p.symbol == "guard" and p.cell is not None}
        assert {f"x{cell}" for cell in target} == {str(record.moves[-2].move)}
        assert "+" + ",".join(sorted(guards)) == last
        assert len({(piece.x, piece.y) for piece in traces}) == len(traces), "no peg hides another"


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_what_flies_is_drawn_and_stays_over_the_board(game: lt.Game) -> None:
    book, (left, bottom, right, top) = game.rulebook, game.board.extent
    symbols = set(re.findall(rf'<symbol id="{game.id}-([^"]+)"', book.look.art))
    for _, _, _, motions in steps_of(game, 4):
        assert {flight.symbol for flight in motions} <= symbols
        for x, y in [place for flight in motions for place in (flight.start, flight.end)]:
            assert left <= x <= right
            assert bottom <= y <= top


@pytest.mark.parametrize("game", [game for game in VARIANTS if game.id == "malawi"], ids=name)
def test_a_ring_flies_to_each_receiver(game: lt.Game) -> None:
    flown = 0
    for before, after, move, motions in steps_of(game, 5):
        had, has = rings(before), rings(after)
        gained = [cell.name for cell in game.board.cells if has.get(cell.name, 0) > had.get(cell.name, 0)]
        if ">" not in str(move):
            assert not motions
            continue
        giver = next(cell for cell in game.board.cells if cell.name == move.cells[0])
        assert {flight.start for flight in motions} == {giver.place}
        ends = [cell.name for flight in motions for cell in game.board.cells if cell.place == flight.end]
        assert sorted(ends) == sorted(gained), "no ring stays in the air"
        flown += len(ends)
    assert flown > 20


def rings(position: lt.Position) -> dict[str, int]:
    fields = dict(word.split("=") for word in position.text.split())
    pawns = f"{fields['white']},{fields['black']}".split(",")
    return {cell: int(count) for cell, _, count in (pawn.partition("*") for pawn in pawns)}


@pytest.mark.parametrize("game", [game for game in VARIANTS if game.id == "masterplan"], ids=name)
def test_the_points_that_float_up_are_those_that_were_won(game: lt.Game) -> None:
    for before, after, _, motions in steps_of(game, 6):
        for player, side in enumerate(("white", "yellow")):
            floating = sum(int(motion.label) for motion in motions if motion.symbol == f"won-{side}")
            had, has = (game.rulebook.rules.points(position.state) for position in (before, after))
            assert had
            assert has
            assert has[player] - had[player] == floating


def steps_of(game: lt.Game, seeds: int) -> Iterator[tuple[lt.Position, lt.Position, lt.Move, Sequence[Motion]]]:
    """Every move of some games, the last of each too: the positions around it, and what flies then."""
    for seed in range(seeds):
        record = whole_game(game, seed)
        for step, before, after in zip(record.moves, record.positions, record.positions[1:], strict=False):
            motions = game.rulebook.look.motions(before.state, after.state, [(step.player, step.move.code)])
            yield before, after, step.move, motions


@pytest.mark.parametrize("id", lt.games())
def test_a_portrait_shows_the_middle_of_a_game(id: str) -> None:
    game = lt.load(id)
    position = game.parse(game.rulebook.look.portrait)
    assert position.text == game.rulebook.look.portrait
    assert position.to_act
    assert not position.has_secret
    standing = {piece.cell for piece in game.rulebook.look.pieces(position.state) if piece.cell is not None}
    assert len(standing) >= 12
    assert position.svg().count("<use") >= 12
    assert 5 <= game.rulebook.definition.minutes <= 60


def test_option_values_have_labels() -> None:
    for id in lt.games():
        book = lt.load(id).rulebook
        for option in book.definition.options:
            labels = [book.definition.value_label(option.name, value) for value in option.values]
            assert len({label.fr for label in labels}) == len({label.en for label in labels}) == len(option.values)
        values = {
            f"{o.name}.{value}" for o in book.definition.options for value in o.values if not isinstance(value, bool)
        }
        assert book.texts.section("values") == values


def test_who_gives_up_loses_to_the_player_before() -> None:
    assert lt.load("malawi").rulebook.rules.forfeit(0) == (-1, 1)
    assert lt.load("malawi").rulebook.rules.forfeit(1) == (1, -1)
    three = lt.load("moaai", players=3).rulebook
    assert [three.rules.forfeit(player) for player in range(3)] == [(-1, 0, 1), (1, -1, 0), (0, 1, -1)]


def test_games_with_equal_options_share_a_rulebook() -> None:
    assert lt.load("moaai").rulebook is lt.load("moaai", players=2, terrain="hex19").rulebook
    assert lt.load("moaai").rulebook is not lt.load("moaai", players=3).rulebook
