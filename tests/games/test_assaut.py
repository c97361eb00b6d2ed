"""What Assaut says while it is played, in both languages, and what it warns of."""

from __future__ import annotations

import re

import pytest

import ludotheque as lt
from ludotheque.texts import typeset
from tests.clicking import clickable, follows
from tests.variants import VARIANTS, name, whole_game

ASSAUT = [game for game in VARIANTS if game.id == "assaut"]
TWO = "soldiers=a3,a4,a5,b4,c1,c4,d1,d3,e1,g3,g4"
"""An officer on c5 can take two of these soldiers, by c3."""
THREE = "soldiers=a4,c1,c4,c6,d1,d3,d7,e1,e4,g3,g4"
"""An officer on c5 can take three of these, by c3 and e3, or two, by c7."""


def story(position: str, *moves: str, **options: bool) -> list[tuple[str, str]]:
    """What is told of the last of these moves, in French and in English."""
    game = lt.load("assaut", **options)
    record = lt.Record(game.parse(position) if position else game.start())
    for move in moves:
        record = record.play(move, record.final.to_act[0])
    step, before = record.moves[-1], record.positions[-2].state
    texts = game.rulebook.narration.tell(before, record.final.state, [(step.player, step.move.code)])
    return [(text.fr, text.en) for text in texts]


def pairs(*sentences: tuple[str, str]) -> list[tuple[str, str]]:
    return [(typeset(french), english) for french, english in sentences]


def test_placing_and_steps_are_told() -> None:
    assert story("", "c5,e7") == pairs(("Officiers : placés en c5 et e7.", "Officers: placed on c5 and e7."))
    assert story("turn=0 soldiers=a3,a4,a5,b3,c1,c2,d1,d3,e1 officers=c7,e7 quiet=0", "d3-d4") == pairs(
        ("Soldats : un soldat fait un pas de d3 à d4.", "Soldiers: a soldier steps from d3 to d4.")
    )
    assert story("turn=1 soldiers=a3,a4,a5,b3,c1,c2,d1,d3,e1 officers=c7,e7 quiet=0", "c7-d7") == pairs(
        ("Officiers : un officier fait un pas de c7 à d7.", "Officers: an officer steps from c7 to d7.")
    )


def test_a_soldier_that_enters_the_fortress_is_counted_once() -> None:
    assert story("", "c5,e7", "d4-d5")[1:] == pairs(
        (
            "Un soldat entre dans la forteresse : 1 point occupé sur 9.",
            "A soldier enters the fortress: 1 point of 9 taken.",
        )
    )
    inside = "turn=0 soldiers=a3,a4,a5,b3,c1,c2,d1,d5,e1 officers=c7,e7 quiet=0"
    assert story(inside, "d5-d6")[1:] == []


def test_captures_are_told_with_their_way() -> None:
    one = "turn=1 soldiers=a3,a4,a5,b4,c1,c4,d1,e1,g3,g4 officers=c5,e7 quiet=0"
    assert story(one, "c5xc3") == pairs(
        (
            "Officiers : l’officier en c5 prend le soldat en c4 et se pose en c3.",
            "Officers: the officer on c5 takes the soldier on c4 and lands on c3.",
        )
    )
    assert story(f"turn=1 {TWO} officers=c5,e7 quiet=0", "c5xc3xe3") == pairs(
        (
            "Officiers : l’officier en c5 prend 2 soldats et se pose en e3 (par c3).",
            "Officers: the officer on c5 takes 2 soldiers and lands on e3 (by c3).",
        ),
        ("Les soldats en c4 et d3 sont pris.", "The soldiers on c4 and d3 are captured."),
    )


def test_huffing_lifts_the_officer_that_moved() -> None:
    """It could capture before its turn."""
    assert story("", "c5,e7", "d4-d5", "c5-c6")[1:] == pairs(
        (
            "L’officier en c6 est retiré : depuis c5, il pouvait prendre 1 soldat.",
            "The officer on c6 is removed: from c5 it could have taken 1 soldier.",
        )
    )
    assert story(f"turn=1 {TWO} officers=c5,e7 quiet=0", "c5xc3")[1:] == pairs(
        (
            "L’officier en c3 est retiré : depuis c5, il pouvait prendre 2 soldats.",
            "The officer on c3 is removed: from c5 it could have taken 2 soldiers.",
        )
    )


def test_huffing_lifts_the_other_officer() -> None:
    """The one that moved could not capture, or not as much."""
    lifted = (
        "L’officier en c5 est retiré : il pouvait prendre 2 soldats à la place.",
        "The officer on c5 is removed: it could have taken 2 soldiers instead.",
    )
    assert story(f"turn=1 {TWO} officers=c5,e7 quiet=0", "e7-e6")[1:] == pairs(lifted)
    assert story(f"turn=1 {TWO},e6 officers=c5,e7 quiet=0", "e7xe5")[1:] == pairs(lifted)


