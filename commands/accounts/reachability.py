"""Players whose mail bounces: their clocks stop, and their opponents are notified.

A player is unreachable when all of their addresses are suppressed. Their boards are escalated to
the admin when that lasts, and nothing is forfeited: a player who writes again gets a fresh turn.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from commands.messages.content import TextMessage
from commands.messages.response import Notification, Response
from commands.messages.snapshot import UNREACHABLE_PERIOD, unreachable_note
from pbm import games
from pbm.board import Player
from pbm.lazy_logger import get_logger
from pbm.ports import BounceKind, UnitOfWork
from pbm.wording import counted, listing

BOUNCE_THRESHOLD = 3
"""Hard bounces before an address is suppressed: a single one may be a temporary fault."""
BOUNCE_WINDOW = timedelta(days=30)
"""Older bounces don't count: nags come once a day, so a lasting fault shows within this time."""

log = get_logger()


def record_bounce(
    work: UnitOfWork, mail: int, kind: BounceKind, at: datetime
) -> list[Notification]:
    """Records the bounce of a mail; returns notifications if it makes players unreachable."""
    address = work.bounces.record(mail, kind, at)
    if not address or kind != "hard":
        return []
    owners = work.reachability.owners(address)
    if work.bounces.hard(
        address, at - BOUNCE_WINDOW
    ) < BOUNCE_THRESHOLD or not work.bounces.suppress(address, at):
        return []
    log.info("address suppressed", address=address)
    return [
        notification for player in owners for notification in _mark_unreachable(work, player, at)
    ]


def mark_reachable(work: UnitOfWork, player: Player, at: datetime) -> None:
    """Lifts the suppression of the player's addresses, and restarts clocks that were stopped."""
    if player.doubted:
        work.bounces.clear(player.addresses)
    if player.unreachable:
        work.reachability.mark_reachable(player)
        work.clocks.restart(player, at)


def record_return(
    work: UnitOfWork, authenticated: Sequence[Player], response: Response, at: datetime
) -> Response:
    """Returns the response, with notifications about players who can be reached again.

    An error has undone everything that its line did; the player is reachable all the same.
    """
    notifications: list[Notification] = []
    for player in {each.id: each for each in reversed(authenticated)}.values():
        mark_reachable(work, player, at)
        notifications += _return_notifications(work, player) if player.unreachable else []
    return response.with_notifications(notifications)


def escalate_to_admin(work: UnitOfWork, now: datetime, admin: str) -> list[Notification]:
    """Returns a notification for the admin of boards whose players were unreachable for too long.

    Each player is escalated once.
    """
    boards: list[str] = []
    for player in work.reachability.escalate(now - UNREACHABLE_PERIOD):
        names = [name for name, _ in _running_boards(work, player)]
        log.warning("boards escalated to the admin", player=player.userid, boards=names)
        boards += [f"  {name}: {player.userid} can't be reached" for name in names]
    return [Notification((admin,), _admin_message(boards))] if admin and boards else []


def _mark_unreachable(work: UnitOfWork, player: Player, at: datetime) -> Iterable[Notification]:
    """Stops the player's clocks if all of their addresses are suppressed."""
    suppressed = work.bounces.suppressed(player.addresses)
    if any(address.lower() not in suppressed for address in player.addresses):
        return ()
    if not work.reachability.mark_unreachable(player, at):
        return ()
    log.info("player unreachable", player=player.userid)
    unreachable = replace(player, unreachable=at)
    note = unreachable_note(player.userid, at + UNREACHABLE_PERIOD)
    return _notify_opponents(
        work, unreachable, f"{note} It can be reached again by any other way you know."
    )


def _return_notifications(work: UnitOfWork, player: Player) -> list[Notification]:
    (player,) = work.players.by_ids([player.id])
    running = _running_boards(work, player)
    if not running:
        return []
    news = f"{player.userid} can be reached again. Turns of {player.userid} begin again now."
    names = "".join(f"\n  {name}" for name, _ in running)
    text = (
        f"Mail to you came back, so your clocks stood still. Now that you can be reached,\n"
        f"they run again, and your turns begin again. {counted(len(running), 'board')}:\n{names}"
    )
    own_notification = Notification(
        player.addresses, TextMessage(subject=f"Mail to {player.userid}", text=text)
    )
    return [*_notify_opponents(work, player, news), own_notification]


def _notify_opponents(work: UnitOfWork, player: Player, news: str) -> list[Notification]:
    """Returns one notification to each opponent of a player, about all of their boards."""
    boards: dict[str, list[str]] = {}
    for name, userids in _running_boards(work, player):
        for userid in userids:
            boards.setdefault(userid, []).append(name)
    subject = f"Mail to {player.userid}"
    return [
        Notification(
            other.addresses,
            TextMessage(subject=subject, text=f"{news}\n\nThis concerns {concerned}."),
        )
        for userid, names in sorted(boards.items())
        if userid != player.userid and (concerned := listing(names))
        if (other := work.players.find(userid))
    ]


def _running_boards(work: UnitOfWork, player: Player) -> list[tuple[str, tuple[str, ...]]]:
    """Returns the player's running boards of all games, each with the userids of its players."""
    return [
        (f"{game.title} board {line.number}", line.players)
        for game in games.games().values()
        for line in work.boards.lines(game.name, [player.userid], "active")[1]
    ]


def _admin_message(boards: Sequence[str]) -> TextMessage:
    text = (
        "These boards wait for your decision, as mail to a player has come back for "
        f"{UNREACHABLE_PERIOD.days} days:\n\n" + "\n".join(boards) + "\n\n"
        "pbm admin games --state unreachable lists them; pbm admin adjudicate decides them. "
        "They go on by themselves when the player writes."
    )
    return TextMessage(subject="Boards that wait for you", text=text)
