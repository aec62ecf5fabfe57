"""The caller: the sender of a command."""

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field, replace

from commands.messages.reply_claims import MessageClaims, ReplyAge, ReplyClaims
from commands.messages.response import Response
from commands.security.rate_limits import Evidence
from commands.solver.prover import IMMEDIATE_POSITIONS
from pbm.board.players import Player
from pbm.errors import NotAllowedError
from pbm.search_budget import SearchBudget
from pbm.secret import Secret

# The allowance of a mail, for all its lines: positions searched at once, and a turn in the writer.
#
# Positions are counted, not time: so what is answered is the same on every machine. Time only tells
# when others are next.

MAIL_POSITIONS = 2 * IMMEDIATE_POSITIONS
"""The positions that are searched or set up at once for all lines of a mail, within some 40 ms."""


class GaveWay(BaseException):
    """Ends the handling of a mail, which is undone: others have their turn before it goes on.

    Not an Exception: those are taken for errors of a line.
    """


def too_many_positions() -> NotAllowedError:
    """Returns the refusal of a line that exceeds what an email may have computed."""
    return NotAllowedError(
        f"One email has at most {MAIL_POSITIONS:,} positions searched or set up at once. "
        "Please send this line again in another email."
    )


@dataclass(slots=True)
class Allowance:
    """The positions and the time that are left for the lines of an email, or a line typed."""

    positions: float = MAIL_POSITIONS
    answers: list[Response] = field(default_factory=list)
    """The responses to the first lines, which changed nothing: they stay when it is undone."""
    notifications: int = 0
    """The notifications to others that its lines have caused without proof of its sender."""
    excess: Callable[[], BaseException] = too_many_positions
    """Returns what is raised where positions are set up and none are left."""
    _kept: float = MAIL_POSITIONS
    """The positions that were left after these lines."""
    _turn_end: float = math.inf

    @contextmanager
    def turn(self, end: float) -> Iterator[None]:
        """Begins or goes on with the lines of a mail; `end`: by the thread's processor time."""
        self.positions, self.notifications, self._turn_end = self._kept, 0, end
        token = _current.set(self)
        try:
            yield
        finally:
            _current.reset(token)

    @contextmanager
    def search(self, most: int = IMMEDIATE_POSITIONS) -> Iterator[SearchBudget]:
        """Yields the budget of a line's search, and takes what it uses off what is left."""
        most = int(min(most, self.positions))
        budget = SearchBudget(positions=most)
        try:
            yield budget
        finally:
            self.positions -= min(budget.used, most)

    def spend(self, positions: int) -> None:
        """Takes positions off what is left; raises `excess` if it is less."""
        if positions > self.positions:
            raise self.excess()
        self.positions -= positions

    def keep(self, response: Response) -> None:
        """Keeps the response to the next line; raises GaveWay at the end of the mail's turn."""
        self.answers.append(response)
        self._kept = self.positions
        if time.thread_time() >= self._turn_end:
            raise GaveWay


_current: ContextVar[Allowance | None] = ContextVar("allowance", default=None)


def current_allowance() -> Allowance:
    """Returns the allowance of the email that this thread handles.

    Without one, as in the shell, positions aren't limited: that limits what one email may cause.
    """
    return _current.get() or Allowance(math.inf)


@contextmanager
def email_allowance() -> Iterator[None]:
    """Gives an email that is handled outside of a writer's turn an allowance of its own."""
    with nullcontext() if _current.get() else Allowance().turn(math.inf):
        yield


# The reasons for which a command waits until a reply from a registered address confirms it.


@dataclass(frozen=True, slots=True)
class ConfirmationReason:
    """A reason, as the player is told it and as the sender is."""

    introduction: str
    """The words above the command in the mail that asks the player."""
    explanation: str
    """The sentence to the sender; `{0}` stands for the player's userid."""
    evidence: Evidence
    """The evidence in the mail; requests are limited apart by it, as some are easily forged."""
    shows_board: bool = False
    """True if the mail shows the board as it is, whose number stands for `{0}` in its words."""


