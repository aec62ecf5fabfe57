"""The admin's hand: acts on the server's own database, told by mail and kept in the audit log."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from getpass import getuser

from commands.app import App, open_app
from commands.cli.terminal import print_line
from commands.context.context import Context
from commands.messages.content import BoardSnapshot, TextMessage
from commands.messages.response import Notification
from commands.settings import read_settings
from commands.system.logging import configure_logging
from pbm.adjudication import clean_reason
from pbm.board import Board, Player
from storage.admin.audit_log import AuditEntry
from storage.unit_of_work import SqlUnitOfWork

ADMIN_AUTHOR = "admin"
"""Whose hand logs of boards name; which admin it was, the audit log knows."""


@dataclass
class AdminAct:
    """What an admin's act may use while it runs."""

    work: SqlUnitOfWork
    context: Context
    user: str
    """The user of the machine."""
    reason: str
    notifications: list[Notification] = field(default_factory=list)
    report: str = ""
    """What the admin is told once it is done."""

    def tell(self, board: Board, content: BoardSnapshot) -> None:
        """Tells the players of a board."""
        self.notifications += self.context.notifications_of(board, content)

    def write(self, player: Player, subject: str, text: str) -> None:
        """Tells one player."""
        self.notifications.append(
            Notification(player.addresses, TextMessage(subject=subject, text=text))
        )

    def opponents(self, player: Player) -> list[Player]:
        """Those who are playing with this player now."""
        boards = self.work.overview.boards(userid=player.userid)
        names = {name for board in boards if board.active for name in board.players}
        return [self.context.player(name) for name in sorted(names - {player.userid})]

    def record(self, what: str, subject: str, detail: str) -> None:
        """Keeps in the audit log what was done."""
        at = self.context.now()
        self.work.audit_log.add(AuditEntry(at, self.user, what, subject, detail, self.reason))


@contextmanager
def read_only() -> Iterator[tuple[SqlUnitOfWork, Context]]:
    """Gives a unit of work that changes nothing, and a context on it."""
    with admin_app() as app, app.database.work() as work:
        yield work, app.services.server_context(work)


@contextmanager
def admin_act(reason: str, *, mails: bool = False) -> Iterator[AdminAct]:
    """Gives an act with a reason; once it is committed, mails are delivered.

    `mails`: also where the act notifies nobody.
    """
    reason = clean_reason(reason)
    with admin_app() as app:
        with app.database.work() as work:
            what = AdminAct(work, app.services.server_context(work), system_user(), reason)
            yield what
            queued = app.mailer.publish(what.context, what.notifications)
        if queued or mails:
            app.deliver_now()
    print_line(what.report)


@contextmanager
def admin_app() -> Iterator[App]:
    """Gives the program on the server's own database."""
    configure_logging(quiet=True)
    with open_app(read_settings()) as app:
        yield app


def system_user() -> str:
    """Who is at the shell."""
    try:
        return getuser()
    except (KeyError, OSError):  # a container's user may have no name
        return f"uid {os.getuid()}"
