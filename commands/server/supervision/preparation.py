"""Prepare and check what a server needs at its start: folders, open files, relay and secrets."""

import faulthandler
import sys
from pathlib import Path
from urllib.parse import urlsplit

from commands.server.app.app import App
from commands.server.app.opening import make_data_folder
from commands.server.site.updating.site_ownership import check_site_folder
from commands.server.supervision.open_file_limit import check_descriptors
from commands.settings import Settings
from pbm.errors import UsageError
from pbm.process.files import is_open_to_all, is_open_to_others
from pbm.process.lazy_logger import get_logger
from pbm.wording import listing

log = get_logger()
STANDARD_ERROR = 2


def prepare(settings: Settings) -> None:
    """Prepares the process, its folders and its limit of open files. Raises UsageError."""
    # When the watchdog aborts a hung server, the log shows where it hung.
    faulthandler.enable(STANDARD_ERROR)
    check_descriptors(settings)
    if settings.site:
        check_site_folder(Path(settings.site), settings)
    make_data_folder(settings)


def announce_ready(settings: Settings) -> None:
    """Prints how to send mail to this server, if it was started in a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"{_ready_line(settings)}\n")


def _ready_line(settings: Settings) -> str:
    ways = [
        *([f"by SMTP at {settings.smtp_host}:{settings.smtp_port}"] if settings.smtp_port else []),
        *([f"by LMTP at {settings.lmtp}"] if settings.lmtp else []),
    ]
    write = f"Send emails to {settings.address} {listing(ways, 'or')}. " if ways else ""
    out = settings.outbox_folder or urlsplit(settings.relay).hostname
    ways_of_mail = f"{write}Outgoing emails go to {out}."
    if not settings.mailbox:
        return f"Ready. {ways_of_mail} Press Ctrl-C to stop."
    # The login can still fail. The log then shows why, and otherwise that the mailbox is open.
    mailbox = settings.mailbox_address
    opens = f"pbm is logging in to the mailbox {mailbox.user} on {mailbox.host}."
    return f"Started. {ways_of_mail} {opens} Press Ctrl-C to stop."


def check_relay(app: App) -> None:
    """Raises UsageError if the relay can't be used, so that the server doesn't start without it."""
    try:
        _ = app.mail.deliverer
    except OSError as error:
        raise UsageError(f"PBM_RELAY can't be used: {error}.") from error


def warn_of_readers(settings: Settings) -> None:
    """Logs a warning for each data file or secret that other users of the machine may read."""
    opened = [*filter(is_open_to_others, settings.private_paths)]
    opened += filter(is_open_to_all, settings.secret_files)
    for path in opened:
        log.warning("other users can read the data (run: pbm doctor --fix)", path=path)
