"""All memory that an engine can cause is counted, or can't be made."""

import ctypes
import errno
import os
import socket
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest

from pbm.engines.sandbox import call_filter, landlock, processes, watch
from pbm.engines.sandbox.call_filter import MISSING, REFUSED, REFUSED_ARGUMENTS
from pbm.engines.sandbox.processes import SOCKET_BYTES, Process, has_many_mappings, used_memory
from pbm.engines.sandbox.system_calls import PR_SET_NO_NEW_PRIVS, prctl
from tests.support.cases import cases

READ, PRIVATE_AND_ANONYMOUS = 1, 0x22
APART = 2**30
"""Pages as far apart as this need a table each, and one more for that."""


def in_child(act, look=lambda _: None):
    """Returns what a child process makes of an act, and what is seen of it before it ends."""
    (reading, writing), (waiting, going) = os.pipe(), os.pipe()
    if (pid := os.fork()) == 0:
        os.close(going)
        try:
            kept = act()
            os.write(writing, repr(kept).encode())
        except Exception as error:  # noqa: BLE001 - the test shows it
            os.write(writing, repr(error).encode())
        os.close(writing)
        os.read(waiting, 1)
        os._exit(0)
    os.close(writing)
    os.close(waiting)
    with os.fdopen(reading) as pipe:
        said = pipe.read()
    seen = look(pid)
    os.close(going)
    os.waitpid(pid, 0)
    return said, seen


def used(pid):
    return used_memory([pid])


def run(machine, number, arguments=(), architecture=None):
    """Returns the filter's answer to a call, as the kernel computes it."""
    words = {
        call_filter.NUMBER: number,
        call_filter.ARCHITECTURE: architecture or call_filter.ARCHITECTURES[machine],
        **{16 + 8 * place: word & 0xFFFFFFFF for place, word in enumerate(arguments)},
    }
    program, at, loaded = [*call_filter.filter_program(machine)], 0, 0
    while (step := program[at]).code != call_filter.RETURN:
        holds = True
        match step.code:
            case call_filter.LOAD:
                loaded = words[step.value]
            case call_filter.AND:
                loaded &= step.value
            case call_filter.EQUAL:
                holds = loaded == step.value
            case call_filter.AT_LEAST:
                holds = loaded >= step.value
        is_jump = step.code in (call_filter.EQUAL, call_filter.AT_LEAST)
        at += 1 + (step.if_true if holds else step.if_false) * is_jump
    return step.value


@cases(("machine", "place"), [("x86_64", 0), ("aarch64", 1)])
def test_calls_are_refused_that_make_memory_which_nothing_counts(machine, place):
    """On each kind of machine, by number or by an argument; all others are allowed."""
    refused, foreign = (call_filter.REFUSE | each for each in (errno.EACCES, errno.ENOSYS))
    slowly = call_filter.REFUSE | errno.EINVAL
    for name, numbers in REFUSED.items():
        expected = {"sendfile": slowly, "splice": slowly, "clone3": foreign}.get(name, refused)
        expected = foreign if numbers[place] == MISSING else expected
        assert run(machine, numbers[place]) == expected, name
    for name, (numbers, at, _, value) in REFUSED_ARGUMENTS.items():
        if numbers[place] == MISSING:
            continue
        arguments = [0] * at + [value]
        assert run(machine, numbers[place], arguments) == refused, name
        assert run(machine, numbers[place], [0] * at + [2]) == call_filter.ALLOW, name
        assert run(machine, numbers[place] | 0x40000000, arguments) == foreign, name
        assert run(machine, numbers[place], arguments, architecture=0x40000003) == foreign, name
    assert run(machine, 1) == call_filter.ALLOW


def test_a_shared_mapping_is_refused_with_any_other_flags():
    """Locked, filled at once or without a reserve; that of a file, and a private one, are not."""
    (numbers, at, _, _), mmap = REFUSED_ARGUMENTS["mmap with MAP_SHARED and MAP_ANONYMOUS"], 9
    assert mmap in numbers
    for more in (0, 0x4000, 0x8000, 0x40000):
        assert run("x86_64", mmap, [0] * at + [0x21 | more]) != call_filter.ALLOW
    for flags in (0x01, 0x02, PRIVATE_AND_ANONYMOUS):
        assert run("x86_64", mmap, [0] * at + [flags]) == call_filter.ALLOW


