"""Boards as everybody may see them: under present userids, without players who signed off."""

import re
from collections.abc import Collection, Mapping
from dataclasses import replace

from pbm.board.address_masking import without_addresses
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.match.authors import FOR
from pbm.match.match import Event, Match

FORMER_PLAYER = "former-player"
"""The beginning of the userids of players who signed off: a number that joins their games follows.

Nobody can register one.
"""
SERVERS_AUTHORS = ("server", "admin")
"""The authors of events that aren't players."""
DECISION = "adjudicate "
FormerUserids = Mapping[int, Collection[str]]
"""The userids that players had before, in lower case, by the ids of players."""


def public_board(
    board: Board, former_userids: FormerUserids, deputies: Collection[Player] = ()
) -> Board:
    """Returns the board without what only its players and admins may know.

    Everybody has the present userid, also in the log, in which those who are unknown are
    FORMER_PLAYER. Nobody has addresses; moves that are queued, submitted or offered aren't there,
    and neither are notes. `deputies`: the players who made moves for others.
    """
    names = present_names((*deputies, *board.players), former_userids)
    return replace(
        board,
        players=tuple(replace(player, addresses=()) for player in board.players),
        match=public_match(board.match, names),
        plans={},
        submitted={},
        notes={},
        resigning=frozenset(),
        offer=None,
    )


def public_match(match: Match, names: Mapping[str, str]) -> Match:
    """Returns the match with a log in which players are called by their `names`.

    `names`: the shown userids, by all present and former ones in lower case.
    """
    events = tuple(public_event(event, names) for event in match.events)
    if events == match.events:
        return match
    return Match.replay(match.game, match.options, events)


def without_former_names(match: Match, names: Mapping[str, str]) -> Match:
    """Returns the match with a log that names nobody who has signed off; others as ever.

    `names`: the shown userids, by former ones in lower case.
    """
    parts = [part for event in match.events for part in event.author.split(FOR)]
    authors = {part.lower(): part for part in parts}
    return public_match(match, {**authors, **names}) if names else match


def present_names(players: Collection[Player], former_userids: FormerUserids) -> dict[str, str]:
    """Returns the shown userids, by all present and former ones in lower case."""
    return {
        name: player.userid
        for player in players
        for name in (*former_userids.get(player.id, ()), player.userid.lower())
    }


def public_event(event: Event, names: Mapping[str, str]) -> Event:
    """Returns an event in which players are called by their `names`, as in `public_match`."""
    text = with_present_names(event.text, names) if event.text.startswith(DECISION) else event.text
    return Event(text, event.at, _public_author(event.author, names))


def _public_author(author: str, names: Mapping[str, str]) -> str:
    """Returns the author's name; logs of imported games may have authors whom nobody knows."""
    if author in SERVERS_AUTHORS:
        return author
    parts = author.lower().split(FOR)
    return FOR.join(names.get(part, FORMER_PLAYER) for part in parts)


def with_present_names(text: str, names: Mapping[str, str]) -> str:
    """Returns an admin's words with the players' present names, and without mail addresses."""
    masked = without_addresses(text)
    for name, shown in names.items():
        if name != shown.lower():
            masked = re.sub(
                rf"(?<![\w.-]){re.escape(name)}(?![\w-])", shown, masked, flags=re.IGNORECASE
            )
    return masked
