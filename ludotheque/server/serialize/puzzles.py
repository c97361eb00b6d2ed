"""Puzzles as JSON, in the form of lessons. They hold everything that can happen in them."""

from __future__ import annotations

from functools import cache, lru_cache

from ludotheque.library import definition
from ludotheque.record import Record
from ludotheque.server.errors import RequestError, texts
from ludotheque.server.messages.teaching import (
    LessonAnswer,
    LessonStage,
    LessonStep,
    PuzzleCard,
    PuzzleIndex,
    PuzzleJson,
    PuzzleList,
)
from ludotheque.server.serialize.games import card_json, changed_options_json, game_json, shown_games
from ludotheque.server.serialize.message import text_json
from ludotheque.server.serialize.position import position_json, position_to_move_json
from ludotheque.teaching.puzzle import MARGIN, Puzzle, Refutation, puzzles, read
from ludotheque.teaching.reading import extras
from ludotheque.teaching.themes import theme_of, themes
from ludotheque.texts import Text

CACHED = 64
"""How many puzzles stay in memory."""


@cache
def puzzles_json(id: str) -> PuzzleList:
    """Return the list of a game's puzzles."""
    return {
        "id": id,
        "title": card_json(id)["title"],
        "themes": [
            {"id": theme.id, "name": text_json(theme.name), "about": text_json(theme.about)} for theme in themes(id)
        ],
        "puzzles": [_card(puzzle) for puzzle in puzzles(id)],
    }


def _card(puzzle: Puzzle) -> PuzzleCard:
    theme = theme_of(puzzle)
    return {
        "id": puzzle.id,
        "stars": puzzle.stars,
        "goal": puzzle.goal,
        "theme": theme.id if theme else None,
        "special": changed_options_json(puzzle.record.game),
    }


@cache
def puzzle_index_json() -> PuzzleIndex:
    """Return the puzzles of all games in few words. No rules are loaded for it."""
    return {
        "games": [
            {
                "id": id,
                "title": text_json(definition(id).title),
                "puzzles": [{"id": one["id"], "stars": one["stars"], "usual": not one["options"]} for one in read(id)],
            }
            for id in shown_games()
            if "puzzles" in extras(id)
        ]
    }


@lru_cache(CACHED)
def puzzle_picture(id: str, name: str) -> str:
    """Return the position of a puzzle as SVG, as its solver sees it."""
    puzzle = _find(id, name)
    return puzzle.record.final.view(puzzle.player).svg(coordinates=False)


def _find(id: str, name: str) -> Puzzle:
    puzzle = next((one for one in puzzles(id) if one.id == name), None)
    if not puzzle:
        raise RequestError("no_page", 404)
    return puzzle


@lru_cache(CACHED)
def puzzle_json(id: str, name: str) -> PuzzleJson:
    """Return one puzzle with everything that can happen in it. A page needs no further request."""
    puzzle = _find(id, name)
    game = puzzle.record.game
    return {
        "id": puzzle.id,
        "stars": puzzle.stars,
        "player": puzzle.player,
        "stages": len(puzzle.stages),
        "board": game_json(game),
        "position": puzzle.position,
        "options": puzzle.options,
        "done": text_json(
            texts.say("puzzles.done", done=texts.say(f"puzzles.done_{puzzle.goal}"), proven=_proven(puzzle))
        ),
        "first": _stage(puzzle, 0, puzzle.record),
    }


def _stage(puzzle: Puzzle, number: int, record: Record) -> LessonStage:
    """Return one move of the solver, what follows from the right ones, and why the others are wrong."""
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
        "record": str(record),
        "state": {**position_to_move_json(record, puzzle.player), "marked": []},
        "accepted": {
            stage.right: _right(puzzle, number, record),
            **{move: _also(puzzle, record, move) for move in stage.also},
        },
    }


def _task(puzzle: Puzzle, number: int, record: Record) -> Text:
    """Return what is asked, with what is proven of it."""
    side = record.game.rulebook.player_name(puzzle.player)
    secret = record.final.view(puzzle.player).state != record.final.state
    if number:
        return texts.say(f"puzzles.{puzzle.goal}_on{'_secret' if secret else ''}", side=side)
    if puzzle.goal == "score":
        return texts.say("puzzles.score" if puzzle.within == 1 else "puzzles.score_reply", side=side)
    if puzzle.within is None:
        return texts.say(f"puzzles.{puzzle.goal}_exact", side=side)
    if puzzle.goal == "win" and puzzle.within == 1 and not secret:
        return texts.say("puzzles.win_at_once", side=side)
    return texts.say(f"puzzles.{puzzle.goal}{'_secret' if secret else ''}", side=side, within=puzzle.within)


def _proven(puzzle: Puzzle) -> Text:
    """Return how far the single right move is proven to be the only one."""
    if puzzle.goal == "score":
        return texts.say("puzzles.proven_score" if puzzle.within == 1 else "puzzles.proven_score_reply")
    if puzzle.within is None:
        return texts.say("puzzles.proven_exact")
    return texts.say(f"puzzles.proven_{puzzle.goal}", beyond=puzzle.within + MARGIN)


def _right(puzzle: Puzzle, number: int, record: Record) -> LessonStep:
    stage = puzzle.stages[number]
    records = _played(record.play(stage.right, puzzle.player), stage.reply)
    more = number + 1 < len(puzzle.stages)
    return {
        "frames": [position_json(one, puzzle.player) for one in records],
        "said": text_json(texts.say("puzzles.right")),
        "next": _stage(puzzle, number + 1, records[-1]) if more else None,
    }


def _also(puzzle: Puzzle, record: Record, move: str) -> LessonStep:
    position = position_json(record.play(move, puzzle.player), puzzle.player)
    beyond = _beyond(puzzle, record)
    said = texts.say("puzzles.right") if beyond is None else texts.say("puzzles.slower", beyond=beyond)
    return {"frames": [position], "said": text_json(said), "next": None}


def _beyond(puzzle: Puzzle, record: Record) -> int | None:
    """Return up to how many moves a stage is proven; None: to the end of the game."""
    if puzzle.within is None:
        return None
    return puzzle.within + MARGIN - sum(step.player == puzzle.player for step in record.moves[len(puzzle.lead) :])


def _refuted(puzzle: Puzzle, refutation: Refutation, record: Record, move: str) -> LessonAnswer:
    tried = refutation.world(record).play(move, puzzle.player)
    records = _played(tried, refutation.reply)
    replies = [str(step.move) for step in records[-1].moves[len(tried.moves) :] if step.player != puzzle.player]
    key = _result(refutation) if replies else f"{_result(refutation)}_at_once"
    reply, points = replies[0] if replies else "", abs(refutation.lead or 0)
    answer = texts.say(f"puzzles.{key}", reply=reply, beyond=_beyond(puzzle, record) or 0, points=points)
    if refutation.instead:
        answer = texts.say("puzzles.instead", secret=refutation.instead[0], answer=answer)
    return {"text": text_json(answer), "frames": [position_json(one, puzzle.player) for one in records]}


def _result(refutation: Refutation) -> str:
    """Return the key of what a wrong move leads to. A lead in points may be none, or the opponent's."""
    if refutation.lead is None or refutation.lead > 0:
        return refutation.result
    return "behind" if refutation.lead < 0 else "level"


def _played(record: Record, moves: tuple[str, ...]) -> list[Record]:
    """Return the record, and the record after each further move."""
    records = [record]
    for move in moves:
        records.append(records[-1].play(move))
    return records
