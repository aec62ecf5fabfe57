"""The mails about a tournament: its beginning, each round, and its end."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from commands.context.context import Context
from commands.messages.content import TextMessage
from commands.messages.response import Notification
from pbm.tournaments.events import BeginRound, Cancel, End, TournamentEvent

if TYPE_CHECKING:
    from storage.boards.tournaments import StoredTournament


def news_of(
    context: Context, stored: "StoredTournament", event: TournamentEvent
) -> Sequence[Notification]:
    """Returns the mails to its players about an event that was just recorded; none about others."""
    match event:
        case BeginRound(number):
            news = f"Round {number} begins."
        case End():
            news = "It is over."
        case Cancel():
            news = "It doesn't take place."
        case _:
            return ()
    content = TextMessage(subject=f"Tournament {stored.name}", text=news)
    players = context.work.players.by_ids(stored.tournament.active)
    return [Notification(player.addresses, content) for player in players if player.addresses]
