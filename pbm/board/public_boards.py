"""Make boards public, with current userids, and with numbers for players who signed off."""

import re
from collections.abc import Collection, Mapping
from dataclasses import replace

from pbm.board.address_masking import without_addresses
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.match.event_authors import FOR
from pbm.match.match import Event, Match

FORMER_PLAYER = "former-player"
"""Prefix of the userids shown for players who have signed off. Nobody can register such a userid.

A number follows the prefix, so that readers recognize games of the same player. Unknown authors
have no number.
"""
SERVERS_AUTHORS = ("server", "admin")
"""Authors of events that aren't players."""
DECISION = "adjudicate "
FormerUserids = Mapping[int, Collection[str]]
"""Former userids of players in lower case, by the players' ids."""


def public_board(
    board: Board, former_userids: FormerUserids, deputies: Collection[Player] = ()
) -> Board:
    """Returns the board without the data that only its players and admins may see.

    All players have their current userids, also in the log. Unknown authors become FORMER_PLAYER.
    Addresses, notes, offers, and queued or submitted moves are removed.

    `deputies`: the players who made moves for others.
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
    """Returns the match with the authors in its log replaced by the userids in `names`.

    `names`: userids to show, by current and former userids in lower case.
    """
    events = tuple(public_event(event, names) for event in match.events)
    if events == match.events:
        return match
    return Match.replay(match.game, match.options, events)


def without_former_names(match: Match, names: Mapping[str, str]) -> Match:
    """Returns the match without the userids of players who have signed off.

    Other authors are unchanged.

    `names`: userids to show, by former userids in lower case.
    """
    parts = [part for event in match.events for part in event.author.split(FOR)]
    authors = {part.lower(): part for part in parts}
    return public_match(match, {**authors, **names}) if names else match


def present_names(players: Collection[Player], former_userids: FormerUserids) -> dict[str, str]:
    """Returns the userids to show, by current and former userids in lower case."""
    return {
        name: player.userid
        for player in players
        for name in (*former_userids.get(player.id, ()), player.userid.lower())
    }


def public_event(event: Event, names: Mapping[str, str]) -> Event:
    """Returns an event with its author replaced as in `public_match`."""
    text = with_present_names(event.text, names) if event.text.startswith(DECISION) else event.text
    return Event(text, event.at, _public_author(event.author, names))


def _public_author(author: str, names: Mapping[str, str]) -> str:
    """Returns the userid to show. Logs of imported games may have unknown authors."""
    if author in SERVERS_AUTHORS:
        return author
    parts = author.lower().split(FOR)
    return FOR.join(names.get(part, FORMER_PLAYER) for part in parts)


def with_present_names(text: str, names: Mapping[str, str]) -> str:
    """Returns an admin's text with the players' current userids, and without email addresses."""
    masked = without_addresses(text)
    for name, userid in names.items():
        if name != userid.lower():
            masked = re.sub(
                rf"(?<![\w.-]){re.escape(name)}(?![\w-])", userid, masked, flags=re.IGNORECASE
            )
    return masked
