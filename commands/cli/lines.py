"""Lines of the command language from the shell, and from standard input."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

from commands.app import App
from commands.context.caller import Caller
from commands.dispatch.refusals import refusal_response
from commands.language import parser
from commands.language.command import Command
from commands.language.grammar import missing_passwords
from commands.language.tokenizer import tokenize
from commands.messages.response import Response, error_response
from commands.messages.status import Status
from commands.views import rendering
from mail.reading.text import clean, plain_signs
from pbm.errors import NotAllowedError, UserError
from pbm.ports import UnitOfWork
from pbm.secret import Secret
from storage import ProgrammingMistake, TransientError


class LineRunner:
    """Carries out lines on the server's own database."""

    def __init__(self, app: App, *, as_json: bool) -> None:
        self._app = app
        self._as_json = as_json

    def run(self, words: Sequence[str], caller: Caller, ask: Callable[[str], Secret]) -> Status:
        """Carries out a line that the shell has split, and prints the answer."""
        line = (
            tokenize(words[0]) if len(words) == 1 else [clean(plain_signs(word)) for word in words]
        )
        try:
            readings = list(parser.readings(line, proven=caller.admin))
            completed = [_with_passwords(command, caller, ask) for command in readings[:1]]
        except UserError as error:
            return self._print(refusal_response(error, line))
        commands = [*completed, *readings[1:]]
        return self._print(
            self._answer(lambda work: self._app.dispatcher.execute(work, commands, line, caller))
        )

    def read(self, lines: Iterable[str], caller: Caller) -> None:
        """Carries out one command a line; each gets one answer."""
        for line in lines:
            carry_out = partial(
                self._app.dispatcher.dispatch_line, line=clean(line.rstrip("\n")), caller=caller
            )
            try:
                self._print(self._answer(carry_out))
            except TransientError as error:  # the next line may fare better
                self._print(error_response(database_error(error)))

    def _answer(self, run: Callable[[UnitOfWork], Response]) -> Response:
        with self._app.database.work() as work:
            response = run(work)
            context = self._app.services.server_context(work)
            queued = self._app.mailer.publish(context, response.notifications)
        if queued:
            self._app.deliver_now()
        return response.resolve()

    def _print(self, response: Response) -> Status:
        text = rendering.text(response.content)
        if self._as_json:
            print(json.dumps({"ok": response.ok, "text": text, "data": response.data}), flush=True)
        else:
            print(text, flush=True)
        return response.status


def database_error(error: Exception) -> UserError:
    """What is said of trouble with the database; raises what only we can mend."""
    if isinstance(error, ProgrammingMistake):
        raise error
    return NotAllowedError("The database is busy or out of reach; please try again.")


def _with_passwords(command: Command, caller: Caller, ask: Callable[[str], Secret]) -> Command:
    """The command with the passwords asked for; before any transaction, since people are slow."""
    asked = {
        name: ask(f"{title}: ") for name, title in missing_passwords(command, proven=caller.admin)
    }
    return replace(command, **asked)
