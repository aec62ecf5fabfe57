"""Write MIME headers, folded and encoded where they must be."""

import re
from email.header import Header
from email.policy import SMTP
from email.utils import formataddr

MAX_HEADER_LINE = 78
"""The length above which a line of a header is folded [RFC 5322]."""
MAX_LINE_LENGTH = 998
ENCODING_POLICY = SMTP.clone(max_line_length=MAX_HEADER_LINE, cte_type="7bit")
"""The policy for what isn't ASCII: sent in 7 bits, as not every relay accepts 8."""
MAX_ENCODED_WORD = 75
"""In characters [RFC 2047]."""
WORD_BREAK = re.compile(" (?=[^ ])")


def header(name: str, value: str) -> str:
    """Returns a header, folded; encoded if it isn't ASCII. Refuses line ends."""
    line = f"{name}: {value}"
    if line.isascii() and line.isprintable():
        if len(line) <= MAX_HEADER_LINE:
            return f"{line}\r\n"
        folded = _folded(line)
        if max(map(len, folded)) <= MAX_LINE_LENGTH:
            return "\r\n ".join(folded) + "\r\n"
    return str(ENCODING_POLICY.fold(*ENCODING_POLICY.header_store_parse(name, value)))


def _folded(line: str) -> list[str]:
    """Returns a header's line in pieces, without the space between two of them.

    A word, such as a Message-ID, stays whole.
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
    """Returns an address with a name before it, quoted or encoded where that is needed."""
    if name.isascii():
        return formataddr((name, address))
    words = Header(name, "utf-8", maxlinelen=MAX_ENCODED_WORD).encode(linesep="")
    return f"{words} <{address}>"
