"""The five questions, in order: what each asks, and the settings that it decides."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from commands.cli.setup.address_questions import ask_address, ask_admin
from commands.cli.setup.answers import Answers
from commands.cli.setup.data_question import ask_data
from commands.cli.setup.mail_in_question import ask_mail_in
from commands.cli.setup.mail_out_question import ask_mail_out
from commands.cli.setup.providers import Lookup
from commands.settings.sources import Given

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
    Question("The server's own mail address", ("address",), ask_address),
    Question("How does mail come?", ("mailbox", "lmtp", "smtp_port"), ask_mail_in),
    Question("How does mail go out?", ("relay",), ask_mail_out),
    Question("Where does the data stand?", ("data",), ask_data),
    Question("Who is the admin?", ("admin",), ask_admin),
)
