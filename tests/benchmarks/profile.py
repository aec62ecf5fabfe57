"""The processor time of a move, and of a mail delivered, by process and by layer of the program.

python -m tests.benchmarks.profile [--mails N] [--boards N] [--raw FOLDER]

It runs the server, sends it moves by reply, and lets it deliver their mails. Meanwhile py-spy, a
program of its own, looks at the server's processes many times a second. What the kernel says that
each process used is divided as its samples are. A sample belongs to the layer of its innermost
function that is in one (`layers.py`). With --raw all samples are left in that folder, for flame
graphs.
"""

import argparse
import shutil
import signal
import subprocess
import sys
from collections import Counter
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks.layers import LAYERS, OTHER, layer_of
from tests.benchmarks.moves import WARMING, prepare_folder
from tests.benchmarks.servers import (
    DATA,
    delivery_processes,
    name_of,
    processes_of,
    processor_times,
    program,
    serving,
    suspended,
    wait_until_delivered,
)
from tests.benchmarks.smtp_load import send_all

RATE = 100
"""The samples a second of each process."""
LONGEST_SECONDS = 600
LEAST = 0.005
"""The milliseconds from which a layer is shown."""


def main():
    """Prints the tables."""
    options = _options()
    with TemporaryDirectory(prefix="pbm-bench-") as name:
        folder = Path(name)
        mails = prepare_folder(folder / DATA, options.boards, options.mails + WARMING)
        with program("sink", folder) as sink, serving(folder, sink) as (port, server):
            with suspended(delivery_processes(server), folder):
                send_all(port, mails[:WARMING])
                with _profiled(server, "moves", folder) as used:
                    load = send_all(port, mails[WARMING:])
            moves = len(load.latencies)
            _print(f"a move by mail ({moves} moves)", used, moves)
            with _profiled(server, "delivery", folder) as used:
                delivered = wait_until_delivered(folder / "taken", 2 * (WARMING + moves))
            _print(f"a mail delivered ({delivered.mails} mails)", used, delivered.mails)
        if options.raw:
            options.raw.mkdir(parents=True, exist_ok=True)
            for file in folder.glob("*.raw"):
                shutil.copy(file, options.raw)


def _options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mails", type=int, default=3000)
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--raw", type=Path, metavar="FOLDER")
    return parser.parse_args()


@contextmanager
def _profiled(server, phase, folder):
    """Samples the processes meanwhile; yields the seconds that come out, by process and layer."""
    used = {}
    before = processor_times(server)
    spies = [_spy(each, folder / f"{phase}-{each.pid}.raw") for each in processes_of(server)]
    try:
        yield used
    finally:
        after = processor_times(server)
        for spy, _, _ in spies:
            spy.send_signal(signal.SIGINT)
            spy.wait()
    for _, name, file in spies:
        seconds = after[name] - before[name]
        used.setdefault(name, Counter()).update(_divided(_samples(file), seconds))


def _spy(process, file):
    """Begins to sample a process; returns the sampling one, the process's name, and the file."""
    words = [str(Path(sys.executable).with_name("py-spy")), "record", "--nonblocking"]
    words += ["--format", "raw", "--full-filenames", "--rate", str(RATE), "--output", str(file)]
    words += ["--duration", str(LONGEST_SECONDS), "--pid", str(process.pid)]
    spy = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return spy, name_of(process), file


def _samples(file):
    """Returns the number of samples by layer."""
    found = Counter()
    with suppress(FileNotFoundError):  # a process without one sample has no file
        for line in file.read_text().splitlines():
            stack, _, count = line.rpartition(" ")
            found[layer_of(stack.split(";"))] += int(count)
    return found


def _divided(samples, seconds):
    """Returns the seconds of each layer, of those of the process."""
    total = samples.total() or 1
    return {layer: seconds * count / total for layer, count in samples.items()}


def _print(title, used, count):
    """Prints a table: a line for each layer, and a column for each process that did anything."""
    millis = {
        process: Counter({layer: 1000 * seconds / count for layer, seconds in layers.items()})
        for process, layers in used.items()
    }
    shown = [process for process, layers in millis.items() if layers.total() >= LEAST]
    print(f"\n{title}: milliseconds of processor time")
    print(f"{'':34}" + "".join(f"{process:>12}" for process in shown) + f"{'together':>10}")
    for layer in (*LAYERS, OTHER):
        _print_line(layer, [millis[process][layer] for process in shown])
    _print_line("together", [millis[process].total() for process in shown])


def _print_line(name, figures):
    if sum(figures) >= LEAST:
        print(f"{name:34}" + "".join(f"{each:12.3f}" for each in figures), end="")
        print(f"{sum(figures):10.3f}")


if __name__ == "__main__":
    main()
