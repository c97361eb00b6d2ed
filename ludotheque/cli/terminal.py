"""A game in the terminal: boards in letters, moves typed in notation.

The table talks through two functions, `ask` and `tell`, so that a test can play like a person.
"""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from ludotheque.arena.player import Player, make_player
from ludotheque.engine.game_view import GameView
from ludotheque.engine.levels import LEVELS
from ludotheque.errors import LudothequeError
from ludotheque.library import definition, games, load
from ludotheque.position import Game, Position
from ludotheque.record import Record
from ludotheque.rulebook import Option, Value, list_values, value_text
from ludotheque.texts import Text, catalogue, say
from ludotheque.user_folders import user_data

CLEAR = "\033[2J\033[3J\033[H"
LISTED = 240
"""How many legal moves `?` shows at once."""

Ask = Callable[[str], str]
Tell = Callable[[str], None]


class Leave(Exception):
    """The person wants to stop."""


def choose_game(ask: Ask, tell: Tell) -> Game:
    """Ask which game to play, with which options."""
    ids = games()
    tell(str(say("play.welcome", count=len(ids))))
    for number, id in enumerate(ids, 1):
        book = load(id).rulebook
        tell(f"  {number}  {book.title} – {book.texts.say('tagline')}")
    names = {str(number): id for number, id in enumerate(ids, 1)} | {id: id for id in ids}
    id = _choose(say("play.which_game"), names, ask, tell)
    chosen: dict[str, Value] = {}
    for option in definition(id).options:
        tell(f"  {load(id).rulebook.texts.say(f'options.{option.name}')}")
        chosen[option.name] = _choose_value(option, ask, tell)
    return load(id, **chosen)


def choose_opponent(game: Game, ask: Ask, tell: Tell) -> tuple[str, int]:
    """Ask for the opponent (`self`, `random` or a level's number) and for the side to play."""
    opponents = {"0": "random"} | {str(level.number): str(level.number) for level in LEVELS}
    tell(f"  {say('play.alone')}")
    tell(f"  0  {say('play.random')}")
    for level in LEVELS:
        tell(f"  {level.number}  {level.name}")
    against = _choose(say("play.which_opponent"), opponents | {"": "self"}, ask, tell)
    if against == "self":
        return against, 0
    for player in range(game.players):
        tell(f"  {player}  {game.rulebook.player_name(player)}")
    seats = {str(player): str(player) for player in range(game.players)}
    return against, int(_choose(say("play.which_side"), seats, ask, tell, default="0"))


def seat_computers(game: Game, against: str, side: int, seed: int) -> dict[int, Player]:
    """Return the computer players: every side but one, or none when a person plays all sides."""
    if against == "self":
        return {}
    name = f"level:{against}" if against.isdigit() else against
    return {player: make_player(name, game, seed + player) for player in range(game.players) if player != side}


def _choose(question: Text, answers: dict[str, str], ask: Ask, tell: Tell, default: str = "") -> str:
    while True:
        answer = _listen(ask, f"{question} ").lower() or default
        if answer in answers:
            return answers[answer]
        tell(str(say("play.choose_one", answers=list_values(answers))))


def _choose_value(option: Option, ask: Ask, tell: Tell) -> Value:
    default = value_text(option.values[0])
    answers = {value_text(value): value_text(value) for value in option.values}
    question = say("play.which_value", option=option.name, values=list_values(option.values), default=default)
    return option.parse(_choose(question, answers, ask, tell, default))


def _listen(ask: Ask, prompt: str) -> str:
    answer = ask(prompt).strip()
    if answer.lower() in {"q", "quit", "quitter"}:
        raise Leave
    return answer


