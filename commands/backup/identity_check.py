"""Checks that the database and the key of a backup are those that its manifest is about."""

from collections.abc import Iterator
from pathlib import Path

from commands.backup.manifest import Manifest
from commands.security.keys import KEY, KeyFile, UnusableKeyError
from storage.admin.integrity import Damage
from storage.unit_of_work import SqlUnitOfWork

ANOTHER_KEY = "isn't the one that signs for this database: reply addresses would be invalid"


def identity_damage(work: SqlUnitOfWork, manifest: Manifest, folder: Path) -> Iterator[Damage]:
    """Yields what is wrong with the unpacked database and key."""
    yield from (Damage("database", text) for text in _contradictions(work, manifest))
    yield from (Damage(KEY, text) for text in _key_problems(work, folder))


def _contradictions(work: SqlUnitOfWork, manifest: Manifest) -> Iterator[str]:
    """Yields the differences between the database and what the manifest says of it."""
    found = work.identity.last_commit
    if manifest.name not in ("", found.database):
        yield "it is another one than the manifest says"
    if found.generation != manifest.generation:
        yield "it is of another generation than the manifest says"
    # on PostgreSQL the count is a sequence, which may be ahead of what the dump sees
    if manifest.database == "sqlite" and manifest.commit not in (None, found.number):
        yield f"its last commit is {found.number}, and the manifest says {manifest.commit}"


def _key_problems(work: SqlUnitOfWork, folder: Path) -> Iterator[str]:
    """Yields the reason why the key can't sign for the database; one that knows none needs none."""
    known = work.identity.keys
    if not (known or (folder / KEY).exists()):
        return
    try:
        own = KeyFile(folder / KEY).fingerprints()
    except UnusableKeyError as error:
        yield error.problem
        return
    if known and not set(known) & set(own):
        yield ANOTHER_KEY
