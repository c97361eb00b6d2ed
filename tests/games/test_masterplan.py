"""Masterplan tells what a house brought, shows what one would bring, and says why a click leads nowhere."""

from __future__ import annotations

import re
from math import dist

import pytest

import ludotheque as lt
from ludotheque.texts import Text
from tests.variants import VARIANTS, name, whole_game

FIGURES = ("d4ne", "f6n", "c3n", "f4se", "e4w", "f5w")
"""The houses of the sheet's Figs. 4 to 6. The third, fifth and sixth bring parks."""
MASTERPLAN = [game for game in VARIANTS if game.id == "masterplan"]


def said(text: Text) -> tuple[str, str]:
    """A text in French, with plain spaces, and in English."""
    return text.fr.replace("\u00a0", " ").replace("\u202f", " "), text.en


def after(*moves: str, vigilance: bool = False) -> lt.Position:
    position = lt.load("masterplan", vigilance=vigilance).start()
    for move in moves:
        position = position.play(move)
    return position


def told(before: lt.Position, move: str) -> list[tuple[str, str]]:
    book, code, [player] = before.game.rulebook, before.game.read(move).code, before.to_act
    return [said(t) for t in book.narration.tell(before.state, before.play(move).state, [(player, code)])]


def refused(position: lt.Position, clicks: str) -> tuple[str, str, str]:
    why = position.view(position.to_act[0]).explain(clicks.split())
    return (why.ruling, *said(why.sentence))


def test_a_house_that_brings_nothing_is_just_built() -> None:
    assert told(after(), "d4ne") == [
        ("Blanc : une maison en d4, dans le coin nord-est.", "White: a house on d4, in the north-east corner.")
    ]


def test_parks_come_with_the_points_of_both_sides() -> None:
    assert told(after(*FIGURES[:4]), "e4w") == [
        ("Blanc : une maison en e4, du côté ouest.", "White: a house on e4, on the west side."),
        ("2 parcs, en c4 et g4 : Blanc 3 points, Jaune 1.", "2 parks, on c4 and g4: White 3 points, Yellow 1."),
    ]


def test_a_tower_rises() -> None:
    assert told(after("d4n", "e4n"), "d5n")[1:] == [
        ("1 tour se dresse en e5 ; on compte les tours à la fin.", "1 tower rises on e5; towers count at the end.")
    ]


def test_a_vigilant_player_announces_parks_and_forgets_others() -> None:
    here = after(*FIGURES[:4], vigilance=True)
    assert told(here, "e4w~g4") == [
        (
            "Blanc : une maison en e4, du côté ouest, en annonçant c4.",
            "White: a house on e4, on the west side, announcing c4.",
        ),
        ("1 parc, en c4 : Blanc 3 points, Jaune 0.", "1 park, on c4: White 3 points, Yellow 0."),
        ("1 parc oublié ne rapporte rien : g4.", "1 forgotten park scores nothing: g4."),
    ]
    assert told(here, "e4w~c4,g4") == [
        (
            "Blanc : une maison en e4, du côté ouest, sans annoncer de parc.",
            "White: a house on e4, on the west side, announcing no park.",
        ),
        ("2 parcs oubliés ne rapportent rien : c4 et g4.", "2 forgotten parks score nothing: c4 and g4."),
    ]
    assert told(after(vigilance=True), "e4w") == [
        ("Blanc : une maison en e4, du côté ouest.", "White: a house on e4, on the west side.")
    ]


@pytest.mark.parametrize("game", MASTERPLAN, ids=name)
def test_the_points_that_are_told_are_those_that_were_won(game: lt.Game) -> None:
    ends = 0
    for seed in range(8):
        record = whole_game(game, seed)
        for step, before, later in zip(record.moves, record.positions, record.positions[1:], strict=False):
            told = game.rulebook.narration.events(before.state, later.state, [(step.player, step.move.code)])
            won = [0, 0]
            for text in told:
                if found := re.search(r"White (\d+) points?(?: \(.*?\))?, Yellow (\d+)\b", text.en):
                    won = [won[0] + int(found[1]), won[1] + int(found[2])]
            had, has = (game.rulebook.rules.points(position.state) for position in (before, later))
            assert had
            assert has
            assert [has[0] - had[0], has[1] - had[1]] == won, f"{before.text} {step.move}"
        ends += any("towers" in text.en for text in told)
    assert ends, "some game ends with towers"


