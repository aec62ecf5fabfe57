"""Paragraphs of a board email that its text and its HTML share."""

from collections.abc import Sequence

from commands.content.messages import BoardSnapshot
from commands.views.move_choices import is_piece, moves_from
from commands.views.text import clocks
from pbm.board.board import OFFER_NOUNS
from pbm.board.draws_and_undos import OFFERS_DRAW
from pbm.board.ratings import Change
from pbm.board.terms import Terms
from pbm.game import Outcome
from pbm.match.match import Match
from pbm.match.match_state import MAX_PLIES, REPETITIONS
from pbm.options import read_options
from pbm.wording import filled, listing, won_or_drawn

MISSED_DEADLINE = "didn't move by"
NEAR_PLIES = 50
"""Number of plies before the maximum game length from which emails announce the coming draw."""


def heading(content: BoardSnapshot, game: str, above: str = "") -> list[str]:
    """Returns the heading of a board. Empty if the text `above` already contains it.

    `game`: the game's title.
    """
    if content.preview:
        return [f"Preview of {board_title(game, content.number)}"]
    title = board_title(game, content.number, content.ply)
    return [] if title in above else [f"Summary of {title}"]


def aim(content: BoardSnapshot, match: Match) -> str:
    """Returns the aim of the game for a player's first email about it. Empty in later emails."""
    first = content.new and content.to in content.players and match.to_move is not None
    if not first or content.removed:
        return ""
    goal = match.game.aim(match.options)
    return f"Your aim: {goal[0].lower()}{goal[1:]}"


def declining(content: BoardSnapshot, match: Match) -> list[str]:
    """Returns, for a player's first email about a game, how to comment on moves and to decline.

    Empty in later emails.
    """
    how = declining_sentence(content, match, 'reply "resign"')
    return [*filter(None, [commenting(content, match)]), how] if aim(content, match) else []


def declining_sentence(content: BoardSnapshot, match: Match, how: str) -> str:
    """Returns how to decline a new game.

    `how`: the description of the reply that the player sends, such as `reply "resign"`.
    """
    ladder = "-ladder" in content.terms
    if ladder or content.tournament:
        kind = "ladder game" if ladder else "tournament game"
        pair = ", one of a pair" if "-pair" in content.terms else ""
        return f"This is a {kind}{pair}, so it can't be called off. If you {how}, you lose."
    if _has_moved(content, match):
        return f"If you {how}, you lose."
    call_off = f"To call the game off, {how} before your first move."
    return f"{call_off} After that, resigning counts as a loss."


def _has_moved(content: BoardSnapshot, match: Match) -> bool:
    seats = [seat for seat, player in enumerate(content.players) if player == content.to]
    return any(state.is_move and state.mover in seats for state in match.state.backwards())


def commenting(content: BoardSnapshot, match: Match, how: str = "reply with your message") -> str:
    """Returns how to write to the opponents, or an empty string if all of them are robots.

    `how`: how the reader writes to them when no move is due.
    """
    people = [each for each in content.players if each not in (content.to, *content.robots)]
    if not people or match.to_move is None:
        return ""
    if content.players[match.to_move] == content.to:
        readers = people[0] if len(people) == 1 else "the other players"
        return f"Anything you write below your move goes to {readers}."
    return f"To say something to {listing(people)}, {how}."


def proof_note(content: BoardSnapshot) -> str:
    """Returns the proved result of the start, and why it is still a fair one."""
    pair = "-pair" in content.terms and not content.removed
    fair = " That's why you play two games, one from each side." if pair else ""
    return f"{content.proved}{fair}" if content.proved else ""


def board_title(game: str, number: int, ply: int | None = None) -> str:
    """Returns the game and number of the board.

    `ply`: the position shown, if it isn't the current one.
    """
    when = "" if ply is None else f", after move {ply}" if ply else ", at the start"
    return f"{game} Board {number}{when}"


def status_lines(content: BoardSnapshot, match: Match) -> list[str]:
    """Returns the player to move, or the result."""
    if content.removed:
        return ["This game has been removed."]
    if content.preview:
        return [f"Not played yet: {match.last_move}."]
    if match.outcome:
        is_repeated = is_reason_in_news(content, match.outcome)
        return verdict(match.outcome, content.players, content.to, with_reason=not is_repeated)
    if match.to_move is None:
        return []
    mover = content.players[match.to_move]
    if content.acts_for == mover:
        return [your_turn(content, mover)]
    return [f"It is {mover}'s turn."]


def your_turn(content: BoardSnapshot, mover: str) -> str:
    """Returns a sentence for the reader whose turn it is. A deputy also reads for whom."""
    if content.deputy_for:
        return f"{content.to}, you can move for {mover}."
    return f"Your move, {mover}."


def seat_in_words(content: BoardSnapshot, match: Match) -> str:
    """Returns the game's description of the seat of the player to move.

    Games address the player, so a deputy reads the player's userid instead.
    """
    if match.to_move is None:
        return ""
    text = match.game.describe_seat(match.state.position, match.to_move)
    if content.deputy_for and text.startswith("Your "):
        return text.replace("Your ", f"{content.deputy_for}'s ", 1)
    return text


def offer_noun(content: BoardSnapshot) -> str:
    """Returns the word for the open offer in sentences."""
    return OFFER_NOUNS["draw" if content.offer.endswith(f"{OFFERS_DRAW}.") else "undo"]


