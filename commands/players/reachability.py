"""Stop the clocks of players whose mail bounces, and notify their opponents.

A player is unreachable if all of their addresses are suppressed. Their clocks then stop, but only
for MAX_CLOCK_STOP a year, because anybody can report their own mail as bounced. After that time,
the clocks run again, and pbm emails the admin.

A player who sends an email is reachable, and earlier bounces no longer matter. Players who return
get back the time for which their clocks were stopped.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from commands.content.banners_and_actions import Face
from commands.content.messages import TextMessage
from commands.content.response import Notification, Response
from commands.content.snapshot import unreachable_note
from commands.system.metrics import BOUNCES
from commands.system.stored_types import UnitOfWork
from pbm import games
from pbm.board.players import Player
from pbm.board.time_control.periods import Period
from pbm.board.viewers import SERVER
from pbm.process.lazy_logger import get_logger
from pbm.stored_values import BounceKind
from pbm.wording import counted, filled, listing, local_time

BOUNCE_THRESHOLD = 3
"""Number of hard bounces that suppress an address. A single one may be a temporary fault."""
BOUNCE_WINDOW = timedelta(days=30)
"""Bounces of emails older than this are ignored. Reminders are sent once a day, so a lasting fault
shows within this time.
"""
MAX_CLOCK_STOP = timedelta(days=14)
"""Maximum time per year for which a player's clocks stop. It leaves enough time to reach the player
in another way.
"""
YEAR = timedelta(days=365)

log = get_logger()


def record_bounce(
    work: UnitOfWork, mail: int, kind: BounceKind, at: datetime
) -> list[Notification]:
    """Records the bounce of an email. Returns notifications if it makes players unreachable."""
    work.count(BOUNCES, kind)
    address = work.bounces.record(mail, kind, at)
    if not address or kind != "hard":
        return []
    owners = work.reachability.owners(address)
    since = max(at - BOUNCE_WINDOW, work.reachability.last_mail(owners) or at - BOUNCE_WINDOW)
    if work.bounces.hard(address, since) < BOUNCE_THRESHOLD:
        return []
    if not work.bounces.suppress(address, at):
        return []
    log.info("address suppressed", address=address)
    return [
        notification for player in owners for notification in _mark_unreachable(work, player, at)
    ]


def mark_reachable(work: UnitOfWork, player: Player, at: datetime) -> None:
    """Lifts the suppression of a player's addresses, and starts their clocks again."""
    if player.doubted:
        work.bounces.clear(player.addresses)
    if player.clock_stop:
        work.reachability.mark_reachable(player, _until(player.clock_stop, at))
        work.clocks.check_soon(player, at)


def record_return(
    work: UnitOfWork, authenticated: Sequence[Player], response: Response, at: datetime
) -> Response:
    """Records that these players have written.

    Adds notifications about returning players to the response. It is called after the command,
    because a failed command's changes are rolled back.
    """
    notifications: list[Notification] = []
    for player in {each.id: each for each in reversed(authenticated)}.values():
        work.reachability.record_mail(player, at)
        mark_reachable(work, player, at)
        notifications += _return_notifications(work, player, at)
    return response.with_notifications(notifications)


def escalate_to_admin(work: UnitOfWork, now: datetime, admin: str) -> list[Notification]:
    """Returns an email to the admin about boards on which unreachable players' clocks run again.

    Each player is reported once.
    """
    boards: list[str] = []
    for player in work.reachability.escalate(now):
        names = [name for name, _ in _running_boards(work, player)]
        log.warning("games escalated to the admin", player=player.userid, boards=names)
        boards += [f"  {name}: {player.userid} can't be reached" for name in names]
    return [Notification((admin,), _admin_message(boards))] if admin and boards else []


def _mark_unreachable(work: UnitOfWork, player: Player, at: datetime) -> Iterable[Notification]:
    """Stops the player's clocks if all of their addresses are suppressed."""
    suppressed = work.bounces.suppressed(player.addresses)
    if any(address.lower() not in suppressed for address in player.addresses):
        return ()
    stop = Period(at, at + _left(work, player, at))
    if not work.reachability.mark_unreachable(player, stop):
        return ()
    log.info("player unreachable", player=player.userid)
    unreachable = replace(player, unreachable=at, clock_stop=stop)
    note = unreachable_note(player.userid, stop.until if stop.length else None)
    return _notify_opponents(
        work,
        unreachable,
        note,
        f"If you can reach {player.userid} in another way, please ask them to write to us.",
    )


def _left(work: UnitOfWork, player: Player, at: datetime) -> timedelta:
    """Returns how much of a year's clock stop is left."""
    outages = [Period(max(each.since, at - YEAR), each.until) for each in _past(work, player, at)]
    stood = sum((each.length for each in outages), timedelta())
    return max(MAX_CLOCK_STOP - stood, timedelta())


def _past(work: UnitOfWork, player: Player, at: datetime) -> list[Period]:
    return [each for each in work.reachability.outages(player) if each.until > at - YEAR]


def _until(stop: Period, at: datetime) -> Period:
    """Returns the part of a clock stop before this moment."""
    return Period(stop.since, max(stop.since, min(stop.until, at)))


def _return_notifications(work: UnitOfWork, player: Player, at: datetime) -> list[Notification]:
    running = _running_boards(work, player) if player.clock_stop else []
    if not running or player.clock_stop is None:
        return []
    stood = _until(player.clock_stop, at)
    (player,) = work.players.by_ids([player.id])
    news = f"We can reach {player.userid} again, and {player.userid}'s clock is running."
    names = "".join(f"\n  {name}" for name, _ in running)
    face = Face(
        banner="Your clocks are running again.",
        lead=f"Our emails to you bounced, so we paused your clocks from {local_time(stood.since)} "
        f"to {local_time(stood.until)}.",
    )
    text = f"You're playing {counted(len(running), 'game')}:\n{names}"
    subject = f"Emails to {player.userid}"
    own_notification = Notification(
        player.addresses, TextMessage(subject=subject, text=text, face=face)
    )
    return [*_notify_opponents(work, player, news), own_notification]


def _notify_opponents(
    work: UnitOfWork, player: Player, news: str, advice: str = ""
) -> list[Notification]:
    """Returns one notification to each opponent of a player, about all of their boards.

    `advice`: a sentence on how opponents can help.
    """
    boards: dict[str, list[str]] = {}
    for name, userids in _running_boards(work, player):
        for userid in userids:
            boards.setdefault(userid, []).append(name)
    subject = f"Emails to {player.userid}"
    return [
        Notification(
            other.addresses,
            TextMessage(
                subject=subject,
                text=filled(f"You're playing {player.userid} on {listing(names)}."),
                face=Face(banner=news, lead=advice),
            ),
        )
        for userid, names in sorted(boards.items())
        if userid != player.userid
        if (other := work.players.find(userid))
    ]


def _running_boards(work: UnitOfWork, player: Player) -> list[tuple[str, tuple[str, ...]]]:
    """Returns the names of the player's running boards, each with the userids of its players."""
    return [
        (f"{game.title} board {line.number}", line.players)
        for game in games.known()
        for line in work.boards.lines(game.name, [player.userid], "active", viewer=SERVER)[1]
    ]


def _admin_message(boards: Sequence[str]) -> TextMessage:
    text = (
        "Emails to these players still bounce, but their clocks can't be paused any longer:\n\n"
        + "\n".join(boards)
        + "\n\nTheir clocks are running again, so they may forfeit. To decide a game, run "
        '"pbm admin adjudicate". To list these games, run: pbm admin games --state unreachable'
    )
    return TextMessage(subject="Games of players who can't be reached", text=text)
