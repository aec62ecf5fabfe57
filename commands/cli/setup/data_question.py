"""The question for the folder of the data."""

from commands.cli.doctor.database import examined_database
from commands.cli.doctor.files import check_data
from commands.cli.setup.answers import Answers
from commands.cli.setup.dialogue import ask, tell
from commands.cli.setup.providers import Lookup
from commands.cli.setup.trials import ask_until_it_works, try_folder
from commands.health.check import Finding, State
from commands.settings import Settings


def ask_data(answers: Answers, _lookup: Lookup) -> Answers:
    """Asks for the folder of the data, and tries it."""
    tell("Database, keys and outgoing mail are kept there; pbm makes the folder.")
    return ask_until_it_works(answers, _ask_once, _try)


def _ask_once(answers: Answers) -> Answers:
    default = str(answers.values.get("data", Settings.model_fields["data"].default))
    return answers.having(data=ask("Folder", default, _check))


def _check(text: str) -> None:
    if "://" in text:
        raise ValueError("a folder is needed, also for PostgreSQL, which PBM_DATABASE names")


def _try(settings: Settings) -> Finding:
    found = try_folder(settings.data)
    if found.state is State.BROKEN or not settings.data.exists():
        return found
    with examined_database(settings) as (stored, _):
        findings = [check_data(settings), *stored.values()]
    return next((each for each in findings if each.state is not State.OK), found)
