"""Players, and what is kept for each of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from pbm.board import Player
from pbm.board_clock import Period

Purpose = Literal["address", "line", "reset"]
"""What a code is for: an address to be confirmed, a held line, a new password."""


@dataclass(frozen=True, slots=True)
class Pending:
    """Something that is done when its code comes back in time."""

    purpose: Purpose
    player: int
    """The id of the player whom it concerns."""
    content: str
    """What is to be done, as JSON; empty where the purpose says all."""
    until: datetime


@dataclass(frozen=True, slots=True)
class Preference:
    """A small thing that a player wants, in one game or (with no game) everywhere."""

    player: int
    game: str
    name: str
    value: str


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

    def add_robot(self, userid: str, how: str, at: datetime) -> Player:
        """A new robot, played as this says; the userid must be free."""
        ...

    def by_ids(self, ids: Sequence[int]) -> tuple[Player, ...]:
        """These players, in the order asked for."""
        ...

    def everybody(self) -> Sequence[Player]:
        """All who have a confirmed address."""
        ...

    def joined(self, player: Player) -> datetime:
        """When they signed up."""
        ...

    def move_to(self, player: Player, addresses: Sequence[str]) -> Player:
        """The player with these addresses and no others."""
        ...

    def change_password(self, player: Player, password_hash: str) -> None:
        """From now on this one counts."""
        ...

    def sign_off(self, player: Player) -> None:
        """Forgets all of them but the userid, which stays taken, and their boards."""
        ...

    def free(self, now: datetime) -> None:
        """Forgets those who confirmed no address in time; their userids are free again."""
        ...

    def taken(self, userid: str) -> bool:
        """Whether nobody may sign up under this userid: somebody has it, or had it."""
        ...


class PendingConfirmations(Protocol):
    """What waits for a code; the codes themselves aren't kept."""

    def add(self, digest: str, pending: Pending) -> None:
        """Waits for the code of this keyed hash."""
        ...

    def take(self, digest: str, now: datetime) -> Pending | None:
        """What waited for it, once; None when nothing does, or no longer."""
        ...

    def waiting(self, player: Player) -> Sequence[Pending]:
        """All that waits for this player."""
        ...

    def drop(self, player: Player, purpose: Purpose) -> None:
        """What waited for this no longer does."""
        ...


class Preferences(Protocol):
    """What players want."""

    def get(self, player: Player, name: str, game: str = "") -> str:
        """The value; empty when there is none."""
        ...

    def put(self, player: Player, name: str, value: str, at: datetime, game: str = "") -> None:
        """Keeps a value; an empty one is forgotten."""
        ...

    def of(self, player: Player) -> Sequence[Preference]:
        """All of a player's."""
        ...

    def named(self, name: str, game: str = "") -> Sequence[Preference]:
        """Everybody's of this name, those kept longest first."""
        ...

    def by_userid(self, names: Sequence[str], userids: Sequence[str]) -> dict[str, dict[str, str]]:
        """For each name the values that hold everywhere, by the userids; none for those without."""
        ...


class Blocks(Protocol):
    """Who wants to hear nothing from whom."""

    def add(self, player: Player, other: Player) -> None:
        """From now on the player hears nothing from the other."""
        ...

    def remove(self, player: Player, other: Player) -> None:
        """Lifts it."""
        ...

    def by(self, player: Player) -> frozenset[int]:
        """The ids of those whom this player blocks."""
        ...


class Vacations(Protocol):
    """When players are on vacation, and their clocks stand still."""

    def of(self, player: Player) -> Sequence[Period]:
        """All of a player's vacations, the oldest first."""
        ...

    def add(self, player: Player, period: Period) -> None:
        """One more."""
        ...

    def end(self, player: Player, at: datetime) -> bool:
        """Ends what is running and drops what was planned; whether there was any."""
        ...
