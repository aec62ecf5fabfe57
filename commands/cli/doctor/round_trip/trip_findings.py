"""Words the findings on the test emails and on the clock of the mail server."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from commands.server.health.check import Finding, broken, consider, ok
from commands.server.health.work import CLOCK_ADVICE
from commands.settings import Settings
from mail.mailbox.folder_names import INBOX
from pbm.wording import counted, local_time

CLOCK_TOLERANCE = timedelta(minutes=5)
CLOCK = "clock"
"""The subject of the finding on the machine's clock."""
BY_REFERENCE = "Set PBM_REPLIES=reference and PBM_ENVELOPE_SENDER=address."


@dataclass(frozen=True, slots=True)
class Trip:
    """The seconds that the test emails took. None for one that didn't arrive."""

    plain: float | None
    plus: float | None
    has_plus: bool
    """Whether a test email was sent to a plus address."""
    by_server: bool
    """Whether the running server received the test emails. If not, this program looked for them in
    the mailbox.
    """
    limit: float
    """Maximum seconds that pbm doctor waited."""


def trip_finding(settings: Settings, trip: Trip, folder: str = "") -> Finding:
    """Returns the finding on the test emails.

    `folder`: the folder that contained them if they didn't arrive normally. Otherwise empty.
    """
    if trip.plain is None and trip.plus is None:
        return _lies_in(settings, folder, trip) if folder else _nothing_came(settings, trip)
    if trip.plain is None:
        return broken(
            f"A test email to {settings.address} didn't arrive, but one to a plus address did.",
            f"Check where mail to {settings.address} goes. A filter may be removing it.",
        )
    came = f"A test email to the server arrived in {_seconds(trip.plain)}"
    if not trip.has_plus:
        return ok(f"{came}. pbm doesn't use plus addresses.")
    if trip.plus is None:
        return _no_plus(settings, came)
    return ok(f"{came}, and one to a plus address in {_seconds(trip.plus)}.")


def _no_plus(settings: Settings, came: str) -> Finding:
    """Returns the finding for a provider that refuses or drops mail to plus addresses."""
    return broken(
        f"Mail to plus addresses, such as pbm+...@{settings.host}, is lost, but "
        f"PBM_REPLIES={settings.replies} needs them for replies. {came}.",
        BY_REFERENCE,
    )


def _lies_in(settings: Settings, folder: str, trip: Trip) -> Finding:
    text = f"A test email arrived in the folder {folder} of the mailbox"
    if trip.by_server:
        return broken(
            f"{text}, but the server didn't read it within {trip.limit:.0f} seconds.",
            'Check the log of "pbm serve" and the output of "pbm status". If this is the spam '
            "folder, mark the email as not spam.",
        )
    if folder == (settings.mailbox_address.path or INBOX):
        return consider(f"{text}, but took over {trip.limit:.0f} seconds.", "Try again later.")
    return broken(
        f"{text}, but pbm doesn't read that folder.",
        "Add a filter that keeps mail to PBM_ADDRESS out of the spam folder.",
    )


def _nothing_came(settings: Settings, trip: Trip) -> Finding:
    where = "the server" if trip.by_server else "the mailbox"
    return broken(
        f"The relay accepted a test email to {settings.address}, but it didn't reach {where} "
        f"within {trip.limit:.0f} seconds.",
        "Check the spam folder and the logs of the mail servers, and look for bounces. Make sure "
        "that mail to PBM_ADDRESS is delivered to this server. If mail is only slow, try again "
        "later.",
    )


def clock_finding(sent: datetime, arrived: datetime, seen: datetime) -> Finding:
    """Compares this machine's clock with the mailbox server's by a test email's arrival time."""
    if sent - CLOCK_TOLERANCE <= arrived <= seen + CLOCK_TOLERANCE:
        return ok("At the moment, this machine's clock agrees with the mail server's.", CLOCK)
    return broken(
        f"This machine's clock shows {local_time(seen)}, but the mail server's clock showed "
        f"{local_time(arrived)} a moment ago.",
        CLOCK_ADVICE,
        CLOCK,
    )


def _seconds(seconds: float) -> str:
    return "less than a second" if seconds < 1 else counted(round(seconds), "second")
