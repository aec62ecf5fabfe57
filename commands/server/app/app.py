"""The composition root: makes every part of the program from its settings.

Parts are imported when they are made, so that a command loads what it uses alone.
"""

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from commands.content.response import Response
from commands.context.services import Services
from commands.language.dispatcher import Dispatcher
from commands.outbound.mailer import Mailer
from commands.security.keys.key_ring import KeyRing
from commands.security.keys.key_store import KeyStore
from commands.security.keys.master_key import MasterKeyFile
from commands.security.one_time_codes import OneTimeCodes
from commands.security.passwords import Hasher, Passwords
from commands.security.record_signing import Signer
from commands.security.tokens import TokenSigner
from commands.settings import LAST_COMMIT_FILE, Settings
from commands.settings.kept import FIXED, SHARED, Kept
from commands.system.only_server import other_server
from commands.system.stored_types import Database, UnitOfWork
from pbm.clock import Clock, SystemClock, uptime
from pbm.errors import UsageError
from pbm.process.lazy_logger import get_logger
from pbm.solver.prover import Prover

if TYPE_CHECKING:
    from commands.inbound.mail_handler import MailHandler
    from commands.outbound.addressing import AddressForms
    from commands.outbound.delivery_worker import Deliverer
    from commands.server.health.monitor import HealthMonitor
    from commands.server.site.updating.folder import SiteFolder
    from commands.server.site.updating.making import PageMaker
    from commands.server.workers.clocks import ClockWatcher
    from commands.server.workers.engine_turns import EngineTurns
    from commands.server.workers.jobs import Jobs
    from commands.server.workers.retention import Retention
    from commands.server.workers.robot_turns import RobotTurns
    from commands.server.workers.search_functions import Search
    from storage.schema.schema_upgrade import Migration

LOST_COMMITS = """\
The database isn't as new as {file} says: {loss}.
Was it moved (pbm move-database)? Then let PBM_DATABASE name the one that is in use, everywhere.
Was a file of it lost (such as pbm.db-wal), or an older copy put in its place? Then put back the
newest there is, with all its files. If that is this one, go on with it by:
  pbm admin new-generation --reason "restored from a backup"
Mails about what is lost can't be answered by reply then, and no number is used twice."""

OLD_SERVER = """\
The database is of an older pbm, whose server still runs: process {}.
Stop that one first. Nothing was changed."""

log = get_logger()


def new_incarnation() -> str:
    """Returns a random name for the start of a server, or for a command."""
    return secrets.token_hex(8)


