"""Players who come back: they play random moves, and after a fault they go on at whatever process answers."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bench.load import Http
from tests.chaos.readback import Acknowledged
from tests.server.people import some_move

NO_TIME = {"kind": "none"}
TIME = {"kind": "minutes", "minutes": 0.75, "increment": 0}
"""Less than the longest outage, and far more than the thinking of a whole game."""
THINKING = 0.05, 0.5
"""The shortest and the longest time for a move, in seconds."""
PONDERING = 17.0, 20.0
"""The same in slow games, where opponents try to claim meanwhile. It is longer than an absence may last."""
MAX_MOVES = 60
"""After this many moves a player resigns, and the next game begins with full clocks."""
SILENCE = 3.0
"""A player who hears nothing for so many seconds connects again."""
CLAIMS = 0.04
"""How often a player claims the game on the opponent's turn."""
SLOW_CLAIMS = 0.9
"""How often a player of a slow game does so, each second."""
EXPECTED = {"stale", "over", "claim", "rematch", "late"}
"""Refusals that may follow from a fault: the game has gone on meanwhile."""
AGAIN = {"storage", "invalid"}
"""Refusals because of the database. The request is repeated."""

Json = dict[str, Any]


class Match:
    """Two players, or one and the computer, who play game after game.

    In a slow one each turn lasts longer than an absence may. A player who is there must not lose by it.
    """

    def __init__(self, port: int, game: str, seed: int, *, computer: bool = False, slow: bool = False) -> None:
        self.port, self.game, self.computer, self.slow = port, game, computer, slow
        self.dice = random.Random(seed)
        self.table = ""
        self.players: list[Player] = []
        self.moves = 0
        """How many moves were acknowledged."""
        self.stopped = False
        self.refusals: Counter[str] = Counter()
        self.claims = 0

    async def set_up(self) -> None:
        """Create the first table and let both sit down."""
        anna, ben = Http("127.0.0.1", self.port), Http("127.0.0.1", self.port)
        other = {"who": "computer", "level": 1} if self.computer else {"who": "open"}
        wishes = {
            "game": self.game,
            "seats": [{"who": "me"}, other],
            "name": "Anna",
            "time": NO_TIME if self.slow else TIME,
        }
        self.table = (await anna.ask("/api/tables", wishes))["table"]
        self.players = [Player(self, anna)]
        if not self.computer:
            key = (await anna.ask(f"/api/tables/{self.table}"))["links"]["invite"].partition("=")[2]
            await ben.ask(f"/api/tables/{self.table}/join", {"name": "Ben", "key": key})
            self.players.append(Player(self, ben))

    async def play(self) -> None:
        """Play until the match is stopped."""
        await asyncio.gather(*(player.play() for player in self.players))

    def __str__(self) -> str:
        return f"{self.game} {self.table}: " + "; ".join(map(str, self.players))


