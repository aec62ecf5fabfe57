"""The questions of `pbm setup`, in order."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from commands.cli.doctor.database import STORED_SETTINGS, examined_database
from commands.cli.doctor.files import check_data
from commands.cli.doctor.settings_check import check_admin
from commands.cli.setup.answer_checks import ask_until_it_works, try_folder
from commands.cli.setup.answers import Answers, given_above
from commands.cli.setup.dialogue import ask, tell
from commands.cli.setup.mail_in import ask_mail_in
from commands.cli.setup.mail_out import ask_mail_out
from commands.cli.setup.providers import Lookup
from commands.cli.setup.stored_data import check_owner
from commands.cli.setup.unfinished import remember
from commands.server.health.check import Finding, State
from commands.settings import Settings
from commands.settings.sources import Given

NONE = "none"
Ask = Callable[[Answers, Lookup], Answers]


def _ask_address(answers: Answers, _lookup: Lookup) -> Answers:
    """Asks for the server's address and the name that is displayed with it."""
    tell(
        "Players send emails to this address, and pbm reads all of them as commands. Don't use "
        "your personal address. If you don't want to use email, keep the default."
    )
    default = answers.values.get("address", Settings.model_fields["address"].default)
    address = ask("Address", default, lambda text: answers.check(address=text))
    remember(answers.with_values(address=address))
    name = answers.values.get("name", Settings.model_fields["name"].default)
    if "name" not in given_above():
        name = ask("Sender name that players see", name, lambda text: answers.check(name=text))
    return answers.with_values(address=address, name=name)


def _ask_admin(answers: Answers, _lookup: Lookup) -> Answers:
    """Asks for the admin's address, which must differ from the server's."""
    tell(
        "pbm reports problems to this address, and forwards mail for postmaster and abuse to it. "
        f'If you don\'t want these emails, type "{NONE}".'
    )

    def check(text: str) -> None:
        if text.lower() != NONE:
            answers.check(admin=text)
            _check_reachable(answers.with_values(admin=text))

    admin = ask("Admin's address", answers.values.get("admin") or NONE, check)
    return answers.with_values(admin=None if admin.lower() == NONE else admin)


def _check_reachable(answers: Answers) -> None:
    """Raises ValueError if the admin's address belongs to this server."""
    with answers.tried() as settings:
        finding = check_admin(settings)
    if finding.state is State.BROKEN:
        raise ValueError(f"{finding.text} {finding.advice}")


def _ask_data(answers: Answers, _lookup: Lookup) -> Answers:
    """Asks for the data folder and tries to write into it."""
    tell("The folder will contain the database and keys. pbm creates it if it doesn't exist.")
    return ask_until_it_works(answers, _ask_folder, "folder", _try_data)


def _ask_folder(answers: Answers, typed: str) -> Answers:
    default = str(answers.values.get("data", Settings.model_fields["data"].default))
    return answers.with_values(data=ask("Folder", default, _check_folder, typed))


def _check_folder(text: str) -> None:
    if "://" in text:
        raise ValueError("enter a folder (to use PostgreSQL, also set PBM_DATABASE after setup)")
    if "@" in text:
        raise ValueError("enter a folder, not an email address")


def _try_data(settings: Settings) -> Finding:
    finding = try_folder(settings.data)
    if finding.state is State.BROKEN or not settings.data.exists():
        return finding
    with examined_database(settings) as (found, _):
        others = [each for name, each in found.items() if name != STORED_SETTINGS]
        findings = [check_data(settings), *others, check_owner(settings)]
    return next((each for each in findings if each.state is not State.OK), finding)


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and the settings that can answer it in advance."""

    title: str
    settings: tuple[str, ...]
    ask: Ask

    def answered(self, settings: Mapping[str, Given]) -> str:
        """Returns the source that already answers the question, such as a variable.

        Empty if there is none.
        """
        places = (settings[name].place for name in self.settings if name in settings)
        return next(places, "")


QUESTIONS = (
    Question("What is the server's email address?", ("address",), _ask_address),
    Question("How does mail come in?", ("mailbox", "lmtp", "smtp_port"), ask_mail_in),
    Question("How does mail go out?", ("relay",), ask_mail_out),
    Question("Where should pbm keep its data?", ("data",), _ask_data),
    Question("Who is the admin?", ("admin",), _ask_admin),
)
