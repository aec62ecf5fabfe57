"""Reserve a folder for the site of one database."""

import os
from contextlib import suppress
from pathlib import Path

from commands.server.site.updating.folder import FOLDER_MODE, MARK, SiteFolder
from commands.settings import Settings
from pbm.errors import NotAllowedError, UsageError

NOT_EMPTY = """\
{path} contains files that don't belong to a pbm site. Use a new or empty folder.
To use this folder, run the command below. It replaces files that have the same names as the
site's files, and keeps all others:
  pbm site {path} --take-over"""
ANOTHERS = """\
{path} contains the site of a different database. Use a different folder. To replace that site, run:
  pbm site {path} --take-over"""


def check_site_folder(folder: Path, settings: Settings) -> Path:
    """Returns the absolute path of a site's folder. Raises UsageError if it can't be one.

    The folder mustn't be inside the data folder or contain it. Otherwise, people who may read the
    site could read the data.
    """
    try:
        path = folder.expanduser().resolve()
        with suppress(FileNotFoundError):
            path.stat()  # from Python 3.13 on, resolve() accepts a loop of links
    # The path is a loop of links, or the home folder of an unknown user.
    except (OSError, RuntimeError) as error:
        raise UsageError(f"{folder} can't be used for the site: {error}.") from error
    file = settings.database_file
    for private in (settings.data, *([file] if file else [])):
        other = Path(os.path.realpath(private))  # unlike resolve(), it accepts a loop of links
        if path.is_relative_to(other) or other.is_relative_to(path):
            raise UsageError(
                f"{path} can't be used for the site, because that could make the data in {other} "
                "public. Choose a separate folder."
            )
    return path


def open_site(path: Path, database: str, *, take_over: bool = False) -> SiteFolder:
    """Opens the folder of a site. Creates and marks it if necessary.

    `database`: the name of the database that the site belongs to.
    `take_over`: use a folder that has other files or belongs to another database.

    Raises NotAllowedError for such a folder otherwise, and OSError if it can't be used.
    """
    _make(path)
    folder = SiteFolder(path)
    try:
        _claim(folder, path, database, take_over=take_over)
    except BaseException:
        folder.__exit__()
        raise
    return folder


def _claim(folder: SiteFolder, path: Path, database: str, *, take_over: bool) -> None:
    mark = (folder.read(MARK) or b"").decode("ascii", errors="replace").strip()
    if mark == database:
        return
    if mark and not take_over:
        raise NotAllowedError(ANOTHERS.format(path=path))
    if not take_over and next(folder.files(), None):
        raise NotAllowedError(NOT_EMPTY.format(path=path))
    folder.write(MARK, f"{database}\n".encode())


def _make(path: Path) -> None:
    """Creates a folder and its missing parents, readable for everybody whatever the umask."""
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    for folder in reversed(missing):
        folder.mkdir(exist_ok=True)
        folder.chmod(FOLDER_MODE)
