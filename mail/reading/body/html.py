"""Convert HTML to lines of text, with each quotation reduced to a marker."""

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

from mail.reading.body.invisible_text import is_invisible

OFTEN_LEFT_OPEN = frozenset(
    "area base br col dd dt embed hr img input li link meta option p param source "
    "tbody td tfoot th thead tr track wbr".split()
)
UNSEEN = frozenset("del head style script title template noscript object svg".split())
BLOCKS = frozenset(
    "address article aside body center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header "
    "hr li main ol p pre section table tr ul".split()
)
CELLS = frozenset(("td", "th"))
NAMING = ("id", "class", "name", "data-marker", "fairemail")
"""HTML attributes by which mail programs mark quotations, signatures and similar parts."""
QUOTATIONS = frozenset(
    "gmail_attr moz-cite-prefix protonmail_quote tutanota_quote ntes-mailmaster-quote "
    "isreplycontent reply-intro messagereplysection quote replyblockquote".split()
)
ENDS = frozenset(
    "divrplyfwdmsg appendonsend yahoo_quoted __quoted_text__ __divider__ zwchr original-content "
    "moz-forward-container outlookmessageheader mail-editor-reference-message-container "
    "ymail_android_quote zmail_extra includetail".split()
)
"""Names of elements after which all text is quoted."""
SIGNATURES = frozenset(
    "signature gmail_signature gmail_signature_prefix moz-signature applemailsignature "
    "ms-outlook-mobile-signature protonmail_signature_block ymail_android_signature "
    "k9mail-signature composer_signature ntes-pcmac-signature divneteasemailcard "
    "tutanota_signature".split()
)
MAX_HTML_LENGTH = 128 * 1024
"""Maximum number of characters of a page. The rest isn't read."""
DEEPEST = 500
"""Depth of nesting at which a page is cut, because the parser takes seconds over deeper pages."""
QUOTED = ">"
"""The line that replaces a quotation after which the writer's text may continue."""
END = "-----Original Message-----"
"""The line that replaces a quotation that extends to the end of the email."""
_STRUCK = re.compile(r"(?i)<(/?)(?:s|strike)(?=[\s/>])")
_FORMATTING = re.compile(r"(?i)<(/?)(?:a|b|big|code|em|font|i|nobr|small|strong|tt|u)(?=[\s/>])")
_ENDLESS_TAG = re.compile(r"<[^<>]{5000,}>")
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]{0,20})")
_LIST_NUMBER = re.compile(r"[0-9]{1,9}")
_SPACE = re.compile(r"[ \t\n\r\f]+")
MAX_EMOJI_LENGTH = 8
"""Maximum number of characters of an emoji with its modifiers."""


def html_text(html: str) -> str:
    """Returns the visible lines, with a marker for each quotation and without signatures."""
    root = LexborHTMLParser(_harmless(html)).root
    return _Page().read(root) if root else ""


def _harmless(html: str) -> str:
    """Returns equivalent HTML without constructs that take the parser quadratic time."""
    page = _ENDLESS_TAG.sub("", html)[:MAX_HTML_LENGTH]
    spans = _FORMATTING.sub(r"<\1span", _STRUCK.sub(r"<\1del", page))
    depth = 0
    for tag in _TAG.finditer(spans):
        if tag[2].lower() not in OFTEN_LEFT_OPEN:
            depth = max(0, depth - 1 if tag[1] else depth + 1)
        if depth > DEEPEST:
            return spans[: tag.start()]
    return spans


