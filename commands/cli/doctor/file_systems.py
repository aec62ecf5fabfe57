"""The file systems of folders, by Linux' table of mounts."""

from pathlib import Path

MOUNTS = Path("/proc/self/mounts")
NETWORK = ("9p", "afs", "ceph", "cifs", "fuse.glusterfs", "fuse.sshfs", "lustre", "nfs", "smb")
"""The beginnings of the names of network file systems."""


def network_file_system(path: Path) -> str:
    """Returns the name of the network file system on which a path is; empty if it is local."""
    found = _file_system(path.resolve())
    return found if found.startswith(NETWORK) else ""


def _file_system(path: Path) -> str:
    """Returns the name of the file system; empty where it can't be told."""
    try:
        mounts = [line.split() for line in MOUNTS.read_text().splitlines()]
    except OSError:
        return ""
    above = [(mount[1], mount[2]) for mount in mounts if path.is_relative_to(_unescaped(mount[1]))]
    return max(above, key=lambda each: len(each[0]))[1] if above else ""


def _unescaped(folder: str) -> str:
    """Returns the folder; the table writes spaces in octal."""
    return folder.encode().decode("unicode_escape").encode("latin-1").decode(errors="replace")
