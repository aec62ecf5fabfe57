"""Errors of the database in words."""

import sys

BUSY = "The database is busy or out of reach; please try again."
UNKNOWN = """\
The connection to the database was lost in the middle of the commit, so it is unknown whether this
was done. Look at what is stored before you try again."""
DAMAGED = """\
The database is damaged, so this can't be done: {}.
"pbm admin verify" lists what is damaged. Put back the newest backup that is whole."""


def database_problem(error: Exception) -> str:
    """Returns a sentence on an error of the database, and what to do; empty for any other error."""
    if "storage" not in sys.modules:
        return ""
    from storage import is_damage, is_transient  # noqa: PLC0415 - it is loaded already

    if is_damage(error):
        return DAMAGED.format(getattr(error, "orig", error))
    if is_unknown_commit(error):
        return UNKNOWN
    return BUSY if is_transient(error) else ""


def is_unknown_commit(error: BaseException) -> bool:
    """Returns True if what was to be stored may be stored or not."""
    if "storage" not in sys.modules:
        return False
    from storage import UnknownCommitError  # noqa: PLC0415 - it is loaded already

    return isinstance(error, UnknownCommitError)
