"""What commands need of whatever keeps players, boards and mails: a unit of work.

A unit of work is one transaction; its parts are savepoints, and parts have parts: a batch of
letters, a letter, a line.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from pbm.board import Board, BoardLine, Player, Terms
from pbm.match import Match

Selector = Literal["all", "active", "inactive", "next"]
"""Which boards: all, those going on, those that are over, those waiting for the player."""


Automatic = Literal["auto-replied", "auto-generated"]
"""Why a mail is sent (RFC 3834): somebody asked, or something happened."""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A mail to be rendered and sent: a snapshot of everything that it depends on."""

    recipient: str
    message_id: str
    date: datetime
    said: str
    """What is to be said, as JSON that the views understand."""
    automatic: Automatic
    sender: str = ""
    """The envelope sender; empty for answers, which must not bounce."""
    references: tuple[str, ...] = ()
    """Message-IDs of the thread, the last one the mail answered."""
    board: str = ""
    """The board it is about, such as `knightpanic 101`."""


class Players(Protocol):
    """Registered players."""

    def find(self, userid: str) -> Player | None:
        """The player of this userid, in any case."""
        ...

    def near(self, userid: str) -> Sequence[str]:
        """Some registered userids among which a misspelt one may be looked for."""
        ...

    def add(
        self, userid: str, password_hash: str, addresses: Sequence[str], at: datetime
    ) -> Player:
        """A new player; the userid must be free."""
        ...

    def taken(self, userid: str) -> bool:
        """Whether nobody may sign up under this userid: somebody has it, or had it."""
        ...


class Boards(Protocol):
    """Boards, by game and number."""

    def open(self, players: Sequence[Player], match: Match, terms: Terms, at: datetime) -> Board:
        """A new board, under a number never used before."""
        ...

    def find(self, game: str, number: int) -> Board | None:
        """A board to look at."""
        ...

    def hold(self, game: str, number: int) -> Board | None:
        """A board to change: nobody else changes it until this work ends."""
        ...

    def save(self, before: Board, after: Board, at: datetime) -> None:
        """Keeps what was added to a held board's log, and its new state."""
        ...

    def lines(
        self, game: str, userids: Sequence[str], selector: Selector, limit: int
    ) -> tuple[int, Sequence[BoardLine]]:
        """How many boards of any of these players (of all, if none) there are, and the newest."""
        ...

    def counts(self) -> dict[str, tuple[int, int]]:
        """Boards going on, and finished, by game."""
        ...


class Watches(Protocol):
    """Who watches boards without playing on them."""

    def add(self, player: Player, game: str, board: int | None, *, end_only: bool) -> bool:
        """Whether it is new that this player watches; None for all boards of the game."""
        ...

    def remove(self, player: Player, game: str, board: int | None) -> bool:
        """Whether the player watched every move; ends it."""
        ...

    def of(self, game: str, board: int, *, end_only: bool) -> Sequence[Player]:
        """Who watches this board, every move or only its end."""
        ...


class Letters(Protocol):
    """Which letters have been acted upon."""

    def first_time(self, key: str, at: datetime) -> bool:
        """Whether this letter is new; from now on it isn't."""
        ...


class Outbox(Protocol):
    """Mails on their way out."""

    def put(self, mails: Sequence[Outgoing]) -> None:
        """Queues mails, to be sent once the work is committed."""
        ...


class Work(Protocol):
    """One transaction."""

    @property
    def players(self) -> Players:
        """Registered players."""
        ...

    @property
    def boards(self) -> Boards:
        """Boards."""
        ...

    @property
    def watches(self) -> Watches:
        """Who watches boards."""
        ...

    @property
    def letters(self) -> Letters:
        """Letters seen."""
        ...

    @property
    def outbox(self) -> Outbox:
        """Mails to send."""
        ...

    def part(self) -> AbstractContextManager[None]:
        """A savepoint: what happens in it is undone when it raises."""
        ...


class Store(Protocol):
    """Where works begin."""

    def work(self) -> AbstractContextManager[Work]:
        """A transaction, committed at its end, rolled back when it raises."""
        ...
