"""`ludotheque games` and `ludotheque rules`: what there is to play, and how."""

from __future__ import annotations

from typing import Any

from ludotheque.cli.parser import Options, add_command, add_game
from ludotheque.cli.terminal import rules, wrapped
from ludotheque.library import games, load
from ludotheque.rulebook import list_values, value_text
from ludotheque.texts import say


def add_commands(commands: Any) -> None:
    add_command(commands, "games", list_games)
    add_game(add_command(commands, "rules", show_rules))


def list_games(_: Options) -> int:
    for id in games():
        book = load(id).rulebook
        print(f"{id:12}{book.title} – {book.texts.say('credit')}. {say('cli.players', count=book.rules.players)}")
        print(wrapped(f"    {book.texts.say('tagline')}"))
        for option in book.definition.options:
            values = say("cli.values", values=list_values(option.values))
            default = say("cli.default", value=value_text(option.default))
            print(wrapped(f"    -o {option.name}=…  {book.texts.say(f'options.{option.name}')} ({values}; {default})"))
    return 0


def show_rules(options: Options) -> int:
    print(rules(load(options.game)))
    return 0
