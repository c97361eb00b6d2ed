"""The conformance vectors, made and checked with the referee alone.

`python -m tests.referee.vectors` makes them for all games and writes them to tests/games/vectors. Name games to make
only theirs. `--output FOLDER` writes elsewhere. `--check` replays the files of the folder instead.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from tests.referee.catalogue import REFEREES, load, title, variants
from tests.referee.random_play import EVEN, choose, draw_style
from tests.referee.referee import Option, Referee, perft

FOLDER = Path(__file__).parents[1] / "games" / "vectors"
RARE = Path(__file__).parent / "rare_games.json"

GAMES = 10
"""How many games of every variant are played with even chances."""

TRIED = 6000
"""How many moves are played in further games with styles. Only games that end in a new way are kept."""

TABLES = 3
"""How many games give a position for a perft table."""

DEPTH, CALLS = 4, 6000
"""A perft table ends at this depth, or before it needs more lists of moves than this."""

COUNTED = 2000
"""A game has no count for a longer list of moves. Perft already counts the set-ups of Massaï."""

Data = dict[str, Any]
ChoosePlayer = Callable[[tuple[int, ...]], int]
ChooseMove = Callable[[int, list[str]], str]


def make_game(referee: Referee[Any], choose_player: ChoosePlayer, choose_move: ChooseMove) -> Data:
    """Play a game to its end and return it as the files write it."""
    state = referee.start()
    moves: list[str] = []
    actors: list[int] = []
    counts: list[int | None] = []
    while players := referee.to_move(state):
        player = choose_player(players)
        legal = referee.legal_moves(state, player)
        text = choose_move(player, legal)
        moves.append(text)
        actors.append(player)
        counts.append(len(legal) if len(legal) <= COUNTED else None)
        state = referee.after(state, player, text)
    return {"moves": moves, "actors": actors, "legal_counts": counts, **end_data(referee, state)}


def random_game(referee: Referee[Any], seed: str, *, styled: bool = False, in_order: bool = False) -> Data:
    """Return a random game. `in_order` lets the lowest number move where two players are to move."""
    random = Random(seed)
    styles = [draw_style(random) if styled else EVEN for _ in range(3)]
    return make_game(
        referee,
        lambda players: players[0 if in_order else int(random.random() * len(players))],
        lambda player, legal: choose(random, legal, styles[player]),
    )


def rare_games(id: str, options: Mapping[str, Option]) -> list[list[str]]:
    """Return the stored games of a variant that show what random games seldom reach."""
    stored = json.loads(RARE.read_text("utf-8"))
    return [game["moves"].split() for game in stored if game["game"] == id and game["options"] == options]


def given_game(referee: Referee[Any], moves: Sequence[str]) -> Data | None:
    """Return a given game, or None when the rules now forbid one of its moves."""
    left = iter(moves)

    def next_move(player: int, legal: Sequence[str]) -> str:
        text = next(left, "")
        if text not in legal:
            raise ValueError(text)
        return text

    try:
        return make_game(referee, min, next_move)
    except ValueError:
        return None


def end_data(referee: Referee[Any], state: Any) -> Data:
    """Return the end of a game as the files write it."""
    result = referee.result(state)
    assert result is not None
    points = {} if result.points is None else {"points": list(result.points)}
    return {"returns": list(result.returns), "reason": result.reason, **points}


def make_games(referee: Referee[Any], seed: str, rare: Sequence[Sequence[str]]) -> list[Data]:
    """Return games with even chances, then rare ones, then games with styles that end in a new way."""
    games = [random_game(referee, f"{seed} {number}", in_order=number < TABLES) for number in range(GAMES)]
    for moves in rare:
        if game := given_game(referee, moves):
            games.append(game)
        else:
            print(f"{seed}: a game in {RARE.name} is no longer legal: {' '.join(moves)}")
    ends = {(game["reason"], *game["returns"]) for game in games}
    number, left = 0, TRIED if len(referee.REASONS) > 1 else 0
    while left > 0:
        game = random_game(referee, f"{seed} style {number}", styled=True)
        number, left = number + 1, left - len(game["moves"])
        if (end := (game["reason"], *game["returns"])) not in ends:
            ends.add(end)
            games.append(game)
    return games


def make_table(referee: Referee[Any], moves: Sequence[str]) -> Data:
    """Return the perft table of the position after these moves."""
    state = state_after(referee, moves)
    counts = [perft(referee, state, 1)]
    while len(counts) < DEPTH and 0 < counts[-1] <= CALLS:
        counts.append(perft(referee, state, len(counts) + 1))
    return {"moves": list(moves), "counts": counts}


def state_after(referee: Referee[Any], moves: Sequence[str]) -> Any:
    """Return the state after moves of a table: the lowest player to move makes each."""
    state = referee.start()
    for text in moves:
        state = referee.play(state, referee.to_move(state)[0], text)
    return state


def make_variant(id: str, options: Mapping[str, Option]) -> Data:
    """Return the vectors of a game with one set of options."""
    referee, seed = load(id, options), title(id, options)
    games = make_games(referee, seed, rare_games(id, options))
    tables = [make_table(referee, ())]
    for number, game in enumerate(games[:TABLES]):
        length = len(game["moves"])
        cut = length // 4 + int(Random(f"{seed} cut {number}").random() * length / 2)
        tables.append(make_table(referee, game["moves"][:cut]))
    return {"options": dict(options), "perft": tables, "games": games}


def check_table(referee: Referee[Any], table: Data, most_calls: int | None = None) -> Iterator[str]:
    """Yield the mismatches of a perft table. `most_calls` leaves out the depths that take longer."""
    state = state_after(referee, table["moves"])
    for depth, expected in enumerate(table["counts"], 1):
        if most_calls is not None and depth > 1 and table["counts"][depth - 2] > most_calls:
            return
        count = perft(referee, state, depth)
        if count != expected:
            yield f"perft {depth} is {count}, not {expected}, after {' '.join(table['moves'])}"


def check_game(referee: Referee[Any], game: Data) -> Iterator[str]:
    """Yield the first mismatch of a game, or those of its end."""
    state = referee.start()
    for number, (text, player, count) in enumerate(
        zip(game["moves"], game["actors"], game["legal_counts"], strict=True)
    ):
        legal = referee.legal_moves(state, player)
        if text not in legal or count not in (None, len(legal)):
            line = " ".join(game["moves"][: number + 1])
            yield f"{text} by player {player} is one of {count} moves, but the referee has {len(legal)}: {line}"
            return
        state = referee.after(state, player, text)
    if referee.to_move(state):
        yield f"the referee goes on after {' '.join(game['moves'])}"
        return
    expected = {name: game[name] for name in ("returns", "reason", "points") if name in game}
    if (end := end_data(referee, state)) != expected:
        yield f"the end is {end}, not {expected}, after {' '.join(game['moves'])}"


def check_variant(id: str, variant: Data, most_calls: int | None = None, most_games: int | None = None) -> list[str]:
    """Return the mismatches between stored vectors and the referee."""
    referee = load(id, variant["options"])
    found = [problem for table in variant["perft"] for problem in check_table(referee, table, most_calls)]
    return found + [problem for game in variant["games"][:most_games] for problem in check_game(referee, game)]


def read(id: str, folder: Path = FOLDER) -> list[Data]:
    """Return the stored vectors of a game, by variant."""
    data = json.loads((folder / f"{id}.json").read_text("utf-8"))
    assert data["game"] == id
    stored: list[Data] = data["variants"]
    return stored


def write(id: str, made: Sequence[Data], folder: Path) -> None:
    """Write the vectors of a game."""
    text = json.dumps({"game": id, "variants": made}, separators=(",", ":"))
    (folder / f"{id}.json").write_text(text + "\n", "utf-8")


def make(id: str, folder: Path) -> None:
    """Make the vectors of a game and write them."""
    made = []
    for options in variants(id):
        begun = time.perf_counter()
        made.append(make_variant(id, options))
        ends = sorted({game["reason"] for game in made[-1]["games"]})
        print(f"{title(id, options)}: ends {', '.join(ends)}; {time.perf_counter() - begun:.1f} s", flush=True)
    write(id, made, folder)


def check(id: str, folder: Path) -> int:
    """Check the stored vectors of a game. Return the number of mismatches."""
    problems = 0
    for variant in read(id, folder):
        begun = time.perf_counter()
        found = check_variant(id, variant)
        problems += len(found)
        name = title(id, variant["options"])
        print(f"{'BAD' if found else 'ok '} {name}: {time.perf_counter() - begun:.1f} s", flush=True)
        for problem in found:
            print(f"    {problem}")
    return problems


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.referee.vectors", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"any of {', '.join(REFEREES)}; all by default")
    parser.add_argument("--output", type=Path, default=FOLDER, metavar="FOLDER", help="where the files are")
    parser.add_argument("--check", action="store_true", help="replay the files instead of making them")
    given = parser.parse_args(arguments)
    ids: list[str] = given.games or list(REFEREES)
    if unknown := set(ids) - set(REFEREES):
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    if given.check:
        return int(sum(check(id, given.output) for id in ids) > 0)
    given.output.mkdir(parents=True, exist_ok=True)
    for id in ids:
        make(id, given.output)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
