"""Positions, views and their errors, beyond the laws."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import pytest

import ludotheque as lt
from ludotheque.library import definition
from tests.variants import VARIANTS, name, whole_game


def test_unknown_games_and_options_are_named() -> None:
    with pytest.raises(lt.OptionError, match="there is no game “chess”; there are: assaut, malawi"):
        lt.load("chess")
    with pytest.raises(lt.OptionError, match="Malawi has no option “size”; it has: diagonals"):
        lt.load("malawi", size=8)
    for wrong in ("no", 0, None, 1):
        with pytest.raises(lt.OptionError, match="it takes: true, false"):
            lt.load("malawi", diagonals=wrong)


def test_games_are_equal_with_equal_options() -> None:
    assert lt.load("malawi") == lt.load("malawi", diagonals=True)
    assert lt.load("malawi") != lt.load("malawi", diagonals=False)
    assert lt.load("malawi").start() != lt.load("malawi", diagonals=False).start()
    assert len({lt.load("malawi"), lt.load("malawi", diagonals=True)}) == 1


def test_only_the_player_to_move_may_move() -> None:
    start = lt.load("malawi").start()
    with pytest.raises(lt.IllegalMove, match="ALL-1: Black: it is not your turn; to move: White"):
        start.play("a6-a4", player=1)
    for nobody in (2, -1):
        with pytest.raises(lt.LudothequeError, match=f"no player number {nobody}"):
            start.play("a1-a3", player=nobody)
    assert start.legal_moves(1) == []


def test_a_move_of_other_options_is_refused() -> None:
    move = lt.load("malawi", diagonals=False).start().legal_moves()[0]
    with pytest.raises(lt.LudothequeError, match="other options"):
        lt.load("malawi").start().play(move)


@pytest.mark.parametrize("id", lt.games())
@pytest.mark.parametrize(
    "text", ["hello", "a1-", "z9", "a1,,b2", "a1-a1-a1", "💥", "a" * 10_000, "\0", "-1", "x", "+", ">"]
)
def test_nonsense_is_refused_with_words(id: str, text: str) -> None:
    position = lt.load(id).start()
    with pytest.raises((lt.NotationError, lt.IllegalMove)) as refused:
        position.play(text, position.to_act[0])
    assert refused.value.ruling
    assert refused.value.sentence.fr
    assert refused.value.sentence.en


BROKEN = {
    "": "is missing",
    "turn": "not of the form name=value",
    "turn=": "not of the form name=value",
    "turn=0 turn=0": "appears twice",
    "turn=0 colour=red": "unknown field “colour”",
}


@pytest.mark.parametrize("id", lt.games())
@pytest.mark.parametrize("text", BROKEN)
def test_broken_positions_are_refused(id: str, text: str) -> None:
    with pytest.raises(lt.PositionError, match=BROKEN[text]):
        lt.load(id).parse(text)


@pytest.mark.parametrize("id", lt.games())
def test_turns_and_ends_that_cannot_be_are_refused(id: str) -> None:
    game = lt.load(id)
    text = game.start().text.partition(" ")[2]
    reason = game.rulebook.rules.reasons[0]
    for turn in ("7", "1+0", "0+0", "x", "-1", "" if game.rulebook.rules.simultaneous else "0+1"):
        with pytest.raises(lt.PositionError, match=r"does not name players|name=value"):
            game.parse(f"turn={turn} {text}")
    for end in ("never:1:-1", f"{reason}:1:1", f"{reason}:1", f"{reason}:2:-2", reason):
        with pytest.raises(lt.PositionError, match="is not a result"):
            game.parse(f"end={end} {text}")


def test_nothing_can_be_changed() -> None:
    position = lt.load("malawi").start()
    move = position.legal_moves()[0]
    for thing, attribute in ((position, "words"), (position, "foo"), (position.view(0), "player"), (move, "code")):
        with pytest.raises(AttributeError, match="never changes"):
            setattr(thing, attribute, 1)
    with pytest.raises(TypeError):
        position.game.options["diagonals"] = False  # type: ignore[index]


def test_positions_travel_between_processes() -> None:
    position = lt.load("malawi", diagonals=False).start()
    for thing in (position, position.view(1), position.legal_moves()[0], position.game):
        assert pickle.loads(pickle.dumps(thing)) == thing
        assert copy.deepcopy(thing) == thing


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_a_damaged_position_is_refused_or_another_position(game: lt.Game) -> None:
    """Cut, doubled and foreign characters never give a crash, only a position or a `PositionError`."""
    for position in whole_game(game, 0).positions[::7]:
        text = position.text
        for place in range(0, len(text), max(1, len(text) // 25)):
            for damaged in (text[:place] + text[place + 1 :], text[:place] + "9" + text[place:], text[:place] + "?"):
                try:
                    found = game.parse(damaged)
                except lt.PositionError:
                    continue
                assert game.parse(found.text) == found
                for player in found.to_act:
                    found.play(found.legal_moves(player)[0], player)


def test_json_that_is_no_position_is_refused() -> None:
    good = lt.load("malawi").start().to_json()
    for bad in ({}, {**good, "position": 3}, {**good, "options": 5}, "[", "[]", {**good, "game": 7}):
        with pytest.raises(lt.LudothequeError):
            lt.position_from_json(bad)


def test_errors_can_be_pickled() -> None:
    """They travel between processes, as in a pool of workers."""
    for text in ("a1-a4", "nonsense"):
        with pytest.raises((lt.IllegalMove, lt.NotationError)) as refused:
            lt.load("malawi").start().play(text)
        copy = pickle.loads(pickle.dumps(refused.value))
        assert (str(copy), copy.ruling) == (str(refused.value), refused.value.ruling)


def test_a_definition_is_one_object_for_a_game() -> None:
    assert definition("malawi") is definition("malawi")
    assert [option.name for option in definition("malawi").options] == ["diagonals"]


def test_moves_know_their_cells() -> None:
    game = lt.load("malawi")
    assert game.read("c1>a1,d3").cells == ("c1", "a1", "d3")
    assert repr(game.read("A1 - A3")) == "<Move a1-a3>"


def test_a_crowded_list_is_not_cut_short() -> None:
    """More captures than a usual list holds, of which only the longest are legal."""
    crowd = "a4,b4,c2,c4,d1,d2,d3,d4,d6,e2,e4,e6,f4,f5,g4"
    position = lt.load("assaut", huff=False).parse(f"turn=1 soldiers={crowd} officers=c3 quiet=0")
    moves = position.legal_moves()
    assert len(moves) == lt.perft(position, 1) == 32
    assert {str(move).count("x") for move in moves} == {14}
    for move in moves:
        position.play(move)


def test_wrong_types_are_told_apart_from_wrong_moves() -> None:
    position = lt.load("malawi").start()
    for nobody in (True, 1.0, "0", 7):
        with pytest.raises(lt.LudothequeError, match="no player number"):
            position.play("a1-a3", nobody)  # type: ignore[arg-type]
    for nothing in (None, 3, b"a1-a3"):
        with pytest.raises(TypeError):
            position.play(nothing)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            position.game.parse(nothing)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            lt.Record.parse(nothing)  # type: ignore[arg-type]
    with pytest.raises(lt.PositionError, match="8 words, not 1"):
        lt.Position(position.game, (1,))
    with pytest.raises(lt.LudothequeError, match="another game"):
        position.play(lt.Move(position.game, -1))
    with pytest.raises(lt.NotationError, match="is called “z9”"):
        position.svg(highlight=["z9"])
    with pytest.raises(lt.LudothequeError, match="another game"):
        position.svg(last=lt.load("assaut").start().legal_moves()[0])


def test_perft_at_the_edges() -> None:
    position = lt.load("malawi").start()
    assert lt.perft(position, 0) == 1
    assert lt.perft(position, 10**30) == 0
    with pytest.raises(lt.LudothequeError, match="not -1"):
        lt.perft(position, -1)


def test_a_long_text_is_not_repeated_whole() -> None:
    with pytest.raises(lt.NotationError) as refused:
        lt.load("malawi").start().play("x" * 1_000_000)
    assert len(str(refused.value)) < 1000


def test_threads_may_come_at_once() -> None:
    """Whoever comes first loads the kernels; nobody sees them half loaded."""
    code = """
