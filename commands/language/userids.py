"""The form of userids, and the words that can't be userids."""

import re

from commands.accounts.robots import BUILT_IN_ROBOTS
from commands.language import registry
from commands.language.fields import SELECTORS
from pbm import games
from pbm.errors import NotAllowedError, ParseError

USERID = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,23}")


def check_userid(userid: str) -> None:
    """Raises ParseError or NotAllowedError for a word that can't be a userid."""
    if not USERID.fullmatch(userid):
        raise ParseError(
            "A userid begins with a letter and has up to 24 letters (a to z), digits, _ . and -."
        )
    if userid.lower() in reserved_words():
        raise NotAllowedError(
            "That userid is a word of the command language; please choose another."
        )


def reserved_words() -> set[str]:
    """Returns the words that can't be userids: games, verbs, selectors, robots and a few more."""
    words = {*SELECTORS, *registry.general_verbs(), *registry.game_verbs(), *games.names()}
    return words | {"new", "none", "admin", "server", "nobody", *BUILT_IN_ROBOTS}
