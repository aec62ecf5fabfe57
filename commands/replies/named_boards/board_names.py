"""Finds words that name a board without its number: "the other trailblazer game", "both".

Each board is replaced by a placeholder, a number that stands for all boards that the words may
mean. What the line says about the board then shows which of them it is.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from commands.replies.contexts.running_boards import PlayerBoards
from commands.replies.named_boards.board_ordinals import counts_moves, ordinal_pattern, place_of
from commands.replies.named_boards.game_abbreviations import (
    LABEL,
    NUMBERED,
    abbreviated,
    begins_with_game,
    games_before,
)
from commands.replies.named_boards.opponent_names import (
    group_of,
    marked_line,
    may_name_opponent,
    opponent_pattern,
    possible_names,
)
from commands.replies.sentences.accents import folded
from commands.replies.vocabulary.named_boards import other_board_words as tables
from pbm import games
from pbm.board.board import Board
from pbm.game import Game

FIRST_PLACEHOLDER = 900_000_000
"""The first number that stands for boards. It has as many digits as a number in a line may have."""
MAX_BOARDS = 8
"""Maximum number of boards that words such as "both" or "all of them" can stand for."""
MIN_LETTERS = 3
"""Minimum number of letters of a word by which people name a game."""
COMMON_WORDS = frozenset(("game", "four", "lines", "action"))
"""Words in the titles of games that don't name a game by themselves."""
MAX_BARE_WORDS = 3
"""Maximum number of words of a line in which "all" means boards: "resign all"."""
MAX_WRONG_WORDS = 10
"""Maximum number of words of a text that only says that this was the wrong board."""
BOARD_NUMBER = re.compile(r"(?<![\w.,:-])\d{2,9}(?![\w%°€$£]|[.,:/-]\d| ?[-,] ?\d)")
_COUNTS = {2: tables.TWO, 3: tables.THREE}
_WORD = re.compile(r"[^\W\d_]+")
_GAME_LABEL = re.compile(
    r"\W*([^\W\d_][\w-]*?)(?:'s)?[\s,/(-]+([^\W\d_]{3,})(?=\)?\s*(?:[:=>]|-+>?\s))"
)
"""Two words before a colon."""
_LABEL_END = re.compile(r"\)?\s*[:=>]|\s+-+>?\s|\s+[a-z]{1,3}\d", re.IGNORECASE)
_NUMBER = re.compile(r"\d{2,9}")
_NUMBER_AT_END = re.compile(r"(?<![^\W_])\d{2,9}\W{0,3}$")
_DIGITS_AT_START = re.compile(r"[\s.:#-]{0,3}(?:(?:board|no|nr)\b[\s.:#]{0,3})?\d{2}")


def names_board(line: str) -> bool:
    """Whether a line may name a board, by its number, by words or by an opponent."""
    return bool(BOARD_NUMBER.search(line)) or may_name_board(line) or may_name_opponent(line)


def may_name_board(text: str) -> bool:
    """Whether a text has a word by which people name a board without its number."""
    return not _gate().isdisjoint(_WORD.findall(folded(text).lower()))