@pytest.mark.parametrize("game", MASTERPLAN, ids=name)
def test_every_new_park_and_tower_is_told_once(game: lt.Game) -> None:
    book = game.rulebook
    for seed in range(4):
        record = whole_game(game, seed)
        for step, before, later in list(zip(record.moves, record.positions, record.positions[1:], strict=False))[:-1]:
            told = book.narration.events(before.state, later.state, [(step.player, step.move.code)])
            cells = sorted(re.findall(r"\b[a-h][1-8]\b", " ".join(text.en for text in told)))
            old = {piece.cell for piece in book.look.pieces(before.state)}
            new = [
                game.board.cells[piece.cell].name
                for piece in book.look.pieces(later.state)
                if piece.cell is not None and piece.symbol in {"park", "tower"} and piece.cell not in old
            ]
            assert cells == sorted(new)


@pytest.mark.parametrize(
    ("clicks", "answer"),
    [
        (
            "ne",
            (
                "PLN-2",
                "choisissez d’abord une case vide, puis un côté ou un coin de cette case pour votre maison",
                "choose an empty cell first, then a side or a corner of it for your house",
            ),
        ),
        (
            "d4",
            (
                "PLN-2",
                "une maison blanche se trouve déjà en d4 ; une case porte une maison au plus",
                "there is a white house on d4 already; a cell holds one house at most",
            ),
        ),
        ("e5", ("PLN-2", "e5 est un parc ; on ne peut plus y bâtir", "e5 is a park; you cannot build there any more")),
        (
            "a8 b8",
            (
                "PLN-2",
                "choisissez un côté ou un coin de a8 pour votre maison",
                "choose a side or a corner of a8 for your house",
            ),
        ),
        (
            "a8 e5",
            ("PLN-2", "e5 est un parc ; on ne peut plus y bâtir", "e5 is a park; you cannot build there any more"),
        ),
        (
            "a8 n e4",
            (
                "PLN-2",
                "on bâtit une maison par tour : une case, puis un côté ou un coin de cette case",
                "you build one house a turn: a cell, then a side or a corner of it",
            ),
        ),
    ],
)
def test_a_click_that_leads_nowhere_is_explained(clicks: str, answer: tuple[str, str, str]) -> None:
    assert refused(after(*FIGURES[:4]), clicks) == answer


@pytest.mark.parametrize(
    ("clicks", "answer"),
    [
        (
            "e4 w f6",
            (
                "PLN-3",
                "aucun nouveau parc n’apparaît en f6 : une maison s’y trouve",
                "no new park appears on f6: a house stands there",
            ),
        ),
        (
            "e4 w e5",
            (
                "PLN-3",
                "aucun nouveau parc n’apparaît en e5 : c’est un parc depuis un tour précédent",
                "no new park appears on e5: it has been a park since an earlier turn",
            ),
        ),
        (
            "e4 w c4 e6",
            (
                "PLN-3",
                "aucun nouveau parc n’apparaît en e6 : avec une maison en e4, une maison de plus n’y ferait "
                "toujours pas d’alignement de 4",
                "no new park appears on e6: with a house on e4, one more house there would still make no line of 4",
            ),
        ),
        ("e4 w c4 c4", ("PLN-8", "vous avez déjà désigné c4", "you have marked c4 already")),
        (
            "e4 w n",
            (
                "PLN-2",
                "on bâtit une maison par tour : une case, puis un côté ou un coin de cette case",
                "you build one house a turn: a cell, then a side or a corner of it",
            ),
        ),
    ],
)
def test_a_park_that_does_not_come_cannot_be_announced(clicks: str, answer: tuple[str, str, str]) -> None:
    assert refused(after(*FIGURES[:4], vigilance=True), clicks) == answer


