"""Commands to see the board after a move, and to confirm that move."""

from dataclasses import field, replace
from typing import Annotated, ClassVar

from commands.boards.board_changes import check_ongoing
from commands.boards.comment_cleaning import clean_comment
from commands.boards.move_doubts import BELOW, MoveDoubt
from commands.content.reply_claims import claims_of
from commands.content.response import Response, text_response
from commands.content.snapshot import clock_times
from commands.context.context import Context
from commands.language.command import SeatCommand
from commands.language.slots import Rest
from commands.verbs.move import Move, check_ply, check_turn
from commands.views.json.data import board_data
from pbm.board.board import Board
from pbm.board.draws_and_undos import DRAW_WORDS
from pbm.errors import IllegalError
from pbm.match.match import NO_TIME

MAX_COMMENT_LINES = 5
"""Maximum number of lines of a comment that are repeated before the player confirms the move."""
ONLY_TEXT = 'To send only your text, reply with the line "chat" and the text below it.'
TEXT_UNSENT = "We haven't sent your text to anyone."


class Submit(SeatCommand):
    """Shows you the board after a move, and saves the move until you confirm it.

    To play the move, reply yes, or send `confirm`. We then also send your comment. Another move or
    submission replaces the saved move, and `none` deletes it.
    """

    takes_words: ClassVar = True
    example: ClassVar = "{game} submit 101 alice PASSWORD {move}"

    move: Annotated[str, Rest("MOVE[#NUMBER]")]

    doubt: MoveDoubt | None = field(default=None, kw_only=True, repr=False)
    """Why a move in a reply wasn't played at once. None if the player typed `submit`."""

    def run(self, context: Context) -> Response:
        """Saves the move, and returns the board after it. Nobody else is notified."""
        player, board, seat = self.sit(context)
        if self.move.lower() == "none":
            return self._drop(context, board, seat)
        move, ply, remark = board.match.split(self.move)
        check_ply(board, ply)
        check_turn(board, seat)
        canonical = board.match.canonical(move)
        # These words are a draw offer, not a comment.
        if remark.lower() in DRAW_WORDS and self.game.drawn_by_agreement:
            line = f"{self.game.name} move {self.board} {self.userid} PASSWORD {canonical} propose"
            raise IllegalError(
                "A submitted move can't include a draw offer. Submit only the move, or play it now "
                "with the offer:\n"
                f"  {line}"
            )
        comment = clean_comment(context, remark, context.comment, self.password)
        entry = f"{canonical}#{board.match.ply + 1}\n{comment}".rstrip()
        submitted = replace(board, submitted={**board.submitted, seat: entry})
        context.work.boards.save(board, submitted, context.now())
        after = board.with_match(board.match.play(canonical, NO_TIME, player.userid))
        # While an offer is open, "yes" would accept it.
        word = "confirm" if seat in board.asked else "yes"
        news = self._news(canonical, word, comment)
        content = context.snapshot(after, to=player.userid, news=news)
        # Replies and deadlines belong to the actual board, not to the board after the move.
        update: dict[str, object] = {"seats": claims_of(board), "times": clock_times(board)}
        update |= {"preview": True, "ply": after.match.ply}
        if comment:
            update |= {"comment": _shortened(comment), "writer": player.userid}
        preview = content.model_copy(update=update)
        return Response(preview, board_data(board) | {"submitted": canonical})

    def _drop(self, context: Context, board: Board, seat: int) -> Response:
        submitted = {other: move for other, move in board.submitted.items() if other != seat}
        context.work.boards.save(board, replace(board, submitted=submitted), context.now())
        subject = f"{self.game.title} Board {board.number}"
        text = "You have no submitted move."
        if seat in board.submitted:
            text = "We deleted your submitted move, and didn't play it."
        if "\n" in board.submitted.get(seat, ""):
            text += " We didn't send your comment either."
        return text_response(subject, text, board_data(board))

    def _news(self, move: str, word: str, comment: str) -> str:
        line = f"{self.game.name} confirm {self.board} {self.userid} PASSWORD"
        to_play = f"To play it{' and send your comment' if comment else ''}, reply"
        how = f'{to_play} "{word}", or send:\n  {line}'
        if self.doubt:
            reason = self.doubt.reason.format(move=move)
            how = f'{reason}, so we haven\'t played it yet. {to_play} "{word}".'
            cancel = 'To cancel, reply "no".' if word == "yes" else ""
            parts = how, self.doubt.advice, self._about_text(self.doubt, comment), cancel
            how = " ".join(filter(None, parts))
        return f"This is the board after {move}. {how}"

    @staticmethod
    def _about_text(doubt: MoveDoubt, comment: str) -> str:
        """Returns what becomes of the text beside a doubted move."""
        if doubt.reason == BELOW.reason:
            return ""
        only_text = ONLY_TEXT if doubt.has_own_text(comment) else ""
        return only_text if comment else TEXT_UNSENT


def _shortened(comment: str) -> str:
    """Returns the first lines of a comment, so that the player sees what the opponents will get."""
    lines = comment.split("\n")
    rest = ["..."] if len(lines) > MAX_COMMENT_LINES else []
    return "\n".join([*lines[:MAX_COMMENT_LINES], *rest])


class Confirm(SeatCommand):
    """Plays the move that you have submitted."""

    names: ClassVar = ("confirm",)
    takes_words: ClassVar = True
    example: ClassVar = "{game} confirm 101 alice PASSWORD"

    def run(self, context: Context) -> Response:
        """Plays the submitted move. Raises UserError if there is none or the board has changed."""
        _, board, seat = self.sit(context)
        check_ongoing(board)
        move, _, comment_before = board.submitted.get(seat, "").partition("\n")
        if not move:
            raise IllegalError(f"You have no submitted move on board {board.number}.")
        context.comment = "\n".join(filter(None, (comment_before, context.text())))
        return Move(self.game, self.board, self.userid, self.password, move).run(context)
