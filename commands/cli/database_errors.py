"""Messages for database errors and operating system errors, with advice for the admin."""

import errno
import sys

BUSY = "The database is busy or can't be reached. Please try again."
FULL = "The database's disk is full. Free some space and try again."
UNKNOWN = """\
The connection to the database was lost during the commit, so pbm can't tell whether the change
was saved. Check before you try again."""
DAMAGED = """\
The database is damaged: {}.
Run "pbm admin verify" to list the damage, then restore the newest intact backup."""


REFUSED = "{} can't be used: {}. {}"
ADVICE = {
    errno.EACCES: "Run pbm as the owner of the file, or as root.",
    errno.EPERM: "Run pbm as the owner of the file, or as root.",
    errno.ENOSPC: "Free some space and try again.",
    errno.EDQUOT: "Free some space and try again.",
    errno.EROFS: "The file system is read-only. Remount it as writable and try again.",
    errno.EIO: "The disk may be failing: check the kernel's log.",
    errno.ENOENT: "The file, or the folder in which you started pbm, has been deleted.",
    errno.EEXIST: "It isn't a folder, but should be.",
    errno.ENOTDIR: "Part of its path is a file, not a folder.",
    errno.EISDIR: "It is a folder, but should be a file.",
    errno.ENAMETOOLONG: "Use a shorter name.",
    errno.ELOOP: "It is a link that points to itself.",
}
"""Advice for operating system errors that no change of the program would avoid."""


def problem_of(error: Exception) -> str:
    """Returns a sentence on a database or system error with advice.

    Empty for errors of other kinds.
    """
    if isinstance(error, OSError) and error.errno in ADVICE:
        place = error.filename or "A file or connection"
        return REFUSED.format(place, error.strerror, ADVICE[error.errno])
    if "storage" not in sys.modules:
        return ""
    from storage import is_damage, is_transient  # noqa: PLC0415 - it is loaded already
    from storage.error_kinds import error_kind  # noqa: PLC0415

    if is_damage(error):
        return DAMAGED.format(getattr(error, "orig", error))
    if is_unknown_commit(error):
        return UNKNOWN
    if error_kind(getattr(error, "orig", error)) == "full":
        return FULL
    return BUSY if is_transient(error) else ""


def is_unknown_commit(error: BaseException) -> bool:
    """Whether it is unknown if the commit succeeded."""
    if "storage" not in sys.modules:
        return False
    from storage import UnknownCommitError  # noqa: PLC0415 - it is loaded already

    return isinstance(error, UnknownCommitError)
