"""The command `rematch`, which starts a finished game again."""

from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar

from commands.boards.challenges import challenge_refusals
from commands.boards.new_boards import challenge_options
from commands.content.reply_claims import ReplyAge
from commands.content.response import Response
from commands.context.context import Context
from commands.language.command import SeatCommand
from commands.verbs.challenge import Challenge
from commands.views.json.data import board_data
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.board.viewers import SERVER
from pbm.errors import BoardFrozenError


class Rematch(SeatCommand):
    """Starts a new game with the same players, options and time limits.

    The player who was second moves first, and the one who was first moves last. If the start was
    random, we draw a new one. As with any challenge, a player who doesn't want to play can resign
    before their first move.
    """

    takes_words: ClassVar = True
    lasting: ClassVar = True
    oldest_reply: ClassVar = ReplyAge.LATEST
    example: ClassVar = "{game} rematch 101 alice PASSWORD"

    def effect(self) -> str:
        return (
            "This starts a new game with the same players, options and time limits. The player who "
            "was second now moves first."
        )

    def run(self, context: Context) -> Response:
        """Challenges the players of the board.

        If their rematch has begun already, shows it instead.
        """
        player, board, seat = self.sit(context)
        userids = [other.userid for other in (*board.players[1:], board.players[0])]
        if board.tournament:
            raise challenge_refusals.tournament_rematch(board, userids)
        if not board.match.outcome:
            raise challenge_refusals.early_rematch(resigning=seat in board.resigning)
        options = challenge_options(board.match, board.terms)
        if begun := _begun(context, board, player, userids, options):
            news = "This rematch has already begun. Here is its board."
            content = context.snapshot(begun, to=player.userid, news=news)
            return Response(content, board_data(begun))
        opening = f"{player.userid} started a rematch of board {board.number}"
        challenge = Challenge(
            self.game, None, tuple(options), tuple(userids), by=player, opening=opening
        )
        return challenge.run(context)


def _begun(
    context: Context, board: Board, player: Player, userids: Sequence[str], options: Sequence[str]
) -> Board | None:
    """Returns a running board of the same challenge on which the player hasn't moved yet.

    Several players may ask for the same rematch at about the same time. Only one game should start.
    """
    boards, game, seat = context.work.boards, board.game.name, userids.index(player.userid)
    lines = boards.lines(game, [player.userid], "active", viewer=SERVER)[1]
    for number in (line.number for line in lines if line.players == tuple(userids)):
        with suppress(BoardFrozenError):
            begun = boards.find(game, number)
            if begun is None or begun.terms.pair or begun.moved(seat):
                continue
            if challenge_options(begun.match, begun.terms) == options:
                return begun
    return None
