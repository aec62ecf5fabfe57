"""Renders the review of a finished game as text and JSON data, and prepares it for drawing."""

from collections.abc import Iterator, Sequence
from typing import Any

from commands.content.messages import GameReview
from commands.content.messages import ReviewedMove as DrawnMove
from commands.views.analysis.review_rows import led_to, mistakes
from commands.views.json.data import value_data
from commands.views.text.tables import table
from pbm.match.match import Match
from pbm.proofs.value import Result
from pbm.review.assessment import Assessment, short_words
from pbm.review.review import MARGIN, ReviewedMove, decisive_move
from pbm.wording import counted, filled, listing

PROVED = (
    "For each move, the table shows how well the player who moved was doing before and after it. "
    '"Wins by 9" means a proven win by move 9 if both players play perfectly.'
)
ESTIMATED = (
    'A number after "~" is a robot\'s estimate and may be wrong. It is 100 for a certain win and '
    "0 for a certain loss."
)
THREE = (
    'The numbers after "~" are a robot\'s estimates and may be wrong. They are 100 for a certain '
    "first place, 15 for a certain second place and 0 for a certain last place. "
    "Games with three players have no proven values."
)

DRAWN = (
    "The bar shows the position after the move. The larger a player's share of the bar, the better "
    "the position is for that player."
)
DRAWN_PROVED = '"Wins by move 9" means a proven win if both players play perfectly.'
DRAWN_THREE = (
    "The bar shows how good the position after the move is for the player who made the move."
)


def review_text(match: Match, names: Sequence[str], reviewed: Sequence[ReviewedMove]) -> str:
    """Returns the review as text: result, table of move values, remarks, and the deciding move."""
    parts = [_result(match, names), _explanation(match, reviewed), _table(names, reviewed)]
    parts.append(_skipped(match, reviewed))
    parts += _remarks(names, reviewed)
    parts += [_unfinished(match, names, reviewed)]
    parts.append(filled(decision(match, names, reviewed)))
    return "\n\n".join(filter(None, parts))


def drawn_review(
    match: Match, names: Sequence[str], reviewed: Sequence[ReviewedMove]
) -> GameReview:
    """Returns the review as data for an HTML page with a bar for each move."""
    decisive = decisive_move(reviewed, match.outcome.winners if match.outcome else ())
    moves = tuple(_drawn_move(names, each) for each in reviewed)
    explanation = [
        *_drawn_explanation(match, moves, reviewed),
        _skipped(match, reviewed),
        _unfinished(match, names, reviewed),
    ]
    return GameReview(
        game=match.game.name,
        players=tuple(names),
        result=_result(match, names),
        decision=decision(match, names, reviewed),
        explanation=" ".join(filter(None, explanation)),
        moves=moves,
        decisive=decisive.ply if decisive else None,
    )


def _drawn_move(names: Sequence[str], move: ReviewedMove) -> DrawnMove:
    after, share = led_to(names, move.seat, move.ply, move.after)
    return DrawnMove(
        ply=move.ply,
        seat=move.seat,
        move=move.move,
        after=after,
        share=share,
        mark="??" if move.lost else "?" if move.drop >= MARGIN else "",
        notes=" ".join(move.notes),
    )


def _drawn_explanation(
    match: Match, moves: Sequence[DrawnMove], reviewed: Sequence[ReviewedMove]
) -> list[str]:
    if not reviewed:
        return ["There were no moves."]
    if len(match.game.seats) > 2:
        return [DRAWN_THREE, THREE, mistakes(moves)]
    proved = [DRAWN_PROVED] if any(" by move " in each.after for each in moves) else []
    estimated = [ESTIMATED] if any("~" in each.after for each in moves) else []
    return [DRAWN, *proved, *estimated, mistakes(moves)]


def decision(match: Match, names: Sequence[str], reviewed: Sequence[ReviewedMove]) -> str:
    """Returns a sentence naming the move that decided the game, or stating that there is none."""
    outcome = match.outcome
    decisive = decisive_move(reviewed, outcome.winners if outcome else ())
    if decisive is None:
        return _undecided(match, names, reviewed)
    move = f"{names[decisive.seat]}'s {decisive.move} (move {decisive.ply})"
    if decisive.lost:
        return f"The decisive mistake was {move}, the last move that changed the result."
    return f"The costliest move was {move}, according to the robot's estimates."