@dataclass
class BoardNames:
    """Replaces the words for boards in the lines of an email."""

    boards: PlayerBoards
    own: Board | None = None
    """The board of the email replied to, if it is about one."""
    userid: str = ""
    """The writer of the email."""
    is_listed: bool = False
    """Whether the email replied to lists the boards, so that words such as "second" count them."""
    prefers_own: bool = True
    """Whether the opponent of the own board stands for that board."""
    has_other_against_same: bool = False
    """Whether the last line may be about another board against the opponent of the own board."""
    _labels: set[int] = field(default_factory=set)
    _by_opponent: set[int] = field(default_factory=set)
    _meant: dict[int, Sequence[Board]] = field(default_factory=dict)
    _all: set[int] = field(default_factory=set)
    _exact: set[int] = field(default_factory=set)
    _misnamed: dict[int, str] = field(default_factory=dict)

    def meant(self, number: int) -> Sequence[Board] | None:
        """Returns the boards for which a placeholder stands, or None for any other number."""
        return self._meant.get(number)

    def is_guessed(self, number: int) -> bool:
        """Whether a number stands for words that don't name a board exactly.

        A game and a number at the beginning of a line name it exactly: "Trailblazer 101: right".
        """
        return number in self._meant and number not in self._exact

    def misnamed(self, number: int) -> str:
        """Returns the game and number that a placeholder stands for if no board has both, or ""."""
        return self._misnamed.get(number, "")

    def are_all(self, number: int) -> bool:
        """Whether a placeholder is one of those for words such as "all of them"."""
        return number in self._all

    def names_opponent(self, number: int) -> bool:
        """Whether a number stands for the boards against an opponent that the line names."""
        return number in self._by_opponent

    def is_addressed(self, number: int) -> bool:
        """Whether a number stands for a name before a colon or comma: "Bob, a1-c5"."""
        return number in self._labels

    def replaced(self, line: str) -> str:
        """Returns the line with placeholders, or the same line if it names no board by words."""
        self.has_other_against_same = False
        self._labels.clear()
        line = self._opponents_replaced(self._numbered_games_replaced(line))
        if not may_name_board(line):
            return line
        if self.is_listed or counts_moves(folded(line)):
            line = self._ordinals_replaced(line)
        plain, parts, end = folded(line), [], 0
        for found in _pattern().finditer(plain):
            before, behind = plain[: found.start()], plain[found.end() :]
            has_number = _NUMBER_AT_END.search(before) or _DIGITS_AT_START.match(behind)
            groups = [] if has_number else self._groups(found)
            if found["game"] and _is_label(before, behind):
                self._make_exact(groups)
            if groups:
                parts += [line[end : found.start()], f" {' and '.join(groups)} "]
                end = found.end()
        return "".join((*parts, line[end:])) if parts else line

    def _numbered_games_replaced(self, line: str) -> str:
        """Returns the line with placeholders for a game and a number that other boards have, too.

        A line that begins with initials of a game names the other boards of this game.
        """
        label = LABEL.match(line)
        named = abbreviated(label[1]) if label else ()
        if label and named and not self.boards.is_player(label[1].lower()):
            pool = [board for board in self._others() if board.game.name in named]
            is_own = self.own is not None and self.own.game.name in named
            is_clear = pool and not is_own and len({board.game.name for board in pool}) == 1
            return f"{self._labelling(pool)}{line[label.end() :]}" if is_clear else line
        for found in reversed([*NUMBERED.finditer(line)]):
            starts = games_before(line[: found.start(1)])
            boards = self.boards.numbered(int(found[1])) if starts else ()
            meant = [board for board in boards if board.game.name in starts]
            if not meant and (other := self._other_game_named(line[: found.start(1)], boards)):
                number = self._placeholder(boards)
                self._misnamed[int(number)] = f"{games.games()[other].title} board {found[1]}"
                line = f"{line[: found.start(1)]}{number}{line[found.end() :]}"
            elif len(boards) > 1 and len(meant) == 1:
                board = meant[0]
                number = found[1] if self._is_own(board) else self._placeholder([board])
                is_label = self.own is None and _is_label(line[: starts[board.game.name]])
                if is_label or begins_with_game(line[: found.start(1)], board.game.name):
                    self._exact.add(int(number))
                line = f"{line[: starts[board.game.name]]}{number}{line[found.end() :]}"
        return line

    def _other_game_named(self, before: str, boards: Sequence[Board]) -> str:
        """Returns the game at the beginning of a line if no board with its number has it, or ""."""
        named = (name for name in games_before(before) if begins_with_game(before, name))
        is_possible = bool(boards) and not any(map(self._is_own, boards))
        return next(named, "") if is_possible else ""

    def _opponents_replaced(self, line: str) -> str:
        """Returns the line with placeholders for words such as "against Carol"."""
        line = self._labelled_game_replaced(line)
        names = self._opponents_in(folded(line))
        if not names:
            return line
        marked = marked_line(line, names)
        plain, parts, end = folded(marked.text), [], 0
        for found in opponent_pattern().finditer(plain):
            signs = filter(None, (group_of(found, "n"), group_of(found, "also")))
            game = _game_named(group_of(found, "g"))
            is_each = bool(group_of(found, "each"))
            groups = [
                group
                for sign in signs
                for group in self._against(marked.names[sign], game, is_each=is_each)
            ]
            if found["n6"]:
                self._labels.update(map(int, groups))
            before, behind = plain[: found.start()], plain[found.end() :]
            if _is_label(before, "" if found["n6"] else behind):
                self._make_exact(groups)
            if groups:
                kept = group_of(found, "keep")
                parts += [marked.text[end : found.start()], f"{kept} {' and '.join(groups)} "]
                end = found.end()
        return marked.restored("".join((*parts, marked.text[end:])))

    def _labelled_game_replaced(self, line: str) -> str:
        """Returns the line with a placeholder for "Bob knight:", an opponent and a game's word."""
        found = _GAME_LABEL.match(folded(line))
        if not found:
            return line
        first, second = found[1].lower(), found[2].lower()
        for name, word in ((first, second), (second, first)):
            if not _begins_title(word) or not self.boards.is_player(name):
                continue
            boards = [
                board
                for board in self.boards.running()
                if _is_called(board, word)
                and name != self.userid.lower()
                and any(player.is_called(name) for player in board.players)
            ]
            if boards:
                number = self._labelling(boards)
                is_own = len(boards) == 1 and self._is_own(boards[0])
                return f"{boards[0].number if is_own else number}{line[found.end(2) :]}"
        return line

    def _opponents_in(self, line: str) -> set[str]:
        """Returns the names in a line without accents by which it may name an opponent."""
        names = {name for name in possible_names(line) if self.boards.is_player(name)}
        if not names:
            return names
        userids = (
            player.userid.lower() for board in self.boards.running() for player in board.players
        )
        return (names & {*userids}) - {self.userid.lower()}

    def _against(self, name: str, game: str, *, is_each: bool) -> list[str]:
        """Returns the numbers that stand for the boards against a player."""
        pool = [
            board
            for board in self.boards.running()
            if game in ("", board.game.name)
            and any(player.is_called(name) for player in board.players)
        ]
        own = [board for board in pool if self._is_own(board)]
        if own and len(pool) > 1 and not is_each:
            self.has_other_against_same = self.prefers_own
            if not self.prefers_own:
                pool, own = [board for board in pool if not self._is_own(board)], []
        if is_each:
            numbers = [
                str(board.number) if board in own else self._placeholder([board])
                for board in pool[:MAX_BOARDS]
            ]
        elif own:
            numbers = [str(own[0].number)]
        else:
            numbers = [self._placeholder(pool)] if pool else []
        self._by_opponent.update(map(int, numbers))
        return numbers

    def _ordinals_replaced(self, line: str) -> str:
        """Returns the line with placeholders for words such as "the second one".

        The boards are counted in the order of their numbers. A line with an ordinal beyond the last
        board isn't changed.
        """
        if _NUMBER.search(line):
            return line
        plain, parts, end = folded(line), [], 0
        for found in ordinal_pattern().finditer(plain):
            game = _game_named(found["game"] or "")
            boards = [each for each in self.boards.running() if game in ("", each.game.name)]
            if (place := place_of(found)) >= len(boards):
                return line
            parts += [line[end : found.start()], f" {self._placeholder([boards[place]])} "]
            end = found.end()
        return "".join((*parts, line[end:]))

    def own_replaced(self, line: str) -> str:
        """Returns the line with the number of its own board for words such as "here"."""
        if self.own is None or _here().isdisjoint(_WORD.findall(folded(line).lower())):
            return line
        plain = folded(line)
        found = list(_here_pattern().finditer(plain))
        for each in reversed(found):
            line = f"{line[: each.start()]} {self.own.number} {line[each.end() :]}"
        return line

    def _groups(self, found: re.Match[str]) -> list[str]:
        """Returns the numbers that stand for the boards of a match, or nothing if it has none."""
        named = (found[group] for group in ("of_other", "of_both", "of_pair", "game"))
        game = _game_named(next(filter(None, named), ""))
        if found["both"]:
            return self._both(game)
        is_short = len(found.string.split()) <= MAX_BARE_WORDS
        if found["all"] or (found["bare"] and is_short):
            numbers = self._each(self.boards.running())
            self._all.update(map(int, numbers))
            return numbers
        if found["two"] or found["last"]:
            boards = self.boards.running()
            return [] if self.own else self._each(boards[:2] if found["two"] else boards[-1:])
        if found["bare"]:
            return []
        if found["game"] and self.own and game == self.own.game.name:
            return []
        pool = [board for board in self._others() if game in ("", board.game.name)]
        written = set(_NUMBER.findall(found.string)) if found["game"] else set[str]()
        is_numbered = any(str(board.number) in written for board in pool)
        if found["other"] and len(pool) == _count_in(found["other"]):
            return self._each(pool)
        return [self._placeholder(pool)] if pool and not is_numbered else []

    def _both(self, game: str) -> list[str]:
        if self.own:
            pool = [board for board in self._others() if game in ("", board.game.name)]
            return [str(self.own.number), self._placeholder(pool)] if pool else []
        by_game: dict[str, list[Board]] = {}
        running = self.boards.running()
        for board in running:
            by_game.setdefault(board.game.name, []).append(board)
        pairs = [pair for name, pair in by_game.items() if len(pair) == 2 and game in ("", name)]
        pairs = [list(running)] if len(running) == 2 and not game else pairs
        if not pairs and not game:
            pairs = [[board for board in running if self._is_due(board)]]
            pairs = pairs if len(pairs[0]) == 2 else []
        return self._each(pairs[0]) if len(pairs) == 1 else []

    def _each(self, boards: Sequence[Board]) -> list[str]:
        if len(boards) > MAX_BOARDS:
            return []
        return [self._placeholder([board]) for board in boards]

    def _others(self) -> list[Board]:
        return [board for board in self.boards.running() if not self._is_own(board)]

    def _is_due(self, board: Board) -> bool:
        return board.mover is not None and board.mover.userid == self.userid

    def _is_own(self, board: Board) -> bool:
        own = self.own
        return own is not None and (own.game, own.number) == (board.game, board.number)

    def _labelling(self, boards: Sequence[Board]) -> str:
        """Returns the placeholder for boards that words at the beginning of a line name."""
        number = self._placeholder(boards)
        self._make_exact([number])
        return number

    def _make_exact(self, numbers: Sequence[str]) -> None:
        """Marks the only number of a label if it means one board, and no other is replied to."""
        if self.own is None and len(numbers) == 1 and len(self._meant[int(numbers[0])]) == 1:
            self._exact.add(int(numbers[0]))

    def _placeholder(self, boards: Sequence[Board]) -> str:
        number = FIRST_PLACEHOLDER + len(self._meant)
        self._meant[number] = boards
        return str(number)


