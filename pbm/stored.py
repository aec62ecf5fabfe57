"""Values that storage keeps and commands read: emails, jobs, preferences, finished games.

They are here, not in `storage`, because `pbm help` and completion need some of them and must not
load the database's libraries, which takes ten times as long as everything else.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

Automatic = Literal["auto-replied", "auto-generated"]
"""The reason for a mail (RFC 3834): a reply, or an event."""
BounceKind = Literal["hard", "soft", "away", "other"]
"""The kind of a bounce: undeliverable, delayed, absence, or other."""
Purpose = Literal["address", "line", "batch", "reset", "words"]
"""The purpose of a code: an address to confirm, a pending line, several of them, a new password.

Words that wait for a yes have no code, and in its place a digest of board and seat.
"""
UNLIMITED = 0, 9999
"""The lowest and the highest rating of a seek that all may join."""
Selector = Literal["all", "active", "inactive", "next"]
"""A selection of boards: all, unfinished, finished, or those waiting for the player."""
IncidentKind = Literal["process", "files", "engine", "clock", "relay", "site"]
"""A process of the server that failed or may open no more files, an engine that failed, a clock
that jumped, a relay that can't be used, or the pages of a site that can't be made.
"""
JobKind = Literal["solve", "explore", "review"]
"""The kind of a job: the command that asked for it."""
MailTarget = Literal["done", "failed", ""]
"""The folder for a mail that was dealt with; empty if it is left where it is."""


@dataclass(frozen=True, slots=True)
class OutboxMail:
    """A mail to be rendered and sent: a snapshot of everything that it depends on."""

    recipient: str
    message_id: str
    date: datetime
    content: str
    """The content, as JSON for the views."""
    automatic: Automatic
    references: tuple[str, ...] = ()
    """The Message-IDs of the thread, ending with the mail that this one answers."""
    board: str = ""
    """The board of the mail, such as `knightpanic 101`."""
    due: datetime | None = None
    """The time from which it may be sent, if that is later than its date."""


@dataclass(frozen=True, slots=True)
class DeferredMail:
    """A deferred notification of a player about a board."""

    player: int
    board: int
    """The board's number over all games."""
    at: datetime
    content: str
    """The content, as JSON for the views."""
    due: datetime | None
    """The time of its digest; None if that depends on the board."""


@dataclass(frozen=True, slots=True)
class Bounce:
    """A bounce of a mail."""

    address: str
    """The recipient of the bounced mail, in lower case."""
    at: datetime
    kind: BounceKind
    counts: bool
    """True until the player is heard from again."""


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


@dataclass(frozen=True, slots=True)
class Seek:
    """Games for which a player looks for others."""

    number: int
    game: str
    player_id: int
    words: str
    """The options and terms of the challenge, as typed; seeks with the same ones fit."""
    games: int
    """The number of games that may still begin."""
    lowest: int
    highest: int
    """The ratings of players who may join."""
    seat: int | None
    """The seat that the player wants; None for any."""
    since: datetime
    until: datetime

    @property
    def options(self) -> tuple[str, ...]:
        """The options and terms one by one; a value, such as a position, may have spaces."""
        return tuple(re.split(" (?=-)", self.words)) if self.words else ()


@dataclass(frozen=True, slots=True)
class Incident:
    """Incidents of one kind with one subject."""

    subject: str
    """The process, the robot, or the relay's fault; empty if the kind says it all."""
    times: int
    at: datetime
    """The time of the latest."""
    detail: str
    """The latest, in words that may stand after the subject."""


@dataclass(frozen=True, slots=True)
class Job:
    """A search that was asked for by mail, as it takes a while."""

    kind: JobKind
    asker: str
    """The address to which the answer is sent."""
    message_id: str
    """The Message-ID of the request; empty if it had none."""
    asked: Mapping[str, Any]
    """The question: the game, and its position or the number of its board."""
    at: datetime
    player: int | None = None
    """The id of the player who asked, if each gets only one such answer."""


@dataclass(frozen=True, slots=True)
class TakenJob:
    """A leased job, and the number of its earlier leases."""

    id: int
    job: Job
    tries: int


@dataclass(frozen=True, slots=True)
class FinishedBoard:
    """A finished board."""

    id: int
    game: str
    number: int
    checksum: str


@dataclass(frozen=True, slots=True)
class Scan:
    """A pass over all boards. Boards with higher ids are new. Others may have changed since."""

    newest: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Results:
    """The results of some games."""

    games: int
    won: tuple[int, ...]
    """The number of games that each seat has won."""
    drawn: int

    @classmethod
    def sum(cls, seats: int, results: "Iterable[Results]") -> "Results":
        """Returns the results of all games; `seats`: the number of seats."""
        found = list(results)
        won = tuple(sum(each.won[seat] for each in found) for seat in range(seats))
        return cls(sum(each.games for each in found), won, sum(each.drawn for each in found))


@dataclass(frozen=True, slots=True)
class ExploredMove:
    """A move that was made in a position, with the games in which it was."""

    move: str
    """In canonical notation, or `pbm.match.explored_moves.END`."""
    results: Results
    players: tuple[tuple[str, int], ...]
    """The players who made it, with the numbers of their games, the highest first."""


@dataclass(frozen=True, slots=True)
class ExploredGame:
    """A finished game that came to a position."""

    number: int
    players: tuple[str, ...]
    """Userids, by seat."""
    winners: tuple[int, ...]
    """The seats that came first; none in a draw."""


@dataclass(frozen=True, slots=True)
class ExploredStart:
    """A start from which games began."""

    board: int
    """The number of the first board that began so."""
    games: int


@dataclass(frozen=True, slots=True)
class MailOrigin:
    """The place from which a mail was read."""

    mailbox: str
    """The user, the host and the folder."""
    uidvalidity: int
    uid: int
