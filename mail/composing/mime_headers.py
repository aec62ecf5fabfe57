"""Write MIME headers. Long ones are folded, and ones that aren't ASCII are encoded."""

import re
from email.header import Header
from email.policy import SMTP
from email.utils import formataddr

MAX_HEADER_LINE = 78
"""Maximum length of a line in a header. Longer lines are folded (RFC 5322)."""
SHORT_LINE = re.compile(rf"[ -~]{{,{MAX_HEADER_LINE}}}")
MAX_LINE_LENGTH = 998
ENCODING_POLICY = SMTP.clone(max_line_length=MAX_HEADER_LINE, cte_type="7bit")
"""Policy for headers that aren't ASCII. They are sent in 7 bits because not every relay accepts 8.
"""
MAX_ENCODED_WORD = 75
"""Maximum length of an encoded word, in characters (RFC 2047)."""
WORD_BREAK = re.compile(" (?=[^ ])")


def header(name: str, value: str) -> str:
    """Returns a header, folded if it is long and encoded if it isn't ASCII.

    Raises ValueError if the value contains a line end.
    """
    line = f"{name}: {value}"
    if SHORT_LINE.fullmatch(line):
        return f"{line}\r\n"
    if line.isascii() and line.isprintable():
        folded = _folded(line)
        if max(map(len, folded)) <= MAX_LINE_LENGTH:
            return "\r\n ".join(folded) + "\r\n"
    return str(ENCODING_POLICY.fold(*ENCODING_POLICY.header_store_parse(name, value)))


def _folded(line: str) -> list[str]:
    """Returns the lines of a folded header, without the space between them.

    Words, such as Message-IDs, are never split.
    """
    name, *words = WORD_BREAK.split(line)
    lines = [f"{name} {''.join(words[:1])}"]
    for word in words[1:]:
        if len(lines[-1]) + 2 + len(word) <= MAX_HEADER_LINE:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def mailbox(name: str, address: str) -> str:
    """Returns `name <address>`. The name is quoted or encoded if necessary."""
    if name.isascii():
        return formataddr((name, address))
    words = Header(name, "utf-8", maxlinelen=MAX_ENCODED_WORD).encode(linesep="")
    return f"{words} <{address}>"
