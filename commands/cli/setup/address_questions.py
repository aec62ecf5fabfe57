"""The questions for addresses: the server's own, and the admin's."""

from commands.cli.doctor.settings_check import check_admin
from commands.cli.setup.answers import Answers
from commands.cli.setup.dialogue import ask, tell
from commands.cli.setup.providers import Lookup
from commands.health.check import State
from commands.settings import Settings


def ask_address(answers: Answers, _lookup: Lookup) -> Answers:
    """Asks for the server's own address."""
    tell(
        "Players write to it, and all that comes there is read as commands: use one of its own, "
        "not one where people write to you. Without mail, keep the default."
    )
    default = answers.values.get("address", Settings.model_fields["address"].default)
    return answers.having(address=ask("Address", default, lambda text: answers.check(address=text)))


def ask_admin(answers: Answers, _lookup: Lookup) -> Answers:
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
