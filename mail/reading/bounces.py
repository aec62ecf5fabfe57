"""Reading of bounces: delivery failures and notices of absence."""

import json
import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from typing import Any, Literal

from mail.reading.automatic import LOOP_HEADER, REPORTS, is_answer
from mail.reading.body import MAX_PARTS, report_texts
from mail.reading.headers import header_text
from mail.reading.message import bare_message, parse
from mail.reading.parsed_mail import bare_mail
from mail.reading.phrases.bounces import (
    AWAY,
    CHALLENGE,
    DELAYED,
    FAILED,
    GIVEN_UP,
    MAIL_SYSTEM,
    REFUSED,
    REJECTED,
)

# Reading of mail servers' notices of failed and delayed deliveries, of all forms.
#
# As the address of a bounce names the mail, only the kind of failure has to be found.

Failure = Literal["hard", "soft"]

RETURNED_MAIL = re.compile(
    r"(?im)^(?:>[ ]?)?(?:received: |return-path: |message-id: |x-pbm-|mime-version: "
    r"|-+ ?(?:(?:below|here|this|is|the|=) ?){0,5}(?:a )?(?:copy|original|returned|message|header)"
    r"|-+ ?(?:begin|start)|original message)"
)
"""The line at which a notice without parts begins to quote the mail that it returns."""
REPORT_HEADERS = ("x-failed-recipients", "x-ms-exchange-message-is-ndr")
ACTION = re.compile(r"(?im)^[ \t>]{0,8}action:[ \t]*([a-z]+)")
ACTIONS: dict[str, Failure] = {
    "failed": "hard",
    "failure": "hard",
    "error": "hard",
    "delayed": "soft",
}
"""Readings of the action in a delivery status (RFC 3464); the others are no failures."""
VERSION = re.compile(
    r"(?i)\b(?:v|version|release|exim|daemon|server|imail)[ /]?[0-9]+(?:\.[0-9]+)+"
)
STATUS_CODE = re.compile(r"(?<![0-9.])([45])\.[0-7]\.[0-9]{1,3}(?!\.?[0-9])")
"""A status code (RFC 3463)."""
REPLY_CODE = re.compile(
    r"(?im)(?:^[ \t*>-]{0,8}|said: ?|[:#(\[<\"'|=] ?|\b(?:smtp|error|code|status|reply|response"
    r"|server|returned|fehler|erreur|erro|errore|ошибка)\W{1,3})"
    r"([45])[0-57][0-9](?=[ :;,)\]\"'>#-]|$)(?! ?(?:bytes|seconds|minutes|hours|[kmg]b)\b)"
)
"""A reply code of SMTP, in the places where such codes stand."""


@dataclass(frozen=True, slots=True)
class Notice:
    """The evidence in a mail about what became of another."""

    subject: str
    words: str
    """The text without the returned mail's."""
    is_report: bool
    """True for a report in a standard form, which no absent person's program writes."""
    from_mail_system: bool
    is_answer: bool

    @property
    def is_absence(self) -> bool:
        """True for an automatic reply of an absent person."""
        if self.is_report:
            return False
        return bool(AWAY.match(self.subject)) or (self.is_answer and not self.from_mail_system)

    @property
    def is_challenge(self) -> bool:
        """True for a mail that asks its receiver to prove something."""
        if self.is_report or FAILED.search(self.subject) or self.code_classes:
            return False
        return bool(CHALLENGE.search(f"{self.subject}\n{self.words}"))

    @property
    def actions(self) -> frozenset[str]:
        """The actions named in a delivery status, which may stand in plain text."""
        return frozenset(found.lower() for found in ACTION.findall(self.words))

    @property
    def is_delay(self) -> bool:
        """True if the delivery is still being tried."""
        words = f"{self.subject}\n{self.words}"
        return bool(DELAYED.search(words)) and not GIVEN_UP.search(words)

    @property
    def code_classes(self) -> frozenset[str]:
        """The classes of all status and reply codes: 4 for temporary, 5 for permanent failures."""
        words = VERSION.sub("", self.words)
        return frozenset(STATUS_CODE.findall(words) + REPLY_CODE.findall(words))

    @property
    def is_failure_notice(self) -> bool:
        """True if a mail server wrote it, as far as can be seen."""
        return self.is_report or self.from_mail_system or bool(FAILED.search(self.subject))


