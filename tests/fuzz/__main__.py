"""Runs the fuzzer; findings are stored, one for each line of our code, and don't stop it."""

import hashlib
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["mail", "commands", "pbm", "flufl"]):
    from tests.fuzz import bounces, lines, mail, moves
    from tests.fuzz.mutating import mutators
    from tests.fuzz.seeds import seeds, words

TARGETS = {"mail": mail, "bounces": bounces, "lines": lines, "moves": moves}
LONGEST = 8192


def main(target: str, seconds: str, folder: str = "") -> None:
    """Never returns: libFuzzer ends the program when the time is over."""
    place = Path(folder or tempfile.gettempdir(), "pbm-fuzz", target)
    corpus, finds = place / "corpus", place / "finds"
    for each in (corpus, finds):
        each.mkdir(parents=True, exist_ok=True)
    for seed in seeds(target):
        (corpus / hashlib.sha256(seed).hexdigest()[:20]).write_bytes(seed)
    (place / "words").write_text("".join(f'"{_escaped(word)}"\n' for word in {*words()}))
    atheris.Setup(
        [
            sys.argv[0],
            str(corpus),
            f"-max_total_time={seconds}",
            f"-max_len={LONGEST}",
            f"-artifact_prefix={finds}/",
            f"-dict={place / 'words'}",
            "-len_control=10",
            "-timeout=20",
        ],
        _keeping(TARGETS[target].check, finds),
        **mutators(target),
    )
    atheris.Fuzz()


def _escaped(word: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word)


def _keeping(check: Callable[[bytes], None], finds: Path) -> Callable[[bytes], None]:
    """Wraps the check; stores each input that raises, with its error."""

    def kept(content: bytes) -> None:
        try:
            check(content)
        except Exception as error:  # noqa: BLE001 - each is a find
            name = f"{type(error).__name__}-{_place(error)}"
            (finds / name).write_bytes(content)
            (finds / f"{name}.txt").write_text(traceback.format_exc())

    return kept


def _place(error: Exception) -> str:
    """Returns the innermost line of our own code in the traceback."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "site-packages" not in frame.filename]
    return f"{Path(own[-1].filename).stem}-{own[-1].lineno}"


main(*sys.argv[1:])
