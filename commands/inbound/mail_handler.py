"""Handles incoming emails: hands each kind to the code for it, and ignores repeated emails."""

from collections.abc import Sequence
from dataclasses import dataclass

from commands.context.work_allowance import email_allowance
from commands.inbound.answers.answer_limits import AnswerLimiter
from commands.inbound.answers.answer_sender import AnswerSender
from commands.inbound.answers.combined_answers import MailResult
from commands.inbound.classification import classify
from commands.inbound.confirmations.confirmation_replies import ConfirmationReplies
from commands.inbound.email_kinds import (
    AutoReply,
    BoardReply,
    CommandMail,
    ConfirmationReply,
    DigestReply,
    EmailKind,
    MailToRoles,
    MessageReply,
    ServiceKind,
    WrittenKind,
)
from commands.inbound.failed_emails import FailedEmails
from commands.inbound.prefetching import Prefetcher
from commands.inbound.relayed_mail import with_author
from commands.inbound.seen_emails import SeenEmails
from commands.inbound.service.role_mail import RoleMail
from commands.inbound.service.service_mail import ServiceMail
from commands.inbound.signed_labels import MailIdentity
from commands.inbound.written_mail import WrittenMailHandler
from commands.language.dispatcher import Dispatcher
from commands.outbound.addressing import DEFAULT_FORMS, AddressForms
from commands.outbound.mailer import Mailer
from commands.security.tokens import TokenSigner
from commands.system.metrics import MailOutcome
from commands.system.stored_types import UnitOfWork
from mail.reading.incoming import IncomingMail


@dataclass(frozen=True, slots=True)
class HandledMail:
    """The facts about an incoming email that may be logged."""

    sender: str
    id: str
    """The Message-ID, or "" for kinds of emails that can't have commands."""
    size: int
    outcome: str
    kind: MailOutcome


class MailHandler:
    """Handles incoming emails within a unit of work, from all sources."""

    def __init__(
        self,
        dispatcher: Dispatcher,
        mailer: Mailer,
        tokens: TokenSigner,
        admin: str = "",
        forms: AddressForms = DEFAULT_FORMS,
    ) -> None:
        """`admin`: the address to which email for postmaster and abuse is forwarded, or ""."""
        services = dispatcher.services
        self._mailer, self._forms, self._tokens = mailer, forms, tokens
        limiter = AnswerLimiter(tokens.keys, services.clock, services.policy)
        self._answers = AnswerSender(services, mailer, limiter)
        self._prefetcher = Prefetcher(services, tokens)
        self._seen = SeenEmails(services.clock)
        self._roles = RoleMail(services, mailer, tokens.keys, admin)
        self._service_mail = ServiceMail(services, mailer, tokens, self._answers)
        self._confirmations = ConfirmationReplies(dispatcher, self._answers)
        self._failed = FailedEmails(self._answers, tokens)
        self._written_mail = WrittenMailHandler(dispatcher, tokens, self._answers)

    def prefetch(self, work: UnitOfWork, mails: Sequence[IncomingMail]) -> Sequence[MailIdentity]:
        """Reads the rows that the commands in these emails will probably need.

        Returns the identities of the emails, to be passed to `handle`.
        """
        identities = list(map(self._identify, mails))
        self._prefetcher.prefetch(work, identities)
        return identities

    def _identify(self, mail: IncomingMail) -> MailIdentity:
        return MailIdentity(mail, self._mailer.address, self._forms, self._tokens.keys)

    def handle(
        self, work: UnitOfWork, mail: IncomingMail, identity: MailIdentity | None = None
    ) -> HandledMail:
        """Handles an incoming email and queues the answers. Does nothing if it was handled before.

        Raises Busy if the email must be sent again later. `identity`: the result of `prefetch`.
        """
        identity, size = identity or self._identify(mail), len(mail.content)
        if mail.kept is not None and not work.failed_mails.delete(mail.kept):
            return HandledMail(mail.sender, "", size, "dropped meanwhile", MailOutcome.DUPLICATE)
        if not self._seen.is_new_in_mailbox(work, identity):
            seen = "seen in the mailbox before"
            return HandledMail(mail.sender, "", size, seen, MailOutcome.DUPLICATE)
        identity = with_author(work, identity)
        forwarded = self._roles.forward(work, mail)
        kind = classify(identity, self._tokens)
        with email_allowance():
            result = self._handle(work, identity, kind)
        id = "" if isinstance(kind, ServiceKind) else mail.parsed_mail.message_id
        text = ", ".join(filter(None, (result.text, forwarded)))
        return HandledMail(identity.logged_sender, id, size, text, result.outcome)

    def keep(
        self, work: UnitOfWork, mail: IncomingMail, error: Exception, reference: str
    ) -> HandledMail | None:
        """Keeps an email that failed twice, so that it is tried again once the error is fixed.

        Returns None if too many emails are kept already. `reference`: the reference of the error in
        the log.
        """
        identity = self._identify(mail)
        text = self._failed.keep(work, identity, error, reference)
        if text is None:
            return None
        sender, size = identity.logged_sender, len(mail.content)
        return HandledMail(sender, "", size, text, MailOutcome.KEPT)

    def _handle(self, work: UnitOfWork, identity: MailIdentity, kind: EmailKind) -> MailResult:
        if isinstance(kind, WrittenKind) and not self._seen.is_new(work, kind.identity):
            return MailResult(MailOutcome.DUPLICATE, "seen before")
        match kind:
            case MailToRoles():
                return MailResult(MailOutcome.FORWARDED, "")
            case AutoReply(sign):
                return MailResult(MailOutcome.AUTOMATIC, f"automatic ({sign}), not answered")
            case ConfirmationReply():
                return self._confirmations.handle(work, kind)
            case BoardReply() | MessageReply() | DigestReply() | CommandMail():
                return self._written_mail.answer(work, kind)
            case _:
                return self._service_mail.handle(work, identity.mail, kind)
