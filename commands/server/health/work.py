"""Check the server's clocks, outbox, processes, open files and site."""

from collections.abc import Iterator
from datetime import timedelta

from commands.outbound.sending_limits import SendingLimits
from commands.server.health.check import Examined, Finding, consider, ok
from commands.system.clock_jumps import MIN_DOWNTIME
from pbm.clock import DAY
from pbm.wording import counted, local_time

LONG_QUEUED = timedelta(hours=2)
"""Time without a try after which queued mail is a problem. Upgrades and backups are shorter."""


MANY_FAILURES = 3
"""Number of failures within a day that are a problem. A new process fixes a single failure."""


FILES_WITHIN = timedelta(minutes=10)
"""Time without a shortage of files after which the problem is over."""


PAGES_WITHIN = timedelta(minutes=15)
"""Time without a failure of the site after which it works again. A failing one fails sooner."""


CLOCK_ADVICE = "Let the machine set its clock by the network: chrony and systemd-timesyncd do so."


def check_ticks(examined: Examined) -> Iterator[Finding]:
    """Yields a finding with the time at which the server or `pbm tick` last ran the clocks."""
    last = examined.work.clocks.last_heartbeat()
    if not last:
        yield ok("Never yet.")
    elif examined.now - last > MIN_DOWNTIME:
        yield consider(
            f"The players' clocks were last run at {local_time(last)}: no reminders are sent, "
            "and robots don't move.",
            "Start pbm serve, or let cron run pbm tick.",
        )
    else:
        yield ok(f"The players' clocks were last run at {local_time(last)}.")


def check_jumps(examined: Examined) -> Iterator[Finding]:
    """Yields a problem if the machine's clock has jumped within a day."""
    for incident in examined.work.incidents.recent("clock", examined.now - DAY):
        again = f" It has jumped {counted(incident.times, 'time')} today." * (incident.times > 1)
        yield consider(
            f"The machine's clock {incident.detail}.{again} Nobody loses time by that, but dates "
            "in mails are wrong as long as it is.",
            CLOCK_ADVICE,
        )


def check_queue(examined: Examined) -> Iterator[Finding]:
    """Yields the number of waiting emails, or a problem if mail has waited too long for a try."""
    settings, work, now = examined.settings, examined.work, examined.now
    oldest = work.outbox_admin.oldest_untried(now)
    waiting = counted(work.outbox_admin.count(["waiting"]), "mail")
    if oldest is None or now - oldest.since < LONG_QUEUED:
        since = f", the oldest to be tried since {local_time(oldest.since)}" if oldest else ""
        yield ok(f"{waiting} to send{since}.")
        return
    limits = SendingLimits(per_day=settings.relay_per_day)
    if limits.left_of_day(work, now) <= 0:
        yield consider(
            f"As many mails were sent within 24 hours as PBM_RELAY_PER_DAY allows "
            f"({settings.relay_per_day}); others wait since {local_time(oldest.since)} ({waiting} "
            "in the queue).",
            "They are sent as the hours pass. If that is too slow, players may like digests "
            "(change delivery), or a relay that takes more.",
        )
        return
    error = f" The last error was: {oldest.error}" if oldest.error else ""
    yield consider(
        f"Mail has waited since {local_time(oldest.since)} without being sent ({waiting} in the "
        f"queue).{error}",
        f"See if the mail server that PBM_RELAY names ({settings.relay}) takes mail, and if "
        "pbm serve runs. pbm admin queue list shows the mails.",
    )


def check_processes(examined: Examined) -> Iterator[Finding]:
    """Yields the processes that have failed several times within a day."""
    for incident in examined.work.incidents.recent("process", examined.now - DAY):
        if incident.times >= MANY_FAILURES:
            yield consider(
                f"The {incident.subject} process has failed {counted(incident.times, 'time')} "
                f"within a day; the last time at {local_time(incident.at)}, it {incident.detail}. "
                "It was replaced each time, and no mail was lost.",
                "See the log for the cause, and the kernel's log (dmesg) if memory ran out.",
                incident.subject,
            )


def check_files(examined: Examined) -> Iterator[Finding]:
    """Yields the processes that lately reached their limit on open files."""
    for incident in examined.work.incidents.recent("files", examined.now - FILES_WITHIN):
        yield consider(
            f"The {incident.subject} process {incident.detail}, so connections wait or are cut, "
            "and their mails come again later.",
            "Raise the limit of open files (ulimit -n, or LimitNOFILE= in a systemd unit), or "
            "lower PBM_MOST_CONNECTIONS.",
            incident.subject,
        )


def check_pages(examined: Examined) -> Iterator[Finding]:
    """Yields the site folders that have been out of date for long."""
    for incident in examined.work.incidents.recent("site", examined.now - PAGES_WITHIN):
        yield consider(
            f"The pages in {incident.subject} aren't up to date: at {local_time(incident.at)}, "
            f"{incident.detail}. Mail goes on.",
            "See that the folder is there, that its disk has room and that the server may write "
            "into it (pbm doctor); then it goes on by itself.",
            incident.subject,
        )
