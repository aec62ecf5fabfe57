"""Checks for incoming emails that pbm couldn't handle and has kept."""

from collections.abc import Iterator

from commands.server.health.check import Examined, Finding, broken, consider
from pbm.stored_values import MAX_FAILED_MAILS
from pbm.wording import counted, local_time

ADVICE = (
    "pbm will try these emails again when it next starts, for example after an upgrade. Please "
    "report the error. To see the emails, run: pbm admin mail failed list"
)


def check_failed_mail(examined: Examined) -> Iterator[Finding]:
    """Yields a problem while failed emails are kept. A full table is a worse one."""
    failed_mails = examined.work.failed_mails
    count = failed_mails.count()
    if not count:
        return
    (oldest,) = failed_mails.list(1)
    text = (
        f"{counted(count, 'incoming email')} couldn't be processed because of an error in pbm "
        f"({oldest.error}), the first on {local_time(oldest.at)}."
    )
    if count < MAX_FAILED_MAILS:
        yield consider(f"{text} None is lost.", ADVICE)
    else:
        full = "pbm can't keep any more, so it defers further emails. The senders' servers give up"
        yield broken(f"{text} {full} after a few days.", f"Retry or drop some of them. {ADVICE}")
