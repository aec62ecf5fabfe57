"""Lists the installed games with their packages, and checks that they can be served."""

from collections.abc import Iterator, Sequence
from typing import Any

from commands.cli.command_table import COMMANDS
from commands.language import registry
from commands.server.health.check import Examined, Finding, broken, consider, ok
from commands.settings import Settings
from pbm import games
from pbm.errors import UsageError
from pbm.packages.catalogue import VARIABLE
from pbm.packages.offers import PBM
from pbm.packages.stuck_games import FILE, MAX_ENDS
from pbm.wording import counted, listing

SERVED, OFF, DISABLED, FAILED = "served", "off", "disabled", "failed"
NAMED_AS_COMMAND = (
    'The game "{0}" from {1} has the same name as a command. Uninstall the package, or set '
    f"{VARIABLE}=-{{0}}."
)


def check_names() -> None:
    """Raises UsageError if the name of a game has a second meaning."""
    if problems := conflicts():
        raise UsageError("\n".join(problems))


def conflicts() -> Sequence[str]:
    """Returns a sentence for each name that is used by several games or by a game and a command."""
    catalogue = games.catalogue()
    words = {*registry.general_verbs(), *COMMANDS}
    taken = [(name, game) for name, game in games.names().items() if name in words]
    return [
        *(conflict.text for conflict in catalogue.conflicts),
        *(NAMED_AS_COMMAND.format(name, catalogue.packages[game.name]) for name, game in taken),
    ]


def game_rows() -> list[tuple[str, str, str, str]]:
    """Returns a row for each installed game: name, package, version and state.

    The state of a game that can't be loaded contains the reason.
    """
    catalogue = games.catalogue()
    rows = [
        *((name, package, SERVED) for name, package in catalogue.packages.items()),
        *((name, package, OFF) for name, package in catalogue.off.items()),
        *((name, package, DISABLED) for name, package in catalogue.stuck.items()),
        *((name, package, f"{FAILED}: {why}") for name, (package, why) in catalogue.failed.items()),
    ]
    return sorted((name, package.name, package.version, state) for name, package, state in rows)


def game_data() -> list[dict[str, Any]]:
    """Returns the installed games as JSON data."""
    names = ("name", "package", "version", "state")
    return [dict(zip(names, row, strict=True)) for row in game_rows()]


def check_games(settings: Settings) -> Finding:
    """Checks that all installed games can be served."""
    catalogue = games.catalogue()
    advice = f"Install another version of the package, or exclude the game in {VARIABLE}."
    if problems := conflicts():
        return broken(" ".join(problems), '"pbm serve" won\'t start until you fix this.')
    if catalogue.failed:
        failed = [
            f"{name} from {package} ({why})" for name, (package, why) in catalogue.failed.items()
        ]
        which = "These games" if len(failed) > 1 else "This game"
        return broken(f"{which} can't be loaded: {listing(failed)}.", advice)
    if catalogue.stuck:
        stuck = [f"{name} from {package}" for name, package in catalogue.stuck.items()]
        file = settings.data / FILE
        return broken(
            f"pbm disabled {listing(stuck)}, because {MAX_ENDS} processes crashed or hung in the "
            f"code of {'these games' if len(stuck) > 1 else 'this game'} (see {file}).",
            f'Install another version of the package, or delete {file}. Then restart "pbm serve".',
        )
    if catalogue.missing:
        return consider(
            f"{VARIABLE} contains games that aren't installed: {listing(catalogue.missing)}.",
            'Install them, or remove them from the setting. "pbm config" lists all games.',
        )
    packages: dict[str, list[str]] = {}
    for name, package in catalogue.packages.items():
        packages.setdefault(str(package), []).append(name)
    ours = counted(len(packages.pop(str(PBM), ())), "game")
    from_packages = [f"{listing(names)} from {package}" for package, names in packages.items()]
    return ok(f"{listing([f'{ours} from {PBM}', *from_packages])}.")


def check_absent(_examined: Examined) -> Iterator[Finding]:
    """Yields a finding for each game that has boards here but can't be played now."""
    for name, game in games.absent().items():
        advice = (
            f"Install it again with pip, or include it in {VARIABLE}. To see its boards, run: pbm "
            f"admin games {name}"
        )
        yield consider(game.refusal.text, advice, name)