@dataclass
class App:
    """The parts of the program, each made at its first use."""

    settings: Settings
    database: Database
    hasher: Hasher | None = None
    """Hashes passwords; if None, in the thread of the command."""
    upgrade_backup: Path | None = None
    """The backup that was made as the database was of an older pbm, and is upgraded now."""
    is_forced: bool = False
    """True if settings may differ from those kept with the data."""
    incarnation: str = field(default_factory=new_incarnation)
    """The holder of leases: random, the same in all processes of one start of a server."""

    @cached_property
    def services(self) -> Services:
        """Returns the services that commands share."""
        store = self.key_store
        signer = Signer(store.record_secret, store.record_public)
        return _services(self.settings, self.keys, signer, self.clock, self.hasher)

    @property
    def clock(self) -> Clock:
        """The clock that all users of the database share."""
        return self.database.clock

    @cached_property
    def key_store(self) -> KeyStore:
        """The keys that sign, as the database has them."""
        return KeyStore(lambda: self.database.signing_keys, self.master_key)

    @property
    def master_key(self) -> MasterKeyFile:
        """The file with the master key."""
        return MasterKeyFile(self.settings.master_key_path)

    @cached_property
    def keys(self) -> KeyRing:
        """The keys that sign reply addresses and codes."""
        return KeyRing(self.key_store.reply_keys, self.clock)

    @cached_property
    def tokens(self) -> TokenSigner:
        """Signs and verifies the server's addresses."""
        return TokenSigner(self.keys, lambda: self.database.generations)

    @cached_property
    def dispatcher(self) -> Dispatcher:
        """Runs lines of the command language."""
        return Dispatcher(self.services)

    @cached_property
    def mailer(self) -> Mailer:
        """Makes outgoing mails."""
        return Mailer(self.settings.address, generations=lambda: self.database.generations)

    @property
    def address_forms(self) -> "AddressForms":
        """The forms of the addresses in outgoing mails."""
        from commands.outbound.addressing import AddressForms  # noqa: PLC0415

        settings = self.settings
        forms = AddressForms(
            settings.replies,
            settings.envelope_sender,
            settings.name,
            one_click_url=settings.one_click_url,
        )
        if not settings.site_url:
            return forms
        from commands.server.site import paths  # noqa: PLC0415

        return replace(
            forms,
            page_url=partial(paths.board_url, settings.site_url),
            tournament_url=partial(paths.tournament_url, settings.site_url),
        )

    @cached_property
    def mail_handler(self) -> "MailHandler":
        """Acts on incoming mails."""
        from commands.inbound.mail_handler import MailHandler  # noqa: PLC0415

        return MailHandler(
            self.dispatcher, self.mailer, self.tokens, self.settings.admin, self.address_forms
        )

    @cached_property
    def deliverer(self) -> "Deliverer":
        """Sends outgoing mails."""
        from commands.outbound.addressing import make_address_signer  # noqa: PLC0415
        from commands.outbound.delivery_worker import Deliverer  # noqa: PLC0415
        from commands.outbound.outbox_queue import OutboxQueue  # noqa: PLC0415
        from commands.outbound.relay_settings import relay_of  # noqa: PLC0415
        from commands.outbound.sending_limits import SendingLimits  # noqa: PLC0415

        signer = make_address_signer(self.settings.address, self.tokens, self.address_forms)
        limits = SendingLimits(self.settings.relay_per_minute, self.settings.relay_per_day)
        queue = OutboxQueue(self.database, self.services, signer, self.incarnation, limits)
        return Deliverer(queue, relay_of(self.settings))

    @cached_property
    def clock_watcher(self) -> "ClockWatcher":
        """Reminds and forfeits."""
        from commands.server.workers.clocks import ClockWatcher  # noqa: PLC0415
        from commands.system.clock_jumps import ClockJumps  # noqa: PLC0415

        return ClockWatcher(
            self.database,
            self.services,
            self.mailer,
            admin=self.settings.admin,
            retention=self._retention,
            calendar=self.settings.tournaments,
            jumps=ClockJumps(uptime),
        )

    @property
    def _retention(self) -> "Retention":
        from commands.server.workers.retention import Retention  # noqa: PLC0415

        settings = self.settings
        return Retention(
            timedelta(days=settings.keep_mail_days),
            timedelta(days=settings.keep_audit_days) if settings.keep_audit_days else None,
        )

    @cached_property
    def health_monitor(self) -> "HealthMonitor":
        """Watches the server's health, and tells the admin."""
        from commands.server.health.monitor import HealthMonitor  # noqa: PLC0415

        return HealthMonitor(self.database, self.services, self.mailer, self.settings)

    @cached_property
    def robot_turns(self) -> "RobotTurns":
        """Moves for the built-in robots."""
        from commands.server.workers.robot_turns import RobotTurns  # noqa: PLC0415
        from commands.server.workers.search_functions import ProvedMoves  # noqa: PLC0415

        proved_moves = ProvedMoves(self.settings.tables_folder)
        return RobotTurns(
            self.database,
            self.dispatcher,
            self.mailer,
            proved_moves=proved_moves,
            holder=self.incarnation,
        )

    @cached_property
    def engine_turns(self) -> "EngineTurns":
        """Moves for engines."""
        from commands.server.workers.engine_absences import EngineAbsences  # noqa: PLC0415
        from commands.server.workers.engine_turns import EngineTurns  # noqa: PLC0415

        return EngineTurns(
            self.database,
            self.dispatcher,
            self.mailer,
            settings=self.settings,
            absences=EngineAbsences(self.database, self.incarnation),
            holder=self.incarnation,
        )

    def jobs(self, search: "Search") -> "Jobs":
        """Returns what runs the searches that were asked for by mail."""
        from commands.server.workers.jobs import Jobs  # noqa: PLC0415

        return Jobs(
            self.database, self.dispatcher, self.mailer, self.settings, self.incarnation, search
        )

    def page_maker(self, folder: "SiteFolder") -> "PageMaker":
        """Returns the maker of the site's pages in a folder."""
        from commands.server.site.source import Site  # noqa: PLC0415
        from commands.server.site.updating.making import PageMaker  # noqa: PLC0415

        def facts() -> Site:
            settings = self.settings
            return Site(settings.address, settings.site_url, self.key_store.record_public())

        return PageMaker(self.database, folder, facts, self.services.signer)

    def check_key(self) -> None:
        """Makes the keys of a new database; raises UsageError if an old one has lost its keys."""
        try:
            if self.database.signing_keys.all:
                self.key_store.check()
                return
            from commands.security.keys.key_changes import prepare_keys  # noqa: PLC0415

            prepare_keys(self.database, self.master_key, self.clock.now())
        except OSError as error:
            raise UsageError(str(error)) from error

    def open_keys(self) -> None:
        """Opens the keys before they are used; raises UsageError if they are damaged."""
        try:
            self.key_store.reply_keys()
            self.key_store.record_secret()
        except OSError as error:
            raise UsageError(str(error)) from error

    def keep_settings(self, work: UnitOfWork, folder_id: str = "") -> None:
        """Keeps with the data what commands and other nodes must have in common with this server.

        `folder_id`: the data folder's. Raises UsageError if running nodes have other settings.
        """
        kept = read_kept(work, self.clock.now(), self.settings, folder_id)
        self.settings.with_kept(kept, force=self.is_forced, serving=True)
        keep = self.settings.to_keep
        work.server_settings.put({name: keep[name] for name in FIXED})
        work.installation_settings.put({name: keep[name] for name in SHARED})

    def answer(self, dispatch: Callable[[UnitOfWork], Response]) -> tuple[Response, bool]:
        """Returns a response once what it changes is stored, and whether it causes mails."""
        with self.database.work() as work:
            response = dispatch(work)
            context = self.services.server_context(work)
            return response, bool(self.mailer.publish(context, response.notifications))

    def deliver_now(self) -> None:
        """Delivers what is due from the shell, if that is a matter of writing files.

        On any error the mails wait, and none is raised: the command that they report is done.
        """
        if not self.settings.relay.startswith("maildir:"):
            return
        try:
            self.deliverer.deliver_now()
        except Exception as error:  # noqa: BLE001 - whatever it is, the mails wait
            log.error("mails must wait", error=error)  # noqa: TRY400