def draws_ahead(content: BoardSnapshot, match: Match) -> str:
    """Returns a sentence on a draw that can be claimed or is near. Empty in other positions."""
    if content.removed or content.ply is not None or match.to_move is None or not match.endless:
        return ""
    if content.repetitions >= REPETITIONS:
        times = f"This position has occurred {content.repetitions} times"
        return f'{times}. To claim a draw, a player can now reply "propose".'
    near = match.ply >= MAX_PLIES - NEAR_PLIES
    return f"The game will end in a draw after move {MAX_PLIES}." if near else ""


def is_reason_in_news(content: BoardSnapshot, outcome: Outcome) -> bool:
    """Whether the news says that the game ended because a player missed the deadline."""
    return f" {MISSED_DEADLINE} " in content.news and outcome.reason.endswith(" forfeited")


def verdict(
    outcome: Outcome, names: Sequence[str], reader: str = "", *, with_reason: bool = True
) -> list[str]:
    """Returns the result and its reason. With more than two players, adds their final places.

    `reader`: the player who reads it, if known.
    """
    winners = [names[seat] for seat in outcome.winners]
    result = "You won." if winners == [reader] else f"Game {won_or_drawn(winners)}."
    lines = [result, *([filled(reason(outcome))] if with_reason else [])]
    if len(names) > 2 and winners:
        ranked = sorted(zip(outcome.places, names, strict=True))
        places = ", ".join(f"{place}. {name}" for place, name in ranked)
        lines.append(filled(f"Final places: {places}."))
    return ["\n".join(lines)]


def reason(outcome: Outcome) -> str:
    """Returns the reason for the result as a sentence."""
    return f"{outcome.reason[0].upper()}{outcome.reason[1:]}."


def moves_wanted(content: BoardSnapshot, match: Match) -> list[str]:
    """Returns the legal moves, or only the moves that the reader asked about."""
    return moves_from(match, content.piece)


def asked_about(content: BoardSnapshot, match: Match) -> str:
    """Returns a sentence that names the moves that the reader asked about. Empty without any."""
    if not content.piece:
        return ""
    if is_piece(match, content.piece):
        return f"The piece on {content.piece}."
    is_square = content.piece in match.legal_by_piece
    return f"Moves {'on' if is_square else 'that begin with'} {content.piece}."


def closing(content: BoardSnapshot, match: Match) -> list[str]:
    """Returns the final paragraphs of a board.

    They are about deadlines, unreachable players, deputies, watchers, the tournament, the terms
    and the board's page.
    """
    watched = f"Watched by {listing(content.watchers)}."
    times = clocks.times(content, match.to_move)
    about_time = " ".join([*clocks.nag(content, match.to_move), *times])
    in_times = str(content.tournament).lower() in " ".join(about_time.lower().split())
    is_told = in_times or not content.tournament
    tournament = "" if is_told else f"This game is part of {content.tournament}."
    return [
        *times,
        *clocks.unreachable(content),
        *deputies(content, match),
        *([filled(watched)] if content.watchers else []),
        *([tournament] if tournament else []),
        filled(f"Terms: {', '.join(_terms(content, match))}."),
        *([f"{page_words(match)}: {content.page}"] if content.page else []),
    ]


def deputies(content: BoardSnapshot, match: Match) -> list[str]:
    """Returns a sentence on current deputies and on moves that deputies made.

    It leaves out what the first lines of the email already say.
    """
    if not (content.deputies or content.acting):
        return []
    moves = {state.ply: state.move for state in match.state.backwards() if state.is_move}
    moves_made: dict[tuple[str, str], list[int]] = {}
    for ply, pair in content.deputies.items():
        if ply in moves:
            moves_made.setdefault(pair, []).append(ply)
    reported = max(content.deputies, default=0)
    now = [
        f"{deputy} can move for {'you' if player == content.to else player}."
        for deputy, player in content.acting
        if (deputy, player) != (content.to, content.deputy_for)
        and f"Playing for {player}, {deputy} " not in content.news
    ]
    before = (
        f"{'You' if deputy == content.to else deputy} played "
        f"{listing([moves[ply] for ply in plies])} for "
        f"{'you' if player == content.to else player}."
        for (deputy, player), plies in moves_made.items()
        if plies != [reported] or f"Playing for {player}, {deputy} " not in content.news
    )
    sentences = " ".join([*now, *before])
    return [filled(sentences)] if sentences else []


def page_words(match: Match) -> str:
    """Returns the words for a link to the page of a board."""
    return "Watch" if match.to_move is not None else "Replay"


def options_in_words(content: BoardSnapshot, match: Match) -> str:
    """Returns the tournament, the game's options and the terms in words.

    For example: `4x4, flat, 21 days per move`.
    """
    purpose = [str(content.tournament)] if content.tournament else []
    return ", ".join((*purpose, *_terms(content, match)))


def _terms(content: BoardSnapshot, match: Match) -> tuple[str, ...]:
    terms = read_options(Terms, content.terms, "The challenge")
    return *match.game.describe_options(match.options), *terms.describe()


def ratings(content: BoardSnapshot, match: Match) -> list[str]:
    """Returns the rating changes of a finished game. Empty while it runs."""
    if not (content.ratings and match.outcome):
        return []
    changes = map(_rating, content.players, content.ratings)
    return ["\n".join([*changes, 'To see what these numbers mean, send "help ratings".'])]


def _rating(player: str, change: Change) -> str:
    provisional = ", provisional" if change.after.provisional else ""
    before, after = change.before.write(), change.after.write()
    return f"Ratings: {player} {before} -> {after}{provisional}"
