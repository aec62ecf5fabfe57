"""Command groups, and arguments and options that several commands share."""

from collections.abc import Callable
from typing import Annotated

import typer

from pbm import games


def command_group(name: str, help: str, **commands: Callable[..., None]) -> typer.Typer:
    """Returns a group of commands. Underscores in their names become dashes."""
    group = typer.Typer(name=name, help=help, no_args_is_help=True, rich_markup_mode=None)
    for word, command in commands.items():
        group.command(word.replace("_", "-"))(command)
    return group


def known_games(typed: str) -> list[str]:
    """Returns the names of games that begin with the typed text, for completion in the shell."""
    return [name for name in games.games() if name.startswith(typed)]


GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="name of a game", autocompletion=known_games)
]
Number = Annotated[int, typer.Argument(metavar="N", help="number of the board", min=1, max=10**9)]
Userid = Annotated[str, typer.Argument(metavar="USERID", help="userid of the player")]
Reason = Annotated[str, typer.Option(metavar="TEXT", help="reason to record in the audit log")]
AsJson = Annotated[bool, typer.Option("--json", help="print JSON for programs")]
