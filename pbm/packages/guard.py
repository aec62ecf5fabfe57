"""Guard calls of games from other packages, so that their errors disturb nothing else.

A guard notes each method call, limits its time, and checks its result. It logs every error with the
package, and raises it as an error for the user. Calls within a guarded call aren't guarded again.
Calls within `trusted` aren't guarded either, because they run in a child process that has its own
limits.
"""

import dataclasses
import secrets
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial, wraps
from inspect import isfunction
from types import MappingProxyType
from typing import Any, TypeVar

from pbm.errors import GameFailedError, UserError
from pbm.game import Game
from pbm.options import NoOptions, Text
from pbm.packages.result_checks import CHECKS, OWN_CHECKS, Check, check_text, is_text
from pbm.packages.safe_text import safe
from pbm.packages.stuck_games import write_note
from pbm.packages.watchdog import WATCHDOG
from pbm.process.lazy_logger import get_logger

SLOW_SECONDS = 0.5
"""Seconds after which a call is considered slow."""
MAX_SECONDS = 5.0
"""Maximum seconds that a thread's slow calls may take within PERIOD_SECONDS. After that, the call
fails, and its board is frozen.

The limit ends a transaction with many slow calls before others have waited for too long.
"""
PERIOD_SECONDS = 30.0
MAX_CAUSE = 500
"""Maximum number of characters of an error in the log."""
LOADING = "loading"
UNGUARDED = "unguarded"
"""Name of the attribute of a guarded function with the original one."""
TEXTS = ("family", "aliases", "summary", "rules", "notes", "example", "seats")
"""Attributes of a game that are texts. Name and title aren't included, because they have only
letters.
"""
CONSTANT = ("remaining", "mover_square", "describe_seat", "trapped", "longest", "likeness")
"""Methods of `Game` that run no code of the game, unless the game replaces them."""
METHODS = [name for name, each in vars(Game).items() if isfunction(each) and name[0] != "_"]

Kind = TypeVar("Kind", bound="type[Game[Any, Any, Any]]")
log = get_logger()
_inside = threading.local()


@dataclass(frozen=True, slots=True)
class Guard:
    """Guards the calls of one game."""

    game: str
    package: str
    has_own_code: bool = False
    """Whether the game's code is pbm's own, so that its results need no checks."""

    def call(
        self, what: str, run: Callable[[], Any], check: Callable[[Any], Any] | None = None
    ) -> Any:
        """Returns the result of a call, after `check` has checked it.

        Raises UserError if the game does, and GameFailedError for any other error.
        """
        if getattr(_inside, "game", False):
            return run()
        _inside.game = True
        began = time.monotonic()
        try:
            WATCHDOG.begin(write_note(self.game, self.package, what))
            value = run()
            value = check(value) if check else value
            _check_time(began)
        except UserError as error:
            raise self._readable(error, what) from error
        except BaseException as error:  # the game may even exit
            if isinstance(error, KeyboardInterrupt) and _may_be_ctrl_c():
                raise
            raise self.failure(what, error) from error
        else:
            return value
        finally:
            WATCHDOG.end()
            _inside.game = False

    def _readable(self, error: UserError, what: str) -> UserError:
        """Returns the game's error if its text can be sent to users, or else a GameFailedError."""
        text = error.args[0] if error.args else None
        if is_text(text) and safe(str(text)).strip():
            error.args = (safe(text), *error.args[1:])
            vars(error).update({name: safe(value) for name, value in vars(error).items()})
            return error
        return self.failure(what, TypeError("the game's error message is missing or too long"))

    def failure(self, what: str, error: BaseException) -> GameFailedError:
        """Logs an error in the game's code. Returns the error for the user."""
        reference = secrets.token_hex(4)
        text = _text_of(error)
        cause = f"{what}: {type(error).__name__}: {text}"[:MAX_CAUSE]
        log.error(
            "game failed",
            game=self.game,
            package=self.package,
            reference=reference,
            cause=cause,
            # Leave out the traceback if the error is long, or if every command would log it.
            exc_info=None if what == LOADING or len(text) > MAX_CAUSE else error,
        )
        text_for_user = (
            f"Something went wrong in {self.game}, a game from the package {self.package}. Nothing "
            f"was changed. Please give the admin this reference: {reference}."
        )
        return GameFailedError(text_for_user, cause, hangs=isinstance(error, TimeoutError))


