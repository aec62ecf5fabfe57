"""The command `move`, which plays a move."""

from dataclasses import replace
from datetime import datetime
from typing import Annotated, ClassVar

from commands.boards.board_changes import apply_change, check_moves_per_email, check_ongoing
from commands.boards.comment_cleaning import clean_comment, masked
from commands.content.reply_claims import ReplyAge
from commands.content.response import Response
from commands.context import deputy_refusals
from commands.context.context import Context
from commands.language.command import SeatCommand
from commands.language.slots import Rest
from commands.system.secrets.secret import Secret
from commands.verbs.resign import Resign
from commands.views.text.move_lists import moves_in_short
from pbm.board.board import Board
from pbm.board.draws_and_undos import (
    DRAW_WORDS,
    IRREVERSIBLE_OFFERS,
    OFFERS,
    WITHDRAW,
    lapsed,
    no_draws,
    propose,
)
from pbm.board.players import Player
from pbm.errors import (
    GameFailedError,
    IllegalError,
    NotAllowedError,
    NotYoursError,
    UnreadableMoveError,
    UserError,
)
from pbm.match.event_authors import author_of
from pbm.match.match import Event

NOT_IN_THESE_GAMES = ("pass", "swap")


class Move(SeatCommand):
    """Plays a move when it is your turn.

    Words after the move, and the text of your email, are a comment for the other players. To offer
    a draw with your move, write only `propose` or `draw` after it ("help offers").

    #NUMBER is the number of the move, counting the moves of all players. It protects you from late
    and duplicate emails: if another move is due, we reject yours. One email can make up to ten
    moves in a game.
    """

    takes_words: ClassVar = True
    for_deputies: ClassVar = True
    also: ClassVar = ("board", "mvoe")
    last_words: ClassVar = tuple(OFFERS)
    example: ClassVar = "{game} move 101 alice PASSWORD {move}"

    move: Annotated[str, Rest("MOVE[#NUMBER]")]

    def run(self, context: Context) -> Response:
        """Plays the move, or runs `resign` or an offer if it is written in place of a move.

        Raises UserError for moves out of turn, for another ply, or against the rules.
        """
        if self.move.lower() == "resign":
            return Resign(self.game, self.board, self.userid, self.password).run(context)
        player, board, seat = self.sit(context)
        is_deputy = board.players[seat].id != player.id
        is_offer = self.move.lower() in OFFERS
        if is_offer and is_deputy:
            raise deputy_refusals.only_moves(board, seat)
        if is_offer:
            return self._offer(context, board, seat)
        move, ply, remark = board.match.split(self.move)
        check_ply(board, ply)
        check_turn(board, seat)
        check_moves_per_email(context, board)
        if move.lower() in NOT_IN_THESE_GAMES and not board.match.reads(move):
            raise NotAllowedError(
                f'{self.game.title} has no "{move.lower()}". You have to move.\n'
                f"{moves_in_short(board.match)}"
            )
        offers_draw = remark.lower() in DRAW_WORDS
        if offers_draw and is_deputy:
            raise deputy_refusals.only_moves(board, seat)
        if offers_draw and not self.game.drawn_by_agreement:
            raise NotAllowedError(f"{no_draws(self.game)} Send only the move.")
        comment = "" if offers_draw else remark
        comment = clean_comment(context, comment, context.comment, self.password)
        if is_deputy and context.work.blocks.any_between(player, board.players, context.now()):
            comment = ""
        played, news = _play(context, board, player, self.password, move)
        if is_deputy:
            context.work.deputies.record_move(board, player)
        if offers_draw and not played.match.outcome:
            played, offered = propose(played, seat, context.now())
            news = f"{news} {offered}"
        return apply_change(context, board, played, player, news=news, comment=comment)

    def is_irreversible(self) -> bool:
        """Whether the command may end the game at once.

        That is true if it resigns, or accepts or makes an offer that ends the game.
        """
        words = self.move.lower().split()
        is_word = self.move.lower() in (*Resign.names, *IRREVERSIBLE_OFFERS)
        return is_word or words[-1] in DRAW_WORDS

    def effect(self) -> str:
        """Returns a sentence on the effect of the command, which may be an offer."""
        move = self.move.lower()
        draw = "This offers a draw."
        undo = "This asks your opponents to let you take back your last move."
        offers = dict.fromkeys(DRAW_WORDS, draw) | {"undo": undo}
        offers["accept"] = f"This accepts {self._offered()}. You can't undo this."
        offers["reject"] = f"This rejects {self._offered()}."
        offers[WITHDRAW] = "This withdraws your offer."
        behind = f" {draw}" if move.split()[-1] in DRAW_WORDS else ""
        plays = f"This plays your move on {self.game.title} board {self.board}."
        return offers.get(move) or f"{plays}{behind}"

    def _offered(self) -> str:
        offer = self.locked.offer if self.locked else None
        kinds = {"draw": "your opponent's draw offer", "undo": "the request to take back a move"}
        return kinds.get(offer.kind if offer else "", "your opponent's offer")

    def confirmation_note(self, context: Context, player: Player) -> str:
        return self.opponents_note(context, player)

    def _oldest_reply(self) -> ReplyAge:
        """Returns which replies may run the command.

        Offers are taken only from a reply to the latest email, because another player may accept
        them at once.
        """
        is_offer = self.move.lower() in OFFERS or self.is_irreversible()
        return ReplyAge.LATEST if is_offer else self.oldest_reply

    def _offer(self, context: Context, board: Board, seat: int) -> Response:
        check_ongoing(board)
        if seat not in board.game.remaining(board.match.state.position):
            raise IllegalError("You have left this game, so you can't make or answer offers.")
        after, news = OFFERS[self.move.lower()](board, seat, context.now())
        comment = clean_comment(context, "", context.comment, self.password)
        return apply_change(context, board, after, board.players[seat], news=news, comment=comment)


