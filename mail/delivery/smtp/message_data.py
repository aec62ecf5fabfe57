"""Send the bytes of an email after DATA.

aiosmtplib's `data()` runs two regular expressions over the email, which take longer than all else
that it does. An email whose lines all end with CRLF, as ours do, doesn't need them.
"""

from aiosmtplib import SMTP, SMTPDataError, SMTPResponse, SMTPServerDisconnected, SMTPStatus

LINE_END = b"\r\n"


async def send_data(client: SMTP, message: bytes, seconds: float) -> SMTPResponse:
    """Sends DATA and the email; returns the reply, or raises SMTPDataError if it is refused."""
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
    """Returns True if every line, the last one too, ends with CRLF."""
    ends = message.count(LINE_END)
    return ends == message.count(b"\n") == message.count(b"\r") and message.endswith(LINE_END)


def _with_end(message: bytes) -> bytes:
    """Returns the email with the lone dot that ends it, and another dot at each line with one."""
    lines = message.replace(b"\r\n.", b"\r\n..")
    return b"%b%b.\r\n" % (b"." if lines.startswith(b".") else b"", lines)
