"""Pauses SQLite's checkpoints at the point of its WAL-reset fault, in the library as it is.

A checkpoint reads the header of the WAL's index, and then compares it with the count of frames
copied before. A commit between the two may begin the WAL again; SQLite before 3.51.3 doesn't notice
it. Only a few instructions lie between; but one is a call of the file system's xUnfetch, if the
header has changed since the connection read it last. A file system that wraps SQLite's own, and
calls a function there, thus holds a checkpoint at just this point; it can also hold it before.
"""

import _sqlite3
import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_void_p

Pointer = c_void_p


class _Vfs(ctypes.Structure):
    _fields_ = (
        ("version", c_int),
        ("file_size", c_int),
        ("path_size", c_int),
        ("next", Pointer),
        ("name", c_char_p),
        ("data", Pointer),
        ("open", Pointer),
        ("others", Pointer * 15),
    )


class _Methods(ctypes.Structure):
    _fields_ = (
        ("version", c_int),
        ("others", Pointer * 13),
        ("lock_memory", Pointer),
        ("barrier_to_fetch", Pointer * 3),
        ("unfetch", Pointer),
    )


Open = CFUNCTYPE(c_int, Pointer, Pointer, Pointer, c_int, Pointer)
LockMemory = CFUNCTYPE(c_int, Pointer, c_int, c_int, c_int)
Unfetch = CFUNCTYPE(c_int, Pointer, c_int64, Pointer)
BEGIN_CHECKPOINT = (1, 1, 2 | 8)
"""The offset, count and flags with which SQLite takes the lock of checkpoints."""


class PausingFileSystem:
    """SQLite's own file system, but for functions called before and within each checkpoint."""

    def __init__(
        self, name: str, pause: Callable[[], object], before: Callable[[], object] = bool
    ) -> None:
        self._library = ctypes.CDLL(_sqlite3.__file__)  # SQLite as Python uses it
        self._library.sqlite3_vfs_find.restype = POINTER(_Vfs)
        self._own = self._library.sqlite3_vfs_find(None)
        self._pause = pause
        self._before = before
        self._methods: dict[int, _Methods] = {}
        self._callbacks: list[object] = []
        self._open = Open(self._opened)
        self._unfetch = Unfetch(self._unfetched)
        self._made = _Vfs.from_buffer_copy(self._own.contents)
        self._made.next = None
        self._made.name = name.encode()
        self._made.open = ctypes.cast(self._open, Pointer)

    def register(self, *, default: bool) -> None:
        """Lets connections use it: those that name it, or all."""
        assert self._library.sqlite3_vfs_register(ctypes.byref(self._made), int(default)) == 0

    def unregister(self) -> None:
        """Forgets it; no connection may use it any more."""
        self._library.sqlite3_vfs_unregister(ctypes.byref(self._made))

    def _opened(self, _vfs, path, file, flags, flags_out):
        status = Open(self._own.contents.open)(
            ctypes.cast(self._own, Pointer), path, file, flags, flags_out
        )
        methods = ctypes.cast(file, POINTER(Pointer)).contents
        if status == 0 and methods.value:
            ctypes.cast(file, POINTER(Pointer))[0] = self._pausing(methods.value)
        return status

    def _pausing(self, address: int) -> int:
        """Returns the address of a copy of the methods that pauses."""
        if address not in self._methods:
            own = ctypes.cast(address, POINTER(_Methods)).contents
            if own.version < 3:  # has no xUnfetch
                return address
            made = _Methods.from_buffer_copy(own)
            made.unfetch = ctypes.cast(self._unfetch, Pointer)
            made.lock_memory = self._locking(LockMemory(own.lock_memory))
            self._methods[address] = made
        return ctypes.addressof(self._methods[address])

    def _locking(self, own: Callable[..., int]) -> Pointer:
        def lock(file, offset, count, flags):
            if (offset, count, flags) == BEGIN_CHECKPOINT:
                self._before()
            return own(file, offset, count, flags)

        self._callbacks.append(LockMemory(lock))
        return ctypes.cast(self._callbacks[-1], Pointer)

    def _unfetched(self, _file, _offset, page):
        """Pauses; there is no page to be released, as SQLite maps none unless it is told to."""
        assert not page
        self._pause()
        return 0


@contextmanager
def pausing(name: str, pause: Callable[[], object]) -> Iterator[None]:
    """Lets connections with ?vfs=`name` call a function within their checkpoints."""
    made = PausingFileSystem(name, pause)
    made.register(default=False)
    try:
        yield
    finally:
        made.unregister()
