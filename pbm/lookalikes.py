"""Find userids that readers mistake for one another [UTS 39]."""

import re

_SAME = str.maketrans("01l35", "oiies")
"""Signs with the letters as which they are read; capital i is a small l as well."""


def skeleton(userid: str) -> str:
    """Returns what a userid has in common with all that look like it [UTS 39, section 4].

    Of what userids may have in them, UTS 39 confuses 0 with o, 1 with l and i, and m with rn.
    Readers confuse 3 with e, 5 with s, and vv with w as well, and don't tell case and marks apart.
    """
    signs = re.sub("[^a-z0-9]", "", userid.lower()).translate(_SAME)
    return signs.replace("m", "rn").replace("w", "vv")  # not the pairs: vvv is both wv and vw


def without_pairs(userid: str) -> str:
    """Returns a userid with the letters that pairs of others are read as."""
    return userid.replace("rn", "m").replace("vv", "w")
