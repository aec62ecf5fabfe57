"""The program's own commands, as their functions declare them, for the manual page.

typer's own descriptions differ from version to version.
"""  # noqa: INP001 - a part of man_page

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin

import typer
from typer.models import ArgumentInfo, ParamMeta
from typer.utils import get_params_from_function

from commands.cli.command_table import COMMANDS

KINDS = {int: "N", float: "N", Path: "FILE", str: "TEXT"}
"""The words for values of these types that have no better ones."""
NO_DEFAULT = (..., None, False, "")


@dataclass(frozen=True)
class Parameter:
    """An argument or option."""

    usage: str
    help: str
    is_optional: bool
    """True for an option that isn't needed, which usage lines don't name."""


@dataclass(frozen=True)
class ProgramCommand:
    """A command, or a group of commands, with the words that call it."""

    words: str
    help: str
    parameters: tuple[Parameter, ...] = ()
    commands: tuple["ProgramCommand", ...] = ()

    @property
    def usage(self) -> str:
        """The words, with the arguments and the options that are needed."""
        needed = [each.usage for each in self.parameters if not each.is_optional]
        options = ["[OPTIONS]"] if len(needed) < len(self.parameters) else []
        return " ".join([self.words, *needed, *options])


def program_commands() -> Iterator[ProgramCommand]:
    """Yields the commands in the order of the program's help, groups last."""
    declared = {f"pbm {name}": _imported(place) for name, place in COMMANDS.items()}
    for words, command in declared.items():
        if not isinstance(command, typer.Typer):
            yield _command(words, command)
    for words, command in declared.items():
        if isinstance(command, typer.Typer):
            yield _group(words, command)


def _imported(place: str) -> Any:
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)


def _group(words: str, group: typer.Typer) -> ProgramCommand:
    """Returns a group with its commands, and the groups in it."""
    commands = [
        _command(f"{words} {each.name}", each.callback)
        for each in group.registered_commands
        if each.callback
    ]
    inner = [each.typer_instance for each in group.registered_groups if each.typer_instance]
    groups = [_group(f"{words} {each.info.name}", each) for each in inner]
    return ProgramCommand(words, str(group.info.help), commands=(*commands, *groups))


def _command(words: str, run: Callable[..., Any]) -> ProgramCommand:
    parameters = get_params_from_function(run).values()
    return ProgramCommand(words, inspect.getdoc(run) or "", tuple(map(_parameter, parameters)))


def _parameter(parameter: ParamMeta) -> Parameter:
    info, kind = parameter.default, parameter.annotation
    about = info.help or ""
    if isinstance(info, ArgumentInfo):
        word = info.metavar or parameter.name.upper()
        return Parameter(_optional(word, kind, info.default), about, is_optional=False)
    if info.default not in NO_DEFAULT:
        default = f'"{info.default}"' if " " in str(info.default) else info.default
        about += f" (default {default})"
    name = ", ".join(info.param_decls or [f"--{parameter.name.replace('_', '-')}"])
    value = "" if kind is bool else f" {info.metavar or _value(kind)}"
    return Parameter(name + value, about, is_optional=info.default is not ...)


def _optional(word: str, kind: Any, default: object) -> str:
    """Returns an argument as in usage lines."""
    word = word if default is ... or word.startswith("[") else f"[{word}]"
    return word if not _is_list(kind) or word.endswith(("...", "...]")) else f"{word}..."


def _value(kind: Any) -> str:
    """Returns the word for an option's values."""
    if issubclass(kind := _plain(kind), Enum):
        return "|".join(each.value for each in kind)
    return KINDS[kind]


def _plain(kind: Any) -> Any:
    """Returns the type of one value, without None."""
    if isinstance(kind, UnionType):
        (kind,) = (each for each in get_args(kind) if each is not type(None))
    return _plain(get_args(kind)[0]) if _is_list(kind) else kind


def _is_list(kind: Any) -> bool:
    if isinstance(kind, UnionType):
        return any(map(_is_list, get_args(kind)))
    return get_origin(kind) is list
