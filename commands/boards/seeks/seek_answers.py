"""Responses to players who seek games or join a seek."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from commands.boards.analysis.start_notes import usual_start_note
from commands.boards.comments import publish_comment
from commands.boards.new_boards import new_boards_response
from commands.boards.seeks.seek_pairing import FoundGame
from commands.boards.seeks.seek_terms import terms_in_words
from commands.content.faces import Action
from commands.content.messages import TextMessage
from commands.content.response import Response
from commands.context.context import Context
from commands.system.secrets.secret import NONE
from pbm import games
from pbm.board.players import Player
from pbm.board.time_control.rest import Rest
from pbm.games import AnyGame
from pbm.stored import Seek
from pbm.wording import filled, local_time

GREETING_UNSENT = (
    "Your greeting wasn't sent, because no game has begun yet. Once one has, chat sends your words."
)


def seek_answer(
    context: Context,
    player: Player,
    new_games: Sequence[FoundGame],
    seek: Seek,
    remaining: int = 0,
    *,
    greeting: str = "",
) -> Response:
    """Returns a response with the boards that begin.

    If no board begins, the response shows the terms of the seek. The seek stays open.

    `remaining`: number of games for which the seek still needs opponents.
    """
    game = games.stored(seek.game)
    data = seek_data(game, player, remaining)
    if new_games:
        boards, openings = zip(*new_games, strict=True)
        for board in boards:
            publish_comment(context, board, player, greeting)
        response = new_boards_response(context, boards, player.userid, greeting, openings=openings)
        return Response(response.content, (response.data or {}) | data, response.notifications)
    note = usual_start_note(context, game) if not seek.words else ""
    until = local_time(seek.until, Rest.read(player.rest).zone)
    terms = terms_in_words(game, replace(seek, games=remaining))
    joins = "someone joins" if len(game.seats) == 2 else "enough players join"
    text = filled(
        f"{player.userid} seeks {terms}, until {until}. Your game starts as soon as {joins}."
    )
    list_line, end = f"{game.name} seeks", f"{game.name} seek {player.userid} {NONE} 0"
    unsent = f"\n\n{filled(GREETING_UNSENT)}" if greeting else ""
    text += f"{unsent}{note}\n\nOpen challenges:\n  {list_line}\n\nTo stop looking:\n  {end}"
    suggestions = (
        Action(label="Open challenges", line=list_line),
        Action(label="Stop looking", line=end),
    )
    content = TextMessage(subject=f"{game.title}: seeking", text=text, suggestions=suggestions)
    return Response(content, data)


def seek_data(game: AnyGame, player: Player, remaining: int) -> dict[str, Any]:
    """Returns the number of games that a player seeks, for programs."""
    return {"game": game.name, "userid": player.userid, "seeking": remaining}
