"""The findings on mails to ourselves."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from commands.cli.doctor.finding import Finding, broken, consider, ok
from commands.cli.doctor.round_trip.waiting import WAIT_SECONDS
from commands.settings import Settings
from mail.mailbox.own_folders import INBOX
from pbm.wording import local_time

TOLERANCE = timedelta(minutes=5)
BY_REFERENCE = "Set PBM_REPLIES=reference and PBM_ENVELOPE_SENDER=address."


@dataclass(frozen=True, slots=True)
class Trip:
    """The seconds that the mails took; None for one that didn't come."""

    plain: float | None
    plus: float | None
    has_plus: bool
    """True if one was sent to a plus address."""
    by_server: bool
    """True if the server took them; False if they were looked for in the mailbox."""


def trip_finding(settings: Settings, trip: Trip, folder: str = "") -> Finding:
    """Returns what is to be said of the mails; `folder`: where they lie if they were lost."""
    if trip.plain is None and trip.plus is None:
        return _lies_in(settings, folder, trip) if folder else _nothing_came(settings, trip)
    if trip.plain is None:
        return broken(
            f"A mail to {settings.address} didn't come back in {WAIT_SECONDS:.0f} seconds, but one "
            "to a plus address did.",
            "See where the plain address leads, and whether a filter takes its mail away.",
        )
    came = f"A mail to ourselves came back in {_seconds(trip.plain)}"
    if not trip.has_plus:
        return ok(f"{came}. Plus addresses aren't used.")
    if trip.plus is None:
        return _no_plus(settings, came)
    return ok(f"{came}, and one to a plus address in {_seconds(trip.plus)}.")


def _no_plus(settings: Settings, came: str) -> Finding:
    """Returns the finding for a provider that refuses or drops mail to plus addresses."""
    return broken(
        f"Mail to plus addresses, such as pbm+...@{settings.host}, is lost, and "
        f"PBM_REPLIES={settings.replies} has players reply to these. {came}.",
        BY_REFERENCE,
    )


def _lies_in(settings: Settings, folder: str, trip: Trip) -> Finding:
    text = f"A mail to ourselves came into the folder {folder} of the mailbox"
    if trip.by_server:
        return broken(
            f"{text}, and the server hasn't read it there in {WAIT_SECONDS:.0f} seconds.",
            "See the log of pbm serve, and pbm status. If it is the folder for spam, tell the "
            "provider that it is none.",
        )
    if folder == (settings.mailbox_address.path or INBOX):
        return consider(f"{text} late, after {WAIT_SECONDS:.0f} seconds.", "Try again later.")
    return broken(
        f"{text}, where no mail is read.",
        "Tell the provider that it is no spam, by a filter for PBM_ADDRESS.",
    )


def _nothing_came(settings: Settings, trip: Trip) -> Finding:
    where = "the server" if trip.by_server else "the mailbox"
    return broken(
        f"A mail to {settings.address} didn't reach {where} in {WAIT_SECONDS:.0f} seconds, though "
        "the relay took it.",
        "See if it is in the folder for spam, or comes back as a bounce, and if PBM_ADDRESS leads "
        "here; the logs of the mail servers tell where it is. It may only be slow: try again.",
    )


def clock_finding(sent: datetime, arrived: datetime, seen: datetime) -> Finding:
    """Compares this machine's clock with that of the mailbox's server, by a mail's arrival."""
    if sent - TOLERANCE <= arrived <= seen + TOLERANCE:
        return ok("This machine's clock agrees with that of the mailbox's server.")
    return broken(
        f"This machine's clock says {local_time(seen)}, and that of the mailbox's server said "
        f"{local_time(arrived)} a moment ago.",
        "Let the machine set its clock by the network: chrony and systemd-timesyncd do so.",
    )


def _seconds(seconds: float) -> str:
    return "less than a second" if seconds < 1 else f"{seconds:.0f} s"
