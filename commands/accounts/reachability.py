"""Players whose mail comes back: their clocks stand, those who play with them are told.

A player is unreachable when all of their addresses are marked. Their boards go to the admin when
that lasts, and nothing is forfeited: whoever is heard of again, goes on with a fresh turn.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import structlog

from commands.messages.content import TextMessage
from commands.messages.response import Notification, Response
from commands.messages.snapshot import UNREACHABLE_PERIOD, unreachable_note
from pbm import games
from pbm.board import Player
from pbm.ports import BounceKind, UnitOfWork
from pbm.wording import counted, listing

BOUNCE_THRESHOLD = 3
"""So many mails must come back before it counts: one may be a full mailbox or a bad day."""
BOUNCE_WINDOW = timedelta(days=30)
"""Nags come once a day: what is older is another story."""

log = structlog.get_logger()


def record_bounce(
    work: UnitOfWork, mail: int, kind: BounceKind, at: datetime
) -> list[Notification]:
    """Notes that a mail came back, and what that shows of its address; who is to be told."""
    address = work.bounces.record(mail, kind, at)
    if not address or kind != "hard":
        return []
    owners = work.reachability.owners(address)
    if work.bounces.hard(
        address, at - BOUNCE_WINDOW
    ) < BOUNCE_THRESHOLD or not work.bounces.suppress(address, at):
        return []
    log.info("address marked", address=address)
    return [
        notification for player in owners for notification in _mark_unreachable(work, player, at)
    ]


def mark_reachable(work: UnitOfWork, player: Player, at: datetime) -> None:
    """The player is there: marks go, and their turns begin anew where clocks stood."""
    if player.doubted:
        work.bounces.clear(player.addresses)
    if player.unreachable:
        work.reachability.mark_reachable(player)
        work.clocks.restart(player, at)


def record_return(
    work: UnitOfWork, proven: Sequence[Player], response: Response, at: datetime
) -> Response:
    """The answer, with what others are told of players who are back.

    A refusal has taken back all that its line did; that the player is there is true all the same.
    """
    notifications: list[Notification] = []
    for player in {each.id: each for each in reversed(proven)}.values():
        mark_reachable(work, player, at)
        notifications += _return_notifications(work, player) if player.unreachable else []
    return response.with_notifications(notifications)


def escalate_to_admin(work: UnitOfWork, now: datetime, admin: str) -> list[Notification]:
    """Gives the boards of those who were lost for too long to the admin, once."""
    boards: list[str] = []
    for player in work.reachability.escalate(now - UNREACHABLE_PERIOD):
        theirs = [name for name, _ in _running_boards(work, player)]
        log.warning("unreachable", player=player.userid, boards=theirs)
        boards += [f"  {name}: {player.userid} can't be reached" for name in theirs]
    return [Notification((admin,), _admin_message(boards))] if admin and boards else []


def _mark_unreachable(work: UnitOfWork, player: Player, at: datetime) -> Iterable[Notification]:
    marked = work.bounces.suppressed(player.addresses)
    if any(address.lower() not in marked for address in player.addresses):
        return ()
    if not work.reachability.mark_unreachable(player, at):
        return ()
    log.info("unreachable", player=player.userid)
    lost = replace(player, unreachable=at)
    return _notify_opponents(
        work, lost, f"{unreachable_note(lost)} It can be reached again by any other way you know."
    )


def _return_notifications(work: UnitOfWork, player: Player) -> list[Notification]:
    (player,) = work.players.by_ids([player.id])
    running = _running_boards(work, player)
    if not running:
        return []
    news = f"{player.userid} is heard of again. Where it is {player.userid}'s turn, it begins anew."
    names = "".join(f"\n  {name}" for name, _ in running)
    content = (
        f"Mail to you came back, so your clocks stood still. Now that you are heard of again,\n"
        f"they run, and your turns begin anew. {counted(len(running), 'board')}:\n{names}"
    )
    own = Notification(
        player.addresses, TextMessage(subject=f"Mail to {player.userid}", text=content)
    )
    return [*_notify_opponents(work, player, news), own]


def _notify_opponents(work: UnitOfWork, player: Player, news: str) -> list[Notification]:
    """A mail to each of those who play with a player, about all of their boards."""
    boards: dict[str, list[str]] = {}
    for name, userids in _running_boards(work, player):
        for userid in userids:
            boards.setdefault(userid, []).append(name)
    subject = f"Mail to {player.userid}"
    return [
        Notification(
            other.addresses,
            TextMessage(subject=subject, text=f"{news}\n\nThis concerns {of_them}."),
        )
        for userid, names in sorted(boards.items())
        if userid != player.userid and (of_them := listing(names))
        if (other := work.players.find(userid))
    ]


def _running_boards(work: UnitOfWork, player: Player) -> list[tuple[str, tuple[str, ...]]]:
    """The boards, of all games, that go on, and who plays on them."""
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