def preview(position: lt.Position, move: str) -> tuple[set[str], tuple[str, str] | None]:
    shown = position.view(position.to_act[0]).preview(position.game.read(move))
    names = {f"{piece.symbol}@{position.game.board.cells[piece.cell or 0].name}" for piece in shown.pieces}
    return names, said(shown.text) if shown.text else None


def test_a_preview_shows_parks_towers_and_points() -> None:
    assert preview(after(*FIGURES[:4]), "e4w") == (
        {"white-w@e4", "park@c4", "park@g4"},
        (
            "2 parcs en c4 et g4. Vous : 3 points, adversaire : 1.",
            "2 parks on c4 and g4. You: 3 points, opponent: 1.",
        ),
    )
    assert preview(after(*FIGURES[:5]), "f5w") == (
        {"yellow-w@f5", "park@f3", "park@f7"},
        ("2 parcs en f3 et f7. Vous : 3 points, adversaire : 1.", "2 parks on f3 and f7. You: 3 points, opponent: 1."),
    )
    assert preview(after("d4n", "e4n"), "d5n") == (
        {"white-n@d5", "tower@e5"},
        ("Pas de nouveau parc. 1 tour en e5.", "No new park. 1 tower on e5."),
    )
    assert preview(after(), "a1n") == ({"white-n@a1"}, ("Pas de nouveau parc.", "No new park."))


@pytest.mark.parametrize("game", MASTERPLAN, ids=name)
def test_a_preview_always_shows_the_house(game: lt.Game) -> None:
    for position in whole_game(game, 5).positions[:-1:3]:
        view = position.view(position.to_act[0])
        for move in position.legal_moves(view.player)[::20]:
            assert game.board.index[move.cells[0]] in {piece.cell for piece in view.preview(move).pieces}


def test_a_preview_of_the_last_house_says_how_the_game_ends() -> None:
    game = lt.load("masterplan")
    record = whole_game(game, 0)
    before, last = record.positions[-2], record.moves[-1]
    points = game.rulebook.rules.points(record.final.state)
    assert points
    text = before.view(last.player).preview(last.move).text
    assert text
    own, other = points[last.player], points[1 - last.player]
    assert text.en.endswith(f"Then the game is over. You: {own} points, opponent: {other}.")


def test_a_vigilant_player_is_shown_only_the_house() -> None:
    position = after(*FIGURES[:4], vigilance=True)
    for move in ("e4w", "e4w~c4", "e4w~c4,g4"):
        assert preview(position, move) == ({"white-w@e4"}, None)


def test_remarks_come_only_when_something_runs_out() -> None:
    record = whole_game(lt.load("masterplan"), 0)
    look = record.game.rulebook.look
    remarks = [[said(text) for text in look.remarks(position.state)] for position in record.positions]
    assert not any(remarks[:15])
    assert not remarks[-1]
    assert remarks[-2] == [
        ("Maisons à bâtir : Blanc 0, Jaune 1", "Houses left: White 0, Yellow 1"),
        ("Il reste 2 tours", "2 towers left"),
    ]


def test_the_figures_show_the_points_and_hide_nothing() -> None:
    """A figure is 0.72 wide, and the square one is a little wider across."""
    start = lt.load("masterplan").start()
    look, (left, bottom, right, top) = start.game.rulebook.look, start.game.board.extent
    empty = start.text.rpartition(" white_points")[0]
    for white in range(40):
        for yellow in (*range(max(0, white - 3), white + 4), white + 18, white + 36):
            state = start.game.parse(f"{empty} white_points={white} yellow_points={yellow}").state
            one, other = (piece for piece in look.pieces(state) if piece.symbol.startswith("figure-"))
            assert (one.label, other.label) == (str(white), str(yellow))
            assert dist((one.x, one.y), (other.x, other.y)) > 0.79
            for figure in (one, other):
                assert left + 0.36 < figure.x < right - 0.36
                assert bottom + 0.36 < figure.y < top - 0.36
                assert max(abs(figure.x - 3.5), abs(figure.y - 3.5)) > 4.5, "no figure stands on a cell"
