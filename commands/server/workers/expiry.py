"""End seeks, places on ladders and deputyships that have expired."""

from collections.abc import Sequence
from datetime import datetime

from commands.boards.ladders.rank_changes import demote_inactive
from commands.boards.seeks.seek_terms import last_day, seek_line, terms_in_words
from commands.content.banners_and_actions import Action, Face
from commands.content.messages import TextMessage
from commands.content.response import Notification
from commands.context.deputy_rights import ended
from commands.context.services import Services
from commands.outbound.mailer import Mailer
from pbm import games
from pbm.board.players import Player
from pbm.board.time_control.rest import Rest
from pbm.process.lazy_logger import get_logger
from pbm.stored_values import Seek
from storage import Database

log = get_logger()


def demote(database: "Database", services: Services, now: datetime) -> None:
    """Removes banned players from ladders, and moves players down who haven't played for long."""
    try:
        with database.work() as work:
            context = services.server_context(work)
            for game in work.ladders.due(now):
                if game in games.games():
                    demote_inactive(context, game, now)
    except Exception:  # transient, so the next tick tries again
        log.exception("failed to update the ladders")


def lapse_seeks(database: "Database", services: Services, mailer: Mailer, now: datetime) -> None:
    """Ends expired seeks. Sends each player one email about all of them."""
    try:
        with database.work() as work:
            context = services.server_context(work)
            seeks_by_player: dict[int, list[Seek]] = {}
            for seek in work.seeks.take_expired(now):
                seeks_by_player.setdefault(seek.player_id, []).append(seek)
            players = work.players.by_ids([*seeks_by_player])
            mailer.publish(
                context, [_lapsed(player, seeks_by_player[player.id]) for player in players]
            )
    except Exception:  # transient, so the next tick tries again
        log.exception("failed to end open challenges")


def _lapsed(player: Player, seeks: Sequence[Seek]) -> Notification:
    actions = tuple(
        Action(
            label=f"Look for a {games.stored(seek.game).title} opponent again",
            line=seek_line(seek, player.userid),
        )
        for seek in seeks
    )
    one = len(seeks) == 1
    expired = "Your open challenge has expired" if one else f"{len(seeks)} open challenges expired"
    day = last_day(seeks[0], Rest.read(player.rest).zone)
    terms = terms_in_words(games.stored(seeks[0].game), seeks[0])
    face = Face(
        banner=f"Nobody joined your open challenge for {terms} by {day}, so it has expired."
        if one
        else f"Nobody joined {len(seeks)} of your open challenges in time, so they have expired.",
        primary=actions[0] if one else None,
        quiet=() if one else actions,
    )
    return Notification(player.addresses, TextMessage(subject=expired, text="", face=face))


def end_deputies(database: "Database", services: Services, mailer: Mailer, now: datetime) -> None:
    """Ends deputyships whose time is up, and notifies both players.

    Requests that nobody has accepted end without an email.
    """
    try:
        with database.work() as work:
            context = services.server_context(work)
            for deputy in work.deputies.take_ended(now):
                why = "The agreed time is up." if deputy.until <= now else ""
                mailer.publish(context, ended(work, [deputy], why))
    except Exception:  # transient, so the next tick tries again
        log.exception("failed to end deputyships")
