"""A load of mails over plain sockets: a client small enough that the server is measured."""

import queue
import socket
import threading
import time
from dataclasses import dataclass, field
from itertools import cycle, islice

CONNECTIONS = 10


@dataclass
class Load:
    """The results of a load."""

    seconds: float
    latencies: list[float] = field(default_factory=list)
    """Seconds from connecting to the answer to DATA, for each mail that was taken."""
    refused: list[str] = field(default_factory=list)

    @property
    def rate(self):
        """Mails taken a second."""
        return len(self.latencies) / self.seconds

    def percentile(self, share):
        """Returns the milliseconds within which this share of the mails was answered."""
        ranked = sorted(self.latencies)
        return 1000 * ranked[min(int(share * len(ranked)), len(ranked) - 1)]


def send_all(port, mails, connections=CONNECTIONS):
    """Sends (sender, recipient, content) mails, each over its own connection."""
    return send_to_all([port], mails, connections)


def send_to_all(ports, mails, connections=CONNECTIONS):
    """Sends mails over so many connections at once, spread over several servers."""
    waiting = queue.Queue()
    for mail in mails:
        waiting.put(mail)
    load = Load(0)
    threads = [
        threading.Thread(target=_work, args=(port, waiting, load))
        for port in islice(cycle(ports), connections)
    ]
    started_game = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    load.seconds = time.perf_counter() - started_game
    return load


def _work(port, waiting, load):
    while True:
        try:
            mail = waiting.get_nowait()
        except queue.Empty:
            return
        started_game = time.perf_counter()
        try:
            answer = send(port, *mail)
        except OSError as error:
            answer = str(error).encode()
        if answer.startswith(b"250"):
            load.latencies.append(time.perf_counter() - started_game)
        else:
            load.refused.append(answer.decode(errors="replace"))


def send(port, sender, recipient, content):
    """Returns the answer to the mail, or to the step that was refused."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        _answer(connection)
        steps = (
            b"EHLO load.test",
            f"MAIL FROM:<{sender}>".encode(),
            f"RCPT TO:<{recipient}>".encode(),
        )
        for step in (*steps, b"DATA", content + b"\r\n."):
            connection.sendall(step + b"\r\n")
            answer = _answer(connection)
            if answer[:1] not in b"23":
                return answer
        connection.sendall(b"QUIT\r\n")
        return answer


def _answer(connection):
    """Returns the last line of an answer."""
    said = b""
    while not (said.endswith(b"\n") and said.splitlines()[-1][3:4] != b"-"):
        more = connection.recv(4096)
        if not more:
            return said or b"cut off"
        said += more
    return said.splitlines()[-1]
