"""Hash passwords outside the writer's threads, because a hash takes as long as twenty moves.

An email that needs a hash leaves the writer, which rolls back everything it has done for it.
Another thread computes the hash. Then the writer handles the email again from the beginning.
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
"""Maximum number of passwords checked for one email, which is handled again after each of them."""


@dataclass(frozen=True, slots=True)
class HashTask:
    """A password to hash, or to check against the hash `hashed` if that isn't empty."""

    word: Secret
    hashed: str = ""

    def compute(self, hasher: Hasher) -> "Future[Any]":
        """Returns a completed future with the result or the error."""
        done: Future[Any] = Future()
        try:
            word = self.word.reveal()
            done.set_result(hasher.verify(self.hashed, word) if self.hashed else hasher.hash(word))
        except Exception as error:  # noqa: BLE001 - raised where the result is read
            done.set_exception(error)
        return done


class HashPending(BaseException):
    """Ends the handling of an email until a hash is computed.

    It isn't an Exception, because handlers would report an Exception as an error of a line.
    """

    def __init__(self, task: HashTask) -> None:
        super().__init__()
        self.task = task


Hashes = dict[HashTask, "Future[Any]"]
"""The computed hashes for one email."""

_hashes: ContextVar[Hashes | None] = ContextVar("hashes", default=None)
"""The computed hashes for the email that this thread is handling."""


class DeferredHasher:
    """A hasher that raises HashPending while an email is handled, unless the result is known."""

    def __init__(self, make: Callable[[], Hasher] = make_hasher) -> None:
        self._make = make

    @cached_property
    def _hasher(self) -> Hasher:
        """The real hasher. Its library is loaded when the first password arrives."""
        return self._make()

    def hash(self, word: str, /) -> str:
        return cast(str, self._result(HashTask(Secret(word))))

    def verify(self, hashed: str, word: str, /) -> bool:
        """Returns True. Raises the library's error if `hashed` isn't the hash of the word."""
        return cast(bool, self._result(HashTask(Secret(word), hashed)))

    def compute(self, task: HashTask) -> "Future[Any]":
        """Computes a task and returns a completed future."""
        return task.compute(self._hasher)

    @contextmanager
    def handling(self, hashes: Hashes) -> Iterator[None]:
        """Uses these computed hashes in this thread, while an email is handled."""
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
