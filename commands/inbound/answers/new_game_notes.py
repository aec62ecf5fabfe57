"""Adds how to challenge again to the answer to chat about a new game, after the end of a game."""

from collections.abc import Sequence

from commands.content.messages import TextMessage
from commands.content.reply_claims import claims_of
from commands.content.response import Response
from commands.context.line_results import LineResult
from commands.inbound.requests.request import Request
from commands.replies.requests.worded_requests import REMATCH
from commands.replies.server.topics import mentions_new_game
from commands.verbs.chat import Chat
from pbm.wording import filled, listing

HOW_TO_REPLAY = (
    "We've sent your text to {}, but we haven't started a game. To play again on the same terms, "
    'reply with only the word "{}".'
)


def with_new_game_note(request: Request, answered: list[LineResult]) -> list[LineResult]:
    """Returns the answers, with a note if one of them is chat about another game."""
    replying = request.replying
    if replying is None or replying.board.active or replying.deputy or not _is_chat(answered):
        return answered
    board = replying.board
    if board.tournament or board.terms.ladder or not replying.others:
        return answered
    if not mentions_new_game("\n".join(request.parsed_mail.blocks)):
        return answered
    readers = listing([player.userid for player in replying.others])
    text = filled(HOW_TO_REPLAY.format(readers, REMATCH))
    claims = claims_of(board).for_seat(replying.claims.seat)
    message = TextMessage(subject="", text=text, ticket=claims)
    return [*answered, LineResult(Response(message), "new game")]


def _is_chat(answered: Sequence[LineResult]) -> bool:
    last = answered[-1] if answered else None
    return last is not None and last.response.ok and last.title.endswith(Chat.names[0])
