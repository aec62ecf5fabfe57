"""Recognising mail that nobody wrote, which must never be answered."""

import re
from collections.abc import Iterator
from email.message import Message

QUIET_NAME = re.compile(
    r"mailer[-_.]?daemon|postmaster|(?:do[-_.]?not|no)[-_.]?reply(?:[-_.].*)?"
    r"|bounces?(?:[-_.].*)?|owner-.*|.*-(?:request|owner|bounces?)"
)
"""What stands before the @ in addresses at which nobody reads."""
BROKEN = re.compile(r"[\ud800-\udfff]")
"""Bytes of an address that are no text: no mail can be sent there."""
FROM_NAME = re.compile(r"([A-Za-z0-9._+=-]{1,100})@")
BULK = ("bulk", "list", "junk", "auto_reply", "auto-reply")
ANSWERING = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-reply")
"""Headers of programs that answer for people; X-Auto-Response-Suppress is people's mail too."""
REPORTS = ("multipart/report", "message/delivery-status", "message/disposition-notification")
HOPS = 50
"""More `Received` lines than this mean a loop."""

LOOP_HEADER = "X-Pbm-Loop"
"""Every pbm server sets it on all it sends, so that none answers another."""


def automatic_reason(message: Message, sender: str) -> str:
    """What shows that a program wrote this; empty for a person's mail."""
    if sender.strip() in ("", "<>"):
        return "null sender"
    if BROKEN.search(sender):
        return "broken sender"
    return _quiet(message, sender) or _header_evidence(message)


def is_answer(message: Message) -> bool:
    """Whether a program says that it answers for a person who is away."""
    submitted = any(
        value.startswith("auto-replied") for value in _values(message, "Auto-Submitted")
    )
    precedence = any("reply" in value for value in _values(message, "Precedence"))
    return submitted or precedence or any(header in message for header in ANSWERING)


def _quiet(message: Message, sender: str) -> str:
    """The name of a sender at whose address nobody reads."""
    authors = [name for value in _values(message, "From") for name in FROM_NAME.findall(value)[-1:]]
    for address in (sender, *authors):
        name = address.strip("<> ").partition("@")[0].partition("+")[0].lower()
        if QUIET_NAME.fullmatch(name):
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
    return next(filter(_of_programs, message.keys()), "")


def _of_programs(header: str) -> bool:
    return header.lower().startswith("list-") or header.lower() in ANSWERING


def _values(message: Message, header: str) -> Iterator[str]:
    """What each header of this name says, without comments and parameters, in small letters.

    There may be several; one that was too long to be read says nothing.
    """
    for value in message.get_all(header, []):
        text = re.sub(r"\([^()]*\)", "", str(value))
        yield (text if header == "From" else text.partition(";")[0]).strip().lower()
