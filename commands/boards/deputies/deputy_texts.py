"""Texts about deputies: who moves for whom, and the email that asks a player to be one."""

from datetime import date, datetime

from commands.boards.deputies.deputy_boards import Coverage
from commands.content.messages import TextMessage
from commands.context.context import Context
from commands.players.confirmation_limits import limit_requests
from commands.players.confirmation_mails import store_pending
from commands.players.line_confirmation import PendingLine
from pbm.board.deputies import Deputyship
from pbm.board.players import Player
from pbm.board.time_control.rest import Rest
from pbm.clock import DAY
from pbm.wording import filled, local_time

RULES = (
    "This covers running games in which {0} has already moved. We'll send you each board when it "
    "is {0}'s turn, and you move by replying to it. The move counts as {0}'s, and both your names "
    "appear next to it. You can't resign, chat, or make or answer offers there."
)


def invitation_mail(context: Context, covered: Coverage, day: date, until: datetime) -> TextMessage:
    """Returns the email that asks a player to be a deputy.

    The reply yes agrees. It is valid up to `until`.
    """
    player, deputy = covered.player, covered.deputy
    limit_requests(context, deputy.addresses, "password")
    words = ("deputy", deputy.userid, "-", "for", player.userid, str(day))
    pending = PendingLine(
        words=words, comment="", sender=deputy.addresses[0], irreversible=True, guessed=True
    )
    word = store_pending(context, deputy.id, "line", pending, until)
    asks = f"{player.userid} would like you to move for them through {day}."
    how = (
        f'To agree, reply "yes" by {local_time(until, Rest.read(deputy.rest).zone)}. '
        'If you don\'t want to, reply "no" or ignore this email.'
    )
    text = paragraphs(asks, RULES.format(player.userid), covered.to_deputy(), how)
    subject = f"Will you move for {player.userid}?"
    return TextMessage(subject=subject, text=text, confirm=word)


def deputyship_sentence(context: Context, deputyship: Deputyship) -> str:
    """Returns a sentence on who moves for whom, or is asked to, and until when."""
    player, deputy = context.work.players.by_ids([deputyship.player, deputyship.deputy])
    day = _last_day(deputyship, player)
    if deputyship.since:
        return f"{deputy.userid} moves for {player.userid} through {day}."
    return f"We've asked {deputy.userid} to move for {player.userid} through {day}."


def _last_day(deputyship: Deputyship, player: Player) -> date:
    return Rest.read(player.rest).day(deputyship.until) - DAY


def paragraphs(*texts: str) -> str:
    """Joins texts as paragraphs. Empty ones are left out."""
    return "\n\n".join(map(filled, filter(None, texts)))
