"""The verbs: every command class in a module of this folder."""

import importlib
import inspect
import pkgutil
from functools import cache
from types import ModuleType

from commands.language.command import Command, GameCommand

VERBS = "commands.verbs"


@cache
def general_verbs() -> dict[str, list[type[Command]]]:
    """Commands that name no game, by each of their words."""
    return _by_word([kind for kind in commands() if not issubclass(kind, GameCommand)])


@cache
def game_verbs() -> dict[str, list[type[Command]]]:
    """Commands about a game, by each of their words; several are forms of one verb."""
    return _by_word([kind for kind in commands() if issubclass(kind, GameCommand)])


@cache
def commands() -> list[type[Command]]:
    """Every command, in the order of files and within them."""
    verbs = importlib.import_module(VERBS)  # by name: verbs stand above the language
    modules = sorted(module.name for module in pkgutil.iter_modules(verbs.__path__))
    return [
        kind for name in modules for kind in _commands(importlib.import_module(f"{VERBS}.{name}"))
    ]


def _commands(module: ModuleType) -> list[type[Command]]:
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Command)
        and value.__module__ == module.__name__
        and not inspect.isabstract(value)
    ]


def _by_word(kinds: list[type[Command]]) -> dict[str, list[type[Command]]]:
    found: dict[str, list[type[Command]]] = {}
    for kind in kinds:
        for word in (*kind.names, *kind.also):
            found.setdefault(word, []).append(kind)
    return found
