"""Userids for the players of games that were recorded elsewhere."""

import re
from unicodedata import combining, normalize

from commands.language.userids import MAX_USERID, USERID
from pbm.errors import IllegalError, NotFoundError
from pbm.wording import shown

PLAIN = str.maketrans(
    {"ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "æ": "ae", "Æ": "Ae", "đ": "d", "Đ": "D"}
)
"""Letters that Unicode doesn't decompose into a plain letter and an accent."""
OTHER_LETTERS = re.compile("[^A-Za-z0-9_.-]+")
FIRST = re.compile("^[^A-Za-z]+")
UNKNOWN = ("", "?")


def userid_of(name: str, seat: str) -> str:
    """Returns a userid for a name, such as `Kasparov-Garry` for `Kasparov, Garry`.

    A name that is a userid stays as it is. Raises UserError if there is no name, or no letter in it
    from a to z.

    `seat`: the name of the player's side, for the error.
    """
    name = name.strip()
    if name in UNKNOWN:
        raise NotFoundError(f"The record doesn't name {seat}. Add the name to the record.")
    if USERID.fullmatch(name):
        return name
    letters = normalize("NFKD", name.translate(PLAIN))
    plain = "".join(letter for letter in letters if not combining(letter))
    userid = FIRST.sub("", OTHER_LETTERS.sub("-", plain))[:MAX_USERID].strip("-")
    if not userid:
        raise IllegalError(
            f'pbm can\'t make a userid from the name "{shown(name)}". In the record, write it '
            "with letters from a to z."
        )
    return userid
