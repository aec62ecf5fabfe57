"""A check of `pbm doctor`, and why one may be left out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from commands.cli.doctor.finding import Finding
from commands.settings import Settings


class LeftOut(Exception):
    """Raised by a check that can't be made now; the message is the reason, without its end."""


def _never(_settings: Settings) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Check:
    """A check, which may have several findings."""

    names: tuple[str, ...]
    run: Callable[[Settings], Mapping[str, Finding]]
    """Returns findings by name; raises LeftOut."""
    needs: frozenset[str] = frozenset()
    """The settings without which it can't be made."""
    uses_network: Callable[[Settings], bool] = _never
    """Returns True if it would connect to another machine."""
    relies_on: tuple[str, ...] = ()
    """The checks without which it makes no sense, if they find something broken."""


def single(
    name: str,
    run: Callable[[Settings], Finding],
    *needs: str,
    uses_network: Callable[[Settings], bool] = _never,
) -> Check:
    """Returns a check with one finding."""
    return Check((name,), lambda settings: {name: run(settings)}, frozenset(needs), uses_network)
