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


PLEASE_CONFIRM = "Please confirm this command."


@dataclass(frozen=True, slots=True)
class ConfirmationReason:
    """A reason, with its texts for the player and for the sender."""

    introduction: str
    """Text above the command in the email that asks the player to confirm it. May be empty."""
    explanation: str
    """Sentence for the sender. `{0}` is replaced by the player's userid."""
    evidence: Evidence
    """Evidence in the email. Requests with different evidence are limited separately, because some
    evidence is easily forged.
    """
    question: str = PLEASE_CONFIRM
    """First sentence of that email."""
    shows_board: bool = False
    """Whether the email shows the current board. If so, `{0}` in `question` is replaced by the
    board's number.
    """


CHALLENGE = ConfirmationReason(
    "",
    "We can't be sure that {0} sent this email.",
    "sender",
)

UNREGISTERED = ConfirmationReason(
    "The command came in a reply to one of our emails to you, but from an address that isn't "
    "registered to you.",
    "You replied to an email to {0}, but from an address that isn't registered to {0}.",
    "reply",
)

BY_SUBJECT = ConfirmationReason(
    "It came in an email that names the board and has your address as the sender, but isn't a "
    "reply to one of our emails.",
    "We can't be sure that {0} sent this email, because it didn't go to the reply address of a "
    "board.",
    "sender",
    question="Did you write this for board {0}?",
    shows_board=True,
)

DENIED = ConfirmationReason(
    "The command came in an email with your address as the sender, but somebody else may have sent "
    "it.",
    "Your email doesn't seem to come from an address registered to {0}.",
    "reply",
)

OLD_REPLY = ConfirmationReason(
    "The command came in a reply to an email that isn't our latest, or others have seen your "
    "reply.",
    "You replied to an email that isn't our latest, or sent others a copy of your reply.",
    "reply",
)

GUESSED = ConfirmationReason(
    "",
    "Your email may have been meant as a command.",
    "sender",
    question="Did you mean this command?",
)

LOCKED = ConfirmationReason(
    "The command came with your password, but from an address that has sent wrong passwords "
    "before.",
    "We received wrong passwords from your address, so for now you must also confirm commands that "
    "have the correct password.",
    "password",
)
