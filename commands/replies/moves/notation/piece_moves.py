"""Translates moves with the names of pieces: "knight takes e5", "bishop from c1 to f4", "e8 queen".

Games declare the names in `piece_words`. The result is one of several spellings, of which only a
legal move is accepted.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from commands.replies.vocabulary.moves import chess_words
from commands.replies.vocabulary.moves.move_words import FROM, LOOKALIKES, PROMOTES, TAKES, TO
from commands.replies.vocabulary.sentence_words import plain_words
from pbm.errors import UserError
from pbm.games import AnyGame
from pbm.match.match import Match

_SQUARE = r"(?:[A-Za-z]\d{1,2}|\d{1,2}[A-Za-z])"
_CYRILLIC_FILE = f"[a-h{chess_words.CYRILLIC_FILES}]"
_CYRILLIC_TAKES = f"[:x\u00d7{chess_words.CYRILLIC_TAKES}-]?"
_CYRILLIC_PIECE = re.compile(
    rf"(?<![^\W_])({chess_words.CYRILLIC_PIECES}) ?(?={_CYRILLIC_TAKES}{_CYRILLIC_FILE}?[1-8]?"
    rf"{_CYRILLIC_TAKES}{_CYRILLIC_FILE}[1-8](?![^\W_]))"
)
FIGURES = str.maketrans({sign: key for key, signs in chess_words.FIGURES.items() for sign in signs})
SIGNS = ("", "x", "-", "@", "*")
"""Signs before the target square. The last two are for pieces that come from outside the board."""
CACHED_GAMES = 200


@dataclass(frozen=True)
class PieceNotation:
    """The letters of a game's pieces, and the words for them."""

    letters: tuple[tuple[str, str], ...]
    """Each letter with its words."""

    @cached_property
    def by_word(self) -> Mapping[str, str]:
        """The letter of each word, in lower case, also with Latin letters for similar ones."""
        words = [(word.lower(), letter) for letter, text in self.letters for word in text.split()]
        return {spelling: letter for word, letter in words for spelling in _spelt(word)}

    @cached_property
    def by_plain_word(self) -> Mapping[str, str]:
        """The letter of each word, in lower case and without accents."""
        return {" ".join(plain_words(word)): letter for word, letter in self.by_word.items()}

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        words = "|".join(sorted(map(re.escape, self.by_word), key=len, reverse=True))
        signs = "".join(re.escape(letter) for letter, _ in self.letters if len(letter) == 1)
        piece = rf"(?:(?i:{words})(?![^\W\d_])|[{signs}])" if signs else rf"(?i:{words})\b"
        return re.compile(
            rf"(?P<piece>{piece})? ?(?i:(?:{FROM}) )?(?P<origin>{_SQUARE}|[a-z]|\d{{1,2}})??"
            rf" ?(?i:(?P<takes>{TAKES})|[-=]*>|\u2192|-|(?:{TO})\b)? ?(?:{piece} )?(?i:on )?"
            rf"(?P<target>{_SQUARE})(?: ?(?i:{PROMOTES})? ?(?P<new>{piece}))?"
        )

    def letter(self, name: str | None) -> str:
        """Returns the letter of a piece from its word or letter. It is empty for None."""
        return self.by_word.get((name or "").lower(), name or "")


def _spelt(word: str) -> tuple[str, str]:
    return word, word.translate(LOOKALIKES).lower()


@lru_cache(CACHED_GAMES)
def _notation(letters: tuple[tuple[str, str], ...]) -> PieceNotation:
    return PieceNotation(letters)


def notation_of(game: AnyGame) -> PieceNotation:
    """Returns the notation of a game with `piece_words`."""
    return _notation(tuple(game.piece_words.items()))


def with_english_letters(match: Match, text: str) -> str:
    """Returns the text with the letters that the game reads, for Russian ones and for pictures."""
    if text.isascii() or not match.game.piece_words:
        return text
    return _CYRILLIC_PIECE.sub(_english_letter, text.translate(FIGURES))


def has_russian_piece(text: str) -> bool:
    """Whether the text has a Russian piece's letter before its square.

    Some of these letters look like Latin letters of other pieces: the knight's like the king's.
    """
    return not text.isascii() and bool(_CYRILLIC_PIECE.search(text))


def _english_letter(found: re.Match[str]) -> str:
    return chess_words.CYRILLIC_LETTERS[found[1].capitalize()]


def piece_spellings(match: Match, text: str) -> Iterator[str]:
    """Yields the moves that the text may spell, in the notation of a game with `piece_words`."""
    notation = notation_of(match.game)
    yield (joined := "".join(text.split()))
    if match.moves_like(joined):
        return  # two moves differ only in the capitals
    written = notation.pattern.fullmatch(text)
    if not written:
        return
    piece, new = notation.letter(written["piece"]), notation.letter(written["new"])
    origin, target = (written["origin"] or "").lower(), written["target"].lower()
    is_capture = bool(written["takes"]) and not (piece or origin)
    for end in (f"={new}", new) if new else ("",):
        for sign in ("x", *SIGNS) if written["takes"] else SIGNS:
            spelling = f"{piece}{origin}{sign}{target}{end}"
            if not is_capture or _is_capture(match, spelling):
                yield spelling
        coordinates = f"{origin}{target}{end}"
        if len(origin) > 1 and _is_move_of(match, coordinates, piece, named=bool(written["piece"])):
            yield coordinates


def _is_capture(match: Match, text: str) -> bool:
    """Whether the text is a legal capture: "xc3" isn't the pawn's move c3."""
    try:
        return "x" in match.canonical(text)
    except UserError:
        return False


def _is_move_of(match: Match, text: str, piece: str, *, named: bool) -> bool:
    """Whether the text is a legal move of this piece. A piece that isn't named may be any piece."""
    try:
        move = match.canonical(text)
    except UserError:
        return False
    letters = tuple(filter(None, match.game.piece_words))
    return not named or (move.startswith(piece) if piece else not move.startswith(letters))
