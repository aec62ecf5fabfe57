"""Asking for a confirmation by reply."""

from collections.abc import Sequence
from datetime import timedelta

from pydantic import BaseModel, ConfigDict

from commands.context.context import Session
from commands.messages.content import Plain
from commands.messages.reply_claims import Ticket
from commands.messages.response import Answer, Notice
from commands.security.rate_limits import count_asked
from pbm.board import Player
from pbm.ports import Pending, Purpose
from pbm.wording import listing

PATIENCE = timedelta(days=3)
"""How long a confirmation is waited for."""


NOTHING = "Until then nothing happens"
ELSEWHERE = (
    "You replied to a mail that was sent to {0}, from an address that isn't registered for {0}.\n"
    "A mail was sent to the registered address: any reply to it within {1} days carries out "
    "what you asked for."
)


class Wanted(BaseModel):
    """An address to be confirmed, and all that the player then wants to have."""

    model_config = ConfigDict(frozen=True)
    address: str
    addresses: tuple[str, ...]


class Held(BaseModel):
    """A line that waits to be carried out."""

    model_config = ConfigDict(frozen=True)
    words: tuple[str, ...]
    comment: str
    sender: str
    ticket: Ticket | None = None
    """What the address speaks for that was replied to, if it was a reply."""


def ask_address(session: Session, player: Player, address: str, wanted: Sequence[str]) -> Notice:
    """The mail by which an address is confirmed."""
    content = Wanted(address=address, addresses=tuple(wanted)).model_dump_json()
    what = f"Somebody, most likely you, wants mail for {player.userid} to go to this address."
    until = "Until then no other mail is sent here on that account"
    if not player.confirmed:
        what = f"Somebody, most likely you, signed up here as {player.userid} with this address."
        until = f"Until then {player.userid} can't play, and no other mail is sent here"
    count_asked(session, address)
    said = _said(session, player, "address", content, f"{what}\n\n{_how(until)}")
    return Notice((address,), said)


def ask_addresses(
    session: Session, player: Player, new: Sequence[str], wanted: Sequence[str], said: Plain
) -> Answer:
    """A mail to each new address; it is the answer too if it goes to the sender, else `said`."""
    notices = tuple(ask_address(session, player, address, wanted) for address in new)
    sender = session.speaker.address.lower()
    own = (notice.said for notice in notices if sender in map(str.lower, notice.addresses))
    data = {"userid": player.userid, "waiting": list(new)}
    return Answer(next(own, said), data, notices)


def ask_line(session: Session, player: Player, words: Sequence[str]) -> Answer:
    """Holds a line of this player's until the address it came from confirms it."""
    address = session.speaker.address
    held = Held(words=tuple(words), comment=session.comment, sender=address)
    what = f"A mail with your address asked for this:\n\n  {' '.join(words)}"
    said = _said(session, player, "line", held.model_dump_json(), f"{what}\n\n{_how(NOTHING)}")
    own = next(own for own in player.addresses if own.lower() == address.lower())
    count_asked(session, own)
    return Answer(said, {"held": True}, (Notice((own,), said),))


def ask_reply(session: Session, player: Player, words: Sequence[str]) -> Answer:
    """Holds a line that came to this player's reply address from elsewhere."""
    speaker = session.speaker
    held = Held(
        words=tuple(words), comment=session.comment, sender=speaker.address, ticket=speaker.ticket
    )
    for address in player.addresses:
        count_asked(session, address)
    line = " ".join(words)
    what = (
        f"A reply to a mail that was sent to you asks for this, from an address that isn't yours "
        f"here:\n\n  {line}"
    )
    asked = _said(session, player, "line", held.model_dump_json(), f"{what}\n\n{_how(NOTHING)}")
    told = Plain(
        subject=f"Please confirm: {player.userid}",
        text=ELSEWHERE.format(player.userid, PATIENCE.days),
    )
    return Answer(told, {"held": True}, (Notice(player.addresses, asked),))


def _said(session: Session, player: Player, purpose: Purpose, content: str, text: str) -> Plain:
    word = session.codes.new()
    pending = Pending(purpose, player.id, content, session.now() + PATIENCE)
    session.work.codes.keep(session.codes.digest_of(word), pending)
    return Plain(subject=f"Please confirm: {player.userid}", text=text, confirm=word)


def _how(until: str) -> str:
    return (
        f"To confirm it, reply to this mail within {PATIENCE.days} days; you needn't write "
        f"anything in\nyour reply. {until}.\nIf it wasn't you, do nothing."
    )


def sent_to(addresses: Sequence[str]) -> str:
    """Where the mails went, for those who aren't there."""
    return (
        f"A mail was sent to {listing(addresses)}.\n"
        f"It must be answered within {PATIENCE.days} days; any reply confirms the address."
    )
