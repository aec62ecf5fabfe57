"""Finds the commands of players who are away, or who end their vacation."""

from collections.abc import Collection
from datetime import date

from commands.replies.command_lines import CommandLine
from commands.replies.server.absences.absences import absence
from commands.replies.server.absences.vacation_ends import ends_vacation
from commands.replies.server.complete_lines import account_line
from commands.system.secrets.secret import NONE
from commands.system.stored_types import UnitOfWork


def vacation_end(
    work: UnitOfWork, text: str, userid: str, today: date, names: Collection[str]
) -> CommandLine | None:
    """Returns the command that ends the player's vacation, if they have one and the text asks.

    `names`: the userids of the other players, in lower case.
    """
    if not ends_vacation(text, names):
        return None
    player = work.players.find(userid)
    periods = work.vacations.of(player) if player else ()
    if all(each.until.date() < today for each in periods):
        return None
    return CommandLine(f"vacation {userid} {NONE} off", in_body=True, guessed=True)


def vacation_or_account_line(text: str, userid: str, today: date, names: Collection[str]) -> str:
    """Returns the command for an absence, or else for the player's account, or ""."""
    if days := absence(text, today, names):
        return f"vacation {userid} {NONE} {days}"
    return account_line(text, userid)
