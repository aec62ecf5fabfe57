"""Implements `pbm admin player`, which shows, bans and renames players and resets passwords."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Annotated

import typer

from commands.boards.tournaments.tournaments import BANNED, leave_all
from commands.cli.admin.admin_actions import AdminAct, admin_act, read_only
from commands.cli.admin.formatting import entry_row
from commands.cli.arguments import Reason, Userid
from commands.cli.terminal import format_minute, print_blank, print_line, print_section
from commands.context.robots import check_is_person, check_not_built_in
from commands.language.userids import check_userid
from commands.players.preferences import DELIVERY, FORMAT, FORMAT_NAMES
from commands.security.passwords import random_password
from pbm.board.players import Player
from pbm.board.viewers import PUBLIC, VISIBILITY
from pbm.errors import NotAllowedError
from pbm.stored_values import Bounce
from storage.unit_of_work import UnitOfWork

NewUserid = Annotated[str, typer.Argument(metavar="NEW", help="new userid")]


def show_player(userid: Userid) -> None:
    """Show a player's account, bounces and admin actions.

    You can also give a former userid. pbm sends nothing to addresses that are marked as suppressed,
    because earlier emails to them bounced. Times are in UTC.

    Example: pbm admin player show bob
    """
    with read_only() as (work, context):
        player = work.players.find_former(userid) or context.player(userid)
        suppressed = work.bounces.suppressed(player.addresses)
        bounces = work.bounces.of(player.addresses)
        former = work.userids.former_userids(player)
        entries = work.audit_log.entries(player.userid, *former)
        account = [*_account(work, player, context.now()), *_preferences(work, player)]
    print_line(player.userid)
    print_blank()
    state = [*_state(player), *account]
    for name, value in [*state, *_former(former), *_addresses(player, suppressed)]:
        print_line(f"{name:11} {value}")
    rows = [_bounce_row(bounce) for bounce in bounces]
    print_section("Bounces", ("when", "kind", "from", "counted"), rows)
    print_section(
        "Audit", ("when", "admin", "what", "why"), [entry_row(entry) for entry in entries]
    )


def ban(userid: Userid, reason: Reason) -> None:
    """Ban a player from all commands and challenges.

    The player loses all tournament games. Other games stay as they are until you decide them with
    "pbm admin adjudicate". pbm emails the reason to the player. It also emails the opponents, but
    without the reason.

    Example: pbm admin player ban mallory --reason "insults in three games"
    """
    with admin_act(reason) as act:
        player = act.context.player(userid)
        if player.banned:
            raise NotAllowedError(f"{player.userid} is already banned.")
        act.work.players.ban(player, act.context.now())
        leave_all(act.context, player, BANNED)
        _notify(
            act,
            player,
            "The admin has banned you from this server, and will decide what happens to your "
            "games.",
        )
        stay = f"Your games against {player.userid} are paused until the admin decides them."
        _notify_opponents(act, player, f"The admin has banned {player.userid}. {stay}")
        _record(act, "player ban", player, "banned")


def unban(userid: Userid, reason: Reason) -> None:
    """Lift a player's ban.

    Example: pbm admin player unban mallory --reason "has apologized"
    """
    with admin_act(reason) as act:
        player = act.context.player(userid)
        if not player.banned:
            raise NotAllowedError(f"{player.userid} isn't banned.")
        act.work.players.unban(player)
        act.work.clocks.restart(player, act.context.now())
        _notify(act, player, "You are no longer banned from this server. Your games continue.")
        news = f"{player.userid} is no longer banned. Your games against {player.userid} continue."
        _notify_opponents(act, player, news)
        _record(act, "player unban", player, "no longer banned")


def rename(userid: Userid, new: NewUserid, reason: Reason) -> None:
    """Give a player another userid.

    Nobody else can take the old userid, because the logs of old moves contain it. You can give it
    back to the player.

    Example: pbm admin player rename alice alicia --reason "she asked for it"
    """
    with admin_act(reason) as act:
        player = act.context.player(userid)
        check_not_built_in(player)
        check_userid(new)
        _check_free(act, player, new)
        opponents = act.opponents(player)
        act.work.userids.rename(player, new)
        _notify(act, player, f"The admin has changed your userid to {new} (from {player.userid}).")
        for other in opponents:
            act.notify_player(
                other,
                f"{player.userid} is now {new}",
                f"Your opponent {player.userid} now has the userid {new}.",
            )
        _record(act, "player rename", player, f"renamed to {new}")


def reset_password(userid: Userid, reason: Reason) -> None:
    """Give a player a new random password.

    pbm shows the password only once, and doesn't email it. Give it to the player in a way that
    nobody else can see it. pbm tells the player by email how to choose a password of their own.

    Example: pbm admin player reset-password alice --reason "forgotten, requested by phone"
    """
    password = random_password()
    with admin_act(reason) as act:
        player = act.context.player(userid)
        check_is_person(player)
        act.work.players.change_password(
            player, act.context.passwords.hash(password, player.userid)
        )
        command = f"  change password {player.userid} CURRENT NEW"
        _notify(
            act,
            player,
            "The admin has reset your password, and will give you the new one personally (not "
            f"by email).\nAfter that, choose your own password:\n{command}",
        )
        _record(act, "player reset-password", player, "new password")
    print_line("pbm won't show this password again. Give it to the player personally:")
    typer.echo(password.reveal())


def _state(player: Player) -> list[tuple[str, str]]:
    since = (
        [("unreachable", f"since {format_minute(player.unreachable)}")]
        if player.unreachable
        else []
    )
    return [*since, *([("banned", "yes")] if player.banned else [])]


def _account(work: UnitOfWork, player: Player, now: datetime) -> Iterator[tuple[str, str]]:
    running, finished = work.overview.board_counts(player)
    last = work.reachability.last_mail([player])
    ratings = [f"{game} {each.write()}" for game, each in work.ratings.of(player).items()]
    vacations = [each for each in work.vacations.of(player) if each.since <= now < each.until]
    yield "joined", format_minute(work.players.joined(player))
    yield "last mail", format_minute(last) if last else "none"
    yield "boards", f"{running} running, {finished} finished"
    yield from (("rating", each) for each in ratings)
    yield from (("vacation", f"until {format_minute(each.until)}") for each in vacations)


def _preferences(work: UnitOfWork, player: Player) -> Iterator[tuple[str, str]]:
    """Yields the player's preferences, with the default where the player chose nothing."""
    usual = {FORMAT: FORMAT_NAMES[0], DELIVERY: "immediately", VISIBILITY: PUBLIC}
    chosen = {each.name: each.value for each in work.preferences.of(player) if not each.game}
    yield from (usual | chosen).items()


