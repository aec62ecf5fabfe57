"""Renders proven values of positions as sentences and tables."""

from commands.content.messages import BoardSnapshot
from commands.views.text.tables import table
from pbm.match.match import Match
from pbm.options import write_options
from pbm.proofs.value import Proof, Value
from pbm.search.budget import MAX_POSITIONS
from pbm.wording import filled

EARLY_PLIES = 10
"""If a rated game can be decided in fewer plies, players are warned before they agree to it."""
ENDLESS = "Neither player can force a win. With best play, the game continues forever."


def proof_text(match: Match, proof: Proof) -> str:
    """Returns the proven value, the best play, and the method of the proof."""
    parts = [f"{_turn(match)}\n{value_sentence(match, proof.value)}"]
    if proof.line:
        parts.append(f"{_line_title(proof)}:\n{filled(' '.join(proof.line))}")
    earlier = "earlier " if proof.shipped else ""
    parts.append(filled(f"We proved this {earlier}by {proof.reason}."))
    parts += _certificate(match)
    return "\n\n".join(parts)


def _certificate(match: Match) -> list[str]:
    """Returns how to check the value with a certificate.

    Empty unless the position is a certified start.
    """
    from pbm.proofs.certificates.certified import certified_starts  # noqa: PLC0415 - few commands need it

    options = write_options(match.options)
    starts = () if match.ply else certified_starts(match.game.name)
    certificate = next((start for start in starts if start.options == options), None)
    if not certificate:
        return []
    claim, option = (
        ("", "") if certificate.has_distance else (" that names the winner", " --winner")
    )
    about = f"To check this yourself, create a certificate{claim}:"
    line = f"pbm certificate {certificate.start}{option}"
    return [f"{filled(about)}\n  {line}\nIts SHA-256 must be:\n  {certificate.sha256}"]


def unproved_text(limit: str, seconds: float, *, megabytes: int = 0, untried: int = 0) -> str:
    """Returns why no value was proved.

    `limit`: the limit that stopped the search, `time` or `memory`. It is `failed` if the search was
    interrupted, and empty if no limit was reached.
    `megabytes`: the memory limit, if that stopped the search.
    `untried`: the number of positions in a table that was too large to try.
    """
    from pbm.proofs.search.mate_search import MAX_DEPTH  # noqa: PLC0415 - few commands need it

    memory = f"{megabytes} MB" if megabytes else f"{MAX_POSITIONS:,} positions"
    why = {
        "time": f"the search reached its limit of {seconds:g} seconds.",
        "failed": "the search was interrupted.",
        "memory": f"the search reached its memory limit of {memory}.",
    }.get(
        limit,
        f"neither player can force a win within {MAX_DEPTH} moves, and we haven't proved a draw.",
    )
    parts = [filled(f"We couldn't prove a result for this position: {why}")]
    if untried:
        not_tried = (
            f"We didn't try a table of all {untried:,} positions because it would be too large."
        )
        parts.append(filled(not_tried))
    return "\n\n".join(parts)


def start_text(match: Match, proof: Proof, start: str = "this start") -> str:
    """Returns a sentence on the proven value of a start: who wins, and in how many moves."""
    if proof.value.result.value == "drawn":
        return f"With perfect play, neither player can force a win from {start}."
    assert match.to_move is not None  # noqa: S101 - the game has only begun
    winner = match.to_move if proof.value.result.value == "won" else 1 - match.to_move
    name = match.game.seats[winner].name
    plies = proof.value.plies
    within = "" if plies is None else f" within {plies} moves, counting both players' moves"
    return f"We've proved that, with perfect play, {name} wins from {start}{within}."


def sides_text(match: Match, proof: Proof) -> str:
    """Returns a sentence naming the side that is proven unable to win from the start."""
    if proof.value.result.value == "drawn":
        return "From the starting position, neither player can win against perfect play."
    assert match.to_move is not None  # noqa: S101 - the game has only begun
    loser = match.to_move if proof.value.result.value == "lost" else 1 - match.to_move
    name = match.game.seats[loser].name
    return f"From the starting position, {name} can't win against perfect play."


def is_decided_early(proof: Proof) -> bool:
    """Whether best play ends the game so early that playing it is hardly worthwhile."""
    return proof.value.plies is not None and proof.value.plies < EARLY_PLIES


def hint_text(match: Match, proof: "Proof | None") -> str:
    """Returns a sentence with the best move, or one stating that none is known."""
    if proof is None:
        return "We found no quick proof for this position."
    if proof.line:
        return f"The best move is {proof.line[0]}. {value_sentence(match, proof.value)}"
    if proof.value.result.value == "lost":
        return "This position is lost, and no move is known to be better than any other."
    return f"{value_sentence(match, proof.value)} Finding the best move would take too long."


def value_words(value: Value, played: int) -> str:
    """Returns the value for the player to move, such as `wins by move 19`.

    `played`: the number of moves already made.
    """
    if value.result.value == "drawn":
        return "can draw by endless play"
    verb = {"won": "wins", "lost": "loses"}[value.result.value]
    return f"{verb}{_by_move(played, value)}"


def value_sentence(match: Match, value: Value) -> str:
    """Returns a sentence on the proven value of a running match's position."""
    assert match.to_move is not None  # noqa: S101 - as the docstring says
    if value.result.value == "drawn":
        return ENDLESS
    name = match.game.seats[match.to_move].name
    return f"With best play, {name} {value_words(value, match.ply)}{_unknown(match.ply, value)}."


def proved_moves_text(content: BoardSnapshot) -> list[str]:
    """Returns a table of moves with the proven values before them.

    If a decisive mistake is known, a sentence on it follows.
    """
    rows = [
        (
            str(each.ply),
            content.players[each.seat],
            each.move,
            each.value,
            "??" if each.ply == content.decisive_ply else "",
        )
        for each in content.reviewed
        if each.value
    ]
    head = "Proven values before each move"
    parts = [f"{head}:\n{table(('',) * 5, rows, right=(0,))}"] if rows else []
    if mistake := content.decisive_mistake:
        named = f"{content.players[mistake.seat]}'s {mistake.move}, move {mistake.ply}"
        parts.append(f"The decisive mistake was {named}.")
    return parts


def _turn(match: Match) -> str:
    assert match.to_move is not None  # noqa: S101 - only running games have proofs
    return f"{match.game.seats[match.to_move].name} to play move {match.ply + 1}."


def _by_move(played: int, value: Value) -> str:
    """Returns the words `by move N`, where N is the latest possible last move.

    Empty if that is unknown.
    """
    return "" if value.plies is None else f" by move {played + value.plies}"


def _unknown(played: int, value: Value) -> str:
    """Returns the words for an unknown last move, with its lower bound.

    Empty if the last move is known.
    """
    if value.plies is not None:
        return ""
    bound = "" if value.least is None else f", but it's at least {played + value.least}"
    return f". The number of moves isn't known{bound}"


def _line_title(proof: Proof) -> str:
    if proof.value.plies is not None:
        return "Best play"
    if proof.value.result.value == "won":
        return "A winning move"
    return "For example" if proof.value.result.value == "lost" else "A possible beginning"
