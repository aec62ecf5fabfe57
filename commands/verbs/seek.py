"""The command to look for opponents."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from commands.accounts.preferences import SEEK
from commands.context.authentication import authenticate
from commands.context.context import Context
from commands.language.command import GameCommand
from commands.language.fields import Password, Userid
from commands.language.slots import One, count
from commands.messages.response import Response, text_response
from commands.play.board_answers import usual_start_note
from commands.play.challenge_rules import (
    check_within_limit,
    create_board,
    find_blocked,
    is_within_limit,
    new_boards_response,
    seekers,
)
from pbm.board.board import Board, Player, Terms
from pbm.errors import NotAllowedError
from pbm.games import AnyGame
from pbm.match.match import Match
from pbm.options import read_options
from pbm.wording import counted

MAX_SOUGHT = 20


@dataclass(frozen=True)
class Seek(GameCommand):
    """Says that you'd like N more games; as soon as others seek too, a board starts.

    It has the default options; the player who has sought longer moves first, then in turns. 0 ends
    the search. Nobody is paired with players they block, or beyond their limit. A robot, such as
    robot1, plays at once: challenge it.
    """

    names: ClassVar = ("seek",)
    example: ClassVar = "{game} seek alice PASSWORD 2"

    userid: Userid
    password: Password
    number: Annotated[int, One("N", count)]

    def run(self, context: Context) -> Response:
        """Returns the boards that start, or the number of games sought now."""
        player = authenticate(context, self.userid, self.password)
        if self.number > MAX_SOUGHT:
            raise NotAllowedError(f"At most {MAX_SOUGHT} games can be sought at once.")
        if self.number:
            check_within_limit(context, self.game, player)
        _seek(context, self.game, player, self.number)
        boards = _pair(context, self.game, player)
        left = self.number - len(boards)
        data: dict[str, Any] = {"game": self.game.name, "userid": player.userid, "seeking": left}
        if not boards:
            note = usual_start_note(context, self.game) if left else ""
            text = _text(self.game, player, left) + note
            return text_response(f"{self.game.title}: seeking", text, data)
        response = new_boards_response(context, boards, player.userid)
        return Response(response.content, (response.data or {}) | data, response.notifications)


def _seek(context: Context, game: AnyGame, player: Player, number: int) -> None:
    value = str(number) if number else ""
    context.work.preferences.put(player, SEEK, value, context.now(), game.name)


def _pair(context: Context, game: AnyGame, player: Player) -> list[Board]:
    """Creates boards with others who seek, as long as there are enough."""
    boards: list[Board] = []
    while group := _group(context, game, player):
        shift = len(boards) % len(group)
        board = _open(context, game, (*group[shift:], *group[:shift]))
        boards.append(board)
        for each, number in ((each, seekers(context, game)[each.id]) for each in group):
            _seek(context, game, each, number - 1)
    return boards


def _group(context: Context, game: AnyGame, player: Player) -> tuple[Player, ...]:
    """Returns as many players as the game needs, this one last; empty if there are too few."""
    seeking = seekers(context, game)
    if player.id not in seeking or not is_within_limit(context, game, player):
        return ()
    found: tuple[Player, ...] = (player,)
    others = context.work.players.by_ids([id for id in seeking if id != player.id])
    for other in others:
        if len(found) < len(game.seats) and _fits(context, game, other, found):
            found = (*found[:-1], other, player)
    return found if len(found) == len(game.seats) else ()


def _fits(context: Context, game: AnyGame, other: Player, found: tuple[Player, ...]) -> bool:
    if other.banned or other.gone or not other.confirmed:
        return False
    if not is_within_limit(context, game, other) or find_blocked(context, other, found):
        return False
    return not any(find_blocked(context, each, (other,)) for each in found)


def _open(context: Context, game: AnyGame, players: tuple[Player, ...]) -> Board:
    options = read_options(game.options, (), game.title)
    match = Match.begin(game, game.resolve(options, context.seed()))
    return create_board(context, players, match, Terms())


def _text(game: AnyGame, player: Player, left: int) -> str:
    if not left:
        return f"{player.userid} seeks no games of {game.title}."
    return (
        f"{player.userid} seeks {counted(left, 'game')} of {game.title}. "
        "A board starts as soon as others seek too."
    )
