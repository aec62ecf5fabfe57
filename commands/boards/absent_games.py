"""Boards of games that aren't served now: their records, without the rules."""

from collections.abc import Iterable
from datetime import UTC

from commands.content.response import Response, text_response
from commands.context.context import Context
from pbm.board.public_boards import public_event
from pbm.errors import NotFoundError
from pbm.games import AbsentGame
from pbm.match.match import Event
from pbm.wording import filled


def log_lines(events: Iterable[Event]) -> list[str]:
    """Returns a line on each event, with the day in UTC."""
    return [f"{each.at.astimezone(UTC):%Y-%m-%d} {each.author}: {each.text}" for each in events]


def record_response(context: Context, game: AbsentGame, number: int) -> Response:
    """Returns all that happened on a board of the game, as its log has it."""
    context.check_seen(game, number)
    found = context.work.boards.stored_log(game.name, number)
    if found is None:
        raise NotFoundError(f"There is no {game.title} board {number}.")
    names = {player.userid.lower(): player.userid for player in found.players}
    deputies = context.work.players.by_ids(context.work.deputies.on_board(found.id))
    names |= {player.userid.lower(): player.userid for player in deputies}
    names |= context.former_names((*found.players, *deputies))
    events = [public_event(event, names) for event in found.events]
    players = " - ".join(player.userid for player in found.players)
    parts = [
        filled(game.refusal.text),
        filled(f"Players: {players}."),
        filled(f"Options: {' '.join(found.options)}." if found.options else "No options."),
        "\n".join(log_lines(events)) or "Nothing has happened yet.",
    ]
    data = {"game": game.name, "board": number, "log": [event.write() for event in events]}
    return text_response(f"{game.title} Board {number}: {players}", "\n\n".join(parts), data)
