"""Begins a new generation of a database after a loss of data.

The database continues from an older state. No email from before that state is sent twice, the
players' clocks are credited the lost time, and an email shows each player the current state of
their boards.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from commands.content.messages import load
from commands.content.response import Notification
from commands.context.context import Context
from commands.outbound.mailer import Mailer
from commands.outbound.notifications.joined_notifications import join
from commands.outbound.notifications.restored_mail import restored_mail
from pbm import games
from pbm.board.board import Board
from pbm.board.time_control.periods import Period
from pbm.board.viewers import SERVER
from pbm.errors import BoardFrozenError
from pbm.generations import Generation
from pbm.wording import counted, local_time
from storage import Database
from storage.unit_of_work import UnitOfWork

PAUSED = "paused after a restore, because it may have been sent since the backup"
"""The error text of emails that were waiting in the restored state."""


@dataclass(frozen=True, slots=True)
class NewGeneration:
    """A generation that has begun, and what was changed at its beginning."""

    generation: Generation
    stop: Period
    """The period credited to all clocks. It ends when the server starts."""
    paused: int
    """Number of paused emails. They may have been sent after the backup."""
    searches: int
    """Number of dropped searches for proofs and reviews. They may have been answered after the
    backup.
    """
    notified: int
    """Number of players who are notified of the state of their boards."""
    has_mailbox: bool
    """Whether the server has read a mailbox. Emails that came after the backup are then in the
    folder for processed mail.
    """


def begin_new_generation(
    database: Database,
    work: UnitOfWork,
    context: Context,
    mailer: Mailer,
    moment: datetime | None = None,
) -> NewGeneration:
    """Begins a generation and queues one email to each player, all in this unit of work.

    `moment`: the time of the restored state, or None to use the last heartbeat.
    """
    # This must happen before anything is locked. Waiting with locks held caused a deadlock with
    # transactions that had locked a board.
    work.identity.wait_for_others()
    now = context.now()
    stop = work.clocks.stop_since_heartbeat(now)
    since = moment or stop.since
    generation = database.begin_generation(work, now, since)
    # Thread ids contain the generation, so the mailer must know the new one.
    mailer = replace(mailer, generations=lambda: work.identity.generations)
    boards = [*_active_boards(work)]
    for board in boards:
        _skip_reminders(work, board, stop)
    # These emails must be in the queue before all queued emails are paused. The emails to the
    # players are queued after that, because they must be sent.
    mailer.publish(context, [*_overflow(context, work)])
    paused = work.outbox_admin.pause_all(PAUSED)
    searches = work.jobs.drop_waiting()
    emails = [
        # One call per player, because emails published together would be merged by address.
        mailer.publish(context, [mail])
        for mail in _mails(context, work, boards, since)
    ]
    has_mailbox = bool(work.mailboxes.all())
    return NewGeneration(generation, stop, paused, searches, len(emails), has_mailbox)


def report_lines(begun: NewGeneration) -> Iterator[str]:
    """Yields sentences for the admin about the changes."""
    yield f"Generation {begun.generation.number} has begun."
    since = local_time(begun.stop.since)
    yield (
        f"The time from {since} until the server starts won't count against the players' clocks."
    )
    if begun.notified:
        yield (
            f"The server will then email {counted(begun.notified, 'player')} about the state of "
            "their games."
        )
    if begun.paused:
        yield (
            f"{counted(begun.paused, 'waiting email')} {_is_or_are(begun.paused)} paused. To list "
            'paused emails, run "pbm admin queue list --state paused". To send them, see "pbm '
            'admin queue retry --help".'
        )
    if begun.searches:
        searches = counted(begun.searches, "search", "searches")
        yield f"pbm canceled {searches} for proofs or reviews."
    if begun.has_mailbox:
        yield (
            "The mailbox folder pbm/done may contain emails that pbm handled after the backup "
            "was made. To run their commands again, move them back to the inbox. pbm skips "
            "emails that it had already handled before the backup."
        )


def _is_or_are(count: int) -> str:
    return "is" if count == 1 else "are"


def _active_boards(work: UnitOfWork) -> Iterator[Board]:
    """Yields all boards with a running game, except frozen ones."""
    for game in games.games():
        for line in work.boards.lines(game, (), "active", viewer=SERVER)[1]:
            with suppress(BoardFrozenError):
                board = work.boards.lock(game, line.number)
                yield from [board] if board else []


def _skip_reminders(work: UnitOfWork, board: Board, stop: Period) -> None:
    """Marks the reminders that may have been sent during the credited time as sent."""
    seat = board.match.to_move
    if seat is None or board.players[seat].robot:
        return
    ran = tuple(period for period in board.clock.stops[seat] if period != stop)
    clock = replace(board.clock, stops=(ran,) * len(board.players))
    last = clock.nag_day(seat, board.terms, stop.until)
    if last is not None:
        before = clock.nag_day(seat, board.terms, stop.since)
        work.clocks.skip_nags(board, range(0 if before is None else before + 1, last + 1))


def _overflow(context: Context, work: UnitOfWork) -> Iterator[Notification]:
    """Yields the emails that exceeded their recipients' limits, merged into one per address."""
    for address in work.overflow.recipients():
        contents = [load(said) for said in work.overflow.take(address)]
        for content in join(context, contents):
            yield Notification((address,), content, immediate=True)


def _mails(
    context: Context, work: UnitOfWork, boards: Sequence[Board], since: datetime
) -> Iterator[Notification]:
    """Yields one email per player on these boards, with the player's deferred notifications."""
    by_player: dict[int, list[Board]] = {id: [] for id in work.deferred_notifications.readers()}
    for board in boards:
        for player in board.players:
            by_player.setdefault(player.id, []).append(board)
    ids = sorted(by_player)
    for player in work.players.by_ids(ids):
        if player.addresses and not player.robot and not player.banned:
            content = restored_mail(context, player, by_player[player.id], since)
            yield Notification(player.addresses, content, immediate=True)
