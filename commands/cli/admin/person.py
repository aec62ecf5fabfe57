"""Looking at one player: `pbm admin player show`."""

from commands.cli.admin.act import looking
from commands.cli.admin.formatting import entry_row
from commands.cli.arguments import Userid
from commands.cli.terminal import blank, minute, say, show_part
from pbm.board import Player
from pbm.ports import Bounce


def show_player(userid: Userid) -> None:
    """Show a player's addresses, which of them are marked, and what came back from them.

    And what admins did to the player. Times are in UTC.

    Example: pbm admin player show bob
    """
    with looking() as (work, session):
        player = session.player(userid)
        marked, bounces = work.bounces.marked(player.addresses), work.bounces.of(player.addresses)
        entries = work.audit.entries(player.userid)
    say(player.userid)
    blank()
    for name, value in [*_state(player), *_addresses(player, marked)]:
        say(f"{name:11} {value}")
    rows = [_bounce_row(bounce) for bounce in bounces]
    show_part("Came back", ("when", "kind", "from", "counts"), rows)
    show_part("Audit", ("when", "admin", "what", "why"), [entry_row(entry) for entry in entries])


def _state(player: Player) -> list[tuple[str, str]]:
    since = [("unreachable", f"since {minute(player.unreachable)}")] if player.unreachable else []
    return [*since, *([("banned", "yes")] if player.banned else [])]


def _addresses(player: Player, marked: frozenset[str]) -> list[tuple[str, str]]:
    return [
        ("address", f"{address}{', marked' if address.lower() in marked else ''}")
        for address in player.addresses
    ]


def _bounce_row(bounce: Bounce) -> tuple[str, ...]:
    return minute(bounce.at), bounce.kind, bounce.address, "yes" if bounce.counts else "no"