@contextmanager
def open_app(
    settings: Settings,
    hasher: Hasher | None = None,
    *,
    incarnation: str = "",
    folder_id: str | None = None,
    new: bool = True,
    force: bool = False,
    may_be_older: bool = False,
    check_key: bool = True,
) -> Iterator[App]:
    """Opens the database; raises UsageError.

    `incarnation`: the server's to which this process belongs; a command gets one of its own.
    `folder_id`: the data folder's, for a server which starts.
    `new`: a database and a data folder that are missing are made; without it, a missing database
    is an empty one in memory. `force`: settings may differ from those kept with the data, as in the
    processes of a server, which have its own.
    `may_be_older`: commits of the database may be missing. `check_key`: its key must be there.
    """
    in_memory = not new and not was_made(settings)
    database, backup = _open_database(settings, may_be_older=may_be_older, in_memory=in_memory)
    try:
        kept = _read_kept(database, settings, folder_id)
        settings = settings.with_kept(kept, force=force, serving=folder_id is not None)
        app = App(settings, database, hasher, backup, force, incarnation or new_incarnation())
        if check_key and not in_memory:
            app.check_key()
        yield app
    finally:
        database.close()


def was_made(settings: Settings) -> bool:
    """Returns True if the database is there, or should be, as its last commit is known."""
    return not settings.is_file_missing or is_lost(settings)


