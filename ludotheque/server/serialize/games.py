"""Games as JSON. They never change while a server runs."""

from __future__ import annotations

import re
from functools import cache
from typing import cast

from ludotheque import __version__
from ludotheque.draw.flat import print_style
from ludotheque.engine.levels import LEVELS
from ludotheque.errors import FolderError
from ludotheque.library import games, load, warn_once
from ludotheque.position import Game
from ludotheque.rulebook import Rulebook, Value
from ludotheque.server.errors import texts
from ludotheque.server.messages.games import BoardJson, GameCard, GameInfo, Games
from ludotheque.server.messages.teaching import Rulings
from ludotheque.server.serialize.message import text_json
from ludotheque.teaching.lesson import lesson_count
from ludotheque.teaching.reading import extras
from ludotheque.texts import Text, catalogue

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


@cache
def games_json() -> Games:
    """Return all games, for the start page and the forms, and the levels of the computer."""
    return {
        "version": __version__,
        "games": [card_json(id) for id in shown_games()],
        "levels": [{"number": level.number, "name": text_json(level.name)} for level in LEVELS],
    }


@cache
def shown_games() -> tuple[str, ...]:
    """Return the games that have a card. One with a broken file is left out, and the log says why."""
    return tuple(id for id in games() if _has_card(id))


def _has_card(id: str) -> bool:
    try:
        card_json(id)
    except FolderError as error:
        warn_once(error)
        return False
    return True


@cache
def card_json(id: str) -> GameCard:
    """Return a game with its options, as the start page shows it."""
    book = load(id).rulebook
    counts = book.definition.player_counts
    return {
        "id": id,
        "title": text_json(book.title),
        "tagline": text_json(book.texts.say("tagline")),
        "credit": text_json(book.texts.say("credit")),
        "minutes": book.definition.minutes,
        "players": counts,
        "options": [
            {
                "name": option.name,
                "label": text_json(_capitalized(book.texts.say(f"labels.{option.name}"))),
                "text": text_json(book.texts.say(f"options.{option.name}")),
                "values": option.values,
                "labels": [text_json(book.definition.value_label(option.name, value)) for value in option.values],
            }
            for option in book.definition.options
        ],
        "sides": [text_json(book.player_name(player)) for player in range(max(counts))],
        "lessons": lesson_count(id),
        "extras": extras(id),
    }


def game_json(game: Game) -> GameInfo:
    """Return a game with its options chosen: board, names of sides, kinds of moves, tokens and symbols."""
    book = game.rulebook
    return {
        "game": game.id,
        "title": text_json(game.title),
        "options": dict(game.options),
        "option_texts": [text_json(option_text(book, name, value)) for name, value in game.options.items()],
        "board": cast(BoardJson, book.board.to_json()),
        "sides": [text_json(book.player_name(player)) for player in range(game.players)],
        "tokens": {
            name: {"label": text_json(token.label), "place": token.place, "symbol": token.symbol}
            for name, token in book.look.tokens().items()
        },
        "kinds": {
            name: {
                "then": text_json(book.texts.pattern(f"kinds.{name}.then")),
                "do": text_json(book.texts.pattern(f"kinds.{name}.do")),
                "captures": kind.captures,
                "confirm": kind.confirm,
                "costly": kind.costly,
            }
            for name, kind in book.look.kinds.items()
        },
        "symbols": {name: text_json(label) for name, label in book.look.symbols.items()},
        "emblems": book.look.emblems,
        "previews": book.look.previews,
    }


def option_text(book: Rulebook, name: str, value: Value) -> Text:
    """Return an option with its chosen value, in few words."""
    label = _capitalized(book.texts.say(f"labels.{name}"))
    return texts.say("option.chosen", option=label, value=book.definition.value_label(name, value))


def _capitalized(text: Text) -> Text:
    return Text.each(lambda code: text.to(code)[:1].upper() + text.to(code)[1:])


def changed_options_json(game: Game) -> list[dict[str, str]]:
    """Return the options with another value than the usual one."""
    book = game.rulebook
    usual = {option.name: option.default for option in book.definition.options}
    return [text_json(option_text(book, *chosen)) for chosen in game.options.items() if chosen not in usual.items()]


@cache
def portrait(id: str) -> str:
    """Return a picture of the game as SVG."""
    game = load(id)
    return game.parse(game.rulebook.look.portrait).svg(coordinates=False)


@cache
def art(id: str) -> tuple[str, str]:
    """Return the symbols of a game and their style. The page's policy allows styles in style sheets only."""
    drawing = load(id).rulebook.look.art
    return _STYLE.sub("", drawing), "\n".join([print_style(drawing, id), *_STYLE.findall(drawing)])


@cache
def rulings_json(id: str) -> Rulings:
    """Return the rulings of a game, those for all games first."""
    own = load(id).rulebook.texts
    return {
        "title": text_json(own.say("title")),
        "rulings": [
            {"id": ruling, "text": text_json(source.say(f"rulings.{ruling}"))}
            for source in (catalogue(), own)
            for ruling in sorted(source.section("rulings"))
        ],
        "balance": text_json(own.say("balance")) if "balance" in own else None,
    }


@cache
def page_texts_json(code: str) -> dict[str, str]:
    """Return the sentences of the page in one language. The page fills in their values."""
    page = catalogue("ludotheque.web")
    return {key: page.raw(key, code) for key in sorted(page.section())}
