"""Hashing of passwords outside the writer's thread: a check takes as long as twenty moves.

A mail that needs a hash leaves the writer, which undoes what it has done for it. Once the hash is
computed, in another thread, the mail is handled again from its beginning.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from commands.security.passwords import Hasher, make_hasher
from commands.system.secrets.secret import Secret
from pbm.errors import NotAllowedError

MAX_HASHES = 10
"""The most passwords checked for one mail, as it is handled again after each."""


@dataclass(frozen=True, slots=True)
class HashTask:
    """A password to hash, or to check against a hash."""

    word: Secret
    hashed: str = ""

    def compute(self, hasher: Hasher) -> "Future[Any]":
        """Returns the result, or the error, as a future that is done."""
        done: Future[Any] = Future()
        try:
            word = self.word.reveal()
            done.set_result(hasher.verify(self.hashed, word) if self.hashed else hasher.hash(word))
        except Exception as error:  # noqa: BLE001 - raised where the result is read
            done.set_exception(error)
        return done


class HashPending(BaseException):
    """Ends the handling of a mail until a hash is computed.

    Not an Exception: those are taken for errors of a line.
    """

    def __init__(self, task: HashTask) -> None:
        super().__init__()
        self.task = task


Hashes = dict[HashTask, "Future[Any]"]
"""The results for one mail."""

_hashes: ContextVar[Hashes | None] = ContextVar("hashes", default=None)
"""The results for the mail that this thread handles."""


class DeferredHasher:
    """Hashes like its hasher; while a mail is handled, raises HashPending for missing results."""

    def __init__(self, make: Callable[[], Hasher] = make_hasher) -> None:
        self._make = make

    @cached_property
    def _hasher(self) -> Hasher:
        """The hasher, whose library is loaded with the first password."""
        return self._make()

    def hash(self, word: str, /) -> str:
        """Returns the hash of a word."""
        return cast(str, self._result(HashTask(Secret(word))))

    def verify(self, hashed: str, word: str, /) -> bool:
        """Returns True; raises the library's error if this isn't the hash of the word."""
        return cast(bool, self._result(HashTask(Secret(word), hashed)))

    def compute(self, task: HashTask) -> "Future[Any]":
        """Returns the result of a task."""
        return task.compute(self._hasher)

    @contextmanager
    def handling(self, hashes: Hashes) -> Iterator[None]:
        """Handles a mail for which these results are computed."""
        token = _hashes.set(hashes)
        try:
            yield
        finally:
            _hashes.reset(token)

    def _result(self, task: HashTask) -> Any:
        hashes = _hashes.get()
        if hashes is None:
            return self.compute(task).result()
        if task in hashes:
            return hashes[task].result()
        if len(hashes) >= MAX_HASHES:
            raise NotAllowedError(
                f"An email may contain at most {MAX_HASHES} different passwords. "
                "Please send the other commands in another email."
            )
        raise HashPending(task)
