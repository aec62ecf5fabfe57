"""Detection of automatic mail, which must never be answered."""

import re
from collections.abc import Iterator
from email.message import Message

_NO_REPLY = (
    r"(?:do[-_.]?not|dont|no|never)[-_.]?(?:reply|replies|answer|respond|response)"
    r"|nicht[-_.]?antworten|ne[-_.]?pas[-_.]?repondre|no[-_.]?(?:responder|responda|contestar)"
    r"|nao[-_.]?(?:responder|responda)|non[-_.]?rispondere|niet[-_.]?(?:be)?antwoorden"
)
UNREAD_NAME = re.compile(
    rf"mailer[-_.]?daemon|postmaster|(?:.*[-_.])?(?:{_NO_REPLY})(?:[-_].*)?"
    r"|bounces?(?:[-_.].*)?|owner-.*|.*-(?:request|owner|bounces?)"
)
"""Local parts of addresses that nobody reads; `noreply.smith` may be a person's."""
BROKEN = re.compile(r"[\ud800-\udfff]")
"""Undecodable bytes of an address, to which no mail can be sent."""
FROM_NAME = re.compile(r"([A-Za-z0-9._+=-]{1,100})@")
BULK = ("bulk", "list", "junk", "auto_reply", "auto-reply")
AUTO_REPLY_HEADERS = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-reply")
"""Headers of automatic replies; X-Auto-Response-Suppress also occurs in people's mail."""
DOUBTFUL_HEADER = re.compile(
    r"(?i)x-.*auto-?(?:repl|respon|generat|submit|answer).*|x-fc-machinegenerated|x-cron-env"
    r"|x-ms-exchange-generated-message-source|(?:x-)?(?:mail-)?(?:vacation|out-?of-?office).*"
)
"""Names of headers that programs write, and that some servers add to people's mail as well.

Exchange has nothing but X-Auto-Response-Suppress in some notices of absence.
"""
REPORTS = ("multipart/report", "message/delivery-status", "message/disposition-notification")
HOPS = 50
"""The number of `Received` headers above which a mail is in a loop."""

LOOP_HEADER = "X-Pbm-Loop"
"""The header that every pbm server sets on all its mail, so that none answers another."""


def automatic_reason(message: Message, sender: str) -> str:
    """Returns the evidence that a program wrote this; empty for a person's mail."""
    if sender.strip() in ("", "<>"):
        return "null sender"
    if BROKEN.search(sender):
        return "broken sender"
    return _unread_sender(message, sender) or _header_evidence(message)


def doubtful_header(message: Message) -> str:
    """Returns the first header that makes it doubtful that a person wrote this; empty for none."""
    return next(filter(DOUBTFUL_HEADER.fullmatch, message.keys()), "")


def is_answer(message: Message) -> bool:
    """Returns True for an automatic reply of an absent person."""
    submitted = any(
        value.startswith("auto-replied") for value in _values(message, "Auto-Submitted")
    )
    precedence = any("reply" in value for value in _values(message, "Precedence"))
    return submitted or precedence or any(header in message for header in AUTO_REPLY_HEADERS)


def _unread_sender(message: Message, sender: str) -> str:
    """Returns the evidence that nobody reads the sender's address."""
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
    return header.lower().startswith("list-") or header.lower() in AUTO_REPLY_HEADERS


def _values(message: Message, header: str) -> Iterator[str]:
    """Yields the value of each header of this name, without comments and parameters, in lower case.

    There may be several; one that was too long to be read is empty.
    """
    for value in message.get_all(header, []):
        text = re.sub(r"\([^()]*\)", "", str(value))
        yield (text if header == "From" else text.partition(";")[0]).strip().lower()
