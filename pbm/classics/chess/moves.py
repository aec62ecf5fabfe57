"""Spellings of moves in chess and its relatives: `Nf3`, `knight to f3`, `g1f3`, `0-0`."""

import re
from collections.abc import Iterator

PIECES = {"king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "pawn": "P"}
NAMES = {letter: name for name, letter in PIECES.items()}
PIECE_WORDS = {
    "K": "king könig koenig roi rey koning rei król krol kung konge король şah",
    "Q": "queen dame königin koenigin reine dama reina regina donna koningin rainha hetman królowa"
    " drottning dronning ферзь vezir veziri",
    "R": "rook tower turm tour torre toren wieża wieza torn tårn ладья kale kaleyi",
    "B": "bishop läufer laeufer fou alfil alfiere loper raadsheer bispo goniec laufer löpare løber"
    " слон fil fili",
    "N": "knight horse springer pferd cavalier caballo cavallo paard cavalo skoczek springare häst"
    " hest конь at\u0131 at\u0131m",
    "": "pawn bauer pion peón peon pedone peão peao pionek bonde пешка piyon piyonu",
}
"""The words for the pieces in the languages of the players, by their letters."""

_PIECE_WORD = re.compile(rf"\b({'|'.join(PIECES)}|horse)(?:'?s)?\b", re.IGNORECASE)
_SHORT = re.compile(
    r"(?:castles?|castling)(?: (?:on |to )?(?:the )?(?:kings?(?:ide)?|kings?[- ]side|short))"
    r"|(?:short|kings?[- ]?side) castl(?:es?|ing)|[o0]-?[o0]",
    re.IGNORECASE,
)
_LONG = re.compile(
    r"(?:castles?|castling)(?: (?:on |to )?(?:the )?(?:queens?(?:ide)?|queens?[- ]side|long))"
    r"|(?:long|queens?[- ]?side) castl(?:es?|ing)|[o0]-?[o0]-?[o0]",
    re.IGNORECASE,
)
_NOISE = re.compile(
    r"\b(?:to|takes|captures|from|on|at|promotes|becomes|and|the|ep|checkmate|check|mate)\b"
    r"|\ben passant\b|\be\.p\b\.?|[\s:=+#!?().,\u00d7\u2192>-]"
    r"|(?<=[a-h1-8KQRBNPkqrbnp])x|(?<=\s)x(?=\s)",
    re.IGNORECASE,
)
_KEY = re.compile(
    r"[KQRBNP]?[a-h]?[1-8]?[a-h][1-8][KQRBN]?|[KQRBNP]@[a-h][1-8]|OO|OOO", re.IGNORECASE
)
_SAN = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)x?([a-h][1-8])(?:=([KQRBN]))?")


def chess_key(text: str) -> str:
    """Returns a move without signs and words that spellings differ in, such as `Nf3` or `OOO`.

    Capitals are kept, because `bc3` is a pawn's move and `Bc3` a bishop's.
    """
    text = " ".join(text.rstrip("+#!?. ").split())
    if _SHORT.fullmatch(text):
        return "OO"
    if _LONG.fullmatch(text):
        return "OOO"
    letters = _PIECE_WORD.sub(_letter, text)
    key = _NOISE.sub("", letters)
    return key[1:] if re.fullmatch("[Pp][a-hA-H].*[1-8].*", key) and "@" not in key else key


def is_chess_key(key: str) -> bool:
    """Whether a key is a move of chess, legal or not."""
    return bool(_KEY.fullmatch(key))


def piece_name(key: str) -> str:
    """Returns the name of the piece that moves, or "" if the key begins with a square."""
    return NAMES.get(key[:1], "") if key[:1].isupper() else ""


def san_spellings(san: str, origin: str) -> Iterator[str]:
    """Yields the keys of a move.

    `san`: its algebraic notation, without signs for check.
    `origin`: the square of the piece.
    """
    yield chess_key(san)
    found = _SAN.fullmatch(san)
    if not found:
        return
    piece, _, _, target, promoted = found.groups("")
    file, rank = origin[0], origin[1]
    is_capture = "x" in san
    # "cc3" isn't a pawn's move: with a capital, it is a French knight's
    starts = ["", file, rank, origin] if piece or is_capture else []
    for start in starts:
        yield f"{piece}{start}{target}{promoted}"
    yield f"{origin}{target}{promoted}"
    if promoted:  # without its last letter, a promotion is read but ambiguous
        yield from (target, f"{origin}{target}", *([f"{file}{target}"] if is_capture else []))


def _letter(word: "re.Match[str]") -> str:
    return PIECES.get(word[1].lower(), "N")
