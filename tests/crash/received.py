"""The mails that a server sent in the end: every answer, at times more than once."""

import email
import email.policy
import random
import time
from collections import defaultdict

from tests.support.smtp_sink import Sink

IDLE_SECONDS = 1.0


class Unsteady(Sink):
    """Hangs up in DATA now and then, before or after it has stored the mail."""

    def __init__(self, seed):
        super().__init__(END=self._take)
        self.hang_ups = 0.02
        self._chance = random.Random(seed)
        self._last = time.monotonic()

    def _take(self, _recipient):
        self._last = time.monotonic()
        if self._chance.random() >= self.hang_ups:
            return None
        return self._chance.choice(["cut", "lost"])

    def is_idle(self):
        """Returns True if no mail has come for a while."""
        return time.monotonic() > self._last + IDLE_SECONDS


class Received:
    """The received mails by Message-ID."""

    def __init__(self, mails):
        self.by_id = defaultdict(set)
        self.count = len(mails)
        self._answers = defaultdict(set)
        self._notices = defaultdict(set)
        for mail in mails:
            self._sort(*mail)

    def _sort(self, sender, recipient, content):
        read = email.message_from_bytes(content, policy=email.policy.default)
        id = read["Message-ID"]
        self.by_id[id].add((sender, recipient, content))
        if read["Auto-Submitted"] == "auto-replied":
            self._answers[read["In-Reply-To"], recipient].add(id)
        else:
            text = read.get_body(("plain",)).get_content()
            for word in {word for word in text.split() if word.startswith("nonce")}:
                self._notices[word, recipient].add(id)

    def check_doubles(self):
        """Asserts that repeated mails are identical."""
        assert [id for id, seen in self.by_id.items() if len(seen) > 1] == []

    def check_answered(self, mail):
        """Asserts that the sender, and the opponent if any, got one mail each."""
        answers = self._answers[mail.id, mail.sender]
        assert len(answers) == 1, (mail.content, [self.by_id[id] for id in answers])
        if mail.opponent:
            assert len(self._notices[mail.nonce, mail.opponent]) == 1, mail.id

    def told(self):
        """Returns the number of mails."""
        return f"{len(self.by_id)} mails out, {self.count - len(self.by_id)} of them again"
