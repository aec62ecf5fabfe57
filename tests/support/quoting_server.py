"""An IMAP server that refuses each login, and quotes all that it was sent."""

import socket
import threading
from contextlib import contextmanager


@contextmanager
def quoting_server(capabilities):
    """Yields the port of a server that offers these capabilities."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        work = threading.Thread(target=_serve, args=(listener, capabilities))
        work.start()
        yield listener.getsockname()[1]
        work.join()


def _serve(listener, capabilities):
    client, _ = listener.accept()
    with client, client.makefile("rwb", buffering=0) as stream:
        stream.write(b"* OK ready\r\n")
        for line in stream:
            tag, _, command = line.decode().strip().partition(" ")
            if command == "CAPABILITY":
                answer = f"* CAPABILITY IMAP4rev1 {capabilities}\r\n{tag} OK done\r\n"
            else:
                if command.startswith("AUTHENTICATE"):
                    stream.write(b"+ \r\n")
                    command = stream.readline().decode().strip()
                answer = f"{tag} NO what is {command}?\r\n"
            stream.write(answer.encode())
