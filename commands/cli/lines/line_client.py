"""Sends a typed line to the running server. This is the usual way to run a line from the shell.

This module imports almost nothing, because the imports of a command take ten times as long as
running the line.
"""

import os
import sys
from _socket import AF_UNIX, SO_PEERCRED, SOCK_STREAM, SOL_SOCKET, socket
from io import BytesIO, TextIOWrapper

from commands.cli.server.receive_client import ANSWER_SECONDS, PIECE_BYTES
from commands.system import local_socket_protocol as protocol
from commands.system.data_folder import CREDENTIALS, PREFIX, find_data_folder
from commands.system.settings_file import SETTINGS_FILE, read_settings_file
from pbm import __version__
from pbm.errors import NotAllowedError, UsageError

UNKNOWN = """\
The server didn't answer, so pbm can't tell whether it ran this line. Check before you try again."""


def run_on_server(words: list[str], *, as_json: bool) -> int | None:
    """Sends a line to the running server, prints the answer and returns the exit status.

    Returns None if this program must run the line itself. The server has then done nothing.

    Raises NotAllowedError if it is unknown whether the server ran the line.
    """
    folder, settings = find_data_folder(), _settings()
    if folder is None or settings is None:
        return None
    values = [
        (protocol.VERSION, __version__),
        *settings,
        *((protocol.WORD, word) for word in words),
    ]
    values += [(protocol.AS_JSON, "")] if as_json else []
    outcome, text = _ask(folder, values)
    if outcome == protocol.INPUT:
        content = sys.stdin.buffer.read()
        # If the server can't run the line, this program reads the input again.
        sys.stdin = TextIOWrapper(BytesIO(content))
        outcome, text = _ask(folder, [*values, (protocol.READ, "")], content)
    if outcome == protocol.ELSEWHERE:
        return None
    print(text, flush=True)
    return int(outcome)


def _settings() -> protocol.Values | None:
    """Returns the sources of this program's settings. The server checks that it uses the same.

    Returns None if a source can't be read.
    """
    values = [
        (name, value)
        for name, value in os.environ.items()
        if name.upper().startswith(PREFIX) or name == CREDENTIALS
    ]
    if os.path.lexists(SETTINGS_FILE):
        try:
            values.append((SETTINGS_FILE, read_settings_file().decode(*protocol.TEXT)))
        except (OSError, ValueError, UsageError):
            return None
    # The request separates values by NUL.
    return None if any("\0" in value for _, value in values) else values


def _ask(folder: str, values: protocol.Values, content: bytes = b"") -> tuple[str, str]:
    """Returns the outcome of a line and the text to print.

    Raises NotAllowedError if the server took the line but didn't answer.
    """
    connection = socket(AF_UNIX, SOCK_STREAM)
    try:
        connection.settimeout(ANSWER_SECONDS)
        try:
            connection.connect(f"{folder}/{protocol.SOCKET_NAME}")
            if not _is_own(connection, folder):
                return protocol.ELSEWHERE, ""
        except OSError:  # There is no socket, or no server listens.
            return protocol.ELSEWHERE, ""
        answer = _exchange(connection, protocol.LINE + protocol.encode(values, content))
    finally:
        connection.close()
    if not answer.startswith(protocol.BEGUN):
        return protocol.ELSEWHERE, ""
    outcome = protocol.read_answer(answer.removeprefix(protocol.BEGUN))
    if not outcome:
        raise NotAllowedError(UNKNOWN)
    return outcome


def _is_own(connection: socket, folder: str) -> bool:
    """Whether the server runs as this user or as root.

    If this user is root, the server may also run as the owner of the data folder.
    """
    credentials = connection.getsockopt(SOL_SOCKET, SO_PEERCRED, 12)
    user = int.from_bytes(credentials[4:8], sys.byteorder)
    return user in (0, os.geteuid() or os.stat(folder).st_uid)  # noqa: PTH116 - as above


def _exchange(connection: socket, request: bytes) -> bytes:
    """Sends a request and returns the server's answer.

    Raises NotAllowedError if the server doesn't answer in time.
    """
    answer = b""
    try:
        connection.sendall(request)
        while piece := connection.recv(PIECE_BYTES):
            answer += piece
    except ConnectionError:  # The server has exited.
        pass
    except TimeoutError:  # The server may still run the line.
        raise NotAllowedError(UNKNOWN) from None
    return answer
