"""The analysis of one position: as a result, as a stream, and in an event loop."""

from __future__ import annotations

from ludotheque.engine.analysis import Analysis
from ludotheque.engine.bounds import Bounds, check_count
from ludotheque.engine.engine import Progress, engine_for
from ludotheque.engine.stream import AnalysisStream
from ludotheque.errors import LudothequeError
from ludotheque.position import Position, View
from ludotheque.texts import join, say

LINES = 5


def analyse(
    position: Position | View,
    seconds: float | None = None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    lines: int = LINES,
    player: int | None = None,
    seed: int = 0,
) -> Analysis:
    """Return ranked moves of the player to move: chances, expected lines, and whether they are proven.

    The search sees the view of that player: what they may not know plays no part. It ends after so many seconds, at
    this depth or after so many nodes, whichever comes first; without a bound after one second. Without `seconds` the
    answer is the same every time. The best `lines` moves are searched exactly. A mixed strategy counts as one line.

    >>> import ludotheque as lt
    >>> position = lt.load("malawi").start()
    >>> lt.analyse(position, nodes=500).nodes <= 500
    True

    Games have different engines, which count differently. Alpha-beta and the search for secret attacks count positions
    as nodes, and moves or turns as depth. A tree search counts rounds as nodes. With depth d its tree is d moves deep
    and gets at most 20 to the power of d - 1 rounds.
    """
    bounds = Bounds(seconds, depth, nodes).or_default()
    # In a thread of its own, so that Ctrl+C stops it.
    with _stream(position, player, bounds, lines, seed, reports=False) as stream:
        return stream.wait()


async def analyse_async(
    position: Position | View,
    seconds: float | None = None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    lines: int = LINES,
    player: int | None = None,
    seed: int = 0,
) -> Analysis:
    """Return what `analyse` returns, without blocking the event loop. The search stops when the task is cancelled.

    >>> import asyncio, ludotheque as lt
    >>> position = lt.load("malawi").start()
    >>> asyncio.run(lt.analyse_async(position, depth=2)) == lt.analyse(position, depth=2)
    True
    """
    bounds = Bounds(seconds, depth, nodes).or_default()
    with _stream(position, player, bounds, lines, seed, reports=False) as stream:
        return await stream.wait_async()


def analysis(
    position: Position | View,
    seconds: float | None = None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    lines: int = LINES,
    player: int | None = None,
    seed: int = 0,
) -> AnalysisStream:
    """Return a stream of analyses, each better than the one before; without a bound it goes on until you stop it.

    >>> import ludotheque as lt
    >>> with lt.analysis(lt.load("malawi").start(), lines=3) as stream:
    ...     for analysis in stream:
    ...         if analysis.depth == 2:
    ...             break
    >>> len(analysis.candidates)
    3
    """
    return _stream(position, player, Bounds(seconds, depth, nodes), lines, seed, reports=True)


def _stream(
    position: Position | View, player: int | None, bounds: Bounds, lines: int, seed: int, *, reports: bool
) -> AnalysisStream:
    check_count("lines", lines)
    view, limit = acting_view(position, player), bounds.limit()

    def search(progress: Progress) -> Analysis:
        engine = engine_for(view.game.rulebook)  # may compile first, which is not the search's time
        with limit:
            return engine.search(
                view, limit, depth=bounds.depth, lines=lines, seed=seed, progress=progress if reports else None
            )

    return AnalysisStream(search, limit.stop)


def acting_view(position: Position | View, player: int | None = None) -> View:
    """Return the view of the player whose moves are wanted; raise an error unless that is a player to move.

    Where several players are to move, `player` says which of them. The refusals are those of `Position.play`.
    """
    if isinstance(position, Position):
        if player is None and len(position.to_act) > 1:
            raise LudothequeError(say("refusals.which", players=join([str(each) for each in position.to_act])))
        view = position.view(player if player is not None or not position.to_act else position.to_act[0])
    elif not isinstance(position, View):
        raise TypeError(f"a Position or a View can be analysed, not {position!r}")
    else:
        view = position
        if player not in (None, view.player):
            raise LudothequeError(say("analysis.view"))
    if not view.is_to_act:
        raise view.explain([])
    return view