class Table:
    """One game between the people at this terminal and, perhaps, computers."""

    def __init__(self, record: Record, computers: Mapping[int, Player] | None = None, *, ask: Ask, tell: Tell) -> None:
        self.record = record
        self.computers = computers or {}
        self.ask, self.tell = ask, tell
        self.facing: int | None = None
        self.commands: dict[str, Callable[[str], None]] = {
            "?": self.show_legal,
            "b": self.show_board,
            "u": self.take_back,
            "r": self.show_rules,
            "s": self.save_as,
            "h": self.show_help,
        }

    @property
    def position(self) -> Position:
        return self.record.final

    @property
    def game(self) -> Game:
        return self.record.game

    def play(self) -> None:
        """Play until the game is over or a player leaves."""
        self.show_help("")
        while self.position.to_act:
            player = self.position.to_act[0]
            if player in self.computers:
                self.answer(player)
            else:
                self.invite(player)
                self.read_move(player)
        self.show_board("")
        self.tell_outcome()

    def invite(self, player: int) -> None:
        """Turn to a player. Clear the screen first when the other player has a secret."""
        if self.position.has_secret and self.facing not in {None, player}:
            self.tell(CLEAR)
            _listen(self.ask, f"{say('play.hand_over', player=self.game.rulebook.player_name(player))} ")
        self.facing = player
        self.show_board("")

    def read_move(self, player: int) -> None:
        """Let a person type until a move is played."""
        prompt = f"{say('play.prompt', player=self.game.rulebook.player_name(player))} "
        ply = len(self.record.moves)
        while len(self.record.moves) == ply:
            typed = _listen(self.ask, prompt)
            command, _, argument = typed.partition(" ")
            if command.lower() in self.commands:
                self.commands[command.lower()](argument.strip())
                continue
            try:
                self.record = self.record.play(typed, player)
            except LudothequeError as error:
                self.tell(wrapped(str(error)))
        self.tell_events()

    def answer(self, player: int) -> None:
        """Let a computer move from what it may know."""
        move = self.computers[player].choose(GameView.of(self.record, player))
        self.record = self.record.play(move, player)
        name = self.game.rulebook.player_name(player)
        self.tell(str(say("play.chose" if self.position.has_secret else "play.plays", player=name, move=move)))
        self.tell_events()

    def tell_events(self) -> None:
        """Print all moves that the last one revealed, and what they did."""
        revealed = self.record.last_revealed
        for played in revealed if len(revealed) > 1 else ():
            name = self.game.rulebook.player_name(played.player)
            self.tell(str(say("play.shown", player=name, move=played.move)))
        before, after = self.record.positions[len(self.record.moves) - len(revealed)], self.position
        moves = [(played.player, played.move.code) for played in revealed]
        for event in self.game.rulebook.narration.events(before.state, after.state, moves):
            self.tell(wrapped(str(event)))

    def show_board(self, _: str) -> None:
        view = self.position.view(self.facing)
        self.tell("\n" + view.drawing(last=[played.move for played in self.record.last_revealed]) + "\n")

    def show_legal(self, wanted: str) -> None:
        """List the legal moves, or those whose text contains something."""
        if self.facing is None:
            return
        texts = sorted(str(move) for move in self.position.legal_moves(self.facing))
        matching = [text for text in texts if wanted.lower() in text.lower()]
        self.tell(str(say("play.legal", count=len(matching))))
        self.tell(in_columns(matching[:LISTED]))
        if len(matching) > LISTED:
            self.tell(str(say("play.more", count=len(matching) - LISTED, example=matching[-1][:2])))

    def show_rules(self, _: str) -> None:
        self.tell(rules(self.game))

    def show_help(self, _: str) -> None:
        text = str(say("play.help", forms=self.game.rulebook.texts.say("notation.forms")))
        self.tell("\n".join(map(wrapped, text.splitlines())))

    def take_back(self, _: str) -> None:
        """Take back the last move of a person, but never past a reveal."""
        record = self.record
        while record.moves:
            undone, record = record.moves[-1], record.undo()
            before = record.final
            if len(before.to_act) > 1 or before.has_secret or self.position.has_secret:
                self.tell(str(say("play.revealed")))
                return
            if undone.player not in self.computers:
                break
        else:
            self.tell(str(say("play.nothing")))
            return
        self.record = record

    def save_as(self, name: str) -> None:
        if not name:
            self.tell(str(say("play.save_where")))
            return
        try:
            Path(name).expanduser().write_text(str(self.record), "utf-8")
        except OSError as error:
            self.tell(str(say("play.not_saved", why=error)))
        else:
            self.tell(str(say("play.saved", file=name)))

    def tell_outcome(self) -> None:
        outcome = self.position.outcome
        if outcome is None:
            return
        winners = [player for player, value in enumerate(outcome.returns) if value > 0]
        names = [self.game.rulebook.player_name(player) for player in winners]
        if names:
            self.tell(str(say("play.won", player=names[0], reason=outcome.sentence)))
        else:
            self.tell(str(say("play.drawn", reason=outcome.sentence)))
        if outcome.points:
            self.tell(str(say("play.points", points=" – ".join(map(str, outcome.points)))))


def rules(game: Game) -> str:
    """Return all rulings of a game, those common to all games first."""
    common, own = catalogue(), game.rulebook.texts
    lines = [
        f"{ruling}  {texts.say(f'rulings.{ruling}')}"
        for texts in (common, own)
        for ruling in sorted(texts.section("rulings"))
    ]
    if "balance" in own:
        lines.append(str(own.say("balance")))
    return "\n".join(map(wrapped, lines))


def wrapped(text: str) -> str:
    """Return a paragraph broken to the terminal's width, later lines indented."""
    width = min(100, shutil.get_terminal_size().columns)
    return textwrap.fill(text, width, subsequent_indent="    ", break_on_hyphens=False)


def in_columns(texts: Sequence[str]) -> str:
    """Return texts side by side, as many as fit the terminal."""
    width = max(map(len, texts), default=1) + 2
    across = max(1, (shutil.get_terminal_size().columns - 2) // width)
    rows = [texts[start : start + across] for start in range(0, len(texts), across)]
    return "\n".join("  " + "".join(text.ljust(width) for text in row).rstrip() for row in rows)


def save(record: Record) -> Path:
    """Write a record into the user's data folder, so that nothing is lost, and return the file."""
    folder = user_data() / "games"
    folder.mkdir(parents=True, exist_ok=True)
    moment = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S-%f")
    file = folder / f"{moment}-{record.game.id}.txt"
    file.write_text(str(record), "utf-8")
    return file
