"""Texts that players write for others: without passwords, tokens and forged rules."""

import re
from functools import lru_cache

from commands.context.context import Context
from pbm.secret import Secret

MAX_COMMENT_LENGTH = 8_000
COMMENT_RULE = re.compile(r"(?m)^[ \t]*\*[* \t]{18,}$")
"""A line of stars, like that above comments: with one, a writer could forge others' comments."""
_PASSWORD_OPTION = re.compile(r"(-password=)\S+", re.IGNORECASE)
_PLUS, _AT = r"(?:\+|[%=]2B)", r"(?:@|[%=]40)"
"""Signs of addresses as they stand in text, in links, and in quoted-printable."""


def clean_comment(context: Context, first: str, body: str, password: Secret) -> str:
    """Returns the comment of a command's line and the mail's body, which others may read.

    It is without the password, and without reply addresses, which are secrets of their owners.
    """
    written = "\n".join(filter(None, [first.strip(), body.strip()]))
    comment = COMMENT_RULE.sub("***", password.hide(written))
    comment = _PASSWORD_OPTION.sub(r"\1***", comment)
    comment = _reply_address(context.site).sub(lambda _: context.site, comment)
    if len(comment) <= MAX_COMMENT_LENGTH:
        return comment
    note = f"[cut here: comments are at most {MAX_COMMENT_LENGTH} long]"
    return f"{comment[:MAX_COMMENT_LENGTH]}\n{note}"


@lru_cache
def _reply_address(site: str) -> re.Pattern[str]:
    """Returns the pattern of the server's addresses with a token."""
    name, _, host = map(re.escape, site.partition("@"))
    return re.compile(rf"{name}{_PLUS}[^\s@<>]{{1,200}}?{_AT}{host}", re.IGNORECASE)
