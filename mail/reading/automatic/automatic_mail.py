"""Detect automatic mail. It must never be answered.

Takes the headers and the envelope sender. Returns the evidence that a program wrote the email.
"""

import re
from collections.abc import Iterator
from email.message import Message

from mail.reading.phrases.bounces import AWAY

_NO_REPLY = (
    r"(?:do[-_.]?not|dont|no|never)[-_.]?(?:reply|replies|answer|respond|response)"
    r"|nicht[-_.]?antworten|ne[-_.]?pas[-_.]?repondre|no[-_.]?(?:responder|responda|contestar)"
    r"|nao[-_.]?(?:responder|responda)|non[-_.]?rispondere|niet[-_.]?(?:be)?antwoorden"
)
UNREAD_NAME = re.compile(
    rf"mailer[-_.]?daemon|postmaster|(?:.*[-_.])?(?:{_NO_REPLY})(?:[-_].*)?"
    r"|bounces?(?:[-_.].*)?|owner-.*|.*-(?:request|owner|bounces?)"
)
"""Local parts of addresses that nobody reads. `noreply.smith` may belong to a person."""
BROKEN = re.compile(r"[\ud800-\udfff]")
"""Undecodable bytes in an address. No email can be sent to it."""
SERVICE_SENDER = re.compile(
    r"(?i)(?:[^@]*[-_.+=])?bounces?(?:[-_.+=][^@]*)?@.*|[^@]*@(?:.*\.)?bounces?[-.].*"
    rf"|[^@]*@(?:.*\.)?amazonses\.com|(?:[^@]*[-_.])?(?:{_NO_REPLY})(?:[-_+][^@]*)?@.*"
)
"""Envelope senders of services that send emails for other people. They collect bounces."""
FROM_NAME = re.compile(r"([A-Za-z0-9._+=-]{1,100})@")
BULK = ("bulk", "list", "junk", "auto_reply", "auto-reply")
AUTO_REPLY_HEADERS = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-reply")
"""Headers that prove an automatic reply. X-Auto-Response-Suppress isn't included, because emails
written by people have it too.
"""
PROGRAM_HEADERS = (
    *("list-", "rt-ticket", "rt-originator", "x-rt-", "x-otrs-", "x-jira-", "x-zendesk-"),
    *("x-zammad-", "x-freshdesk-", "x-helpscout-", "x-kayako-", "x-servicenow-"),
)
"""Beginnings of the headers of mailing lists and ticket systems."""
DOUBTFUL_HEADER = re.compile(
    r"(?i)x-.*auto-?(?:repl|respon|generat|submit|answer).*|x-fc-machinegenerated|x-cron-env"
    r"|x-ms-exchange-generated-message-source|(?:x-)?(?:mail-)?(?:vacation|out-?of-?office).*"
)
"""Names of headers that programs write, but that some servers also add to emails written by people.

X-Auto-Response-Suppress is included because some out-of-office replies of Exchange can't be
recognized by anything else.
"""
REPORTS = ("multipart/report", "message/delivery-status", "message/disposition-notification")
AWAY_TITLE = re.compile(r"[^\W\d_]{0,12}\s?[:\uff1a]")
"""The end of a title such as `Automatic reply:`, after its beginning."""
HOPS = 50
"""Number of `Received` headers above which an email is considered to be in a loop."""

LOOP_HEADER = "X-Pbm-Loop"
"""Header that every pbm server sets on all emails it sends, so that no pbm server answers another.
"""


def automatic_reason(message: Message, sender: str) -> str:
    """Returns the evidence that a program wrote the email. Empty for a person's email.

    The text isn't read.
    """
    if sender.strip() in ("", "<>"):
        return "null sender"
    if BROKEN.search(sender):
        return "broken sender"
    return _unread_sender(message, sender) or _header_evidence(message)


def relayed_author(message: Message, sender: str, author: str) -> str:
    """Returns the author of an email if a service seems to have sent it for them.

    Its envelope sender collects bounces, and nothing else shows that a program wrote the email.
    Returns an empty string for any other email.
    """
    sender = sender.strip("<> ")
    if not author or sender == author or not SERVICE_SENDER.fullmatch(sender):
        return ""
    return "" if _unread_sender(message, "") or _header_evidence(message) else author


def is_titled_absence(subject: str) -> bool:
    """Whether a subject has a title that is typical of absences, such as `Out of office:`.

    People may write such titles, too.
    """
    title = AWAY.match(subject)
    return bool(title and AWAY_TITLE.match(subject, title.end()))


def doubtful_header(message: Message) -> str:
    """Returns the first header that suggests that a program wrote the email, or an empty string."""
    return next(filter(DOUBTFUL_HEADER.fullmatch, message.keys()), "")


def is_answer(message: Message) -> bool:
    """Whether the email is an auto-reply."""
    submitted = any(
        value.startswith("auto-replied") for value in _values(message, "Auto-Submitted")
    )
    precedence = any("reply" in value for value in _values(message, "Precedence"))
    return submitted or precedence or any(header in message for header in AUTO_REPLY_HEADERS)


def _unread_sender(message: Message, sender: str) -> str:
    """Returns the evidence that nobody reads the sender's address, or an empty string."""
    authors = [name for value in _values(message, "From") for name in FROM_NAME.findall(value)[-1:]]
    for address in (sender, *authors):
        name = address.strip("<> ").partition("@")[0].partition("+")[0].lower()
        if UNREAD_NAME.fullmatch(name):
            return f"sender {name}"
    return ""


def _header_evidence(message: Message) -> str:
    if any(value != "no" for value in _values(message, "Auto-Submitted")):
        return "Auto-Submitted"
    if any(value in BULK for value in _values(message, "Precedence")):
        return "Precedence"
    if message.get_content_type() in REPORTS:
        return message.get_content_type()
    if LOOP_HEADER in message:
        return LOOP_HEADER
    if len(message.get_all("Received", [])) > HOPS:
        return "too many hops"
    return next(filter(_is_program_header, message.keys()), "")


def _is_program_header(header: str) -> bool:
    name = header.lower()
    return name.startswith(PROGRAM_HEADERS) or name in AUTO_REPLY_HEADERS


def _values(message: Message, header: str) -> Iterator[str]:
    """Yields each header of this name in lower case, without comments and parameters.

    A header that was too long to be read yields an empty string.
    """
    for value in message.get_all(header, []):
        text = re.sub(r"\([^()]*\)", "", str(value))
        yield (text if header == "From" else text.partition(";")[0]).strip().lower()
