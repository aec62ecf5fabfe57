"""Keeps emails that can't be handled because of an error of ours, until another try succeeds.

The client gets 250 once the email is kept. Otherwise, its mail server would try again for days, and
then return the email to the writer.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from traceback import walk_tb

from commands.content.messages import TextMessage
from commands.inbound.answers.answer_sender import AnswerSender
from commands.inbound.classification import classify
from commands.inbound.email_kinds import UnreadableMail, WrittenMail
from commands.inbound.seen_emails import SeenEmails
from commands.inbound.signed_labels import MailIdentity
from commands.security.tokens import TokenSigner
from commands.system.stored_types import UnitOfWork
from mail.reading.incoming import IncomingMail, read_incoming_mail
from mail.smtp.receiver_interface import Busy
from pbm.process.lazy_logger import get_logger
from pbm.stored_values import MAX_FAILED_MAILS, FailedMail
from storage.error_kinds import is_temporary

log = get_logger()
OWN_PACKAGES = ("commands.", "mail.", "pbm.", "storage.")
NOTE_SUBJECT = "We haven't been able to process your email yet"
NOTE = (
    "Because of an error on our side, we couldn't process your email, and we haven't carried out "
    "any of its commands yet. We've kept it, and we'll try again once the error is fixed.\n\n"
    "Please don't send the same email again. If you can't wait, send each command in a new email "
    "of its own. We may still carry out the commands in the email that we've kept."
)


def is_own_fault(error: Exception) -> bool:
    """Whether an email failed because of an error in pbm, so that sending it again won't help."""
    return not isinstance(error, Busy) and not is_temporary(error)


@dataclass(frozen=True)
class FailedEmails:
    answers: AnswerSender
    tokens: TokenSigner

    def keep(
        self, work: UnitOfWork, identity: MailIdentity, error: Exception, reference: str
    ) -> str | None:
        """Keeps an email that has failed twice, and sends its writer a note.

        Returns the outcome for the log, or None if too many emails are kept already. `reference`:
        the reference of the error in the log.
        """
        mail, text = identity.mail, f"failed and kept (reference {reference})"
        if mail.kept is not None:
            work.failed_mails.record_failure(mail.kept, error_place(error), reference)
            return text
        digests = _digests(identity)
        if work.failed_mails.knows(digests):
            return f"{text}, as before"
        if work.failed_mails.count() >= MAX_FAILED_MAILS:
            return None
        now = self.answers.services.clock.now()
        if SeenEmails(self.answers.services.clock).is_new_in_mailbox(work, identity):
            work.failed_mails.add(_failed_mail(mail, error, reference, now), digests[0])
            self._send_note(work, identity)
        return text

    def _send_note(self, work: UnitOfWork, identity: MailIdentity) -> None:
        """Sends the note to a person. The email is kept even if this fails, too."""
        try:
            with work.savepoint():
                kind = classify(identity, self.tokens)
                if isinstance(kind, WrittenMail | UnreadableMail):
                    note = TextMessage(subject=NOTE_SUBJECT, text=NOTE)
                    self.answers.send_note(work, identity.mail, note)
        except Exception as error:
            if work.is_database_error(error):
                raise
            log.exception("failed to send a note about a failed email")


def read_failed_mail(mail: FailedMail) -> IncomingMail:
    """Returns the email for another try."""
    return replace(read_incoming_mail(mail.sender, mail.recipients, mail.content), kept=mail.id)


def error_place(error: BaseException) -> str:
    """Returns the type of an error, and the last of our lines that it passed.

    Its message is left out, because it may contain the words of an email.
    """
    lines = [(frame.f_globals["__name__"], line) for frame, line in walk_tb(error.__traceback__)]
    own = [f" in {name}, line {line}" for name, line in lines if name.startswith(OWN_PACKAGES)]
    return f"{type(error).__name__}{next(reversed(own), '')}"


def _digests(identity: MailIdentity) -> tuple[str, ...]:
    """Returns the digests that identify the email if its sender sends it again."""
    mail = identity.mail
    try:
        if digests := identity.digests:
            return digests
    except Exception:  # this may be the error for which the email is kept
        log.exception("failed to identify an email")
    envelope = mail.sender, *mail.recipients
    return identity.keys.digests("failed", *envelope, mail.content.decode("latin-1"))


def _failed_mail(mail: IncomingMail, error: Exception, reference: str, now: datetime) -> FailedMail:
    author = mail.parsed_mail.author.lower()
    place = error_place(error)
    return FailedMail(
        id=0,
        sender=mail.sender,
        recipients=mail.recipients,
        content=mail.content,
        author=author if author.isprintable() else "",
        at=now,
        tries=1,
        tried=now,
        error=place,
        reference=reference,
    )
