"""Moaaï tells what a move did, why a click leads nowhere, and which moves lose at once."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.texts import LANGUAGES, Text
from tests.variants import VARIANTS, name, whole_game

FILLING = "turn=1 pieces=Rt@c3 gone=-"
FULL = "pieces=Rr@a1,Rs@a2,Rt@a3,Or@b1,Os@b2,Ot@b3,Gr@b4,Gs@c1,Gt@c2,Br@c3,Bs@c4"
"""All pieces but the blue triangle."""
LATE = "turn=0 pieces=Or@a3,Gr@d2,Br@d4,Bs@e1 gone=a1,a2,b1,b2,b3,b4,c1,c2,c3,c4,c5,d1,e2"
"""Here the piece on d2 loses wherever it goes, and d4 can still wait."""


def said(text: Text) -> tuple[str, str]:
    """A text in French, with plain spaces, and in English."""
    return text.fr.replace("\u00a0", " ").replace("\u202f", " "), text.en


def told(position: str, move: str, **options: int | str) -> list[tuple[str, str]]:
    game = lt.load("moaai", **options)
    before = game.parse(position)
    after, player = before.play(move), before.to_act[0]
    return [said(t) for t in game.rulebook.narration.tell(before.state, after.state, [(player, game.read(move).code)])]


def refused(position: str, *clicks: str) -> tuple[str, str, str]:
    here = lt.load("moaai").parse(position)
    why = here.view(here.to_act[0]).explain(clicks)
    return (why.ruling, *said(why.sentence))


def test_a_piece_is_put_on_the_terrain() -> None:
    assert told(FILLING, "Os@a1") == [
        ("Joueur B : le carré orange est posé en a1.", "Player B: the orange square is put on a1.")
    ]


def test_the_last_piece_begins_the_movement() -> None:
    assert told(f"turn=1 {FULL} gone=-", "Bt@e2")[1:] == [
        (
            "Les 12 pièces sont posées. Place au mouvement : Joueur A commence. "
            "À côté de sa couleur ou de sa forme, une pièce sort, et le tour est fini.",
            "All 12 pieces are placed. Now they move, and Player A begins: "
            "beside its colour or its shape a piece leaves, and the turn ends.",
        )
    ]


def test_the_same_player_goes_on() -> None:
    assert told("turn=0 pieces=Rt@a1 gone=e2,e3", "a1-b2") == [
        ("Joueur A : le triangle rouge va de a1 à b2.", "Player A: the red triangle goes from a1 to b2."),
        (
            "Rien en commun avec une voisine, ni couleur ni forme : le même joueur bouge encore.",
            "Nothing in common with a neighbour, neither colour nor shape: the same player moves again.",
        ),
    ]


def test_pieces_leave_together() -> None:
    assert told("turn=0 pieces=Rt@b1,Rs@d3,Bt@b3,Gs@a5 gone=a1,c1", "b1-c2", terrain="square5") == [
        ("Joueur A : le triangle rouge va de b1 à c2.", "Player A: the red triangle goes from b1 to c2."),
        (
            "Le triangle rouge sort avec le triangle bleu et le carré rouge.",
            "The red triangle leaves with the blue triangle and the red square.",
        ),
    ]


def test_the_last_move_tells_no_more_than_itself() -> None:
    after_it = told("turn=1 pieces=Or@b5 gone=a4,b2,b3,b4,c1,c2,c3,c4,d2,d3,d4,d5,e3,e4,e5", "b5-c5", terrain="square5")
    assert after_it == [
        ("Joueur B : le rond orange va de b5 à c5.", "Player B: the orange round piece goes from b5 to c5.")
    ]


@pytest.mark.parametrize(
    ("position", "clicks", "answer"),
    [
        (
            FILLING,
            "a1",
            (
                "MOA-4",
                "choisissez d’abord une pièce de la réserve, puis une case vide pour elle",
                "choose a piece of the stock first, then an empty cell for it",
            ),
        ),
        (
            FILLING,
            "c3",
            (
                "MOA-4",
                "les pièces ne bougent qu’une fois la réserve vide ; il reste 11 pièces à poser",
                "pieces move only once the stock is empty; 11 pieces are still to be placed",
            ),
        ),
        (
            FILLING,
            "Rt",
            (
                "MOA-4",
                "le triangle rouge n’est plus en réserve : il est en c3",
                "the red triangle is no longer in stock: it stands on c3",
            ),
        ),
        (
            FILLING,
            "Os c3",
            ("MOA-4", "c3 est occupée : le triangle rouge s’y trouve", "c3 is occupied: the red triangle stands there"),
        ),
        (
            FILLING,
            "Os a1 Bs",
            (
                "MOA-4",
                "on pose une pièce par tour : choisissez une pièce de la réserve, puis une case vide pour elle",
                "you place one piece a turn: choose a piece of the stock, then an empty cell for it",
            ),
        ),
        (
            LATE,
            "Os",
            (
                "MOA-4",
                "les 12 pièces sont posées ; désormais elles se déplacent",
                "all 12 pieces have been placed; now they move",
            ),
        ),
        (LATE, "e3", ("MOA-5", "il n’y a pas de pièce en e3", "there is no piece on e3")),
        (
            LATE,
            "c3",
            (
                "MOA-5",
                "c3 n’est plus sur le terrain, et aucune pièce ne s’y trouve",
                "c3 is gone from the terrain, and no piece is there",
            ),
        ),
        (
            LATE,
            "a3",
            (
                "MOA-5",
                "le rond orange en a3 ne peut pas bouger : aucune case voisine n’est vide",
                "the orange round piece on a3 cannot move: no neighbouring cell is empty",
            ),
        ),
        (
            LATE,
            "d4 c4",
            (
                "MOA-5",
                "c4 n’est plus sur le terrain ; aucune pièce ne peut y aller",
                "c4 is gone from the terrain; no piece can move there",
            ),
        ),
        (
            LATE,
            "d2 e1",
            ("MOA-5", "e1 est occupée : le carré bleu s’y trouve", "e1 is occupied: the blue square stands there"),
        ),
        (
            LATE,
            "d4 a3",
            (
                "MOA-5",
                "a3 n’est pas voisine de d4 ; une pièce se déplace d’une seule case",
                "a3 is not a neighbour of d4; a piece moves by a single cell",
            ),
        ),
        (
            LATE,
            "d4 e3 d3",
            (
                "MOA-5",
                "on déplace une seule pièce à la fois, d’une seule case",
                "you move one piece by one cell at a time",
            ),
        ),
    ],
)
def test_a_click_that_leads_nowhere_is_explained(position: str, clicks: str, answer: tuple[str, str, str]) -> None:
    assert refused(position, *clicks.split()) == answer


def danger(position: str, **options: int | str) -> tuple[list[str], str, str]:
    here = lt.load("moaai", **options).parse(position)
    [found] = here.view(here.to_act[0]).dangers
    return here.game.board.names(found.cells), *said(found.text)


def test_a_danger_says_which_pieces_can_still_wait() -> None:
    assert danger(LATE) == (
        ["d2"],
        "Tout autre coup serait le dernier et perdrait ; on peut encore bouger le rond bleu en d4.",
        "Any other move would be the last and lose; you can still move the blue round piece on d4.",
    )
    assert danger("turn=0 pieces=Rr@b1,Os@a1,Ot@d2 gone=a2,a3,b2,c1,c2,c5,d1,d3,d4,e2") == (
        ["d2"],
        "Un seul coup ne perd pas aussitôt : le triangle orange va de d2 à c3.",
        "Only one move does not lose at once: the orange triangle goes from d2 to c3.",
    )
    lost = "turn=2 pieces=Or@b5 gone=a4,b2,b3,b4,c1,c2,c3,c4,d2,d3,d4,d5,e3,e4,e5"
    assert danger(lost, terrain="square5", players=3) == (
        ["b5"],
        "Chaque coup qui reste finit la partie, et vous perdez.",
        "Every move left ends the game, and you lose.",
    )


@pytest.mark.parametrize("game", [game for game in VARIANTS if game.id == "moaai"], ids=name)
def test_a_move_is_marked_as_the_last_exactly_where_it_loses_at_once(game: lt.Game) -> None:
    marked = 0
    for position in [found for seed in range(8) for found in whole_game(game, seed).positions if found.to_act]:
        [player] = position.to_act
        for choice in position.view(player).clickable_moves():
            returns = position.play(choice.text).returns
            assert (choice.kind == "last_move") == (returns is not None and returns[player] < 0), position.text
            marked += choice.kind == "last_move"
    assert marked > 8
    assert game.rulebook.look.kinds["last_move"].costly
    assert game.rulebook.look.kinds["last_move"].confirm


@pytest.mark.parametrize("game", [game for game in VARIANTS if game.id == "moaai"], ids=name)
def test_a_danger_names_every_piece_that_can_wait_and_no_other(game: lt.Game) -> None:
    """The cells of a danger are pieces that lose; the sentence names those with a move that does not."""
    seen = 0
    for position in [found for seed in range(8) for found in whole_game(game, seed).positions if found.to_act]:
        moves = position.legal_moves()
        safe = {str(move)[:2] for move in moves if position.play(move).to_act}
        lost = {str(move)[:2] for move in moves} - safe
        for found in position.view(position.to_act[0]).dangers:
            seen += 1
            cells = set(game.board.names(found.cells))
            assert cells == lost or (not lost and cells == safe), position.text
            for code in LANGUAGES:
                named = {cell for cell in game.board.index if cell in found.text[code]}
                assert safe <= named
                assert not named & lost
    assert seen
