"""The mails that players get, as far as the test reads them."""

import base64
import email
import email.policy
import re
from dataclasses import dataclass
from email.utils import parseaddr

from commands.security.tokens import MAIL

NUMBER = re.compile(r"\+b\.([a-z2-7]+)")
"""The signed number of a mail in the outbox, within its Message-ID."""
BOARD = re.compile(r"Summary of (.*) Board (\d+)")
NOT_IN_NAMES = re.compile(r"[ ']")
TURN = re.compile(r"It is (\w+)'s turn\.")
LEGAL = re.compile(r"Legal moves[^:]*:\n((?:\S+ *\n?)+)")
NONCE = re.compile(r"\bnonce\d+\b")
PLY = re.compile(r"#(\d+)$", re.MULTILINE)


@dataclass(frozen=True)
class Letter:
    """A mail that a player got."""

    arrived: float
    id: str
    number: int
    """Its number in the outbox, where those about one board are in order."""
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


def read_letter(arrived, recipient, content):
    """Returns what stands in a mail."""
    mail = email.message_from_bytes(content, policy=email.policy.default)
    text = mail.get_body(("plain",)).get_content().replace("\r\n", "\n")
    board, turn, legal = BOARD.search(text), TURN.search(text), LEGAL.search(text)
    ply, is_answer = PLY.search(text), mail["Auto-Submitted"] == "auto-replied"
    return Letter(
        arrived=arrived,
        id=mail["Message-ID"],
        number=_number(mail["Message-ID"]),
        date=mail["Date"].datetime.timestamp(),
        recipient=recipient,
        content=content,
        answered=mail["In-Reply-To"] if is_answer else "",
        reply_to=parseaddr(mail["Reply-To"] or "")[1],
        board=f"{NOT_IN_NAMES.sub('', board[1]).lower()} {board[2]}" if board else "",
        to_move=turn[1] if turn else "",
        ply=int(ply[1]) if ply else 0,
        legal=tuple(legal[1].split()) if legal else (),
        nonces=frozenset(NONCE.findall(text)),
    )


def _number(id):
    """Returns the number in a Message-ID; its signature is the server's own matter."""
    label = NUMBER.search(id)[1].upper()
    return MAIL.unpack_from(base64.b32decode(label + "=" * (-len(label) % 8)))[0]
