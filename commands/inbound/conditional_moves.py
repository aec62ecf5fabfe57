"""Conditional moves among a reply's lines, which as a comment would tell the others the plan."""

import re
from collections.abc import Sequence

from mail.reading.text import plain_signs
from pbm.board import Board
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


def check_no_conditional_move(board: Board, text: str) -> None:
    """Raises ParseError if the text contains `if REPLY MOVE`, in words or as the command has it."""
    if plan := find_conditional_move(board, text):
        raise ParseError(
            f'"{plan}" stands in the text below your command, which the other players would read,\n'
            "so nothing was done. Send the command without it first; then reply with the\n"
            f"conditional moves alone on the first line:\n  queue {plan}"
        )


def find_conditional_move(board: Board, text: str) -> str:
    """Returns `if REPLY MOVE` for the first such pair in the text; empty if there is none."""
    if board.match.outcome:
        return ""
    names = frozenset(player.userid.lower() for player in board.players)
    pair = _find_pair(board.match, text, names)
    return f"if {pair[0]} {pair[1]}" if pair else ""


def _find_pair(match: Match, text: str, names: frozenset[str]) -> tuple[str, str] | None:
    """Returns the first reply and move after an `if`, with nothing but fillers between them."""
    words = _SIGNS.sub(" ", plain_signs(text)).split()
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
