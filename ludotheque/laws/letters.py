"""Laws about how moves are spelled for learning programs; see `spelling.py`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from ludotheque.adapters.actions import Moment, action_space
from ludotheque.laws.breach import Breach, listing, texts
from ludotheque.position import Game, Position


@cache
def _names(game: Game) -> re.Pattern[str]:
    """Cells and tokens, wherever they stand in the text of a move."""
    known = sorted([*game.board.index, *game.rulebook.look.tokens()], key=len, reverse=True)
    return re.compile("|".join(map(re.escape, known)))


def a_move_is_spelled_by_what_its_text_names(position: Position) -> Iterator[Breach]:
    """What is written as a list is a set, in the text and here; everything else keeps its order."""
    space = action_space(position.game)
    for player in position.to_act:
        seen: dict[tuple[int, ...], str] = {}
        for move in position.legal_moves(player):
            actions, text = space.spell(move), str(move)
            # Without `done`, which no kernel spells.
            spelled = [space.names[action] if action < space.done else str(action) for action in actions]
            named = _names(position.game).findall(text)
            same = sorted(spelled) == sorted(named) if "," in text else spelled == named
            if len(actions) > space.max_letters:
                yield Breach(texts.say("expected.letters", most=space.max_letters), " ".join(spelled), position, text)
            if not same:
                yield Breach(" ".join(named), " ".join(spelled), position, text)
            if actions in seen:
                other = texts.say("found.path_of", move=seen[actions])
                yield Breach(texts.say("expected.own_letters"), other, position, text)
            seen[actions] = text


def actions_reach_every_move(position: Position) -> Iterator[Breach]:
    """The legal actions follow from the spellings of the legal moves alone."""
    if not position.to_act:
        return
    space, player = action_space(position.game), position.to_act[0]
    spelled = {space.spell(move): move for move in position.legal_moves(player)}
    if any(len(actions) > space.max_letters or max(actions) >= space.done for actions in spelled):
        return  # the law above says so; a kernel would write beyond its array
    for goal in sorted(spelled)[:: max(1, len(spelled) // 12)]:
        moment = Moment(position)
        for place, action in enumerate(goal):
            begun = goal[:place]
            following = {longer[place] for longer in spelled if longer[:place] == begun and len(longer) > place}
            wanted = following | ({space.done} if begun in spelled else set())
            if set(moment.legal) != wanted:
                expected, found = (listing(space.names[one] for one in some) for some in (wanted, moment.legal))
                yield Breach(expected, found, position, str(spelled[goal]))
                return
            moment = moment.play(action)
        reached = moment.play(space.done) if moment.chosen else moment
        if reached.position != position.play(spelled[goal], player):
            yield Breach(position.play(spelled[goal], player).text, reached.position.text, position, str(spelled[goal]))
            return


LAWS = (a_move_is_spelled_by_what_its_text_names, actions_reach_every_move)
