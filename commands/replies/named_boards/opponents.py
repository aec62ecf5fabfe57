"""Finds words that name a board by its opponent: "against Carol", "Carol's game", "Carol: c1-g3".

The names of all opponents are known only when the boards are loaded, and that is slow. So the
words that may be a name are found first.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache

from commands.replies.game_names import spellings
from commands.replies.moves.spoken_moves import is_dictated
from commands.replies.named_boards.connecting_words import AND
from commands.replies.named_boards.plain_letters import folded
from commands.replies.vocabulary import opponent_words as words
from commands.replies.vocabulary import other_board_words as tables
from pbm import games

MAX_NAMES = 10
"""Maximum number of words of a line that are looked up as names."""
MIN_NAME = 2
"""Minimum number of letters of a name."""
FIRST_SIGN = 0xE000
"""The first code point that stands for a name. It is one that no text uses."""
IN_GROUP = 2
"""The number of the alternative in which a move may precede the name: "my move with Carol"."""
SIGN = "[\ue000-\ue0ff]"
_TOKEN = re.compile(r"[^\W\d_][\w-]*(?:\.[\w-]+)*|[:=>]|(?<=\s)-+(?=\s)|'")
_BEHIND = ":=>-"
_NAME_AND_MOVE = re.compile(
    r"^\W*[^\W\d_][^\W\d]+[,;]?\s+\(?[a-z]?\d", re.IGNORECASE | re.MULTILINE
)
_PUNCTUATION = dict.fromkeys(map(ord, ".,;!?()"), " ")
_SIGNS = (":", "=", ">", "'", " - ")


def may_name_opponent(text: str) -> bool:
    """Whether a text has a word that may precede the name of an opponent, or a sign behind it."""
    return (
        any(sign in text for sign in _SIGNS)
        or not _leading().isdisjoint(_split(text))
        or bool(_NAME_AND_MOVE.search(text))
    )


def names_against(text: str) -> list[str]:
    """Returns the words, in lower case, that follow words such as "against", or a game "with"."""
    return [name.lower() for name in _against().findall(folded(text))]


def possible_names(line: str) -> list[str]:
    """Returns the words of a line without accents that may be the name of an opponent."""
    if not may_name_opponent(line):
        return []
    tokens = _TOKEN.findall(line.lower())
    found: dict[str, None] = {}
    for at, token in enumerate(tokens):
        if len(token) >= MIN_NAME and token.isascii() and token[0].isalpha():
            found |= dict.fromkeys(_names_at(tokens, at))
    return list(found)[:MAX_NAMES]


def _names_at(tokens: list[str], at: int) -> Iterator[str]:
    """Yields the names that the word at an index may be, because of the words beside it."""
    word, behind = tokens[at], tokens[at + 1 : at + 3]
    near = tokens[max(at - 3, 0) : at]
    before = [each for each in near if each in _leading() or each not in _beside_names()]
    last = before[-1] if before else ""
    if word in _leading() or word in _never_names():
        return
    if last in _leading():
        yield word
        if last in _listed(words.INFLECTING):
            endings = words.ENDINGS.split()
            yield from (word.removesuffix(each) for each in endings if word.endswith(each))
    elif behind and (behind[0][0] in _BEHIND or behind[0] in _listed(words.BEHIND)):
        yield word
    elif behind and (behind[0] == "'" or behind[0] in _boards()):
        yield word
        yield word.removesuffix("s")
    elif at == 0 or tokens[at - 1] in _listed(AND):
        yield word


@dataclass(frozen=True, slots=True)
class MarkedLine:
    """A line in which each name of an opponent is replaced by one character."""

    text: str
    names: dict[str, str]
    """The userids in lower case, by the character that stands for them."""
    written: dict[str, str]
    """The names as they were written."""

    def restored(self, text: str) -> str:
        """Returns a part of the line with the names."""
        return "".join(self.written.get(sign, sign) for sign in text)


def marked_line(line: str, names: Collection[str]) -> MarkedLine:
    """Returns a line without accents in which characters stand for the names."""
    called = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    endings = "|".join(words.ENDINGS.split())
    pattern = re.compile(
        rf"(?<![\w.-])({called})(?:{endings})?(?![\w-]|\.\w)", re.IGNORECASE | re.ASCII
    )
    by_sign: dict[str, str] = {}
    written: dict[str, str] = {}

    def marked(found: re.Match[str]) -> str:
        sign = chr(FIRST_SIGN + len(by_sign))
        by_sign[sign], written[sign] = found[1].lower(), found[0]
        return sign

    return MarkedLine(pattern.sub(marked, line), by_sign, written)


@cache
def _against() -> re.Pattern[str]:
    boards, with_ = _any(tables.BOARDS), f"{words.WITH} {words.OF}"
    never = rf"{words.BESIDE_NAMES} {words.NOBODY} {tables.BEFORE_OTHERS}"
    return re.compile(
        rf"(?i)(?<!\w)(?:(?:{_any(words.AGAINST)})\.?|(?:{boards})\s+(?:{_any(with_)}))\s+"
        rf"(?:(?:{_any(words.BESIDE_NAMES)})\s+)?(?!(?:{_any(never)})\b)([^\W\d_][\w-]*)"
    )


@games.cached_per_catalogue
def opponent_pattern() -> re.Pattern[str]:
    """Returns the pattern of phrases with an opponent in a line without accents.

    The signs of names are in groups that begin with "n", the names of games in groups that begin
    with "g". The group "each" or "each2" has a word such as "both".
    """
    titles = {spelling for game in games.games().values() for spelling in spellings(game)}
    game = "|".join(sorted(titles - {"go", "Go"}, key=len, reverse=True))
    boards, ands = _any(tables.BOARDS), AND.split()
    before = rf"(?:(?:{_any(tables.BEFORE_OTHERS)}|{_any(words.IN)})[\s']+)"
    name, against, with_ = SIGN, _any(words.AGAINST), _any(words.WITH)
    titled = rf"(?:(?:{_any(words.BESIDE_NAMES)})\s+)?"
    and_ = rf"(?:{'|'.join(ands)})\b"
    starts = "|".join((r"^\W*", r"(?<=[,;.:(\d]\s)", *(rf"(?<=\s{each}\s)" for each in ands)))

    def kind(number: int) -> str:
        move = rf"|(?:{_any(words.MOVE)})" if number == IN_GROUP else ""
        return rf"(?:(?P<g{number}>{game})s?(?:[\s-]+(?:{boards}))?|(?:{boards}){move})"

    def head(number: int) -> str:
        each = (
            rf"(?:(?P<each{number}>{_any(tables.BOTH)}|{_any(tables.ALL)})\s+"
            rf"(?:(?:{_any(tables.OF_ALL)})\s+){{0,2}})"
        )
        played = rf"[\s,]+(?:(?:{_any(words.PLAYED)})\s+){{0,4}}"
        return rf"{before}{{0,3}}{each}?{before}?{kind(number)}{played}"

    def tail(number: int) -> str:
        also = (
            rf"(?:\s*(?:,|\b(?:{'|'.join(ands)})\b)\s*(?:(?:{against}|{with_})\s+)?{titled}"
            rf"(?P<also{number}>{name}))?"
        )
        return (
            rf"{also}(?:\s+(?:{_any(words.IN)})\s+{before}?"
            rf"(?P<g{number + 10}>{game})(?:[\s-](?:{boards}))?)?"
        )

    return re.compile(
        rf"(?<![\w'])(?:"
        rf"(?:{head(1)})?(?:{against})\.?\s+{titled}(?P<n1>{name}){tail(1)}"
        rf"|{head(2)}(?:{with_}|{_any(words.OF)})\s+{titled}(?P<n2>{name}){tail(2)}"
        rf"|(?:{starts})(?:{with_})\s+{titled}(?P<n3>{name}){tail(3)}"
        rf"|{before}{{0,3}}(?P<n4>{name})(?:'s?)?\s+{kind(4)}"
        rf"|(?:{starts})(?:(?:{_any(words.FOR)})\s+{titled})?(?P<n6>{name})"
        rf"(?=\s*[:=>]|\s+-+>?\s|,?\s+[a-z]\d|,?\s+\(\d)"
        rf"|(?<=\d\s)(?:{_any(words.FOR_BEHIND)})\s+{titled}(?P<n8>{name})(?=\s*(?:$|[,;.!)]|{and_}))"
        rf"|(?P<keep1>(?:{_any(words.OFFERING)})\s+)(?P<n9>{name})"
        rf"(?=\s+(?:(?:{_any(words.BEFORE_DRAW)})\s+)?(?:{_any(words.DRAW)}))"
        rf"|(?P<keep2>(?:{_any(words.DRAW)})\s+)(?:{_any(words.FOR)}|{words.OFFERED})\s+(?P<n10>{name})"
        rf"|(?P<n7>{name})(?:'?[a-z]{{1,3}})?\s+(?:{_any(words.BEHIND)})(?:\s+(?:{boards}))?"
        rf")(?![\w'])",
        re.IGNORECASE,
    )


def tells_move(text: str) -> bool:
    """Whether a text about a board tells a move, and not what happened or might happen there.

    Apart from the move, it must have only words that people use to tell one.
    """
    return is_dictated(text, _listed(words.TELLING))


def leaves_open(line: str) -> bool:
    """Whether a line has a condition, or asks without asking for something to be done."""
    said = {*_split(folded(line))}
    is_order = not _listed(words.ORDERS).isdisjoint(said)
    return ("?" in line and not is_order) or not _listed(words.CONDITIONS).isdisjoint(said)


def group_of(found: re.Match[str], prefix: str) -> str:
    """Returns the first group of a match whose name begins with a prefix, or ""."""
    groups = found.groupdict()
    return next((text for name, text in groups.items() if text and name.startswith(prefix)), "")


def _split(text: str) -> list[str]:
    return text.lower().translate(_PUNCTUATION).split()


def _any(table: str) -> str:
    return "|".join(sorted(map(re.escape, set(table.split())), key=len, reverse=True))


@cache
def _listed(table: str) -> frozenset[str]:
    return frozenset(table.split())


@cache
def _boards() -> frozenset[str]:
    return _listed(tables.BOARDS)


@cache
def _leading() -> frozenset[str]:
    return _listed(
        f"{words.AGAINST} {words.WITH} {words.OF} {words.FOR} {words.OFFERING} {words.OFFERED}"
    )


@cache
def _never_names() -> frozenset[str]:
    return _beside_names() | _listed(
        f"{words.IN} {words.PLAYED} {tables.BEFORE_OTHERS} {tables.BOARDS} {tables.HERE} {AND}"
    )


@cache
def _beside_names() -> frozenset[str]:
    return _listed(words.BESIDE_NAMES)
