"""A board as text: stable, since programs read it as well as people."""

import textwrap
from collections.abc import Sequence

from commands.messages.content import BoardSaid
from commands.views import clocks
from commands.views.ascii_diagram import draw
from commands.views.board_parts import (
    closing,
    heading,
    last_moves,
    moves_wanted,
    ratings,
    replayed,
    standing,
    verdict,
)
from commands.views.proofs import truths
from commands.views.spoken import sentences
from commands.views.tables import table
from pbm import games
from pbm.match import Match
from pbm.wording import WIDTH

COMMENT_RULE = "*" * 60


MOST_MOVES = 60
"""How many legal moves a refusal lists."""


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


def text(said: BoardSaid, *, by_reply: bool = False, apart: bool = False) -> str:
    """Summary, news, diagram, moves, and what else concerns the board; then the comment.

    `by_reply`: whether its reader may answer by a reply; `apart`: to an address of the board's own,
    which stands above.
    """
    match = replayed(said)
    parts = [*clocks.nag(said, match.to_move), heading(said, match.game.title)]
    parts += [sentences(match, said.players)] if said.form == "spoken" else []
    parts += standing(said, match)
    parts += [textwrap.fill(said.news, WIDTH)] if said.news else []
    parts += [_moves_table(said, match), draw(match.game.diagram(match.state.position))]
    reply = ("write to the address above:" if apart else "reply") if by_reply else ""
    parts += _to_do(said, match, reply)
    parts += ratings(said, match) + truths(said, match)
    parts += [_offered(said, reply)] if said.offer else []
    parts += closing(said, match)
    parts += _comment(said)
    return "\n\n".join(parts)


def position_text(match: Match) -> str:
    """A position without players."""
    seats = [seat.name for seat in match.game.seats]
    parts = [draw(match.game.diagram(match.state.position))]
    if match.outcome:
        parts += verdict(match.outcome, seats)
    elif match.to_move is not None:
        to_move = f"{seats[match.to_move]} to make move #{match.ply + 1}."
        parts += [to_move, legal_moves(match.legal)]
    return "\n\n".join(parts)


def legal_moves(moves: Sequence[str], most: int | None = None) -> str:
    """The legal moves, or the first of them, in lines that fit a mail."""
    shown = [*moves[:most], *(["..."] if most and len(moves) > most else [])]
    filled = textwrap.fill(" ".join(shown), WIDTH, break_on_hyphens=False)
    return f"Legal moves ({len(moves)}):\n{filled}"


def _moves_table(said: BoardSaid, match: Match) -> str:
    head, rows = last_moves(said, match)
    return table(("", *head), rows, right=(0,))


def _to_do(said: BoardSaid, match: Match, reply: str) -> list[str]:
    if said.removed or match.to_move is None or (said.ply is not None and not said.piece):
        return []
    listed = _listed(said, match)
    mover = said.players[match.to_move]
    if said.to != mover or said.ply is not None:
        return [listed]
    how = f"{said.game} move {said.number} {mover} PASSWORD {match.legal[0]}#{match.ply + 1}"
    stands = match.game.stands(match.state.position, match.to_move)
    own = [stands] if stands else []
    to_move = f"To move, {_alone(reply, match.legal[0])}send for example:"
    filled = textwrap.fill(to_move, WIDTH, break_on_hyphens=False)
    return [*own, listed, f"{filled}\n  {how}"]


def _alone(reply: str, move: str) -> str:
    """How to reply, if one may."""
    if not reply:
        return ""
    return f"{reply}{'' if reply.endswith(':') else ' with'} the move alone, such as {move}, or "


def _listed(said: BoardSaid, match: Match) -> str:
    moves = legal_moves(moves_wanted(said, match))
    return f"The piece on {said.piece}. {moves}" if said.piece else moves


def _offered(said: BoardSaid, reply: str) -> str:
    """The offer, and how whoever reads it may answer it, or take it back."""
    words = ("accept", "reject") if said.to in said.asked or not said.to else ("reject",)
    what = "accept or reject it" if len(words) > 1 else "take it back"
    reply = f"{reply} {' or '.join(words)}, or " if reply else ""
    how = f"{said.game} move {said.number} {said.to or 'USERID'} PASSWORD"
    lines = "".join(f"\n  {how} {word}" for word in words)
    return f"{textwrap.fill(f'{said.offer} To {what}, {reply}send:', WIDTH)}{lines}"


def _comment(said: BoardSaid) -> list[str]:
    return [f"{COMMENT_RULE}\n{remark.writer} writes:\n\n{remark.text}" for remark in said.written]
