"""Namespaces that hide other processes, the network and most files from an engine."""

import os
import select
import signal
from collections.abc import Sequence
from pathlib import Path

from pbm.engines.sandbox.call_filter import (
    CLONE_NEWIPC,
    CLONE_NEWNET,
    CLONE_NEWNS,
    CLONE_NEWPID,
    CLONE_NEWUSER,
    CLONE_NEWUTS,
    MS_BIND,
    MS_NODEV,
    MS_NOEXEC,
    MS_NOSUID,
    MS_PRIVATE,
    MS_RDONLY,
    MS_REC,
)
from pbm.engines.sandbox.landlock import DEVICES
from pbm.engines.sandbox.system_calls import (
    PR_SET_PDEATHSIG,
    change_mounts,
    change_root,
    mount,
    prctl,
    unshare,
)

SCRATCH = "/tmp"  # noqa: S108 - the engine's own
"""The only folder to which an engine can write. It is a file system in memory."""
OTHER_SCRATCH = ("/var/tmp", "/dev/shm")  # noqa: S108 - the same place under other names
FILES_PER_MEGABYTE = 256
ENGINE_ROOT = "/engine"


def enter_namespaces() -> None:
    """Makes future children of this process start in new namespaces. Raises OSError.

    Without root, this requires a user namespace. The current user is the only user in it.
    """
    kinds = CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS
    user, group = os.geteuid(), os.getegid()
    if user == 0:
        unshare(kinds)
        return
    unshare(kinds | CLONE_NEWUSER)
    # The kernel requires this before a user other than root may write gid_map.
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1")


def end_with_guard(guard: int) -> None:
    """Makes the kernel kill this process when the guard ends.

    This process is the first of its namespace, so the kernel kills all others there, too.

    `guard`: the reading end of a pipe that the guard holds open.
    """
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if select.select([guard], [], [], 0)[0]:  # The guard ended before prctl was called.
        os._exit(1)


def make_root(visible: Sequence[str], user: tuple[int, int], megabytes: int) -> None:
    """Gives this process a root folder with only the visible files (read-only) and SCRATCH.

    The root is built in the current folder. Afterwards, SCRATCH is the current folder. Raises
    OSError.
    """
    os.umask(0o022)
    base = str(Path.cwd())
    root = f"{base}{ENGINE_ROOT}"
    unshare(CLONE_NEWNS)
    # Otherwise, the following mounts would appear outside, too.
    mount("none", "/", flags=MS_REC | MS_PRIVATE)
    mount("tmpfs", base, "tmpfs", MS_NOSUID | MS_NODEV, "size=1m,mode=0755")
    Path(root).mkdir()
    _make_scratch(root, user, megabytes)
    for path in visible:
        _show(root, path)
    _make_devices(root)
    Path(f"{root}/proc").mkdir()
    mount("proc", f"{root}/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
    change_mounts(base, add=MS_RDONLY | MS_NOSUID, below=True)
    for path in (SCRATCH, *OTHER_SCRATCH):
        change_mounts(f"{root}{path}", remove=MS_RDONLY)
    change_root(base)
    # The root is a folder below the mount, because the kernel then forbids new namespaces. In a new
    # namespace, an engine could mount more file systems.
    os.chroot(ENGINE_ROOT)
    os.chdir(SCRATCH)


def _make_scratch(root: str, user: tuple[int, int], megabytes: int) -> None:
    """Mounts SCRATCH. It is a little larger than the limit, so that `watch` notices an excess."""
    for path in (SCRATCH, *OTHER_SCRATCH):
        Path(f"{root}{path}").mkdir(parents=True)
    uid, gid = user
    files = megabytes * FILES_PER_MEGABYTE
    options = f"size={megabytes + 1}m,nr_inodes={files},mode=0700,uid={uid},gid={gid}"
    mount("tmpfs", f"{root}{SCRATCH}", "tmpfs", MS_NOSUID | MS_NODEV, options)
    # Visible files are mounted later, because they may be in these folders.
    for path in OTHER_SCRATCH:
        mount(f"{root}{SCRATCH}", f"{root}{path}", flags=MS_BIND)


def _make_devices(root: str) -> None:
    for path in DEVICES:
        _show(root, path)
    Path(f"{root}/dev/fd").symlink_to("/proc/self/fd")
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        Path(f"{root}/dev/{name}").symlink_to(f"/proc/self/fd/{number}")


def _show(root: str, path: str) -> None:
    """Makes a folder, file or link of the old root visible at the same path in the new root."""
    source, target = Path(path), Path(f"{root}{path}")
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_symlink():
        target.symlink_to(source.readlink())
        return
    if source.is_dir():
        target.mkdir(exist_ok=True)
    else:
        target.touch()
    mount(path, str(target), flags=MS_BIND | MS_REC)
