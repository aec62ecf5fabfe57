"""Passes the email of `pbm receive` to the running server.

This module imports almost nothing.

A mail server starts the program for each email. Loading all of pbm would take fifty times as long.
"""

import sys
from _socket import AF_UNIX, SOCK_STREAM, socket  # `socket` is slow to load

from commands.system.data_folder import find_data_folder
from commands.system.local_socket_protocol import SOCKET_NAME, STORED, encode, values_of
from mail import MAX_MAIL_BYTES

EX_TEMPFAIL = 75
"""The exit status in sysexits.h that makes a mail server try again."""
REFUSED = "pbm can't accept this email right now ({}). Please try again later."
ANSWER_SECONDS = 300
"""Maximum seconds to wait for the server's answer. If the server stores the email later, the
repeated one has no further effect.
"""
PIECE_BYTES = 64 * 1024
OPTIONS = ("--from", "--to")


class NotTaken(Exception):
    """The server hasn't taken the email, or it is unknown whether it has.

    The mail server must send it again.
    """


def receive_quickly(words: list[str]) -> int | None:
    """Passes the email to the running server and returns the exit status.

    Returns None if the whole program must be loaded to handle it.
    """
    folder, envelope = find_data_folder(), _read_options(words)
    if folder is None or envelope is None:
        return None
    senders, recipients = envelope
    try:
        return 0 if hand_over(folder, senders[-1] if senders else None, recipients) else None
    except NotTaken as error:
        return ask_again(REFUSED.format(error))


def ask_again(sentence: str) -> int:
    """Returns EX_TEMPFAIL after printing a sentence on standard error, if possible."""
    try:
        print(sentence, file=sys.stderr, flush=True)
    except OSError:
        sys.stderr = None  # Otherwise, flushing it at exit would fail and change the exit status.
    return EX_TEMPFAIL


def hand_over(folder: str, sender: str | None, recipients: list[str]) -> bool:
    """Passes the email on standard input to the server of a data folder.

    Returns False if no server runs. Standard input hasn't been read in that case.

    Raises NotTaken if the server doesn't confirm that it stored the email.
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
    except OSError:  # There is no socket, or no server listens.
        return False
    try:
        connection.sendall(encode(values_of(sender, recipients), read_mail()))
        answer = _read_answer(connection)
    except Exception as error:  # Whatever the error is, the mail server must try again.
        raise NotTaken(type(error).__name__) from error
    if answer != STORED:
        raise NotTaken(answer.decode() or "the server has stopped")
    return True


def read_mail() -> bytes:
    """Returns the email on standard input, truncated if it is too large."""
    content = sys.stdin.buffer.read(MAX_MAIL_BYTES + 1)
    # Read the rest, too, because the mail server would treat a broken pipe as a failure.
    while sys.stdin.buffer.read(PIECE_BYTES):
        pass
    return content


def _read_answer(connection: socket) -> bytes:
    answer = b""
    while piece := connection.recv(PIECE_BYTES):
        answer += piece
    return answer


def _read_options(words: list[str]) -> tuple[list[str], list[str]] | None:
    """Returns the senders and the recipients from the options.

    Returns None if there are other arguments, because only the full parser can handle them.
    """
    values: dict[str, list[str]] = {name: [] for name in OPTIONS}
    rest = iter(words)
    for word in rest:
        name, is_joined, value = word.partition("=")
        following = value if is_joined else next(rest, None)
        if name not in OPTIONS or following is None:
            return None
        values[name].append(following)
    return values["--from"], values["--to"]
