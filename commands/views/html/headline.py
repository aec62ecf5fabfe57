"""Writes the first lines of a board email: whose move it is, what happened, and the time left."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from commands.content.messages import BoardSnapshot
from commands.views.board_paragraphs import board_title, is_reason_in_news, reason, your_turn
from commands.views.board_view import BoardView
from commands.views.highlights import PlayedMove
from commands.views.html.time_spans import span
from pbm.board.ratings import Change
from pbm.clock import HOUR
from pbm.game import Outcome
from pbm.wording import listing, local_time

ORDINALS = {2: "second", 3: "third"}
NUMBERS = {3: "three", 4: "four"}
YOUR_TURN, WON, LOST, OVER = "#1a56c4", "#1b6e2d", "#8f1d14", "#44403a"
"""Banner colors on the reader's turn, for a winner, for a loser, and for all other cases."""
QUEUED = "queued move was played:"


@dataclass(frozen=True, slots=True)
class Headline:
    """The first lines of a board email."""

    summary: str
    """A short sentence."""
    news: str = ""
    """The latest moves and an open offer."""
    lines: Sequence[str] = ()
    """Further lines below the news."""
    colour: str = ""
    """The color of the banner. Empty for plain text."""


def headline(content: BoardSnapshot, view: BoardView, at: datetime) -> Headline:
    """Returns the first lines for the reader.

    `at`: the time of the email.
    """
    match = view.match
    if content.removed:
        return Headline("This game has been removed.")
    if content.preview:
        limit = time_left(content, content.to, at)
        # the news says why the move wasn't played, and how to play it
        news = " ".join(content.news.split()) or f"Your move would be {match.last_move}."
        summary = "Preview: you haven't played this move yet."
        return Headline(summary, lines=[*filter(None, [news, limit])])
    if content.ply is not None:
        return Headline(f"{board_title(match.game.title, content.number, content.ply)}.")
    news = _recent_moves(content, view)
    if match.outcome:
        return _result(content, match.outcome, news if match.state.is_move else "")
    mover = content.players[match.to_move or 0]
    limit = time_left(content, mover, at)
    lines = [limit] if limit else []
    if mover != content.acts_for:
        return Headline(
            f"Waiting for {mover}." if content.to else f"{mover} is to move.", news, lines
        )
    summary = your_turn(content, mover)
    if content.nag:
        summary = f"Reminder: {summary[0].lower()}{summary[1:]}"
    if content.offer:
        news = f"{own_offer(content)} {news}"
    return Headline(summary, news, lines, YOUR_TURN)


def own_offer(content: BoardSnapshot) -> str:
    """Returns the offer, in words for a reader who made it."""
    offer = content.offer.replace(f"{content.to} offers", "You offer", 1)
    return offer.replace(f"{content.to} asks", "You ask", 1)


def other_news(content: BoardSnapshot, latest: Sequence[PlayedMove]) -> str:
    """Returns the news without the sentences about the latest moves.

    The headline contains those.
    """
    news = content.news
    for played in latest:
        mover = content.players[played.seat]
        event = f"{mover} {played.before.describe_move(played.move)}"
        if deputy := _deputy(content, played):
            event = event.replace(mover, f"Playing for {mover}, {deputy}", 1)
        news = news.replace(f"{QUEUED} {event}", f"{QUEUED} {played.move}.").replace(event, "", 1)
    return " ".join(news.split())


def time_left(content: BoardSnapshot, mover: str, at: datetime) -> str:
    """Returns a sentence on the time in which `mover` must move. Empty if there is no limit.

    `at`: the time of the email.
    """
    move_by = content.times.move_by if content.times else None
    if move_by is None:
        return ""
    who = "You have" if mover == content.to else f"{mover} has"
    until = local_time(move_by, content.zone)
    if content.times and move_by == content.times.round_ends:
        until += ", when the round ends"
    # The turn has just begun, so the player has the full time.
    if content.times and at - content.times.began < HOUR:
        return f"{who} {span(move_by - min(at, content.times.began))}, until {until}."
    return f"{who} {span(move_by - at)} left, until {until}."


