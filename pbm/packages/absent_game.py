"""Games that have boards but can't be played now: uninstalled, switched off, or failed."""

from dataclasses import dataclass
from typing import Any, NoReturn, cast

from pbm.errors import GameAbsentError
from pbm.game import Game


@dataclass(frozen=True, slots=True)
class KnownGame:
    """The data of a game that were stored when its last board was begun."""

    name: str
    title: str
    package: str
    version: str


class AbsentGame(Game[Any, Any, Any]):
    """A game without its rules. All methods that need the rules raise GameAbsentError."""

    rules = ""
    example = ("", ())

    def __init__(self, stored: KnownGame, why: str) -> None:
        self.name, self.title = stored.name, stored.title  # type: ignore[misc]
        self.why = why
        self.summary = f"Not available at the moment: {why}."  # type: ignore[misc]

    @property
    def refusal(self) -> GameAbsentError:
        """The error that is raised if the rules are needed."""
        return GameAbsentError(
            f"{self.title} isn't available here at the moment: {self.why}. Games in progress are "
            "kept, and their clocks are paused until the game is available again."
        )

    usage = ""


def _refuse(game: AbsentGame, *_: object) -> NoReturn:
    raise game.refusal


def make_absent(stored: KnownGame, why: str) -> AbsentGame:
    """Returns a game that isn't served. `why`: the reason."""
    return _KIND(stored, why)


_RULES: dict[str, Any] = dict.fromkeys(Game.__abstractmethods__, _refuse)
_RULES |= dict.fromkeys(("seats", "options"), property(_refuse))
_KIND = cast("type[AbsentGame]", type("AbsentGame", (AbsentGame,), _RULES))
