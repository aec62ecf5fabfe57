"""The check that the key file is the one whose fingerprint stands in the database."""

from commands.security.keys import KeyFile
from pbm.ports import UnitOfWorkFactory

ANOTHER = "holds another key than the one that signs for this database"


def check_key(database: UnitOfWorkFactory, file: KeyFile) -> None:
    """Makes the key of a new database, and raises UnusableKeyError if that of an old one is lost.

    Several fingerprints are known when a rotation was cut off: the file tells which one counts.
    """
    with database.work() as work:
        known = work.identity.keys
        if not known:
            file.ensure()
        own = file.fingerprints()
        if known and not set(known) & set(own):
            raise file.problem(ANOTHER)
        if known != own[:1]:
            work.identity.set_keys(own[:1])
