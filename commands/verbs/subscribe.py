"""Watching boards."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from commands.context.context import Session
from commands.language.command import GameCommand
from commands.language.fields import Password, Userid, read_board_number
from commands.language.slots import Many, One
from commands.messages.response import Answer, plain
from pbm.errors import Illegal, NotAllowed
from pbm.wording import listing


def _number_or_all(word: str) -> int | None:
    return None if word.lower() == "all" else read_board_number(word)


MOST_NAMED = 50
"""Boards in one line: each is looked up."""

BoardOrAll = Annotated[int | None, One("BOARD|all", _number_or_all)]


@dataclass(frozen=True)
class _Watching(GameCommand):
    """One board, or all of a game, and who watches."""

    which: BoardOrAll
    userid: Userid
    password: Password

    def _said(self, what: str) -> Answer:
        named = "all its boards" if self.which is None else f"board {self.which}"
        title = self.game.title
        return plain(f"{title}: watching", f"{what} {named} of {title}.", {"board": self.which})


@dataclass(frozen=True)
class Subscribe(_Watching):
    """Watch a board, or all boards of a game: you get what its players get."""

    names: ClassVar = ("subscribe",)
    also: ClassVar = ("sub",)
    example: ClassVar = "{game} subscribe 101 carol PASSWORD"

    def run(self, session: Session) -> Answer:
        """Who plays on the board hears of everything already."""
        player = session.prove(self.userid, self.password)
        if self.which is not None:
            board = session.board(self.game, self.which)
            if board.seat_of(player) is not None:
                raise Illegal(f"You play on board {board.number}: you get its mails already.")
        new = session.work.watches.add(player, self.game.name, self.which, end_only=False)
        return self._said("You watch" if new else "You watch already")


@dataclass(frozen=True)
class Unsubscribe(_Watching):
    """Watch a board, or all boards of a game, no longer."""

    names: ClassVar = ("unsubscribe",)
    also: ClassVar = ("unsub",)
    example: ClassVar = "{game} unsubscribe all carol PASSWORD"

    def run(self, session: Session) -> Answer:
        """Boards watched one by one are given up one by one."""
        player = session.prove(self.userid, self.password)
        watched = session.work.watches.remove(player, self.game.name, self.which)
        return self._said("You no longer watch" if watched else "You don't watch")


@dataclass(frozen=True)
class Notify(GameCommand):
    """Get the final mail when boards end: those named, or all of the game."""

    names: ClassVar = ("notify",)
    example: ClassVar = "{game} notify carol PASSWORD 101"

    userid: Userid
    password: Password
    boards: Annotated[tuple[int, ...], Many("[BOARD...]", read=read_board_number)]

    def run(self, session: Session) -> Answer:
        """Boards must be there."""
        player = session.prove(self.userid, self.password)
        boards = self._named(session)
        wanted: list[int | None] = [*boards] or [None]
        for which in wanted:
            session.work.watches.add(player, self.game.name, which, end_only=True)
        named = listing([str(number) for number in boards]) or "all boards"
        text = f"You will be told when these {self.game.title} boards end: {named}."
        return plain(f"{self.game.title}: notify", text, {"boards": boards})

    def _named(self, session: Session) -> list[int]:
        boards = list(dict.fromkeys(self.boards))
        if len(boards) > MOST_NAMED:
            raise NotAllowed(f"At most {MOST_NAMED} boards are named at once.")
        return [session.board(self.game, number).number for number in boards]
