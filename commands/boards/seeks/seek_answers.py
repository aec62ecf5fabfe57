"""Responses to players who seek games or join a seek."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from commands.boards.analysis.start_notes import usual_start_note
from commands.boards.comment_cleaning import publish_comment
from commands.boards.new_boards import new_boards_response
from commands.boards.seeks.seek_pairing import FoundGame
from commands.boards.seeks.seek_terms import last_day, terms_in_words
from commands.content.banners_and_actions import Action, Face
from commands.content.messages import TextMessage
from commands.content.response import Response
from commands.context.context import Context
from commands.system.secrets.secret import NONE
from pbm import games
from pbm.board.players import Player
from pbm.board.time_control.rest import Rest
from pbm.games import AnyGame
from pbm.stored_values import Seek
from pbm.wording import filled

GREETING_UNSENT = (
    "We didn't send your message, because no game has started yet. When a game starts, send it "
    "again as a chat message."
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
    return Response(_open_seek(context, player, seek, remaining, greeting), data)


def _open_seek(
    context: Context, player: Player, seek: Seek, remaining: int, greeting: str
) -> TextMessage:
    """Returns the terms of a seek for which no board has begun."""
    game = games.stored(seek.game)
    note = usual_start_note(context, game) if not seek.words else ""
    day = last_day(seek, Rest.read(player.rest).zone)
    terms = terms_in_words(game, replace(seek, games=remaining))
    joins = "someone joins" if len(game.seats) == 2 else "enough players join"
    starts = "Your game starts" if remaining == 1 else "Each game starts"
    return TextMessage(
        subject=f"Open challenge: {game.title}",
        text="\n\n".join(filter(None, [filled(GREETING_UNSENT) if greeting else "", note.strip()])),
        face=Face(
            banner=f"Your open challenge: {terms}.",
            lead=f"{starts} as soon as {joins}. The challenge is open through {day}.",
            quiet=(
                Action(
                    label="Play a robot now", line=f"{game.name} robot challenge 1 {player.userid}"
                ),
                Action(label="See all open challenges", line=f"{game.name} seeks"),
                Action(label="Stop looking", line=f"{game.name} seek {player.userid} {NONE} 0"),
            ),
        ),
    )


def seek_data(game: AnyGame, player: Player, remaining: int) -> dict[str, Any]:
    """Returns the number of games that a player seeks, for programs."""
    return {"game": game.name, "userid": player.userid, "seeking": remaining}