def _play(
    context: Context, board: Board, player: Player, password: Secret, move: str
) -> tuple[Board, str]:
    """Returns the board after the move, and a sentence about it."""
    match, now = board.match, context.now()
    mover = board.mover or player
    is_deputy = mover.id != player.id
    author = author_of(player.userid, mover.userid) if is_deputy else player.userid
    try:
        played = match.play(move, now, author)
    except GameFailedError:
        raise  # The game is at fault, not the player, so -strict must not expel anybody.
    except UserError as error:
        text = error.problem if isinstance(error, UnreadableMoveError) else error.text
        reason = password.hide(text)
        if match.game.strict(match.options) and not (context.caller.admin or is_deputy):
            return _expelled(board, player, now, masked(context, reason))
        raise type(error)(f"{reason}\n{moves_in_short(match)}") from None
    whose = f"Playing for {mover.userid}, " if is_deputy else ""
    news = f"{whose}{player.userid} {match.describe_move(played.last_move)}{lapsed(board)}"
    return replace(board, match=played, offer=None), news


def _expelled(board: Board, player: Player, now: datetime, reason: str) -> tuple[Board, str]:
    """Returns the board without the player, and a sentence about it.

    Under -strict, an illegal move ends the game of the player who sent it.
    """
    seat = board.match.to_move
    match = board.match.add(Event(f"leave {seat} sent an illegal move", now, player.userid))
    news = f"{player.userid} sent an illegal move and is out of the game. {reason}"
    return replace(board, match=match, offer=None), news


def check_ply(board: Board, ply: int | None) -> None:
    """Raises UserError if the move was meant for another ply."""
    due = board.match.ply + 1
    if ply is None or ply == due:
        return
    if board.match.outcome:
        raise IllegalError(f"You can't make move {ply}: the game is over.")
    when = "has already been made" if ply < due else "isn't due yet"
    raise NotYoursError(f"Move {ply} {when}. The next move is move {due}.")


def check_turn(board: Board, seat: int) -> None:
    """Raises UserError if the game is over or another player is to move."""
    check_ongoing(board)
    if board.mover and board.match.to_move != seat:
        raise NotYoursError(
            f"It isn't your turn on board {board.number}. It's {board.mover.userid}'s turn."
        )
