"""Completes command lines for the shell's TAB key, without loading the modules of the commands."""

import ast
import os
from collections.abc import Callable
from functools import partial
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from commands.cli.command_table import COMMANDS
from commands.cli.overview import summary
from commands.cli.typer_app import make_app
from pbm import games
from pbm.options import helps

VERBS = Path(__file__).parents[1] / "verbs"
BASES = VERBS.parent / "language" / "command.py"
"""The file with the base classes of commands."""
TYPED_WORDS_VARIABLES = ("COMP_WORDS", "_TYPER_COMPLETE_ARGS")
"""The environment variables that contain the typed words, in bash and in other shells."""


def complete() -> None:
    """Prints the words that may come next, in the format that the shell requests."""
    typed = next(filter(None, map(os.environ.get, TYPED_WORDS_VARIABLES)), "").split()[1:2]
    app = make_app(typed) if typed and typed[0] in COMMANDS else _first_words(*typed)
    app(prog_name="pbm")


def _first_words(typed: str = "") -> typer.Typer:
    """Returns an application that completes the first words of a line.

    `typed`: the first word typed. If it is a game, the application knows the verbs of that game.
    """
    app = make_app([])
    for word, place in COMMANDS.items():
        app.command(word, help=summary(place))(_nothing)
    general, about_games = _verbs()
    for verb in general:
        app.command(verb)(_nothing)
    for name, game in games.games().items():
        verbs = typer.Typer(help=game.summary)
        for verb in about_games if name == typed else ():
            verbs.command(verb)(_with_options(name))
        app.add_typer(verbs, name=name)
    return app


def _verbs() -> tuple[list[str], list[str]]:
    """Returns the verbs without a game and the verbs about a game, in the registry's names."""
    bases = _declared(BASES, {"ABC": _Verbs((), is_about_game=False)})
    classes = [each for path in VERBS.glob("*.py") for each in _declared(path, bases).values()]
    general, about_games = (
        sorted({name for each in classes if each.is_about_game is about for name in each.names})
        for about in (False, True)
    )
    return general, about_games


class _Verbs(NamedTuple):
    """The verbs of a command class."""

    names: tuple[str, ...]
    is_about_game: bool


def _declared(path: Path, bases: dict[str, _Verbs]) -> dict[str, _Verbs]:
    """Returns the verbs of each command class in a file, by class name.

    The file is parsed, not imported, because importing all verbs is slow.
    """
    classes = dict[str, _Verbs]()
    for node in ast.parse(path.read_bytes()).body:
        if isinstance(node, ast.ClassDef) and node.bases:
            base = (classes | bases).get(ast.unparse(node.bases[0]))
            if base is not None:
                names = next(filter(None, map(_names, node.body)), base.names)
                usual = () if path == BASES else (path.stem,)
                about = base.is_about_game or node.name == "GameCommand"
                classes[node.name] = _Verbs(names or usual, about)
    return classes


def _names(node: ast.stmt) -> tuple[str, ...]:
    match node:
        case ast.AnnAssign(target=ast.Name("names"), value=ast.Tuple() as names):
            return tuple(map(str, ast.literal_eval(names)))
    return ()


def _nothing() -> None:
    """A stand-in for a command without options."""


def _with_options(name: str) -> Callable[[], None]:
    """Returns a stand-in for a command that has the options of a game."""

    def command(**_options: object) -> None:
        pass

    helped_options = [
        (word.partition("=")[0], help) for word, help in helps(games.find(name).options)
    ]
    types = {
        f"option_{number}": Annotated[bool, typer.Option(word, help=help)]
        for number, (word, help) in enumerate(helped_options)
    }
    by_name = partial(Parameter, kind=Parameter.KEYWORD_ONLY, default=False)
    parameters = [by_name(each, annotation=type) for each, type in types.items()]
    # typer reads the options from the signature.
    vars(command).update(__signature__=Signature(parameters))
    command.__annotations__ = types
    return command