class _Page:
    """Collects the lines of a page from top to bottom."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._words: list[str] = []
        self._numbers: dict[int, int] = {}
        """The next number of each numbered list, by the memory address of its node."""
        self._ended = False

    def read(self, root: LexborNode) -> str:
        """Returns the text of the tree."""
        # Without recursion, because pages may be nested deeply.
        waiting: list[tuple[LexborNode, bool]] = [(root, True)]
        while waiting and not self._ended:
            node, enters = waiting.pop()
            if not enters:
                self._leave(node)
            elif self._enter(node):
                waiting.append((node, False))
                waiting.extend((child, True) for child in reversed(list(_children(node))))
        self._end_line()
        return "\n".join(self._lines)

    def _enter(self, node: LexborNode) -> bool:
        """Handles the start of a node. Returns whether to read its children."""
        tag = node.tag or ""
        if tag == "-text":
            self._write(node)
            return False
        if tag in UNSEEN or tag.startswith(("-comment", "!")):
            return False
        return not self._skip_foreign(node, tag) and self._opens(node, tag)

    def _opens(self, node: LexborNode, tag: str) -> bool:
        if tag == "br":
            self._break_line()
        elif tag == "img":
            self._words.append(_emoji(node))
        elif tag in BLOCKS:
            self._end_line()
        elif tag in CELLS and self._words:
            self._words.append("  ")
        if tag == "li":
            self._words.append(self._list_number(node))
        return True

    def _list_number(self, node: LexborNode) -> str:
        """Returns the number of a list item and a space, if its list has an explicit number.

        Otherwise returns an empty string. Mail programs turn a typed "241. " into such a list.
        """
        within = node.parent
        attributes = within.attributes if within and within.tag == "ol" else {}
        start = node.attributes.get("value") or attributes.get("start") or ""
        if not within or not _LIST_NUMBER.fullmatch(start):
            return ""
        number = self._numbers.get(within.mem_id, int(start))
        self._numbers[within.mem_id] = number + 1
        return f"{number}. "

    def _skip_foreign(self, node: LexborNode, tag: str) -> bool:
        """Whether the node isn't the writer's text. Writes the marker if it is a quotation."""
        names = _names(node) | {tag}
        if tag == "blockquote" or names & QUOTATIONS:
            self._mark(QUOTED)
        elif names & ENDS or ("gmail_quote" in names and not _holds_quotation(node)):
            self._mark(END)
            self._ended = True
        else:
            return bool(names & SIGNATURES) or is_invisible(node)
        return True

    def _leave(self, node: LexborNode) -> None:
        if node.tag in BLOCKS:
            self._end_line()
        if node.tag == "p" and not _is_single_spaced(node):
            self._lines.append("")

    def _write(self, node: LexborNode) -> None:
        text = node.text_content or ""
        if node.parent and node.parent.tag == "pre":
            *whole, text = text.split("\n")
            for line in whole:
                self._words.append(line)
                self._break_line()
            self._words.append(text)
        else:
            self._words.append(_SPACE.sub(" ", text))

    def _mark(self, mark: str) -> None:
        self._end_line()
        self._lines.append(mark)

    def _end_line(self) -> None:
        if "".join(self._words).strip(" "):
            self._break_line()
        self._words = []

    def _break_line(self) -> None:
        line = "".join(self._words).rstrip()
        self._lines.append(line.removeprefix(" "))
        self._words = []


def _children(node: LexborNode) -> Iterator[LexborNode]:
    child = node.first_child
    while child is not None:
        yield child
        child = child.next


def _names(node: LexborNode) -> set[str]:
    attributes = node.attributes
    values = (attributes.get(name) or "" for name in NAMING)
    return {name for value in values for name in value.lower().split()}


def _holds_quotation(node: LexborNode) -> bool:
    """Whether this node contains a marked quotation.

    Other text in the node is then the writer's own.
    """
    return any(child.tag == "blockquote" for child in _children(node))


def _emoji(node: LexborNode) -> str:
    """Returns the emoji that a picture shows. Returns an empty string for other pictures."""
    alternative = (node.attributes.get("alt") or "").strip()
    is_emoji = len(alternative) <= MAX_EMOJI_LENGTH and all(map(_is_sign, alternative))
    return alternative if is_emoji else ""


def _is_sign(letter: str) -> bool:
    return not letter.isascii() and not letter.isalnum()


def _is_single_spaced(node: LexborNode) -> bool:
    return (node.attributes.get("class") or "").startswith("Mso")
