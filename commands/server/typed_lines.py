"""Run lines typed in the shell in a running server, with the same results as in the shell.

The program that read the line then needn't load any modules, and doesn't wait for another process's
transaction.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from io import BytesIO, TextIOWrapper
from typing import Any

from commands.content.response import DeferredResponse, Response
from commands.context.caller import Caller
from commands.context.work_allowance import Allowance
from commands.language import parser, tokenizer
from commands.language.command import Command
from commands.language.error_responses import refusal_response
from commands.language.grammar import missing_passwords
from commands.server.app.app import App
from commands.server.writer.fair_worker import FairWorker
from commands.settings import SETTINGS_FILE, Settings
from commands.settings.sources import read_given
from commands.system import local_socket_protocol as protocol
from commands.system.data_folder import CREDENTIALS, NAME, PREFIX, file_settings
from commands.system.settings_file import read_settings_file
from commands.system.stored_types import UnitOfWork
from commands.views.text.rendering import shell_text
from mail.reading.characters import clean
from pbm import __version__
from pbm.errors import UserError
from pbm.process.lazy_logger import get_logger
from storage import UnknownCommitError

log = get_logger()


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A typed line with the settings of its program, and its standard input if that was read."""

    values: protocol.Values
    content: bytes

    @property
    def words(self) -> list[str]:
        """The words of the line."""
        return [value for name, value in self.values if name == protocol.WORD]

    def read(self) -> str:
        """Returns the text of standard input. Raises RunLocally if the program hasn't read it."""
        if protocol.READ not in dict(self.values):
            raise RunLocally(protocol.INPUT)
        return clean(TextIOWrapper(BytesIO(self.content), "utf-8", errors="replace").read())


class RunLocally(BaseException):
    """Ends the handling of a line and rolls back its changes.

    The program that sent the line must continue as `outcome` says.

    This isn't an Exception, because handlers would report an Exception as an error of the line.
    """

    def __init__(self, outcome: str = protocol.ELSEWHERE) -> None:
        super().__init__(outcome)
        self.outcome = outcome


@dataclass(frozen=True, slots=True)
class _ReadFile:
    """The server's own `pbm.toml`. A program's file is compared with it, and never parsed here."""

    text: str
    settings: Mapping[str, Any]


def _read_file() -> _ReadFile:
    try:
        return _ReadFile(read_settings_file().decode(), file_settings())
    except FileNotFoundError:
        return _ReadFile("", {})


RunLine = Callable[[TypedLine, Callable[[bytes], None]], None]
"""Runs a line and calls a function with its answer. The answer is empty if the outcome is unknown.
"""


class TypedLines:
    """A thread that runs typed lines one after another."""

    def __init__(
        self, app: App, on_commit: Callable[[], None], take_turns: Callable[[], None]
    ) -> None:
        """`on_commit`: called when there are emails to send.

        `take_turns`: called before each line.
        """
        self._app = app
        self._take_turns = take_turns
        self._on_commit = on_commit
        self._given = {name: str(each.value) for name, each in read_given(Settings).items()}
        self._file = _read_file()
        self._worker = FairWorker("typed lines")
        self.stop = self._worker.stop

    def submit(self, line: TypedLine, answer: Callable[[bytes], None]) -> None:
        """Queues a line. It runs even if its program no longer waits."""
        self._worker.submit("", partial(self._run, line, answer))

    def _run(self, line: TypedLine, answer: Callable[[bytes], None]) -> None:
        self._take_turns()
        try:
            response = self._respond(line)
            text = shell_text(response, as_json=protocol.AS_JSON in dict(line.values))
            result = protocol.encode_answer(str(int(response.status)), text)
        except RunLocally as other:
            result = protocol.encode_answer(other.outcome)
        except Exception:
            log.exception("shell command failed")
            result = b""
        answer(result)

    def _respond(self, line: TypedLine) -> Response:
        """Returns the response to a line. Raises RunLocally if its program must run it."""
        if not self._has_same_settings(line.values):
            raise RunLocally
        words: list[str] = []
        try:
            words = tokenizer.shell_words(line.words)
            readings = list(parser.readings(words, proven=False))
        except UserError as error:
            if not words or isinstance(error, parser.UnknownCommand):
                raise RunLocally from None  # it may be a command that only the program has
            return refusal_response(error, words)
        # Only the program can ask for a password.
        if any(missing_passwords(readings[0], proven=False)):
            raise RunLocally
        # If a line causes more work than one email may, the shell's program runs it instead of the
        # server.
        caller = Caller(read=line.read, allowance=Allowance(excess=RunLocally))
        try:
            response, queued = self._app.answer(partial(self._execute, readings, words, caller))
        except UnknownCommitError:
            raise
        except Exception:  # noqa: BLE001 - nothing is stored, and the program will report the error
            raise RunLocally from None
        if queued:
            self._on_commit()
        return response

    def _execute(
        self, readings: list[Command], words: list[str], caller: Caller, work: UnitOfWork
    ) -> Response:
        response = self._app.dispatcher.execute(work, readings, words, caller)
        if isinstance(response, DeferredResponse):  # a search that takes minutes
            raise RunLocally
        return response

    def _has_same_settings(self, values: protocol.Values) -> bool:
        """Whether the program has this version, and no settings that differ from the server's."""
        by_name = dict(values)
        text = by_name.get(SETTINGS_FILE)
        in_file = {} if text is None else self._file.settings
        program_settings = [(name, str(value)) for name, value in in_file.items()]
        program_settings += [
            (n[len(PREFIX) :].lower(), v) for n, v in values if n.upper().startswith(PREFIX)
        ]
        return (
            by_name.get(protocol.VERSION) == __version__
            and text in (None, self._file.text)
            and by_name.get(CREDENTIALS) in (None, os.environ.get(CREDENTIALS))
            and all(
                self._given.get(name) == value for name, value in program_settings if name != NAME
            )
        )
