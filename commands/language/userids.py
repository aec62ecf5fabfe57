"""The form of userids, and the words that can't be userids."""

import re
from collections.abc import Iterable

from commands.context.robots import BUILT_IN_ROBOTS, ROBOT_PREFIX
from commands.language import registry
from commands.language.fields import SELECTORS
from commands.players.role_addresses import RFC_2142
from pbm import games
from pbm.board.public_boards import FORMER_PLAYER
from pbm.errors import NotAllowedError, ParseError
from pbm.lookalikes import skeleton, without_pairs

USERID = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,23}")

OFFICES = frozenset(RFC_2142).union(
    # who answers for a server, or seems to
    "admin administrator admins daemon mailerdaemon mail mailer mailmaster moderator moderators"
    " noreply donotreply bounce bounces official operator owner pbm pbmserv referee root server"
    " staff sysadmin system team".split()
)
"""Userids under which one could speak for the server, also as a part between figures and marks."""
NOBODYS_NAMES = frozenset(
    # nobody, and everybody
    "all anonymous anybody anyone everybody everyone me nobody player players somebody someone you"
    # what stands on the help pages where players write their own words
    " address board game opponent password userid who".split()
)
"""Words that name no single player."""
_ADDED = re.compile(r"[0-9_.-]+")
_MARKS = re.compile(r"[_.-]+")
_LOOK_ALIKE = {"o": "[o0]", "i": "[i1]", "l": "[l1]", "e": "[e3]", "s": "[s5]"}
"""Letters with the digits that are read as them: adm1n, p0stmaster."""


def check_userid(userid: str, *, robot: bool = False) -> None:
    """Raises ParseError or NotAllowedError for a word that can't be the userid of a new player.

    Players who had such a userid before keep it. `robot`: it is a program's.
    """
    if not USERID.fullmatch(userid):
        raise ParseError(
            "A userid begins with a letter and has up to 24 letters (a to z), digits, _ . and -."
        )
    if skeleton(userid).startswith(skeleton(ROBOT_PREFIX)) and not robot:
        raise NotAllowedError(
            f'Userids that begin with "{ROBOT_PREFIX}" belong to programs; please choose another.'
        )
    is_nobodys = skeleton(userid).startswith(skeleton(FORMER_PLAYER))
    if is_nobodys or userid.lower() in reserved_words() or _reads_as(userid.lower(), NOBODYS_NAMES):
        raise NotAllowedError(
            "That userid is a word of the command language; please choose another."
        )
    if _speaks_for_server(without_pairs(userid.lower())):
        raise NotAllowedError(
            "Under that userid one could speak for the server; please choose another."
        )


def _speaks_for_server(userid: str) -> bool:
    """Returns True if the userid, or a part of it, is or looks like a word of OFFICES."""
    parts = {_ADDED.sub("", userid), *_ADDED.split(userid)}
    words = {_MARKS.sub("", userid), *_MARKS.split(userid)}
    return not OFFICES.isdisjoint(parts) or any(
        _reads_as(word, OFFICES, "[0-9]*") for word in words
    )


def _reads_as(userid: str, words: Iterable[str], around: str = "") -> bool:
    """Returns True if a userid is read as one of these words, perhaps with this around it.

    Less is alike than for two players: a name such as "ali" isn't read as "all".
    """
    found = "|".join(_with_look_alikes(_MARKS.sub("", word)) for word in sorted(words))
    return bool(re.fullmatch(f"{around}(?:{found}){around}", _MARKS.sub("", userid)))


def _with_look_alikes(word: str) -> str:
    """Returns the pattern of a word, also with digits for letters, but for the last.

    There a digit is a number: "new5" isn't read as "news".
    """
    return "".join(_LOOK_ALIKE.get(letter, letter) for letter in word[:-1]) + word[-1]


def reserved_words() -> set[str]:
    """Returns the words that mean something else: games, verbs, selectors, built-in robots."""
    words = {*SELECTORS, *registry.general_verbs(), *registry.game_verbs(), *games.names()}
    return words | {"new", "none", *NOBODYS_NAMES, *BUILT_IN_ROBOTS}
