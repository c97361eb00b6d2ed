"""What pages need to know of the games: what never changes while a server runs."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from ludotheque import __version__
from ludotheque.engine.levels import LEVELS
from ludotheque.library import games, load, rulebook
from ludotheque.position import Game
from ludotheque.rulebook import Rulebook, Value
from ludotheque.server.refusal import text_json
from ludotheque.teaching.lesson import lesson_count
from ludotheque.teaching.reading import extras
from ludotheque.texts import Text, catalogue

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


@cache
def games_json() -> dict[str, Any]:
    """All games, for the start page and the forms."""
    return {
        "version": __version__,
        "games": [card_json(id) for id in games()],
        "levels": [{"number": level.number, "name": text_json(level.name)} for level in LEVELS],
    }


def card_json(id: str) -> dict[str, Any]:
    book = rulebook(id)({})
    counts = book.player_counts
    return {
        "id": id,
        "title": text_json(book.title),
        "tagline": text_json(book.texts.say("tagline")),
        "credit": text_json(book.texts.say("credit")),
        "minutes": book.minutes,
        "players": counts,
        "options": [
            {
                "name": option.name,
                "words": text_json(book.texts.say(f"options.{option.name}")),
                "values": option.values,
                "labels": [text_json(book.value_label(option.name, value)) for value in option.values],
            }
            for option in book.offers
        ],
        "sides": [text_json(book.player_name(player)) for player in range(max(counts))],
        "lessons": lesson_count(id),
        "extras": extras(id),
    }


def game_json(game: Game) -> dict[str, Any]:
    """A game with its options chosen: board, words and names."""
    book = game.rulebook
    return {
        "game": game.id,
        "title": text_json(game.title),
        "options": dict(game.options),
        "option_words": [text_json(option_words(book, name, value)) for name, value in game.options.items()],
        "board": book.board.to_json(),
        "sides": [text_json(book.player_name(player)) for player in range(game.players)],
        "words": {name: {"name": text_json(word.name), "place": word.place} for name, word in book.words().items()},
        "kinds": {
            name: {
                "then": text_json(book.pattern(f"kinds.{name}.then")),
                "do": text_json(book.pattern(f"kinds.{name}.do")),
                "takes": kind.takes,
                "asks": kind.asks,
            }
            for name, kind in book.kinds.items()
        },
        "symbols": {name: text_json(words) for name, words in book.symbols.items()},
    }


def option_words(book: Rulebook, name: str, value: Value) -> Text:
    """An option as chosen, in words."""
    words, label = book.texts.say(f"options.{name}"), book.value_label(name, value)
    return Text(fr=f"{words.fr} → {label.fr}", en=f"{words.en} → {label.en}")


@cache
def portrait(id: str) -> str:
    game = load(id)
    return game.parse(game.rulebook.portrait).svg(coordinates=False)


@cache
def art(id: str) -> tuple[str, str]:
    """The game's symbols, and their style: a page with a strict policy takes style from style sheets only."""
    drawing = rulebook(id)({}).art
    return _STYLE.sub("", drawing), "\n".join(_STYLE.findall(drawing))


@cache
def rulings_json(id: str) -> dict[str, Any]:
    own = rulebook(id)({}).texts
    return {
        "title": text_json(own.say("title")),
        "rulings": [
            {"id": ruling, "words": text_json(texts.say(f"rulings.{ruling}"))}
            for texts in (catalogue(), own)
            for ruling in sorted(texts.section("rulings"))
        ],
        "balance": text_json(own.say("balance")) if "balance" in own else None,
    }


@cache
def page_texts(code: str) -> dict[str, str]:
    """The sentences of the page; it fills in their values itself."""
    page = catalogue("ludotheque.web")
    return {key: page.raw(key, code) for key in sorted(page.section())}
