"""What Massaï says while it is played, in both languages, and what it marks on the board."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

import ludotheque as lt
from ludotheque.games.massai.board import SIDES, joins, shortest_chain
from ludotheque.texts import typeset
from tests.clicking import clickable, follows
from tests.variants import VARIANTS, name, whole_game

MASSAI = [game for game in VARIANTS if game.id == "massai"]
FULL = "dark=a1,a2,a3,a4,a5,a6,b1,b2,b3,b4,b5,b6,c3,c4,d3"


def story(position: str, *moves: str, **options: bool) -> list[tuple[str, str]]:
    """What is told of moves that are revealed together, in French and in English."""
    record = lt.Record(lt.load("massai", **options).parse(position))
    for move in moves:
        record = record.play(move, record.final.to_act[0])
    return told(record, len(moves))


def told(record: lt.Record, count: int) -> list[tuple[str, str]]:
    """What is told of the last moves of a record."""
    revealed = [(step.player, step.move.code) for step in record.moves[-count:]]
    narration = record.game.rulebook.narration
    texts = narration.tell(record.positions[-1 - count].state, record.final.state, revealed)
    return [(text.fr, text.en) for text in texts]


def pairs(*sentences: tuple[str, str]) -> list[tuple[str, str]]:
    return [(typeset(french), english) for french, english in sentences]


def stakes(position: lt.Position, attack: lt.Move) -> str:
    text = position.view(position.to_act[0]).preview(attack).text
    assert text
    return text.en


@pytest.mark.parametrize("game", MASSAI, ids=name)
def test_an_attack_says_before_what_it_may_cost_and_win(game: lt.Game) -> None:
    """The huts that are named are those that leave the board, whatever the guards."""
    seen = 0
    for seed in range(12):
        record = whole_game(game, seed)
        for before, attack, guards, after in zip(
            record.positions, record.moves, record.moves[1:], record.positions[2:], strict=False
        ):
            if not str(attack.move).startswith("x"):
                continue
            said = stakes(before, attack.move)
            for loser, part in ((attack.player, r"you lose ([^;.]*)"), (guards.player, r"loses ([^;.]*)\.$")):
                gone = huts(before, SIDES[loser]) - huts(after, SIDES[loser])
                if gone and (loser == attack.player) == (str(attack.move)[1:] in str(guards.move)):
                    assert set(re.findall(r"\w\d", re.findall(part, said)[0])) == gone, said
                    seen += 1
    assert seen > 3


def test_builds_and_moves_are_told() -> None:
    assert story("turn=0 dark=c3,c4 light=e4,e5 target=- turns=4", "d3") == pairs(
        ("Sombre : une hutte est construite en d3.", "Dark: a hut is built on d3.")
    )
    assert story(f"turn=0 {FULL} light=h1,h2 target=- turns=40", "a1-c5") == pairs(
        ("Sombre : la hutte a1 va en c5.", "Dark: the hut on a1 moves to c5.")
    )


def test_both_set_ups_are_told_when_both_are_made() -> None:
    record = lt.Record(lt.load("massai").start()).play("e3,e4,f3,f4,g4", 1).play("a3,a4,b3,c2,c3", 0)
    assert told(record, 2) == pairs(
        ("Clair : huttes en e3, e4, f3, f4 et g4.", "Light: huts on e3, e4, f3, f4 and g4."),
        ("Sombre : huttes en a3, a4, b3, c2 et c3.", "Dark: huts on a3, a4, b3, c2 and c3."),
    )


def test_a_repelled_attack_costs_the_attacker_and_isolates() -> None:
    assert story("turn=0 dark=b5,b6,c2,d3 light=e3,e4 target=- turns=4", "xe3", "+e3") == pairs(
        ("Sombre : attaque en e3.", "Dark: an attack on e3."),
        ("Clair : un garde en e3.", "Light: a guard on e3."),
        ("Attaque en e3 repoussée : Sombre perd d3.", "Attack on e3 repelled: Dark loses d3."),
        ("Sombre perd aussi c2, faute de voisine.", "Dark also loses c2, left isolated."),
    )


def test_a_successful_attack_costs_the_defender_isolates_and_takes_the_cell() -> None:
    assert story("turn=1 dark=a1,a2,c4,d2,d3,d5 light=e3,e4 target=- turns=4", "xd3", "+d2,d5")[2:] == pairs(
        ("Attaque en d3 réussie : Sombre perd c4, d2 et d3.", "Attack on d3 successful: Dark loses c4, d2 and d3."),
        ("Sombre perd aussi d5, faute de voisine.", "Dark also loses d5, left isolated."),
        ("Clair pose une hutte en d3.", "Light puts a hut on d3."),
    )


def test_without_a_hut_in_hand_the_cell_stays_empty() -> None:
    assert story(f"turn=0 {FULL} light=e3,e4,h1,h2 target=- turns=40", "xe3", "+e4")[2:] == pairs(
        ("Attaque en e3 réussie : Clair perd e3 et e4.", "Attack on e3 successful: Light loses e3 and e4."),
        (
            "Sombre n’a pas de hutte en main : e3 reste vide.",
            "Dark has no hut in hand, so e3 stays empty.",
        ),
    )


def test_several_guards_are_told_as_several() -> None:
    assert story("turn=1 dark=a1,a2,c4,d2,d3,d5 light=e3,e4 target=- turns=4", "xd3", "+d3,d5")[1] == (
        typeset("Sombre : des gardes en d3 et d5."),
        "Dark: guards on d3 and d5.",
    )


@pytest.mark.parametrize("game", MASSAI, ids=name)
def test_every_hut_that_an_attack_took_is_named_and_no_other(game: lt.Game) -> None:
    attacks = 0
    for record in [whole_game(game, seed) for seed in range(4)]:
        for ply, step in enumerate(record.moves):
            if not str(step.move).startswith("+"):
                continue
            attacks += 1
            before, after = record.positions[ply], record.positions[ply + 1]
            events = game.rulebook.narration.events(before.state, after.state, [(step.player, step.move.code)])
            for side, symbol in (("Dark", "dark"), ("Light", "light")):
                losses = " ".join(text.en for text in events if re.search(rf"{side} (also )?loses", text.en))
                named = set(re.findall(r"\b[a-h][1-6]\b", losses.replace("Attack on ", "Attack on _")))
                assert named == huts(before, symbol) - huts(after, symbol)
                built = {text.en[-3:-1] for text in events if text.en.startswith(f"{side} puts")}
                assert built == huts(after, symbol) - huts(before, symbol)
    assert attacks


def huts(position: lt.Position, symbol: str) -> set[str]:
    pieces = position.game.rulebook.look.pieces(position.state)
    return {position.game.board.cells[p.cell].name for p in pieces if p.symbol == symbol and p.cell is not None}


def test_the_limit_of_turns_is_told_once_and_then_remarked() -> None:
    position = "turn=0 dark=c3,c4 light=e4,e5 target=- turns="
    near = pairs(("Plus que 10 tours avant la partie nulle.", "10 turns are left before the game is drawn."))
    assert story(f"{position}288", "d3")[1:] == []
    assert story(f"{position}289", "d3")[1:] == near
    assert story(f"{position}290", "d3")[1:] == []
    game = lt.load("massai")
    look = game.rulebook.look
    assert look.remarks(game.parse(f"{position}289").state) == []
    assert [(text.fr, text.en) for text in look.remarks(game.parse(f"{position}290").state)] == near
    assert (
        look.remarks(game.parse("turn=0 dark=a3,b3,c3,d3,e3,f3,g3 light=a5,a6 target=- turns=295").play("h3").state)
        == []
    )


@pytest.mark.parametrize("game", MASSAI, ids=name)
def test_an_attack_in_vain_is_one_that_every_defence_repels(game: lt.Game) -> None:
    seen = set()
    for position in [found for seed in range(6) for found in whole_game(game, seed).positions[::5]]:
        for player in position.to_act:
            for choice in position.view(player).clickable_moves():
                if "attack" not in choice.kind:
                    continue
                attacked, target = position.play(choice.text), choice.text[1:]
                ends = [attacked.play(guards) for guards in attacked.legal_moves(1 - player)]
                kept = [target in huts(end, ("dark", "light")[1 - player]) for end in ends]
                assert all(kept) == (choice.kind == "vain_attack")
                assert game.rulebook.look.kinds[choice.kind].costly == all(kept)
                seen.add(choice.kind)
    assert seen == {"attack", "vain_attack"}


def test_the_task_says_that_an_attack_would_fail() -> None:
    game = lt.load("massai")
    one = game.parse("turn=0 dark=c3,c4,d3 light=e4,e5 target=- turns=4").view(0).task
    two = game.parse("turn=0 dark=c3,c4,d3 light=e4,e3 target=- turns=4").view(0).task
    assert one
    assert two
    assert "e4, the only threatened hut, would be guarded" in one.en
    assert "guarded" not in two.en


@pytest.mark.parametrize("game", MASSAI, ids=name)
def test_the_chain_that_won_is_marked_and_has_no_hut_too_many(game: lt.Game) -> None:
    chains = 0
    for seed in range(12):
        final = whole_game(game, seed).final
        cells = game.rulebook.narration.decided(final.state)
        assert final.outcome
        if final.outcome.reason != "chain":
            continue
        chains += 1
        winner = huts(final, ("dark", "light")[final.outcome.returns.index(1)])
        marked = game.board.names(cells)
        assert set(marked) <= winner
        assert joins(game.board, cells)
        for cell in marked:
            assert not joins(game.board, cells & ~(1 << game.board.index[cell]))
        assert len(marked) == shortest(game, winner)
    assert chains or game.options["fifteen"]


def shortest(game: lt.Game, winner: set[str]) -> int:
    """How many huts the shortest way from row a to row h has, counted row of neighbours by row of neighbours."""
    index, neighbours = game.board.index, game.board.neighbours
    reached, count = {cell for cell in winner if cell[0] == "a"}, 1
    while not any(cell[0] == "h" for cell in reached):
        reached |= {one for one in winner for other in reached if neighbours[index[other]] >> index[one] & 1}
        count += 1
    return count


def test_without_a_chain_there_is_none() -> None:
    board = lt.load("massai").board
    for cells in combinations(range(0, 48, 7), 3):
        assert shortest_chain(board, sum(1 << cell for cell in cells)) == 0


def test_chosen_cells_show_what_the_move_puts_there() -> None:
    game = lt.load("massai")
    for player, side, cells in ((0, "dark", "a3,a4,b3,c2,c3"), (1, "light", "e3,e4,f3,f4,g4")):
        family = game.start().view(player).combination
        assert family
        assert family.ghost == f"secret-{side}"
        chosen = game.start().play(cells, player).view(player)
        assert {p.symbol for p in game.rulebook.look.pieces(chosen.state) if p.cell is not None} == {family.ghost}
    attacked = game.parse("turn=1 dark=c3,c4,d3 light=e4,e5 target=e4 turns=4").view(1).combination
    assert attacked
    assert attacked.ghost == "guard"
    assert "guard" in game.rulebook.look.symbols


TURN = "turn=0 dark=c3,c4,d3 light=d5,e4,e5,g1,g2 target=- turns=4"
DEFENCE = "turn=1 dark=c3,c4,d3 light=d5,e4,e5,g1,g2 target=e4 turns=4"
STUCK = "turn=0 dark=a1,b2,c3,e1,e2,e3,e4,e5,e6,f1,f2,f3,f4,f5,f6 light=g1,g2,h5,h6 target=- turns=40"
REFUSED = [
    ("", "e4", "MAS-2", "the set-up stays in your own 4 rows, a to d; outside them: e4"),
    ("", "a1 a2 a3 e4", "MAS-2", "the set-up stays in your own 4 rows, a to d; outside them: e4"),
    ("", "a1 a2 a3 a4 a5 a6", "MAS-2", "the set-up has exactly 5 cells; you chose 6"),
    (
        TURN,
        "c3",
        "MAS-4",
        "huts move only when all 15 are on the board, and you still have 12 in hand: build or attack",
    ),
    (TURN, "e5", "MAS-5", "the hut on e5 is not threatened: it touches none of yours"),
    (TURN, "h6", "MAS-3", "h6 touches none of your huts"),
    (TURN, "e4 h6", "MAS-3", "h6 touches none of your huts"),
    (DEFENCE, "e5", "MAS-6", "guards stand on threatened huts only; touching no enemy hut: e5"),
    (DEFENCE, "c3", "MAS-6", "guards stand on your own huts only, and you have none on c3"),
    (DEFENCE, "e4 d5", "MAS-6", "with 2 huts threatened you set exactly 1 guard; you chose 2"),
    (STUCK, "b2", "MAS-4", "the hut on b2 cannot move: wherever it goes, one of your huts would touch no other"),
    (STUCK, "e1 b2", "MAS-4", "the hut on b2 cannot move: wherever it goes, one of your huts would touch no other"),
    (
        STUCK,
        "d1",
        "MAS-3",
        "all your 15 huts are on the board, so there is none left to build; move one or attack",
    ),
    (STUCK, "h5", "MAS-5", "the hut on h5 is not threatened: it touches none of yours"),
    (STUCK, "e1 h5", "MAS-4", "h5 is occupied; a hut moves to an empty cell"),
    (STUCK, "f6 h1", "MAS-4", "after f6-h1 each of your huts must still touch another one; touching none: h1"),
]


@pytest.mark.parametrize(("position", "clicks", "ruling", "sentence"), REFUSED)
def test_a_refused_click_gets_the_sentence_for_it(position: str, clicks: str, ruling: str, sentence: str) -> None:
    game = lt.load("massai")
    start = game.parse(position) if position else game.start()
    why = start.view(start.to_act[0]).explain(clicks.split())
    assert (why.ruling, why.sentence.en) == (ruling, sentence)


@pytest.mark.parametrize("game", MASSAI, ids=name)
def test_the_sentence_for_a_click_is_about_the_cell(game: lt.Game) -> None:
    """A page asks about cells that begin no move. The answer names the cell, or says why its kind is not allowed."""
    for position in [found for seed in range(3) for found in whole_game(game, seed).positions[::9]]:
        for player in position.to_act:
            view = position.view(player)
            for cell in clickable(view, []):
                if not follows(view, [cell]):
                    why = view.explain([cell])
                    assert cell in why.sentence.en or why.sentence.en.startswith(("huts move", "all your 15 huts"))