class Player:
    """A browser with a seat."""

    def __init__(self, match: Match, http: Http) -> None:
        self.match, self.http, self.dice = match, http, match.dice
        self.table = match.table
        self.acknowledged: list[Acknowledged] = []
        self.pending: Json | None = None
        """The move that was sent and not yet answered."""
        self.ticket: int | None = None
        """That of the last turn in which a move was chosen."""
        self.pondering: tuple[str, int] | None = None
        """The table and the turn about which a slow player thinks."""
        self.pondered_at = 0.0
        """When that will be long enough."""
        self.state: Json = {}
        self.troubles: Counter[str] = Counter()

    def __str__(self) -> str:
        shown = {name: self.state.get(name) for name in ("seq", "phase", "viewpoint", "ticket", "next")}
        return f"{shown} pending={self.pending} {dict(self.troubles)}"

    async def play(self) -> None:
        """Connect, play, and connect again after every fault."""
        while not self.match.stopped:
            try:
                async with asyncio.timeout(2 * SILENCE):
                    socket = await connect(
                        f"ws://127.0.0.1:{self.match.port}/api/tables/{self.table}/live?v=2",
                        additional_headers={"Cookie": self.http.cookie},
                        compression=None,
                        proxy=None,
                        ping_interval=None,
                        close_timeout=0.1,
                        max_size=None,
                    )
                try:
                    await self.listen(socket)
                finally:
                    await socket.close()
            except (OSError, EOFError, TimeoutError, WebSocketException) as error:
                self.troubles[type(error).__name__] += 1
            await asyncio.sleep(self.dice.uniform(0.05, 0.4))

    async def listen(self, socket: ClientConnection) -> None:
        """Answer every message, until the table is left."""
        table = self.table
        # What was not answered is sent again, as soon as the connection stands.
        again = [self.pending] if self.pending else []
        if not self.pending:
            self.ticket = None
        for request in again:
            await say(socket, request)
        while self.table == table and not self.match.stopped:
            async with asyncio.timeout(SILENCE):
                message: Json = json.loads(await socket.recv())
            if message["type"] == "ping":
                await say(socket, {"type": "ping", "id": message["id"]})
                if self.match.slow and self.state and not self.pending:
                    await self.ponder(socket)
            elif message["type"] == "refused":
                await self.refused(socket, message)
            elif message["type"] == "state":
                await self.see(socket, message)
            else:
                self.troubles[message["code"]] += 1
                raise EOFError

    async def refused(self, socket: ClientConnection, message: Json) -> None:
        """Repeat what could not be written; think again about what came too late."""
        code = message["code"]
        if code not in EXPECTED | AGAIN:
            self.match.refusals[f"{code}: {message['message']['en']}"] += 1
        if code in AGAIN and self.state.get("phase") == "over":
            await asyncio.sleep(0.3)
            await self.ask_for_rematch(socket)
        if not self.pending or message["key"] != self.pending["key"]:
            return
        if code in AGAIN:
            await asyncio.sleep(0.3)
            await say(socket, self.pending)
        else:
            self.pending = self.ticket = None

    async def see(self, socket: ClientConnection, state: Json) -> None:
        """Read a new state: is our move in it, and what is to do?"""
        self.state = state
        if self.pending and state.get("accepted") == self.pending["key"]:
            self.acknowledged.append(Acknowledged(self.table, self.pending["key"], self.pending["move"]))
            self.pending = None
            self.match.moves += 1
        if state["next"]:
            self.table = self.match.table = state["next"]
            self.pending = None
        elif state["phase"] == "over":
            self.pending = None
            await self.ask_for_rematch(socket)
            await asyncio.sleep(0.1)
        elif not self.pending and state["ticket"] is not None and state["ticket"] != self.ticket:
            await (self.ponder(socket) if self.match.slow else self.move(socket, state))
        elif state["ticket"] is None and self.dice.random() < CLAIMS and not self.match.computer:
            self.match.claims += 1
            await say(socket, {"type": "claim", **self.request(), "as": "win"})

    async def ponder(self, socket: ClientConnection) -> None:
        """Move when one has thought for long, also when the connection broke meanwhile. Claim on the other's turn."""
        state = self.state
        if state["phase"] != "playing":
            return
        if state["ticket"] is None:
            if self.dice.random() < SLOW_CLAIMS:
                self.match.claims += 1
                await say(socket, {"type": "claim", **self.request(), "as": "win"})
        elif self.pondering != (self.table, state["ticket"]):
            self.pondering = self.table, state["ticket"]
            self.pondered_at = time.monotonic() + self.dice.uniform(*PONDERING)
        elif time.monotonic() > self.pondered_at and self.ticket != state["ticket"]:
            await self.move(socket, state)

    async def move(self, socket: ClientConnection, state: Json) -> None:
        """Choose a move and send it after a moment."""
        await asyncio.sleep(self.dice.uniform(*THINKING))
        self.ticket = state["ticket"]
        if len(state["moves"]) >= MAX_MOVES:
            await say(socket, {"type": "resign", **self.request()})
            return
        move = some_move(state, self.dice)
        self.pending = {"type": "move", **self.request(), "ticket": self.ticket, "move": move}
        await say(socket, self.pending)

    async def ask_for_rematch(self, socket: ClientConnection) -> None:
        await say(socket, {"type": "offer", **self.request(), "what": "rematch"})

    def request(self) -> Json:
        """The parts that every request has."""
        return {"key": f"{self.dice.getrandbits(64):x}", "seat": self.state["viewpoint"]}


async def say(socket: ClientConnection, message: Json) -> None:
    await socket.send(json.dumps(message))
