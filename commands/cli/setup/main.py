"""Implements `pbm setup`, which asks five questions and writes the settings."""

import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from commands.cli.setup.answers import Answers, given_above, read_file, usable
from commands.cli.setup.dialogue import BACK, GoBack, tell, tell_command, tell_heading
from commands.cli.setup.providers import Lookup, look_up, no_lookup
from commands.cli.setup.questions import QUESTIONS, Question
from commands.cli.setup.settings_file import check_target, write_files
from commands.cli.setup.stored_data import is_server_running, stored_differences
from commands.cli.setup.unfinished import (
    UNFINISHED,
    forget_unfinished,
    is_unfinished,
    read_unfinished,
    remember,
)
from commands.cli.typer_app import is_forced
from commands.settings import SETTINGS_FILE
from commands.settings.sources import Given
from commands.system.logs.logging import configure_logging
from pbm.wording import listing

Defaults = Annotated[
    bool,
    typer.Option(
        "--defaults",
        help="ask nothing: accept only local SMTP, and write outgoing emails to files",
    ),
]
Force = Annotated[
    bool,
    typer.Option("--force", help="offer the values in pbm.toml as defaults, then replace it"),
]
Offline = Annotated[bool, typer.Option("--offline", help="don't look up mail servers in the DNS")]
NOTHING = "Nothing was written."
ANSWERS_STORED = (
    f"Setup is unfinished. Your answers so far, except passwords, are in {UNFINISHED}. The next "
    "setup will suggest them."
)
OLD_SETTINGS = {"address": "the address {}", "relay": "outgoing mail to {}"}
"""Settings that change only with `pbm serve --force`, in words."""
END_SIGNALS = (signal.SIGTERM, signal.SIGHUP)


def setup(*, defaults: Defaults = False, force: Force = False, offline: Offline = False) -> None:
    """Ask five questions, test your answers and write pbm.toml.

    The questions are about the server's address, incoming mail, outgoing mail, the data folder and
    the admin. Type "back" to return to the previous question. You can stop with Ctrl-C: the next
    setup suggests the answers that you have given.

    pbm writes passwords to files next to pbm.toml, which only their owner can read. It connects to
    the servers that you name. If it doesn't know your provider, it looks up the mail servers in the
    DNS.

    Example: pbm setup
    """
    configure_logging(quiet=True)
    force = force or is_forced()
    check_target(force=force)
    try:
        with _ended_by_signals():
            lookup = no_lookup if offline else look_up
            answers = Answers() if defaults else _ask_all(_present(force=force), lookup)
            written = write_files(answers, force=force)
            forget_unfinished()
    except (typer.Abort, KeyboardInterrupt, EOFError, UnicodeDecodeError) as error:
        typer.echo(err=True)
        tell(ANSWERS_STORED if is_unfinished() else NOTHING, err=True)
        raise typer.Exit(1) from error
    _tell_what_is_next(answers, written)


def _present(*, force: bool) -> Answers:
    """Returns the answers to propose, from an interrupted setup or from pbm.toml."""
    if unfinished := read_unfinished():
        tell(f"The last setup wasn't finished. Your answers in {UNFINISHED} are the defaults.")
        return unfinished
    return read_file() if force else Answers(usable({}))


def _ask_all(answers: Answers, lookup: Lookup) -> Answers:
    """Asks the questions that the environment doesn't answer.

    The environment overrides pbm.toml.
    """
    tell(
        "There are five questions. Press Enter to accept the default in [brackets]. Type "
        f'"{BACK}" to return to the previous question. You can stop with Ctrl-C and continue later.'
    )
    overriding = given_above()
    number, asked = 0, list[int]()
    while number < len(QUESTIONS):
        question = QUESTIONS[number]
        tell_heading(f"{number + 1} of {len(QUESTIONS)}. {question.title}")
        if place := question.answered(overriding):
            tell(f"Already set by {place}, which overrides {SETTINGS_FILE}.")
            number += 1
            continue
        try:
            answers = _ask_one(question, answers, overriding, lookup)
        except GoBack:
            number = asked.pop() if asked else number
        else:
            asked.append(number)
            number += 1
    return answers


def _ask_one(
    question: Question, answers: Answers, overriding: Mapping[str, Given], lookup: Lookup
) -> Answers:
    """Asks a question, and returns the answers without the values that override them."""
    given_values = {name: each.value for name, each in overriding.items()}
    answered = question.ask(answers.with_values(**given_values), lookup)
    answers = answered.with_values(**{name: answers.values.get(name) for name in given_values})
    remember(answers)
    return answers


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Makes signals that end the program raise KeyboardInterrupt, as Ctrl-C does.

    Temporary files are then removed.
    """

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in END_SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _tell_what_is_next(answers: Answers, written: Sequence[Path]) -> None:
    tell_heading("Wrote " + listing([path.name for path in written]))
    with answers.tried() as settings:
        different, is_running = stored_differences(settings), is_server_running(settings)
        outbox = settings.outbox_folder
        if different:
            old = listing([OLD_SETTINGS[name].format(old) for name, (_, old) in different.items()])
            old = old.replace(OLD_SETTINGS["relay"].format("maildir:"), "outgoing mail to files")
            tell(
                f"{settings.data} still contains the old settings: {old}. To store the new ones, "
                "start the server once with --force."
            )
    begin = "Stop the running server, and start it again" if is_running else "Start the server"
    tell(f"{begin} in this folder ({Path.cwd()}):")
    tell_command("serve --force" if different else "serve")
    if comes_mail(answers):
        written_to = f" pbm writes its answer to {outbox}, and sends no mail." if outbox else ""
        tell(
            f'Then send an email with the subject "help" to {answers.values["address"]}.'
            f"{written_to} To check everything, run:"
        )
        tell_command("doctor")
    else:
        tell("Players use the shell on this machine. To sign up the first player, run:")
        tell_command("signup alice PASSWORD alice@example.org")


def comes_mail(answers: Answers) -> bool:
    """Whether mail from elsewhere can reach the server."""
    ways = ("mailbox", "lmtp", "smtp_host")
    return answers.has_pipe or any(answers.values.get(name) for name in ways)
