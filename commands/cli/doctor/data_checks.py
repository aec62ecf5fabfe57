"""Checks of the data: whose it is, whether it can be used, and the settings kept with it."""

from functools import partial
from pathlib import Path

from commands.app import was_made
from commands.cli.doctor.finding import Finding, State, good, warning, wrong
from commands.cli.opening import open_for_command
from commands.settings import Settings
from commands.system.files import close_to_others, is_open_to_others
from pbm.errors import UsageError
from pbm.wording import listing


def check_privacy(settings: Settings) -> Finding:
    """Checks that only their owner may read the data."""
    paths = settings.private_paths
    if not any(path.exists() for path in paths):
        return good(f"{listing(list(map(str, paths)))}: not made yet.")
    if settings.data.exists() and not settings.data.is_dir():
        return wrong(f"{settings.data} isn't a folder; PBM_DATA names one.")
    opened = [path for path in paths if is_open_to_others(path)]
    if not opened:
        return good(f"Only their owner may read {listing(list(map(str, paths)))}.")
    return wrong(
        f"Other users of this machine may read {listing(list(map(str, opened)))}: the players' "
        "addresses and hashes of their passwords. --mend makes it their owner's alone.",
        partial(_close, opened),
    )


def check_database(settings: Settings) -> Finding:
    """Checks that the database can be opened."""
    if not was_made(settings):
        file = settings.database_file
        return good(f"{file}: not made yet; the first signup or pbm serve makes it.")
    try:
        with open_for_command(settings, new=False, force=True):
            return good("The database can be opened.")
    except UsageError as error:
        return wrong(error.text)


def check_kept_settings(settings: Settings) -> Finding:
    """Checks that the settings are those of the server that uses this data."""
    if not was_made(settings):
        return good("None are kept before the first pbm serve.")
    if check_database(settings).state is State.WRONG:
        return warning("They can't be read as long as the database can't be opened.")
    try:
        with open_for_command(settings, new=False, force=False) as app:
            return good(f"Mails come from {app.settings.address} and go to {app.settings.relay}.")
    except UsageError as error:
        return wrong(error.text)


def _close(paths: list[Path]) -> None:
    for path in paths:
        close_to_others(path)
