"""Guessing passwords and codes: each pair of a userid and a sender is shut out for a time.

So nobody can lock out the owner, who writes from elsewhere; and where a guesser forges the owner's
own address, replies to mails about boards go on working. Whoever changes senders all the time is
stopped by the number of guesses in a day, after which only the player's own addresses may try.
The shell is trusted: whoever may open the data folder needn't guess.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal

import structlog

from commands.messages.content import Plain
from commands.messages.response import Answer, Notice
from pbm.board import Player
from pbm.errors import NotAllowed
from pbm.wording import shown

if TYPE_CHECKING:
    from commands.context.context import Session

MOST_WRONG = 5
WITHIN = timedelta(minutes=15)
"""So many wrong ones in this time lock a pair."""
FIRST_LOCK = timedelta(minutes=15)
"""Each lock lasts twice as long as the one before it."""
LONGEST_LOCK = timedelta(days=1)
REMEMBERED = timedelta(days=7)
"""How long a lock makes the next one longer."""
MOST_IN_A_DAY = 50
"""After so many wrong ones, whoever sent them, strangers to a player may try no more."""
DAY = timedelta(days=1)

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Guess:
    """A password or a code, and who tried it for whom."""

    what: Literal["password", "code"]
    userid: str
    sender: str
    """The address it came from; empty in the shell."""

    @property
    def who(self) -> str:
        """The pair, whatever was tried."""
        return f"{self.userid.lower()} {self.sender.lower()}"


def check_open(session: "Session", guess: Guess, player: Player | None) -> None:
    """Refuses whoever has guessed too often, be it right this time or not."""
    if not guess.sender:
        return
    found = session.work.tallies.of(_keys(session, guess), session.now())
    _, locks, all_wrong = found.values()
    known = player is not None and player.has_address(guess.sender)
    ends = [_lock_end(locks), None if known else _brake_end(all_wrong)]
    until = max((end for end in ends if end and end > session.now()), default=None)
    if until:
        raise NotAllowed(_locked(guess, until))


def with_locks(session: "Session", answer: Answer) -> Answer:
    """The answer, with what the owners are told of guesses in its line.

    The refusal has taken back all that its line did; that somebody guessed is true all the same.
    """
    notices = [
        notice for guess in session.wrong if guess.sender for notice in _count(session, guess)
    ]
    return replace(answer, notices=(*answer.notices, *notices)) if notices else answer


def forgive(session: "Session", guess: Guess) -> None:
    """Whoever has shown who they are may try again at once."""
    session.work.tallies.drop(_keys(session, guess)[:2])


def _count(session: "Session", guess: Guess) -> Iterable[Notice]:
    """Counts a wrong one; who is told if it was one too many."""
    tallies, now = session.work.tallies, session.now()
    wrong_key, lock_key, all_key = keys = _keys(session, guess)
    tallies.hold(all_key)
    tallies.add(wrong_key, now, now + WITHIN)
    tallies.add(all_key, now, now + DAY)
    wrong, locks, all_wrong = tallies.of(keys, now).values()
    if len(all_wrong) == MOST_IN_A_DAY:
        yield from _tell(session, guess, _stopped(guess, now + DAY))
    if len(wrong) >= MOST_WRONG:
        tallies.drop([wrong_key])
        tallies.add(lock_key, now, now + REMEMBERED)
        until = _lock_end([*locks, now]) or now
        yield from _tell(session, guess, _guessed(guess, now, until))


def _keys(session: "Session", guess: Guess) -> tuple[str, str, str]:
    """Of the wrong ones of a pair, its locks, and all wrong ones for the player; no addresses."""
    keyed = session.codes.keys.digest("guess", guess.what, guess.who)
    userid = session.codes.keys.digest("guess", guess.what, guess.userid.lower())
    return f"wrong {keyed}", f"lock {keyed}", f"wrong {userid}"


def _lock_end(locks: Sequence[datetime]) -> datetime | None:
    if not locks:
        return None
    doubled = FIRST_LOCK * (1 << min(len(locks) - 1, 10))
    return locks[-1] + min(doubled, LONGEST_LOCK)


def _brake_end(wrong: Sequence[datetime]) -> datetime | None:
    """When so many no longer fall into one day."""
    return wrong[-MOST_IN_A_DAY] + DAY if len(wrong) >= MOST_IN_A_DAY else None


def _tell(session: "Session", guess: Guess, text: str) -> Iterable[Notice]:
    player = session.find(guess.userid)
    if player:  # any other word may be a password in the wrong place
        log.warning("guessing", player=player.userid, sender=guess.sender, what=guess.what)
        said = Plain(subject=f"Wrong {guess.what}s for {player.userid}", text=text)
        yield Notice(player.addresses, said)


def _locked(guess: Guess, until: datetime) -> str:
    return (
        f"Too many wrong {guess.what}s for that player were sent: from your address none is "
        f"taken until\n{moment(until)}, right or not. Replies to mails about boards go on working."
    )


def _guessed(guess: Guess, at: datetime, until: datetime) -> str:
    return (
        f"Somebody has sent {MOST_WRONG} wrong {guess.what}s for {guess.userid}, the last one at "
        f"{moment(at)}, from\n\n  {shown(guess.sender)}\n\n"
        f"From that address no {guess.what} of yours is taken until {moment(until)}, and after "
        f"{MOST_WRONG} more wrong ones twice as long.\n\n{ADVICE.format(guess.userid)}"
    )


def _stopped(guess: Guess, until: datetime) -> str:
    return (
        f"{MOST_IN_A_DAY} wrong {guess.what}s for {guess.userid} were sent within a day, the last "
        f"one from\n\n  {shown(guess.sender)}\n\n"
        f"Until {moment(until)} only your own addresses may try.\n\n{ADVICE.format(guess.userid)}"
    )


ADVICE = (
    "You can go on from any other address of yours, and replies to mails about your boards always\n"
    "work. If it was you, and you don't know your password any more: forgot {0}\n"
    "If it wasn't, and your password is easily guessed: change password {0} CURRENT NEW\n"
    "The admin of this server can shut the sender out altogether."
)


def moment(at: datetime) -> str:
    """A time as refusals say it; rounded up, so that it is never too early."""
    return f"{at + timedelta(seconds=59):%Y-%m-%d %H:%M} UTC"
