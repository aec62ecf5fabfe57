"""The command `resign`, which resigns or declines a game."""

from dataclasses import replace
from typing import ClassVar

from commands.boards.board_changes import apply_change, check_ongoing
from commands.boards.comment_cleaning import clean_comment
from commands.content.reply_claims import ReplyAge
from commands.content.response import Response
from commands.context.context import Context
from commands.language.command import SeatCommand
from pbm.board.board import Board
from pbm.board.players import Player

COMMENT_NOTE = ' We didn\'t send your comment. To send it now, use "chat".'


class Resign(SeatCommand):
    """Resigns a game.

    Before your first move, this declines the game, and the game is removed. If it isn't your turn,
    you resign when your turn comes. To cancel that, send `resign` again.
    """

    takes_words: ClassVar = True
    irreversible: ClassVar = True
    lasting: ClassVar = True
    oldest_reply: ClassVar = ReplyAge.LATEST
    example: ClassVar = "{game} resign 101 alice PASSWORD"

    def effect(self) -> str:
        return (
            f"This resigns your game on {self.game.title} board {self.board}. If you have made a "
            "move, or if it is a ladder or tournament game, you lose. Otherwise, the game doesn't "
            "count."
        )

    def confirmation_note(self, context: Context, player: Player) -> str:
        return self.opponents_note(context, player)

    def run(self, context: Context) -> Response:
        """Declines or resigns the game.

        If it isn't the player's turn, saves the resignation for their next turn, or cancels it.
        """
        player, board, seat = self.sit(context)
        check_ongoing(board)
        comment = clean_comment(context, "", context.comment, self.password)
        # Resign before anything is saved: this raises UserError for players who have left.
        resigned = board.resign(seat, context.now(), player.userid)
        if not (board.moved(seat) or board.terms.ladder or board.tournament):
            return _decline(context, board, player, comment)
        if board.match.to_move != seat:
            return _toggle(context, board, player, seat, comment)
        # The result already says who resigned if the game is over.
        news = "" if resigned.match.outcome else f"{player.userid} resigns."
        return apply_change(context, board, resigned, player, news=news, comment=comment)


def _decline(context: Context, board: Board, player: Player, comment: str) -> Response:
    news = f"{player.userid} called the game off before making a move, so it doesn't count."
    removed = replace(board, removed=f"{player.userid} declined the game")
    return apply_change(context, board, removed, player, news=news, comment=comment)


def _toggle(context: Context, board: Board, player: Player, seat: int, comment: str) -> Response:
    # A guessed command may repeat the first one in other words, so it must not cancel it.
    is_again = not context.caller.guessed
    resigning = board.resigning ^ {seat} if is_again else board.resigning | {seat}
    toggled = replace(board, resigning=resigning)
    after = context.work.boards.save(board, toggled, context.now())
    news = (
        "You'll resign when your turn comes. To cancel this, repeat the command before then."
        if seat in after.resigning
        else "Your resignation is canceled."
    )
    news += COMMENT_NOTE if comment else ""
    content = context.snapshot(after, to=player.userid, news=news)
    return Response(content, {"game": board.game.name, "board": board.number})
