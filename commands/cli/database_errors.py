"""Messages for database errors and operating system errors, with advice for the admin."""

import errno
import sys

BUSY = "The database is busy or out of reach; please try again."
FULL = "No space is left on the disk of the database. Make room there, and try again."
UNKNOWN = """\
The connection to the database was lost in the middle of the commit, so it is unknown whether this
was done. Look at what is stored before you try again."""
DAMAGED = """\
The database is damaged, so this can't be done: {}.
"pbm admin verify" lists what is damaged. Put back the newest backup that is whole."""


REFUSED = "{} can't be used: {}. {}"
ADVICE = {
    errno.EACCES: "Run pbm as the user to whom it belongs, or as root.",
    errno.EPERM: "Run pbm as the user to whom it belongs, or as root.",
    errno.ENOSPC: "Make room there, and try again.",
    errno.EDQUOT: "Make room there, and try again.",
    errno.EROFS: "The file system is read-only: mount it for writing, and try again.",
    errno.EIO: "The disk may be damaged: see the kernel's log.",
    errno.ENOENT: "It, or the folder in which pbm was started, isn't there any more.",
    errno.EEXIST: "It should be a folder, and is something else.",
    errno.ENOTDIR: "A part of its path is a file.",
    errno.EISDIR: "It should be a file, and is a folder.",
    errno.ENAMETOOLONG: "Give a shorter name.",
    errno.ELOOP: "It is a link that leads to itself.",
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
