"""Read bounces: reports of failed deliveries, and auto-replies.

Takes the bytes of an email to a bounce address and returns a `BounceReport`. Its kind is `other` if
the email isn't understood.
"""

import logging
from dataclasses import dataclass
from email.message import Message
from typing import Literal

from mail.reading.automatic.automatic_mail import LOOP_HEADER, REPORTS
from mail.reading.body.parts import MAX_PARTS
from mail.reading.bounces.notices import Notice, has_notice_headers, notice_of, read_failure
from mail.reading.bounces.ses_notices import read_ses_notice
from mail.reading.headers import header_text
from mail.reading.message import bare_message, parse
from mail.reading.parsed_mail import bare_mail
from mail.reading.phrases.bounces import REJECTED

LARGEST = 64 * 1024
"""Maximum bytes of a bounce that are read. The report is near the beginning, after at most a page
of HTML.
"""
MAX_LINE_LENGTH = 300
"""Length at which lines are cut, because flufl.bounce searches a line in quadratic time."""

logging.getLogger("flufl.bounce").disabled = True  # it logs tracebacks of hostile emails


@dataclass(frozen=True, slots=True)
class BounceReport:
    """The content of an email to a bounce address.

    `hard`: a permanent failure.
    `soft`: a temporary failure.
    `away`: an auto-reply.
    `other`: anything else.
    """

    kind: Literal["hard", "soft", "away", "other"]
    addresses: tuple[str, ...] = ()
    """The addresses that failed, permanently or temporarily, if the report names them."""


def read_bounce_report(content: bytes) -> BounceReport:
    """Returns the report in an email to a bounce address.

    Its kind is `other` if it isn't understood.
    """
    try:
        return _read(content[:LARGEST], bare_mail("", content).subject)
    except Exception:  # noqa: BLE001 - parser and library fail in many ways on hostile input
        return BounceReport("other")


def reads_like_bounce(content: bytes, sender: str) -> bool:
    """Whether the headers show that the email is a bounce or an auto-reply.

    An email that pbm sent and that was forwarded to pbm is neither, whatever it says.
    """
    try:
        message = bare_message(content)
        if LOOP_HEADER in message:
            return False
        is_report = sender.strip("<> ") == "" or message.get_content_type() in REPORTS
        return is_report or has_notice_headers(message, header_text(message, "Subject"))
    except Exception:  # noqa: BLE001 - as above
        return False


def _read(content: bytes, subject: str) -> BounceReport:
    message = parse(content)
    if len(list(message.walk())) > MAX_PARTS:
        return BounceReport("other")
    if ses_notice := read_ses_notice(message):
        return BounceReport(*ses_notice)
    notice = notice_of(message, subject)
    if _is_delivered(message, notice) or notice.is_challenge:
        return BounceReport("other")
    if notice.is_absence:
        return BounceReport("away")
    return _read_failure(notice, content)


def _read_failure(notice: Notice, content: bytes) -> BounceReport:
    """Returns the failure in a notice.

    flufl.bounce knows more forms of notices without an Action field, so it is used for those.
    """
    soft, hard = _known_failures(parse(_with_short_lines(content)))
    kind = read_failure(notice)
    if kind is None and not notice.actions:
        kind = "hard" if hard else "soft" if soft else None
    if kind is None:
        return BounceReport("other")
    return BounceReport(kind, _written((hard or soft) if kind == "hard" else (soft or hard)))


def _known_failures(message: Message) -> tuple[frozenset[bytes], frozenset[bytes]]:
    """Returns the addresses that failed temporarily, and the addresses that failed permanently.

    Returns empty sets if the library raises an error.
    """
    try:
        from flufl.bounce import all_failures  # noqa: PLC0415 - few emails are bounces

        return all_failures(message)
    except Exception:  # noqa: BLE001 - it fails without a From header, for example
        return frozenset(), frozenset()


def _is_delivered(message: Message, notice: Notice) -> bool:
    """Whether the email is a complaint or a read receipt, so that the original was delivered.

    Some filters reject an email by sending a receipt. Such a receipt isn't included.
    """
    kind = str(message.get_param("report-type", "")).lower()
    if kind == "disposition-notification":
        return not REJECTED.search(notice.words)
    return kind == "feedback-report"


def _written(addresses: frozenset[bytes]) -> tuple[str, ...]:
    return tuple(sorted(address.decode("ascii").lower() for address in addresses))


def _with_short_lines(content: bytes) -> bytes:
    return b"\n".join(line[:MAX_LINE_LENGTH] for line in content.split(b"\n"))