@pytest.mark.parametrize("game", ASSAUT, ids=name)
def test_what_left_the_board_is_named(game: lt.Game) -> None:
    lifted = several = 0
    for record in [whole_game(game, seed) for seed in range(5)]:
        for step, before, after in zip(record.moves, record.positions, record.positions[1:], strict=False):
            told = game.rulebook.narration.tell(before.state, after.state, [(step.player, step.move.code)])
            officers = [text.en for text in told if "is removed" in text.en]
            assert len(officers) == max(0, len(men(before, "officer")) - len(men(after, "officer")))
            for sentence in officers:
                assert re.findall(r"on (\w\d) is removed", sentence)[0] not in men(after, "officer")
            lost = men(before, "soldier") - men(after, "soldier") - set(step.move.cells)
            captured = [set(re.findall(r"\b[a-g][1-7]\b", text.en)) for text in told if "are captured" in text.en]
            assert captured == ([lost] if len(lost) > 1 else [])
            if len(lost) == 1:
                assert f"takes the soldier on {lost.pop()} " in told[0].en
            lifted, several = lifted + len(officers), several + len(captured)
    assert bool(lifted) == game.options["huff"]
    # Random officers that may take fewer are lifted before they take many.
    assert several or game.options["huff"]


def men(position: lt.Position, symbol: str) -> set[str]:
    pieces = position.game.rulebook.look.pieces(position.state)
    return {position.game.board.cells[p.cell].name for p in pieces if p.symbol == symbol and p.cell is not None}


def test_the_draw_is_announced_once_and_then_remarked() -> None:
    position = "turn=1 soldiers=a3,a4,a5,b3,c1,c2,d1,d2,d3,e1,e2,g3,g4 officers=c7,e7 quiet="
    near = pairs(
        (
            "Encore 15 tours sans prise, sans officier retiré et sans soldat qui s’approche, et la partie est nulle.",
            "15 more turns without a capture, a removed officer or a soldier coming nearer, and the game is drawn.",
        )
    )
    assert story(f"{position}43", "c7-d7")[1:] == []
    assert story(f"{position}44", "c7-d7")[1:] == near
    assert story(f"{position}45", "c7-d7")[1:] == []
    game = lt.load("assaut")
    remarks = game.rulebook.look.remarks
    assert remarks(game.parse(f"{position}44").state) == []
    assert [(text.fr, text.en) for text in remarks(game.parse(f"{position}45").state)] == near
    assert remarks(game.parse(f"{position}59").play("c7-d7").state) == []


def test_soldiers_are_counted_when_few_are_left() -> None:
    game = lt.load("assaut")
    few = game.parse("turn=1 soldiers=a3,a4,a5,b3,c1,c2,d1,d2,d3,e1,e2,g3 officers=c7,e7 quiet=0")
    assert [(text.fr, text.en) for text in game.rulebook.look.remarks(few.state)] == pairs(
        (
            "Il reste 12 soldats ; à moins de 9, les officiers gagnent.",
            "12 soldiers are left; with fewer than 9 the officers win.",
        )
    )
    assert game.rulebook.look.remarks(game.start().state) == []


def test_the_last_officer_is_warned_only_where_less_loses() -> None:
    game = lt.load("assaut")
    alone = game.parse(f"turn=1 {TWO} officers=c5 quiet=0")
    (danger,) = alone.view(1).dangers
    assert game.board.names(danger.cells) == ["c5"]
    assert (danger.text.fr, danger.text.en) == (
        typeset("Votre dernier officier doit prendre 2 soldats ; sinon, il est retiré et vous perdez."),
        "Your last officer must take 2 soldiers; otherwise it is removed and you lose.",
    )
    for move in alone.legal_moves(1):
        taken = str(move).count("x")
        assert alone.play(move).returns == (None if taken == 2 else (1, -1))
    # With nine soldiers any capture wins, also a small one.
    nine = game.parse("turn=1 soldiers=a3,a4,b4,c1,c4,d1,d3,e1,g3 officers=c5 quiet=0")
    assert nine.play("c5xc3").returns == (-1, 1)
    assert not nine.view(1).dangers
    assert not game.parse(f"turn=1 {TWO} officers=c5,e7 quiet=0").view(1).dangers
    assert not lt.load("assaut", huff=False).parse(f"turn=1 {TWO} officers=c5 quiet=0").view(1).dangers
    assert not alone.view(0).dangers


