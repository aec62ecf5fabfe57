"""The admin's hand: acts on the server's own database, told by mail and kept in the audit log."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from getpass import getuser

from commands.app import make_desk, opened
from commands.cli.terminal import say
from commands.context.caller import Speaker
from commands.context.context import Session
from commands.messages.content import BoardSaid, Plain
from commands.messages.response import Answer, Notice
from commands.notifications.personalizing import in_their_way
from commands.outbound.delivery_worker import deliver_now
from commands.outbound.mailer import Post
from commands.settings import Settings, read_settings
from commands.system.logging import configure_logs
from pbm.adjudication import tidy_reason
from pbm.board import Board, Player
from storage import Database
from storage.admin.audit_log import Entry
from storage.unit_of_work import SqlWork

AUTHOR = "admin"
"""Whose hand logs of boards name; which admin it was, the audit log knows."""


@dataclass
class Hand:
    """What an admin's act may use while it runs."""

    work: SqlWork
    session: Session
    user: str
    """The user of the machine."""
    reason: str
    notices: list[Notice] = field(default_factory=list)
    said: str = ""
    """What the admin is told once it is done."""

    def tell(self, board: Board, said: BoardSaid) -> None:
        """Tells the players of a board."""
        self.notices += self.session.tell(board, said)

    def write(self, player: Player, subject: str, text: str) -> None:
        """Tells one player."""
        self.notices.append(Notice(player.addresses, Plain(subject=subject, text=text)))

    def opponents(self, player: Player) -> list[Player]:
        """Those who are playing with this player now."""
        boards = self.work.overview.boards(userid=player.userid)
        names = {name for board in boards if board.active for name in board.players}
        return [self.session.player(name) for name in sorted(names - {player.userid})]

    def keep(self, act: str, subject: str, detail: str) -> None:
        """Keeps in the audit log what was done."""
        at = self.session.now()
        self.work.audit.add(Entry(at, self.user, act, subject, detail, self.reason))


@contextmanager
def looking() -> Iterator[tuple[SqlWork, Session]]:
    """A work that changes nothing."""
    with _server() as (settings, database), database.work() as work:
        yield work, _session(settings, work)


@contextmanager
def acting(reason: str, *, mails: bool = False) -> Iterator[Hand]:
    """A work that acts, for a reason; when it is committed, mails go out.

    `mails`: also where nobody is told of it.
    """
    reason = tidy_reason(reason)
    with _server() as (settings, database):
        with database.work() as work:
            hand = Hand(work, _session(settings, work), user(), reason)
            yield hand
            told = Post(settings.address).notices(_told(hand), [], hand.session.now())
            work.outbox.put(told)
        if told or mails:
            deliver_now(settings, database)
    say(hand.said)


@contextmanager
def each_work() -> Iterator[Database]:
    """The database, for what would hold it up for too long in one work."""
    with _server() as (_, database):
        yield database


def _told(hand: Hand) -> Sequence[Notice]:
    """What goes out now, as each reader wants it."""
    answer = Answer(Plain(subject="", text=hand.said), notices=tuple(hand.notices))
    return in_their_way(hand.session, answer).notices


def user() -> str:
    """Who is at the shell."""
    try:
        return getuser()
    except (KeyError, OSError):  # a container's user may have no name
        return f"uid {os.getuid()}"


@contextmanager
def _server() -> Iterator[tuple[Settings, Database]]:
    configure_logs(quiet=True)
    settings = read_settings()
    with opened(settings) as database:
        yield settings, database


def _session(settings: Settings, work: SqlWork) -> Session:
    return make_desk(settings).session(work, Speaker(admin=True))
