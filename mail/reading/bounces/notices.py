"""Recognize notices of mail servers about failed and delayed deliveries.

Takes a parsed message and returns a hard failure, a soft failure, or None. The address to which a
bounce is sent already identifies the returned email, so this module only determines the kind of
failure.
"""

import re
from dataclasses import dataclass
from email.message import Message
from typing import Literal

from mail.reading.automatic.automatic_mail import is_answer
from mail.reading.body.part_text import report_texts
from mail.reading.phrases.bounces import (
    AWAY,
    CHALLENGE,
    DELAYED,
    FAILED,
    GIVEN_UP,
    MAIL_SYSTEM,
    REFUSED,
)

Failure = Literal["hard", "soft"]
RETURNED_MAIL = re.compile(
    r"(?im)^(?:>[ ]?)?(?:received: |return-path: |message-id: |x-pbm-|mime-version: "
    r"|-+ ?(?:(?:below|here|this|is|the|=) ?){0,5}(?:a )?(?:copy|original|returned|message|header)"
    r"|-+ ?(?:begin|start)|original message)"
)
"""The line at which a notice without MIME parts begins to quote the returned email."""
REPORT_HEADERS = ("x-failed-recipients", "x-ms-exchange-message-is-ndr")
ACTION = re.compile(r"(?im)^[ \t>]{0,8}action:[ \t]*([a-z]+)")
ACTIONS: dict[str, Failure] = {
    "failed": "hard",
    "failure": "hard",
    "error": "hard",
    "delayed": "soft",
}
"""Failures by the value of the Action field in a delivery status (RFC 3464). Other values aren't
failures.
"""
VERSION = re.compile(
    r"(?i)\b(?:v|version|release|exim|daemon|server|imail)[ /]?[0-9]+(?:\.[0-9]+)+"
)
STATUS_CODE = re.compile(r"(?<![0-9.])([45])\.[0-7]\.[0-9]{1,3}(?!\.?[0-9])")
"""An enhanced status code (RFC 3463). The group is its class, 4 or 5."""
REPLY_CODE = re.compile(
    r"(?im)(?:^[ \t*>-]{0,8}|said: ?|[:#(\[<\"'|=] ?|\b(?:smtp|error|code|status|reply|response"
    r"|server|returned|fehler|erreur|erro|errore|ошибка)\W{1,3})"
    r"([45])[0-57][0-9](?=[ :;,)\]\"'>#-]|$)(?! ?(?:bytes|seconds|minutes|hours|[kmg]b)\b)"
)
"""An SMTP reply code, in the places where notices have such codes."""


@dataclass(frozen=True, slots=True)
class Notice:
    """The evidence in an email about the fate of another email."""

    subject: str
    words: str
    """The text, without the text of the returned email."""
    is_report: bool
    """Whether it is a report in a standard format. Auto-replies never have one."""
    from_mail_system: bool
    is_answer: bool

    @property
    def is_absence(self) -> bool:
        """Whether the email is an auto-reply."""
        if self.is_report:
            return False
        return bool(AWAY.match(self.subject)) or (self.is_answer and not self.from_mail_system)

    @property
    def is_challenge(self) -> bool:
        """Whether the email asks for proof that a person sent the original."""
        if self.is_report or FAILED.search(self.subject) or self.code_classes:
            return False
        return bool(CHALLENGE.search(f"{self.subject}\n{self.words}"))

    @property
    def actions(self) -> frozenset[str]:
        """The values of the Action fields in a delivery status, even in a plain-text one."""
        return frozenset(action.lower() for action in ACTION.findall(self.words))

    @property
    def is_delay(self) -> bool:
        """Whether the server will try the delivery again."""
        words = f"{self.subject}\n{self.words}"
        return bool(DELAYED.search(words)) and not GIVEN_UP.search(words)

    @property
    def code_classes(self) -> frozenset[str]:
        """The classes of all status and reply codes: 4 for temporary, 5 for permanent failures."""
        words = VERSION.sub("", self.words)
        return frozenset(STATUS_CODE.findall(words) + REPLY_CODE.findall(words))

    @property
    def is_failure_notice(self) -> bool:
        """Whether a mail server probably wrote the email."""
        return self.is_report or self.from_mail_system or bool(FAILED.search(self.subject))


def has_notice_headers(message: Message, subject: str) -> bool:
    """Whether the headers show a failed delivery or an auto-reply."""
    return bool(
        MAIL_SYSTEM.search(str(message.get("From", "")).strip())
        or FAILED.search(subject)
        or AWAY.match(subject)
        or is_answer(message)
        or any(header in message for header in REPORT_HEADERS)
    )


def notice_of(message: Message, subject: str) -> Notice:
    """Returns the evidence in an email. `subject`: its decoded subject."""
    return Notice(
        subject,
        "\n\n".join(map(_without_returned_mail, report_texts(message))),
        _is_report(message),
        bool(MAIL_SYSTEM.search(str(message.get("From", "")).strip())),
        is_answer(message),
    )


def read_failure(notice: Notice) -> Failure | None:
    """Returns the failure according to the Action fields or, without any, the words of the notice.

    Returns None if there is no failure.
    """
    if notice.actions:
        failures = {ACTIONS[action] for action in notice.actions if action in ACTIONS}
        return "hard" if "hard" in failures else "soft" if failures else None
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
    match = RETURNED_MAIL.search(text)
    return text[: match.start()] if match else text
