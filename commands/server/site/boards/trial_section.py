"""The part of a running board's page where readers try moves."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from commands.server.site import paths
from commands.server.site.boards.board_facts import BoardFacts
from commands.server.site.boards.trial_data import Tried
from commands.server.site.boards.trial_lines import tried_lines
from commands.server.site.boards.trial_moves import tried_moves
from commands.server.site.templating import render
from commands.views.html.links import mailto
from commands.views.reply_target import ReplyTarget
from pbm.diagram import Diagram

MOVE = "{move}"
"""Placeholder in a command for the move that the reader chooses."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A part of a page. It is empty if readers can't try moves."""

    markup: Markup
    examples: Sequence[Diagram] = ()
    """Diagrams with all kinds of pieces that it draws."""


def trial(facts: BoardFacts, link: Callable[[str], str]) -> Trial:
    """Returns the part of the page where readers try moves.

    `link`: returns the link to a path. Without the scripts, nothing is visible.
    """
    match = facts.board.match
    tried = _tried(facts)
    if tried is None or match.to_move is None:
        return Trial(Markup(""))
    scripts = [link(path) for path in (paths.TRIAL_SCRIPT, tried.script)]
    mail = _mail(facts, match.to_move)
    return Trial(render("trial", tried=tried, mail=mail, scripts=scripts), tried.examples)


def _tried(facts: BoardFacts) -> Tried | None:
    match, names = facts.board.match, facts.names
    if match.to_move is None:
        return None
    movement = match.game.movement(match.state.position)
    return tried_lines(match, movement, names) if movement else tried_moves(match, names)


@dataclass(frozen=True, slots=True)
class _Mail:
    """An email that makes a move of the player to move."""

    player: str
    address: str
    line: str
    href: str


def _mail(facts: BoardFacts, seat: int) -> _Mail | None:
    """Returns the email that makes the move. Returns None if a robot is to move."""
    board, address = facts.board, facts.site.address
    player = board.players[seat]
    if player.robot:
        return None
    move = f"{MOVE}#{board.match.ply + 1}"  # the ply prevents a move from an outdated page
    line = f"{board.game.name} move {board.number} {player.userid} - {move}"
    return _Mail(player.userid, address, line, mailto(ReplyTarget(address), line, ""))
