"""The doors at which mail arrives by SMTP and LMTP: a thin asynchronous skin around a receiver."""

from mail.smtp.limits import Limits
from mail.smtp.listen_addresses import Place, TcpPort, UnixSocket, read_place
from mail.smtp.receiver import Again, Busy, Receiver
from mail.smtp.server import SmtpServer
from mail.smtp.tls import Certificate

__all__ = [
    "Again",
    "Busy",
    "Certificate",
    "Limits",
    "Place",
    "Receiver",
    "SmtpServer",
    "TcpPort",
    "UnixSocket",
    "read_place",
]
