"""The evidence in the reply address of an email for who sent it."""

from dataclasses import dataclass

from commands.content.reply_claims import DigestClaims, MessageClaims, ReplyAge, ReplyClaims


@dataclass(frozen=True, slots=True)
class ReplyEvidence:
    """The claims of the reply address to which an email was sent, and the evidence for them."""

    claims: ReplyClaims | None = None
    """The claims, if the email replies to one about a board."""
    message: MessageClaims | None = None
    """The claims, if the email replies to a message from a player."""
    digest: DigestClaims | None = None
    """The claims, if the email replies to a digest."""
    from_own_address: bool = False
    """Whether the email came from a registered address of the player in the claims."""
    age: ReplyAge = ReplyAge.OLD
    """Age of the email replied to, at the arrival of the reply. A digest is never `LATEST`."""
    by_subject: bool = False
    """Whether the email was sent to the server's plain address. If so, only its subject names the
    board.
    """


NO_REPLY = ReplyEvidence()
