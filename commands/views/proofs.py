"""Proved values as text."""

import textwrap
from typing import TYPE_CHECKING

from commands.messages.content import BoardSnapshot
from commands.views.tables import table
from pbm.match import Match
from pbm.wording import WIDTH, counted

if TYPE_CHECKING:
    from pbm.proofs import Proof, Value


ENDLESS = "Neither player can force the end: with best play it goes on for ever."


def proof_text(match: Match, proof: "Proof") -> str:
    """Returns the value, best play, and the method of the proof."""
    parts = [f"{_turn(match)}\n{_value(match, proof)}"]
    if proof.line:
        parts.append(f"{_line_title(proof)}:\n{_filled(' '.join(proof.line))}")
    parts.append(_filled(f"Proved by {proof.reason}."))
    return "\n\n".join(parts)


def fairness(match: Match, proof: "Proof") -> str:
    """Returns a sentence on a starting position whose value is proved."""
    if proof.value.result.value == "drawn":
        return "It is proved that neither player can force the end of this game."
    assert match.to_move is not None  # noqa: S101 - the game has only begun
    name, words = match.game.seats[match.to_move].name, value_words(proof.value)
    return (
        f"It is proved that {name} {words} from this start, with best play: "
        "-pair begins two boards, with the seats exchanged."
    )


def hint_text(match: Match, proof: "Proof | None") -> str:
    """Returns a sentence with the best move, or that none is known."""
    if proof is None:
        return "Nothing is proved about this position."
    if not proof.line:
        return "It is proved that this is lost, and no move is known to be better than another."
    return f"Best is {proof.line[0]}. {_value(match, proof)}"


def value_words(value: "Value") -> str:
    """Returns `wins in 19 plies`, `loses` or similar, for the player to move."""
    if value.result.value == "drawn":
        return "draws by endless play"
    verb = {"won": "wins", "lost": "loses"}[value.result.value]
    return verb if value.plies is None else f"{verb} in {counted(value.plies, 'ply', 'plies')}"


def proved_moves_text(content: BoardSnapshot, match: Match) -> list[str]:
    """Returns a table of moves and proved values before them, and the decisive mistake."""
    if not any(content.truths):
        return []
    moves = list(enumerate(zip(match.state.movers, match.moves, content.truths, strict=True)))
    rows = [
        (
            f"#{number + 1}",
            content.players[seat],
            move,
            value,
            "??" if number == content.mistake else "",
        )
        for number, (seat, move, value) in moves
        if value
    ]
    parts = [f"What is proved, before each move:\n{table(('',) * 5, rows, right=(0,))}"]
    if content.mistake is not None:
        seat, move, _ = moves[content.mistake][1]
        named = f"{content.players[seat]}'s {move}, #{content.mistake + 1}"
        parts.append(f"The decisive mistake was {named}.")
    return parts


def _turn(match: Match) -> str:
    assert match.to_move is not None  # noqa: S101 - only running games have proofs
    return f"{match.game.seats[match.to_move].name} to make move #{match.ply + 1}."


def _value(match: Match, proof: "Proof") -> str:
    assert match.to_move is not None  # noqa: S101 - as above
    if proof.value.result.value == "drawn":
        return ENDLESS
    name = match.game.seats[match.to_move].name
    known = "." if proof.value.plies is not None else "; how many plies it takes isn't known."
    return f"With best play {name} {value_words(proof.value)}{known}"


def _line_title(proof: "Proof") -> str:
    if proof.value.plies is not None:
        return "Best play"
    if proof.value.result.value == "won":
        return "A winning move"
    return "For example" if proof.value.result.value == "lost" else "It may begin so"


def _filled(text: str) -> str:
    return textwrap.fill(text, WIDTH, break_on_hyphens=False)