def _is_label(before: str, behind: str = "") -> bool:
    """Whether no words are before a name, and a sign such as a colon is behind it."""
    return not _WORD.search(before) and (not behind or _LABEL_END.match(behind) is not None)


@games.cached_per_catalogue
def _title_words() -> tuple[str, ...]:
    return tuple({word for game in games.games().values() for word in _words_of(game)})


def _words_of(game: Game[Any, Any, Any]) -> list[str]:
    return [game.name, *_WORD.findall(game.title.lower())]


def _begins_title(word: str) -> bool:
    return any(each.startswith(word) for each in _title_words())


def _is_called(board: Board, word: str) -> bool:
    """Whether a word begins a word in the title of a board's game: "trail" for Trailblazer."""
    return any(each.startswith(word) for each in _words_of(board.game))


def is_same(text: str) -> bool:
    """Whether a text only says that another board gets the same move: "same please"."""
    words = set(_WORD.findall(folded(text).lower()))
    same = _listed(tables.SAME)
    beside = _listed(f"{tables.BESIDE_SAME} {tables.COURTESY}")
    return not same.isdisjoint(words) and words <= same | beside


def says_wrong_board(text: str) -> bool:
    """Whether a text only explains that the email was about another board: "sorry, wrong mail"."""
    words = _WORD.findall(folded(text).lower())
    return len(words) <= MAX_WRONG_WORDS and not _listed(tables.WRONG).isdisjoint(words)