def _undecided(match: Match, names: Sequence[str], reviewed: Sequence[ReviewedMove]) -> str:
    """Returns a sentence for a game without a decisive move.

    If everything is proven, it says who could force the result.
    """
    is_proved = all(each.before.proved and each.after.proved for each in reviewed)
    if not (is_proved and len(reviewed) == match.ply > 0):
        return "We found no move that changed the result."
    first = reviewed[0]
    if first.before.worth == 0.5:
        return "No move changed the result. Neither player could ever force a win."
    winner = first.seat if first.before.worth else 1 - first.seat
    return f"No move changed the result. With best play, {names[winner]} wins from the start."


def _skipped(match: Match, reviewed: Sequence[ReviewedMove]) -> str:
    skipped = match.ply - len(reviewed)
    return f"The first {counted(skipped, 'move')} aren't reviewed." if skipped else ""


def _unfinished(match: Match, names: Sequence[str], reviewed: Sequence[ReviewedMove]) -> str:
    """Returns a sentence with the value of the final position. Empty if a move ended the game."""
    if match.state.is_move or match.outcome is None or not reviewed:
        return ""
    last = reviewed[-1]
    if not last.after.is_known or len(match.game.seats) > 2:
        return ""
    return f"After the last move, {_had(names[last.seat], last.after)}."


def _had(player: str, value: Assessment) -> str:
    """Returns a clause on the value that a position had for a player."""
    if value.proved is None:
        return f"the robot's estimate for {player} was ~{round(100 * value.worth)}"
    if value.proved.result is Result.DRAWN:
        return "neither player could force a win"
    return f"{player} had a proven {'win' if value.proved.result is Result.WON else 'loss'}"


def review_data(reviewed: Sequence[ReviewedMove]) -> list[dict[str, Any]]:
    return [
        {
            "ply": each.ply,
            "move": each.move,
            "before": _assessment_data(each.before),
            "after": _assessment_data(each.after),
            "better": each.better or None,
            "notes": list(each.notes),
        }
        for each in reviewed
    ]


def _result(match: Match, names: Sequence[str]) -> str:
    players = [f"{n} ({seat.name})" for n, seat in zip(names, match.game.seats, strict=True)]
    outcome = match.outcome
    if outcome is None:
        return f"{listing(players)} are playing."
    if not outcome.winners:
        return filled(f"{listing(players)} drew: {outcome.reason}.")
    winners, losers = (
        listing([name for seat, name in enumerate(players) if (seat in outcome.winners) == won])
        for won in (True, False)
    )
    return filled(f"{winners} beat {losers}: {outcome.reason}.")


def _explanation(match: Match, reviewed: Sequence[ReviewedMove]) -> str:
    assessments = [value for each in reviewed for value in (each.before, each.after)]
    if len(match.game.seats) > 2:
        return filled(THREE)
    proved = [PROVED] if any(value.proved for value in assessments) else []
    estimated = [ESTIMATED] if any(value.estimate is not None for value in assessments) else []
    return filled(" ".join([*proved, *estimated]))


def _table(names: Sequence[str], reviewed: Sequence[ReviewedMove]) -> str:
    head = ("#", "player", "move", "before", "after", "better")
    rows = [
        (
            str(each.ply),
            names[each.seat],
            each.move,
            short_words(each.before, each.ply - 1),
            short_words(each.after, each.ply - 1),
            _better(each),
        )
        for each in reviewed
    ]
    return table(head, rows, right=(0,)) if rows else "There were no moves."


def _better(move: ReviewedMove) -> str:
    if not move.better:
        return ""
    value = short_words(move.better_value, move.ply - 1)
    return f"{move.better} ({value})" if value else move.better


def _remarks(names: Sequence[str], reviewed: Sequence[ReviewedMove]) -> Iterator[str]:
    """Yields a paragraph of remarks for each move that has any."""
    for move in reviewed:
        if move.notes:
            head = f"Move {move.ply}, {names[move.seat]}'s {move.move}:"
            yield filled(" ".join([head, *move.notes]))


def _assessment_data(assessment: Assessment) -> dict[str, Any] | None:
    if assessment.proved is not None:
        return value_data(assessment.proved)
    return None if assessment.estimate is None else {"estimate": round(assessment.estimate, 2)}