def is_lost(settings: Settings) -> bool:
    """Returns True if the database is missing, although its last commit is known."""
    known = settings.data / LAST_COMMIT_FILE
    return settings.is_file_missing and known.exists() and known.stat().st_size > 0


def make_data_folder(settings: Settings) -> None:
    """Makes the folder for the data if it is missing; raises UsageError."""
    try:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        text = f"These settings can't be used: {settings.data}: {error.strerror}."
        raise UsageError(text) from error


def make_dispatcher(settings: Settings) -> Dispatcher:
    """Returns a dispatcher for commands that need no database."""
    clock = SystemClock()
    keys = KeyRing(tuple, clock)
    signer = Signer(bytes, lambda: next(iter(record_keys(settings)), ""))
    return Dispatcher(_services(settings, keys, signer, clock))


def record_keys(settings: Settings) -> Sequence[str]:
    """Returns the public keys of records of this server, the current one first."""
    from storage.reading import read_record_keys  # noqa: PLC0415 - slow to load

    try:
        return read_record_keys(settings.database_url) if was_made(settings) else ()
    except ConnectionError as error:
        raise UsageError(str(error)) from error


def _read_kept(database: Database, settings: Settings, folder_id: str | None) -> Kept:
    """Returns what `read_kept` does; another process may change keys or generation just now."""
    from storage import again_after_contention  # noqa: PLC0415 - it is slow to load

    def read() -> Kept:
        with database.work() as work:
            return read_kept(work, database.clock.now(), settings, folder_id)

    return again_after_contention(read)()


def read_kept(work: UnitOfWork, now: datetime, settings: Settings, folder_id: str | None) -> Kept:
    """Returns the settings that are kept, and the nodes that use them.

    `folder_id`: for a server, whose earlier runs in its data folder have ended; None for a command.
    """
    is_sole = folder_id is not None and settings.database_file is not None
    living = () if is_sole else work.nodes.living(now)
    others = [node.name for node in living if not (folder_id and node.folder_id == folder_id)]
    return Kept(work.server_settings.all() | work.installation_settings.all(), others)


def _open_database(
    settings: Settings, *, may_be_older: bool, in_memory: bool
) -> "tuple[Database, Path | None]":
    """Returns the database, and the backup that was made before its tables were upgraded."""
    from storage import IN_MEMORY, LostCommitsError, open_database  # noqa: PLC0415 - slow to load

    if in_memory:
        return open_database(IN_MEMORY), None
    file = settings.data / LAST_COMMIT_FILE
    if is_lost(settings) and not may_be_older:
        loss = f"{settings.database_file} is missing"
        raise UsageError(LOST_COMMITS.format(file=file, loss=loss))
    make_data_folder(settings)
    made: list[Path] = []
    try:
        database = open_database(
            settings.database_url,
            last_commit_file=file,
            may_be_older=may_be_older,
            before_upgrade=lambda waiting: made.extend(_back_up(waiting, settings)),
        )
    except OSError as error:
        raise UsageError(f"These settings can't be used: {error}") from error
    except LostCommitsError as error:
        raise UsageError(LOST_COMMITS.format(file=file, loss=error)) from error
    return database, made[0] if made else None


def _back_up(waiting: "Sequence[Migration]", settings: Settings) -> "list[Path]":
    """Makes the backup before an upgrade; raises UsageError while an older server runs."""
    from commands.server.app.backup_before_upgrade import back_up_before  # noqa: PLC0415 - seldom needed

    if process := other_server(settings.database_file):
        raise UsageError(OLD_SERVER.format(process))
    return back_up_before(waiting, settings)


def _services(
    settings: Settings, keys: KeyRing, signer: Signer, clock: Clock, hasher: Hasher | None = None
) -> Services:
    return Services(
        clock,
        settings.address,
        OneTimeCodes(keys),
        settings.policy,
        passwords=Passwords(hasher),
        signer=signer,
        prover=Prover(settings.tables_folder, settings.solve_seconds),
    )
