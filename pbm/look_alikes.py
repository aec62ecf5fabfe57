"""Userids that a reader may take for one another."""

import re

_SAME = str.maketrans("01l35", "oiies")
"""Signs with those that they are read as; capital i is a small l as well."""


def skeleton(userid: str) -> str:
    """Returns what a userid has in common with all that look like it [UTS 39, section 4].

    Of what userids may have in them, UTS 39 confuses 0 with o, 1 with l and i, and m with rn.
    Readers confuse 3 with e, 5 with s, and vv with w as well, and don't tell case and marks apart.
    """
    return without_pairs(re.sub("[^a-z0-9]", "", userid.lower()).translate(_SAME))


def without_pairs(userid: str) -> str:
    """Returns a userid with the letters that pairs of others are read as."""
    return userid.replace("rn", "m").replace("vv", "w")
