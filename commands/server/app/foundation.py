"""The objects that all parts of the program share: settings, database, keys and dispatcher."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path

from commands.content.response import Response
from commands.context.services import Services
from commands.language.dispatcher import Dispatcher
from commands.outbound.mailer import Mailer
from commands.security.keys.encrypted_keys import EncryptedKeys
from commands.security.keys.key_ring import KeyRing
from commands.security.keys.master_key import MasterKeyFile
from commands.security.one_time_codes import OneTimeCodes
from commands.security.passwords import Hasher, Passwords
from commands.security.record_signing import Signer
from commands.security.tokens import TokenSigner
from commands.settings import Settings
from commands.settings.stored_settings import FIXED, SHARED, StoredSettings
from commands.system.stored_types import Database, UnitOfWork
from pbm.clock import Clock
from pbm.errors import UsageError
from pbm.solver.prover import Prover


def new_incarnation() -> str:
    """Returns a random identifier for one run of a server or command."""
    return secrets.token_hex(8)


@dataclass
class Foundation:
    """The objects that all parts of the program share.

    Each one is constructed when it is first used.
    """

    settings: Settings
    database: Database
    hasher: Hasher | None = None
    """Hashes passwords. If None, they are hashed in the thread that runs the command."""
    upgrade_backup: Path | None = None
    """The backup that pbm made before upgrading the database just now, if any."""
    is_forced: bool = False
    """Whether the settings may differ from the ones stored in the database."""
    incarnation: str = field(default_factory=new_incarnation)
    """A random identifier that all processes of one run of a server share.

    Leases are held in its name.
    """

    @cached_property
    def services(self) -> Services:
        keys = self.encrypted_keys
        signer = Signer(keys.record_secret, keys.record_public)
        return make_services(self.settings, self.keys, signer, self.clock, self.hasher)

    @property
    def clock(self) -> Clock:
        """The clock that everything that uses the database shares."""
        return self.database.clock

    @cached_property
    def encrypted_keys(self) -> EncryptedKeys:
        """The signing keys in the database, which the master key decrypts."""
        return EncryptedKeys(lambda: self.database.signing_keys, self.master_key)

    @property
    def master_key(self) -> MasterKeyFile:
        return MasterKeyFile(self.settings.master_key_path)

    @cached_property
    def keys(self) -> KeyRing:
        """The keys that sign reply addresses and confirmation codes."""
        return KeyRing(self.encrypted_keys.reply_keys, self.clock)

    @cached_property
    def tokens(self) -> TokenSigner:
        """Signs and verifies the tokens in the server's addresses."""
        return TokenSigner(self.keys, lambda: self.database.generations)

    @cached_property
    def dispatcher(self) -> Dispatcher:
        """Runs typed lines of the command language."""
        return Dispatcher(self.services)

    @cached_property
    def mailer(self) -> Mailer:
        """Makes outgoing emails from notifications."""
        return Mailer(self.settings.address, generations=lambda: self.database.generations)

    def check_key(self) -> None:
        """Makes the keys of a new database.

        Raises UsageError if the keys of an existing one are missing.
        """
        try:
            if self.database.signing_keys.all:
                self.encrypted_keys.check()
                return
            from commands.security.keys.key_changes import prepare_keys  # noqa: PLC0415

            prepare_keys(self.database, self.master_key, self.clock.now())
        except OSError as error:
            raise UsageError(str(error)) from error

    def open_keys(self) -> None:
        """Decrypts the keys, so that the server doesn't start with damaged ones.

        Raises UsageError if a key can't be decrypted.
        """
        try:
            self.encrypted_keys.reply_keys()
            self.encrypted_keys.record_secret()
        except OSError as error:
            raise UsageError(str(error)) from error

    def keep_settings(self, work: UnitOfWork, folder_id: str = "") -> None:
        """Stores the settings that commands and other nodes must share with this server.

        `folder_id`: identifies the data folder.

        Raises UsageError if running nodes use other settings.
        """
        stored = read_stored(work, self.clock.now(), self.settings, folder_id)
        self.settings.with_stored(stored, force=self.is_forced, serving=True)
        keep = self.settings.values_to_store
        work.server_settings.put({name: keep[name] for name in FIXED})
        work.installation_settings.put({name: keep[name] for name in SHARED})

    def answer(self, dispatch: Callable[[UnitOfWork], Response]) -> tuple[Response, bool]:
        """Runs `dispatch` in a transaction and commits it.

        Returns the response, and whether the transaction queued any emails.
        """
        with self.database.work() as work:
            response = dispatch(work)
            context = self.services.server_context(work)
            return response, bool(self.mailer.publish(context, response.notifications))


def read_stored(
    work: UnitOfWork, now: datetime, settings: Settings, folder_id: str | None
) -> StoredSettings:
    """Returns the stored settings and the names of the other running nodes that use them.

    `folder_id`: identifies the data folder of a starting server, or None in a command. Nodes
    entered from the same folder are earlier runs of this server. They have ended, so their names
    are left out.
    """
    is_sole = folder_id is not None and settings.database_file is not None
    living = () if is_sole else work.nodes.running(now)
    other_nodes = [node.name for node in living if not (folder_id and node.folder_id == folder_id)]
    return StoredSettings(
        work.server_settings.all() | work.installation_settings.all(), other_nodes
    )


def make_services(
    settings: Settings, keys: KeyRing, signer: Signer, clock: Clock, hasher: Hasher | None = None
) -> Services:
    """Returns the services that commands share."""
    return Services(
        clock,
        settings.address,
        OneTimeCodes(keys),
        settings.policy,
        passwords=Passwords(hasher),
        signer=signer,
        prover=Prover(settings.tables_folder, settings.solve_seconds),
    )
