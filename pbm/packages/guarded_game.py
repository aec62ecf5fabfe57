"""Calls of games from other packages: their errors are theirs, and none lasts for ever.

Each call of a method gets a time limit and a check of its result; whatever goes wrong is logged
with the package, and raised as an error for the person who asked. Calls within one aren't checked
again, nor are calls within `trusted`, for searches in a child process that has limits of its own.
"""

import dataclasses
import faulthandler
import secrets
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import wraps
from itertools import islice
from types import MappingProxyType
from typing import Any, TextIO, TypeVar, cast

from pbm.diagram import Cell, Diagram, Layer
from pbm.errors import GameFailedError, UserError
from pbm.game import Game, Movement, Outcome, are_places
from pbm.options import Text
from pbm.process.lazy_logger import get_logger

MAX_SECONDS = 5.0
"""The longest call: whoever writes next waits for it."""
STUCK_SECONDS = 30.0
"""The longest call in a process that may be ended: any that can be cut off was so long before."""
CHECK_SECONDS = 0.2
"""The time between two looks at the calls that last."""
MAX_MOVES = 100_000
"""The most moves of a position."""
MAX_NOTATION = 100
"""The most characters of a move."""

Kind = TypeVar("Kind", bound="type[Game[Any, Any, Any]]")
LOADING = "loading"
log = get_logger()
_inside = threading.local()


class _Hangs(BaseException):
    """Raised in a thread whose call of a game takes too long."""


@dataclass(slots=True)
class _Call:
    deadline: float
    is_stopped: bool = False


class Watchdog:
    """Ends calls that last too long: a thread that raises an error in the thread of the call.

    Python checks for it between two steps of its own. A step in C that never ends, such as a
    hopeless regular expression, ends the process, if that is allowed.
    """

    def __init__(self) -> None:
        self.stacks: TextIO | None = None
        """The file for the stacks of a process that is ended; None if none is."""
        self._lock = threading.Lock()
        self._calls: dict[int, _Call] = {}
        self._is_needed = threading.Event()
        self._thread: threading.Thread | None = None

    def run(self, call: Callable[[], Any], seconds: float) -> Any:
        """Returns what a call returns; raises TimeoutError if it takes longer."""
        try:
            self._begin(seconds)
            try:
                return call()
            finally:
                self._end()
        except _Hangs:
            self._end()
            raise TimeoutError(f"it was cut off after {seconds:g} s") from None

    def _begin(self, seconds: float) -> None:
        with self._lock:
            self._calls[threading.get_ident()] = _Call(time.monotonic() + seconds)
            if self.stacks:
                faulthandler.dump_traceback_later(STUCK_SECONDS, exit=True, file=self.stacks)
        self._is_needed.set()
        if self._thread is None or not self._thread.is_alive():  # also after a fork
            self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)
            self._thread.start()

    def _end(self) -> None:
        thread = threading.get_ident()
        with self._lock:
            call = self._calls.pop(thread, None)
            if self.stacks and not self._calls:
                faulthandler.cancel_dump_traceback_later()
            if call and call.is_stopped:
                _raise_in(thread, None)

    def _watch(self) -> None:
        while True:
            self._is_needed.wait()
            time.sleep(CHECK_SECONDS)
            with self._lock:
                if not self._calls:
                    self._is_needed.clear()
                for thread, call in list(self._calls.items()):
                    if time.monotonic() > call.deadline:  # again, if the game has caught it
                        call.is_stopped = True
                        _raise_in(thread, _Hangs)


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Raises an error in a thread, at its next step; None takes back one that wasn't raised yet."""
    import ctypes  # noqa: PLC0415 - for games of other packages alone

    raised = ctypes.py_object(error) if error else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)


WATCHDOG = Watchdog()


