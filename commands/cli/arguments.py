"""Arguments and options that several commands of `pbm admin` share."""

from typing import Annotated

import typer

from pbm import games


def known_games(typed: str) -> list[str]:
    """Returns the names of games that complete what was typed in the shell."""
    return [name for name in games.games() if name.startswith(typed)]


GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="a game's name", autocompletion=known_games)
]
Number = Annotated[int, typer.Argument(metavar="N", help="the board's number", min=1, max=10**9)]
Userid = Annotated[str, typer.Argument(metavar="USERID", help="the player's userid")]
Reason = Annotated[
    str, typer.Option(metavar="TEXT", help="the reason; it is kept in the audit log")
]
AsJson = Annotated[bool, typer.Option("--json", help="answer with JSON, for programs")]
