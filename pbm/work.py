"""What commands need of whatever keeps players, boards and mails: a unit of work.

A unit of work is one transaction; its parts are savepoints, and parts have parts: a batch of
letters, a letter, a line.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, Protocol

from pbm.board import Board, BoardLine, Player, Terms
from pbm.clocks import Period
from pbm.match import Match
from pbm.ratings import Rating, Standing

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
    references: tuple[str, ...] = ()
    """Message-IDs of the thread, the last one the mail answered."""
    board: str = ""
    """The board it is about, such as `knightpanic 101`."""


BounceKind = Literal["hard", "soft", "away", "other"]
"""What came back for a mail: it can't be delivered, not yet, nobody is in, something else."""


@dataclass(frozen=True, slots=True)
class Bounce:
    """Something that came back for a mail."""

    address: str
    """To which the mail went, in small letters."""
    at: datetime
    kind: BounceKind
    counts: bool
    """Whether its player hasn't been heard of since."""


@dataclass(frozen=True, slots=True)
class HeldMail:
    """What a player is told about a board, but not yet."""

    player: int
    board: int
    """The board's number over all games."""
    at: datetime
    said: str
    """What is to be said, as JSON that the views understand."""
    due: datetime | None
    """When the digest that tells it is sent; None where that depends on the board."""


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


class Boards(Protocol):
    """Boards, by game and number."""

    def open(
        self,
        players: Sequence[Player],
        match: Match,
        terms: Terms,
        at: datetime,
        resumed: datetime | None = None,
    ) -> Board:
        """A new board, under a number never used before.

        `resumed`: when the turn that the match has come to begins anew.
        """
        ...

    def find(self, game: str, number: int) -> Board | None:
        """A board to look at."""
        ...

    def hold_id(self, id: int) -> Board | None:
        """The board of this number over all games, to change."""
        ...

    def hold(self, game: str, number: int) -> Board | None:
        """A board to change: nobody else changes it until this work ends."""
        ...

    def save(self, before: Board, after: Board, at: datetime) -> Board:
        """Keeps what was added to a held board's log, and its new state; the board as kept.

        Where the turn has changed, so has the board's clock.
        """
        ...

    def lines(
        self, game: str, userids: Sequence[str], selector: Selector, limit: int
    ) -> tuple[int, Sequence[BoardLine]]:
        """How many boards of any of these players (of all, if none) there are, and the newest."""
        ...

    def finished(self, game: str, limit: int, offset: int) -> tuple[int, Sequence[BoardLine]]:
        """How many boards are over, and some of them, those that ended last first."""
        ...

    def counts(self) -> dict[str, tuple[int, int]]:
        """Boards going on, and finished, by game."""
        ...


class Clocks(Protocol):
    """What those who mind the boards' clocks share."""

    def beat(self, at: datetime, longest: timedelta) -> Period | None:
        """Notes that the server lives; the downtime that this ends, if it was silent longer.

        No clock runs in a downtime.
        """
        ...

    def due(self, at: datetime) -> Sequence[tuple[str, int]]:
        """Game and number of each board on which a nag or a forfeit may be due."""
        ...

    def look_again(self, game: str, number: int, at: datetime) -> None:
        """Nothing is due on this board before."""
        ...

    def restart(self, player: Player, at: datetime) -> None:
        """The turns that this player has begin now: what went by until then doesn't count."""
        ...

    def first_nag(self, board: Board, day: int) -> bool:
        """Whether the reminder of this day of this turn is new; from now on it isn't."""
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

    def by(self, player: Player) -> Sequence[tuple[str, int, bool]]:
        """What this player watches: game, board (0 for all), whether only its end."""
        ...

    def leave(self, player: int, board: int) -> Sequence[tuple[str, int]]:
        """Ends all for which a player gets mails about the board of this id; what it was.

        Games and boards, 0 for all.
        """
        ...


class Ratings(Protocol):
    """How strong players are, by game."""

    def hold(self, game: str, players: Sequence[Player]) -> Sequence[Rating]:
        """These players' ratings, to be changed: nobody else changes them until this work ends."""
        ...

    def keep(self, board: Board) -> None:
        """Keeps what the end of this board did to the ratings, and counts who won; only once."""
        ...

    def of(self, player: Player) -> dict[str, Rating]:
        """The player's ratings, by game."""
        ...

    def withdraw(self, board: Board) -> None:
        """Takes back what the end of this board did, as a later decision has undone it."""
        ...

    def standings(self, game: str) -> Sequence[Standing]:
        """How everybody stands who has played a rated game, in no order."""
        ...


class Letters(Protocol):
    """Which letters have been acted upon."""

    def first_time(self, keys: Sequence[str], at: datetime) -> bool:
        """Whether a letter with these keys is new; from now on it isn't. The first key is kept."""
        ...


class Codes(Protocol):
    """What waits for a code; the codes themselves aren't kept."""

    def keep(self, digest: str, pending: Pending) -> None:
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


class Outbox(Protocol):
    """Mails on their way out."""

    def put(self, mails: Sequence[Outgoing]) -> None:
        """Queues mails, to be sent once the work is committed."""
        ...

    def sent_to(self, addresses: Sequence[str]) -> Sequence[tuple[datetime, str, str]]:
        """When mails for these addresses were made, about which boards, and their state."""
        ...

    def forget(self, addresses: Sequence[str]) -> None:
        """Forgets to whom these mails went that are no longer waiting."""
        ...


