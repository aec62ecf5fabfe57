"""Players who reply to the mails that they get, each time with one of the legal moves in it."""

import queue
import random
import smtplib
import threading
import time
from collections import Counter, defaultdict
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from email.utils import formatdate
from itertools import count

from tests.crash.load import HANG_UPS, on_the_wire, send_and_hang_up
from tests.crash.nodes.letters import read_letter
from tests.support.site import simple_mail
from tests.support.smtp_sink import Sink

CONNECTIONS = 10
CLIENTS = {"smtp": smtplib.SMTP, "lmtp": smtplib.LMTP}
TIMEOUT_SECONDS = 30


@dataclass(frozen=True)
class Move:
    """A reply with a move, which is repeated until it is accepted."""

    id: str
    sender: str
    recipient: str
    content: bytes
    board: str
    ply: int
    """The number of the move."""
    move: str
    nonce: str


class Inbox(Sink):
    """The mail server of all players."""

    def __init__(self, on_letter):
        super().__init__()
        self.letters = []
        self._on_letter = on_letter

    async def accept(self, _sender, recipient, content):
        letter = read_letter(time.time(), recipient, content)
        self.letters.append(letter)
        self._on_letter(letter)


class Players:
    """All players: their mail server, and the connections over which they send replies."""

    def __init__(self, seed):
        self.inbox = Inbox(self._read)
        self.doors = []
        """Functions that return protocol and port of a node, port 0 while it doesn't listen."""
        self.accepted = []
        self.accepted_by = Counter()
        self.refused = []
        self.idle_boards = frozenset()
        """Boards on which nobody moves."""
        self.takes_turns = False
        self._chance = random.Random(seed)
        self._asked = defaultdict(int)
        """The last move for which a player was asked, by board."""
        self._waiting = queue.Queue()
        self._unread = []
        self._open = 0
        self._numbers = count(1)
        self._changed = threading.Condition()

    def begin(self):
        """Lets players reply, also to the mails that they have."""
        with self._changed:
            self.takes_turns = True
            unread, self._unread = self._unread, []
        for letter in unread:
            self._reply(letter)

    def end(self):
        """Lets players reply to no further mails."""
        self.takes_turns = False

    @property
    def is_idle(self):
        """True if all replies were accepted."""
        return not self._open

    def wait_for(self, accepted, seconds):
        """Waits until so many replies were accepted, or the time is over."""
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

    def _read(self, letter):
        if not self.takes_turns:
            self._unread.append(letter)
        else:
            self._reply(letter)

    def _reply(self, letter):
        """Puts a move into the queue if this mail asks its reader for one, for the first time."""
        is_asked = letter.recipient == f"{letter.to_move}@example.org" and letter.legal
        if not is_asked or letter.board in self.idle_boards:
            return
        with self._changed:
            if self._asked[letter.board] >= letter.ply:
                return
            self._asked[letter.board] = letter.ply
            self._open += 1
        self._waiting.put(self._written(letter))

    def _written(self, letter):
        move, number = self._chance.choice(letter.legal), next(self._numbers)
        nonce, id = f"nonce{number}", f"<{number}@players>"
        body = f"{move}\n\n{nonce}\n"
        # dated, as Postfix dates a mail that isn't whenever it comes: the copies would differ
        headers = {"Message_ID": id, "Date": formatdate()}
        content = simple_mail(letter.recipient, "Re: a board", body, **headers)
        where = letter.recipient, letter.reply_to, on_the_wire(content)
        return Move(id, *where, letter.board, letter.ply, move, nonce)

    def _send(self, stopping):
        while not stopping.is_set():
            protocol, port = self._chance.choice(self.doors)()
            with suppress(OSError), _connected(protocol, port) as client:
                for _ in range(self._chance.randint(1, 20)):
                    self._send_next(client, protocol)
            stopping.wait(0.02)  # no node there: a little later

    def _send_next(self, client, protocol):
        try:
            move = self._waiting.get(timeout=0.2)
        except queue.Empty:
            client.noop()
            return
        try:
            if self._chance.random() < HANG_UPS:
                send_and_hang_up(client, move.sender, move.recipient, move.content)
            client.sendmail(move.sender, [move.recipient], move.content)
        except smtplib.SMTPResponseException as error:
            self._put_off(move, error.smtp_code, error.smtp_error)
        except smtplib.SMTPRecipientsRefused as error:
            self._put_off(move, *error.recipients[move.recipient])
        except OSError:
            self._waiting.put(move)
            raise
        else:
            self._accept(move, protocol)

    def _put_off(self, move, code, text):
        """Repeats a mail that was refused for now; one refused for good is an error."""
        if not 400 <= code < 500 and code != -1:
            self.refused.append((move.id, code, text))
        self._waiting.put(move)
        time.sleep(0.1)  # as a mail server does, which waits longer

    def _accept(self, move, protocol):
        with self._changed:
            self.accepted.append(move)
            self.accepted_by[protocol] += 1
            self._open -= 1
            self._changed.notify_all()


def _connected(protocol, port):
    if not port:
        raise ConnectionRefusedError
    client = CLIENTS[protocol]
    return client("127.0.0.1", port, local_hostname="client", timeout=TIMEOUT_SECONDS)
