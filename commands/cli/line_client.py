"""The usual way of a line typed in the shell: the running server runs it.

It loads next to nothing: that takes ten times as long as the line.
"""

import os
import sys
from _socket import AF_UNIX, SO_PEERCRED, SOCK_STREAM, SOL_SOCKET, socket
from io import BytesIO, TextIOWrapper

from commands.cli.server.receive_client import ANSWER_SECONDS, PIECE_BYTES
from commands.system import piped_mail
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
        (piped_mail.VERSION, __version__),
        *settings,
        *((piped_mail.WORD, word) for word in words),
    ]
    values += [(piped_mail.AS_JSON, "")] if as_json else []
    outcome, text = _ask(folder, values)
    if outcome == piped_mail.INPUT:
        content = sys.stdin.buffer.read()
        sys.stdin = TextIOWrapper(BytesIO(content))  # it may have to be read once more
        outcome, text = _ask(folder, [*values, (piped_mail.READ, "")], content)
    if outcome == piped_mail.ELSEWHERE:
        return None
    print(text, flush=True)
    return int(outcome)


def _settings() -> piped_mail.Values | None:
    """Returns what this program's settings are read from; None if that can't be read."""
    found = [
        (name, value)
        for name, value in os.environ.items()
        if name.upper().startswith(PREFIX) or name == CREDENTIALS
    ]
    if os.path.lexists(SETTINGS_FILE):
        try:
            found.append((SETTINGS_FILE, read_settings_file().decode(*piped_mail.TEXT)))
        except (OSError, ValueError, UsageError):
            return None
    return None if any("\0" in value for _, value in found) else found  # it separates values


def _ask(folder: str, values: piped_mail.Values, content: bytes = b"") -> tuple[str, str]:
    """Returns the outcome of a line and what is to be printed; raises NotAllowedError."""
    connection = socket(AF_UNIX, SOCK_STREAM)
    try:
        connection.settimeout(ANSWER_SECONDS)
        try:
            connection.connect(f"{folder}/{piped_mail.SOCKET_NAME}")
            if not _is_own(connection, folder):
                return piped_mail.ELSEWHERE, ""
        except OSError:  # no socket, or nobody listens
            return piped_mail.ELSEWHERE, ""
        answer = _exchange(connection, piped_mail.LINE + piped_mail.encode(values, content))
    finally:
        connection.close()
    if not answer.startswith(piped_mail.BEGUN):
        return piped_mail.ELSEWHERE, ""
    found = piped_mail.read_answer(answer.removeprefix(piped_mail.BEGUN))
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
