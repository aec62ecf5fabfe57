"""Actions of admins on the server's database, with notifications and audit log entries."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from commands.cli.open_database import open_for_command, tell_missing_database
from commands.cli.terminal import print_line
from commands.cli.typer_app import is_forced
from commands.content.messages import BoardSnapshot, TextMessage
from commands.content.response import Notification
from commands.context.board_notifications import notifications_of
from commands.context.context import Context
from commands.outbound.mailer import Mailer
from commands.outbound.notifications.digest_contents import with_deferred
from commands.security.keys.master_key import MasterKeyFile
from commands.server.app.app import App
from commands.settings import read_settings
from commands.system.logs.logging import configure_logging
from commands.system.users import real_user
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.errors import NotAllowedError
from pbm.match.decisions import clean_reason
from storage import Database
from storage.admin.audit_log import AuditEntry
from storage.unit_of_work import UnitOfWork

ADMIN_AUTHOR = "admin"
"""The author of such events in the logs of boards. Only the audit log names the admin."""


@dataclass
class AdminAct:
    """An action of an admin: its unit of work, its reason, and the notifications that it sends."""

    work: UnitOfWork
    context: Context
    user: str
    """The operating system user who runs the command."""
    reason: str
    database: Database
    mailer: Mailer
    master_key: MasterKeyFile
    notifications: list[Notification] = field(default_factory=list)
    report: str = ""
    """Printed after the commit."""

    def notify_board(self, board: Board, content: BoardSnapshot) -> None:
        """Notifies a board's players and watchers immediately.

        The emails also contain the players' deferred notifications.
        """
        notifications = notifications_of(self.context, board, content)
        for notification in notifications:
            if not notification.addresses:
                continue
            assert isinstance(notification.content, BoardSnapshot)  # noqa: S101 - as given
            player = self.context.player(notification.content.to)
            combined = with_deferred(self.context, player, board, notification.content)
            self.notifications.append(replace(notification, content=combined, immediate=True))

    def notify_player(self, player: Player, subject: str, text: str, tournament: str = "") -> None:
        """Notifies a player immediately.

        `tournament`: the name of the tournament that the text is about.
        """
        content = TextMessage(subject=subject, text=text, tournament=tournament)
        self.notifications.append(Notification(player.addresses, content, immediate=True))

    def opponents(self, player: Player) -> list[Player]:
        """Returns the opponents of a player on running boards."""
        boards = self.work.overview.boards(userid=player.userid)
        names = {name for board in boards if board.active for name in board.players}
        return [self.context.player(name) for name in sorted(names - {player.userid})]

    def record(self, command: str, subject: str, detail: str) -> None:
        at = self.context.now()
        self.work.audit_log.add(AuditEntry(at, self.user, command, subject, detail, self.reason))


@contextmanager
def read_only() -> Iterator[tuple[UnitOfWork, Context]]:
    """Yields a unit of work on a read-only snapshot, and its context. It blocks no writers."""
    with admin_app() as app, app.database.snapshot() as work:
        yield work, app.services.server_context(work)


@contextmanager
def admin_act(
    reason: str,
    *,
    deliver: bool = False,
    new: bool = False,
    may_be_older: bool = False,
    check_key: bool = True,
) -> Iterator[AdminAct]:
    """Yields an action with a reason.

    After the commit, delivers its emails and prints its report.

    Raises NotAllowedError if there is no database, because the action would seem done but be lost.

    `deliver`: whether to deliver email even if the action notifies nobody. `new`, `may_be_older`,
    `check_key`: see `open_app`.
    """
    reason = clean_reason(reason)
    with admin_app(new=new, may_be_older=may_be_older, check_key=check_key) as app:
        if app.settings.is_file_missing and not new:
            raise NotAllowedError("Nothing has changed.")
        with app.database.work() as work:
            context = app.services.server_context(work)
            act = AdminAct(
                work, context, real_user(), reason, app.database, app.mailer, app.master_key
            )
            yield act
            queued = app.mailer.publish(act.context, act.notifications)
        if queued or deliver:
            app.mail.deliver_now()
    for line in act.report.splitlines():
        print_line(line)


@contextmanager
def admin_app(
    *, new: bool = False, may_be_older: bool = False, check_key: bool = True
) -> Iterator[App]:
    """Yields the application on the server's database. For its parameters, see `open_app`."""
    configure_logging(quiet=True)
    settings = read_settings()
    opened = open_for_command(
        settings, new=new, force=is_forced(), may_be_older=may_be_older, check_key=check_key
    )
    with opened as app:
        tell_missing_database(settings)
        yield app
