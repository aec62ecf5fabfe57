"""Several senders at once, who repeat every mail that wasn't accepted."""

import queue
import random
import smtplib
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

CONNECTIONS = 6
HANG_UPS = 0.05
"""The share of mails whose senders hang up before they are accepted."""


@dataclass
class Chain:
    """Mails of which each is sent after the one before was accepted."""

    mails: list
    check: object
    """Returns True if, in a unit of work, all of them were executed."""
    sent: list = field(default_factory=list)

    @property
    def following(self):
        return self.mails[len(self.sent)]

    @property
    def is_done(self):
        return len(self.sent) == len(self.mails)


class Senders:
    """Several connections at once; mails that aren't accepted are repeated, as by mail servers."""

    def __init__(self, chains, chance):
        self.ports = []
        """Functions that return the ports of servers, 0 while they don't listen."""
        self.accepted = 0
        self.refused = []
        self._left = len(chains)
        self._waiting = queue.Queue()
        self._changed = threading.Condition()
        self._chance = random.Random(chance.random())
        for chain in chance.sample(chains, len(chains)):
            self._waiting.put(chain)

    @property
    def done(self):
        return not self._left or bool(self.refused)

    def wait_for(self, accepted, seconds):
        """Waits until so many mails were accepted, or the time is over."""
        with self._changed:
            self._changed.wait_for(lambda: self.accepted >= accepted or self.done, seconds)

    @contextmanager
    def sending(self):
        stopping = threading.Event()
        threads = [threading.Thread(target=self._work, args=[stopping]) for _ in range(CONNECTIONS)]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            stopping.set()
            for thread in threads:
                thread.join()

    def _work(self, stopping):
        while not stopping.is_set():
            with suppress(OSError), self._connected() as client:
                while not stopping.is_set():
                    self._send_next(client)
            stopping.wait(0.05)  # no server yet: a little later

    def _connected(self):
        port = self._chance.choice(self.ports)()
        if not port:
            raise ConnectionRefusedError
        return smtplib.SMTP("127.0.0.1", port, local_hostname="client", timeout=20)

    def _send_next(self, client):
        try:
            chain = self._waiting.get(timeout=0.05)
        except queue.Empty:
            client.noop()
            return
        try:
            mail = chain.following
            if self._chance.random() < HANG_UPS:
                send_and_hang_up(client, mail.sender, mail.recipient, on_the_wire(mail.content))
            client.sendmail(mail.sender, [mail.recipient], on_the_wire(mail.content))
            self._accept(chain, mail)
        except (smtplib.SMTPDataError, smtplib.SMTPRecipientsRefused) as error:
            self._refuse(mail, str(error))
        finally:
            if not chain.is_done:
                self._waiting.put(chain)

    def _refuse(self, mail, said):
        """Records a refusal: 4yz is expected while the server fails; 5yz would lose the mail."""
        if "(4" not in said:
            self.refused.append((mail.id, said))

    def _accept(self, chain, mail):
        chain.sent.append(mail)
        with self._changed:
            self.accepted += 1
            self._left -= chain.is_done
            self._changed.notify_all()


def on_the_wire(content):
    """Returns the same bytes at each try, as an MTA does."""
    return content.replace(b"\n", b"\r\n")


def send_and_hang_up(client, sender, recipient, content):
    """Hangs up after DATA: the mail may still be executed, and is sent again."""
    client.mail(sender)
    client.rcpt(recipient)
    client.docmd("DATA")
    client.send(content + b".\r\n")
    client.close()
    raise ConnectionAbortedError
