"""Lines of the command language from the shell, and from standard input."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

from commands.context.caller import Speaker
from commands.dispatch.dispatcher import Desk
from commands.dispatch.refusals import refuse
from commands.language import parser
from commands.language.command import Command
from commands.language.grammar import unsaid
from commands.language.tokenizer import split
from commands.messages.response import Answer, refused
from commands.messages.status import Status
from commands.outbound.delivery_worker import deliver_now
from commands.outbound.mailer import Post
from commands.settings import Settings
from commands.views import rendering
from mail.reading.text import clean, plain_signs
from pbm.errors import NotAllowed, Refusal
from pbm.ports import Work
from pbm.secret import Secret
from storage import Database, Mistake, Trouble


class Shell:
    """Carries out lines on the server's own database."""

    def __init__(
        self, settings: Settings, database: Database, desk: Desk, *, as_json: bool
    ) -> None:
        self._settings = settings
        self._database = database
        self._as_json = as_json
        self._desk = desk
        self._post = Post(settings.address)

    def run(self, words: Sequence[str], speaker: Speaker, ask: Callable[[str], Secret]) -> Status:
        """Carries out a line that the shell has split, and prints the answer."""
        line = split(words[0]) if len(words) == 1 else [clean(plain_signs(word)) for word in words]
        try:
            readings = list(parser.readings(line, proven=speaker.admin))
            said = [_completed(command, speaker, ask) for command in readings[:1]]
        except Refusal as refusal:
            return self._print(refuse(refusal, line))
        commands = [*said, *readings[1:]]
        return self._print(
            self._answer(lambda work: self._desk.carry_out(work, commands, line, speaker))
        )

    def read(self, lines: Iterable[str], speaker: Speaker) -> None:
        """Carries out one command a line; each gets one answer."""
        for line in lines:
            carry_out = partial(self._desk.line, line=clean(line.rstrip("\n")), speaker=speaker)
            try:
                self._print(self._answer(carry_out))
            except Trouble as error:  # the next line may fare better
                self._print(refused(busy(error)))

    def _answer(self, carry_out: Callable[[Work], Answer]) -> Answer:
        with self._database.work() as work:
            answer = carry_out(work)
            mails = self._post.notices(answer.notices, [], self._desk.clock.now())
            work.outbox.put(mails)
        if mails:
            deliver_now(self._settings, self._database)
        return answer.finished()

    def _print(self, answer: Answer) -> Status:
        text = rendering.text(answer.said)
        if self._as_json:
            print(json.dumps({"ok": answer.ok, "text": text, "data": answer.data}), flush=True)
        else:
            print(text, flush=True)
        return answer.status


def busy(error: Exception) -> Refusal:
    """What is said of trouble with the database; raises what only we can mend."""
    if isinstance(error, Mistake):
        raise error
    return NotAllowed("The database is busy or out of reach; please try again.")


def _completed(command: Command, speaker: Speaker, ask: Callable[[str], Secret]) -> Command:
    """The command with the passwords asked for; before any transaction, since people are slow."""
    asked = {name: ask(f"{title}: ") for name, title in unsaid(command, proven=speaker.admin)}
    return replace(command, **asked)
