"""What comes of a reply that brings a code back."""

from dataclasses import replace

from commands.accounts.addresses import welcome
from commands.context.confirmation import Wanted
from commands.context.context import Session
from commands.messages.content import Plain
from commands.messages.response import Answer, Notice
from pbm.board import Player
from pbm.errors import NotAllowed
from pbm.ports import Pending
from pbm.wording import listing


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
    said = _said(player, moved)
    told = tuple(dict.fromkeys((*player.addresses, *moved.addresses)))
    data = {"userid": moved.userid, "addresses": list(moved.addresses)}
    return Answer(said, data, (Notice(told, said),))


def _said(before: Player, after: Player) -> Plain:
    if not before.confirmed:
        return welcome(after)
    text = f"Mail for {after.userid} goes to {listing(after.addresses)} from now on."
    return Plain(subject=f"Address of {after.userid}", text=text)
