"""A board as text: stable, since programs read it as well as people."""

import textwrap
from collections.abc import Sequence

from commands.messages.content import BoardSnapshot
from commands.views import clocks
from commands.views.ascii_diagram import render_ascii
from commands.views.board_parts import (
    closing,
    heading,
    last_moves,
    moves_wanted,
    ratings,
    replayed,
    status_lines,
    verdict,
)
from commands.views.proofs import proved_moves_text
from commands.views.spoken import sentences
from commands.views.tables import table
from pbm import games
from pbm.match import Match
from pbm.wording import WIDTH

COMMENT_RULE = "*" * 60


MAX_MOVES_LISTED = 60
"""How many legal moves a refusal lists."""


def subject(content: BoardSnapshot) -> str:
    """The same for the whole life of a board, so that mail readers keep one thread."""
    if content.form == "classic":
        return _classic_subject(content, games.find(content.game).title)
    return thread_subject(content.game, content.number, content.players)


def thread_subject(game: str, number: int, players: Sequence[str]) -> str:
    """What all mails of a board have for their subject."""
    return f"{games.find(game).title} Board {number}: {' - '.join(players)}"


def _classic_subject(content: BoardSnapshot, title: str) -> str:
    """As pbmserv has it: who is to move, and ** where there is a comment."""
    seat = None if content.removed else replayed(content).to_move
    mover = "" if seat is None else f" {content.players[seat]}"
    head, comment = "New " if content.new else "", " **" if content.written else ""
    head = "Nag: " if content.nag else head
    return f"{head}{title} Board {content.number}{mover}{comment}"


def text(content: BoardSnapshot, *, by_reply: bool = False, apart: bool = False) -> str:
    """Summary, news, diagram, moves, and what else concerns the board; then the comment.

    `by_reply`: whether its reader may answer by a reply; `apart`: to an address of the board's own,
    which stands above.
    """
    match = replayed(content)
    parts = [*clocks.nag(content, match.to_move), heading(content, match.game.title)]
    parts += [sentences(match, content.players)] if content.form == "spoken" else []
    parts += status_lines(content, match)
    parts += [textwrap.fill(content.news, WIDTH)] if content.news else []
    parts += [_moves_table(content, match), render_ascii(match.game.diagram(match.state.position))]
    reply = ("write to the address above:" if apart else "reply") if by_reply else ""
    parts += _to_do(content, match, reply)
    parts += ratings(content, match) + proved_moves_text(content, match)
    parts += [_offered(content, reply)] if content.offer else []
    parts += closing(content, match)
    parts += _comment(content)
    return "\n\n".join(parts)


def position_text(match: Match) -> str:
    """A position without players."""
    seats = [seat.name for seat in match.game.seats]
    parts = [render_ascii(match.game.diagram(match.state.position))]
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


def _moves_table(content: BoardSnapshot, match: Match) -> str:
    head, rows = last_moves(content, match)
    return table(("", *head), rows, right=(0,))


def _to_do(content: BoardSnapshot, match: Match, reply: str) -> list[str]:
    if content.removed or match.to_move is None or (content.ply is not None and not content.piece):
        return []
    listed = _listed(content, match)
    mover = content.players[match.to_move]
    if content.to != mover or content.ply is not None:
        return [listed]
    how = f"{content.game} move {content.number} {mover} PASSWORD {match.legal[0]}#{match.ply + 1}"
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


def _listed(content: BoardSnapshot, match: Match) -> str:
    moves = legal_moves(moves_wanted(content, match))
    return f"The piece on {content.piece}. {moves}" if content.piece else moves


def _offered(content: BoardSnapshot, reply: str) -> str:
    """The offer, and how whoever reads it may answer it, or take it back."""
    words = ("accept", "reject") if content.to in content.asked or not content.to else ("reject",)
    what = "accept or reject it" if len(words) > 1 else "take it back"
    reply = f"{reply} {' or '.join(words)}, or " if reply else ""
    how = f"{content.game} move {content.number} {content.to or 'USERID'} PASSWORD"
    lines = "".join(f"\n  {how} {word}" for word in words)
    return f"{textwrap.fill(f'{content.offer} To {what}, {reply}send:', WIDTH)}{lines}"


def _comment(content: BoardSnapshot) -> list[str]:
    return [
        f"{COMMENT_RULE}\n{remark.writer} writes:\n\n{remark.text}" for remark in content.written
    ]
