"""The usual way of `pbm receive`: hands the mail to the running server, and loads next to nothing.

A mail server starts it for each mail: loading all of pbm would take fifty times as long.
"""

import sys
from _socket import AF_UNIX, SOCK_STREAM, socket  # `socket` takes longer to load than all the rest

from commands.system.data_folder import find_data_folder
from commands.system.local_requests import SOCKET_NAME, STORED, encode, values_of
from mail import MAX_MAIL_BYTES

EX_TEMPFAIL = 75
"""From sysexits.h."""
REFUSED = "pbm can't take this mail now ({}); it must be tried again."
ANSWER_SECONDS = 300
"""The time for the server's answer; a mail that is stored after it acts once, too."""
PIECE_BYTES = 64 * 1024
OPTIONS = ("--from", "--to")


class NotTaken(Exception):
    """The server hasn't taken the mail, or nobody knows; it must come again."""


def receive_quickly(words: list[str]) -> int | None:
    """Hands the mail to the server; returns the exit status, or None if all of pbm is needed."""
    folder, given = find_data_folder(), _read_options(words)
    if folder is None or given is None:
        return None
    senders, recipients = given
    try:
        return 0 if hand_over(folder, senders[-1] if senders else None, recipients) else None
    except NotTaken as error:
        return ask_again(REFUSED.format(error))


def ask_again(sentence: str) -> int:
    """Returns EX_TEMPFAIL, with a sentence on standard error if that can be written."""
    try:
        print(sentence, file=sys.stderr, flush=True)
    except OSError:
        sys.stderr = None  # its unwritten rest would change the exit status
    return EX_TEMPFAIL


def hand_over(folder: str, sender: str | None, recipients: list[str]) -> bool:
    """Hands the mail at standard input to the server of a data folder.

    Returns False if none runs, before anything is read. Raises NotTaken.
    """
    connection = socket(AF_UNIX, SOCK_STREAM)
    try:
        return _hand_over(connection, f"{folder}/{SOCKET_NAME}", sender, recipients)
    finally:
        connection.close()


def _hand_over(connection: socket, path: str, sender: str | None, recipients: list[str]) -> bool:
    connection.settimeout(ANSWER_SECONDS)
    try:
        connection.connect(path)
    except (BlockingIOError, TimeoutError) as error:
        raise NotTaken("the server is busy") from error
    except OSError:  # no socket, or nobody listens
        return False
    try:
        connection.sendall(encode(values_of(sender, recipients), read_mail()))
        answer = _read_answer(connection)
    except Exception as error:  # whatever it is, the mail must come again
        raise NotTaken(type(error).__name__) from error
    if answer != STORED:
        raise NotTaken(answer.decode() or "the server has gone")
    return True


def read_mail() -> bytes:
    """Returns the mail at standard input, cut if it is too large.

    Reads all input, as a broken pipe counts as failure.
    """
    content = sys.stdin.buffer.read(MAX_MAIL_BYTES + 1)
    while sys.stdin.buffer.read(PIECE_BYTES):
        pass
    return content


def _read_answer(connection: socket) -> bytes:
    answer = b""
    while piece := connection.recv(PIECE_BYTES):
        answer += piece
    return answer


def _read_options(words: list[str]) -> tuple[list[str], list[str]] | None:
    """Returns the senders and the recipients; None for words that need an explanation."""
    values: dict[str, list[str]] = {name: [] for name in OPTIONS}
    rest = iter(words)
    for word in rest:
        name, is_joined, value = word.partition("=")
        following = value if is_joined else next(rest, None)
        if name not in OPTIONS or following is None:
            return None
        values[name].append(following)
    return values["--from"], values["--to"]
