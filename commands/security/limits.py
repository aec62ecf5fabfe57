"""All limits on what is sent and asked for, in one table.

Each kind is counted separately, so none uses up another's limit. What somebody sends in a player's
name, without proof, takes nothing from what the player is owed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from functools import lru_cache

from commands.security.policy import Policy
from pbm.clock import DAY
from pbm.wording import counted

NO_LIMIT = 1_000_000_000
HOUR_PART = 5
"""Of the mails to an address in a day a fifth may come within an hour: a game played at one
sitting needs that many, and a loop of two programs ends soon.
"""
REPLY_FACTOR = 5
"""The factor by which limits are higher for answers to replies by token."""
SENDERS = 5
"""One sender gets at most this part (1/n) of the mails that are forwarded to the admin."""
FOR_CONFIRMATIONS = 2
"""The mails to a stranger that are left when answers end: the announcement and a confirmation."""
MAX_ROBOT_GAMES = 20
"""Rated games in a week: robots always have time, and ratings should compare people."""
MAX_REST_CHANGES = 4
"""Maximum changes of zone and sleep in 30 days, while they can move deadlines of running boards."""
MAX_REPLIED_WORDS = 20
"""Maximum messages or chats by reply from a player to the same readers within an hour."""
RESEND_INTERVAL = timedelta(minutes=10)
"""The time within which a code, or a list of userids, isn't sent again."""


class LimitKind(StrEnum):
    """A kind of uses that are limited; the value is a part of its stored keys."""

    ANSWER = "answered"
    """An answer to an address."""
    STRANGER_ANSWER = "answered stranger"
    """An answer to an address that never proved itself."""
    PROVED_ANSWER = "proved"
    """An answer to a mail that proves its sender."""
    REPLY_ANSWER = "replied"
    """An answer to a reply by token, or by a one-time code."""
    REFUSAL = "refused"
    """A refused command of a player's, above the limit on answers."""
    PROSE = "prose"
    """An answer to a player's replies without a command on one board."""
    UNCLEAR = "unclear"
    """A question asked again, as its answer says neither yes nor no."""
    WAYS_OUT = "ways out"
    """A list of the ways to get fewer mails, for a player who already gets only urgent ones."""
    NOTIFICATION = "noticed"
    """A notification to an address."""
    WORDS = "words"
    """A notification to an address that tells only what somebody writes."""
    JOINED = "joined"
    """A mail with the notifications to an address that were above the limit. It has a limit of its
    own, so that none waits for ever while others are sent.
    """
    CAUSED = "caused"
    """A notification that a player causes."""
    STRANGER = "stranger"
    """Any mail to an address that never proved itself."""
    FORWARDED = "forwarded"
    """A mail to postmaster or abuse, which is forwarded to the admin."""
    FORWARDED_FROM = "forwarded from"
    """A mail to postmaster or abuse, counted by its sender."""
    ADDRESS_REQUEST = "addresses"
    """A confirmation that is asked for on a player's account, of an address."""
    CONFIRMATION = "confirmation"
    """A confirmation that an address is asked for until it gives one, counted by the evidence."""
    CHALLENGE = "challenge"
    """A game that a player begins."""
    ROBOT_GAME = "robots"
    """A rated game against robots that a player begins."""
    MESSAGE = "message"
    """A message or chat of a player, once for each reader."""
    REPLIED_WORDS = "replied words"
    """A message or chat by reply, from a player to the same readers."""
    REST_CHANGE = "rest"
    """A player's change of zone or sleep that may move deadlines."""
    SIGNUP = "signup"
    """A player who signs up from an address."""
    SEARCH = "solve"
    """A proof or a review that an address asks for."""
    CODE = "code"
    """A code for a new password that is asked for without proof."""
    USERIDS = "userids"
    """A list of the userids of an address that others may have asked for."""
    USERIDS_AGAIN = "userids again"
    """Any list of the userids of an address."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The maximum number of uses within an hour, and within a longer period."""

    per_hour: int = NO_LIMIT
    most: int = NO_LIMIT
    within: timedelta = DAY
    exact: bool = False
    """True if users of the same limit wait for one another. Others may exceed it by a few when they
    come at once, and are counted for up to a minute longer.
    """
    by_mail: bool = False
    """True if the shell is exempt, because it is trusted."""
    refusal: str = ""
    """The sentence for somebody who is above the limit."""


@lru_cache(maxsize=8)
def limits(policy: Policy) -> Mapping[LimitKind, Limit]:
    """Returns the limit on each kind of uses."""
    return _mail_limits(policy) | _address_limits(policy) | _player_limits(policy)


