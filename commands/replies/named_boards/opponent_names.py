"""Finds words that name a board by its opponent: "against Carol", "Carol's game", "Carol: c1-g3".

The names of all opponents are known only when the boards are loaded, and that is slow. So the
words that may be a name are found first.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from commands.replies.named_boards.connecting_words import AND
from commands.replies.sentences.accents import folded
from commands.replies.sentences.dictated_words import is_dictated
from commands.replies.sentences.game_names import spellings
from commands.replies.vocabulary.named_boards import opponent_words as words
from commands.replies.vocabulary.named_boards import other_board_words as tables
from pbm import games

MAX_NAMES = 10
"""Maximum number of words of a line that are looked up as names."""
MAX_BESIDE = 3
"""Maximum number of words of BESIDE_NAMES before a name, and the word that leads to them."""
MIN_NAME = 2
"""Minimum number of letters of a name."""
FIRST_SIGN = 0xE000
"""The first code point that stands for a name. It is one that no text uses."""
IN_GROUP = 2
"""The number of the alternative in which a move may precede the name: "my move with Carol"."""
SIGN = "[\ue000-\ue0ff]"
_TOKEN = re.compile(r"[^\W\d_][\w-]*(?:\.[\w-]+)*|[:=>]|(?<=\s)-+(?=\s)|'")
_MARKS = frozenset(":=>-'")
_CASTLING = ("o-o", "o-o-o")
_SIGN_OR_MOVE = re.compile(
    r"[:=>]|'s| - |^[^\w\n]*[^\W\d_][^\W\d]+[,;]?\s+\(?(?:[a-z]{0,3}\d|O-O)",
    re.IGNORECASE | re.MULTILINE,
)
"""A sign behind a name, or a word and a move: "Carol c1-g3", "Carol Nf3"."""
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"(?<![\w-])[^\W\d_]+(?![\w-])")
"""A word that isn't a part of a move such as "a1-c5"."""
_PUNCTUATION = dict.fromkeys(map(ord, ".,;!?()"), " ")


def may_name_opponent(text: str) -> bool:
    """Whether a text may name a board by its opponent."""
    if _SIGN_OR_MOVE.search(text):
        return True
    said = _WORD.findall(folded(text).lower())
    if _leading().isdisjoint(said):
        return False
    is_near = _DIGIT.search(text) or not _draws_and_boards().isdisjoint(said)
    return bool(is_near) or not _clear().isdisjoint(said)


def names_against(text: str) -> list[str]:
    """Returns the words, in lower case, that follow words such as "against", or a game "with"."""
    return [name.lower() for name in _against().findall(folded(text))]


def possible_names(line: str) -> list[str]:
    """Returns the words of a line without accents that may be the name of an opponent."""
    tokens = [*_TOKEN.findall(line.lower()), ""]
    never, leading, beside = _never_names(), _leading(), _beside_names()
    found: dict[str, None] = {}
    for at, word in enumerate(tokens):
        if word in never or len(word) < MIN_NAME:
            continue
        before, behind = (tokens[at - 1] if at else ""), tokens[at + 1]
        if before in beside:
            near = tokens[max(at - MAX_BESIDE, 0) : at]
            before = next((each for each in reversed(near) if each not in beside), before)
        if before in leading:
            if before not in _for() or _is_told(tokens, at):
                found |= dict.fromkeys(_without_endings(word, before))
        elif behind in _MARKS or behind in _behind_names():
            found |= dict.fromkeys((word, word.removesuffix("s")))
        elif _begins_part(before, behind) and (found or _is_move(behind)):
            found[word] = None
    return [name for name in found if name.isascii()][:MAX_NAMES]


def _begins_part(before: str, behind: str) -> bool:
    """Whether a name follows nothing, "and" or a move: "Bob a1-c5, Carol c1-e5"."""
    return not before or before in _ands() or (_is_move(before) and _is_move(behind))


def _is_move(word: str) -> bool:
    """Whether a word may be a move or a part of it: "e1", "nf3", "o-o"."""
    return any(map(str.isdigit, word[1:4])) or word in _CASTLING


def _is_told(tokens: Sequence[str], at: int) -> bool:
    """Whether a sign or a move is near the name at an index: "for Carol: c1-g3"."""
    behind, before = tokens[at + 1], tokens[max(at - 3, 0) : at]
    has_move = _is_move(behind) or any(map(_is_move, before))
    return behind in _MARKS or has_move or not _draws().isdisjoint(before)


def _without_endings(word: str, before: str) -> list[str]:
    """Returns a word, and its forms without an ending if the word before it inflects names."""
    if before not in _listed(words.INFLECTING):
        return [word]
    endings = (each for each in words.ENDINGS.split() if word.endswith(each))
    return [word, *(word.removesuffix(each) for each in endings)]


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
    return re.compile(rf"(?<![\w'])(?:{'|'.join(_alternatives())})(?![\w'])", re.IGNORECASE)


