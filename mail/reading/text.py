"""Decoding of text to what is safe to show, and normalization of typographic characters."""

import codecs
import re

_NO_CHARACTERS = r"\ufdd0-\ufdef" + "".join(
    rf"\U{plane:04x}fffe\U{plane:04x}ffff" for plane in range(17)
)
UNSAFE_SIGNS = (
    r"\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff"
    + _NO_CHARACTERS
)
UNSAFE = re.compile(f"[{UNSAFE_SIGNS}]")
"""Controls such as terminal escapes, marks that reorder the text, surrogates, and code points that
never are characters, which neither HTML nor XML may have.
"""
_UNSAFE_ASCII = {code: None for code in range(128) if UNSAFE.match(chr(code))}
NO_CHARSETS = ("punycode", "idna", "unicode-escape", "raw-unicode-escape")
"""Python's codecs that are slow or warn, and in which no mail is written."""
WIDER = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "iso2022_jp": "iso2022_jp_ext",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
    "iso8859-1": "cp1252",
    "iso8859-8": "cp1255",
    "iso8859-9": "cp1254",
    "tis-620": "cp874",
    "iso8859-11": "cp874",
}
"""The charsets in which programs write if they declare a narrower one."""
OTHER_NAMES = {
    "iso-8859-8-i": "iso8859-8",
    "iso-8859-8-e": "iso8859-8",
    "iso-8859-6-i": "iso8859-6",
    "windows-874": "cp874",
    "x-sjis": "cp932",
    "windows-31j": "cp932",
    "x-gbk": "gb18030",
    "x-euc-jp": "euc_jp",
    "x-windows-949": "cp949",
    "x-mac-cyrillic": "mac_cyrillic",
    "x-mac-roman": "mac_roman",
    "x-mac-ce": "mac_latin2",
    "koi8-ru": "koi8_u",
    "unicode-1-1-utf-7": "utf-7",
}
"""Charset names that Python doesn't know."""
# the plain characters that phones and word processors replace
_PLAIN = {
    **dict.fromkeys((*range(0x2010, 0x2016), 0x2212, 0x30FC, 0xFE58, 0xFE63, 0xFF70), "-"),
    **dict.fromkeys((0x2018, 0x2019, 0x201A, 0x201B, 0x2032), "'"),
    **dict.fromkeys((0x201C, 0x201D, 0x201E, 0x201F, 0x2033), '"'),
    **dict.fromkeys((0x00AD, 0x061C, 0x180E, *range(0x200B, 0x2010), 0x2060, 0xFEFF), None),
    **dict.fromkeys((0x00A0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " "),
    **{0xFF01 + offset: chr(0x21 + offset) for offset in range(94)},
}
# A double hyphen before a time option becomes a long dash on phones.
_LONG_DASH_OPTION = re.compile(r"(?<!\S)[\u2014\u2015](?=[A-Za-z])")
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Beginnings of texts that tell their charset more surely than a header."""


def plain_signs(text: str) -> str:
    """Returns the text with plain hyphens, quotes, spaces and letters for typographic ones."""
    if text.isascii():
        return text
    return _LONG_DASH_OPTION.sub("--", text).translate(_PLAIN)


def decode(content: bytes, charset: str | None) -> str:
    """Returns text in the declared charset if that works, else UTF-8, Windows-1252 or Latin-1."""
    marked = next((name for mark, name in _BYTE_ORDER_MARKS if content.startswith(mark)), None)
    for name in filter(None, (marked, charset, "utf-8", "windows-1252")):
        try:
            return content.decode(_codec(name))
        except (LookupError, UnicodeError, ValueError):
            continue
    return content.decode("latin-1")


def _codec(name: str) -> str:
    codec = codecs.lookup(OTHER_NAMES.get(name.lower(), name))
    if codec.name in NO_CHARSETS:
        raise LookupError(name)
    return WIDER.get(codec.name, codec.name)


def clean(text: str) -> str:
    """Returns the text with plain line ends and without control characters."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return lines.translate(_UNSAFE_ASCII) if lines.isascii() else UNSAFE.sub("", lines)
