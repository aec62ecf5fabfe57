"""Games that have boards here, and can't be played now: uninstalled, switched off, or failed."""

from dataclasses import dataclass
from typing import Any, NoReturn, cast

from pbm.errors import GameAbsentError
from pbm.game import Game


@dataclass(frozen=True, slots=True)
class KnownGame:
    """A game as the database knows it from when its last board was begun."""

    name: str
    title: str
    package: str
    version: str


class AbsentGame(Game[Any, Any, Any]):
    """A game without its rules; whatever needs them is refused, with what the admin may do."""

    rules = ""
    example = ("", ())

    def __init__(self, known: KnownGame, why: str) -> None:
        self.name, self.title = known.name, known.title  # type: ignore[misc]
        self.why = why
        self.summary = f"Not served now: {why}."  # type: ignore[misc]

    @property
    def refusal(self) -> GameAbsentError:
        """The error for whoever needs the rules."""
        return GameAbsentError(
            f"{self.title} can't be played here now: {self.why}. Its boards are kept as they are, "
            "and their clocks stand still until it is back."
        )

    usage = ""


def _refuse(game: AbsentGame, *_: object) -> NoReturn:
    raise game.refusal


def make_absent(known: KnownGame, why: str) -> AbsentGame:
    """Returns a game that isn't served, with the reason."""
    return _KIND(known, why)


_RULES: dict[str, Any] = dict.fromkeys(Game.__abstractmethods__, _refuse)
_RULES |= dict.fromkeys(("seats", "options"), property(_refuse))
_KIND = cast("type[AbsentGame]", type("AbsentGame", (AbsentGame,), _RULES))
