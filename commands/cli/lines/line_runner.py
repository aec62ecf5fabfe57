"""Runs lines of the command language directly on the server's database and prints the responses."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from commands.cli.database_errors import problem_of
from commands.cli.lines.line_turns import line_turn
from commands.content.response import Response, error_response
from commands.content.status import Status
from commands.context.caller import Caller
from commands.language.command import Command
from commands.server.app.app import App
from commands.system.stored_types import UnitOfWork
from commands.views.text import rendering
from mail.reading.characters import clean
from pbm.errors import NotAllowedError, UserError


class LineRunner:
    """Runs lines in this process, on the server's database."""

    def __init__(self, app: App, *, as_json: bool) -> None:
        self._app = app
        self._as_json = as_json

    def run(self, commands: Sequence[Command], line: Sequence[str], caller: Caller) -> Status:
        """Runs a line and prints the response.

        `commands`: the possible readings of the line. The first one that works is used.
        """
        response = self._respond(
            lambda work: self._app.dispatcher.execute(work, commands, line, caller)
        )
        return print_response(response, as_json=self._as_json)

    def read(self, lines: Iterable[str], caller: Caller) -> None:
        """Runs each line as a command and prints its response."""
        for line in lines:
            dispatch = partial(
                self._app.dispatcher.dispatch_line, line=clean(line.rstrip("\n")), caller=caller
            )
            try:
                response = self._respond(dispatch)
            except UserError as error:
                response = error_response(error)
            print_response(response, as_json=self._as_json)

    def _respond(self, dispatch: "Callable[[UnitOfWork], Response]") -> Response:
        """Returns the response to a command once its changes and notifications are stored."""
        try:
            with line_turn(self._app.settings.database_file):
                response, queued = self._app.answer(dispatch)
        except UserError:
            raise
        except Exception as error:
            problem = problem_of(error)
            if not problem:
                raise
            raise NotAllowedError(problem) from error
        if queued:
            self._app.mail.deliver_now()
        try:
            return response.resolve()
        except KeyboardInterrupt:
            raise NotAllowedError("Stopped without a result.") from None


def print_response(response: Response, *, as_json: bool) -> Status:
    """Prints a response as text or as a line of JSON, and returns its status."""
    print(rendering.shell_text(response, as_json=as_json), flush=True)
    return response.status
