"""Decode bytes in the charset that an email declares or, if that fails, in a common one."""

import codecs
import re

NO_CHARSETS = ("punycode", "idna", "unicode-escape", "raw-unicode-escape")
"""Python codecs that are slow or warn, and that no email uses."""
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
"""Wider charsets that programs really use when they declare the narrower one."""
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
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Byte order marks. They identify the charset more reliably than a header."""
_DECLARED = re.compile(rb"""(?i)<meta[^>]{0,200}charset=["']?([\w-]{1,40})""")
MAX_HEAD_BYTES = 4096
"""Maximum bytes of a page in which it may declare its charset."""


def decode(content: bytes, charset: str | None) -> str:
    """Returns the text in the first charset that fits.

    These are the declared charset, UTF-8, Windows-1252 and Latin-1, in this order.
    """
    marked = next((name for mark, name in _BYTE_ORDER_MARKS if content.startswith(mark)), None)
    for name in filter(None, (marked, charset, "utf-8", "windows-1252")):
        try:
            return content.decode(_codec(name))
        except (LookupError, UnicodeError, ValueError):
            continue
    return content.decode("latin-1")


def charset_of_page(html: bytes) -> str | None:
    """Returns the charset that an HTML page itself declares, or None."""
    match = _DECLARED.search(html[:MAX_HEAD_BYTES])
    return match[1].decode("ascii", "replace") if match else None


def _codec(name: str) -> str:
    codec = codecs.lookup(OTHER_NAMES.get(name.lower(), name))
    if codec.name in NO_CHARSETS:
        raise LookupError(name)
    return WIDER.get(codec.name, codec.name)
