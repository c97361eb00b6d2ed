"""The puzzles as data for pages, in the form of lessons: with everything that can happen in them."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from ludotheque.record import Record
from ludotheque.server.frame import asking_json, frame_json
from ludotheque.server.refusal import Refusal, text_json, texts
from ludotheque.server.shelf import card_json, game_json
from ludotheque.teaching.puzzle import Puzzle, Refutation, puzzles
from ludotheque.teaching.puzzle import Stage as Step
from ludotheque.texts import Text

KEPT = 64
"""How many puzzles are kept ready."""


@cache
def puzzles_json(id: str) -> dict[str, Any]:
    """The puzzles of a game, to choose one."""
    told = [{"id": one.id, "stars": one.stars, "goal": one.goal} for one in puzzles(id)]
    return {"id": id, "title": card_json(id)["title"], "puzzles": told}


@lru_cache(KEPT)
def puzzle_json(id: str, name: str) -> dict[str, Any]:
    """One puzzle, so that a page needs to ask for nothing more."""
    puzzle = next((one for one in puzzles(id) if one.id == name), None)
    if not puzzle:
        raise Refusal("no_page", 404)
    game = puzzle.record.game
    return {
        "id": puzzle.id,
        "stars": puzzle.stars,
        "player": puzzle.player,
        "stages": len(puzzle.stages),
        "board": game_json(game),
        "position": puzzle.position,
        "options": puzzle.options,
        "done": text_json(texts.say(f"puzzles.done_{puzzle.goal}")),
        "first": _stage(puzzle, 0, puzzle.record),
    }


def _stage(puzzle: Puzzle, number: int, record: Record) -> dict[str, Any]:
    """One decision of the solver, what follows from the right ones, and why the others are wrong."""
    stage = puzzle.stages[number]
    right = record.game.read(stage.right)
    return {
        "task": text_json(_task(puzzle, number, record)),
        "hint": text_json(texts.say("puzzles.hint")),
        "cells": right.cells[:1],
        "wrong": text_json(texts.say("puzzles.wrong")),
        "but": {
            move: _refuted(puzzle, refutation, record, move) for refutation in stage.wrong for move in refutation.play
        },
        "state": {**asking_json(record, puzzle.player), "marked": []},
        "accepted": {
            stage.right: _right(puzzle, number, record),
            **{move: _also(puzzle, record, move) for move in stage.also},
        },
    }


def _task(puzzle: Puzzle, number: int, record: Record) -> Text:
    side = record.game.rulebook.player_name(puzzle.player)
    secret = record.final.view(puzzle.player).words != record.final.words
    key = f"puzzles.{puzzle.goal}{'_on' if number else ''}{'_secret' if secret else ''}"
    return texts.say(key, side=side, count=puzzle.asked)


def _right(puzzle: Puzzle, number: int, record: Record) -> dict[str, Any]:
    stage: Step = puzzle.stages[number]
    records = _played(record.play(stage.right, puzzle.player), stage.reply)
    more = number + 1 < len(puzzle.stages)
    return {
        "frames": [frame_json(one, puzzle.player) for one in records],
        "said": text_json(texts.say("puzzles.right")),
        "next": _stage(puzzle, number + 1, records[-1]) if more else None,
    }


def _also(puzzle: Puzzle, record: Record, move: str) -> dict[str, Any]:
    frame = frame_json(record.play(move, puzzle.player), puzzle.player)
    return {"frames": [frame], "said": text_json(texts.say("puzzles.also")), "next": None}


def _refuted(puzzle: Puzzle, refutation: Refutation, record: Record, move: str) -> dict[str, Any]:
    tried = refutation.world(record).play(move, puzzle.player)
    records = _played(tried, refutation.reply)
    replies = [str(step.move) for step in records[-1].decisions[len(tried.decisions) :] if step.player != puzzle.player]
    key = refutation.result if replies else f"{refutation.result}_at_once"
    words = texts.say(f"puzzles.{key}", reply=replies[0] if replies else "")
    if refutation.instead:
        words = texts.say("puzzles.instead", secret=refutation.instead[0], words=words)
    return {"words": text_json(words), "frames": [frame_json(one, puzzle.player) for one in records]}


def _played(record: Record, moves: tuple[str, ...]) -> list[Record]:
    """The record, and the record after each further decision."""
    found = [record]
    for move in moves:
        found.append(found[-1].play(move))
    return found