class _Stdout:
    """Standard output, to which games don't write: no answer is mixed with what one prints.

    It stays in place, since other threads write at the same time.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(sys.stderr if getattr(_inside, "game", False) else self._stream, name)


@dataclass(frozen=True, slots=True)
class Guard:
    """Guards the calls of one game."""

    game: str
    package: str

    def call(
        self, what: str, run: Callable[[], Any], check: Callable[[Any], object] | None = None
    ) -> Any:
        """Returns what a call returns, once `check` has raised no error for it.

        Raises UserError as the game does, and GameFailedError for all else that it may raise.
        """
        if getattr(_inside, "game", False):
            return run()
        if sys.stdout and not isinstance(sys.stdout, _Stdout):
            sys.stdout = cast("TextIO", _Stdout(sys.stdout))
        _inside.game = True
        try:
            return WATCHDOG.run(lambda: _checked(run(), check), MAX_SECONDS)
        except GameFailedError:
            raise
        except UserError as error:
            raise self._readable(error, what) from error
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # it may even exit
            raise self.failure(what, error) from error
        finally:
            _inside.game = False

    def _readable(self, error: UserError, what: str) -> UserError:
        """Returns the error if its text can be sent."""
        is_text = bool(error.args) and isinstance(error.args[0], str) and error.args[0].strip()
        return error if is_text else self.failure(what, TypeError("its error has no text"))

    def failure(self, what: str, error: BaseException) -> GameFailedError:
        """Logs an error of the game's; returns the one for whoever asked."""
        reference = secrets.token_hex(4)
        cause = f"{what}: {type(error).__name__}: {error}"
        log.error(
            "game failed",
            game=self.game,
            package=self.package,
            reference=reference,
            cause=cause,
            exc_info=None if what == LOADING else error,  # else each command would print it
        )
        text = (
            f"Something went wrong in {self.game}, a game of the package {self.package}, and "
            f"nothing was changed. The admin can find it: {reference}."
        )
        return GameFailedError(text, cause, hangs=isinstance(error, TimeoutError))


def _checked(value: Any, check: Callable[[Any], object] | None) -> Any:
    return value if check is None else check(value)


@contextmanager
def trusted() -> Iterator[None]:
    """Lets calls in this thread be made as they are, in a process that has limits of its own."""
    before = getattr(_inside, "game", False)
    _inside.game = True
    try:
        yield
    finally:
        _inside.game = before


def guarded(kind: Kind, guard: Guard) -> Kind:
    """Returns a game's class with guarded methods."""
    methods = {
        name: _guarded_method(getattr(kind, name), name, check, guard)
        for name, check in CHECKS.items()
    }
    _guard_options(kind.options, guard)  # type: ignore[misc]
    return type(kind.__name__, (kind,), {**methods, "__module__": kind.__module__})  # type: ignore[return-value]


def _guarded_method(
    method: Callable[..., Any], name: str, check: "Check", guard: Guard
) -> Callable[..., Any]:
    @wraps(method)
    def call(self: Any, *args: Any) -> Any:
        if getattr(_inside, "game", False):  # quicker than asking below: searches call often
            return method(self, *args)
        return guard.call(name, lambda: method(self, *args), lambda value: check(self, value))

    return call


def _guard_options(options: type[Any], guard: Guard) -> None:
    """Guards the notations of a game's own for its options."""

    def guard_function(function: Callable[[Any], Any], check: Check) -> Callable[[Any], Any]:
        return lambda given: guard.call(
            "options", lambda: function(given), lambda value: check(None, value)
        )

    for field in dataclasses.fields(options):
        kind = field.metadata["option"]
        if isinstance(kind, Text):
            kind = replace(
                kind,
                reader=guard_function(kind.reader, _value),
                writer=guard_function(kind.writer, _text),
            )
            field.metadata = MappingProxyType({**field.metadata, "option": kind})


# The checks of results, each by the name of its method.

Check = Callable[[Any, Any], Any]


def _wrong(value: object, wanted: str) -> TypeError:
    return TypeError(f"it returned {repr(value)[:80]}, and {wanted} is needed")


def _must(is_right: Callable[[Any, Any], bool], wanted: str) -> Check:
    """Returns a check by a condition on the game and the value; `wanted`: words for the latter."""

    def check(game: Any, value: Any) -> Any:
        if not is_right(game, value):
            raise _wrong(value, wanted)
        return value

    return check


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_word(value: object) -> bool:
    return isinstance(value, str) and value.isprintable() and value.split() == [value]


