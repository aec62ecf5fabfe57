"""Mail to postmaster and abuse, which the admin gets: never read as commands, never answered.

It is attached to a mail of our own: one passed on under its author's name would fail SPF and DMARC.
What exceeds the limits is deferred: its sender tries again, and nothing that was accepted is lost.
"""

import base64
import re
from collections.abc import Sequence
from dataclasses import dataclass

from commands.content.messages import FileMessage
from commands.content.response import Notification
from commands.context.services import Services
from commands.outbound.mailer import Mailer
from commands.players.role_addresses import RoleAddresses
from commands.security.keys.key_ring import KeyRing
from commands.security.limiter import Limiter
from commands.security.limits import LimitKind
from commands.security.tokens import without_subaddress
from commands.system.stored_types import UnitOfWork
from mail.composing.mime_parts import encoding_of
from mail.reading.automatic_mail import LOOP_HEADER
from mail.reading.incoming import IncomingMail
from mail.reading.message import head_of
from mail.reading.parsed_mail import ParsedMail
from mail.smtp.receiver import Busy
from pbm.process.lazy_logger import get_logger
from pbm.wording import listing

MAX_TEXT = 20_000
"""The most characters of a mail's text that are shown; all of it is attached."""
LOOP = re.compile(rb"(?im)^" + LOOP_HEADER.encode() + rb":[ \t]*(\S+)")

log = get_logger()


@dataclass(frozen=True)
class RoleMail:
    """Forwards the mail to postmaster and abuse."""

    services: Services
    mailer: Mailer
    keys: KeyRing
    admin: str
    """The admin's address; empty if there is none."""

    @property
    def _addresses(self) -> RoleAddresses:
        return RoleAddresses(self.mailer.address)

    def forward(self, work: UnitOfWork, mail: IncomingMail) -> str:
        """Queues a mail to roles for the admin.

        Returns the outcome for the log; an empty string if no recipient is a role. Raises Busy for
        a mail that must be sent again later.
        """
        roles = [role for each in mail.recipients if (role := self._addresses.role(each))]
        if not roles:
            return ""
        admin = self._addresses.reachable_admin(self.admin)
        if not admin:
            log.warning("mail to a role deferred", reason="PBM_ADMIN names nobody else")
            raise Busy
        if self._is_ours(mail):
            log.warning("PBM_ADMIN leads back here", admin=admin)
            return "our own mail, not forwarded"
        if not self._is_new(work, mail):
            return "seen before"
        self._count(work, mail.sender)
        content = forwarded(mail, roles, self.mailer.host)
        context = self.services.server_context(work)
        self.mailer.publish(context, [Notification((admin,), content, immediate=True)])
        return f"{listing(roles)}: forwarded"

    def _is_ours(self, mail: IncomingMail) -> bool:
        """Returns True for a mail that this server has sent, which would go round for ever."""
        own = self.mailer.address.lower()
        if without_subaddress(mail.sender).lower() == own:
            return True
        return any(found.lower() == own.encode() for found in LOOP.findall(head_of(mail.content)))

    def _is_new(self, work: UnitOfWork, mail: IncomingMail) -> bool:
        """Returns True unless it was forwarded before; as for mails, that takes an id or a date.

        So a mail whose sender didn't hear of its 250 comes once.
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
        """Counts a mail to be forwarded; raises Busy above the limits."""
        services = self.services
        limiter = Limiter(work.limit_counts, self.keys, services.policy, services.clock.now())
        if not (
            limiter.enter(LimitKind.FORWARDED_FROM, sender or "<>")
            and limiter.enter(LimitKind.FORWARDED, self.mailer.address)
        ):
            log.warning("mail to a role deferred", reason="too many today")
            raise Busy


def forwarded(mail: IncomingMail, roles: Sequence[str], host: str) -> FileMessage:
    """Returns the mail to the admin with this mail attached.

    A mail in 7 bits is attached as it is [RFC 2046], any other encoded as a file: no encoding may
    stand between a message/rfc822 and its reader, and relays may take 7 bits only.
    """
    author = mail.parsed_mail.author or mail.parsed_mail.sender
    reply_to = author if author.isascii() else ""
    text = mail.content.decode("latin-1").replace("\r\n", "\n")
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
    """Returns the text of the mail to the admin."""
    answer = (
        f"A reply to this mail goes to {reply_to}, from your own address."
        if reply_to
        else "It names nobody to whom an answer could go."
    )
    headers = {
        "From": parsed_mail.author,
        "Envelope sender": parsed_mail.sender or "none: it is a bounce, or another automatic mail",
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
        f"This mail came to {listing(addresses)}. Its sender may be forged.\n{answer}\n\n"
        f"{head}\n\n{text.strip()}\n\nThe mail as it came is attached."
    )
