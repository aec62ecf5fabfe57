"""What the reply address of an email shows about its sender."""

from dataclasses import dataclass

from commands.content.reply_claims import MessageClaims, ReplyAge, ReplyClaims


@dataclass(frozen=True, slots=True)
class ReplyEvidence:
    """The claims of the reply address to which an email was sent, and who replies when."""

    claims: ReplyClaims | None = None
    """The claims, if the email replies to one about a board."""
    message: MessageClaims | None = None
    """The claims, if the email answers a player's message."""
    from_own_address: bool = False
    """Whether it came from a registered address of the player named by the claims."""
    age: ReplyAge = ReplyAge.OLD
    """The age of the email replied to, when the reply arrived."""
    by_subject: bool = False
    """Whether it came to our plain address, and its subject alone names the board."""


NO_REPLY = ReplyEvidence()
