"""A real server to which something happens, and what its players and its admin see of that."""

import email
import email.policy
import json
import re
import smtplib
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import Counter
from contextlib import suppress
from itertools import count

from tests.support.server_process import Server
from tests.support.site import PLAYERS, simple_mail
from tests.support.smtp_sink import wait_for

ADMIN = "admin@example.org"
TICK_SECONDS = 2
SECONDS = 60
"""The longest time until all is well again."""
MAIL_SECONDS = 8
"""The time that a client waits for a reply."""
SERVE = (
    "import commands.server.supervisor as supervisor; supervisor.TICK_SECONDS = {}; "
    "from commands.__main__ import main; main()"
)
ALICE, BOB = (PLAYERS[name][1] for name in ("alice", "bob"))
NONCE = re.compile(r"nonce\d+")
EVENT = re.compile(r"level='(?:warning|error)' event='([^']*)'")


class QuickServer(Server):
    """A server that ticks every few seconds."""

    def launch(self):
        with self.log_file.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", SERVE.format(TICK_SECONDS), "serve"],
                cwd=self.folder,
                env=self.environment,
                stderr=log,
                start_new_session=True,
            )


class Trial:
    """Mails with unique words to a server; each that was accepted must act exactly once."""

    def __init__(self, folder, relay, **settings):
        usual = {"relay": f"smtp://127.0.0.1:{relay.port}", "admin": ADMIN}
        self.metrics_port = _free_port()
        usual["metrics"] = f"127.0.0.1:{self.metrics_port}"
        limits = {"messages_per_day": 1000, "answers_per_hour": 1000, "notices_per_hour": 1000}
        self.server = QuickServer(folder, **usual | limits | settings)
        self.relay = relay
        self.numbers = count(1)
        self.waiting = {}
        """The contents of mails that weren't accepted yet, by their unique words."""
        self.accepted = set()
        self.log_begins = 0

    def start(self):
        self.server.start()
        for name in ("alice", "bob"):
            self.server.send(name, f"signup {name} PASSWORD")
        self.server.send("alice", "knightpanic challenge alice bob")
        wait_for(lambda: len(self.relay.mails) >= 4, "the mails of the start", SECONDS)
        self.send(2)
        wait_for(self._all_arrived, "the first mails", SECONDS)

    def write(self):
        """Returns the unique word of a new mail, and has it wait to be sent."""
        nonce = f"nonce{next(self.numbers)}"
        line = f"knightpanic chat 101 alice {PLAYERS['alice'][0]}"
        content = simple_mail(ALICE, line, f"{nonce}\n", Message_ID=f"<{nonce}@load.test>")
        self.waiting[nonce] = content
        return nonce

    def send(self, number):
        """Sends new mails; returns the replies with their numbers of times."""
        return Counter(self._try(self.write()) for _ in range(number))

    def _try(self, nonce):
        """Sends a waiting mail; returns the reply, without what differs each time."""
        try:
            with smtplib.SMTP("127.0.0.1", self.server.port, timeout=MAIL_SECONDS) as client:
                client.sendmail(ALICE, ["pbm@example.net"], self.waiting[nonce])
        except smtplib.SMTPResponseException as error:
            text = error.smtp_error.decode()
            return f"{error.smtp_code} {re.sub('reference [0-9a-f]+', 'reference', text)}"
        except (OSError, smtplib.SMTPException) as error:
            return "no answer" if isinstance(error, TimeoutError) else type(error).__name__
        self.accepted.add(nonce)
        del self.waiting[nonce]
        return "250"

    def begin(self):
        """Looks from here on for what the log and the mails say."""
        self.log_begins = len(self.server.log())
        self.mails_before = len(self.relay.mails)

    def events(self):
        """Returns the warnings and errors in the log, each once."""
        return list(dict.fromkeys(EVENT.findall(self.server.log()[self.log_begins :])))

    def wait_for_event(self, event):
        wait_for(lambda: event in self.server.log()[self.log_begins :], f"'{event}'", SECONDS)

    def told(self):
        """Returns the sentences with which mails to the admin begin."""
        parser = email.message_from_bytes
        mails = [mail[2] for mail in self.relay.mails[self.mails_before :] if mail[1] == ADMIN]
        parsed = [parser(content, policy=email.policy.default) for content in mails]
        texts = [mail.get_body(("plain",)).get_content() for mail in parsed]
        return [" ".join(text.split()).partition(". ")[0] for text in texts]

    def status(self):
        """Returns the exit status of `pbm status`, and the problems that it shows."""
        process = self.server.shell("status", "--json")
        out, _ = process.communicate(timeout=SECONDS)
        with suppress(ValueError):
            names = [each["name"].partition(" ")[0] for each in json.loads(out)["problems"]]
            return f"{process.returncode} {', '.join(names) or 'no problems'}"
        return f"{process.returncode} can't be shown"

    def probe(self, path):
        """Returns the HTTP status of `/readyz` or `/livez`; nothing if this pbm has neither."""
        try:
            with urllib.request.urlopen(
                f"http://127.0.0.1:{self.metrics_port}/{path}", timeout=MAIL_SECONDS
            ) as answer:
                return f"{answer.status}"
        except urllib.error.HTTPError as error:
            return f"{error.code} {' '.join(error.read().decode().split())[:150]}"
        except OSError as error:
            return type(error).__name__

    def recover(self):
        """Sends all again until it is accepted; returns what was lost or came twice."""
        deadline = time.monotonic() + SECONDS
        while self.waiting and time.monotonic() < deadline:
            if self.server.process.poll() is not None:
                self.server.start()
            for nonce in list(self.waiting):
                self._try(nonce)
            time.sleep(0.5)
        if self.waiting:
            return f"{len(self.waiting)} mails are still refused"
        with suppress(AssertionError):
            wait_for(self._all_arrived, "all mails", SECONDS)
        return self._differences()

    def _arrived(self):
        """Returns the ids of the mails to bob by their unique words; a repeat has the same id."""
        found = {nonce: set() for nonce in self.accepted}
        for _, recipient, content in list(self.relay.mails):
            if recipient == BOB:
                mail = email.message_from_bytes(content, policy=email.policy.default)
                text = mail.get_body(("plain",)).get_content()
                for nonce in set(NONCE.findall(text)):
                    found.setdefault(nonce, set()).add(mail["Message-ID"])
        return found

    def _all_arrived(self):
        return all(self._arrived().values())

    def _differences(self):
        arrived = self._arrived()
        lost = [nonce for nonce in self.accepted if not arrived[nonce]]
        doubled = [nonce for nonce, ids in arrived.items() if len(ids) > 1]
        return f"{len(lost)} lost, {len(doubled)} doubled" if lost or doubled else ""


def _free_port():
    with socket.create_server(("127.0.0.1", 0)) as found:
        return found.getsockname()[1]
