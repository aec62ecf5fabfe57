"""What moving, resigning and the like have in common: keeping the board and telling everybody."""

from commands.answer import Answer
from commands.positions import board_data
from commands.said import about
from commands.session import Session
from pbm.board import Board, Player
from pbm.secret import Secret

LONGEST_COMMENT = 8_000


def act(
    session: Session, before: Board, after: Board, player: Player, *, news: str, comment: str
) -> Answer:
    """Keeps the board, carries out what it makes due, and tells its players."""
    after, more = _due(session, after)
    session.work.boards.save(before, after, session.now())
    said = about(after, news=" ".join([news, *more])).model_copy(
        update={"writer": player.userid if comment else "", "comment": comment}
    )
    answer = said.model_copy(update={"to": player.userid})
    return Answer(answer, board_data(after), session.tell(after, said))


def tidy_comment(first: str, body: str, password: Secret) -> str:
    """The comment, from the command's line and the mail's body, without the password."""
    comment = password.hide("\n".join(filter(None, [first.strip(), body.strip()])))
    if len(comment) <= LONGEST_COMMENT:
        return comment
    return f"{comment[:LONGEST_COMMENT]}\n[cut here: comments are at most {LONGEST_COMMENT} long]"


def _due(session: Session, board: Board) -> tuple[Board, list[str]]:
    """Resignations given out of turn, now that their turns have come."""
    news = []
    while (seat := board.match.to_move) is not None and seat in board.resigning:
        player = board.players[seat]
        board = board.resign(seat, session.now(), player.userid)
        news.append(f"{player.userid} resigns, as said before.")
    return board, news
