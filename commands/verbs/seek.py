"""Looking for opponents."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from commands.accounts.preferences import SEEK
from commands.context.context import Session
from commands.language.command import GameCommand
from commands.language.fields import Password, Userid
from commands.language.slots import One, count
from commands.messages.response import Answer, plain
from commands.play.matchmaking import check_room, has_room, sought, strangers
from commands.play.new_boards import open_board, opened
from pbm.board import Board, Player, Terms
from pbm.errors import NotAllowed
from pbm.games import AnyGame
from pbm.match import Match
from pbm.options import read_options
from pbm.wording import counted

MOST_SOUGHT = 20


@dataclass(frozen=True)
class Seek(GameCommand):
    """Says that you'd like N more games; as soon as others seek too, a board starts.

    It has the usual options; whoever has sought longer moves first, then in turns. 0 ends it.
    Nobody is paired with those they block, or beyond their limit.
    """

    names: ClassVar = ("seek",)
    example: ClassVar = "{game} seek alice PASSWORD 2"

    userid: Userid
    password: Password
    number: Annotated[int, One("N", count)]

    def run(self, session: Session) -> Answer:
        """The boards that start, or how many games are sought now."""
        player = session.prove(self.userid, self.password)
        if self.number > MOST_SOUGHT:
            raise NotAllowed(f"At most {MOST_SOUGHT} games can be sought at once.")
        if self.number:
            check_room(session, self.game, player)
        _seek(session, self.game, player, self.number)
        boards = _pair(session, self.game, player)
        left = self.number - len(boards)
        data: dict[str, Any] = {"game": self.game.name, "userid": player.userid, "seeking": left}
        if not boards:
            return plain(f"{self.game.title}: seeking", _text(self.game, player, left), data)
        answer = opened(session, boards, player.userid)
        return Answer(answer.said, (answer.data or {}) | data, answer.notices)


def _seek(session: Session, game: AnyGame, player: Player, number: int) -> None:
    value = str(number) if number else ""
    session.work.preferences.put(player, SEEK, value, session.now(), game.name)


def _pair(session: Session, game: AnyGame, player: Player) -> list[Board]:
    """Boards with others who seek, as long as there are enough of them."""
    boards: list[Board] = []
    while group := _group(session, game, player):
        turned = len(boards) % len(group)
        board = _open(session, game, (*group[turned:], *group[:turned]))
        boards.append(board)
        for each, number in ((each, sought(session, game)[each.id]) for each in group):
            _seek(session, game, each, number - 1)
    return boards


def _group(session: Session, game: AnyGame, player: Player) -> tuple[Player, ...]:
    """As many as the game needs, the player last; none when there aren't so many."""
    seeking = sought(session, game)
    if player.id not in seeking or not has_room(session, game, player):
        return ()
    found: tuple[Player, ...] = (player,)
    others = session.work.players.by_ids([id for id in seeking if id != player.id])
    for other in others:
        if len(found) < len(game.seats) and _fits(session, game, other, found):
            found = (*found[:-1], other, player)
    return found if len(found) == len(game.seats) else ()


def _fits(session: Session, game: AnyGame, other: Player, found: tuple[Player, ...]) -> bool:
    if other.banned or other.gone or not other.confirmed:
        return False
    if not has_room(session, game, other) or strangers(session, other, found):
        return False
    return not any(strangers(session, each, (other,)) for each in found)


def _open(session: Session, game: AnyGame, players: tuple[Player, ...]) -> Board:
    options = read_options(game.options, (), game.title)
    match = Match.begin(game, game.resolve(options, session.seed()))
    return open_board(session, players, match, Terms())


def _text(game: AnyGame, player: Player, left: int) -> str:
    if not left:
        return f"{player.userid} seeks no games of {game.title}."
    return (
        f"{player.userid} seeks {counted(left, 'game')} of {game.title}. "
        "A board starts as soon as others seek too."
    )
