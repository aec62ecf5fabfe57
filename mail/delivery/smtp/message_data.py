"""Send the bytes of an email after DATA.

aiosmtplib's `data()` runs two regular expressions over the email, and spends most of its time on
them. They are only needed for line ends other than CRLF, and pbm writes CRLF.
"""

from aiosmtplib import SMTP, SMTPDataError, SMTPResponse, SMTPServerDisconnected, SMTPStatus

LINE_END = b"\r\n"


async def send_data(client: SMTP, message: bytes, seconds: float) -> SMTPResponse:
    """Sends DATA and the email.

    Returns the reply. Raises SMTPDataError if the server refuses it.
    """
    if not _has_right_ends(message):
        return await client.data(message, timeout=seconds)
    begun = await client.execute_command(b"DATA", timeout=seconds)
    if begun.code != SMTPStatus.start_input:
        raise SMTPDataError(*begun)
    if client.protocol is None:
        raise SMTPServerDisconnected("Connection lost")
    client.protocol.write(_with_end(message))
    reply = await client.protocol.read_response(timeout=seconds)
    if reply.code != SMTPStatus.completed:
        raise SMTPDataError(*reply)
    return reply


def _has_right_ends(message: bytes) -> bool:
    """Whether every line, including the last, ends with CRLF."""
    ends = message.count(LINE_END)
    return ends == message.count(b"\n") == message.count(b"\r") and message.endswith(LINE_END)


def _with_end(message: bytes) -> bytes:
    """Returns the email with leading dots doubled, and with the single dot that ends it."""
    lines = message.replace(b"\r\n.", b"\r\n..")
    return b"%b%b.\r\n" % (b"." if lines.startswith(b".") else b"", lines)
