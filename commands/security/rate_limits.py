"""Limits on what may be done within a day, counted in the database that several processes share.

The shell is trusted and not counted. A refused line isn't counted, as its savepoint is rolled back.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from commands.security.keys import KeyRing
from commands.security.lockout import format_moment
from commands.security.policy import Policy
from mail.reading.mailboxes import mailbox
from pbm.board import Player
from pbm.clock import DAY
from pbm.errors import NotAllowedError
from pbm.ports import RateCounters
from pbm.wording import counted

HOUR, WEEK = timedelta(hours=1), timedelta(days=7)
MAX_ROBOT_GAMES = 20
"""Rated games in a week: robots always have time, and ratings should compare people."""
MAX_REPLIED_WORDS = 20
"""The most messages or chats by reply from a player to the same readers within an hour."""


@dataclass(frozen=True, slots=True)
class RateLimits:
    """The limits for one sender."""

    counters: RateCounters
    keys: KeyRing
    policy: Policy
    sender: str
    """The address the mail came from; empty in the shell."""
    now: datetime

    def limit_challenges(self, player: Player, boards: int) -> None:
        """Raises NotAllowedError when a player begins too many boards in a day."""
        most = self.policy.challenges_per_day
        what = f"begins at most {counted(most, 'game')}"
        self._limit(f"challenge {player.id}", most, what, boards)

    def limit_robot_games(self, players: Sequence[Player], boards: int) -> None:
        """Raises NotAllowedError when one of these players has too many rated games with robots."""
        people = [player for player in players if not player.robot]
        for person in people if len(people) < len(players) else ():
            key = f"robots {person.id}"
            self.counters.lock(key)
            if len(self.counters.of([key], self.now)[key]) + boards > MAX_ROBOT_GAMES:
                raise NotAllowedError(
                    f"{person.userid} begins at most {MAX_ROBOT_GAMES} rated games against robots "
                    "within a week.\nUnrated ones are welcome: challenge with -unrated."
                )
            for _ in range(boards):
                self.counters.add(key, self.now, self.now + WEEK)

    def limit_messages(self, player: Player, readers: int = 1) -> None:
        """Raises NotAllowedError when a player sends too many messages and chats in a day.

        `readers`: the number of players that a message goes to; it counts once for each.
        """
        most, what = self.policy.messages_per_day, f"message {player.id}"
        self._limit(what, most, f"sends at most {counted(most, 'message')}", readers)

    def limit_replied_words(self, player: Player, to: str, text: str) -> None:
        """Raises NotAllowedError for words by reply that a program seems to send.

        They are the same as the last ones, or too many within an hour. `to`: the readers' key.
        """
        pair = f"words {player.id} {to}"
        same = f"{pair} {self.keys.digest('words', text)}"
        self.counters.lock(pair)
        found = self.counters.of([pair, same], self.now)
        if found[same] and found[same][-1] == found[pair][-1]:
            raise NotAllowedError(
                "These words are the same as your last ones, so they weren't sent again."
            )
        recent = [at for at in found[pair] if at > self.now - HOUR]
        if len(recent) >= MAX_REPLIED_WORDS:
            most = counted(MAX_REPLIED_WORDS, "reply", "replies")
            raise NotAllowedError(
                f"To the same readers go at most {most} within an hour.\n"
                f"It is possible again from {format_moment(recent[0] + HOUR)} on."
            )
        for key in (pair, same):
            self.counters.add(key, self.now, self.now + DAY)

    def next_vacation_news(self, player: Player) -> datetime | None:
        """Returns the time at which a player's opponents may hear of a change of vacations.

        It is counted as one that they hear then. They hear of one within a day; None if another is
        waiting to be told anyway.
        """
        key = f"vacation {player.id}"
        self.counters.lock(key)
        told = self.counters.of([key], self.now)[key]
        if told and told[-1] > self.now:
            return None
        at = told[-1] + DAY if told else self.now
        self.counters.add(key, at, at + DAY)
        return at

    def limit_signups(self) -> None:
        """Raises NotAllowedError when too many players sign up from one address in a day."""
        most, key = self.policy.signups_per_day, self._address_key("signup", self.sender)
        self._limit(key, most, f"signs up at most {counted(most, 'player')}", who="An address")

    def limit_confirmations(self, address: str) -> None:
        """Raises NotAllowedError when an address is asked for too many confirmations in a day.

        Anybody may write under another player's name.
        """
        most, key = self.policy.confirmations_per_day, self._address_key("asked", address)
        what = f"is asked for at most {counted(most, 'confirmation')}"
        self._limit(key, most, what, who="An address")

    def limit_solving(self) -> None:
        """Raises NotAllowedError when the sender asks for too many long searches in a day."""
        most, key = self.policy.solves_per_day, self._address_key("solve", self.sender)
        what = f"has at most {counted(most, 'position')} solved that take a while"
        self._limit(key, most, what, who="An address")

    def may_send_code(self, player: Player, authenticated: str) -> bool:
        """Counts one more code for a new password; returns False when today's are used up.

        `authenticated`: the sender's address if its mail server authenticated it. The player's own
        addresses aren't counted, so strangers who use up the codes can't stop the player.
        """
        if player.has_address(authenticated):
            return True
        try:
            self._limit(f"code {player.id}", self.policy.codes_per_day, "")
        except NotAllowedError:
            return False
        return True

    def may_send_userids(self, address: str, authenticated: str, interval: timedelta) -> bool:
        """Counts one more list of userids; returns False within the interval, or at the limit.

        `authenticated`: as for codes, with which the limit is shared.
        """
        recent = self._address_key("userids", address)
        self.counters.lock(recent)
        if self.counters.of([recent], self.now)[recent]:
            return False
        self.counters.add(recent, self.now, self.now + interval)
        if address.lower() == authenticated.lower():
            return True
        try:
            self._limit(self._address_key("lists", address), self.policy.codes_per_day, "")
        except NotAllowedError:
            return False
        return True

    def counted_today(self, player: Player) -> dict[str, list[str]]:
        """Returns the times of a player's counted actions, by kind."""
        keys = [f"{what} {player.id}" for what in ("challenge", "message", "code")]
        found = self.counters.of(keys, self.now)
        return {key.split()[0]: [at.isoformat() for at in times] for key, times in found.items()}

    def _limit(
        self, key: str, most: int, what: str, times: int = 1, *, who: str = "Everybody"
    ) -> None:
        if not self.sender:
            return
        self.counters.lock(key)
        earlier = self.counters.of([key], self.now)[key]
        if len(earlier) + times > most:
            raise NotAllowedError(f"{who} {what} within a day.\n{_next_time(earlier, times, most)}")
        for _ in range(times):
            self.counters.add(key, self.now, self.now + DAY)

    def _address_key(self, what: str, address: str) -> str:
        """Returns the counter of an address's mailbox, stored only as a keyed hash."""
        return f"{what} {self.keys.digest(what, mailbox(address))}"


def _next_time(earlier: Sequence[datetime], times: int, most: int) -> str:
    if times > most:
        return "This request alone exceeds the limit."
    at = earlier[len(earlier) + times - most - 1] + DAY
    return f"It is possible again from {format_moment(at)} on."
