"""Check the form of new userids, and reject reserved words."""

import re
from collections.abc import Iterable

from commands.context.robots import BUILT_IN_ROBOTS, ROBOT_PREFIX
from commands.language import registry
from commands.language.fields import SELECTORS
from commands.players.reserved_addresses import RFC_2142
from pbm import games
from pbm.board.public_boards import FORMER_PLAYER
from pbm.errors import NotAllowedError, ParseError
from pbm.lookalikes import skeleton, with_pairs_replaced

MAX_USERID = 24
"""Maximum number of characters of a userid."""
USERID = re.compile(rf"[A-Za-z][A-Za-z0-9_.-]{{0,{MAX_USERID - 1}}}")

OFFICES = frozenset(RFC_2142).union(
    # People and programs that answer for a server, or seem to
    "admin administrator admins daemon mailerdaemon mail mailer mailmaster moderator moderators"
    " noreply donotreply bounce bounces official operator owner pbm pbmserv referee root server"
    " staff sysadmin system team".split()
)
"""Userids under which a player could pretend to speak for the server.

They are also rejected as parts of a userid between digits and punctuation.
"""
NOBODYS_NAMES = frozenset(
    # Words that mean nobody or everybody
    "all anonymous anybody anyone everybody everyone me nobody player players somebody someone you"
    # Placeholders on the help pages, which players may copy
    " address board game opponent password userid who".split()
)
"""Words that can't be userids, because they don't mean one particular player."""
_ADDED = re.compile(r"[0-9_.-]+")
_MARKS = re.compile(r"[_.-]+")
_LOOK_ALIKE = {"o": "[o0]", "i": "[i1]", "l": "[l1]", "e": "[e3]", "s": "[s5]"}
"""Letters with the digits that resemble them, as in adm1n and p0stmaster."""


def check_userid(userid: str, *, robot: bool = False) -> None:
    """Raises ParseError or NotAllowedError if a word can't be the userid of a new player.

    Existing players keep such userids.

    `robot`: whether the userid is for a program.
    """
    if not USERID.fullmatch(userid):
        raise ParseError(
            "Choose a userid that begins with a letter and has at most 24 letters (a to "
            "z), digits, _ . and -."
        )
    if skeleton(userid).startswith(skeleton(ROBOT_PREFIX)) and not robot:
        raise NotAllowedError(
            f'Userids that begin with "{ROBOT_PREFIX}" are reserved for robots. Please '
            "choose another."
        )
    is_nobodys = skeleton(userid).startswith(skeleton(FORMER_PLAYER))
    if is_nobodys or userid.lower() in reserved_words() or _reads_as(userid.lower(), NOBODYS_NAMES):
        raise NotAllowedError(
            "Commands use that word, so it can't be a userid. Please choose another."
        )
    if _speaks_for_server(with_pairs_replaced(userid.lower())):
        raise NotAllowedError(
            "That userid is reserved because it looks official. Please choose another."
        )


def _speaks_for_server(userid: str) -> bool:
    """Whether the userid or a part of it is a word of OFFICES, or resembles one."""
    parts = {_ADDED.sub("", userid), *_ADDED.split(userid)}
    words = {_MARKS.sub("", userid), *_MARKS.split(userid)}
    return not OFFICES.isdisjoint(parts) or any(
        _reads_as(word, OFFICES, "[0-9]*") for word in words
    )


def _reads_as(userid: str, words: Iterable[str], around: str = "") -> bool:
    """Whether a userid can be mistaken for one of these words.

    The rule is weaker than the rule for comparing two players' userids. For example, "ali" can't be
    mistaken for "all".

    `around`: a pattern that may match before and after the word.
    """
    patterns = "|".join(_with_look_alikes(_MARKS.sub("", word)) for word in sorted(words))
    return bool(re.fullmatch(f"{around}(?:{patterns}){around}", _MARKS.sub("", userid)))


def _with_look_alikes(word: str) -> str:
    """Returns a pattern of a word in which digits may replace any letter except the last.

    A digit at the end is read as a number. For example, "new5" isn't read as "news".
    """
    return "".join(_LOOK_ALIKE.get(letter, letter) for letter in word[:-1]) + word[-1]


def reserved_words() -> set[str]:
    """Returns the words that have a meaning: games, verbs, selectors, built-in robots."""
    words = {*SELECTORS, *registry.general_verbs(), *registry.game_verbs(), *games.names()}
    return words | {"new", "none", *NOBODYS_NAMES, *BUILT_IN_ROBOTS}