def _game_named(text: str) -> str:
    plain = games.plain(text)
    named = (
        name for name, game in games.games().items() if plain in (name, games.plain(game.title))
    )
    return next(named, "") if plain else ""


@cache
def _listed(words: str) -> frozenset[str]:
    return frozenset(_WORD.findall(words))


def _count_in(words: str) -> int:
    """Returns the number at the end of words such as "the other two", or 0."""
    last = words.lower().split()[-1]
    return next((count for count, table in _COUNTS.items() if last in table.split()), 0)


@cache
def _here() -> frozenset[str]:
    return _listed(f"{tables.HERE} {tables.HERE_PHRASES}")


def _words_of_games() -> set[str]:
    """Returns a word of each game by which people name it."""
    words = set(games.games())
    for game in games.games().values():
        longest = max(_WORD.findall(game.title.lower()), key=len)
        words |= {longest} if longest not in COMMON_WORDS else set()
    return {word for word in words if len(word) >= MIN_LETTERS}


@games.cached_per_catalogue
def _gate() -> frozenset[str]:
    names = (tables.OTHERS, tables.BOTH, tables.ALL, tables.EVERYWHERE, tables.FIRST, tables.LAST)
    return frozenset(_words_of_games()).union(*map(_listed, names))


def _any(words: str) -> str:
    return "|".join(sorted(_listed(words), key=len, reverse=True))


