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

SERVER = "server"
"""The subject of incidents in which the whole server died."""


FILES_WITHIN = timedelta(minutes=10)
"""Time without a shortage of files after which the problem is over."""


PAGES_WITHIN = timedelta(minutes=15)
"""Time without a failure of the site after which it works again. A failing one fails sooner."""


CLOCK_ADVICE = "Synchronize the machine's clock, for example with chrony or systemd-timesyncd."


def check_ticks(examined: Examined) -> Iterator[Finding]:
    """Yields a finding with the time at which the server or `pbm tick` last ran the clocks."""
    last = examined.work.clocks.last_heartbeat()
    if not last:
        yield ok("The server hasn't checked the players' clocks yet.")
    elif examined.now - last > MIN_DOWNTIME:
        yield consider(
            f"The server last checked the players' clocks on {local_time(last)}. Since then, it "
            "has sent no reminders, and robots haven't moved.",
            'Start "pbm serve", or run "pbm tick" from cron.',
        )
    else:
        yield ok(f"The server last checked the players' clocks on {local_time(last)}.")


def check_jumps(examined: Examined) -> Iterator[Finding]:
    """Yields a problem if the machine's clock has jumped within a day."""
    for incident in examined.work.incidents.recent("clock", examined.now - DAY):
        again = f" It has jumped {counted(incident.times, 'time')} today." * (incident.times > 1)
        yield consider(
            f"The machine's clock {incident.detail}.{again} Players don't lose time, but dates in "
            "emails are wrong until the clock is right.",
            CLOCK_ADVICE,
        )


def check_queue(examined: Examined) -> Iterator[Finding]:
    """Yields the number of waiting emails, or a problem if mail has waited too long for a try."""
    settings, work, now = examined.settings, examined.work, examined.now
    oldest = work.outbox_admin.oldest_untried(now)
    waiting = counted(work.outbox_admin.count(["waiting"]), "email")
    if oldest is None or now - oldest.since < LONG_QUEUED:
        since = (
            (
                ". The oldest email that hasn't been tried has been waiting since "
                f"{local_time(oldest.since)}"
            )
            if oldest
            else ""
        )
        yield ok(f"{waiting} waiting{since}.")
        return
    limits = SendingLimits(per_day=settings.relay_per_day)
    if limits.left_of_day(work, now) <= 0:
        yield consider(
            "pbm has reached the limit in PBM_RELAY_PER_DAY: "
            f"{counted(settings.relay_per_day, 'email')} in 24 hours. The oldest email has been "
            f"waiting since {local_time(oldest.since)} ({waiting} in the queue).",
            "pbm will send the waiting emails as the limit allows. If that is too slow, ask "
            'players to switch to digests ("help delivery"), or use a relay with a higher limit.',
        )
        return
    error = f" The last error was: {oldest.error}" if oldest.error else ""
    yield consider(
        f"Emails have been waiting since {local_time(oldest.since)} ({waiting} in the queue)."
        f"{error}",
        f'Check that "pbm serve" is running and that the relay ({settings.relay}) accepts mail. '
        "To see the emails, run: pbm admin queue list",
    )


def check_processes(examined: Examined) -> Iterator[Finding]:
    """Yields the processes that have failed several times within a day."""
    # The server's own failures are recorded when it starts again.
    server = examined.work.incidents.recent("process", examined.now - DAY)
    incidents = [each for each in server if each.subject == SERVER]
    incidents += [each for each in examined.incidents("process", DAY) if each.subject != SERVER]
    for incident in incidents:
        if incident.times >= MANY_FAILURES:
            yield consider(
                f"The {incident.subject} process has failed {counted(incident.times, 'time')} "
                f"within a day. On {local_time(incident.at)}, it {incident.detail}. pbm replaced "
                "it each time, and no mail was lost.",
                "Check the log for the cause. If the machine ran out of memory, the kernel's log "
                "(dmesg) shows it.",
                incident.subject,
            )


def check_files(examined: Examined) -> Iterator[Finding]:
    """Yields the processes that lately reached their limit on open files."""
    for incident in examined.incidents("files", FILES_WITHIN):
        yield consider(
            f"The {incident.subject} process {incident.detail}. Some connections wait or are "
            "closed, and mail servers try again later.",
            "Raise the limit on open files (ulimit -n, or LimitNOFILE= in a systemd unit), or "
            "lower PBM_MAX_CONNECTIONS.",
            incident.subject,
        )


def check_pages(examined: Examined) -> Iterator[Finding]:
    """Yields the site folders that have been out of date for long."""
    for incident in examined.incidents("site", PAGES_WITHIN):
        yield consider(
            f"The web pages in {incident.subject} aren't up to date. The latest "
            f"failure was on {local_time(incident.at)}: {incident.detail}. Emails aren't affected.",
            "Check that the folder exists, that its disk isn't full, and that the server may write "
            "to it. To find out, run: pbm doctor",
            incident.subject,
        )
