"""The interface of the database's identity."""

from collections.abc import Sequence
from typing import Protocol


class Identity(Protocol):
    """The part of a database by which it knows itself."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The fingerprints of the keys that sign for it; none before the first."""
        ...

    def set_keys(self, fingerprints: Sequence[str]) -> None:
        """Stores the fingerprints of the keys that sign from now on."""
        ...
