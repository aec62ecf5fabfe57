"""Lines typed in the shell beside a running server, which runs them as the shell would.

Nothing is loaded for them then, and none waits for another process's transaction.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from io import BytesIO, TextIOWrapper
from typing import Any

from commands.content.response import DeferredResponse, Response
from commands.context.allowance import Allowance
from commands.context.caller import Caller
from commands.language import parser, tokenizer
from commands.language.command import Command
from commands.language.error_responses import refusal_response
from commands.language.grammar import missing_passwords
from commands.server.app.app import App
from commands.server.writer.fair_worker import FairWorker
from commands.settings import SETTINGS_FILE, Settings
from commands.settings.sources import read_given
from commands.system import local_requests
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
    """A line with its program's settings, and standard input, if that was read."""

    values: local_requests.Values
    content: bytes

    @property
    def words(self) -> list[str]:
        """Its words."""
        return [value for name, value in self.values if name == local_requests.WORD]

    def read(self) -> str:
        """Returns the text of standard input; raises NotHere if it wasn't read."""
        if local_requests.READ not in dict(self.values):
            raise NotHere(local_requests.INPUT)
        return clean(TextIOWrapper(BytesIO(self.content), "utf-8", errors="replace").read())


class NotHere(BaseException):
    """Ends the handling of a line, which is undone: its program must do something, as `outcome`.

    Not an Exception: those are taken for errors of a line.
    """

    def __init__(self, outcome: str = local_requests.ELSEWHERE) -> None:
        super().__init__(outcome)
        self.outcome = outcome


@dataclass(frozen=True, slots=True)
class _ReadFile:
    """The server's own `pbm.toml`. A program's is compared with it, and never parsed here."""

    text: str
    settings: Mapping[str, Any]


def _read_file() -> _ReadFile:
    try:
        return _ReadFile(read_settings_file().decode(), file_settings())
    except FileNotFoundError:
        return _ReadFile("", {})


RunLine = Callable[[TypedLine, Callable[[bytes], None]], None]
"""Runs a line, and passes its answer on: an empty one if nobody knows what was done."""


class TypedLines:
    """A thread that runs lines one after the other."""

    def __init__(
        self, app: App, on_commit: Callable[[], None], take_turns: Callable[[], None]
    ) -> None:
        """`on_commit`: called when there are mails to send; `take_turns`: before each line."""
        self._app = app
        self._take_turns = take_turns
        self._on_commit = on_commit
        self._given = {name: str(each.value) for name, each in read_given(Settings).items()}
        self._file = _read_file()
        self._worker = FairWorker("typed lines")
        self.stop = self._worker.stop

    def submit(self, line: TypedLine, answer: Callable[[bytes], None]) -> None:
        """Runs a line; it does so even if its program doesn't wait any more."""
        self._worker.submit("", partial(self._run, line, answer))

    def _run(self, line: TypedLine, answer: Callable[[bytes], None]) -> None:
        self._take_turns()
        try:
            response = self._respond(line)
            text = shell_text(response, as_json=local_requests.AS_JSON in dict(line.values))
            result = local_requests.encode_answer(str(int(response.status)), text)
        except NotHere as other:
            result = local_requests.encode_answer(other.outcome)
        except Exception:
            log.exception("typed line failed")
            result = b""
        answer(result)

    def _respond(self, line: TypedLine) -> Response:
        """Returns the response to a line; raises NotHere."""
        if not self._has_same_settings(line.values):
            raise NotHere
        words: list[str] = []
        try:
            words = tokenizer.shell_words(line.words)
            readings = list(parser.readings(words, proven=False))
        except UserError as error:
            if not words or isinstance(error, parser.UnknownCommand):
                raise NotHere from None  # one of the program's own commands may be meant
            return refusal_response(error, words)
        if any(missing_passwords(readings[0], proven=False)):
            raise NotHere
        caller = Caller(read=line.read, allowance=Allowance(excess=NotHere))
        try:
            response, queued = self._app.answer(partial(self._execute, readings, words, caller))
        except UnknownCommitError:
            raise
        except Exception:  # noqa: BLE001 - nothing is stored: its program meets and tells the error
            raise NotHere from None
        if queued:
            self._on_commit()
        return response

    def _execute(
        self, readings: list[Command], words: list[str], caller: Caller, work: UnitOfWork
    ) -> Response:
        response = self._app.dispatcher.execute(work, readings, words, caller)
        if isinstance(response, DeferredResponse):  # a search of minutes
            raise NotHere
        return response

    def _has_same_settings(self, values: local_requests.Values) -> bool:
        """Returns True for a program of this version, whose settings this server was given, too."""
        found = dict(values)
        text = found.get(SETTINGS_FILE)
        in_file = {} if text is None else self._file.settings
        given = [(name, str(value)) for name, value in in_file.items()]
        given += [(n[len(PREFIX) :].lower(), v) for n, v in values if n.upper().startswith(PREFIX)]
        return (
            found.get(local_requests.VERSION) == __version__
            and text in (None, self._file.text)
            and found.get(CREDENTIALS) in (None, os.environ.get(CREDENTIALS))
            and all(self._given.get(name) == value for name, value in given if name != NAME)
        )
