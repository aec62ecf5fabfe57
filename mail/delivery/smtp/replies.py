"""Classify replies of SMTP servers by their fault, and describe them for admins.

A reply may contain anything, even pieces of our password. So error texts contain only its code, its
status and our own words. The rest is logged at the level debug, but not after a login.

The code, the enhanced status (RFC 3463) and the step decide. The words of a reply matter only where
providers have no common code: for "too many", "log in first" and "you may not send as". A status
about the recipient (x.1.x, x.2.x) overrides words about the rate.
"""

import re
from collections.abc import Mapping
from typing import Literal

from mail.delivery.relay import Fault
from pbm.process.lazy_logger import get_logger

Step = Literal["mail", "recipient", "message"]
"""The command that the server replied to: MAIL, RCPT, or DATA with the message."""

MAX_READ_LENGTH = 500
"""Maximum number of characters of a reply that are searched."""
ACCEPTED = (250, 251)
CLOSING = 421
WANTS_LOGIN = (530, 534, 535, 538)
STATUS = re.compile(r"([245]\.(\d)\.(\d{1,2}))\b")
POLICY = 7
SERVER_SUBJECTS = (3, POLICY)
"""Subjects of statuses about the server or its policy. Even in reply to RCPT, such a status isn't
about the recipient.
"""
RECIPIENT_SUBJECTS = (1, 2)
RATE = {(4, 5), (5, 3), (7, 28)}
"""Statuses for congestion (Gmail also sends it for its daily limit), too many recipients, and mail
flood.
"""
SENDER = {(1, 7), (1, 8)}
"""Statuses about the sender's address."""
SERVER_BUSY = {(3, 1), (3, 2)}
"""Statuses of a server whose disk is full, or that accepts no mail at present."""

_AMOUNT = r"(?:rate|limits?|quota|threshold|allowance)"
_THINGS = (
    r"(?:e-?mails?|messages?|connections?|sessions?|recipients?|log-?ins?|attempts|requests"
    r"|commands)"
)
RATE_WORDS = re.compile(
    rf"too many (?:[\w-]+ ){{0,3}}{_THINGS}|too much (?:e-?)?mail|sent too (?:many|much)"
    r"|too (?:fast|frequent)|slow down"
    rf"|throttl|rate[- ]?limit|ratelimit|unusual rate"
    rf"|\b{_AMOUNT}\b[^.;]*\b(?:exceeded|reached|hit)"
    rf"|\b(?:exceed(?:ed|s|ing)?|reached|over)\b[^.;]*\b{_AMOUNT}\b"
    rf"|{_THINGS} per (?:minute|hour|day)|submissionquota|(?:thread|connections?) limit",
    re.IGNORECASE,
)
NOT_RATE_WORDS = re.compile(
    r"\b(?:size|length|large|larger|bytes|hops?|storage|grey|gr[ae]ylist\w*|recipient thread"
    r"|receiving mail)\b",
    re.IGNORECASE,
)
OUR_LIMIT_WORDS = re.compile(r"STOREDRV\.(?:Client)?Submi|SMTP relay limit", re.IGNORECASE)
LOGIN_WORDS = re.compile(
    r"not authenticated|authentication (?:is )?required|authenticate first|log ?in first"
    r"|requires? (?:smtp )?auth\w*|must (?:first )?(?:authenticate|log ?in)|needs? authentication"
    r"|must be (?:authenticated|logged)",
    re.IGNORECASE,
)
SENDER_WORDS = re.compile(
    r"relay(?:ing)? (?:access )?(?:is )?(?:denied|prohibited|not (?:permitted|allowed))"
    r"|(?:not permitted|not allowed|unable|denied|prohibited) to relay|send-?as-?denied"
    r"|sender (?:address )?(?:is )?(?:rejected|denied|refused|not (?:owned|allowed|permitted))"
    r"|not (?:owned by|allowed to send (?:as|from)|permitted to send (?:as|from))"
    r"|null sender|(?:bad|invalid) sender|envelope (?:sender|from)",
    re.IGNORECASE,
)


WORDS: Mapping[Fault, str] = {
    "relay": "the server isn't accepting mail at the moment",
    "tls": "the server requires TLS",
    "login": "the server requires a login",
    "rate": "the server isn't accepting more emails at the moment",
    "sender": "the server rejected the sender",
    "connection": "pbm can't understand this reply",
    "mail": "the server rejected the email",
    "recipient": "the server rejected the recipient",
}
"""Description of each fault, for error texts."""
MAX_QUOTED_LENGTH = 200

log = get_logger()


def in_our_words(code: int, message: str, fault: Fault) -> str:
    """Returns the text for a refusal: its code, its status, and the meaning of the fault."""
    log.debug("relay reply", code=code, said=message[:MAX_QUOTED_LENGTH])
    return f"{code_of(code, message)} ({WORDS[fault]})"


def code_of(code: int, message: str) -> str:
    """Returns the code of a reply, followed by the enhanced status if there is one."""
    status = STATUS.match(message)
    return f"{code} {status[0]}" if status else str(code)


def reply_fault(step: Step, code: int, message: str, *, may_log_in: bool = False) -> Fault:
    """Returns the fault behind a reply that didn't accept an email.

    `may_log_in`: whether the server offers a login that pbm didn't use. In this case a policy
    against a recipient may concern all clients that aren't logged in: Postfix rejects them with
    "Recipient address rejected".
    """
    message = message[:MAX_READ_LENGTH]
    if is_about_rate(code, message):
        return "rate"
    if SENDER_WORDS.search(message) or _status(message) in SENDER:
        return "sender"
    if code in WANTS_LOGIN or LOGIN_WORDS.search(message):
        return "login"
    if code in (CLOSING, 454) or (code < 500 and _status(message) in SERVER_BUSY):
        return "relay"
    if step == "mail":  # the server doesn't know the recipient yet
        return "sender"
    subject = (_status(message) or (0, 0))[0]
    if step == "recipient" and subject == POLICY and code >= 500 and may_log_in:
        return "sender"
    return "recipient" if step == "recipient" and subject not in SERVER_SUBJECTS else "mail"


def login_fault(code: int, message: str) -> Fault:
    """Returns the fault behind a refused login. Temporary refusals are the relay's fault."""
    if is_about_rate(code, message):
        return "rate"
    return "login" if code >= 500 else "relay"


def is_about_rate(code: int, message: str) -> bool:
    """Whether a reply says that pbm has sent too much, or too fast."""
    if code < 400:
        return False
    message = message[:MAX_READ_LENGTH]  # the searches take quadratic time
    status = _status(message)
    if OUR_LIMIT_WORDS.search(message):
        return not SENDER_WORDS.search(message)
    if status and status[0] in RECIPIENT_SUBJECTS:
        return False
    if status in RATE:
        return True
    return bool(RATE_WORDS.search(message) and not NOT_RATE_WORDS.search(message))


def _status(message: str) -> tuple[int, int] | None:
    """Returns subject and detail of the enhanced status at the start of a reply.

    Returns None if there is none.
    """
    match = STATUS.match(message)
    return (int(match[2]), int(match[3])) if match else None
