"""Misbehaving engines, each under its name."""

import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

MARK = sys.argv[2]
"""A path, by which the test finds its processes."""
CLONE_NEWNS, CLONE_NEWUSER = 0x00020000, 0x10000000
SLEEPER = [sys.executable, "-c", "import time; time.sleep(1000)", MARK]


def listen():
    """Reads a turn, and the colour before it."""
    while not (line := input()).isdecimal():
        pass
    for _ in range(int(line)):
        input()


def answer(word):
    """Prints the word as a line."""
    print(word, flush=True)


def crash():
    """Exits with its own status, and a message."""
    listen()
    print("this is why", file=sys.stderr, flush=True)
    sys.exit(3)


def die():
    """Kills itself by a signal."""
    listen()
    os.kill(os.getpid(), signal.SIGSEGV)


def hang():
    """Never answers, and ignores every signal."""
    for number in set(signal.valid_signals()) - {signal.SIGKILL, signal.SIGSTOP}:
        try:
            signal.signal(number, signal.SIG_IGN)
        except OSError:
            continue
    time.sleep(1000)


def deaf():
    """Never reads, and closes its output."""
    os.close(1)
    time.sleep(1000)


def flood_line():
    """Writes one endless line."""
    while True:
        os.write(1, b"e" * 4096)


def flood_lines():
    """Writes endless right answers."""
    while True:
        os.write(1, b"random\n" * 9000)


def hoard():
    """Fills the disk with files that are each small enough."""
    listen()
    for number in range(40):
        Path(f"file{number}").write_bytes(b"x" * 2**20)
    time.sleep(1000)


def nonsense():
    """Answers something that isn't a square."""
    listen()
    answer("castle queenside")


def faraway():
    """Answers a square that is off the board."""
    listen()
    answer("z99")


def bytes_of_noise():
    """Answers bytes that aren't text."""
    listen()
    os.write(1, b"\xff\x1b[2J\x00\n")


def fork():
    """Leaves children in other sessions; when all of them run, it answers and hangs."""
    reading, writing = os.pipe()
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.setsid()
                subprocess.Popen(SLEEPER, start_new_session=True)
                os.write(writing, b"!")
                time.sleep(1000)
            os._exit(0)
    for _ in range(3):
        os.read(reading, 1)
    print("all are there", file=sys.stderr, flush=True)
    listen()
    answer("random all are there")
    time.sleep(1000)


def stop():
    """Stops its sandbox again and again from another session, and answers once."""
    again = """import os, sys
print(flush=True)
while True:
    try:
        os.kill(int(sys.argv[2]), 19)
    except OSError:
        pass
"""
    words = [sys.executable, "-c", again, MARK, str(os.getppid())]
    with subprocess.Popen(words, start_new_session=True, stdout=subprocess.PIPE) as stopper:
        stopper.stdout.readline()
        listen()
        answer("random")


def fork_bomb():
    """Forks without end, where the kernel lets it."""
    while True:
        try:
            os.fork()
        except BlockingIOError:
            time.sleep(1000)
        time.sleep(0.001)


def murder():
    """Kills every process that it can but itself, and tells how many; then plays on."""
    listen()
    killed = [path.name for path in Path("/proc").iterdir() if _kill(path.name)]
    print(json.dumps(killed), file=sys.stderr, flush=True)
    answer("random")
    play()


def _kill(name):
    """Kills a process whose command line has our mark, as all engines of a test have."""
    try:
        ours = MARK.encode() in Path(f"/proc/{name}/cmdline").read_bytes()
        if not ours or int(name) == os.getpid():
            return False
        os.kill(int(name), signal.SIGKILL)
    except (OSError, ValueError):
        return False
    return True


def play():
    """Plays at random to the end."""
    while True:
        listen()
        answer("random")


def avenge():
    """Leaves a grandchild in another session that kills the guard, and outlives it if it can."""
    guard = os.getppid()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for number in (signal.SIGKILL, signal.SIGTERM):
                try:
                    os.kill(guard, number)
                except OSError:
                    continue
            os.execv(SLEEPER[0], SLEEPER)
        os._exit(0)
    play()


def scatter():
    """Tells where it can write, what it can read, and whom it can reach."""
    listen()
    places = ["mine", *(f"{folder}/{Path(MARK).name}-stray" for folder in sys.argv[3:])]
    answers = {place: _tries(lambda place=place: Path(place).write_text("x")) for place in places}
    answers["private"] = _tries((Path(MARK) / "private").read_text)
    answers["network"] = _tries(_connect)
    answers["user"] = os.getuid()
    answers |= {call: _call(call, *words) for call, words in CALLS.items()}
    print(json.dumps(answers), file=sys.stderr, flush=True)
    answer("random")
    play()


def _connect():
    socket.create_connection(("127.0.0.1", 9), 1).close()


CALLS = {
    "shmget": (0, 8 * 2**30, 0o1600),
    "msgget": (0, 0o1600),
    "mount": (b"none", b"/tmp", b"tmpfs", 0, b"size=10g"),
    "chroot": (b"/tmp",),
}


def _call(name, *words):
    """Returns the number of the error of a C function, as a user with all rights in a namespace."""
    libc = ctypes.CDLL(None, use_errno=True)
    pid = os.fork()
    if pid == 0:
        libc.unshare(CLONE_NEWUSER | CLONE_NEWNS)
        long = [ctypes.c_ulong(word) if isinstance(word, int) else word for word in words]
        os._exit(ctypes.get_errno() if getattr(libc, name)(*long) < 0 else 0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _tries(act):
    """Returns the error's number, or 0 if the act succeeds."""
    try:
        act()
    except OSError as error:
        return error.errno
    return 0


def fat():
    """Allocates memory until there is no more; then it only waits."""
    pieces = []
    while True:
        pieces.append(bytearray(2**20))


def fat_family():
    """Starts children that stay below the memory limit alone, but not together."""
    for _ in range(6):
        if os.fork() == 0:
            piece = bytearray(40 * 2**20)
            time.sleep(1000)
            del piece
    time.sleep(1000)


def grumble():
    """Writes to standard error without end."""
    while True:
        os.write(2, b"grumble " * 512)


def snoop():
    """Prints its surroundings, and leaves a folder that nobody may enter."""
    listen()
    here = Path.cwd()
    found = (sorted(os.environ), [str(path) for path in here.iterdir()], os.getuid(), str(here))
    print(json.dumps(found), file=sys.stderr, flush=True)
    (here / "secret" / "deeper").mkdir(parents=True)
    (here / "secret").chmod(0)
    answer("random")
    listen()


if __name__ == "__main__":
    globals()[sys.argv[1]]()
