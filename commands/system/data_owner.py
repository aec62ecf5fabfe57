"""Runs root's work with the rights of the owner of the data folder, who runs the server."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from commands.system.users import ROOT, environment_of, groups_of


@contextmanager
def as_owner(data: Path) -> Iterator[None]:
    """While the context is open, root acts as the owner of the data folder.

    So the server can use all files that root creates. The real user remains root, for the audit
    log.
    """
    if os.geteuid() != ROOT or not data.exists() or (owner := data.stat()).st_uid == ROOT:
        yield
        return
    group, groups = os.getegid(), os.getgroups()
    # The user is set last, because only root may change groups. Only the effective ids change,
    # because the audit log reads the real user.
    os.setgroups(groups_of(owner.st_uid, owner.st_gid))
    os.setegid(owner.st_gid)
    os.seteuid(owner.st_uid)
    try:
        yield
    finally:
        # In the reverse order, because the owner may not change groups.
        os.seteuid(ROOT)
        os.setegid(group)
        os.setgroups(groups)


def owner_rights(data: Path) -> dict[str, Any]:
    """Returns arguments for Popen that run root's child as the owner of the data folder.

    Within `as_owner`, a child needs them, too. Otherwise it could become root again.
    """
    if os.getuid() != ROOT:
        return {}
    if os.geteuid() != ROOT:  # `as_owner` has set the user and groups
        user, group, groups = os.geteuid(), os.getegid(), {}
    elif data.exists() and (owner := data.stat()).st_uid != ROOT:
        user, group = owner.st_uid, owner.st_gid
        groups = {"extra_groups": groups_of(user, group)}
    else:
        return {}
    return {"user": user, "group": group, "env": environment_of(user), **groups}