def mapped(places):
    """Maps a page at each place, which is only read."""
    libc = ctypes.CDLL(None)
    libc.mmap.restype = ctypes.c_void_p
    words = (ctypes.c_size_t(4096), READ, PRIVATE_AND_ANONYMOUS, -1, ctypes.c_long(0))
    for place in places:
        found = libc.mmap(ctypes.c_void_p(place), *words)
        assert ctypes.c_char.from_address(found).value == b"\0"


def test_tables_of_pages_count():
    """512 pages that are far apart, and only read, need 4 MB of tables."""
    far = range(0x100000000000, 0x100000000000 + 512 * APART, APART)
    before, after = (in_child(act, used)[1] for act in (int, lambda: mapped(far)))
    assert after - before > 3 * 2**20


def test_many_mappings_are_noticed(monkeypatch):
    """Each needs memory of the kernel's own, which is counted nowhere."""
    monkeypatch.setattr(processes, "MAX_MAPPINGS", 2000)
    apart = range(0x100000000000, 0x100000000000 + 2000 * 8192, 8192)
    assert not in_child(int, has_many_mappings)[1]
    assert in_child(lambda: mapped(apart), has_many_mappings)[1]


@pytest.mark.skipif(os.getuid() != 0, reason="only root may change users")
def test_an_engine_that_hides_its_memory_leaves(monkeypatch):
    """One that makes itself invisible to its own user, who watches it."""
    config = dict.fromkeys(("processes", "memory", "disk"), 10_000)
    ours = os.getpid()
    monkeypatch.setattr(watch, "descendants", lambda _: [Process(ours, "S", 1, 1)])

    def look():
        os.setuid(65534)
        return watch.exceeded_limit(config)

    assert in_child(look)[0] == repr("used memory that pbm can't measure")


def test_an_engine_that_hides_its_files_leaves():
    """In a folder that nobody may list, or so deep that it has no path."""
    config = dict.fromkeys(("processes", "memory", "disk"), 10_000)

    def hide(folder, mode, depth):
        os.chdir(folder)
        if os.getuid() == 0:
            os.setuid(65534)
        for _ in range(depth):
            Path("x" * 250).mkdir()
            os.chdir("x" * 250)
        Path("hidden").mkdir(mode)
        os.chdir(folder)
        return watch.exceeded_limit(config)

    for mode, depth in ((0o700, 1), (0o300, 0), (0o700, 20)):
        with tempfile.TemporaryDirectory(prefix="pbm-tests-", ignore_cleanup_errors=True) as folder:
            Path(folder).chmod(0o777)
            said = in_child(lambda of=(folder, mode, depth): hide(*of))[0]
        hides = (mode, depth) != (0o700, 1)
        assert said == repr("wrote files that pbm can't measure" if hides else ""), (mode, depth)


def test_what_waits_in_sockets_counts_once():
    """A socket counts for its buffer, whoever shares it."""
    pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(4)]
    try:
        with_them = in_child(int, lambda pid: used_memory([pid, pid]) - 2 * _pages(pid))[1]
        for each in [end for pair in pairs for end in pair]:
            each.setblocking(False)
        waiting = 0
        with suppress(BlockingIOError):
            while True:
                waiting += pairs[0][0].send(b"x" * 100_000)
    finally:
        for each in [end for pair in pairs for end in pair]:
            each.close()
    without = in_child(int, lambda pid: used(pid) - _pages(pid))[1]
    assert with_them - without == 8 * SOCKET_BYTES
    assert waiting < SOCKET_BYTES


def _pages(pid):
    """Returns the bytes of a process' pages and of their tables."""
    lines = [line.split() for line in Path(f"/proc/{pid}/status").read_text().splitlines()]
    return 1024 * sum(int(words[1]) for words in lines if words[0] in ("VmRSS:", "VmPTE:"))


@pytest.mark.skipif(not landlock.version(), reason="this kernel has no Landlock")
def test_files_that_are_counted_can_not_be_hidden(tmp_path):
    """Under Landlock, no file is removed: one that is open or mapped would go on to exist.

    The filter of calls refuses those that never had a name.
    """
    mine, other = tmp_path / "mine", tmp_path / "other"

    def hide():
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        landlock.restrict(("/usr",), str(tmp_path))
        for path in (mine, other):
            path.write_text("x")
        ways = (mine.unlink, lambda: mine.rename(other), lambda: Path("/dev/zero").open().close())
        return [number for number, act in enumerate(ways) if _works(act)]

    assert in_child(hide)[0] == "[]"


def _works(act):
    try:
        act()
    except PermissionError:
        return False
    return True