def _former(userids: Sequence[str]) -> list[tuple[str, str]]:
    return [("formerly", userid) for userid in userids]


def _addresses(player: Player, suppressed: frozenset[str]) -> list[tuple[str, str]]:
    return [
        ("address", f"{address}{', suppressed' if address.lower() in suppressed else ''}")
        for address in player.addresses
    ]


def _bounce_row(bounce: Bounce) -> tuple[str, ...]:
    return format_minute(bounce.at), bounce.kind, bounce.address, "yes" if bounce.counts else "no"


def _check_free(act: AdminAct, player: Player, new: str) -> None:
    userids = act.work.userids
    had_before = player.userid.lower() == new.lower() or userids.had(player, new)
    is_anothers = userids.taken(new) or userids.is_mistakable(new, player)
    if new == player.userid or (is_anothers and not had_before):
        raise NotAllowedError(
            f'The userid "{new}" is taken or too similar to an existing one. Choose a different '
            "one."
        )


def _notify(act: AdminAct, player: Player, news: str) -> None:
    text = f"{news}\n\nReason: {act.reason}"
    act.notify_player(player, f"Your account {player.userid}", text)


def _notify_opponents(act: AdminAct, player: Player, news: str) -> None:
    for other in act.opponents(player):
        act.notify_player(other, f"About your opponent {player.userid}", news)


def _record(act: AdminAct, command: str, player: Player, detail: str) -> None:
    act.record(command, player.userid, detail)
    act.report = f"{player.userid}: {detail}. pbm has emailed everyone concerned."
