"""The command `pbm setup`: its five questions, in order, and the files that it writes."""

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from commands.cli.doctor.database import examined_database
from commands.cli.doctor.files import check_data
from commands.cli.doctor.settings_check import check_admin
from commands.cli.setup.answers import (
    UNFINISHED,
    Answers,
    check_target,
    forget_unfinished,
    given_above,
    is_unfinished,
    read_file,
    read_unfinished,
    remember,
    usable,
    write_files,
)
from commands.cli.setup.dialogue import (
    ask,
    ask_until_it_works,
    tell,
    tell_command,
    tell_heading,
    try_folder,
)
from commands.cli.setup.mail_in import ask_mail_in
from commands.cli.setup.mail_out import ask_mail_out
from commands.cli.setup.providers import Lookup, look_up, no_lookup
from commands.cli.typer_app import is_forced
from commands.health.check import Finding, State
from commands.settings import SETTINGS_FILE, Settings
from commands.settings.sources import Given
from commands.system.logging import configure_logging

Defaults = Annotated[
    bool, typer.Option("--defaults", help="ask nothing: SMTP on this machine alone, mails to files")
]
Force = Annotated[
    bool, typer.Option("--force", help="replace pbm.toml, with its values as the defaults")
]
Offline = Annotated[bool, typer.Option("--offline", help="ask DNS for no servers")]
NOTHING = "Nothing was written."
KEPT = (
    "Nothing was written but your answers so far, without passwords: the next setup proposes them "
    f"({UNFINISHED})."
)
END_SIGNALS = (signal.SIGTERM, signal.SIGHUP)


def setup(*, defaults: Defaults = False, force: Force = False, offline: Offline = False) -> None:
    """Ask five questions, try each answer, and write pbm.toml.

    They are: the server's address, how mail comes, how it goes out, where the data stands, and
    who is the admin. Each has a default. After Ctrl-C the answers so far, without passwords, are
    kept in pbm-setup.toml, and the next setup proposes them. Passwords are written into
    files beside pbm.toml; all are their owner's alone. Unless the address is of a known
    provider, DNS is asked for its mail servers; the only others that are asked are those that
    you name.

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
        tell(KEPT if is_unfinished() else NOTHING, err=True)
        raise typer.Exit(1) from error
    _tell_what_is_next(answers, written)


def _present(*, force: bool) -> Answers:
    """Returns the answers to propose: from a setup that was cut off, or from pbm.toml."""
    if unfinished := read_unfinished():
        tell(f"The answers of a setup that was cut off are proposed; {UNFINISHED} has them.")
        return unfinished
    return read_file() if force else Answers(usable({}))


def _ask_all(answers: Answers, lookup: Lookup) -> Answers:
    """Asks what isn't answered by the environment, which counts more than pbm.toml."""
    tell(
        "Five questions; Enter takes what stands in brackets. Ctrl-C ends it, and leaves all as it "
        "was; the next setup proposes your answers."
    )
    given = given_above()
    known = {name: each.value for name, each in given.items()}
    for number, question in enumerate(QUESTIONS, 1):
        tell_heading(f"{number} of {len(QUESTIONS)}. {question.title}")
        if place := question.answered(given):
            tell(f"{place} answers that already, and counts more than {SETTINGS_FILE}.")
            continue
        answered = question.ask(answers.having(**known), lookup)
        answers = answered.having(**{name: answers.values.get(name) for name in known})
        remember(answers)
    return answers


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Lets a signal that ends the program end it like Ctrl-C, so that nothing stays behind."""

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in END_SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _tell_what_is_next(answers: Answers, written: Sequence[Path]) -> None:
    tell_heading("Written: " + ", ".join(path.name for path in written))
    tell(f"In {Path.cwd()}; only their owner may read them. The next command, in that folder:")
    tell_command("serve")
    if comes_mail(answers):
        tell(
            f'Then send a mail with the subject "help" to {answers.values["address"]}. The whole '
            "way of a mail is tried by:"
        )
        tell_command("doctor")
    else:
        tell("Players join in the shell; the first of them by:")
        tell_command("signup alice PASSWORD alice@example.org")


def comes_mail(answers: Answers) -> bool:
    """Returns True if mail from elsewhere comes to the server."""
    return any(answers.values.get(name) for name in ("mailbox", "lmtp", "smtp_host"))


# The questions for addresses: the server's own, and the admin's.


def _ask_address(answers: Answers, _lookup: Lookup) -> Answers:
    """Asks for the server's own address, and the name that is shown with it."""
    tell(
        "Players write to it, and all that comes there is read as commands: use one of its own, "
        "not one where people write to you. Without mail, keep the default."
    )
    default = answers.values.get("address", Settings.model_fields["address"].default)
    address = ask("Address", default, lambda text: answers.check(address=text))
    name = answers.values.get("name", Settings.model_fields["name"].default)
    if "name" not in given_above():
        name = ask("Name shown with it", name, lambda text: answers.check(name=text))
    return answers.having(address=address, name=name)


def _ask_admin(answers: Answers, _lookup: Lookup) -> Answers:
    """Asks for the address of the admin, which isn't the server's own."""
    tell(
        "Problems are told to this address by mail, and mail to postmaster and abuse goes there. "
        "Leave it empty if nobody is to be told."
    )

    def check(text: str) -> None:
        if text:
            answers.check(admin=text)
            _check_reachable(answers.having(admin=text))

    admin = ask("The admin's address", answers.values.get("admin", ""), check)
    return answers.having(admin=admin or None)


def _check_reachable(answers: Answers) -> None:
    """Raises ValueError if mails to the admin would come back to the server."""
    with answers.tried() as settings:
        finding = check_admin(settings)
    if finding.state is State.BROKEN:
        raise ValueError(f"{finding.text} {finding.advice}")


# The question for the folder of the data.


def _ask_data(answers: Answers, _lookup: Lookup) -> Answers:
    """Asks for the folder of the data, and tries it."""
    tell("Database, keys and outgoing mail are kept there; pbm makes the folder.")
    return ask_until_it_works(answers, _ask_folder, "folder", _try_data)


def _ask_folder(answers: Answers, typed: str) -> Answers:
    default = str(answers.values.get("data", Settings.model_fields["data"].default))
    return answers.having(data=ask("Folder", default, _check_folder, typed))


def _check_folder(text: str) -> None:
    if "://" in text:
        raise ValueError("a folder is needed, also for PostgreSQL, which PBM_DATABASE names")


def _try_data(settings: Settings) -> Finding:
    found = try_folder(settings.data)
    if found.state is State.BROKEN or not settings.data.exists():
        return found
    with examined_database(settings) as (stored, _):
        findings = [check_data(settings), *stored.values()]
    return next((each for each in findings if each.state is not State.OK), found)


Ask = Callable[[Answers, Lookup], Answers]


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and the settings by which it may be answered beforehand."""

    title: str
    settings: tuple[str, ...]
    ask: Ask

    def answered(self, given: Mapping[str, Given]) -> str:
        """Returns the place that has answered it, such as a variable; empty if none has."""
        places = (given[name].place for name in self.settings if name in given)
        return next(places, "")


QUESTIONS = (
    Question("The server's own mail address", ("address",), _ask_address),
    Question("How does mail come?", ("mailbox", "lmtp", "smtp_port"), ask_mail_in),
    Question("How does mail go out?", ("relay",), ask_mail_out),
    Question("Where does the data stand?", ("data",), _ask_data),
    Question("Who is the admin?", ("admin",), _ask_admin),
)