def has_notice_headers(message: Message, subject: str) -> bool:
    """Returns True if headers alone tell a failure or an absence, whatever the text says."""
    return bool(
        MAIL_SYSTEM.search(str(message.get("From", "")).strip())
        or FAILED.search(subject)
        or AWAY.match(subject)
        or is_answer(message)
        or any(header in message for header in REPORT_HEADERS)
    )


def notice_of(message: Message, subject: str) -> Notice:
    """Returns the evidence in a mail with this decoded subject."""
    return Notice(
        subject,
        "\n\n".join(map(_without_returned_mail, report_texts(message))),
        _is_report(message),
        bool(MAIL_SYSTEM.search(str(message.get("From", "")).strip())),
        is_answer(message),
    )


def read_failure(notice: Notice) -> Failure | None:
    """Returns the failure in a notice, by its actions or else by its words; None without one."""
    if notice.actions:
        found = {ACTIONS[action] for action in notice.actions if action in ACTIONS}
        return "hard" if "hard" in found else "soft" if found else None
    return _read_words(notice) if notice.is_failure_notice else None


def _read_words(notice: Notice) -> Failure | None:
    words, codes = notice.words, notice.code_classes
    if "5" in codes or GIVEN_UP.search(words):
        return "hard"
    if codes or notice.is_delay:
        return "soft"
    reasons = FAILED.search(notice.subject) or FAILED.search(words) or REFUSED.search(words)
    return "hard" if reasons else None


def _is_report(message: Message) -> bool:
    declared = str(message.get_param("report-type", "")).lower() == "delivery-status"
    kinds = {part.get_content_type() for part in message.walk()}
    return (
        declared
        or "message/delivery-status" in kinds
        or any(header in message for header in REPORT_HEADERS)
    )


def _without_returned_mail(text: str) -> str:
    found = RETURNED_MAIL.search(text)
    return text[: found.start()] if found else text


# Reading of the notices of Amazon SES, which are JSON (RFC 8259), perhaps within one of SNS.

Reading = Literal["hard", "soft", "other"]


def read_ses_notice(message: Message) -> tuple[Reading, tuple[str, ...]] | None:
    """Returns the kind of a notice, with the addresses that failed; None for other mail."""
    notice = _json_object(next(iter(report_texts(message)), ""))
    if notice is not None and isinstance(notice.get("Message"), str):
        notice = _json_object(notice["Message"])
    if notice is None:
        return None
    match notice.get("notificationType") or notice.get("eventType"):
        case "Bounce":
            return _bounce(notice["bounce"])
        case "DeliveryDelay":
            return "soft", _addresses(notice["deliveryDelay"].get("delayedRecipients", ()))
        case str():
            return "other", ()
    return None


def _bounce(bounce: dict[str, Any]) -> tuple[Reading, tuple[str, ...]]:
    kind: Reading = "hard" if bounce["bounceType"] == "Permanent" else "soft"
    return kind, _addresses(bounce.get("bouncedRecipients", ()))


def _addresses(recipients: list[dict[str, Any]]) -> tuple[str, ...]:
    return tuple(sorted(str(each["emailAddress"]).lower() for each in recipients))


def _json_object(text: str) -> dict[str, Any] | None:
    """Returns the JSON object with which a text begins; other text may follow."""
    start = text.lstrip()
    if not start.startswith("{"):
        return None
    try:
        found, _ = json.JSONDecoder(strict=False).raw_decode(start)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


