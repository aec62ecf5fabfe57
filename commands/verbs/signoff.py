"""Leaving the server."""

from dataclasses import dataclass, replace
from typing import ClassVar

from commands.accounts.robots import demand_not_built_in
from commands.context.context import Session
from commands.language.command import Command
from commands.language.fields import Password, Userid
from commands.messages.content import BoardSaid, Plain
from commands.messages.response import Answer, Notice
from commands.play.changes import act
from pbm import games
from pbm.board import Board, Player
from pbm.errors import Frozen
from pbm.match import Event
from pbm.wording import counted


@dataclass(frozen=True)
class Signoff(Command):
    """Ends your account.

    What is running is forfeited; boards on which you haven't moved yet are removed. Records stay,
    under your userid, which nobody else can have. Addresses, password and all else are forgotten.
    """

    names: ClassVar = ("signoff", "delete")
    example: ClassVar = "signoff alice PASSWORD"

    userid: Userid
    password: Password

    def run(self, session: Session) -> Answer:
        """All players of the boards that this ends are told."""
        player = session.prove(self.userid, self.password)
        demand_not_built_in(player)
        boards, frozen = _running(session, player)
        notices = [notice for board in boards for notice in _leave(session, board, player)]
        session.work.outbox.forget(player.addresses)
        session.work.players.sign_off(player)
        session.about = None
        said = Plain(subject=f"Goodbye {player.userid}", text=_goodbye(player, len(boards), frozen))
        data = {"userid": player.userid, "boards": len(boards)}
        return Answer(said, data, (*notices, Notice(player.addresses, said)))


def _running(session: Session, player: Player) -> tuple[list[Board], int]:
    """The boards, of all games, on which the player still plays; and how many are frozen."""
    boards, frozen = [], 0
    for game in games.games().values():
        for line in session.work.boards.lines(game.name, [player.userid], "active")[1]:
            try:
                boards.append(session.hold(game, line.number))
            except Frozen:
                frozen += 1
    return [board for board in boards if not _has_left(board, player)], frozen


def _has_left(board: Board, player: Player) -> bool:
    """Whether the others go on without this player."""
    left = f"leave {board.seat_of(player)} "
    return any(text.startswith(left) for text in board.match.state.standing)


def _leave(session: Session, board: Board, player: Player) -> tuple[Notice, ...]:
    seat = session.seat(board, player)
    news = f"{player.userid} has signed off."
    if board.moved(seat):
        event = Event(f"leave {seat} signed off", session.now(), player.userid)
        after = board.with_match(board.match.add(event))
    else:
        after = replace(board, removed=f"{player.userid} signed off")
        news += " The board is removed."
    notices = act(session, board, after, player, news=news, comment="").notices
    return tuple(notice for notice in notices if not _is_to(notice, player))


def _is_to(notice: Notice, player: Player) -> bool:
    """Whether it would go to an address that is to be forgotten; one goodbye is enough."""
    return isinstance(notice.said, BoardSaid) and notice.said.to == player.userid


def _goodbye(player: Player, boards: int, frozen: int) -> str:
    ended = f"{counted(boards, 'running board')} ended with it. " if boards else ""
    ended += f"{counted(frozen, 'frozen board')} is left to the admin. " if frozen else ""
    return (
        f"{player.userid} has signed off. {ended}\n"
        "Your addresses and your password are forgotten; the records of your games stay."
    )
