"""All limits on what people may send and ask for, in one table.

Each kind is counted separately, so it can't use up the limit of another kind. Emails without proof
of their sender don't reduce what the player with that address may do.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from functools import lru_cache

from commands.security.player_limits import Policy
from pbm.clock import DAY
from pbm.wording import counted

NO_LIMIT = 1_000_000_000
HOUR_PART = 5
"""A fifth of an address's daily emails may be sent within an hour.

A game that is played at one sitting needs that many, and a loop of two programs ends soon.
"""
REPLY_FACTOR = 5
"""Factor by which the limits on answers are higher if they answer replies by token."""
SENDERS = 5
"""One sender may cause at most this part (1/n) of the emails that are forwarded to the admin."""
FOR_CONFIRMATIONS = 2
"""Number of emails that a stranger still gets after the last answer.

These are the announcement that answers end, and a confirmation.
"""
MAX_ROBOT_GAMES = 20
"""Maximum number of rated games against robots in a week.

Robots always have time, and ratings should compare people.
"""
MAX_REST_CHANGES = 4
"""Maximum number of changes of zone and sleep in 30 days, if deadlines depend on them."""
MAX_REPLIED_WORDS = 20
"""Maximum number of messages or chats by reply to the same readers within an hour."""
RESEND_INTERVAL = timedelta(minutes=10)
"""Time within which a code, or a list of userids, isn't sent again."""


class LimitKind(StrEnum):
    """A kind of action that is limited. The value is a part of stored keys."""

    ANSWER = "answered"
    """An answer to an address."""
    STRANGER_ANSWER = "answered stranger"
    """An answer to an address that never proved itself."""
    PROVED_ANSWER = "proved"
    """An answer to an email with proof of its sender."""
    REPLY_ANSWER = "replied"
    """An answer to a reply by token or one-time code."""
    REFUSAL = "refused"
    """An answer to a player's refused command that exceeds the limit on answers."""
    PROSE = "prose"
    """An answer to a player's reply without a command, counted by board."""
    UNCLEAR = "unclear"
    """A question that is asked again because its answer was neither yes nor no."""
    WAYS_OUT = "ways out"
    """A list of ways to get fewer emails, for a player who already gets only urgent ones."""
    NOTIFICATION = "noticed"
    """A notification to an address."""
    WORDS = "words"
    """A notification to an address that has only text of another player."""
    JOINED = "joined"
    """An email that combines the waiting notifications to an address after they exceeded a limit.

    It has a separate limit, so that these notifications don't wait forever while others are sent.
    """
    CAUSED = "caused"
    """A notification, counted by the player who causes it."""
    STRANGER = "stranger"
    """Any email to an address that never proved itself."""
    FORWARDED = "forwarded"
    """An email for postmaster or abuse that is forwarded to the admin."""
    FORWARDED_FROM = "forwarded from"
    """An email for postmaster or abuse, counted by its sender."""
    ADDRESS_REQUEST = "addresses"
    """A request to confirm an address, counted by the player who asks for it."""
    CONFIRMATION = "confirmation"
    """A request to confirm an address, counted by the address until it confirms.

    Requests with and without proof of their sender are counted separately.
    """
    CHALLENGE = "challenge"
    """A game that a player starts."""
    ROBOT_GAME = "robots"
    """A rated game against robots that a player starts."""
    MESSAGE = "message"
    """A message or chat of a player, counted once for each reader."""
    REPLIED_WORDS = "replied words"
    """A message or chat by reply, counted by player and readers."""
    REST_CHANGE = "rest"
    """A player's change of zone or sleep that may move deadlines."""
    SIGNUP = "signup"
    """A player who signs up, counted by address."""
    SEARCH = "solve"
    """A proof or a review, counted by the address that asks for it."""
    CODE = "code"
    """A code for a new password that somebody requested without proof."""
    USERIDS = "userids"
    """A list of the userids of an address that other people may have requested."""
    USERIDS_AGAIN = "userids again"
    """Any list of the userids of an address."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The maximum number of uses within an hour, and within a longer period."""

    per_hour: int = NO_LIMIT
    most: int = NO_LIMIT
    within: timedelta = DAY
    exact: bool = False
    """Whether simultaneous uses are serialized by a lock.

    If not, a few simultaneous uses may exceed the limit, and a use is counted for up to a minute
    longer.
    """
    by_mail: bool = False
    """Whether the shell is exempt because it is trusted."""
    refusal: str = ""
    """The sentence in the error for somebody who exceeds the limit."""


