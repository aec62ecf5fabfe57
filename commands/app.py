"""Where the program is put together: settings, database, doors, workers."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import structlog

from commands.context.policy import Limits
from commands.dispatch.dispatcher import Desk
from commands.inbound.mail_handler import Office
from commands.outbound.mailer import Post
from commands.security.keys import Keys, open_keys
from commands.security.one_time_codes import Codes
from commands.security.record_signing import KEY_FILE, Signer
from commands.settings import Settings
from commands.solver.prover import Prover
from commands.workers.clocks import Timer
from commands.workers.proved_moves import proved_moves
from commands.workers.robot_turns import Robots
from pbm.clock import SystemClock
from pbm.errors import Usage
from storage import Database, open_database

log = structlog.get_logger()


@contextmanager
def opened(settings: Settings) -> Iterator[Database]:
    """The database, and the data folder made if it is missing."""
    try:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        database = open_database(settings.database_url)
    except OSError as error:
        raise Usage(f"These settings can't be used: {error}") from error
    try:
        yield database
    finally:
        database.close()


def make_desk(settings: Settings) -> Desk:
    """Where lines are carried out."""
    codes = Codes(keys_of(settings))
    signer = signer_of(settings)
    prover = Prover(settings.data / "tables", settings.solve_seconds)
    clock, policy = SystemClock(), settings.policy
    return Desk(clock, settings.address, codes, policy, signer=signer, prover=prover)


def signer_of(settings: Settings) -> Signer:
    """What signs records."""
    return Signer(settings.data / KEY_FILE)


def keys_of(settings: Settings) -> Keys:
    """The server's own secrets."""
    return open_keys(settings.data / "key", SystemClock())


def make_office(settings: Settings) -> Office:
    """Where letters are answered."""
    limits = Limits(settings.answers_per_hour, settings.answers_per_day)
    return Office(make_desk(settings), Post(settings.address), keys_of(settings), limits)


def make_timer(settings: Settings, database: Database) -> Timer:
    """What minds the clocks."""
    silence = timedelta(hours=settings.downtime_hours)
    desk, post = make_desk(settings), Post(settings.address)
    return Timer(database, desk, post, silence, settings.admin)


def make_robots(settings: Settings, database: Database) -> Robots:
    """What moves for robots."""
    return Robots(
        database, make_desk(settings), Post(settings.address), oracle=proved_moves(settings)
    )
