"""Checks of the disks on which the server writes."""

import errno
import os
import platform
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from tempfile import NamedTemporaryFile

from commands.health.check import Examined, Finding, broken, consider, ok
from commands.outbound.outbox_queue import SendingLimits
from commands.settings import Settings
from commands.system.clock_jumps import MIN_DOWNTIME
from pbm.clock import DAY
from pbm.wording import counted, local_time

MEGABYTE = 2**20
ON_HOST = f" on {platform.node()}"
"""The end of the names of disks' problems: servers on several machines may share a database."""
FREE_SHARE = 0.1
FREE_BYTES = 2**30
"""A disk is nearly full with less than this share of it free, and less than these bytes as well: a
tenth of a large disk is plenty, and a small disk may never have a gigabyte free.
"""
MIN_FREE_FILES = 10_000
"""With fewer files left than this, and than the share, no more mails may fit."""


def check_disks(examined: Examined) -> Iterator[Finding]:
    """Yields the disks that are nearly full, read-only or gone."""
    settings = examined.settings
    yield from _missing_database(settings)
    seen: set[int] = set()
    for folder in _folders(settings):
        try:
            device, disk = folder.stat().st_dev, os.statvfs(folder)
        except OSError as error:
            yield broken(
                f"The folder {folder} can't be used: {error.strerror}.",
                "Mount its disk, or put the folder back where it was; if there was none, pbm serve "
                "makes it.",
                f"{folder}{ON_HOST}",
            )
            continue
        if device not in seen:
            yield from _troubles(folder, disk)
        seen.add(device)


def _missing_database(settings: Settings) -> Iterator[Finding]:
    """Yields a problem if the file was moved away."""
    file = settings.database_file
    if file and file.parent.exists() and settings.is_file_missing:
        yield broken(
            f"The database {file.absolute()} isn't there. Mails are deferred meanwhile.",
            f"Put it back, with {file.name}-wal and {file.name}-shm: the server goes on then.",
            f"{file.absolute()}{ON_HOST}",
        )


def _folders(settings: Settings) -> list[Path]:
    """Returns the folders of data, database and outgoing mail, as far as they must exist."""
    file, outbox = settings.database_file, settings.outbox_folder
    wanted = [settings.data, file.parent if file else None, outbox]
    found = [folder for folder in wanted if folder and (folder.exists() or folder != outbox)]
    return [folder.absolute() for folder in found]


def _write_error(folder: Path) -> str:
    """Returns the reason for which no file can be made; empty if one can.

    A file system that the kernel has made read-only for an error doesn't say so; trying does.
    """
    try:
        with NamedTemporaryFile(prefix=".pbm-", dir=folder):
            return ""
    except PermissionError:  # it is another user's, who may
        return ""
    except OSError as error:
        if error.errno in (errno.EMFILE, errno.ENFILE):  # that of the disk isn't known then
            return ""
        return error.strerror or str(error)


def _troubles(folder: Path, disk: os.statvfs_result) -> Iterator[Finding]:
    """Yields what is wrong with a disk."""
    name = f"{folder}{ON_HOST}"
    if error := _write_error(folder):
        yield broken(
            f"No file can be written into {folder}: {error}. Mails are deferred meanwhile.",
            "See the kernel's log (dmesg) for a failing disk, and df for a full one.",
            name,
        )
        return
    free, size = disk.f_bavail * disk.f_frsize, disk.f_blocks * disk.f_frsize
    if free < size * FREE_SHARE and free < FREE_BYTES:
        left = f"{free // MEGABYTE} of {size // MEGABYTE} megabytes"
        full = f"The disk of {folder} is nearly full: {left} are free."
        yield consider(
            f"{full} Once it is full, mails are deferred, and nothing is stored.",
            "Make room, or give it more space. PBM_KEEP_MAIL_DAYS deletes sent mails earlier.",
            name,
        )
    elif disk.f_files and disk.f_favail < min(MIN_FREE_FILES, disk.f_files * FREE_SHARE):
        yield consider(
            f"The disk of {folder} can hold only {disk.f_favail} more files.",
            "Delete small files, such as mails in a Maildir that have been read.",
            name,
        )


# Checks of the work that goes on by itself: clocks, queue, processes and the site's pages.

LONG_QUEUED = timedelta(hours=2)
"""Mail that nobody has tried to send for so long is a problem; an upgrade or a backup is none."""
MANY_FAILURES = 3
"""The failures within a day that are a problem: each alone is mended by a new process."""
FILES_WITHIN = timedelta(minutes=10)
"""A shortage of files is over when there was none for so long."""
PAGES_WITHIN = timedelta(minutes=15)
"""A site that fails is recorded more often than that: else it is well again."""
CLOCK_ADVICE = "Let the machine set its clock by the network: chrony and systemd-timesyncd do so."


def check_ticks(examined: Examined) -> Iterator[Finding]:
    """Yields the time at which the clocks were last run, by the server or by `pbm tick`."""
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
    """Yields a problem if the machine's clock jumped within a day."""
    for incident in examined.work.incidents.recent("clock", examined.now - DAY):
        again = f" It has jumped {counted(incident.times, 'time')} today." * (incident.times > 1)
        yield consider(
            f"The machine's clock {incident.detail}.{again} Nobody loses time by that, but dates "
            "in mails are wrong as long as it is.",
            CLOCK_ADVICE,
        )


def check_queue(examined: Examined) -> Iterator[Finding]:
    """Yields the length of the queue; a problem if mail has waited for long without being tried."""
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
    """Yields the processes that failed again and again within a day."""
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
    """Yields the processes that lately could open hardly any more files."""
    for incident in examined.work.incidents.recent("files", examined.now - FILES_WITHIN):
        yield consider(
            f"The {incident.subject} process {incident.detail}, so connections wait or are cut, "
            "and their mails come again later.",
            "Raise the limit of open files (ulimit -n, or LimitNOFILE= in a systemd unit), or "
            "lower PBM_MOST_CONNECTIONS.",
            incident.subject,
        )


def check_pages(examined: Examined) -> Iterator[Finding]:
    """Yields the folders of sites that haven't been kept up to date for long."""
    for incident in examined.work.incidents.recent("site", examined.now - PAGES_WITHIN):
        yield consider(
            f"The pages in {incident.subject} aren't up to date: at {local_time(incident.at)}, "
            f"{incident.detail}. Mail goes on.",
            "See that the folder is there, that its disk has room and that the server may write "
            "into it (pbm doctor); then it goes on by itself.",
            incident.subject,
        )
