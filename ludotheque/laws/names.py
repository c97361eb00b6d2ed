"""Laws about the texts and pictures of a folder: all languages say the same, and whatever is shown has a name."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from importlib import resources
from xml.etree import ElementTree

from ludotheque.laws.breach import Breach, listing, texts
from ludotheque.laws.clicks import pictures
from ludotheque.laws.variants import variants
from ludotheque.library import definition, load
from ludotheque.texts import DEFAULT, LANGUAGES


def languages_say_the_same(id: str) -> Iterator[Breach]:
    """Each language has a file with the same keys, and each sentence the same gaps."""
    own = definition(id).texts
    for code in LANGUAGES:
        if not resources.files(definition(id).package).joinpath(f"{code}.toml").is_file():
            yield Breach(f"{code}.toml", "–")
            continue
        for key in sorted(own.section()):
            wanted, found = gaps(own.raw(key, DEFAULT)), gaps(own.raw(key, code))
            if wanted != found or not own.raw(key, code):
                yield Breach(f"{code}.toml: {key}: {listing(wanted)}", listing(found))


def gaps(text: str) -> set[str]:
    """Return the names of the values that a sentence takes."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def every_number_has_its_noun(id: str) -> Iterator[Breach]:
    """`[numbers]` has a noun for each of `NUMBERS` of `layout.py`, and no other."""
    wanted, found = set(definition(id).numbers), definition(id).texts.section("numbers")
    if wanted != found:
        yield Breach(f"[numbers] {listing(wanted)}", listing(found))


def every_kind_has_its_words(id: str) -> Iterator[Breach]:
    """`[kinds]` says of each kind of move what to do then, in the middle of a sentence, and on a button."""
    book = load(id).rulebook
    wanted = {f"{kind}.{part}" for kind in book.look.kinds for part in ("then", "do")}
    found = book.texts.section("kinds")
    if wanted != found:
        yield Breach(f"[kinds] {listing(wanted)}", listing(found))
    for kind in sorted(book.look.kinds):
        for code in LANGUAGES:
            then, do = (book.texts.pattern(f"kinds.{kind}.{part}").to(code) for part in ("then", "do"))
            if not then[:1].islower() or then.endswith("."):
                yield Breach(texts.say("expected.clause"), f"{code}.toml: kinds.{kind}.then: {then}")
            if not do[:1].isupper():
                yield Breach(texts.say("expected.button"), f"{code}.toml: kinds.{kind}.do: {do}")


def every_name_belongs_to_a_picture(id: str) -> Iterator[Breach]:
    """`pieces.svg` draws what has a name, what is printed and what stands for the sides."""
    for game in variants(id):
        look, drawn = game.rulebook.look, pictures(game)
        printed = {symbol for supply in look.supplies() for symbol in supply.symbols}
        for wanted in (set(look.symbols), set(look.emblems), printed, {piece.symbol for piece in look.fixtures()}):
            if wanted - drawn:
                yield Breach(f"pieces.svg: {listing(f'{id}-{symbol}' for symbol in wanted - drawn)}", listing(drawn))
        for supply in look.supplies():
            if f"supplies.{supply.name}" not in game.rulebook.texts:
                yield Breach(f"[supplies] {supply.name}", listing(game.rulebook.texts.section("supplies")))


def pictures_are_safe_to_show(id: str) -> Iterator[Breach]:
    """`pieces.svg` is well-formed; its ids begin with the id of the game, and nothing is loaded from elsewhere."""
    art = load(id).rulebook.look.art
    ids = [node.get("id", "") for node in ElementTree.fromstring(art).iter() if node.get("id")]
    if strangers := [name for name in ids if not name.startswith(f"{id}-")]:
        yield Breach(f'id="{id}-…"', listing(strangers))
    if len(set(ids)) < len(ids):
        yield Breach(texts.say("expected.own_ids"), listing(name for name in ids if ids.count(name) > 1))
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', art))
    if used - set(ids):
        yield Breach(listing(used), listing(ids))
    if found := re.findall(r'style="|(?:href|src)="(?!#)|https?://(?!www\.w3\.org/)|<script|@import', art):
        yield Breach(texts.say("expected.nothing"), listing(found))


def a_portrait_shows_a_game_that_goes_on(id: str) -> Iterator[Breach]:
    game = load(id)
    position = game.parse(game.rulebook.look.portrait)
    if position.text != game.rulebook.look.portrait:
        yield Breach(position.text, game.rulebook.look.portrait)
    if not position.to_act or position.has_secret:
        yield Breach(texts.say("expected.going_on"), position.text)


FOLDER_LAWS = (
    languages_say_the_same,
    every_number_has_its_noun,
    every_kind_has_its_words,
    every_name_belongs_to_a_picture,
    pictures_are_safe_to_show,
    a_portrait_shows_a_game_that_goes_on,
)
