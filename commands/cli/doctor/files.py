"""Checks who may read and write the data, the secrets and the site's pages."""

import os
import stat
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path

from sqlalchemy.engine import make_url

from commands.server.health.check import Finding, broken, consider, ok, sentence
from commands.server.site.updating.folder import MARK
from commands.server.site.updating.site_ownership import check_site_folder
from commands.settings import SETTINGS_FILE, Settings
from commands.settings.shown_values import shown_value
from commands.system.data_owner import as_owner
from commands.system.secrets.credentials import credentials_folder
from pbm.errors import UsageError
from pbm.process.files import close_to_others, is_open_to_all, is_open_to_others
from pbm.wording import listing

FOR_ALL = stat.S_IROTH | stat.S_IXOTH


def check_data(settings: Settings) -> Finding:
    """Checks that only their owner may read the data files."""
    paths = settings.private_paths
    if not any(path.exists() for path in paths):
        return ok(f"{_named(paths)} {'do' if len(paths) > 1 else 'does'}n't exist yet.")
    if settings.data.exists() and not settings.data.is_dir():
        return broken(
            f"{settings.data} isn't a folder.",
            "Set PBM_DATA to a folder. pbm creates it if it doesn't exist.",
        )
    if not os.access(settings.data, os.R_OK | os.W_OK | os.X_OK):
        return broken(
            f"You aren't allowed to use {settings.data}, which belongs to {_owner(settings.data)}.",
            f"Run pbm as that user or as root: sudo -u {_owner(settings.data)} pbm doctor",
        )
    opened = [path for path in paths if is_open_to_others(path)]
    if not opened:
        return ok(f"Only the owner can read {_named(paths)}.")
    return broken(
        f"Other users of this machine can read players' addresses and password hashes in "
        f"{_named(opened)}.",
        'Run "pbm doctor --fix", which restricts access to the owner.',
        fix=partial(_close, opened),
    )


def check_secrets(settings: Settings) -> Finding:
    """Checks that only the server can read the files with passwords and keys.

    The files' group may read them, too, because admins often give the server access to root's files
    in this way.
    """
    paths = list(dict.fromkeys(_secret_files(settings)))
    for path in paths:
        if problem := _problem(path, settings):
            advice = (
                "Make sure that the user that runs pbm can read this file, or change the setting."
            )
            return broken(f"{path} {problem}.", advice)
    opened = [path for path in paths if is_open_to_all(path)]
    if opened:
        return broken(
            f"Every user of this machine can read the secrets in {_named(opened)}.",
            'Run "pbm doctor --fix" (or "chmod o=" on each file). Then replace the passwords and '
            "keys.",
            fix=partial(_close_to_strangers, opened),
        )
    if not paths:
        return ok("There are no files with secrets.")
    readers = "the owner and the group" if any(map(is_open_to_others, paths)) else "the owner"
    return ok(f"The secrets in {_named(paths)} are protected: only {readers} can read them.")


def _problem(path: Path, settings: Settings) -> str:
    """Returns why the server can't read a file. Empty if it can."""
    folder = credentials_folder()
    is_credential = folder is not None and path.is_relative_to(folder)
    try:
        # Root owns credentials, and the service manager passes them on to the server.
        with nullcontext() if is_credential else as_owner(settings.data):
            path.open("rb").close()
    except PermissionError as error:
        user = _owner(settings.data) if settings.data.exists() else "you"
        return f"can't be read by {user}: {error.strerror}"
    except OSError as error:
        return f"can't be read: {error.strerror}"
    return "" if path.stat().st_size else "is empty, but should contain a password"


def _secret_files(settings: Settings) -> Iterator[Path]:
    yield from settings.secret_files
    file = Path(SETTINGS_FILE)
    if file.exists() and _has_secrets(settings):
        yield file


def _has_secrets(settings: Settings) -> bool:
    """Whether a setting contains a secret. `pbm.toml` may then contain it, too."""
    commands = settings.mailbox_token_command, settings.relay_token_command
    has_password = settings.database and make_url(settings.database).password
    masked = shown_value("database", settings.database) != settings.database
    return bool(has_password or masked or any(len(each.split()) > 1 for each in commands))


def _owner(path: Path) -> str:
    try:
        return path.owner()
    except KeyError:  # The user has no name.
        return str(path.stat().st_uid)


def _named(paths: list[Path]) -> str:
    return listing(list(map(str, paths)))


def _close_to_strangers(paths: list[Path]) -> None:
    """Removes all permissions of users who are neither the owner nor in the group."""
    for path in paths:
        path.chmod(path.stat().st_mode & ~stat.S_IRWXO)


def _close(paths: list[Path]) -> None:
    for path in paths:
        close_to_others(path)


def check_site(settings: Settings) -> Finding:
    """Checks that the server may write to the site's folder and a web server may read it."""
    if not settings.site:
        return ok(
            "PBM_SITE is empty, so the server writes no web pages. To write them yourself, run: "
            "pbm site DIR"
        )
    try:
        path = check_site_folder(Path(settings.site), settings)
    except UsageError as error:
        return broken(
            sentence(error.text), "Set PBM_SITE to a folder that is only for the web pages."
        )
    with as_owner(settings.data):
        return _check_site_folder(path) or ok(f"The server can write to {path}.{_links(settings)}")


def _check_site_folder(path: Path) -> Finding | None:
    """Returns the problem with a folder, or None if there is none."""
    if not path.exists():
        return _check_missing_site(path)
    if not path.is_dir():
        return broken(
            f"PBM_SITE is {path}, which isn't a folder.", "Set it to the path of a folder."
        )
    if not os.access(path, os.R_OK | os.W_OK | os.X_OK, effective_ids=True):
        return broken(
            f"The server isn't allowed to write to {path} (PBM_SITE).",
            f"Make the user that runs pbm the owner: chown USER {path}. With systemd, also add it "
            "to ReadWritePaths=.",
        )
    if not (path / MARK).exists() and any(path.iterdir()):
        return broken(
            f"{path} (PBM_SITE) contains other files, so pbm doesn't write its pages there.",
            f"Use an empty folder. Or, to write the pages into this folder and keep its other "
            f"files, run: pbm site {path} --take-over",
        )
    if path.stat().st_mode & FOR_ALL != FOR_ALL:
        return consider(
            f"Other users of this machine can't read {path}. The web server may be one of them.",
            f"If the web server doesn't run as your user, run: chmod o+rx {path}",
        )
    return None


def _check_missing_site(path: Path) -> Finding | None:
    above = next(each for each in path.parents if each.exists())
    if os.access(above, os.W_OK | os.X_OK, effective_ids=True):
        return ok(f"{path} doesn't exist yet. The server will create it.")
    return broken(
        f"{path} (PBM_SITE) doesn't exist, and the server isn't allowed to create it in {above}.",
        f"Create it for the user that runs pbm: mkdir {path}; chown USER {path}",
    )


def _links(settings: Settings) -> str:
    if not settings.site_url:
        return " Emails don't link to the pages, because PBM_SITE_URL is empty."
    return f" Emails link to the pages at {settings.site_url}."
