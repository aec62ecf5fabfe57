"""The reasons why a command needs a confirmation from a registered address."""

from dataclasses import dataclass
from typing import Literal

Evidence = Literal["sender", "reply", "password", "address"]
"""How an email that needs a confirmation identifies its player.

- "sender": only by its sender
- "reply": by a reply address
- "password": by a password
- "address": not at all, because the address isn't registered yet
"""


@dataclass(frozen=True, slots=True)
class ConfirmationReason:
    """A reason, with its texts for the player and for the sender."""

    introduction: str
    """Text above the command in the email that asks the player to confirm it."""
    explanation: str
    """Sentence for the sender. `{0}` is replaced by the player's userid."""
    evidence: Evidence
    """Evidence in the email. Requests with different evidence are limited separately, because some
    evidence is easily forged.
    """
    shows_board: bool = False
    """Whether the email shows the current board. If so, `{0}` in `introduction` is replaced by the
    board's number.
    """


CHALLENGE = ConfirmationReason(
    "A mail from your address asks for this",
    "Your mail doesn't prove that {0} wrote it.",
    "sender",
)

UNREGISTERED = ConfirmationReason(
    "A reply to a mail that was sent to you asks for this, from an address that isn't yours here",
    "You replied to a mail that was sent to {0}, from an address that isn't registered for {0}.",
    "reply",
)

BY_SUBJECT = ConfirmationReason(
    "Did you write this on board {0}? It came in a mail from your address that was no reply to one "
    "of ours; its subject names the board",
    "Your mail doesn't prove that {0} wrote it: it wasn't sent to the reply address of a board.",
    "sender",
    shows_board=True,
)

DENIED = ConfirmationReason(
    "A mail in your name asks for this; as far as this server can tell, it wasn't sent from your "
    "address",
    "As far as this server can tell, your mail wasn't sent from an address of {0}.",
    "reply",
)

OLD_REPLY = ConfirmationReason(
    "A reply to an older mail than the latest, or to one of which others have seen a reply, asks "
    "for this, which can't be taken back",
    "You replied to an older mail than the latest, or sent others a copy of a reply to it, and "
    "what you asked for can't be taken back.",
    "reply",
)

GUESSED = ConfirmationReason(
    "Shall this be done? Your words read as if you meant it",
    "The words in your mail may mean this.",
    "sender",
)

LOCKED = ConfirmationReason(
    "A mail with your password asks for this; as wrong passwords came from the same address "
    "before, it waits for you",
    "Wrong passwords came from your address before, so the right one isn't enough for now.",
    "password",
)
