"""Locks a sender out after failed logins of a userid.

A lock applies to one sender, so nobody can lock out the owner, who writes from another address. If
an attacker forges the owner's address, the right password from there needs a confirmation, and
replies to emails about boards keep working. Senders that a mail server has authenticated are
counted separately.

Guesses from many senders are stopped by a maximum number of failures in a day, after which only the
player's own addresses may try. The shell is trusted, because access to the data folder makes
guessing unnecessary.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from commands.security.keys.key_ring import KeyRing
from commands.system.stored_types import LimitCountRepository
from pbm.clock import DAY
from pbm.wording import local_time, shown

MAX_FAILURES = 5
FAILURE_WINDOW = timedelta(minutes=15)
"""Time within which MAX_FAILURES failures lock a sender out of a userid."""
FIRST_LOCK = timedelta(minutes=15)
"""Duration of the first lock. Each further lock is twice as long as the previous one."""
MAX_LOCK = timedelta(days=1)
LOCK_MEMORY = timedelta(days=7)
"""Time during which a lock makes the next one longer."""
MAX_FAILURES_A_DAY = 50
"""Number of failures from any senders after which only the player's own addresses may try."""

ADVICE = (
    "Your other addresses still work, and so do replies to our emails about your games.\n"
    "If it was you and you've forgotten your password, send: forgot {0}\n"
    "If it wasn't you and your password is easy to guess, send: change password {0} "
    "CURRENT NEW\n"
    "The admin of this server can block the sender."
)


@dataclass(frozen=True, slots=True)
class LoginAttempt:
    """A password or a code with its sender, and the player whose it should be."""

    what: Literal["password", "code"]
    userid: str
    sender: str
    """The address of the sender, or "" in the shell."""
    vouched: bool = False
    """Whether our own mail server has authenticated the sender."""

    @property
    def pair(self) -> str:
        """The key of a userid and a sender. An authenticated sender has another key."""
        vouched = " vouched" if self.vouched else ""
        return f"{self.userid.lower()} {self.sender.lower()}{vouched}"


@dataclass(frozen=True, slots=True)
class Lockouts:
    """Failed logins, counted in the database."""

    counters: LimitCountRepository
    keys: KeyRing
    now: datetime

    def locked_until(self, attempt: LoginAttempt, *, is_own: bool) -> datetime | None:
        """Returns the time until which the sender is locked out, or None.

        `is_own`: whether the sender's address is the player's.
        """
        if not attempt.sender:
            return None
        _, locks, failures = self.counters.times(self._keys(attempt), self.now).values()
        ends = [_lock_end(locks), None if is_own else _day_limit_end(failures)]
        return max((end for end in ends if end and end > self.now), default=None)

    def record_failure(self, attempt: LoginAttempt) -> Iterator[str]:
        """Counts a failed login. Yields a text for the player about each lock that it causes."""
        if not attempt.sender:
            return
        failure_key, lock_key, day_key = keys = self._keys(attempt)
        self.counters.lock(day_key)
        self.counters.add(failure_key, self.now, self.now + FAILURE_WINDOW)
        self.counters.add(day_key, self.now, self.now + DAY)
        failures, locks, failures_today = self.counters.times(keys, self.now).values()
        if len(failures_today) == MAX_FAILURES_A_DAY:
            yield _day_limit_text(attempt, self.now + DAY)
        if len(failures) >= MAX_FAILURES:
            self.counters.drop([failure_key])
            self.counters.add(lock_key, self.now, self.now + LOCK_MEMORY)
            until = _lock_end([*locks, self.now]) or self.now
            yield _new_lock_text(attempt, self.now, until)

    def clear_failures(self, attempt: LoginAttempt) -> None:
        """Deletes the failures and locks of a userid and a sender who has authenticated."""
        self.counters.drop(self._keys(attempt)[:2])

    def _keys(self, attempt: LoginAttempt) -> tuple[str, str, str]:
        return login_counters(self.keys, attempt)


def login_counters(keys: KeyRing, attempt: LoginAttempt) -> tuple[str, str, str]:
    """Returns the keys of three counts.

    They count the sender's failed logins, the sender's locks, and all failed logins of the userid.
    Userids and addresses are stored as keyed hashes.
    """
    pair = keys.digest("guess", attempt.what, attempt.pair)
    userid = keys.digest("guess", attempt.what, attempt.userid.lower())
    return f"wrong {pair}", f"lock {pair}", f"wrong {userid}"


def format_moment(at: datetime) -> str:
    """Returns a time for error messages, rounded up so that it is never too early."""
    return local_time(at + timedelta(seconds=59))


def _lock_end(locks: Sequence[datetime]) -> datetime | None:
    if not locks:
        return None
    doubled = FIRST_LOCK * (1 << min(len(locks) - 1, 10))
    return locks[-1] + min(doubled, MAX_LOCK)


def _day_limit_end(failures: Sequence[datetime]) -> datetime | None:
    """Returns when the limit on a day's failures ends, or None if it isn't reached."""
    return failures[-MAX_FAILURES_A_DAY] + DAY if len(failures) >= MAX_FAILURES_A_DAY else None


def locked_text(attempt: LoginAttempt, until: datetime) -> str:
    """Returns the error text for a sender who is locked out."""
    return (
        f"Too many wrong {attempt.what}s for that userid. We'll ignore {attempt.what}s "
        "from your address until\n"
        f"{format_moment(until)}, even correct ones. You can still reply to emails about "
        "your games."
    )


def _new_lock_text(attempt: LoginAttempt, at: datetime, until: datetime) -> str:
    return (
        f"Somebody sent {MAX_FAILURES} wrong {attempt.what}s for {attempt.userid}, most "
        f"recently on {format_moment(at)}, from\n"
        "\n"
        f"  {shown(attempt.sender)}\n"
        "\n"
        f"We'll ignore {attempt.what}s for {attempt.userid} from that address until "
        f"{format_moment(until)}. After {MAX_FAILURES} more wrong {attempt.what}s, we'll ignore "
        "them for twice as long. If that is your own address, your password still works, but we'll "
        "ask you to confirm each command that you send with it.\n"
        "\n"
        f"{ADVICE.format(attempt.userid)}"
    )


def _day_limit_text(attempt: LoginAttempt, until: datetime) -> str:
    return (
        f"Somebody sent {MAX_FAILURES_A_DAY} wrong {attempt.what}s for {attempt.userid} "
        "within a day, most recently from\n"
        "\n"
        f"  {shown(attempt.sender)}\n"
        "\n"
        f"Until {format_moment(until)}, we'll accept {attempt.what}s for you only from "
        "your own addresses.\n"
        "\n"
        f"{ADVICE.format(attempt.userid)}"
    )
