"""Sitting at the terminal's table, as a person would."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.cli.terminal import CLEAR, Leave, Table, choose_game, choose_opponent, seat_computers


class Person:
    """Types what is in the script, sees what the table tells."""

    def __init__(self, *script: str) -> None:
        self.script: Iterator[str] = iter(script)
        self.seen: list[str] = []

    def ask(self, prompt: str) -> str:
        self.seen.append(prompt)
        return next(self.script)

    def tell(self, text: str) -> None:
        self.seen.append(text)

    @property
    def page(self) -> str:
        return "\n".join(self.seen)


def test_choosing_a_game_with_its_options() -> None:
    person = Person("7", "malawi", "maybe", "false")
    assert choose_game(person.ask, person.tell) == lt.load("malawi", diagonals=False)
    assert "Please answer with one of" in person.page
    person = Person("2", *[""] * len(lt.load(lt.games()[1]).options))
    assert choose_game(person.ask, person.tell) == lt.load(lt.games()[1])
    with pytest.raises(Leave):
        choose_game(Person("q").ask, person.tell)


def test_choosing_the_opponent() -> None:
    game = lt.load("malawi")
    assert choose_opponent(game, Person("").ask, print) == ("self", 0)
    assert choose_opponent(game, Person("0", "1").ask, print) == ("random", 1)
    assert choose_opponent(game, Person("9", "3", "7", "").ask, print) == ("3", 0)
    assert seat_computers(game, "self", 0, 1) == {}
    assert set(seat_computers(game, "2", 1, 1)) == {0}


def test_a_whole_game_with_mistakes_help_and_takeback(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    person = Person(
        "a1-a4", "?", "? c1-", "h", "r", "b", "u", "c1-c3", "u", "c1-e3", "e6-c4", "s", f"s {file}", "s /nowhere/x",
        "a1>e3,f1", "d6>b6,c4", "e3-e6",
    )  # fmt: skip
    table = Table(lt.Record.of(lt.load("malawi")), ask=person.ask, tell=person.tell)
    table.play()
    assert table.position.outcome
    for seen in ("MAL-2: the pawn on a1", "74 legal moves:", "3 legal moves:", "MAL-6", "nothing to take back"):
        assert seen in person.page
    assert "could not be saved" in person.page
    assert "Victory: White – a pawn with a ring stands on" in person.seen[-1]
    assert [str(d.move) for d in lt.Record.parse(file.read_text("utf-8")).moves] == ["c1-e3", "e6-c4"]


@pytest.mark.parametrize("id", lt.games())
@pytest.mark.parametrize("against", ["random", "2"])
def test_against_the_computer_to_the_end(id: str, against: str) -> None:
    """A person who always types the first legal move gets through every game."""
    game = lt.load(id)

    class Simple(Person):
        def ask(self, prompt: str) -> str:
            self.seen.append(prompt)
            facing = table.facing
            return "" if facing is None else str(table.position.view(facing).legal_moves()[0])

    person = Simple()
    table = Table(lt.Record.of(game), seat_computers(game, against, 0, 1), ask=person.ask, tell=person.tell)
    table.play()
    assert table.position.outcome
    assert str(table.position.outcome.sentence) in person.page


def test_secrets_are_cleared_before_the_handover() -> None:
    """Where two people share the screen, a secret move is gone before the other player looks."""
    secret = [id for id in lt.games() if len(lt.load(id).start().to_act) > 1]
    assert secret
    for id in secret:
        game = lt.load(id)
        mine = str(game.start().legal_moves(0)[17])
        person = Person(mine)
        person.script = iter([mine, "", "q"])
        table = Table(lt.Record.of(game), ask=person.ask, tell=person.tell)
        with pytest.raises(Leave):
            table.play()
        curtain = person.seen.index(CLEAR)
        assert "Hand over" in person.seen[curtain + 1]
        after = "\n".join(person.seen[curtain + 1 :])
        assert mine not in after
        assert table.position.view(1).drawing() in after
        table.take_back("")
        assert "cannot be taken back" in person.seen[-1]
