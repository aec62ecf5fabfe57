"""The file of a backup: a compressed tar archive whose first member is the manifest."""

import gzip
import hashlib
import os
import shutil
import tarfile
import zlib
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from contextlib import ExitStack, contextmanager
from io import BytesIO
from pathlib import Path
from typing import IO, Self

from pydantic import ValidationError

from pbm.errors import NotAllowedError
from pbm.process.files import new_file, whole_file
from storage.backup.manifest import DATABASES, FORMAT, MANIFEST, Manifest, Member
from storage.backup.postgresql_dumps import drop_all, load_dump

MAX_MANIFEST_BYTES = 64 * 1024
PIECE_BYTES = 1 << 20
COMPRESSION = 6


class DamagedBackupError(Exception):
    """A file isn't a complete backup. The message is the reason, as part of a sentence."""


class _PlainFile(tarfile.TarInfo):
    """The header of a plain file. A backup contains no other kind of file."""

    @classmethod
    def fromtarfile(cls, archive: tarfile.TarFile) -> Self:
        # tarfile's own method would read extended headers of any length into memory.
        assert archive.fileobj is not None  # noqa: S101 - it is open
        begin = archive.fileobj.tell()
        block = archive.fileobj.read(tarfile.BLOCKSIZE)
        header = cls.frombuf(block, archive.encoding or "utf-8", archive.errors or "strict")
        if header.type not in (tarfile.REGTYPE, tarfile.AREGTYPE) or header.size < 0:
            raise DamagedBackupError("the archive contains entries that aren't plain files")
        header.offset, header.offset_data = begin, begin + tarfile.BLOCKSIZE
        blocks = -(-header.size // tarfile.BLOCKSIZE)
        archive.offset = header.offset_data + blocks * tarfile.BLOCKSIZE
        return header


def members_of(folder: Path) -> dict[str, Member]:
    """Returns the files in a folder as members of a backup."""
    return {path.name: _member(path) for path in sorted(folder.iterdir())}


def write_archive(target: Path, folder: Path, manifest: Manifest) -> None:
    """Writes a new file with the members in a folder. After an error there is no file.

    Raises NotAllowedError if the file exists.
    """
    try:
        with (
            whole_file(target, "wb", new=True) as file,
            tarfile.open(
                fileobj=file, mode="w:gz", compresslevel=COMPRESSION, format=tarfile.GNU_FORMAT
            ) as archive,  # GNU's format needs no extended header for large files
        ):
            _add(archive, MANIFEST, BytesIO(manifest.model_dump_json(indent=1).encode()))
            for name in manifest.members:
                with (folder / name).open("rb") as content:
                    _add(archive, name, content)
    except FileExistsError:
        raise exists_already(target) from None


def unpack(file: Path, folder: Path, other_members: AbstractSet[str]) -> Manifest:
    """Unpacks a backup into an empty folder, verifies its checksums, and returns its manifest.

    `other_members`: permitted names of members other than the database.

    Raises DamagedBackupError. Raises NotAllowedError if the file can't be read, or if a newer pbm
    has made the backup.
    """
    try:
        with tarfile.open(file, "r:gz", tarinfo=_PlainFile) as archive:
            entries = iter(archive)
            manifest = _read_manifest(archive, next(entries, None), other_members)
            _check_space(manifest, folder)
            missing = dict(manifest.members)
            for entry in entries:
                _unpack_member(archive, entry, missing.pop(entry.name, None), folder)
    except OSError as error:
        if isinstance(error, gzip.BadGzipFile):
            raise DamagedBackupError(f"the archive can't be unpacked ({error})") from error
        raise NotAllowedError(f"{file} can't be read: {error.strerror or error}.") from error
    except (EOFError, tarfile.TarError, zlib.error, ValueError) as error:
        raise DamagedBackupError(f"the archive can't be unpacked ({error})") from error
    if missing:
        raise DamagedBackupError(f"the archive doesn't contain {', '.join(missing)}")
    return manifest


def _read_manifest(
    archive: tarfile.TarFile, entry: tarfile.TarInfo | None, other_members: AbstractSet[str]
) -> Manifest:
    if entry is None or entry.name != MANIFEST or not entry.isreg():
        raise DamagedBackupError(
            "the file doesn't begin with a manifest, so it isn't a backup made by pbm"
        )
    if entry.size > MAX_MANIFEST_BYTES:
        raise DamagedBackupError("the manifest is too long")
    try:
        manifest = Manifest.model_validate_json(_open(archive, entry).read())
    except ValidationError as error:
        raise DamagedBackupError("the manifest can't be read") from error
    if manifest.format > FORMAT:
        raise NotAllowedError(f"A newer version of pbm made this backup. Use pbm {manifest.pbm}.")
    names = other_members | set(DATABASES.values())
    if not manifest.members.keys() <= names or manifest.database_member not in manifest.members:
        raise DamagedBackupError("the manifest names files that can't be in a backup")
    return manifest


def _check_space(manifest: Manifest, folder: Path) -> None:
    needed = sum(member.size for member in manifest.members.values())
    if needed > shutil.disk_usage(folder).free:
        raise NotAllowedError(
            f"The backup needs {needed >> 20} MB of free space in {folder.parent}, but there isn't "
            "enough. Set TMPDIR to a folder with more space."
        )


def _unpack_member(
    archive: tarfile.TarFile, entry: tarfile.TarInfo, member: Member | None, folder: Path
) -> None:
    """Writes a member to the folder.

    `member`: the member's entry in the manifest, or None if the manifest doesn't name it. Other
    names could be unsafe paths.
    """
    if member is None or not entry.isreg():
        raise DamagedBackupError("the archive contains a file that isn't listed in its manifest")
    if entry.size != member.size:
        raise DamagedBackupError(f"the size of {entry.name} differs from the size in the manifest")
    digest = hashlib.sha256()
    source = _open(archive, entry)
    with new_file(folder / entry.name, "wb") as target:
        while piece := source.read(PIECE_BYTES):
            digest.update(piece)
            target.write(piece)
    if digest.hexdigest() != member.sha256:
        raise DamagedBackupError(
            f"{entry.name} has changed since the backup was written: its SHA-256 differs"
        )


def _open(archive: tarfile.TarFile, entry: tarfile.TarInfo) -> IO[bytes]:
    content = archive.extractfile(entry)
    assert content is not None  # noqa: S101 - a regular file
    return content


def _add(archive: tarfile.TarFile, name: str, content: IO[bytes]) -> None:
    entry = tarfile.TarInfo(name)
    entry.mode = 0o600
    entry.size = content.seek(0, os.SEEK_END)
    content.seek(0)
    archive.addfile(entry, content)


def _member(path: Path) -> Member:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")
    return Member(size=path.stat().st_size, sha256=digest.hexdigest())


def exists_already(target: Path) -> NotAllowedError:
    """Returns the error for a file that a backup would overwrite."""
    return NotAllowedError(f"{target} already exists. Choose another name for the backup.")


@contextmanager
def unpacked_database(
    manifest: Manifest, folder: Path, dump_url: str, *, stays: bool = False
) -> Iterator[str]:
    """Yields the URL of the database in an unpacked backup. Raises CopyError.

    A PostgreSQL dump is loaded into the empty database at `dump_url`. If that is empty, it is
    loaded into a file in the folder.

    `stays`: keep the data in the database at `dump_url`, except after an error.
    """
    copy = folder / manifest.database_member
    if manifest.database == "sqlite":
        yield f"sqlite:///{copy}"
        return
    url = dump_url or f"sqlite:///{folder / 'loaded.db'}"
    load_dump(copy, url, manifest.schema_version)
    with ExitStack() as stack:
        if dump_url:
            stack.callback(drop_all, dump_url)
        yield url
        if stays:
            stack.pop_all()
