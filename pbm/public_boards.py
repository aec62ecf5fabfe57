"""Boards as everybody may see them: under present userids, and without players who signed off."""

import re
from collections.abc import Collection, Mapping
from dataclasses import replace

from pbm.board import Board, Player
from pbm.mail_addresses import without_addresses
from pbm.match import Event, Match

FORMER_PLAYER = "former-player"
"""The name of players who signed off, in the form of a userid; nobody can register it."""
SERVERS_AUTHORS = ("server", "admin")
"""The authors of events that aren't players."""
DECISION = "adjudicate "

FormerUserids = Mapping[int, Collection[str]]
"""The userids that players had before, in lower case, by the ids of players."""


def public_board(board: Board, former_userids: FormerUserids) -> Board:
    """Returns the board without what only its players and admins may know.

    Everybody has the present userid, also in the log, or is a FORMER_PLAYER. Nobody has addresses;
    moves that are queued, submitted or offered aren't there.
    """
    names = _names(board.players, former_userids)
    return replace(
        board,
        players=tuple(_public_player(player) for player in board.players),
        match=public_match(board.match, names),
        plans={},
        submitted={},
        resigning=frozenset(),
        offer=None,
    )


def public_match(match: Match, names: Mapping[str, str]) -> Match:
    """Returns the match with a log in which players are called by their `names`.

    `names`: those that are shown, by all that they have or had, in lower case.
    """
    events = tuple(_public_event(event, names) for event in match.events)
    if events == match.events:
        return match
    return Match.replay(match.game, match.options, events)


def public_userid(player: Player) -> str:
    """Returns the userid under which everybody sees a player."""
    return FORMER_PLAYER if player.gone else player.userid


def _public_player(player: Player) -> Player:
    return replace(player, userid=public_userid(player), addresses=())


def _names(players: Collection[Player], former_userids: FormerUserids) -> dict[str, str]:
    return {
        name: public_userid(player)
        for player in players
        for name in (*former_userids.get(player.id, ()), player.userid.lower())
    }


def _public_event(event: Event, names: Mapping[str, str]) -> Event:
    text = _public_decision(event.text, names) if event.text.startswith(DECISION) else event.text
    return Event(text, event.at, _public_author(event.author, names))


def _public_author(author: str, names: Mapping[str, str]) -> str:
    """Returns the author's name; logs of imported games may have authors whom nobody knows."""
    if author in SERVERS_AUTHORS:
        return author
    return names.get(author.lower(), FORMER_PLAYER)


def _public_decision(text: str, names: Mapping[str, str]) -> str:
    """Returns an admin's decision with the players' present names, and without mail addresses."""
    masked = without_addresses(text)
    for name, shown in names.items():
        if name != shown.lower():
            masked = re.sub(
                rf"(?<![\w.-]){re.escape(name)}(?![\w-])", shown, masked, flags=re.IGNORECASE
            )
    return masked
