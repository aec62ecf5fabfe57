"""Recognising mail that nobody wrote, which must never be answered."""

from email.message import Message

QUIET_NAMES = ("mailer-daemon", "postmaster", "noreply", "no-reply", "donotreply")
BULK = ("bulk", "list", "junk")
HOPS = 50
"""More `Received` lines than this mean a loop."""

LOOP_HEADER = "X-Pbm-Loop"
"""Every pbm server sets it on all it sends, so that none answers another."""


def why_automatic(message: Message, sender: str) -> str:
    """What shows that a program wrote this; empty for a person's mail."""
    name = sender.partition("@")[0].partition("+")[0].lower()
    if sender in ("", "<>"):
        return "null sender"
    if name in QUIET_NAMES:
        return f"sender {name}"
    return _header_evidence(message)


def _header_evidence(message: Message) -> str:
    submitted = _plain(message, "Auto-Submitted").partition(";")[0].strip()
    if submitted not in ("", "no"):
        return f"Auto-Submitted: {submitted}"
    if _plain(message, "Precedence") in BULK:
        return "Precedence"
    if message.get_content_type() == "multipart/report":
        return "multipart/report"
    if LOOP_HEADER in message:
        return LOOP_HEADER
    if len(message.get_all("Received", [])) > HOPS:
        return "too many hops"
    return next((header for header in message if header.lower().startswith("list-")), "")


def _plain(message: Message, header: str) -> str:
    return str(message.get(header, "")).strip().lower()
