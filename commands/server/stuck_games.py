"""Games of other packages with a call that never ends, in a step of C that nothing cuts off.

Such a step holds up all threads for good. So a timer that needs none of them ends the server and
leaves the stacks in a file, by which the next server switches the game off: otherwise the same mail
or clock would make the same call again.
"""

from inspect import getfile
from pathlib import Path

from pbm import games
from pbm.packages.game_packages import AnyGame, chosen_games
from pbm.packages.guarded_game import WATCHDOG
from pbm.process.lazy_logger import get_logger

FILE = "stuck-games"
"""The name of the file in the data folder; who deletes it has the games served again."""

log = get_logger()


def switch_off_stuck_games(folder: Path) -> None:
    """Switches off the stuck games of this data folder."""
    if stuck := stuck_games(folder):
        log.error("games switched off: a call never ended", games=stuck, stacks=str(folder / FILE))
        own = chosen_games()
        games.choose(",".join(([own] if own else []) + [f"-{name}" for name in stuck]))


def stuck_games(folder: Path) -> list[str]:
    """Returns the games in whose calls earlier servers on this data folder were stuck."""
    file = folder / FILE
    stacks = file.read_text(errors="replace") if file.exists() else ""
    return [name for name, game in _foreign() if f'"{getfile(type(game))}"' in stacks]


def end_if_stuck(folder: Path) -> None:
    """Lets this process end itself, from now on, when a call of a game can't be cut off."""
    if _foreign():
        WATCHDOG.stacks = (folder / FILE).open("a")


def _foreign() -> list[tuple[str, AnyGame]]:
    return [each for each in games.games().items() if not games.is_own(each[1])]
