"""Do the work of a tick that isn't about clocks of boards, such as digests and tournaments."""

from collections.abc import Sequence
from datetime import datetime

from commands.context.services import Services
from commands.outbound.mailer import Mailer
from commands.server.workers.due_digests import send_due_digests
from commands.server.workers.due_overflow import send_due_overflow
from commands.server.workers.expiry import demote, end_deputies, lapse_seeks
from commands.server.workers.tournaments.tournament_worker import TournamentWorker
from pbm.tournaments.recurring import RecurringTournament
from storage import Database


def do_due_work(
    database: Database,
    services: Services,
    mailer: Mailer,
    calendar: Sequence[RecurringTournament],
    now: datetime,
) -> int:
    """Does the work that is due, except for boards. Returns the number of digests sent.

    `now`: the confirmed time. With a wrong clock, this work would do damage that can't be undone.
    """
    with database.snapshot() as work:
        due = work.due_work.find(now)
    parts = database, services, mailer
    digests = send_due_digests(*parts, now) if due.digests else 0
    if due.overflow:
        send_due_overflow(*parts, now)
    if due.ladders:
        demote(database, services, now)
    if due.deputies:
        end_deputies(*parts, now)
    if due.seeks:
        lapse_seeks(*parts, now)
    if due.tournaments or calendar:
        TournamentWorker(*parts, calendar).run(now)
    return digests
