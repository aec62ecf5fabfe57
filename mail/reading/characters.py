"""Remove unsafe characters from text, and replace typographic ones with plain ones."""

import re

_NO_CHARACTERS = r"\ufdd0-\ufdef" + "".join(
    rf"\U{plane:04x}fffe\U{plane:04x}ffff" for plane in range(17)
)
UNSAFE_SIGNS = (
    r"\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff"
    + _NO_CHARACTERS
)
UNSAFE = re.compile(f"[{UNSAFE_SIGNS}]")
"""Control characters such as terminal escapes, marks that reorder text, surrogates, and code points
that never are characters. HTML and XML allow none of them.
"""
_UNSAFE_ASCII = {code: None for code in range(128) if UNSAFE.match(chr(code))}
# Phones and word processors replace these plain characters with typographic ones.
_PLAIN = {
    **dict.fromkeys((*range(0x2010, 0x2016), 0x2212, 0x30FC, 0xFE58, 0xFE63, 0xFF70), "-"),
    **dict.fromkeys((0x2018, 0x2019, 0x201A, 0x201B, 0x2032), "'"),
    **dict.fromkeys((0x201C, 0x201D, 0x201E, 0x201F, 0x2033), '"'),
    **dict.fromkeys((0x00AD, 0x061C, 0x180E, *range(0x200B, 0x2010), 0x2060, 0xFEFF), None),
    **dict.fromkeys((0x00A0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " "),
    **{0xFF01 + offset: chr(0x21 + offset) for offset in range(94)},
}
# Phones turn the double hyphen of a time option into a long dash.
_LONG_DASH_OPTION = re.compile(r"(?<!\S)[\u2014\u2015](?=[A-Za-z])")


def plain_signs(text: str) -> str:
    """Returns the text with typographic hyphens, quotes, spaces and letters made plain."""
    if text.isascii():
        return text
    return _LONG_DASH_OPTION.sub("--", text).translate(_PLAIN)


def clean(text: str) -> str:
    """Returns the text with LF as line end, and without control characters."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return lines.translate(_UNSAFE_ASCII) if lines.isascii() else UNSAFE.sub("", lines)
