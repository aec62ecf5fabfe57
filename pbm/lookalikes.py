"""Find userids that readers may mistake for one another (UTS 39)."""

import re

_SAME = str.maketrans("01l35", "oiies")
"""Maps characters to the letters that they resemble. A capital i looks like a small l."""


def skeleton(userid: str) -> str:
    """Returns a text that is equal for all userids that look alike (UTS 39, section 4).

    Of the characters allowed in userids, UTS 39 equates 0 with o, 1 with l and i, and m with rn.
    Readers also confuse 3 with e, 5 with s, and vv with w, and overlook case and punctuation.
    """
    signs = re.sub("[^a-z0-9]", "", userid.lower()).translate(_SAME)
    # In this direction, because vvv could be read as wv or vw.
    return signs.replace("m", "rn").replace("w", "vv")


def with_pairs_replaced(userid: str) -> str:
    """Returns a userid with rn replaced by m, and vv by w."""
    return userid.replace("rn", "m").replace("vv", "w")
