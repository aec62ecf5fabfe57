"""The text of files in standard formats: decoding, and lines for error messages."""


def decoded(content: bytes) -> str:
    """Returns the text in UTF-8, or else in Latin-1, which older programs write."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def line_at(text: str, offset: int) -> str:
    """Returns the number of a line, such as `Line 12`."""
    return f"Line {text.count(chr(10), 0, offset) + 1}"


def quoted_at(text: str, offset: int) -> str:
    """Returns the beginning of the text from here, for an error message."""
    return "".join(text[offset : offset + 20].splitlines()[:1])
