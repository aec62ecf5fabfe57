"""Turns errors into responses."""

from collections.abc import Sequence

from commands.language import parser, registry
from commands.language.command import Command
from commands.messages.response import Answer, refused
from pbm.board import Board
from pbm.errors import Refusal
from pbm.ports import Work


def name(line: Sequence[str]) -> str:
    """What a line is, as far as it may be told and logged: game and verb, if known."""
    if line and line[0].lower() in registry.general():
        return line[0].lower()
    game, rest = parser.split_game(line)
    if game is None:
        return "unknown"
    known = rest and rest[0].lower() in registry.about_games()
    return f"{game.name} {rest[0].lower()}" if known else game.name


def refuse(refusal: Refusal, line: Sequence[str], board: Board | None = None) -> Answer:
    """The answer to a line that is refused, under the subject of its board or game."""
    if board:
        subject = f"{board.game.title} Board {board.number} Error"
        return refused(refusal, subject, f"{board.game.name} {board.number}")
    game, _ = parser.split_game(line)
    return refused(refusal, f"{game.title} Error") if game else refused(refusal)


def _board_of(work: Work, command: Command) -> Board | None:
    """The board that a command names, if there is one; any other number may be a password."""
    game, number = getattr(command, "game", None), getattr(command, "board", None)
    try:
        return work.boards.find(game.name, number) if game and isinstance(number, int) else None
    except Refusal:
        return None


def _our_mistake(reference: str) -> Answer:
    said = (
        f"Something went wrong here, and nothing was changed. The admin can find it: {reference}."
    )
    return refused(Refusal(said))