CHALLENGE = ConfirmationReason(
    "A mail from your address asks for this",
    "Your mail doesn't prove that {0} wrote it.",
    "sender",
)
UNREGISTERED = ConfirmationReason(
    "A reply to a mail that was sent to you asks for this, from an address that isn't yours here",
    "You replied to a mail that was sent to {0}, from an address that isn't registered for {0}.",
    "reply",
)
BY_SUBJECT = ConfirmationReason(
    "Did you write this on board {0}? It came in a mail from your address that was no reply to one "
    "of ours; its subject names the board",
    "Your mail doesn't prove that {0} wrote it: it wasn't sent to the reply address of a board.",
    "sender",
    shows_board=True,
)
DENIED = ConfirmationReason(
    "A mail in your name asks for this; as far as this server can tell, it wasn't sent from your "
    "address",
    "As far as this server can tell, your mail wasn't sent from an address of {0}.",
    "reply",
)
OLD_REPLY = ConfirmationReason(
    "A reply to an older mail than the latest, or to one of which others have seen a reply, asks "
    "for this, which can't be taken back",
    "You replied to an older mail than the latest, or sent others a copy of a reply to it, and "
    "what you asked for can't be taken back.",
    "reply",
)
GUESSED = ConfirmationReason(
    "Shall this be done? Your words read as if you meant it",
    "The words in your mail may mean this.",
    "sender",
)
LOCKED = ConfirmationReason(
    "A mail with your password asks for this; as wrong passwords came from the same address "
    "before, it waits for you",
    "Wrong passwords came from your address before, so the right one isn't enough for now.",
    "password",
)


@dataclass(frozen=True, slots=True)
class Caller:
    """The sender of a mail, or the user at the shell."""

    address: str = ""
    """The address the mail came from; empty in the shell."""
    admin: bool = False
    """True if the caller may speak for any player."""
    read: Callable[[], str] = str
    """Returns the text that goes with a command from the shell's standard input."""
    message_id: str = ""
    """The Message-ID of the mail, if it has one."""
    confirmed: bool = False
    """True if the command was pending, and a reply has confirmed it."""
    claims: ReplyClaims | None = None
    """The claims of the reply address to which the mail was sent."""
    authenticated_address: str = ""
    """The sender's address, if our own mail server has authenticated it."""
    denied: bool = False
    """True if our own mail server says that the mail isn't from the sender's address."""
    by_subject: bool = False
    """True if the mail came to our plain address, and its subject alone names the board."""
    message: MessageClaims | None = None
    """The claims of the reply address, if the mail answers a player's message."""
    several: bool = False
    """True if the mail has several commands: then each is answered."""
    from_own_address: bool = False
    """True if the mail came from a registered address of the player named by the claims."""
    reply_age: ReplyAge = ReplyAge.OLD
    """The age of the mail replied to, when the reply arrived."""
    proved: frozenset[int] = frozenset()
    """The ids of the players who authenticated in the same mail, or confirmed the command."""
    moves: Mapping[int, int] = field(default_factory=dict)
    """The number of moves that other lines of the same mail made, by the id of the board."""
    asked: frozenset[str] = frozenset()
    """The addresses, in lower case, that other lines of the same mail have confirmations or codes
    sent to.
    """
    guessed: bool = False
    """True if the command is only what a sentence seems to mean: its writer is asked first."""
    date: str = ""
    """The header Date of a mail to no reply address, which tells its writer's time zone."""
    has_file: bool = False
    """True if an earlier line of the same mail was answered by a file."""
    allowance: Allowance = field(default_factory=current_allowance)
    """The allowance that is left for the lines of the same mail."""

    def after_moves(self, moves: Mapping[int, int]) -> "Caller":
        """Returns the caller of the mail's next line, after one that made these moves."""
        return replace(self, moves=Counter(self.moves) + Counter(moves))


class ConfirmationRequired(Exception):
    """Raised for a command that a reply from the player's registered address must confirm."""

    def __init__(
        self, player: Player, reason: ConfirmationReason, password: Secret | None = None
    ) -> None:
        super().__init__(player.userid)
        self.player = player
        self.reason = reason
        self.password = password or Secret("")
        """The password in the line, which isn't stored."""