import threading, ludotheque as lt
failed = []
def go(id):
    try:
        position = lt.load(id).start()
        assert lt.perft(position, 1) == len(position.legal_moves(position.to_act[0]))
    except BaseException as error:
        failed.append(error)
threads = [threading.Thread(target=go, args=(id,)) for id in lt.games() * 3]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
assert not failed, failed
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_what_is_asked_most_agrees_with_the_rest(game: lt.Game) -> None:
    """Over a whole random game: ends and winners, legal moves by their text, pieces by cell."""
    for position in whole_game(game, 1).positions:
        assert position.is_over == (position.outcome is not None) == (not position.to_act)
        returns = position.returns or ()
        assert (position.winner is not None) == (list(returns).count(1.0) == 1)
        assert position.winner is None or returns[position.winner] == 1.0
        standing = position.pieces()
        for cell in position.game.board.cells:
            assert position.piece_at(cell.name.upper()) == standing.get(cell.name, [None])[0]
        for player in position.to_act:
            moves = position.legal_moves(player)
            for move in moves[:5]:
                text = str(move)
                assert text in moves
                assert f" {text.upper()} " in moves
                assert position.is_legal(text, player)
                assert position.is_legal(move, player)
        assert "hello" not in position.legal_moves(0)
        assert not position.is_legal("hello", 0)


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_a_view_answers_as_its_position(game: lt.Game) -> None:
    """For its player only: an onlooker, and who is not to move, may play nothing."""
    record = whole_game(game, 1)
    for position in record.positions[:: max(1, len(record.moves) // 8)]:
        tried: list[lt.Move | str] = [*{str(played.move) for played in record.moves[:20]} | {"hello", "", "-", "pass"}]
        for move in [*tried, *(played.move for played in record.moves[:20])]:
            assert not position.view(None).is_legal(move)
            for player in range(game.players):
                assert position.view(player).is_legal(move) == position.is_legal(move, player)
        for player in position.to_act:
            assert position.view(player).is_legal(position.legal_moves(player)[-1])


def test_a_view_of_a_secret_answers_without_it() -> None:
    """What the first player has set up in secret makes no difference to the second."""
    start = lt.load("massai").start()
    for secret in ("a3,a4,b3,c2,c3", "a1,a2,b1,b2,c1"):
        view = start.play(secret, 0).view(1)
        assert view.is_legal(str(view.legal_moves()[0]))
        assert not view.is_legal(secret)


@pytest.mark.parametrize("wrong", [0, None, ("a1",)])
def test_a_cell_is_named_by_a_text(wrong: object) -> None:
    for seen in (lt.load("malawi").start(), lt.load("malawi").start().view(0)):
        with pytest.raises(TypeError, match="a cell is named by a text"):
            seen.piece_at(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", ["x", 3, None])
def test_what_cannot_be_searched_is_named(wrong: object) -> None:
    with pytest.raises(TypeError, match="a Position or a View can be analysed, not "):
        lt.analyse(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a Record can be annotated, not "):
        lt.annotate(wrong)  # type: ignore[arg-type]


def test_legal_is_what_can_be_played() -> None:
    position = lt.load("malawi").start()
    for text in [f"{a}-{b}" for a in ("a1", "b1", "c1", "a6") for b in ("a2", "a3", "b3", "c3", "e3", "d1")]:
        try:
            position.play(text)
            played = True
        except lt.LudothequeError:
            played = False
        assert position.is_legal(text) == played == (text in position.legal_moves())
    assert not position.is_legal("a6-a4", 1)
    with pytest.raises(lt.LudothequeError, match="say which one moves"):
        lt.load("massai").start().is_legal("a3,a4,b3,c2,c3")


def test_an_analysis_is_refused_where_two_are_to_act() -> None:
    position = lt.load("massai").start()
    with pytest.raises(lt.LudothequeError) as refused:
        lt.analyse(position, 0.01)
    with pytest.raises(lt.LudothequeError) as also:
        position.play("a3,a4,b3,c2,c3")
    assert str(refused.value) == str(also.value)
    assert lt.analyse(position, 0.01, player=1).player == 1