def _mail_limits(policy: Policy) -> dict[LimitKind, Limit]:
    daily = policy.mails_per_address
    hourly = -(-daily // HOUR_PART)
    usual, replies = Limit(hourly, daily), Limit(REPLY_FACTOR * hourly, REPLY_FACTOR * daily)
    strangers = policy.stranger_mails_per_day
    return {
        LimitKind.ANSWER: usual,
        LimitKind.STRANGER_ANSWER: Limit(hourly, min(daily, strangers - FOR_CONFIRMATIONS)),
        LimitKind.PROVED_ANSWER: usual,
        LimitKind.REPLY_ANSWER: replies,
        LimitKind.REFUSAL: replies,
        LimitKind.PROSE: Limit(3, 10),
        LimitKind.UNCLEAR: Limit(5, 10),
        LimitKind.WAYS_OUT: Limit(1, 10),
        LimitKind.NOTIFICATION: usual,
        LimitKind.WORDS: usual,
        LimitKind.JOINED: Limit(per_hour=5),
        LimitKind.CAUSED: Limit(per_hour=policy.notifications_caused_per_hour),
        LimitKind.STRANGER: Limit(
            most=strangers,
            refusal="An address that isn't registered here is sent at most "
            f"{counted(strangers, 'mail')} within a day.",
        ),
        LimitKind.FORWARDED: Limit(most=policy.forwards_per_day),
        LimitKind.FORWARDED_FROM: Limit(most=-(-policy.forwards_per_day // SENDERS)),
    }


def _address_limits(policy: Policy) -> dict[LimitKind, Limit]:
    """Returns the limits on what an address asks for."""
    confirmations = counted(policy.confirmations_per_day, "confirmation")
    searched = counted(policy.solves_per_day, "position or game", "positions or games")
    return {
        LimitKind.ADDRESS_REQUEST: Limit(
            most=policy.confirmations_per_day,
            by_mail=True,
            refusal=f"A player asks for at most {confirmations} of new addresses within a day.",
        ),
        LimitKind.CONFIRMATION: _requests(
            policy.confirmations_per_day,
            f"An address is asked for at most {confirmations} within a day.",
        ),
        LimitKind.SIGNUP: _requests(
            policy.signups_per_day,
            f"An address signs up at most {counted(policy.signups_per_day, 'player')} within a "
            "day.",
        ),
        LimitKind.SEARCH: _requests(
            policy.solves_per_day, f"An address has at most {searched} searched within a day."
        ),
        LimitKind.CODE: _requests(policy.codes_per_day),
        LimitKind.USERIDS: _requests(policy.codes_per_day),
        LimitKind.USERIDS_AGAIN: Limit(most=1, within=RESEND_INTERVAL, exact=True),
    }


def _player_limits(policy: Policy) -> dict[LimitKind, Limit]:
    """Returns the limits on what a player does."""
    rest_changes = counted(MAX_REST_CHANGES, "time")
    words = counted(MAX_REPLIED_WORDS, "reply", "replies")
    return {
        LimitKind.CHALLENGE: _requests(
            policy.challenges_per_day,
            f"Everybody begins at most {counted(policy.challenges_per_day, 'game')} within a day.",
        ),
        LimitKind.ROBOT_GAME: Limit(most=MAX_ROBOT_GAMES, within=timedelta(days=7), exact=True),
        LimitKind.MESSAGE: _requests(
            policy.messages_per_day,
            f"Everybody sends at most {counted(policy.messages_per_day, 'message')} within a day.",
        ),
        LimitKind.REPLIED_WORDS: Limit(
            per_hour=MAX_REPLIED_WORDS,
            exact=True,
            refusal=f"To the same readers go at most {words} within an hour.",
        ),
        LimitKind.REST_CHANGE: _requests(
            MAX_REST_CHANGES,
            f"You can change your time zone and sleep at most {rest_changes} in 30 days while your "
            "games are running.",
            within=timedelta(days=30),
        ),
    }


def _requests(most: int, refusal: str = "", *, within: timedelta = DAY) -> Limit:
    return Limit(most=most, within=within, exact=True, by_mail=True, refusal=refusal)


def claimed(whose: str, *, proved: bool) -> str:
    """Returns the name under which uses are counted, other than the owner's without `proved`.

    A sender is easily forged, and nobody else can use up the owner's limit.
    """
    return whose if proved else f"unproved {whose}"