LARGEST = 64 * 1024
"""The size read of a bounce: the report comes first, after at most a page of HTML."""
MAX_LINE_LENGTH = 300
"""The length at which lines are cut: the library searches a line in quadratic time."""

logging.getLogger("flufl.bounce").disabled = True  # it logs tracebacks of hostile mails


@dataclass(frozen=True, slots=True)
class BounceReport:
    """The content of a mail to a bounce address."""

    kind: Literal["hard", "soft", "away", "other"]
    addresses: tuple[str, ...] = ()
    """The addresses that failed, for good or for now, as far as they are told."""


def read_bounce_report(content: bytes) -> BounceReport:
    """Returns the report in a mail to a bounce address; anything not understood is `other`."""
    try:
        return _read(content[:LARGEST], bare_mail("", content).subject)
    except Exception:  # noqa: BLE001 - parser and library fail in many ways on hostile input
        return BounceReport("other")


def reads_like_bounce(content: bytes, sender: str) -> bool:
    """Returns True for a bounce or a notice of absence, as far as its headers show.

    A mail of ours that was sent on to us is none, whatever its text says.
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
    """Returns the failure of a notice; of one without actions the library knows more forms."""
    soft, hard = _known_failures(parse(_with_short_lines(content)))
    kind = read_failure(notice)
    if kind is None and not notice.actions:
        kind = "hard" if hard else "soft" if soft else None
    if kind is None:
        return BounceReport("other")
    return BounceReport(kind, _written((hard or soft) if kind == "hard" else (soft or hard)))


def _known_failures(message: Message) -> tuple[frozenset[bytes], frozenset[bytes]]:
    """Returns the addresses that failed for now, and for good; none if the library fails itself."""
    try:
        from flufl.bounce import all_failures  # noqa: PLC0415 - few mails are bounces

        return all_failures(message)
    except Exception:  # noqa: BLE001 - it fails without a From header, for example
        return frozenset(), frozenset()


def _is_delivered(message: Message, notice: Notice) -> bool:
    """Returns True for a complaint or a receipt, unless that is how a filter refuses the mail."""
    kind = str(message.get_param("report-type", "")).lower()
    if kind == "disposition-notification":
        return not REJECTED.search(notice.words)
    return kind == "feedback-report"


def _written(addresses: frozenset[bytes]) -> tuple[str, ...]:
    return tuple(sorted(address.decode("ascii").lower() for address in addresses))


def _with_short_lines(content: bytes) -> bytes:
    return b"\n".join(line[:MAX_LINE_LENGTH] for line in content.split(b"\n"))


# Finds in a bounce what names the mail that came back: headers and words, the best first.

"""The size read of a bounce."""
RETURNED = (
    "message/rfc822",
    "message/global",
    "message/global-headers",
    "message/rfc822-headers",
    "text/rfc822-headers",
)
"""The types of a part with the returned mail, or with its headers alone."""
IDS = ("Message-ID", "References")
THREAD = ("In-Reply-To", "References")


def returned_mail(content: bytes) -> list[str]:
    """Returns headers with Message-IDs of the returned mail and of the bounce, and its texts."""
    try:
        return [*_found(parse(content[:LARGEST]))]
    except Exception:  # noqa: BLE001 - the parser fails in many ways on hostile input
        return []


def _found(message: Message) -> Iterator[str]:
    for number, part in enumerate(message.walk()):
        if number > MAX_PARTS:
            return
        if part.get_content_type() in RETURNED:
            yield from _returned(part)
    yield from _headers(message, THREAD)
    yield from report_texts(message)


def _returned(part: Message) -> Iterator[str]:
    inner = part.get_payload()
    if isinstance(inner, list):
        for each in inner:
            if isinstance(each, Message):
                yield from _headers(each, IDS)
    else:
        payload = part.get_payload(decode=True)
        yield payload.decode("latin-1") if isinstance(payload, bytes) else str(inner)


def _headers(message: Message, names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        yield header_text(message, name)
