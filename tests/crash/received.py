"""The mail server of all players, and what its mails say."""

import base64
import email
import email.policy
import random
import re
import time
from dataclasses import dataclass
from email.utils import parseaddr

from commands.security.tokens import MAIL, REPLY
from tests.support.smtp_sink import Sink

IDLE_SECONDS = 1.0
NUMBER = re.compile(r"\+b\.([a-z2-7]+)")
"""The signed number of a mail in the outbox, within its trace."""
BOARD = re.compile(r"Summary of (.*) Board (\d+)")
NOT_IN_NAMES = re.compile(r"[ ']")
TURN = re.compile(r"(?:It is |Your move, )(\w+)(?:'s turn)?\.")
LEGAL = re.compile(r"Legal moves[^:]*:\n((?:\S+ *\n?)+)")
NONCE = re.compile(r"\bnonce\d+\b")
ACT = re.compile(r"taken\s+the\s+game\s+back[^:]*:\s+(act\d+)\.")
"""The reason of a rollback by an admin, to those whom it concerns."""
RESTORED = re.compile(r"we\s+restored\s+a\s+backup")
ASKS = re.compile(r"^ ?To move, reply", re.MULTILINE)
"""Where a mail asks its reader to move."""


@dataclass(frozen=True)
class ReceivedMail:
    """A mail that a player got."""

    arrived: float
    id: str
    number: int
    """Its number in the outbox, where mails about one board are in order."""
    label: str
    """This number, signed."""
    date: float
    recipient: str
    content: bytes
    answered: str
    """The Message-ID of the mail that it answers; empty if it answers none."""
    reply_to: str
    board: str
    """Its game and number, such as `knightpanic 101`; empty if it is about none."""
    to_move: str
    ply: int
    """The number of the next move."""
    legal: tuple
    nonces: frozenset
    acts: frozenset
    """The reasons of rollbacks by admins."""
    is_restored: bool
    """True if it tells how all boards stand after a new generation has begun."""


class Inbox(Sink):
    """A mail server that hangs up in DATA now and then, before or after it has stored the mail."""

    def __init__(self, seed, on_mail):
        super().__init__(END=self._end)
        self.hang_ups = 0.02
        self.received = []
        self._on_mail = on_mail
        self._chance = random.Random(seed)
        self._last = time.monotonic()

    def _end(self, _recipient):
        self._last = time.monotonic()
        if self._chance.random() >= self.hang_ups:
            return None
        return self._chance.choice(["cut", "lost"])

    async def accept(self, _sender, recipient, content):
        self.received.append(_read(time.time(), recipient, content))
        self._on_mail(self.received[-1])

    def is_idle(self):
        """Returns True if no mail has come for a while."""
        return time.monotonic() > self._last + IDLE_SECONDS


def _read(arrived, recipient, content):
    """Returns what a mail says."""
    mail = email.message_from_bytes(content, policy=email.policy.default)
    text = mail.get_body(("plain",)).get_content().replace("\r\n", "\n")
    is_restored = bool(RESTORED.search(text))
    summary = "" if is_restored else text  # it has many
    board, turn, legal = (sought.search(summary) for sought in (BOARD, TURN, LEGAL))
    label = NUMBER.search(mail["References"])[1]
    reply_to = parseaddr(mail["Reply-To"] or "")[1]
    is_answer = mail["Auto-Submitted"] == "auto-replied"
    return ReceivedMail(
        arrived=arrived,
        id=mail["Message-ID"],
        number=_number(label),
        label=label,
        date=mail["Date"].datetime.timestamp(),
        recipient=recipient,
        content=content,
        answered=mail["In-Reply-To"] if is_answer else "",
        reply_to=reply_to,
        board=f"{NOT_IN_NAMES.sub('', board[1]).lower()} {board[2]}" if board else "",
        to_move=turn[1] if turn else "",
        ply=_ply(reply_to) if ASKS.search(summary) else 0,
        legal=tuple(legal[1].split()) if legal else (),
        nonces=frozenset(NONCE.findall(text)),
        acts=frozenset(ACT.findall(text)),
        is_restored=is_restored,
    )


def _number(label):
    """Returns the number in a mail's trace; its signature is the server's own matter."""
    return MAIL.unpack_from(_bytes(label))[0]


def _ply(reply_to):
    """Returns the number of the move for which a reply address is valid."""
    token = reply_to.partition("@")[0].rpartition("+")[2]
    return REPLY.unpack_from(_bytes(token))[2] + 1


def _bytes(token):
    return base64.b32decode(token.upper() + "=" * (-len(token) % 8))
