"""Tries answers of `pbm setup`, with the health checks of `pbm doctor` or by listening."""

import os
import socket
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from commands.cli.setup.answers import SECRETS, Answers
from commands.cli.setup.dialogue import BACK, KEEP, prompt, tell
from commands.cli.setup.setting_words import in_questions
from commands.cli.setup.unfinished import remember
from commands.server.health.check import Finding, State, broken, ok
from commands.settings import Settings
from mail.smtp.listen_addresses import ListenAddress, UnixSocket

Ask = Callable[[Answers, str], Answers]
"""Asks for answers, with the given ones as defaults. The text is the first answer if it was already
typed.
"""
Trial = Callable[[Settings], Finding]
WORDS = {State.OK: "OK: ", State.CONSIDER: "Warning: ", State.BROKEN: "Failed: "}


def ask_until_it_works(
    answers: Answers, ask: Ask, first: str, trial: Trial, trying: str = ""
) -> Answers:
    """Asks until the trial succeeds or the admin accepts the answers anyway.

    Raises GoBack if the admin types BACK.

    `first`: the name of the first answer, which can be typed instead of KEEP.
    `trying`: the text to print before the trial.
    """
    typed = ""
    while True:
        answers = ask(answers, typed)
        remember(answers)
        if trying:
            tell(trying)
        if _shown(answers, trial) is not State.BROKEN:
            return answers
        again = (
            f'Press Enter to correct your answers. Or type a different {first}. Or type "{KEEP}" '
            f'to use this answer anyway, or "{BACK}"'
        )
        typed = prompt(again, show_default=False)
        if typed.lower() in (KEEP, "n", "no"):
            return answers
        typed = "" if typed.lower() in ("y", "yes") else typed


def _shown(answers: Answers, trial: Trial) -> State:
    """Tries the answers and prints the finding."""
    with answers.tried() as settings:
        finding = trial(settings)
        tell(finding_words(finding, settings))
    return finding.state


def finding_words(finding: Finding, settings: Settings) -> str:
    """Returns a finding in words. Temporary password files are shown with their final names."""
    text = f"{WORDS[finding.state]}{finding.text} {finding.advice}"
    for name, path in SECRETS.items():
        text = text.replace(str(getattr(settings, name)) or path, path)
    return in_questions(text.strip())


def try_listening(place: ListenAddress) -> Finding:
    """Listens on an address for a moment and returns the finding."""
    try:
        for listening in place.open():
            listening.close()
    except OSError as error:
        number = error.errno or 0
        reason = os.strerror(number) if number > 0 else str(error)
        return broken(f"pbm can't listen on {place}: {reason}.", _advice(place))
    finally:
        if isinstance(place, UnixSocket):
            _remove(place)
    return ok(f"pbm can listen on {place}.")


def _remove(place: UnixSocket) -> None:
    """Removes a socket on which no server listens.

    Other files and sockets in use are left alone.
    """
    if place.path.is_socket():
        with socket.socket(socket.AF_UNIX) as probe:
            if probe.connect_ex(str(place.path)):
                place.remove()


def _advice(place: ListenAddress) -> str:
    if isinstance(place, UnixSocket):
        return f"Create the folder {place.path.parent} and make the user that runs pbm its owner."
    if place.port < 1024:
        return (
            "Ports below 1024 are privileged. Use a container, a firewall or a mail server to "
            "forward port 25 to a higher port, such as 2525."
        )
    return "Stop the program that uses this port, or choose a different port."


def try_folder(path: Path) -> Finding:
    """Tries to write into a folder.

    If it doesn't exist, tries the nearest existing parent folder.
    """
    if path.exists() and not path.is_dir():
        return broken(f"{path} isn't a folder.", "Choose a different folder.")
    there = next(each for each in (path.absolute(), *path.absolute().parents) if each.exists())
    try:
        with TemporaryDirectory(prefix=".pbm-", dir=there):
            verb = "use" if path.exists() else "create"
            return ok(f"pbm can {verb} {path}.")
    except OSError as error:
        return broken(
            f"pbm can't write to {there}: {error.strerror}.",
            "Choose a different folder, or make the user that runs pbm its owner.",
        )
