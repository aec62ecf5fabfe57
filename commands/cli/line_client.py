"""The usual way of a line typed in the shell: the running server runs it.

It loads next to nothing: that takes ten times as long as the line.
"""

import os
import sys
from _socket import AF_UNIX, SO_PEERCRED, SOCK_STREAM, SOL_SOCKET, socket
from io import BytesIO, TextIOWrapper

from commands.cli.server.receive_client import ANSWER_SECONDS, PIECE_BYTES
from commands.system import local_requests
from commands.system.data_folder import CREDENTIALS, PREFIX, find_data_folder
from commands.system.settings_file import SETTINGS_FILE, read_settings_file
from pbm import __version__
from pbm.errors import NotAllowedError, UsageError

UNKNOWN = """\
The server took this line and hasn't answered, so it is unknown whether it was done. Look at what is
stored before you try again."""


def run_on_server(words: list[str], *, as_json: bool) -> int | None:
    """Has the running server run a line, and prints its answer; returns the exit status.

    Returns None if this program must run it: then nothing was done. Raises NotAllowedError if
    nobody knows what was done.
    """
    folder, settings = find_data_folder(), _settings()
    if folder is None or settings is None:
        return None
    values = [
        (local_requests.VERSION, __version__),
        *settings,
        *((local_requests.WORD, word) for word in words),
    ]
    values += [(local_requests.AS_JSON, "")] if as_json else []
    outcome, text = _ask(folder, values)
    if outcome == local_requests.INPUT:
        content = sys.stdin.buffer.read()
        sys.stdin = TextIOWrapper(BytesIO(content))  # it may have to be read once more
        outcome, text = _ask(folder, [*values, (local_requests.READ, "")], content)
    if outcome == local_requests.ELSEWHERE:
        return None
    print(text, flush=True)
    return int(outcome)


def _settings() -> local_requests.Values | None:
    """Returns what this program's settings are read from; None if that can't be read."""
    found = [
        (name, value)
        for name, value in os.environ.items()
        if name.upper().startswith(PREFIX) or name == CREDENTIALS
    ]
    if os.path.lexists(SETTINGS_FILE):
        try:
            found.append((SETTINGS_FILE, read_settings_file().decode(*local_requests.TEXT)))
        except (OSError, ValueError, UsageError):
            return None
    return None if any("\0" in value for _, value in found) else found  # it separates values


def _ask(folder: str, values: local_requests.Values, content: bytes = b"") -> tuple[str, str]:
    """Returns the outcome of a line and what is to be printed; raises NotAllowedError."""
    connection = socket(AF_UNIX, SOCK_STREAM)
    try:
        connection.settimeout(ANSWER_SECONDS)
        try:
            connection.connect(f"{folder}/{local_requests.SOCKET_NAME}")
            if not _is_own(connection, folder):
                return local_requests.ELSEWHERE, ""
        except OSError:  # no socket, or nobody listens
            return local_requests.ELSEWHERE, ""
        answer = _exchange(connection, local_requests.LINE + local_requests.encode(values, content))
    finally:
        connection.close()
    if not answer.startswith(local_requests.BEGUN):
        return local_requests.ELSEWHERE, ""
    found = local_requests.read_answer(answer.removeprefix(local_requests.BEGUN))
    if not found:
        raise NotAllowedError(UNKNOWN)
    return found


def _is_own(connection: socket, folder: str) -> bool:
    """Returns True if the server is this user's or root's; for root, the data folder's owner's."""
    credentials = connection.getsockopt(SOL_SOCKET, SO_PEERCRED, 12)
    user = int.from_bytes(credentials[4:8], sys.byteorder)
    return user in (0, os.geteuid() or os.stat(folder).st_uid)  # noqa: PTH116 - as above


def _exchange(connection: socket, request: bytes) -> bytes:
    """Returns what the server answers until it ends the connection; raises NotAllowedError."""
    answer = b""
    try:
        connection.sendall(request)
        while piece := connection.recv(PIECE_BYTES):
            answer += piece
    except ConnectionError:  # the server has ended
        pass
    except TimeoutError:  # it may still begin
        raise NotAllowedError(UNKNOWN) from None
    return answer
