"""Answers questions and wishes in replies to emails about a tournament, by their content.

They are a yes, which changes nothing for a player who has joined, questions for the rules of the
game or about leaving, and wishes for more time.
"""

from collections.abc import Sequence

from commands.boards.tournaments.entry_refusals import has_joined
from commands.inbound.finding.tournaments.tournament_requests import (
    asks_about_leaving,
    asks_to_extend,
    tournament_line,
    tournament_replied_to,
)
from commands.inbound.requests.request import Request
from commands.replies.answers.yes_or_no import YesOrNo, yes_or_no
from commands.replies.command_lines import CommandLine
from commands.replies.server.complete_lines import game_in
from commands.replies.server.games.rules_questions import asks_rules
from commands.replies.server.server_request_error import ServerAnswer
from commands.replies.vocabulary.server import nouns
from commands.system.stored_types import UnitOfWork
from pbm.tournaments.tournament import StoredTournament

LEAVING = (
    "You can leave a tournament at any time. If it has begun, you lose your unfinished games in "
    "it, and you can't come back."
)
ROUND_STAYS = "We can't change when a round starts or ends. You can pause your clocks."


def tournament_answer(work: UnitOfWork, request: Request, userid: str) -> CommandLine | None:
    """Returns the line that carries out or answers a reply about a tournament, or None.

    Raises ServerAnswer for a text that only an answer in words fits.
    """
    name = tournament_replied_to(request)
    stored = work.tournaments.find(name) if name and userid else None
    line = _answer(work, stored, request.parsed_mail.blocks, userid) if stored else None
    return line or tournament_line(request, userid)


def _answer(
    work: UnitOfWork, stored: StoredTournament, blocks: Sequence[str], userid: str
) -> CommandLine | None:
    text, player, name = "\n".join(blocks), work.players.find(userid), stored.name
    is_in = player and player.id in stored.tournament.active
    if player and is_in and yes_or_no(blocks) is YesOrNo.YES:
        joined = str(has_joined(player, stored))
        raise ServerAnswer(joined, [nouns.ENTERED], text, userid=userid, tournament=name)
    if asks_about_leaving(text):
        raise ServerAnswer(LEAVING, [nouns.ENTERED], text, userid=userid, tournament=name)
    if asks_rules(text):
        return CommandLine(f"{game_in(text) or stored.tournament.terms.game} help")
    if asks_to_extend(text):
        raise ServerAnswer(ROUND_STAYS, [nouns.VACATION, nouns.DEPUTY], text, userid=userid)
    return None