_text = _must(lambda _, value: isinstance(value, str), "a text")
_truth = _must(lambda _, value: isinstance(value, bool), "True or False")
_number = _must(lambda _, value: _is_number(value), "a whole number")
_number_or_none = _must(lambda _, value: value is None or _is_number(value), "a whole number")
_texts = _must(
    lambda _, value: isinstance(value, tuple) and all(isinstance(each, str) for each in value),
    "a tuple of texts",
)
_seat = _must(
    lambda game, value: value is None or (_is_number(value) and value < len(game.seats)),
    "a seat's number or None",
)
_seats = _must(
    lambda game, value: isinstance(value, tuple) and {*value} <= {*range(len(game.seats))},
    "a tuple of seats' numbers",
)
_notation = _must(
    lambda _, value: _is_word(value) and len(value) <= MAX_NOTATION,
    f"a word of at most {MAX_NOTATION} characters",
)
_movement = _must(
    lambda _, value: value is None or isinstance(value, Movement), "a Movement or None"
)
_values = _must(
    lambda game, value: (
        isinstance(value, tuple)
        and len(value) == len(game.seats)
        and all(isinstance(each, int | float) for each in value)
    ),
    "a number for each seat",
)


def _value(_game: Any, value: Any) -> Any:
    hash(value)
    return value


def _options(game: Any, value: Any) -> Any:
    if not isinstance(value, game.options):
        raise _wrong(value, f"a {game.options.__name__}")
    return _value(game, value)


def _outcome(game: Any, value: Any) -> Outcome | None:
    if value is None:
        return None
    if not isinstance(value, Outcome) or not isinstance(value.reason, str):
        raise _wrong(value, "an Outcome or None")
    places = value.places
    if not isinstance(places, tuple) or len(places) != len(game.seats):
        raise _wrong(places, "a place for each seat")
    if not are_places(places):
        raise _wrong(places, "a tuple of places, the best of which is 1,")
    return value


def _moves(_game: Any, value: Any) -> Iterator[Any]:
    if not isinstance(value, Iterable):
        raise _wrong(value, "an iterator of moves")
    moves = tuple(islice(value, MAX_MOVES + 1))
    if len(moves) > MAX_MOVES:
        raise TimeoutError(f"it was cut off after {MAX_MOVES} moves")
    return iter(moves)


def _diagram(_game: Any, value: Any) -> Diagram:
    if not isinstance(value, Diagram) or not value.layers:
        raise _wrong(value, "a Diagram with a layer")
    for layer in value.layers:
        is_layer = isinstance(layer, Layer) and len(layer.cells) == len(layer.rows)
        if not is_layer or any(len(row) != len(layer.columns) for row in layer.cells):
            raise _wrong(layer, "a Layer with a cell for each row and column")
        for cell in (cell for row in layer.cells for cell in row if cell is not None):
            is_cell = isinstance(cell, Cell) and isinstance(cell.square, str)
            if not is_cell or not isinstance(cell.text, str) or not isinstance(cell.words, str):
                raise _wrong(cell, "a Cell")
    return value


def _sentences(game: Any, value: Any) -> Iterator[str]:
    return iter(_texts(game, tuple(islice(value, 100))))


CHECKS: Mapping[str, Check] = {
    "resolve": _options,
    "by_hand": _truth,
    "without_seed": _options,
    "strict": _truth,
    "aim": _text,
    "describe_options": _texts,
    "start": _value,
    "to_move": _seat,
    "remaining": _seats,
    "moves": _moves,
    "count": _number,
    "count_replies": _number,
    "play": _value,
    "leave": _value,
    "outcome": _outcome,
    "read": _value,
    "write": _notation,
    "diagram": _diagram,
    "mover_square": _text,
    "describe_move": _text,
    "describe_seat": _text,
    "trapped": _texts,
    "movement": _movement,
    "longest": _number_or_none,
    "evaluate": _values,
    "facts": _sentences,
    "ending": _text,
}
"""The check of what each method of a game returns; it returns the result, or raises an error."""
