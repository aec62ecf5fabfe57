"""Checks of the work that goes on by itself: clocks, queue and processes."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from commands.health.problem import Problem
from commands.outbound.sending_limits import SendingLimits
from commands.settings import Settings
from pbm.clock import DAY
from pbm.wording import counted, local_time
from storage.unit_of_work import UnitOfWork

FILES_WITHIN = timedelta(minutes=10)
"""A shortage of files is over when there was none for so long."""


def check_ticks(settings: Settings, work: UnitOfWork, now: datetime) -> Iterator[Problem]:
    """Yields a problem if the clocks weren't run for long, by the server or by `pbm tick`."""
    last = work.clocks.last_heartbeat()
    if last and now - last > timedelta(hours=settings.downtime_hours):
        yield Problem(
            f"The players' clocks were last run at {local_time(last)}: no reminders are sent, "
            "and robots don't move.",
            "Start pbm serve, or let cron run pbm tick.",
        )


def check_clock(_settings: Settings, work: UnitOfWork, now: datetime) -> Iterator[Problem]:
    """Yields a problem if the machine's clock jumped within a day."""
    for incident in work.incidents.recent("clock", now - DAY):
        again = f" It has jumped {counted(incident.times, 'time')} today." * (incident.times > 1)
        yield Problem(
            f"The machine's clock {incident.detail}.{again} Nobody loses time by that, but dates "
            "in mails are wrong as long as it is.",
            "Let the machine set its clock by the network: chrony and systemd-timesyncd do so.",
        )


def check_queue(settings: Settings, work: UnitOfWork, now: datetime) -> Iterator[Problem]:
    """Yields a problem if mail has waited for long without being tried."""
    oldest = work.outbox_admin.oldest_untried(now)
    if oldest is None or now - oldest.since < timedelta(hours=settings.queue_hours):
        return
    waiting = counted(work.outbox_admin.count(["waiting"]), "mail")
    limits = SendingLimits(per_day=settings.relay_per_day)
    if limits.left_of_day(work, now) <= 0:
        yield Problem(
            f"As many mails were sent within 24 hours as PBM_RELAY_PER_DAY allows "
            f"({settings.relay_per_day}); others wait since {local_time(oldest.since)} ({waiting} "
            "in the queue).",
            "They are sent as the hours pass. If that is too slow, players may like digests "
            "(change delivery), or a relay that takes more.",
        )
        return
    error = f" The last error was: {oldest.error}" if oldest.error else ""
    yield Problem(
        f"Mail has waited since {local_time(oldest.since)} without being sent ({waiting} in the "
        f"queue).{error}",
        f"See if the mail server that PBM_RELAY names ({settings.relay}) takes mail, and if "
        "pbm serve runs. pbm admin queue list shows the mails.",
    )


def check_processes(settings: Settings, work: UnitOfWork, now: datetime) -> Iterator[Problem]:
    """Yields the processes that failed again and again within a day."""
    for incident in work.incidents.recent("process", now - DAY):
        if incident.times >= settings.failures_per_day:
            yield Problem(
                f"The {incident.subject} process has failed {counted(incident.times, 'time')} "
                f"within a day; the last time at {local_time(incident.at)}, it {incident.detail}. "
                "It was replaced each time, and no mail was lost.",
                "See the log for the cause, and the kernel's log (dmesg) if memory ran out.",
                incident.subject,
            )


def check_files(_settings: Settings, work: UnitOfWork, now: datetime) -> Iterator[Problem]:
    """Yields the processes that lately could open hardly any more files."""
    for incident in work.incidents.recent("files", now - FILES_WITHIN):
        yield Problem(
            f"The {incident.subject} process {incident.detail}, so connections wait or are cut, "
            "and their mails come again later.",
            "Raise the limit of open files (ulimit -n, or LimitNOFILE= in a systemd unit), or "
            "lower PBM_MOST_CONNECTIONS.",
            incident.subject,
        )