def _check_time(began: float) -> None:
    """Raises TimeoutError if the thread's slow calls have taken too long.

    `began`: start of the call.
    """
    now = time.monotonic()
    if now - began <= SLOW_SECONDS:
        return
    recent = [call for call in getattr(_inside, "slow", ()) if call[1] > now - PERIOD_SECONDS]
    _inside.slow = [*recent, (began, now)]
    seconds = sum(end - start for start, end in _inside.slow)
    if seconds > MAX_SECONDS:
        raise TimeoutError(f"slow calls took {seconds:.1f} s; the maximum is {MAX_SECONDS:g} s")


def _may_be_ctrl_c() -> bool:
    """Whether KeyboardInterrupt may come from the user.

    This is only possible in a program at a terminal. All other processes don't get signals as
    exceptions.
    """
    is_default = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return is_default and threading.current_thread() is threading.main_thread()


def _text_of(error: BaseException) -> str:
    try:
        return str(error)
    except BaseException as other:  # noqa: BLE001 - it is the game's code, too
        return f"str() of this error raises {type(other).__name__}"


@contextmanager
def trusted() -> Iterator[None]:
    """Turns the guard off for calls in this thread.

    It is for processes that have their own limits.
    """
    before = getattr(_inside, "game", False)
    _inside.game = True
    try:
        yield
    finally:
        _inside.game = before


def guarded(kind: Kind, guard: Guard) -> Kind:
    """Returns a subclass of a game's class with guarded methods."""
    methods = {
        name: _guarded_method(method, name, guard)
        for name in METHODS
        if (method := getattr(kind, name)) is not getattr(Game, name) or name not in CONSTANT
    }
    texts = {name: safe(getattr(kind, name)) for name in TEXTS}
    if not guard.has_own_code and kind.options is not NoOptions:  # type: ignore[misc]
        _guard_options(kind.options, guard)  # type: ignore[misc]
    members = {**methods, **texts, "__module__": kind.__module__}
    return type(kind.__name__, (kind,), members)  # type: ignore[return-value]


def _guarded_method(method: Callable[..., Any], name: str, guard: Guard) -> Callable[..., Any]:
    check = (OWN_CHECKS if guard.has_own_code else CHECKS).get(name)

    @wraps(method)
    def call(self: Any, *args: Any) -> Any:
        # Searches call often, and this is faster than the check in `Guard.call`.
        if getattr(_inside, "game", False):
            return method(self, *args)
        return guard.call(name, lambda: method(self, *args), check and partial(check, self))

    return call


def _guarded_function(function: Callable[..., Any], guard: Guard) -> Callable[..., Any]:
    # The games may be loaded several times, but their classes of options are the same.
    unguarded = getattr(function, UNGUARDED, function)

    @wraps(unguarded)
    def call(*args: Any, **named: Any) -> Any:
        return guard.call("options", lambda: unguarded(*args, **named))

    setattr(call, UNGUARDED, unguarded)
    return call


def _unchecked(_game: Any, value: Any) -> Any:
    return value


def _guard_options(options: type[Any], guard: Guard) -> None:
    """Guards the game's own code in its options, and makes their help safe to show."""
    for name in ("__init__", "__eq__", "__hash__"):
        setattr(options, name, _guarded_function(getattr(options, name), guard))

    def guard_function(function: Callable[[Any], Any], check: Check) -> Callable[[Any], Any]:
        unguarded = getattr(function, UNGUARDED, function)

        def call(given: Any) -> Any:
            return guard.call("options", lambda: unguarded(given), lambda value: check(None, value))

        setattr(call, UNGUARDED, unguarded)
        return call

    for field in dataclasses.fields(options):
        kind = safe(field.metadata["option"])
        if isinstance(kind, Text):
            kind = replace(
                kind,
                reader=guard_function(kind.reader, _unchecked),
                writer=guard_function(kind.writer, check_text),
            )
        field.metadata = MappingProxyType({**field.metadata, "option": kind})
