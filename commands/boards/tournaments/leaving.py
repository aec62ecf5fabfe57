"""Asks players who leave a running tournament for a confirmation."""

from commands.boards.tournaments.entry_refusals import must_be_sure
from commands.content.response import Response
from commands.context.confirmation_reasons import ConfirmationReason
from commands.context.context import Context
from commands.players.pending_lines import request_line_confirmation
from commands.system.secrets.secret import NONE, PLACEHOLDER
from pbm.board.players import Player
from pbm.tournaments.tournament import StoredTournament
from pbm.wording import counted, filled

LEAVE = "leave"
SURE = "yes"
"""Word that skips the question about leaving a running tournament."""


def ask_to_leave(context: Context, player: Player, stored: StoredTournament) -> Response:
    """Asks for a confirmation by email.

    In the shell, raises NotAllowedError with the question instead.
    """
    question = filled(cost_of_leaving(stored, player))
    line = ("tournament", stored.name, LEAVE, player.userid)
    if not context.caller.address:
        raise must_be_sure(question, f"{' '.join(line)} {PLACEHOLDER} {SURE}")
    asked = f"Do you want to leave the {stored.name} tournament?"
    reason = ConfirmationReason(question, "", "password", question=asked)
    return request_line_confirmation(context, player, (*line, NONE), reason, irreversible=True)


def cost_of_leaving(stored: StoredTournament, player: Player) -> str:
    """Returns a sentence on the games that a player forfeits by leaving a running tournament."""
    games = sum(
        player.id in pairing.players and number in round.open_games
        for round in stored.tournament.rounds[-1:]
        for number, pairing in enumerate(round.pairings, 1)
    )
    lost = f", and you forfeit {counted(games, 'game')}" if games else ""
    return f"The tournament has started. If you leave, you can't join it again{lost}."
