"""What moving, resigning and the like have in common: keeping the board and telling everybody."""

import re

from commands.context.context import Session
from commands.messages.response import Answer
from commands.play.queued_moves import Fired, fire
from commands.play.ratings import rated
from commands.views.data import board_data
from pbm.board import Board, Player
from pbm.errors import Illegal
from pbm.secret import Secret

LONGEST_COMMENT = 8_000
RULE = re.compile(r"(?m)^[ \t]*\*[* \t]{18,}$")
"""A line like that above comments: below one of the writer's own, others' words could be forged."""


def act(
    session: Session, before: Board, after: Board, player: Player, *, news: str, comment: str
) -> Answer:
    """Keeps the board, carries out what it makes due, and tells its players."""
    fired = _due(session, fire(after, session.now()))
    after = session.work.boards.save(before, fired.board, session.now())
    after = rated(session, after)
    said = session.said_of(after, news=" ".join([news, *fired.news])).model_copy(
        update={"writer": player.userid if comment else "", "comment": comment}
    )
    answer = said.model_copy(update={"to": player.userid})
    return Answer(answer, board_data(after), (*session.tell(after, said), *fired.notices))


def tidy_comment(first: str, body: str, password: Secret) -> str:
    """The comment, from the command's line and the mail's body, without the password."""
    written = "\n".join(filter(None, [first.strip(), body.strip()]))
    comment = RULE.sub("***", password.hide(written))
    if len(comment) <= LONGEST_COMMENT:
        return comment
    return f"{comment[:LONGEST_COMMENT]}\n[cut here: comments are at most {LONGEST_COMMENT} long]"


def check_going_on(board: Board) -> None:
    """Refuses boards on which nothing more can happen."""
    if board.match.outcome:
        raise Illegal(f"The game on board {board.number} is over.")


def _due(session: Session, fired: Fired) -> Fired:
    """Resignations given out of turn, now that their turns have come, and moves queued behind."""
    board, seat = fired.board, fired.board.match.to_move
    if seat is None or seat not in board.resigning or board.players[seat].banned:
        return fired
    player = board.players[seat]
    after = fire(board.resign(seat, session.now(), player.userid), session.now())
    news = (*fired.news, f"{player.userid} resigns, as said before.", *after.news)
    return _due(session, Fired(after.board, news, (*fired.notices, *after.notices)))