@lru_cache(maxsize=8)
def limits(policy: Policy) -> Mapping[LimitKind, Limit]:
    return _mail_limits(policy) | _address_limits(policy) | _player_limits(policy)


def _mail_limits(policy: Policy) -> dict[LimitKind, Limit]:
    daily = policy.emails_per_address
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
            refusal=f"We send at most {counted(strangers, 'email')} a day to an address that isn't "
            "registered here.",
        ),
        LimitKind.FORWARDED: Limit(most=policy.forwards_per_day),
        LimitKind.FORWARDED_FROM: Limit(most=-(-policy.forwards_per_day // SENDERS)),
    }


def _address_limits(policy: Policy) -> dict[LimitKind, Limit]:
    """Returns the limits on the requests of an address."""
    requests = counted(policy.confirmations_per_day, "request")
    confirmations = counted(policy.confirmations_per_day, "confirmation request")
    searches = counted(policy.solves_per_day, "proof or review", "proofs or reviews")
    signups = counted(policy.signups_per_day, "signup")
    return {
        LimitKind.ADDRESS_REQUEST: Limit(
            most=policy.confirmations_per_day,
            by_mail=True,
            refusal=f"You can send at most {requests} a day to confirm new addresses.",
        ),
        LimitKind.CONFIRMATION: _requests(
            policy.confirmations_per_day,
            f"We send at most {confirmations} a day to any one address.",
        ),
        LimitKind.SIGNUP: _requests(
            policy.signups_per_day,
            f"We accept at most {signups} a day from one address.",
        ),
        LimitKind.SEARCH: _requests(
            policy.solves_per_day, f"You can request at most {searches} a day."
        ),
        LimitKind.CODE: _requests(policy.codes_per_day),
        LimitKind.USERIDS: _requests(policy.codes_per_day),
        LimitKind.USERIDS_AGAIN: Limit(most=1, within=RESEND_INTERVAL, exact=True),
    }


def _player_limits(policy: Policy) -> dict[LimitKind, Limit]:
    """Returns the limits on the actions of a player."""
    rest_changes = counted(MAX_REST_CHANGES, "time")
    words = counted(MAX_REPLIED_WORDS, "reply", "replies")
    return {
        LimitKind.CHALLENGE: _requests(
            policy.challenges_per_day,
            f"You can start at most {counted(policy.challenges_per_day, 'game')} a day.",
        ),
        LimitKind.ROBOT_GAME: Limit(most=MAX_ROBOT_GAMES, within=timedelta(days=7), exact=True),
        LimitKind.MESSAGE: _requests(
            policy.messages_per_day,
            f"You can send at most {counted(policy.messages_per_day, 'message')} a day.",
        ),
        LimitKind.REPLIED_WORDS: Limit(
            per_hour=MAX_REPLIED_WORDS,
            exact=True,
            refusal=f"You can send at most {words} an hour to the same players.",
        ),
        LimitKind.REST_CHANGE: _requests(
            MAX_REST_CHANGES,
            "While you have games in progress, you can change your time zone and sleeping hours at "
            f"most {rest_changes} in 30 days.",
            within=timedelta(days=30),
        ),
    }


def _requests(most: int, refusal: str = "", *, within: timedelta = DAY) -> Limit:
    return Limit(most=most, within=within, exact=True, by_mail=True, refusal=refusal)


def claimed(whose: str, *, proved: bool) -> str:
    """Returns the name under which an owner's uses are counted.

    Without proof that the sender is the owner, it is another name.

    A sender is easily forged, and a forger must not use up the owner's limit.
    """
    return whose if proved else f"unproved {whose}"
