"""Lines of the command language from the shell, and from standard input."""

import json
from collections.abc import Iterable, Sequence

from commands import views
from commands.answer import Answer, Status, refused
from commands.courier import deliver_now
from commands.desk import Desk
from commands.post import Post
from commands.session import Speaker
from commands.settings import Settings
from commands.words import split
from pbm.clock import SystemClock
from pbm.refusal import Refusal
from storage import Database


class Shell:
    """Carries out lines on the server's own database."""

    def __init__(self, settings: Settings, database: Database, *, as_json: bool) -> None:
        self._settings = settings
        self._database = database
        self._as_json = as_json
        self._desk = Desk(SystemClock(), settings.address)
        self._post = Post(settings.address)

    def run(self, words: Sequence[str], speaker: Speaker) -> Status:
        """Carries out a line that the shell has split, and prints the answer."""
        return self._print(self._carry_out(words, speaker))

    def read(self, lines: Iterable[str], speaker: Speaker) -> None:
        """Carries out one command a line; each gets one answer."""
        for line in lines:
            try:
                words = split(line.rstrip("\n"))
            except Refusal as refusal:
                self._print(refused(refusal))
            else:
                self._print(self._carry_out(words, speaker))

    def _carry_out(self, words: Sequence[str], speaker: Speaker) -> Answer:
        with self._database.work() as work:
            answer = self._desk.said(work, words, speaker)
            mails = self._post.notices(answer.notices, [], self._desk.clock.now())
            work.outbox.put(mails)
        if mails:
            deliver_now(self._settings, self._database)
        return answer

    def _print(self, answer: Answer) -> Status:
        text = views.text(answer.said)
        if self._as_json:
            print(json.dumps({"ok": answer.ok, "text": text, "data": answer.data}), flush=True)
        else:
            print(text, flush=True)
        return answer.status
