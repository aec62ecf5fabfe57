"""A board as text: stable, since programs read it as well as people."""

import textwrap
from collections.abc import Sequence

from commands.said import BoardSaid
from commands.views import clocks
from commands.views.ascii import draw
from commands.views.tables import table
from pbm import games
from pbm.game import Outcome
from pbm.match import Match
from pbm.options import read_options
from pbm.ratings import Change
from pbm.wording import listing

WIDTH = 76
COMMENT_RULE = "*" * 60
LAST_ROUNDS = 5


def subject(said: BoardSaid) -> str:
    """The same for the whole life of a board, so that mail readers keep one thread."""
    if said.form == "classic":
        return _classic_subject(said, games.find(said.game).title)
    return thread_subject(said.game, said.number, said.players)


def thread_subject(game: str, number: int, players: Sequence[str]) -> str:
    """What all mails of a board have for their subject."""
    return f"{games.find(game).title} Board {number}: {' - '.join(players)}"


def _classic_subject(said: BoardSaid, title: str) -> str:
    """As pbmserv has it: who is to move, and ** where there is a comment."""
    seat = None if said.removed else replayed(said).to_move
    mover = "" if seat is None else f" {said.players[seat]}"
    head, comment = "New " if said.new else "", " **" if said.written else ""
    head = "Nag: " if said.nag else head
    return f"{head}{title} Board {said.number}{mover}{comment}"


def text(said: BoardSaid) -> str:
    """Summary, news, diagram, moves, and what else concerns the board; then the comment."""
    match = replayed(said)
    when = "" if said.ply is None else f", after ply {said.ply}"
    parts = [*clocks.nag(said, match.to_move)]
    parts += [f"Summary of {match.game.title} Board {said.number}{when}"]
    parts += _standing(said, match)
    parts += [textwrap.fill(said.news, WIDTH)] if said.news else []
    parts += [_moves_table(said, match), draw(match.game.diagram(match.state.position))]
    parts += _to_do(said, match)
    parts += _ratings(said, match)
    parts += [_offered(said)] if said.offer else []
    parts += clocks.times(said, match.to_move)
    parts += (
        [textwrap.fill(f"Watched by {listing(said.watchers)}.", WIDTH)] if said.watchers else []
    )
    parts += [textwrap.fill(f"Options: {_options(said)}", WIDTH)]
    parts += _comment(said)
    return "\n\n".join(parts)


def position_text(match: Match) -> str:
    """A position without players."""
    seats = [seat.name for seat in match.game.seats]
    parts = [draw(match.game.diagram(match.state.position))]
    if match.outcome:
        parts += verdict(match.outcome, seats)
    elif match.to_move is not None:
        parts += [f"{seats[match.to_move]} to make move #{match.ply + 1}.", legal_moves(match)]
    return "\n\n".join(parts)


def verdict(outcome: Outcome, names: Sequence[str]) -> list[str]:
    """Who won, or that nobody did, and why; with more than two players, their places."""
    winners = [names[seat] for seat in outcome.winners]
    result = f"Game won by {listing(winners)}." if winners else "Game drawn."
    because = f"Because {outcome.reason}."
    if len(names) == 2 or not winners:
        return [f"{result}\n{because}"]
    ranked = sorted(zip(outcome.places, names, strict=True))
    return [f"{result}\n{because}", "\n".join(f"{place}. {name}" for place, name in ranked)]


def legal_moves(match: Match, most: int | None = None) -> str:
    """The legal moves, or the first of them, in lines that fit a mail."""
    shown = [*match.legal[:most], *(["..."] if most and len(match.legal) > most else [])]
    moves = textwrap.fill(" ".join(shown), WIDTH, break_on_hyphens=False)
    return f"Legal moves ({len(match.legal)}):\n{moves}"


def replayed(said: BoardSaid) -> Match:
    """The match that the snapshot tells of."""
    game = games.find(said.game)
    options = read_options(game.options, said.options, game.title)
    return Match.retell(game, options, said.log)


def _standing(said: BoardSaid, match: Match) -> list[str]:
    if said.removed:
        return ["The board was removed."]
    if match.outcome:
        return verdict(match.outcome, said.players)
    if match.to_move is None:
        return []
    return [f"It is {said.players[match.to_move]}'s turn."]


def _moves_table(said: BoardSaid, match: Match) -> str:
    """The last moves, a column for each player."""
    gone = {
        cell.seat
        for cell in match.game.diagram(match.state.position).pieces()
        if "left" in cell.marks
    }
    head = [
        f"{player} ({seat.name}, {seat.sign}{', out' if number in gone else ''})"
        for number, (player, seat) in enumerate(zip(said.players, match.game.seats, strict=True))
    ]
    rounds = list(enumerate(match.rounds(), 1))[-LAST_ROUNDS:]
    rows = [(str(number), *(move or "" for move in row)) for number, row in rounds]
    return table(("", *head), rows, right=(0,))


def _to_do(said: BoardSaid, match: Match) -> list[str]:
    if said.removed or match.to_move is None or said.ply is not None:
        return []
    mover = said.players[match.to_move]
    how = f"{said.game} move {said.number} {mover} PASSWORD {match.legal[0]}#{match.ply + 1}"
    if said.to != mover:
        return [legal_moves(match)]
    stands = match.game.stands(match.state.position, match.to_move)
    own = [stands] if stands else []
    return [*own, legal_moves(match), f"To move, send for example:\n  {how}"]


def _offered(said: BoardSaid) -> str:
    how = f"{said.game} move {said.number} {said.to or 'USERID'} PASSWORD"
    return f"{said.offer} To answer, send one of:\n  {how} accept\n  {how} reject"


def _ratings(said: BoardSaid, match: Match) -> list[str]:
    if not (said.ratings and match.outcome):
        return []
    lines = map(_rating, said.players, said.ratings)
    return ["\n".join(lines)]


def _rating(player: str, change: Change) -> str:
    provisional = ", provisional" if change.after.provisional else ""
    before, after = change.before.write(), change.after.write()
    return f"Ratings: {player} {before} -> {after}{provisional}"


def _options(said: BoardSaid) -> str:
    return " ".join([*said.options, *said.terms])


def _comment(said: BoardSaid) -> list[str]:
    return [f"{COMMENT_RULE}\n{remark.writer} writes:\n\n{remark.text}" for remark in said.written]