def _alternatives() -> Iterator[str]:
    """Yields the patterns of the ways to name a board by its opponent."""
    against, with_, for_ = map(_any, (words.AGAINST, words.WITH, words.FOR))
    boards, behind, draw = map(_any, (tables.BOARDS, words.BEHIND, words.DRAW))
    ands = AND.split()
    titled = rf"(?:(?:{_any(words.BESIDE_NAMES)})\s+)?"
    starts = "|".join((r"^\W*", r"(?<=[,;.:(\d]\s)", *(rf"(?<=\s{each}\s)" for each in ands)))
    yield rf"(?:{_head(1)})?(?:{against})\.?\s+{titled}(?P<n1>{SIGN}){_tail(1)}"
    yield rf"{_head(2)}(?:{with_}|{_any(words.OF)})\s+{titled}(?P<n2>{SIGN}){_tail(2)}"
    yield rf"(?:{starts})(?:{with_})\s+{titled}(?P<n3>{SIGN}){_tail(3)}"
    yield rf"{_before()}{{0,3}}(?P<n4>{SIGN})(?:'s?)?\s+{_kind(4)}"
    yield (
        rf"(?:{starts})(?:(?:{for_})\s+{titled})?(?P<n6>{SIGN})"
        rf"(?=\s*[:=>]|\s+-+>?\s|,?\s+(?:[a-z]{{1,3}}\d|O-O)|,?\s+\(\d)"
    )
    yield (
        rf"(?<=\d\s)(?:{_any(words.FOR_BEHIND)})\s+{titled}(?P<n8>{SIGN})"
        rf"(?=\s*(?:$|[,;.!)]|(?:{'|'.join(ands)})\b))"
    )
    yield (
        rf"(?P<keep1>(?:{_any(words.OFFERING)})\s+)(?P<n9>{SIGN})"
        rf"(?=\s+(?:(?:{_any(words.BEFORE_DRAW)})\s+)?(?:{draw}))"
    )
    yield rf"(?P<keep2>(?:{draw})\s+)(?:{for_}|{words.OFFERED})\s+(?P<n10>{SIGN})"
    yield rf"(?P<n7>{SIGN})(?:'?[a-z]{{1,3}})?\s+(?:{behind})(?:\s+(?:{boards}))?"


def _head(number: int) -> str:
    """Returns the pattern of words before "against": "both games I am playing"."""
    before = _before()
    each = (
        rf"(?:(?P<each{number}>{_any(tables.BOTH)}|{_any(tables.ALL)})\s+"
        rf"(?:(?:{_any(tables.OF_ALL)})\s+){{0,2}})"
    )
    played = rf"[\s,]+(?:(?:{_any(words.PLAYED)})\s+){{0,4}}"
    return rf"{before}{{0,3}}{each}?{before}?{_kind(number)}{played}"


def _tail(number: int) -> str:
    """Returns the pattern of words behind a name: "and Bob in Knight Panic"."""
    leading = rf"(?:(?:{_any(words.AGAINST)}|{_any(words.WITH)})\s+)?"
    leading += rf"(?:(?:{_any(words.BESIDE_NAMES)})\s+)?"
    also = rf"(?:\s*(?:,|\b(?:{'|'.join(AND.split())})\b)\s*{leading}(?P<also{number}>{SIGN}))?"
    return (
        rf"{also}(?:\s+(?:{_any(words.IN)})\s+{_before()}?"
        rf"(?P<g{number + 10}>{_games()})(?:[\s-](?:{_any(tables.BOARDS)}))?)?"
    )


def _kind(number: int) -> str:
    """Returns the pattern of words for a board, such as the name of its game."""
    boards = _any(tables.BOARDS)
    move = rf"|(?:{_any(words.MOVE)})" if number == IN_GROUP else ""
    return rf"(?:(?P<g{number}>{_games()})s?(?:[\s-]+(?:{boards}))?|(?:{boards}){move})"


def _before() -> str:
    return rf"(?:(?:{_any(tables.BEFORE_OTHERS)}|{_any(words.IN)})[\s']+)"


def _games() -> str:
    titles = {spelling for game in games.games().values() for spelling in spellings(game)}
    return "|".join(sorted(titles - {"go", "Go"}, key=len, reverse=True))


def tells_move(text: str, pieces: Collection[str] = ()) -> bool:
    """Whether a text about a board tells a move, and not what happened or might happen there.

    Apart from the move, it must have only words that people use to tell one.

    `pieces`: the words for the pieces of the board's game.
    """
    return is_dictated(text, _listed(words.TELLING).union(pieces))


def leaves_open(line: str) -> bool:
    """Whether a line has a condition, quotes somebody, or asks something.

    A question such as "Could you play e1-g5?" leaves nothing open.
    """
    if '"' in line:
        return True
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
def _behind_names() -> frozenset[str]:
    return _listed(f"{tables.BOARDS} {words.BEHIND}")


@cache
def _for() -> frozenset[str]:
    return _listed(f"{words.FOR} {words.OFFERED}")


@cache
def _draws() -> frozenset[str]:
    return _listed(words.DRAW)


@cache
def _ands() -> frozenset[str]:
    return _listed(AND)


@cache
def _draws_and_boards() -> frozenset[str]:
    return _draws() | _behind_names()


@cache
def _clear() -> frozenset[str]:
    return _listed(f"{words.AGAINST} {words.WITH} {words.BEHIND}")


@cache
def _leading() -> frozenset[str]:
    return _listed(
        f"{words.AGAINST} {words.WITH} {words.OF} {words.FOR} {words.OFFERING} {words.OFFERED}"
    )


@cache
def _never_names() -> frozenset[str]:
    return (
        _leading()
        | _beside_names()
        | _MARKS
        | _listed(
            f"{words.NOBODY} {words.IN} {words.PLAYED} {tables.BEFORE_OTHERS} {tables.BOARDS} "
            f"{tables.HERE} {AND}"
        )
    )


@cache
def _beside_names() -> frozenset[str]:
    return _listed(words.BESIDE_NAMES)
