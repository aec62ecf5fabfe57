"""Texts about deputies: who moves for whom, and the email that asks a player to be one."""

from datetime import date, datetime

from commands.boards.deputies.deputy_boards import Coverage
from commands.content.banners_and_actions import Action, Face
from commands.content.messages import TextMessage
from commands.context.context import Context
from commands.players.confirmation_limits import limit_requests
from commands.players.confirmation_mails import store_pending
from commands.players.pending_lines import PendingLine
from pbm.board.deputies import Deputyship
from pbm.board.players import Player
from pbm.board.time_control.rest import Rest
from pbm.clock import DAY
from pbm.wording import filled, local_time, long_date

RULES = (
    "This covers games in progress in which {0} has already moved. When it's {0}'s turn, we'll "
    "send you an email about the game, and you reply with your move. Each move you make is marked "
    "as played by you for {0}. In these games, you can only move and comment on your moves. You "
    "can't resign, chat, or make or answer offers."
)


def invitation_mail(context: Context, covered: Coverage, day: date, until: datetime) -> TextMessage:
    """Returns the email that asks a player to be a deputy.

    The reply yes agrees. It is valid up to `until`.
    """
    player, deputy = covered.player, covered.deputy
    limit_requests(context, deputy.addresses, "password")
    words = ("deputy", deputy.userid, "-", "for", player.userid, str(day))
    banner = f"{player.userid} would like you to move for them through {long_date(day)}."
    pending = PendingLine(
        words=words,
        comment="",
        sender=deputy.addresses[0],
        irreversible=True,
        guessed=True,
        note=" ".join(filter(None, (banner, covered.to_deputy(), RULES.format(player.userid)))),
    )
    word = store_pending(context, deputy.id, "line", pending, until)
    deadline = local_time(until, Rest.read(deputy.rest).zone)
    return TextMessage(
        subject=f"Will you move for {player.userid}?",
        text=filled(RULES.format(player.userid)),
        face=Face(
            banner=banner,
            lead=covered.to_deputy(),
            primary=Action(label="Accept", reply="yes", limits=f"by {deadline}"),
            quiet=(Action(label="Decline", reply="no"),),
        ),
        confirm=word,
    )


def start_mail_to_player(covered: Coverage, day: date) -> TextMessage:
    """Returns the email that tells a player that their deputy has agreed."""
    player, deputy = covered.player.userid, covered.deputy.userid
    return TextMessage(
        subject=f"{deputy} will move for you",
        text=filled(covered.to_player()),
        face=Face(
            banner=f"{deputy} has accepted, and will move for you through {long_date(day)}.",
            lead="You can still make moves yourself.",
            quiet=(Action(label="End this sooner", line=f"deputy {player} - off"),),
        ),
    )


def request_sent(covered: Coverage, day: date, until: datetime) -> TextMessage:
    """Returns the answer to a player who has asked for a deputy.

    `until`: when the request expires.
    """
    player, deputy = covered.player, covered.deputy
    agree = local_time(until, Rest.read(player.rest).zone)
    text = (
        f"We've asked {deputy.userid} to move for you through {long_date(day)}. "
        f"They have until {agree} to accept. We'll email you their answer."
    )
    text = paragraphs(text, covered.to_player())
    return TextMessage(subject=f"Request sent to {deputy.userid}", text=text)


def start_mail_to_deputy(covered: Coverage, day: date) -> TextMessage:
    """Returns the answer to a deputy who has agreed."""
    player, deputy = covered.player.userid, covered.deputy.userid
    return TextMessage(
        subject=f"You'll move for {player}",
        text=paragraphs(RULES.format(player), covered.to_deputy()),
        face=Face(
            banner=f"You'll move for {player} through {long_date(day)}.",
            quiet=(Action(label="End this sooner", line=f"deputy {deputy} - off {player}"),),
        ),
    )


def deputyship_sentence(context: Context, deputyship: Deputyship) -> str:
    """Returns a sentence on who moves for whom, or is asked to, and until when."""
    player, deputy = context.work.players.by_ids([deputyship.player, deputyship.deputy])
    day = long_date(_last_day(deputyship, player))
    if deputyship.since:
        return f"{deputy.userid} moves for {player.userid} through {day}."
    return f"We've asked {deputy.userid} to move for {player.userid} through {day}."


def _last_day(deputyship: Deputyship, player: Player) -> date:
    return Rest.read(player.rest).day(deputyship.until) - DAY


def paragraphs(*texts: str) -> str:
    """Joins texts as paragraphs. Empty ones are left out."""
    return "\n\n".join(map(filled, filter(None, texts)))
