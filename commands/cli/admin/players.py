"""What is done to players: `pbm admin player ban`, `unban`, `rename` and `reset-password`."""

import secrets
from typing import Annotated

import typer

from commands.accounts.robots import demand_not_built_in, demand_person
from commands.cli.admin.act import Hand, acting, looking
from commands.cli.admin.formatting import entry_row
from commands.cli.arguments import Reason, Userid
from commands.cli.terminal import blank, minute, say, show_part
from commands.language.userids import check_userid
from pbm.board import Player
from pbm.errors import NotAllowed
from pbm.ports import Bounce
from pbm.secret import Secret

NewUserid = Annotated[str, typer.Argument(metavar="NEW", help="the new userid")]


PASSWORD_BYTES = 12
"""96 random bits: 16 letters and digits."""


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


def ban(userid: Userid, reason: Reason) -> None:
    """Shut a player out: no commands with their password, no challenges.

    Their boards stay as they are until "adjudicate" decides them. The player is told why; those
    who are playing with them are told only that it is so.

    Example: pbm admin player ban mallory --reason "insults in three games"
    """
    with acting(reason) as hand:
        player = hand.session.player(userid)
        if player.banned:
            raise NotAllowed(f"{player.userid} is banned already.")
        hand.work.players.ban(player, hand.session.now())
        _tell(hand, player, "You are banned from this server. Your games wait for the admin.")
        stay = f"Your games with {player.userid} stay as they are until the admin decides them."
        _tell_opponents(hand, player, f"{player.userid} is banned from this server. {stay}")
        _keep(hand, "player ban", player, "banned")


def unban(userid: Userid, reason: Reason) -> None:
    """Let a banned player in again.

    Example: pbm admin player unban mallory --reason "has apologized"
    """
    with acting(reason) as hand:
        player = hand.session.player(userid)
        if not player.banned:
            raise NotAllowed(f"{player.userid} isn't banned.")
        hand.work.players.unban(player)
        hand.work.clocks.restart(player, hand.session.now())
        _tell(hand, player, "You are no longer banned from this server.")
        news = f"{player.userid} is no longer banned from this server. Your games go on."
        _tell_opponents(hand, player, news)
        _keep(hand, "player unban", player, "no longer banned")


def rename(userid: Userid, new: NewUserid, reason: Reason) -> None:
    """Give a player another userid.

    The old one stays reserved: the logs of old moves name it, so that nobody else may take it,
    and the player may get it back.

    Example: pbm admin player rename alice alicia --reason "she asked for it"
    """
    with acting(reason) as hand:
        player = hand.session.player(userid)
        demand_not_built_in(player)
        check_userid(new)
        _demand_free(hand, player, new)
        opponents = hand.opponents(player)
        hand.work.players.rename(player, new)
        _tell(hand, player, f"Your userid is {new} from now on, no longer {player.userid}.")
        for other in opponents:
            hand.write(other, "A new name", f"{player.userid} is called {new} from now on.")
        _keep(hand, "player rename", player, f"renamed to {new}")


def reset_password(userid: Userid, reason: Reason) -> None:
    """Give a player a new random password, which is shown here once.

    It is neither kept nor mailed: hand it to the player yourself, over a way that you trust to
    be theirs. They are told by mail that it was done, and how to choose their own.

    Example: pbm admin player reset-password alice --reason "forgotten, asked by telephone"
    """
    password = Secret(_random_word())
    with acting(reason) as hand:
        player = hand.session.player(userid)
        demand_person(player)
        hand.work.players.change_password(player, hand.session.passwords.hash(password))
        how = f"  change password {player.userid} CURRENT NEW"
        _tell(
            hand,
            player,
            "Your password was reset. The new one doesn't come by mail: the admin hands it to\n"
            f"you in person. Then choose your own, with:\n{how}",
        )
        _keep(hand, "player reset-password", player, "has a new password")
    say("It is shown this once. Hand it to the player yourself:")
    typer.echo(password.reveal())


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


def _random_word() -> str:
    """A word that may stand in a command: its first letter is no dash."""
    return "p" + secrets.token_urlsafe(PASSWORD_BYTES)


def _demand_free(hand: Hand, player: Player, new: str) -> None:
    own = player.userid.lower() == new.lower() or hand.work.players.had(player, new)
    if new == player.userid or (hand.work.players.taken(new) and not own):
        raise NotAllowed(f"The userid \"{new}\" is taken, or was somebody's; it can't be given.")


def _tell(hand: Hand, player: Player, news: str) -> None:
    hand.write(player, f"News from the admin for {player.userid}", f"{news}\n\n{_because(hand)}")


def _tell_opponents(hand: Hand, player: Player, news: str) -> None:
    for other in hand.opponents(player):
        hand.write(other, f"News from the admin about {player.userid}", news)


def _because(hand: Hand) -> str:
    return f"The reason: {hand.reason}"


def _keep(hand: Hand, act: str, player: Player, detail: str) -> None:
    hand.keep(act, player.userid, detail)
    hand.said = f"{player.userid}: {detail}. Those whom it concerns are told."