class Past(Protocol):
    """What nobody needs any more, taken away so many rows at a time."""

    def forget_mails(self, before: datetime, most: int) -> int:
        """Mails from before this that are neither waiting nor paused; how many were taken away."""
        ...

    def forget_letters(self, before: datetime, most: int) -> int:
        """Keys of letters that came before this; one that came again would be new."""
        ...

    def forget_refusals(self, before: datetime, most: int) -> int:
        """What was refused before this."""
        ...


class Bounces(Protocol):
    """What came back for our mails, and the addresses that were marked for it."""

    def note(self, mail: int, kind: BounceKind, at: datetime) -> str:
        """The address to which the mail of this number went, now noted for it.

        Empty where that isn't known, is no player's, or was noted before.
        """
        ...

    def hard(self, address: str, since: datetime) -> int:
        """How many mails to this address have come back since, and count."""
        ...

    def mark(self, address: str, at: datetime) -> bool:
        """Whether the address is newly marked: no more notices are sent to it."""
        ...

    def marked(self, addresses: Sequence[str]) -> frozenset[str]:
        """Those of the addresses that are marked, in small letters."""
        ...

    def clear(self, addresses: Sequence[str]) -> None:
        """Takes the marks away; what came back until now no longer counts."""
        ...

    def of(self, addresses: Sequence[str]) -> Sequence[Bounce]:
        """What came back from these addresses, the oldest first."""
        ...


class Reach(Protocol):
    """Players to none of whose addresses mail gets through."""

    def owners(self, address: str) -> Sequence[Player]:
        """Whose address it is, in any case; nobody else marks theirs until this work ends."""
        ...

    def lose(self, player: Player, at: datetime) -> bool:
        """Whether it is new that a player can't be reached; their clocks stand still."""
        ...

    def regain(self, player: Player) -> None:
        """The player can be reached again."""
        ...

    def hand_over(self, lost_by: datetime) -> Sequence[Player]:
        """Those who were lost by then, each only once."""
        ...


class Refusals(Protocol):
    """What the last letters of senders were refused."""

    def same(self, sender: str, digests: Sequence[str], since: datetime) -> bool:
        """Whether the sender's last letter was refused the same, not before `since`."""
        ...

    def keep(self, sender: str, digest: str, at: datetime, forget: datetime) -> None:
        """Keeps what was refused; forgets all from before."""
        ...

    def drop(self, senders: Sequence[str]) -> None:
        """Their last letter wasn't refused."""
        ...


class Tallies(Protocol):
    """How often things were done of late that may be done only so often."""

    def of(self, keys: Sequence[str], at: datetime) -> dict[str, list[datetime]]:
        """When each was done, the oldest first, as far as it still counts; every key is there."""
        ...

    def hold(self, key: str) -> None:
        """Nobody else holds this key until the work ends: what is counted then is right."""
        ...

    def add(self, key: str, at: datetime, until: datetime) -> None:
        """It was done once more; forgets all that no longer counts."""
        ...

    def drop(self, keys: Sequence[str]) -> None:
        """None of this counts any more."""
        ...


class HeldMails(Protocol):
    """What waits for its readers' digests. Whatever is taken is gone: nobody has it twice."""

    def put(self, mail: HeldMail) -> None:
        """Holds a mail back."""
        ...

    def due(self, at: datetime) -> Sequence[int]:
        """The ids of the players for whom something has waited long enough."""
        ...

    def take_due(self, player: int, at: datetime) -> Sequence[HeldMail]:
        """What has waited long enough for this player, in its order."""
        ...

    def take(self, player: Player, board: Board | None = None) -> Sequence[HeldMail]:
        """All that waits for this player, or that is about this board, in its order."""
        ...

    def of(self, player: Player) -> Sequence[tuple[datetime, str]]:
        """When what waits for this player was made, and about which boards."""
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
    def clocks(self) -> Clocks:
        """What those who mind the clocks share."""
        ...

    @property
    def vacations(self) -> Vacations:
        """Vacations."""
        ...

    @property
    def watches(self) -> Watches:
        """Who watches boards."""
        ...

    @property
    def ratings(self) -> Ratings:
        """Ratings."""
        ...

    @property
    def letters(self) -> Letters:
        """Letters seen."""
        ...

    @property
    def codes(self) -> Codes:
        """What waits for a code."""
        ...

    @property
    def preferences(self) -> Preferences:
        """What players want."""
        ...

    @property
    def blocks(self) -> Blocks:
        """Who wants to hear nothing from whom."""
        ...

    @property
    def outbox(self) -> Outbox:
        """Mails to send."""
        ...

    @property
    def past(self) -> Past:
        """What nobody needs any more."""
        ...

    @property
    def bounces(self) -> Bounces:
        """What came back."""
        ...

    @property
    def reach(self) -> Reach:
        """Who can't be reached."""
        ...

    @property
    def refusals(self) -> Refusals:
        """What was refused last."""
        ...

    @property
    def tallies(self) -> Tallies:
        """What may be done only so often."""
        ...

    @property
    def held(self) -> HeldMails:
        """Mails held back."""
        ...

    def part(self) -> AbstractContextManager[None]:
        """A savepoint: what happens in it is undone when it raises."""
        ...


class Store(Protocol):
    """Where works begin."""

    def work(self) -> AbstractContextManager[Work]:
        """A transaction, committed at its end, rolled back when it raises."""
        ...