@games.cached_per_catalogue
def _pattern() -> re.Pattern[str]:
    titles = {name for name in games.games() if len(name) >= MIN_LETTERS} | {
        r"[\W_]{0,3}".join(_WORD.findall(game.title)) for game in games.games().values()
    }
    titles.discard("Go")
    game = "|".join(sorted(titles, key=len, reverse=True))
    boards, before = _any(tables.BOARDS), rf"(?:(?:{_any(tables.BEFORE_OTHERS)})[\s']+)"
    before_both = rf"(?:(?:{_any(tables.BEFORE_BOTH)})\s+)"
    both, all_ = _any(tables.BOTH), _any(tables.ALL)
    return re.compile(
        rf"(?<!\w)(?:"
        rf"(?P<two>{before}{{0,2}}(?:{_any(tables.FIRST)})\s+(?:{_any(tables.TWO)})"
        rf"(?:\s+(?:{boards}))?)"
        rf"|(?P<other>{before}{{0,3}}(?:{_any(tables.OTHERS)})\s+"
        rf"(?:(?P<of_other>{game})(?:[\s-](?:{boards}))?|(?:{boards}))"
        rf"|{before}{{1,3}}(?:{_any(tables.OTHERS)})(?=\s*[:;,.]|\s*$|\s+(?:{_any(tables.SAME)})))"
        rf"|(?P<both>{before_both}{{1,2}}(?:{both})(?:\s+(?:of\s+them|(?P<of_both>{game})s?"
        rf"(?:\s+(?:{boards}))?|{boards}))?"
        rf"|(?:{both})\s+(?:(?P<of_pair>{game})s?(?:\s+(?:{boards}))?|{boards})|^\s*(?:{both})(?=\s*:))"
        rf"|(?P<all>(?:{all_})(?:\s+(?:{_any(tables.OF_ALL)})){{0,2}}"
        rf"\s+(?:{_any(tables.ALL_BOARDS)})(?:\s+(?:{_any(tables.OF_ALL)}))?"
        rf"(?:\s+(?:{_any(tables.ALL_BOARDS)}))?|{_any(tables.EVERYWHERE)})"
        rf"|(?P<bare>{all_})"
        rf"|(?P<last>{before}{{0,2}}(?:{_any(tables.LAST)})(?:\s+(?:{boards}))?)"
        rf"|{before}{{0,3}}(?P<game>{game})(?:[\s-](?:{boards}))?"
        rf")(?!\w)",
        re.IGNORECASE,
    )


@cache
def _here_pattern() -> re.Pattern[str]:
    phrases = [" ".join(each.split()) for each in tables.HERE_PHRASES.split(",")]
    phrases += tables.HERE.split()
    words = "|".join(sorted(map(re.escape, phrases), key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)
