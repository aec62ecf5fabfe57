"""Limits on what may be done within a day, counted in the database that several processes share.

The shell is trusted and not counted. A refused line isn't counted, as its savepoint is rolled back.
What a player provably asks for is counted apart from what others may ask for in the player's name:
a sender is easily forged, and nobody else can use up the player's own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, get_args

from commands.security.key_ring import KeyRing
from commands.security.lockout import format_moment
from commands.security.policy import Policy
from commands.system.stored_types import LimitCountRepository
from mail.addresses import mailbox
from pbm.board.players import Player
from pbm.clock import DAY, HOUR
from pbm.errors import NotAllowedError
from pbm.wording import counted

WEEK, MONTH = timedelta(days=7), timedelta(days=30)
MAX_REST_CHANGES = 4
"""Maximum changes of zone and sleep in 30 days, while they can move deadlines of running boards."""
MAX_ROBOT_GAMES = 20
"""Rated games in a week: robots always have time, and ratings should compare people."""
Evidence = Literal["sender", "reply", "password", "address"]
"""The evidence in a mail that asks for a confirmation: a mere sender, a reply address, a
password, or nothing yet for an address that is to be registered.
"""
NEEDS_NONE = (
    "A command needs no confirmation with your password (-password=PASSWORD in a challenge), or in "
    "a\nreply to the newest mail about a board of yours."
)
MAX_REPLIED_WORDS = 20
"""The most messages or chats by reply from a player to the same readers within an hour."""


@dataclass(frozen=True, slots=True)
class RateLimits:
    """The limits for one sender."""

    counters: LimitCountRepository
    keys: KeyRing
    policy: Policy
    sender: str
    """The address the mail came from; empty in the shell."""
    now: datetime

    def limit_challenges(self, player: Player, boards: int, *, proved: bool) -> None:
        """Raises NotAllowedError when a player begins too many boards in a day."""
        most = self.policy.challenges_per_day
        what = f"begins at most {counted(most, 'game')}"
        self._limit(_key("challenge", player, proved=proved), most, what, boards)

    def limit_robot_games(
        self, players: Sequence[Player], boards: int, proved: Player | None
    ) -> None:
        """Raises NotAllowedError when one of these players has too many rated games with robots.

        `proved`: the player who provably begins them. For the others, those count as well that they
        provably began, but not the other way round.
        """
        people = [player for player in players if not player.robot]
        for person in people if len(people) < len(players) else ():
            own, others = (_key("robots", person, proved=each) for each in (True, False))
            keys = [own] if person == proved else [others, own]
            key = keys[0]
            self.counters.lock(key)
            begun = sum(map(len, self.counters.times(keys, self.now).values()))
            if begun + boards > MAX_ROBOT_GAMES:
                raise NotAllowedError(
                    f"{person.userid} begins at most {MAX_ROBOT_GAMES} rated games against robots "
                    "within a week.\nUnrated ones are welcome: challenge with -unrated."
                )
            for _ in range(boards):
                self.counters.add(key, self.now, self.now + WEEK)

    def limit_messages(self, player: Player, readers: int = 1, *, by_reply: bool = False) -> None:
        """Raises NotAllowedError when a player sends too many messages and chats in a day.

        `readers`: the number of players that a message goes to; it counts once for each.
        `by_reply`: a reply address alone proves the player, which others may have seen.
        """
        most, key = self.policy.messages_per_day, _key("message", player, proved=not by_reply)
        self._limit(key, most, f"sends at most {counted(most, 'message')}", readers)

    def limit_replied_words(
        self, player: Player, to: str, text: str, *, by_reply: bool = True
    ) -> None:
        """Raises NotAllowedError for words by reply that a program seems to send.

        They are the same as the last ones, or too many within an hour. `to`: the readers' key.
        `by_reply`: as for messages.
        """
        pair = _pair(player, to, proved=not by_reply)
        same = f"{pair} {self.keys.digest('words', text)}"
        self.counters.lock(pair)
        found = self.counters.times([pair], self.now)[pair]
        if found and found[-1:] == self.counters.times([same], self.now)[same][-1:]:
            raise NotAllowedError(
                "These words are the same as your last ones, so they weren't sent again."
            )
        recent = [at for at in found if at > self.now - HOUR]
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
        told = self.counters.times([key], self.now)[key]
        if told and told[-1] > self.now:
            return None
        at = told[-1] + DAY if told else self.now
        self.counters.add(key, at, at + DAY)
        return at

    def limit_rest_changes(self, player: Player) -> None:
        """Raises NotAllowedError when a player changes zone or sleep too often in 30 days."""
        times = counted(MAX_REST_CHANGES, "time")
        what = f"changes time zone and sleep at most {times}, with boards running,"
        self._limit(f"rest {player.id}", MAX_REST_CHANGES, what, within=MONTH)

    def limit_signups(self, *, proved: bool) -> None:
        """Raises NotAllowedError when too many players sign up from one address in a day.

        `proved`: the mail server has authenticated the sender.
        """
        most = self.policy.signups_per_day
        key = self._address_key("signup" if proved else "signup unproved", self.sender)
        self._limit(key, most, f"signs up at most {counted(most, 'player')}", who="An address")

    def limit_confirmations(self, address: str, evidence: Evidence) -> None:
        """Raises NotAllowedError when an address is asked for too many confirmations in a day.

        Anybody may write under another player's name, so those are counted apart by what the mail
        proves; and only those count that weren't confirmed.
        """
        most = self.policy.confirmations_per_day
        key = self._address_key(f"asked by {evidence}", address)
        what = f"is asked for at most {counted(most, 'confirmation')}"
        try:
            self._limit(key, most, what, who="An address")
        except NotAllowedError as error:
            advice = "" if evidence == "address" else f"\n{NEEDS_NONE}"
            raise NotAllowedError(f"{error.text}{advice}") from None

    def forget_confirmations(self, addresses: Sequence[str]) -> None:
        """Deletes the counts of requests to these addresses: one was confirmed by its owner."""
        self.counters.drop(
            [
                self._address_key(f"asked by {evidence}", address)
                for address in addresses
                for evidence in get_args(Evidence)
            ]
        )

    def limit_searches(self, *, proved: bool) -> None:
        """Raises NotAllowedError when the sender asks for too many proofs and reviews in a day.

        `proved`: the sender's address belongs to a proved player.
        """
        most = self.policy.solves_per_day
        key = self._address_key("solve" if proved else "solve unproved", self.sender)
        what = f"has at most {counted(most, 'position or game', 'positions or games')} searched"
        self._limit(key, most, what, who="An address")

    def may_send_code(self, player: Player, *, proved: bool) -> bool:
        """Counts one more code for a new password; returns False when today's are used up.

        `proved`: the player provably asks for it. That isn't counted, so strangers who use up the
        codes can't stop the player.
        """
        if proved:
            return True
        try:
            self._limit(f"code {player.id}", self.policy.codes_per_day, "")
        except NotAllowedError:
            return False
        return True

    def may_send_userids(self, address: str, authenticated: str, interval: timedelta) -> bool:
        """Counts one more list of userids; returns False within the interval, or at the limit.

        `authenticated`: the sender's address if its mail server authenticated it. The list for that
        isn't counted.
        """
        recent = self._address_key("userids", address)
        self.counters.lock(recent)
        if self.counters.times([recent], self.now)[recent]:
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
        kinds = {
            what: [_key(what, player, proved=proved) for proved in (True, False)]
            for what in ("challenge", "message")
        } | {"code": [f"code {player.id}"]}
        found = self.counters.times([key for keys in kinds.values() for key in keys], self.now)
        return {
            what: [at.isoformat() for key in keys for at in found[key]]
            for what, keys in kinds.items()
        }

    def _limit(
        self,
        key: str,
        most: int,
        what: str,
        times: int = 1,
        *,
        who: str = "Everybody",
        within: timedelta = DAY,
    ) -> None:
        if not self.sender:
            return
        self.counters.lock(key)
        earlier = self.counters.times([key], self.now)[key]
        if len(earlier) + times > most:
            period = "a day" if within == DAY else counted(within.days, "day")
            again = _next_time(earlier, times, most, within)
            raise NotAllowedError(f"{who} {what} within {period}.\n{again}")
        for _ in range(times):
            self.counters.add(key, self.now, self.now + within)

    def _address_key(self, what: str, address: str) -> str:
        """Returns the counter of an address's mailbox, stored only as a keyed hash."""
        return f"{what} {self.keys.digest(what, mailbox(address))}"


def counters_of_words(player: Player, to: str) -> tuple[str, str]:
    """Returns the counters of words by reply that go to these readers; `to`: their key."""
    return _pair(player, to, proved=False), _key("message", player, proved=False)


def _pair(player: Player, to: str, *, proved: bool) -> str:
    return f"{_key('words', player, proved=proved)} {to}"


def _key(what: str, player: Player, *, proved: bool) -> str:
    """Returns the counter of what a player provably does, or of what may be done in their name."""
    return f"{what} {player.id}" if proved else f"{what} unproved {player.id}"


def _next_time(earlier: Sequence[datetime], times: int, most: int, within: timedelta) -> str:
    if times > most:
        return "This request alone exceeds the limit."
    at = earlier[len(earlier) + times - most - 1] + within
    return f"It is possible again from {format_moment(at)} on."
