"""Players who reply to the mails that they get, each time with one of the legal moves in it."""

import queue
import random
import re
import smtplib
import threading
import time
from collections import Counter, defaultdict
from contextlib import contextmanager
from dataclasses import dataclass
from email.utils import formatdate
from itertools import count

from tests.crash.boards import PASSWORD
from tests.crash.received import Inbox
from tests.support.site import ADDRESS, simple_mail

CONNECTIONS = 10
CLIENTS = {"smtp": smtplib.SMTP, "lmtp": smtplib.LMTP}
TIMEOUT_SECONDS = 30
HANG_UPS = 0.05
"""The share of mails whose senders hang up before they are accepted."""
PASSWORD_SHARE = CHAT_SHARE = 0.2
"""The shares of moves that come as commands with a password, and that a chat goes with."""


class HungUp(OSError):
    """The sender has hung up."""


@dataclass(frozen=True)
class Mail:
    """A mail to the server, repeated with the same bytes until it is accepted, as by an MTA."""

    id: str
    sender: str
    recipient: str
    content: bytes
    nonce: str = ""
    """A word that the opponent gets to read; empty if the mail brings its sender's answer alone."""
    board: str = ""
    ply: int = 0
    """The number of the move; 0 if it makes none."""
    move: str = ""


class Players:
    """All players: their mail server, and the connections over which they send mails."""

    def __init__(self, seed):
        self.inbox = Inbox(seed, self._read)
        self.doors = []
        """Functions that return protocol and port of a server, port 0 while it doesn't listen."""
        self.accepted = []
        self.accepted_by = Counter()
        self.refused = []
        self.replies = set()
        """All that mails were answered with, and errors of connections."""
        self.idle_boards = self.silent_boards = frozenset()
        """Boards on which nobody moves, and on which nobody chats."""
        self.takes_turns = False
        self._chance = random.Random(seed)
        self._asked = defaultdict(int)
        """The last move for which a player was asked, by board and admins' rollbacks of it."""
        self._acts = defaultdict(frozenset)
        """The rollbacks that a player knows of, by board and player."""
        self._waiting = queue.Queue()
        self._unread = []
        self._open = 0
        self._numbers = count(1)
        self._changed = threading.Condition()

    def sign_up(self, names):
        """Sends a mail for each of these new players."""
        for name in names:
            self._put(f"{name}@example.org", ADDRESS, f"signup {name} {PASSWORD}", "")

    def begin(self):
        """Lets players reply, also to the mails that they have."""
        with self._changed:
            self.takes_turns = True
            unread, self._unread = self._unread, []
        for mail in unread:
            self._reply(mail)

    def end(self):
        """Lets players reply to no further mails."""
        self.takes_turns = False

    @property
    def is_idle(self):
        """True if all mails were accepted."""
        return not self._open

    def wait_for(self, accepted, seconds):
        """Waits until so many mails were accepted, or the time is over."""
        with self._changed:
            self._changed.wait_for(lambda: len(self.accepted) >= accepted, seconds)

    @contextmanager
    def sending(self):
        stopping = threading.Event()
        threads = [threading.Thread(target=self._send, args=[stopping]) for _ in range(CONNECTIONS)]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            stopping.set()
            for thread in threads:
                thread.join()

    def _read(self, mail):
        if not self.takes_turns:
            self._unread.append(mail)
        else:
            self._reply(mail)

    def _reply(self, mail):
        """Answers this mail if it asks its reader for a move, for the first time."""
        self._acts[mail.board, mail.recipient] |= mail.acts
        is_asked = mail.recipient == f"{mail.to_move}@example.org" and mail.legal
        if not is_asked or mail.board in self.idle_boards:
            return
        with self._changed:
            key = mail.board, mail.recipient, self._acts[mail.board, mail.recipient]
            if self._asked[key] >= mail.ply:
                return
            self._asked[key] = mail.ply
        game, number = mail.board.split()
        move, said = self._chance.choice(mail.legal), {"board": mail.board}
        if self._chance.random() < CHAT_SHARE and mail.board not in self.silent_boards:
            line = f"{game} chat {number} {mail.to_move} {PASSWORD}"
            self._put(mail.recipient, ADDRESS, line, "", **said)
        said |= {"ply": mail.ply, "move": move}
        if self._chance.random() < PASSWORD_SHARE:
            line = f"{game} move {number} {mail.to_move} {PASSWORD} {move}#{mail.ply}"
            self._put(mail.recipient, ADDRESS, line, "", **said)
        else:
            self._put(mail.recipient, mail.reply_to, "Re: a board", move, **said)

    def _put(self, sender, recipient, subject, first, **said):
        """Writes a mail, which waits to be sent."""
        number = next(self._numbers)
        id, nonce = f"<{number}@players>", f"nonce{number}" if said else ""
        # dated, as Postfix dates a mail that isn't whenever it comes: the copies would differ
        headers = {"Message_ID": id, "Date": formatdate()}
        content = simple_mail(sender, subject, f"{first}\n\n{nonce}\n" if said else "", **headers)
        with self._changed:
            self._open += 1
        content = content.replace(b"\n", b"\r\n")
        self._waiting.put(Mail(id, sender, recipient, content, nonce, **said))

    def _send(self, stopping):
        while not stopping.is_set():
            protocol, port = self._chance.choice(self.doors)()
            try:
                with _connected(protocol, port) as client:
                    for _ in range(self._chance.randint(1, 20)):
                        self._send_next(client, protocol)
            except HungUp:
                pass
            except OSError as error:
                self.replies.add(type(error).__name__)
            stopping.wait(0.02)  # no server there: a little later

    def _send_next(self, client, protocol):
        try:
            mail = self._waiting.get(timeout=0.2)
        except queue.Empty:
            client.noop()
            return
        try:
            if self._chance.random() < HANG_UPS:
                _send_and_hang_up(client, mail)
            client.sendmail(mail.sender, [mail.recipient], mail.content)
        except smtplib.SMTPResponseException as error:
            self._put_off(mail, error.smtp_code, error.smtp_error)
        except smtplib.SMTPRecipientsRefused as error:
            self._put_off(mail, *error.recipients[mail.recipient])
        except OSError:
            self._waiting.put(mail)
            raise
        else:
            self._accept(mail, protocol)

    def _put_off(self, mail, code, text):
        """Repeats a mail that was refused for now; one refused for good is an error."""
        if not 400 <= code < 500 and code != -1:
            self.refused.append((mail.id, code, text))
        said = re.sub("reference [0-9a-f]+", "reference", text.decode())
        self.replies.add(f"{code} {said}")
        self._waiting.put(mail)
        time.sleep(0.1)  # as a mail server does, which waits longer

    def _accept(self, mail, protocol):
        with self._changed:
            self.replies.add("250")
            self.accepted.append(mail)
            self.accepted_by[protocol] += 1
            self._open -= 1
            self._changed.notify_all()


def _connected(protocol, port):
    if not port:
        raise ConnectionRefusedError
    client = CLIENTS[protocol]
    return client("127.0.0.1", port, local_hostname="client", timeout=TIMEOUT_SECONDS)


def _send_and_hang_up(client, mail):
    """Hangs up after DATA: the mail may still be executed, and is sent again."""
    client.mail(mail.sender)
    client.rcpt(mail.recipient)
    client.docmd("DATA")
    client.send(mail.content + b".\r\n")
    client.close()
    raise HungUp
