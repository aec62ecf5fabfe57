"""Find all command classes in the modules of `commands/verbs`."""

import importlib
import inspect
import pkgutil
from functools import cache
from types import ModuleType

from commands.language.command import Command, GameCommand

VERBS = "commands.verbs"


@cache
def general_verbs() -> dict[str, list[type[Command]]]:
    """Returns the commands that aren't about a game, by verb. A verb may have several forms."""
    return _by_word([kind for kind in commands() if not issubclass(kind, GameCommand)])


@cache
def game_verbs() -> dict[str, list[type[Command]]]:
    """Returns the commands about a game, by verb. A verb may have several forms."""
    return _by_word([kind for kind in commands() if issubclass(kind, GameCommand)])


@cache
def last_words() -> dict[str, type[Command]]:
    """Returns the commands about a game that take a word as the last part of the line."""
    kinds = [kind for kind in commands() if issubclass(kind, GameCommand)]
    return {word: kind for kind in kinds for word in kind.last_words}


def account_commands(verb: str) -> list[type[Command]]:
    """Returns the commands of a verb that a reply about a board can give without a password."""
    kinds = (*general_verbs().get(verb, ()), *game_verbs().get(verb, ()))
    return [kind for kind in kinds if kind.by_reply]


@cache
def commands() -> list[type[Command]]:
    """Returns all commands, ordered by verb, then by module name, and then as written."""
    # Import by name: this layer must not depend on the verbs.
    verbs = importlib.import_module(VERBS)
    modules = sorted(module.name for module in pkgutil.iter_modules(verbs.__path__))
    kinds = [
        kind for name in modules for kind in _commands(importlib.import_module(f"{VERBS}.{name}"))
    ]
    return sorted(kinds, key=lambda kind: kind.names[0])


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
    by_word: dict[str, list[type[Command]]] = {}
    for kind in kinds:
        for word in (*kind.names, *kind.also):
            by_word.setdefault(word, []).append(kind)
    return by_word
