"""Forwards email for postmaster and abuse to the admin.

It is never read as commands or answered. It is attached to an email of our own, because an email
forwarded under its author's name would fail SPF and DMARC. Email above the limits is deferred: its
sender tries again, so nothing that was accepted is lost.
"""

import base64
import re
from collections.abc import Sequence
from dataclasses import dataclass

from commands.content.messages import FileMessage
from commands.content.response import Notification
from commands.context.services import Services
from commands.outbound.mailer import Mailer
from commands.players.reserved_addresses import RoleAddresses
from commands.security.keys.key_ring import KeyRing
from commands.security.rate_limiter import Limiter
from commands.security.rate_limits import LimitKind
from commands.security.tokens import without_subaddress
from commands.system.stored_types import UnitOfWork
from mail.composing.mime_parts import encoding_of
from mail.reading.automatic.automatic_mail import LOOP_HEADER
from mail.reading.incoming import IncomingMail
from mail.reading.message import head_of
from mail.reading.parsed_mail import ParsedMail
from mail.smtp.receiver_interface import Busy
from pbm.process.lazy_logger import get_logger
from pbm.wording import listing

MAX_TEXT = 20_000
"""Maximum number of characters of an email's text that are shown. The attachment is complete."""
LOOP = re.compile(rb"(?im)^" + LOOP_HEADER.encode() + rb":[ \t]*(\S+)")

log = get_logger()


@dataclass(frozen=True)
class RoleMail:
    """Forwards email for postmaster and abuse."""

    services: Services
    mailer: Mailer
    keys: KeyRing
    admin: str
    """The admin's address, or "" if there is none."""

    @property
    def _addresses(self) -> RoleAddresses:
        return RoleAddresses(self.mailer.address)

    def forward(self, work: UnitOfWork, mail: IncomingMail) -> str:
        """Queues an email to roles for the admin.

        Returns the outcome for the log, or "" if no recipient is a role. Raises Busy if the email
        must be sent again later.
        """
        roles = [role for each in mail.recipients if (role := self._addresses.role(each))]
        if not roles:
            return ""
        admin = self._addresses.reachable_admin(self.admin)
        if not admin:
            log.warning(
                "mail to postmaster or abuse deferred",
                reason="PBM_ADMIN contains no address outside this server",
            )
            raise Busy
        if self._is_ours(mail):
            log.warning("PBM_ADMIN leads back to this server", admin=admin)
            return "our own mail, not forwarded"
        if not self._is_new(work, mail):
            return "seen before"
        self._count(work, mail.sender)
        content = forwarded(mail, roles, self.mailer.host)
        context = self.services.server_context(work)
        self.mailer.publish(context, [Notification((admin,), content, immediate=True)])
        return f"{listing(roles)}: forwarded"

    def _is_ours(self, mail: IncomingMail) -> bool:
        """Whether this server has sent the email. Forwarding it would create a loop."""
        own_address = self.mailer.address.lower()
        if without_subaddress(mail.sender).lower() == own_address:
            return True
        return any(
            found.lower() == own_address.encode() for found in LOOP.findall(head_of(mail.content))
        )

    def _is_new(self, work: UnitOfWork, mail: IncomingMail) -> bool:
        """Records the email. Returns whether it wasn't forwarded before.

        This avoids duplicates if the sender didn't receive the 250 reply. An email without
        Message-ID and Date is always new.
        """
        parsed_mail = mail.parsed_mail
        if not parsed_mail.message_id and not parsed_mail.date:
            return True
        identity = (
            mail.sender,
            parsed_mail.message_id,
            parsed_mail.date,
            parsed_mail.subject,
            parsed_mail.text,
        )
        keys = self.keys.digests("forwarded", *identity)
        return work.seen_mails.first_time(keys, self.services.clock.now())

    def _count(self, work: UnitOfWork, sender: str) -> None:
        """Counts an email to be forwarded. Raises Busy above the limits."""
        services = self.services
        limiter = Limiter(work.limit_counts, self.keys, services.policy, services.clock.now())
        if not (
            limiter.enter(LimitKind.FORWARDED_FROM, sender or "<>")
            and limiter.enter(LimitKind.FORWARDED, self.mailer.address)
        ):
            log.warning("mail to postmaster or abuse deferred", reason="too many today")
            raise Busy


def forwarded(mail: IncomingMail, roles: Sequence[str], host: str) -> FileMessage:
    """Returns the message to the admin with the email attached.

    An email in 7 bits is attached as message/rfc822. Any other email is attached as an encoded
    file, because message/rfc822 may not be encoded [RFC 2046], and relays may accept only 7 bits.
    """
    author = mail.parsed_mail.author or mail.parsed_mail.sender
    reply_to = author if author.isascii() else ""
    text = mail.content.decode("latin-1").replace("\r\n", "\n")
    # Encodings of message/rfc822 are forbidden [RFC 2046], and relays may accept only 7 bits.
    as_it_is = text.isascii() and "\0" not in text and encoding_of(text) == "7bit"
    return FileMessage(
        subject=f"{roles[0]}@{host}: {mail.parsed_mail.subject or 'no subject'}",
        note=_note(mail.parsed_mail, [f"{role}@{host}" for role in roles], reply_to),
        name="mail.eml",
        main_type="message" if as_it_is else "application",
        subtype="rfc822" if as_it_is else "octet-stream",
        content=text if as_it_is else base64.encodebytes(mail.content).decode(),
        encoded=not as_it_is,
        board="",
        reply_to=reply_to,
    )


def _note(parsed_mail: ParsedMail, addresses: Sequence[str], reply_to: str) -> str:
    """Returns the text of the message to the admin."""
    answer = (
        f"If you reply to this email, your reply goes to {reply_to} and shows your own address."
        if reply_to
        else "You can't reply to it, because it has no sender address."
    )
    headers = {
        "From": parsed_mail.author,
        "Envelope sender": parsed_mail.sender or "none (a bounce, or another automatic email)",
        "Date": parsed_mail.date,
        "Subject": parsed_mail.subject,
    }
    head = "\n".join(f"{name}: {value}" for name, value in headers.items() if value)
    text = (
        parsed_mail.text
        if len(parsed_mail.text) <= MAX_TEXT
        else f"{parsed_mail.text[:MAX_TEXT]}\n..."
    )
    return (
        f"This email was sent to {listing(addresses)}. Its sender may be forged.\n"
        f"{answer}\n"
        "\n"
        f"{head}\n"
        "\n"
        f"{text.strip()}\n"
        "\n"
        "The original email is attached."
    )
