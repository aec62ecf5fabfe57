"""Values that storage keeps and commands read: emails, jobs, preferences, finished games.

They aren't in `storage` because `pbm help` and completion need some of them, but must not load the
database's libraries. That would take ten times as long as everything else.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

MAX_FAILED_MAILS = 200
"""Maximum number of failed emails. Further ones are deferred with 451.

An email has at most 256 KiB, so the table takes at most 70 MB.
"""
Automatic = Literal["auto-replied", "auto-generated"]
"""The kind of automatic email (RFC 3834): a reply, or a notification of an event."""
BounceKind = Literal["hard", "soft", "away", "other"]
"""The kind of a bounce: permanent failure, temporary failure, auto-reply, or other."""
Purpose = Literal["address", "line", "batch", "reset", "words"]
"""The purpose of a code: confirming an address, a pending line, several lines, a new password, or
pending chat.

Pending chat has no code. A digest of board and seat is stored in its place.
"""
UNLIMITED = 0, 9999
"""Minimum and maximum rating of a seek that all players may join."""
Selector = Literal["all", "active", "inactive", "next"]
"""A selection of boards: all, unfinished, finished, or waiting for the player's move."""
IncidentKind = Literal["process", "files", "engine", "clock", "relay", "site"]
"""The kind of an incident.

`process`: a process of the server failed.
`files`: a process can't open more files.
`engine`: an engine failed.
`clock`: the clock jumped.
`relay`: the relay can't be used.
`site`: pages of the site can't be made.
"""
JobKind = Literal["solve", "explore", "review"]
"""The kind of a job. It is the command that requested the job."""
MailTarget = Literal["done", "failed", ""]
"""The folder for a processed email. Empty if it stays where it is."""


@dataclass(frozen=True, slots=True)
class OutboxMail:
    """An outgoing email before rendering: a snapshot of everything on which it depends."""

    recipient: str
    message_id: str
    date: datetime
    content: str
    """The content, as JSON for the views."""
    automatic: Automatic
    references: tuple[str, ...] = ()
    """Message-IDs of the thread. The last one is the email that this email answers."""
    board: str = ""
    """The board that the email is about, such as `knightpanic 101`."""
    due: datetime | None = None
    """Earliest time at which it may be sent, if that is later than its date."""


@dataclass(frozen=True, slots=True)
class DeferredMail:
    """A player's deferred notification about a board."""

    player: int
    board: int
    """Id of the board. It is unique across all games."""
    at: datetime
    content: str
    """The content, as JSON for the views."""
    due: datetime | None
    """Time of its digest. None if that depends on the board."""


@dataclass(frozen=True, slots=True)
class Bounce:
    """A bounced email."""

    address: str
    """Recipient of the email, in lower case."""
    at: datetime
    kind: BounceKind
    counts: bool
    """Whether the player hasn't written since the bounce."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A pending action. It is executed if its code is sent back in time."""

    purpose: Purpose
    player: int
    """Id of the player concerned."""
    content: str
    """The action as JSON. Empty if the purpose is sufficient."""
    until: datetime


@dataclass(frozen=True, slots=True)
class Preference:
    """A player's preference for one game. If `game` is empty, it applies to all games."""

    player: int
    game: str
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Seek:
    """A player's search for opponents."""

    number: int
    game: str
    player_id: int
    words: str
    """Options and terms of the challenge, as typed. Seeks match only if these are equal."""
    games: int
    """Number of games that may still begin."""
    lowest: int
    highest: int
    """Minimum and maximum rating of players who may join."""
    seat: int | None
    """The seat that the player wants, or None for any."""
    since: datetime
    until: datetime

    @property
    def options(self) -> tuple[str, ...]:
        """The options and terms, each as one text.

        The value of an option, such as a position, may have spaces.
        """
        return tuple(re.split(" (?=-)", self.words)) if self.words else ()


@dataclass(frozen=True, slots=True)
class Incident:
    """Incidents of one kind with the same subject."""

    subject: str
    """The process, the robot, or the relay's fault. Empty if the kind is sufficient."""
    times: int
    at: datetime
    """Time of the latest incident."""
    detail: str
    """Description of the latest incident. It may follow the subject."""


@dataclass(frozen=True, slots=True)
class Job:
    """A search that somebody requested by email.

    It runs in the background because it takes a while.
    """

    kind: JobKind
    asker: str
    """Address to which the answer is sent."""
    message_id: str
    """Message-ID of the request. Empty if it had none."""
    asked: Mapping[str, Any]
    """The request: the game, and its position or the number of its board."""
    at: datetime
    player: int | None = None
    """Id of the player who asked. None unless each player gets only one such answer."""


@dataclass(frozen=True, slots=True)
class TakenJob:
    """A leased job. `tries`: number of its previous leases."""

    id: int
    job: Job
    tries: int


@dataclass(frozen=True, slots=True)
class FinishedBoard:
    id: int
    game: str
    number: int
    checksum: str


@dataclass(frozen=True, slots=True)
class Scan:
    """The progress of a scan of all boards.

    Boards with greater ids are new, and others may have changed since.
    """

    newest: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Results:
    """The total results of several games."""

    games: int
    won: tuple[int, ...]
    """Number of games that each seat has won."""
    drawn: int

    @classmethod
    def sum(cls, seats: int, results: "Iterable[Results]") -> "Results":
        """Returns the sum of several results. `seats`: the number of seats."""
        all_results = list(results)
        won = tuple(sum(result.won[seat] for result in all_results) for seat in range(seats))
        return cls(
            sum(result.games for result in all_results),
            won,
            sum(result.drawn for result in all_results),
        )


@dataclass(frozen=True, slots=True)
class ExploredMove:
    """A move that was made in a position, with the results of the games in which it was made."""

    move: str
    """The move in canonical notation, or `pbm.match.explored_moves.END`."""
    results: Results
    players: tuple[tuple[str, int], ...]
    """Players who made it, each with the number of their games, the highest number first."""


@dataclass(frozen=True, slots=True)
class ExploredGame:
    """A finished game in which a position occurred."""

    number: int
    players: tuple[str, ...]
    """Userids by seat."""
    winners: tuple[int, ...]
    """The seats that came first. Empty in a draw."""


@dataclass(frozen=True, slots=True)
class ExploredStart:
    """A start position, with the number of games that began from it."""

    board: int
    """Number of the first board that began from it."""
    games: int


@dataclass(frozen=True, slots=True)
class MailOrigin:
    """The place in a mailbox from which an email was read."""

    mailbox: str
    """User, host and folder."""
    uidvalidity: int
    uid: int


@dataclass(frozen=True, slots=True)
class FailedMail:
    """An incoming email that couldn't be handled and is kept."""

    id: int
    sender: str
    """The envelope sender as received."""
    recipients: tuple[str, ...]
    content: bytes = field(repr=False)
    author: str
    """The address in the From header, in lower case. Empty if there is none."""
    at: datetime
    """When it was first kept."""
    tries: int
    """The number of tries since it was kept, or since an admin last asked for one."""
    tried: datetime | None
    """When the last try began. None if an admin asked for another one."""
    error: str
    """The type and the place of the last error."""
    reference: str
    """The reference of the last error in the log."""
