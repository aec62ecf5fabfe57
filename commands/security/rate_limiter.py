"""Counts limited actions in the database, which all processes share.

An action isn't counted if its savepoint is rolled back, for example because a command is refused.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from commands.security.keys.key_ring import KeyRing
from commands.security.lockout import format_moment
from commands.security.player_limits import Policy
from commands.security.rate_limits import Limit, LimitKind, limits
from commands.system.stored_types import LimitCountRepository
from mail.same_mailbox import mailbox
from pbm.clock import DAY, HOUR, MINUTE
from pbm.errors import NotAllowedError


@dataclass(frozen=True, slots=True)
class Limiter:
    """Checks and counts the uses of limits at the time `now`.

    In its methods, `whose` is an address, a player's id, or another name of an owner.
    """

    # We don't use the library `limits`, because it reads the machine's clock and would count
    # actions that are rolled back. A table works with our clock, and all processes share it.
    counts: LimitCountRepository
    keys: KeyRing
    policy: Policy
    now: datetime
    shell: bool = False
    """Whether a line in the shell causes the uses."""

    def prefetch(self, mails: Iterable[tuple[LimitKind, str]]) -> None:
        """Reads the counts of these limits in one statement. They must not be exact limits."""
        keys = (key for each in dict.fromkeys(mails) for key in self.keys_of(*each))
        self.counts.prefetch_sums(keys, self.now)

    def enter(
        self,
        kind: LimitKind,
        whose: str,
        times: int = 1,
        *,
        also: Sequence[str] = (),
        note: str = "",
    ) -> bool:
        """Counts `times` more uses if the limit allows them. Returns whether it does.

        `also`: other names whose uses are counted toward the same limit.
        `note`: the text that `last_note` returns.
        """
        limit, keys = limits(self.policy)[kind], self.keys_of(kind, whose, *also)
        if limit.by_mail and self.shell:
            return True
        # Without the lock, simultaneous uses could exceed an exact limit.
        if limit.exact:
            self.counts.lock(keys[0])
        if not self._allows(limit, keys, times):
            return False
        for _ in range(times):
            self._add(limit, keys[0], note)
        return True

    def require(self, kind: LimitKind, whose: str, times: int = 1) -> None:
        """Counts more uses. Raises NotAllowedError if the limit doesn't allow them."""
        if self.enter(kind, whose, times):
            return
        limit = limits(self.policy)[kind]
        again = "Your request exceeds this limit. Send a smaller one."
        if times <= limit.most:
            at = self.free_at(kind, whose, times)
            again = f"Try again after {format_moment(at)}."
        raise NotAllowedError(f"{limit.refusal}\n{again}")

    def record(self, kind: LimitKind, whose: str, *, note: str = "") -> None:
        """Counts a use even if it exceeds the limit."""
        self._add(limits(self.policy)[kind], self.keys_of(kind, whose)[0], note)

    def forget(self, kind: LimitKind, whose: Iterable[str]) -> None:
        self.counts.drop(self.keys_of(kind, *whose))

    def last_note(self, kind: LimitKind, whose: str, period: timedelta = DAY) -> str:
        """Returns the note of the last use in this period, or ""."""
        return self.counts.last_note(self.keys_of(kind, whose), self.now - period, self.now)

    def times(self, kind: LimitKind, *whose: str) -> list[datetime]:
        """Returns the times of the uses that are still counted, with the oldest first."""
        return self._times(self.keys_of(kind, *whose))

    def free_at(self, kind: LimitKind, whose: str, times: int = 1) -> datetime:
        """Returns when the limit will allow so many more uses."""
        return self._free_at(limits(self.policy)[kind], self.keys_of(kind, whose), times)

    def keys_of(self, kind: LimitKind, *whose: str) -> list[str]:
        """Returns the keys under which uses are counted. Owners are stored only as keyed hashes."""
        names = (mailbox(each) if "@" in each else each for each in whose)
        return [key for name in names for key in self.keys.remembered_digests(kind, name)]

    def _allows(self, limit: Limit, keys: Sequence[str], times: int) -> bool:
        if limit.exact:
            return times <= limit.most and self._free_at(limit, keys, times) <= self.now
        used, hour = self.counts.sums(keys, self.now)
        return used + times <= limit.most and hour + times <= limit.per_hour

    def _free_at(self, limit: Limit, keys: Sequence[str], times: int) -> datetime:
        sent = [at for at in self._times(keys) if at <= self.now]
        hour = _free_at(sent, limit.per_hour - times, HOUR + _delay(limit), self.now)
        longer = _free_at(sent, limit.most - times, limit.within + _delay(limit), self.now)
        return max(hour, longer)

    def _times(self, keys: Sequence[str]) -> list[datetime]:
        return sorted(at for found in self.counts.times(keys, self.now).values() for at in found)

    def _add(self, limit: Limit, key: str, note: str) -> None:
        self.counts.add(key, self.now, self.now + limit.within + _delay(limit), note)


def _delay(limit: Limit) -> timedelta:
    """Returns how much longer uses are counted, because sums are stored by the minute."""
    return timedelta() if limit.exact else MINUTE


def _free_at(sent: Sequence[datetime], allowed: int, period: timedelta, now: datetime) -> datetime:
    """Returns when at most `allowed` uses will be within the period."""
    recent = [at for at in sent if at > now - period]
    return recent[-allowed - 1] + period if len(recent) > allowed else now
