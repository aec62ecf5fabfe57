"""Asking for a confirmation by reply."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from pydantic import BaseModel, ConfigDict

from commands.accounts.welcome import welcome
from commands.context.context import Session
from commands.messages.content import Plain
from commands.messages.reply_claims import Ticket
from commands.messages.response import Answer, Notice
from commands.security.rate_limits import count_asked
from pbm.board import Player
from pbm.errors import NotAllowed
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


def sent_to(addresses: Sequence[str]) -> str:
    """Where the mails went, for those who aren't there."""
    return (
        f"A mail was sent to {listing(addresses)}.\n"
        f"It must be answered within {PATIENCE.days} days; any reply confirms the address."
    )


def take(session: Session, code: str) -> Pending:
    """What waited for a code that came by mail; from now on the code is no good."""
    pending = session.work.codes.take(session.codes.digest(code), session.now())
    if pending is None or pending.purpose == "reset":
        raise NotAllowed(
            "There is nothing to confirm: it was confirmed before, or it is too late.\n"
            "If you still want it, please send the command again."
        )
    return pending


def confirm_address(session: Session, pending: Pending) -> Answer:
    """The address counts from now on; those that the player no longer wants are forgotten."""
    wanted = Wanted.model_validate_json(pending.content)
    (player,) = session.work.players.by_ids([pending.player])
    counted = {*player.addresses, wanted.address}
    addresses = [address for address in wanted.addresses if address in counted]
    moved = session.work.players.move_to(player, addresses)
    session.hear(replace(moved, unreachable=player.unreachable))
    said = _address_changed(player, moved)
    told = tuple(dict.fromkeys((*player.addresses, *moved.addresses)))
    data = {"userid": moved.userid, "addresses": list(moved.addresses)}
    return Answer(said, data, (Notice(told, said),))


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


def _address_changed(before: Player, after: Player) -> Plain:
    if not before.confirmed:
        return welcome(after)
    text = f"Mail for {after.userid} goes to {listing(after.addresses)} from now on."
    return Plain(subject=f"Address of {after.userid}", text=text)
