"""The client of external engines, from the outside: programs that play, analyse, stop, and misbehave."""

from __future__ import annotations

import asyncio
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.engine.external import ExternalEngine
from ludotheque.position import option_text
from tests.variants import whole_game

ROOT = Path(__file__).parents[3]
FAKE = [sys.executable, str(Path(__file__).parent / "fake.py")]
RANDOM, CAREFUL, ANALYSING = (
    [sys.executable, str(ROOT / "examples" / f"{which}_engine.py")] for which in ("random", "careful", "analysing")
)
START = lt.load("malawi").start()
SHORT = 0.2
"""Seconds that an engine gets which will never answer."""


def fake(mode: str, *, patience: float = 5.0) -> ExternalEngine:
    return ExternalEngine([*FAKE, mode], patience=patience)


def number(engine: ExternalEngine) -> str:
    """The process in which the engine runs; it is part of its name."""
    return engine.name.split()[1]


@pytest.mark.parametrize("id", lt.games())
def test_it_plays_on_in_every_game(id: str) -> None:
    """From a record, which has everything that an engine may know. The referee checks every move."""
    begun = whole_game(lt.load(id), 6)
    record = lt.Record(begun.positions[len(begun.moves) // 2])
    said: list[str] = []
    with ExternalEngine(RANDOM, log=said.append) as engine:
        assert (engine.name, engine.version) == ("random", 1)
        while record.final.to_act and len(record.moves) < 6:
            player = record.final.to_act[0]
            record = record.play(engine.play(record, player=player), player)
    # The options as records write them, so that any engine can load the game.
    assert f"> game {id} {option_text(record.game.options)}".strip() in said


def test_commands_are_words_or_one_line() -> None:
    with ExternalEngine(shlex.join(RANDOM)) as engine:
        assert engine.play(START) in START.legal_moves()
    with pytest.raises(lt.EngineError, match="name the command"):
        ExternalEngine("")
    with pytest.raises(lt.EngineError, match="cannot be started"):
        ExternalEngine("/nowhere/engine").start()


def test_it_asks_only_players_to_move() -> None:
    engine = ExternalEngine(RANDOM)  # never started
    with pytest.raises(lt.IllegalMove, match="ALL-1"):
        engine.play(START, player=1)
    with pytest.raises(lt.LudothequeError, match="several players"):
        engine.play(lt.load("massai").start())
    with pytest.raises(lt.LudothequeError, match="a time"):
        engine.play(START, -1)


def test_its_analysis_is_that_of_the_search_behind_it() -> None:
    with ExternalEngine(ANALYSING) as engine:
        assert engine.offers == {"analyse", "depth", "nodes", "stop"}
        expected = lt.analyse(START, depth=3, lines=2)
        assert engine.analyse(START, depth=3, lines=2) == expected
        assert asyncio.run(engine.analyse_async(START, depth=3, lines=2)) == expected
        with engine.analysis(START, depth=3, lines=2) as stream:
            depths = [analysis.depth for analysis in stream]
        assert depths == [1, 2, 3]
        assert engine.play(START, nodes=500) == lt.analyse(START, nodes=500).best.move


def test_a_stream_without_bounds_ends_when_it_is_stopped() -> None:
    with ExternalEngine(ANALYSING) as engine:
        for _ in range(2):
            with engine.analysis(START, lines=1) as stream:
                for analysis in stream:
                    if analysis.depth == 2:
                        stream.stop()
            assert stream.wait().depth >= 2
        # It obeyed, so that it need not be started again.
        assert engine.play(START, 0.1) in START.legal_moves()


def test_an_engine_stays_from_game_to_game() -> None:
    first, other = (lt.Record.of(START, moves) for moves in (["a1-a3"], ["b1-b3"]))
    said: list[str] = []
    with ExternalEngine([*FAKE, "plain"], log=said.append) as engine:
        process = number(engine)
        engine.play(lt.Record(START))
        engine.play(first)
        engine.play(other)
        engine.new_game()
        engine.play(other)
        assert number(engine) == process
    games = [line for line in said if line.startswith("> game")]
    assert games == ["> game malawi diagonals=true"] * 3


def test_an_engine_of_version_1_plays_one_game() -> None:
    with fake("old") as engine:
        process = number(engine)
        engine.play(START)
        engine.play(START.play("a1-a3"))
        assert number(engine) == process
        engine.new_game()
        engine.play(START)
        assert number(engine) != process


def test_the_moves_that_a_player_may_know_are_told() -> None:
    record = lt.Record(lt.load("massai").start()).play("a3,a4,b3,c2,c3", player=0)
    told = []
    for secret in ("a3,a4,b3,c2,c3", "a1,a2,b1,b2,c1"):
        said: list[str] = []
        with ExternalEngine([*FAKE, "plain"], log=said.append) as engine:
            engine.play(lt.Record(record.start).play(secret, player=0))
        told.append([line for line in said if line.startswith("> ")])
    assert told[0] == told[1]
    assert "> moves 0:?" in told[0]
    assert "> player 1" in told[0]


def test_words_of_later_versions_do_not_matter() -> None:
    with fake("future") as engine:
        assert engine.version == 2
        assert engine.play(START) in START.legal_moves()


@pytest.mark.parametrize(
    ("mode", "why"),
    [
        ("crash", "has ended"),
        ("silent", "in time"),
        ("flood", "in time"),
        ("illegal", "not legal"),
        ("nonsense", "not legal"),
        ("zero", "version 0"),
        ("strange", "version two"),
    ],
)
def test_a_failure_is_an_error_and_the_next_question_starts_anew(mode: str, why: str) -> None:
    engine = fake(mode, patience=SHORT)
    for _ in range(2):
        with pytest.raises(lt.EngineError, match=why):
            engine.play(START, SHORT)
    engine.close()


def test_an_engine_must_be_ready_and_listen() -> None:
    with pytest.raises(lt.EngineError, match="in time"):
        ExternalEngine([*FAKE, "mute"], starting=SHORT).start()
    # There are so many moves that they do not fit into the pipe.
    with fake("deaf", patience=SHORT) as engine, pytest.raises(lt.EngineError, match="in time"):
        engine.play(lt.load("massai").start(), SHORT, player=0)


@pytest.mark.parametrize(
    ("mode", "why"),
    [
        ("chance", "does not allow"),
        ("wordless", "does not allow"),
        ("deep", "does not allow"),
        ("empty", "does not allow"),
        ("impossible", "not legal"),
        ("again", "played “a1-a3”, which is not legal"),
        ("nothing", "found nothing"),
    ],
)
def test_a_wrong_analysis_is_an_error(mode: str, why: str) -> None:
    with fake(mode) as engine, pytest.raises(lt.EngineError, match=why):
        engine.analyse(START)


def test_a_line_ends_where_a_secret_begins() -> None:
    """Nobody but the first player can say what may follow its secret move."""
    record = lt.Record(lt.load("massai").start()).play("a3,a4,b3,c2,c3", player=0)
    with fake("again") as engine:
        best = engine.analyse(record).best
    assert best.line == (best.move,) == (record.final.legal_moves(1)[0],)


def test_only_the_first_answer_counts() -> None:
    """The second one is not that to the next question."""
    said: list[str] = []
    with ExternalEngine([*FAKE, "twice"], log=said.append) as engine:
        for _ in range(5):
            assert engine.play(START) == START.legal_moves()[-1]
    assert said.count(f"< move {START.legal_moves()[0]}") == 4


def test_noise_does_not_matter() -> None:
    with fake("binary") as engine:
        assert engine.play(START) == START.legal_moves()[0]


def test_an_engine_is_asked_only_for_what_it_offers() -> None:
    with ExternalEngine(CAREFUL) as engine:
        for bound in ({"depth": 2}, {"nodes": 100}):
            with pytest.raises(lt.EngineError, match=f"a bound of {next(iter(bound))}"):
                engine.play(START, **bound)
        with pytest.raises(lt.EngineError, match="offers no analysis"):
            engine.analyse(START)


def test_a_closed_engine_stays_closed() -> None:
    engine = fake("plain").start()
    engine.close()
    engine.close()
    with pytest.raises(lt.EngineError, match="has been closed"):
        engine.play(START)


@pytest.mark.parametrize("mode", ["obedient", "silent"])
def test_a_cancelled_task_stops_the_engine(mode: str) -> None:
    """One that obeys goes on running; another one is ended. Neither answers of its own accord."""

    async def cancel() -> bool:
        async with fake(mode) as engine:
            process = number(engine)
            asked = asyncio.create_task(engine.play_async(START, 3600))
            await asyncio.sleep(0)
            asked.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asked
            return number(engine) == process

    same = asyncio.run(cancel())
    assert same or mode == "silent"


def test_several_engines_play_in_one_event_loop() -> None:
    async def play() -> list[lt.Move]:
        async with fake("plain") as one, fake("plain") as other:
            return await asyncio.gather(*(engine.play_async(START) for engine in (one, other, one)))

    assert set(asyncio.run(play())) == {START.legal_moves()[-1]}


ENDS = {
    "the program ends": "",
    "an error ends it": "1 / 0",
    "the object is dropped": "del engine; print('dropped', flush=True); sys.stdin.read()",
    "it is killed": "print('kill me', flush=True); time.sleep(3600)",
    "a worker ends": """
def work():
    ExternalEngine([*fake, "stubborn"]).start()
if __name__ == "__main__":
    worker = multiprocessing.get_context("fork").Process(target=work)
    worker.start()
    worker.join()""",
}


@pytest.mark.parametrize("how", ENDS)
def test_an_engine_never_outlives_its_client(how: str) -> None:
    """The engine holds the error output of its client: the output ends when both have gone."""
    # A killed client can tell nobody. Its engine must listen.
    mode = "plain" if how == "it is killed" else "stubborn"
    program = (
        "import multiprocessing, sys, time\nfrom ludotheque.engine.external import ExternalEngine\n"
        f"fake = {FAKE!r}\nengine = ExternalEngine([*fake, {mode!r}]).start()\n{ENDS[how]}\n"
    )
    client = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with client:
        assert client.stdout
        assert client.stderr
        if how == "it is killed":
            assert client.stdout.readline() == b"kill me\n"
            client.kill()
        if how == "the object is dropped":
            assert client.stdout.readline() == b"dropped\n"
        client.communicate(timeout=120)
