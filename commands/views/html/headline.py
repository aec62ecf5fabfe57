"""The first lines of a board mail: whose move it is, what happened, and the time left."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from commands.messages.content import BoardSnapshot
from commands.views.board_parts import board_title
from commands.views.html.time_left import moment, span
from pbm.match import Match
from pbm.ratings import Change
from pbm.wording import listing

WON, LOST, OVER = "#1b6e2d", "#8f1d14", "#44403a"
"""The colours of a banner: for the winner, for a loser, for others and draws."""


@dataclass(frozen=True, slots=True)
class Headline:
    """The first line: a short sentence in bold, and what has happened."""

    summary: str
    news: str = ""


@dataclass(frozen=True, slots=True)
class Banner:
    """The result of a game, above its board."""

    colour: str
    result: str
    lines: Sequence[str]


def headline(content: BoardSnapshot, match: Match) -> Headline:
    """Returns the first line for the reader."""
    news = _recent_moves(content, match)
    if content.removed:
        return Headline("The board was removed.")
    if content.preview:
        return Headline("Preview: this move isn't played yet.")
    if content.ply is not None:
        return Headline(f"{board_title(match.game.title, content.number, content.ply)}.")
    if match.to_move is None:
        return Headline("", news)
    mover = content.players[match.to_move]
    if mover != content.to:
        return Headline(f"{mover} is to move.", news)
    if content.nag:
        return Headline(f"Reminder: it is still your move, {mover}.", news)
    return Headline(f"Your move, {mover}.", news)


def other_news(content: BoardSnapshot, match: Match, earlier: Sequence[Match]) -> str:
    """Returns the news without the sentences on moves, which the headline has.

    `earlier`: the match before each of its last moves.
    """
    news = content.news
    for before in earlier:
        move, mover = match.moves[before.ply], content.players[match.state.movers[before.ply]]
        news = news.replace(f"{mover} {before.describe_move(move)}", "", 1)
    return " ".join(news.split())


def banner(content: BoardSnapshot, match: Match) -> Banner | None:
    """Returns the result, its reason, and what it changes; None while the game goes on."""
    if match.outcome is None or content.removed or content.ply is not None:
        return None
    winners = [content.players[seat] for seat in match.outcome.winners]
    reader = content.to if content.to in content.players else ""
    colour = OVER if not (winners and reader) else WON if reader in winners else LOST
    lines = [f"Because {match.outcome.reason}.", *_places(content, match)]
    return Banner(
        colour, _result(winners, reader), [*lines, *_ratings(content), *_mistake(content, match)]
    )


def time_left(content: BoardSnapshot, match: Match, at: datetime) -> str:
    """Returns the time in which the player to move must move; empty if there is no limit.

    `at`: the time of the mail.
    """
    times, seat = content.times, match.to_move
    if seat is None or times is None or times.forfeit is None or content.ply is not None:
        return ""
    mover = content.players[seat]
    who = "You have" if mover == content.to else f"{mover} has"
    return f"{who} {span(times.forfeit - at)} left, until {moment(times.forfeit, content.zone)}."


def _result(winners: Sequence[str], reader: str) -> str:
    if not winners:
        return "The game is drawn."
    if reader in winners:
        return "You won." if len(winners) == 1 else f"{listing(winners)} won."
    return f"{listing(winners)} won."


def _places(content: BoardSnapshot, match: Match) -> list[str]:
    """Returns the places of three players or more."""
    outcome = match.outcome
    if outcome is None or len(content.players) == 2 or not outcome.winners:
        return []
    ranked = sorted(zip(outcome.places, content.players, strict=True))
    return [", ".join(f"{place}. {player}" for place, player in ranked)]


def _ratings(content: BoardSnapshot) -> list[str]:
    changes = list(zip(content.players, content.ratings, strict=False))
    changes.sort(key=lambda changed: changed[0] != content.to)
    return [f"{_owner(player, content.to)} {_change(change)}." for player, change in changes]


def _owner(player: str, reader: str) -> str:
    return "Your rating" if player == reader else f"{player}'s rating"


def _change(change: Change) -> str:
    before, after = change.before.points, change.after.points
    arrow = "\N{RIGHTWARDS ARROW}"
    provisional = ", provisional" if change.after.provisional else ""
    return f"{before} {arrow} {after} ({after - before:+d}{provisional})"


def _mistake(content: BoardSnapshot, match: Match) -> list[str]:
    if content.mistake is None:
        return []
    player = content.players[match.state.movers[content.mistake]]
    move = match.moves[content.mistake]
    return [f"The decisive mistake was {player}'s {move}, move #{content.mistake + 1}."]


def _recent_moves(content: BoardSnapshot, match: Match) -> str:
    """Returns the moves since the reader's last, with that one if the reader isn't to move."""
    recent = []
    for seat, move in reversed(list(zip(match.state.movers, match.moves, strict=True))):
        mover = content.players[seat]
        if mover == content.to and match.to_move == seat:
            break
        recent.append(f"{'You' if mover == content.to else mover} played {move}.")
        if mover == content.to or len(recent) == len(content.players) - 1:
            break
    return " ".join(reversed(recent))
