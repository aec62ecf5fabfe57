"""Interfaces of the repositories of players and their data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from pbm.board import Player
from pbm.board_clock import Period
from pbm.visibility import Viewer

Purpose = Literal["address", "line", "batch", "reset", "words"]
"""The purpose of a code: an address to confirm, a pending line, several of them, a new password.

Words that wait for a yes have no code, and in its place a digest of board and seat.
"""


@dataclass(frozen=True, slots=True)
class Pending:
    """An action that is done when its code comes back in time."""

    purpose: Purpose
    player: int
    """The id of the player concerned."""
    content: str
    """The action as JSON; empty if the purpose suffices."""
    until: datetime


@dataclass(frozen=True, slots=True)
class Preference:
    """A player's preference, in one game or (with no game) everywhere."""

    player: int
    game: str
    name: str
    value: str


class Players(Protocol):
    """The repository of registered players."""

    def prefetch(
        self, userids: Sequence[str], ids: Sequence[int], addresses: Sequence[str]
    ) -> Sequence[Player]:
        """Reads players, by userid or id, and whose these addresses are; returns the players."""
        ...

    def find(self, userid: str) -> Player | None:
        """Returns the player with this userid, in any case."""
        ...

    def is_registered(self, address: str) -> bool:
        """Returns True if this is a player's address, in any case; those have been confirmed."""
        ...

    def with_address(self, address: str) -> frozenset[int]:
        """Returns the ids of the players with this address, in any case."""
        ...

    def sharing(self, mailbox: str, dotless: Mapping[str, str]) -> frozenset[int]:
        """Returns the ids of the players with a mailbox, whatever stands after a + in the address.

        `dotless`: hosts at which dots don't count, with the host that has the same mailboxes.
        """
        ...

    def near(self, userid: str, viewer: Viewer) -> Sequence[str]:
        """Returns some registered userids that a misspelt one may mean."""
        ...

    def visible(self, ids: Sequence[int], viewer: Viewer) -> frozenset[int]:
        """Returns the ids of those of these players whom this viewer may see in lists."""
        ...

    def add(
        self, userid: str, password_hash: str, addresses: Sequence[str], at: datetime
    ) -> Player:
        """Adds a player and returns it; the userid must be free."""
        ...

    def add_robot(self, userid: str, how: str, at: datetime) -> Player:
        """Adds a robot with these settings and returns it; the userid must be free."""
        ...

    def by_ids(self, ids: Sequence[int]) -> tuple[Player, ...]:
        """Returns these players, in the order asked for."""
        ...

    def everybody(self) -> Sequence[Player]:
        """Returns all players with a confirmed address."""
        ...

    def joined(self, player: Player) -> datetime:
        """Returns the time of the player's signup."""
        ...

    def move_to(self, player: Player, addresses: Sequence[str]) -> Player:
        """Replaces the player's addresses; returns the player."""
        ...

    def change_password(self, player: Player, password_hash: str) -> None:
        """Sets the player's password hash."""
        ...

    def sign_off(self, player: Player) -> None:
        """Deletes all data of a player but the userid, which stays taken, and their boards.

        Their visibility stays as well: boards that were hidden must not come to light.
        """
        ...

    def free(self, now: datetime) -> None:
        """Deletes players who confirmed no address in time; their userids are free again."""
        ...

    def taken(self, userid: str) -> bool:
        """Returns True if this userid can't be registered: somebody has it, or had it."""
        ...

    def former_userids(self, player: Player) -> Sequence[str]:
        """Returns the userids that the player had before, in lower case."""
        ...

    def is_mistakable(self, userid: str, player: Player | None = None) -> bool:
        """Returns True if somebody but this player has, or had, a userid that looks like it."""
        ...


class PendingConfirmations(Protocol):
    """The repository of actions that wait for a code; the codes themselves aren't stored."""

    def add(self, digest: str, pending: Pending) -> None:
        """Adds an action that waits for the code with this keyed hash."""
        ...

    def take(self, digest: str, now: datetime) -> Pending | None:
        """Returns the action of this code and deletes it; None if there is none or it expired."""
        ...

    def find(self, digest: str, now: datetime) -> Pending | None:
        """Returns the action of this code; None if there is none or it expired."""
        ...

    def waiting(self, player: Player) -> Sequence[Pending]:
        """Returns all actions that wait for this player."""
        ...

    def drop(self, player: Player, purpose: Purpose) -> None:
        """Deletes the player's waiting actions with this purpose."""
        ...


class Preferences(Protocol):
    """The repository of preferences."""

    def prefetch(self, userids: Sequence[str]) -> None:
        """Reads the preferences of these players that hold everywhere, for `by_userid`."""
        ...

    def get(self, player: Player, name: str, game: str = "") -> str:
        """Returns the value; empty if there is none."""
        ...

    def put(self, player: Player, name: str, value: str, at: datetime, game: str = "") -> None:
        """Saves a value; deletes an empty one."""
        ...

    def of(self, player: Player) -> Sequence[Preference]:
        """Returns all of a player's preferences."""
        ...

    def of_unrated(self, name: str, game: str) -> Sequence[Preference]:
        """Returns the preferences of this name of those who have no rating at the game.

        Those saved longest ago come first.
        """
        ...

    def named(self, name: str, game: str = "") -> Sequence[Preference]:
        """Returns all players' preferences of this name, those saved longest ago first."""
        ...

    def of_players(self, name: str, game: str, players: Sequence[int]) -> dict[int, str]:
        """Returns the values of these players in a game, by id, for those who have one."""
        ...

    def by_userid(self, names: Sequence[str], userids: Sequence[str]) -> dict[str, dict[str, str]]:
        """Returns, for each name, the values that hold everywhere by userid, if there are any."""
        ...


class Blocks(Protocol):
    """The repository of blocks: players who want no mail because of another."""

    def prefetch(self, players: Sequence[int]) -> None:
        """Reads whom these players block, for `by`."""
        ...

    def add(self, player: Player, other: Player) -> None:
        """Blocks the other player."""
        ...

    def remove(self, player: Player, other: Player) -> None:
        """Ends the block."""
        ...

    def by(self, player: Player) -> frozenset[int]:
        """Returns the ids of the players whom this player blocks."""
        ...


class Vacations(Protocol):
    """The repository of vacations, in which clocks stand still."""

    def of(self, player: Player) -> Sequence[Period]:
        """Returns all of a player's vacations, the oldest first."""
        ...

    def add(self, player: Player, period: Period) -> None:
        """Adds a vacation."""
        ...

    def end(self, player: Player, at: datetime) -> bool:
        """Ends the running vacation and drops planned ones; returns True if there were any."""
        ...
