"""A check of the folder of the site's pages."""

import os
import stat
from pathlib import Path

from commands.cli.doctor.finding import Finding, broken, consider, ok, sentence
from commands.cli.opening import as_owner
from commands.settings import Settings
from commands.site.updating.folder import MARK
from commands.site.updating.place import check_place
from pbm.errors import UsageError

FOR_ALL = stat.S_IROTH | stat.S_IXOTH


def check_site(settings: Settings) -> Finding:
    """Checks that the server may write into the folder, and a web server read what is in it."""
    if not settings.site:
        return ok("PBM_SITE is empty: only pbm site DIR makes pages.")
    try:
        path = check_place(Path(settings.site), settings)
    except UsageError as error:
        return broken(sentence(error.text), "Name a folder of its own in PBM_SITE.")
    with as_owner(settings.data):
        return _check(path) or ok(f"{path}: the server may write into it.{_links(settings)}")


def _check(path: Path) -> Finding | None:
    """Returns what is wrong with a folder; None if nothing is."""
    if not path.exists():
        return _check_missing(path)
    if not path.is_dir():
        return broken(f"PBM_SITE is {path}, which isn't a folder.", "Name a folder.")
    if not os.access(path, os.R_OK | os.W_OK | os.X_OK, effective_ids=True):
        return broken(
            f"The server may not write into {path}, which PBM_SITE names.",
            f"Give it to the user as whom pbm runs: chown that user {path}. With systemd, "
            "ReadWritePaths= must name it, too.",
        )
    if not (path / MARK).exists() and any(path.iterdir()):
        return broken(
            f"{path}, which PBM_SITE names, has other files in it: no pages are made.",
            f"Name an empty folder; or run pbm site {path} --take-over, which leaves those files.",
        )
    if path.stat().st_mode & FOR_ALL != FOR_ALL:
        return consider(
            f"Other users of this machine may not read {path}, so a web server can't.",
            f"Unless it runs as the same user or in its group: chmod o+rx {path}.",
        )
    return None


def _check_missing(path: Path) -> Finding | None:
    above = next(each for each in path.parents if each.exists())
    if os.access(above, os.W_OK | os.X_OK, effective_ids=True):
        return ok(f"{path}: not made yet; the server makes it.")
    return broken(
        f"{path}, which PBM_SITE names, isn't there, and the server may not make it in {above}.",
        f"Make it, and give it to the user as whom pbm runs: mkdir {path}; chown that user {path}.",
    )


def _links(settings: Settings) -> str:
    if not settings.site_url:
        return " Mails don't link to its pages, as PBM_SITE_URL is empty."
    return f" Mails link to its pages at {settings.site_url}."
