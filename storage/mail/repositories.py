"""The mail repositories of a unit of work."""

from storage.mail.bounces import BounceRepository
from storage.mail.deferred_notifications import DeferredNotificationRepository
from storage.mail.failed_mails import FailedMailRepository
from storage.mail.limit_counts import LimitCountRepository
from storage.mail.mailboxes import MailboxRepository
from storage.mail.outbox import OutboxRepository
from storage.mail.outbox_admin import OutboxAdminRepository
from storage.mail.overflow_emails import OverflowRepository
from storage.mail.retention import RetentionRepository
from storage.mail.search_jobs import JobRepository
from storage.mail.seen_mails import SeenMailRepository
from storage.sql.repository import Repositories, made, made_locking


class MailRepositories(Repositories):
    """Repositories of incoming and outgoing mail, and of jobs."""

    seen_mails = made_locking(SeenMailRepository)
    mailboxes = made(MailboxRepository)
    outbox = made(OutboxRepository)
    outbox_admin = made(OutboxAdminRepository)
    retention = made(RetentionRepository)
    bounces = made(BounceRepository)
    limit_counts = made_locking(LimitCountRepository)
    deferred_notifications = made(DeferredNotificationRepository)
    failed_mails = made(FailedMailRepository)
    overflow = made(OverflowRepository)
    jobs = made(JobRepository)
