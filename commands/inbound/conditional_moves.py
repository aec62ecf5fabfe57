"""Conditional moves among a reply's lines, which as a comment would tell the others the plan."""

import re
from collections.abc import Sequence

from mail.reading.text import plain_signs
from pbm.errors import ParseError
from pbm.match import MAX_MOVE_WORDS, Match

IF_WORDS = frozenset(
    """
    if wenn falls si se als om hvis jos jeśli jeżeli když pokud ak ha dacă ako če eğer если якщо
    ако αν אם إذا 如果 若 もし nếu jika kalau
    """.split()
)
FILLERS = frozenset(
    """
    he she they you it my i i'll he'll ill we the then so and move moves play plays go goes answer
    answers answering reply replies is with to by his her your opponent dann spiele spielt er ich
    zieht alors je joue il elle entonces yo juego él allora io gioco dan speel ik så då spelar jag
    to gram то он я тогда 那么 就 なら -> => > = -
    """.split()
)
"""Words and signs that people write between conditional moves: "if c7-e3 then I play a1-c5"."""

_SIGNS = re.compile(r"[,:;!()\"\[\]*\u2022]|\.(?=\s|$)")


def check_no_conditional_moves(match: Match, lines: Sequence[str], names: Sequence[str]) -> None:
    """Raises ParseError if the lines contain `if REPLY MOVE`, in words or as the command has it.

    `names`: the players' userids, which may stand before a reply.
    """
    pair = None if match.outcome else _find_pair(match, lines, frozenset(map(str.lower, names)))
    if pair:
        reply, move = pair
        raise ParseError(
            f'"if {reply} {move}" stands in the text below your command, which the other players '
            "read,\nso nothing was done. Send the command without it first; then reply with the "
            f"conditional\nmoves alone on the first line:\n  queue if {reply} {move}"
        )


def _find_pair(match: Match, lines: Sequence[str], names: frozenset[str]) -> tuple[str, str] | None:
    """Returns the first reply and move after an `if`, with nothing but fillers between them."""
    words = _SIGNS.sub(" ", plain_signs("\n".join(lines))).split()
    for at, word in enumerate(words):
        if word.lower() in IF_WORDS:
            reply, behind = _next_move(match, words, at + 1, names)
            move, _ = _next_move(match, words, behind, names) if reply else ("", 0)
            if move:
                return reply, move
    return None


def _next_move(
    match: Match, words: Sequence[str], at: int, names: frozenset[str]
) -> tuple[str, int]:
    """Returns the move that follows fillers, and the place behind it; no move if a word does."""
    while at < len(words) and _is_filler(words[at].lower(), names):
        at += 1
    text = " ".join(words[at : at + MAX_MOVE_WORDS])
    for count in range(min(MAX_MOVE_WORDS, len(words) - at), 0, -1):
        move = " ".join(text.split()[:count])
        if match.reads(move):
            return move.replace(" ", ""), at + count
    return "", at


def _is_filler(word: str, names: frozenset[str]) -> bool:
    return word in FILLERS or word in names