def rating_line(content: BoardSnapshot) -> str:
    """Returns the rating changes of a finished game, the reader's first.

    Empty if there are none.
    """
    if not content.ratings:
        return ""
    changes = list(zip(content.players, content.ratings, strict=True))
    changes.sort(key=lambda changed: changed[0] != content.to)
    lines = (f"{_owner(player, content.to)} {_change(change)}" for player, change in changes)
    return f"Ratings: {', '.join(lines)}."


def _result(content: BoardSnapshot, outcome: Outcome, news: str) -> Headline:
    """Returns the banner of a finished game with the result, its reason and the places."""
    winners = [content.players[seat] for seat in outcome.winners]
    reader = content.to if content.to in content.players else ""
    is_repeated = is_reason_in_news(content, outcome)
    lines = [*([] if is_repeated else [reason(outcome)]), *_places(content, outcome)]
    if reader and winners and 1 < (place := _place(content, outcome)) < len(content.players):
        came = f"You came {ORDINALS[place]} of {NUMBERS[len(content.players)]}."
        return Headline(came, news, lines, OVER)
    colour = OVER if not (winners and reader) else WON if reader in winners else LOST
    return Headline(_verdict(content, winners, reader), news, lines, colour)


def _place(content: BoardSnapshot, outcome: Outcome) -> int:
    """Returns the reader's place, where 1 is the first."""
    return outcome.places[content.players.index(content.to)]


def _verdict(content: BoardSnapshot, winners: Sequence[str], reader: str) -> str:
    if not winners:
        return "The game is drawn."
    if [reader] == winners:
        return "You won."
    if reader and len(content.players) == 2:
        return f"You lost to {winners[0]}."
    return f"{listing(winners)} won."


def _places(content: BoardSnapshot, outcome: Outcome) -> list[str]:
    """Returns the places in a game of three or more players. Empty for other games."""
    if len(content.players) == 2 or not outcome.winners:
        return []
    ranked = sorted(zip(outcome.places, content.players, strict=True))
    return [", ".join(f"{place}. {player}" for place, player in ranked)]


def _owner(player: str, reader: str) -> str:
    return "you" if player == reader else player


def _change(change: Change) -> str:
    before, after = change.before.points, change.after.points
    arrow = "\N{RIGHTWARDS ARROW}"
    provisional = " (provisional)" if change.after.provisional else ""
    return f"{before} {arrow} {after}{provisional}"


def mistake(content: BoardSnapshot) -> str:
    """Returns a sentence on the decisive mistake of a finished game. Empty if none is known."""
    if (decisive := content.decisive_mistake) is None:
        return ""
    player = content.players[decisive.seat]
    return f"The decisive mistake was {player}'s {decisive.move}, move {decisive.ply}."


def _recent_moves(content: BoardSnapshot, view: BoardView) -> str:
    """Returns the moves since the reader's last move.

    If it isn't the reader's turn, that move is included.
    """
    recent = []
    for played in reversed(view.latest[-len(content.players) :]):
        mover = content.players[played.seat]
        if mover == content.to and view.match.to_move == played.seat:
            break
        recent.append(_played(content, played))
        if mover == content.to or len(recent) == len(content.players) - 1:
            break
    return " ".join(reversed(recent))


def _played(content: BoardSnapshot, played: PlayedMove) -> str:
    """Returns a sentence on a move, with the deputy who made it."""
    mover = content.players[played.seat]
    if not (deputy := _deputy(content, played)):
        return f"{_name(mover, content.to)} played {played.move}."
    return f"{_name(deputy, content.to)} played {played.move} for {_owner(mover, content.to)}."


def _name(player: str, reader: str) -> str:
    return "You" if player == reader else player


def _deputy(content: BoardSnapshot, played: PlayedMove) -> str:
    """Returns the userid of the deputy who made a move, or an empty string."""
    return content.deputies.get(played.before.ply + 1, ("", ""))[0]