def test_the_fortress_or_the_blocked_officers_decide() -> None:
    game = lt.load("assaut")
    assault = game.parse("turn=0 soldiers=c5,c6,c7,d4,d6,d7,e5,e6,e7 officers=a3 quiet=0").play("d4-d5")
    assert assault.outcome
    assert assault.outcome.reason == "fortress"
    assert game.rulebook.narration.decided(assault.state) == sum(1 << cell for cell in game.board.zones["fortress"])
    blocked = game.parse("turn=0 soldiers=c1,c7,d1,d4,d6,e1,e7,g3,g4 officers=d7 quiet=0").play("d4-d5")
    assert blocked.outcome
    assert blocked.outcome.reason == "immobilised"
    assert game.board.names(game.rulebook.narration.decided(blocked.state)) == ["d7"]


SOLDIERS = "turn=0 soldiers=a4,a5,b3,b4,b5,c1,c5,d3,e1,e2,g3,g4 officers=d6,e7 quiet=0"
OFFICERS = f"turn=1 {THREE} officers=c5,e5 quiet=0"
REFUSED = [
    ("", "d4", "ASS-2", "an officer starts inside the fortress (c5 to e7), not on d4"),
    ("", "c5 d4", "ASS-2", "an officer starts inside the fortress (c5 to e7), not on d4"),
    ("", "c5 e7 d6", "ASS-2", "exactly 2 officers are placed; you chose 3 points"),
    (SOLDIERS, "f5", "ASS-3", "there is no soldier on f5"),
    (SOLDIERS, "d6", "ASS-3", "an officer stands on d6; you lead the soldiers"),
    (SOLDIERS, "a5", "ASS-3", "the soldier on a5 cannot step now; every point where it may go is occupied (b5)"),
    (SOLDIERS, "d3 a5", "ASS-3", "the soldier on a5 cannot step now; every point where it may go is occupied (b5)"),
    (SOLDIERS, "d3 d5", "ASS-3", "d3 and d5 are not neighbours; a step leads to the next point on a line"),
    (SOLDIERS, "d3 d2", "ASS-3", "from d3 to d2 is a retreat; a soldier outside never steps to a lower row"),
    (SOLDIERS, "c5 e7", "ASS-3", "soldiers never capture; they only step along a line"),
    (OFFICERS, "c4", "ASS-4", "a soldier stands on c4; you lead the officers"),
    (OFFICERS, "b5", "ASS-4", "there is no officer on b5"),
    (OFFICERS, "c5 c4", "ASS-4", "a soldier stands on c4; the point must be empty"),
    (OFFICERS, "c5 a3", "ASS-4", "there is no soldier to jump on b4"),
    (OFFICERS, "c5 g5", "ASS-4", "c5 and g5 are not neighbours; a step leads to the next point on a line"),
    (OFFICERS, "c5 c3 d4", "ASS-4", "no jump leads from c3 to d4; a jump goes two points straight along the lines"),
    (OFFICERS, "c5 c3 a3", "ASS-4", "there is no soldier to jump on b3"),
    (OFFICERS, "c5 b5 g5", "ASS-4", "c5 and g5 are not neighbours; a step leads to the next point on a line"),
]


@pytest.mark.parametrize(("position", "clicks", "ruling", "sentence"), REFUSED)
def test_a_refused_click_gets_the_sentence_for_it(position: str, clicks: str, ruling: str, sentence: str) -> None:
    check_refused(lt.load("assaut"), position, clicks, ruling, sentence)


def check_refused(game: lt.Game, position: str, clicks: str, ruling: str, sentence: str) -> None:
    start = game.parse(position) if position else game.start()
    why = start.view(start.to_act[0]).explain(clicks.split())
    assert (why.ruling, why.sentence.en) == (ruling, sentence)


@pytest.mark.parametrize(
    ("clicks", "sentence"),
    [
        ("f5", "a capture is possible and therefore a duty here; the officer on c5 can take 3 soldiers"),
        ("c5 b5", "a capture is possible and therefore a duty here; the officer on c5 can take 3 soldiers"),
        ("c5 c7", "this captures 2 soldiers, but the officer on c5 can take 3; the largest capture is a duty"),
    ],
)
def test_without_huffing_a_click_tells_what_must_be_captured(clicks: str, sentence: str) -> None:
    check_refused(lt.load("assaut", huff=False), f"turn=1 {THREE} officers=c5,f5 quiet=0", clicks, "ASS-5c", sentence)


@pytest.mark.parametrize("game", ASSAUT, ids=name)
def test_every_way_that_breaks_off_has_a_reason(game: lt.Game) -> None:
    """After each beginning of a legal move, any click that leads nowhere gets a ruling and never a general answer."""
    for position in [found for seed in range(2) for found in whole_game(game, seed).positions[::11]]:
        for player in position.to_act:
            view = position.view(player)
            ways = {
                tuple(move.path.replace("+", " ").split()[:length])
                for move in view.clickable_moves()
                for length in (0, 1, 2, 3)
            }
            for way in sorted(ways)[:8]:
                for cell in clickable(view, []):
                    if not follows(view, [*way, cell]):
                        assert view.explain([*way, cell]).ruling.startswith("ASS-"), (position.text, way, cell)
