"""Read a mailbox: pass new emails to the writer, and move them to a folder once they are stored.

The UID of an email is committed together with its commands, and the email is moved afterwards. A
session can therefore break off anywhere: an email that is still in the inbox either wasn't handled,
or only has to be moved.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial

from commands.server.mailbox.envelopes import MailboxEnvelopes
from commands.server.mailbox.state import MailboxState
from commands.server.processes.thread_progress import Progress
from commands.server.writer.writer_pipe import WriterPipe
from mail import MAX_MAIL_BYTES
from mail.mailbox.errors import MailboxError
from mail.mailbox.folder import MAX_LISTED, Listing, MailboxFolder, MailboxMail, open_folder, parts
from mail.mailbox.folder_names import own_folder
from mail.mailbox.idle import wait_for_change
from mail.mailbox.metrics import MAILS
from mail.mailbox.session import MailboxSession
from mail.smtp.receiver_interface import Busy, TemporaryFailure
from pbm.process.lazy_logger import get_logger
from pbm.stored_values import MailOrigin, MailTarget
from storage.mail.mailboxes import FILING, KnownMail, StoredMailbox

log = get_logger()
IDLE_SECONDS = 120
"""Seconds after which IDLE is renewed, because a broken connection may not be noticed."""
POLL_SECONDS = 60
"""Seconds between polls if the server doesn't offer IDLE."""
BUSY_SECONDS = 5
"""Seconds until emails that the writer couldn't store are tried again."""
BATCH_SIZE = 20
"""Number of emails that are fetched, passed on and moved together."""
CANT_MOVE = (
    "the server supports neither MOVE nor UIDPLUS, so pbm can't move the emails that it has "
    "handled (it won't handle them again)"
)
MOVED_ELSEWHERE = "[EXPUNGEISSUED]"
"""Response code of an IMAP server if somebody else has already moved some of the emails."""


@dataclass
class MailboxReader:
    """Reads one mailbox in one session after another."""

    state: MailboxState
    envelopes: MailboxEnvelopes
    writer_pipe: WriterPipe
    progress: Progress
    filing_problem: str = ""
    """Why handled emails couldn't be moved in the last scan, or an empty string."""
    _warned: set[str] = field(default_factory=set)

    def serve(
        self, session: MailboxSession, on_scanned: Callable[[], None], *, include_old: bool
    ) -> None:
        """Handles the emails of a mailbox as they arrive, until the server stops.

        `on_scanned`: called after each successful scan. Raises MailboxError if the session fails.
        """
        folder = open_folder(session, self.state.address.path)
        opened = _OpenMailbox(self, folder, self.state.contact(folder, include_old=include_old))
        log.info("mailbox opened", folder=folder.name, mails_from=opened.stored.first_uid)
        while not self.progress.pause(0):
            all_stored = opened.scan()
            self._note_works(session)
            on_scanned()
            seconds = IDLE_SECONDS if "IDLE" in session.capabilities else POLL_SECONDS
            if not all_stored:
                self.progress.pause(BUSY_SECONDS)
            elif not opened.folder.has_new_mail():
                wait_for_change(session, seconds, self.progress.pause)

    def _note_works(self, session: MailboxSession) -> None:
        """Records that the mailbox can be read, and whether its emails can be moved."""
        if not session.can_move:
            self.state.set_trouble(FILING, CANT_MOVE)
            self.warn_once(CANT_MOVE)
        else:
            self.state.set_trouble(FILING if self.filing_problem else "", self.filing_problem)

    @contextmanager
    def filing(self) -> Iterator[None]:
        """Records errors in moving emails, so that other emails are still read."""
        try:
            yield
        except MailboxError as error:
            if error.kind != "folder":
                raise
            if MOVED_ELSEWHERE not in error.text:
                self.filing_problem = f"pbm handles emails, but can't move them: {error.text}"

    def warn_once(self, text: str) -> None:
        """Logs a warning, unless the same one was logged before."""
        if text not in self._warned:
            self._warned.add(text)
            log.warning("mailbox problem", problem=text)


@dataclass
class _OpenMailbox:
    """An open folder, and the emails in it that are already handled."""

    reader: MailboxReader
    folder: MailboxFolder
    stored: StoredMailbox
    known: dict[int, KnownMail] = field(init=False)

    def __post_init__(self) -> None:
        self.known = self.reader.state.known(self.stored)

    def scan(self) -> bool:
        """Handles all new emails in the folder. Returns whether all of them could be stored."""
        had_problem, self.reader.filing_problem = self.reader.filing_problem, ""
        all_stored = True
        for listing in self.folder.list_from(self.stored.first_uid):
            here = {uid for uid in self.known if listing.first <= uid <= listing.last}
            self._forget(here - set(listing.uids))
            self._file_known(listing)
            new = sorted(listing.undeleted - self.known.keys())
            for some in parts(new, BATCH_SIZE):
                if self.reader.progress.pause(0):
                    return False
                all_stored &= self._take(some)
        if self.reader.filing_problem and not had_problem:
            log.warning("mailbox problem", problem=self.reader.filing_problem)
        if all_stored:
            self.stored = self.reader.state.mark_scanned(self.stored)
        return all_stored

    def _forget(self, gone: Iterable[int]) -> None:
        uids = [*gone]
        if uids:
            self.reader.state.mark_gone(self.stored, uids)
        for uid in uids:
            del self.known[uid]

    def _file_known(self, listing: Listing) -> None:
        """Moves emails that were handled in an earlier session but not moved then."""
        for target in ("done", "failed"):
            ours = [self.known[uid] for uid in listing.uids if uid in self.known]
            waiting = [mail for mail in ours if mail.target == target]
            copied = [mail.uid for mail in waiting if mail.copied]
            self._remove(copied)
            # If the owner has just deleted an email, a copy of it mustn't bring it back.
            rest = listing.undeleted - {*copied}
            self._file([mail.uid for mail in waiting if mail.uid in rest], target)

    def _take(self, uids: Sequence[int]) -> bool:
        """Handles new emails. Returns whether all of them could be stored."""
        mails, unreadable = self.folder.fetch(uids, MAX_MAIL_BYTES + 1)
        for uid in unreadable:
            self.reader.warn_once(f"the server doesn't return the email with UID {uid}")
        unhandled = [mail for mail in mails if self._is_left(mail)]
        self._record([mail.uid for mail in unhandled], "")
        sent = {mail.uid: self._hand_over(mail) for mail in mails if mail not in unhandled}
        errors = {uid: self._error(done) for uid, done in sent.items()}
        done = [uid for uid, error in errors.items() if error is None]
        self.known |= {uid: KnownMail(uid, "done") for uid in done}
        MAILS.add("done", amount=len(done))
        failed = {
            uid: error.reference
            for uid, error in errors.items()
            if isinstance(error, TemporaryFailure)
        }
        self._record([*failed], "failed")
        for uid, reference in failed.items():
            log.error("failed to handle an email in the mailbox", uid=uid, reference=reference)
        self._file(done, "done")
        self._file([*failed], "failed")
        return len(done) + len(failed) == len(sent)

    def _is_left(self, mail: MailboxMail) -> bool:
        """Whether an email should stay in the mailbox unhandled. Logs the reason."""
        reason = self.reader.state.reason_to_leave(self.stored, mail)
        if not reason and not self.reader.envelopes.read(mail.content).is_ours:
            reason = "not addressed to this server"
        if reason:
            log.info("email left in the mailbox", uid=mail.uid, reason=reason)
        return bool(reason)

    def _hand_over(self, mail: MailboxMail) -> "Future[None]":
        envelope = self.reader.envelopes.read(mail.content)
        origin = MailOrigin(self.reader.state.name, self.stored.uidvalidity, mail.uid)
        read = partial(envelope.read, mail.content, origin)
        return self.reader.writer_pipe.submit(envelope.network, read)

    def _error(self, done: "Future[None]") -> BaseException | None:
        """Waits for the result of an email, however long the writer takes."""
        while True:
            with suppress(NotYet):
                try:
                    done.result(1)
                except (Busy, TemporaryFailure) as error:
                    return error
                return None
            self.reader.progress.step()

    def _record(self, uids: Sequence[int], target: MailTarget) -> None:
        if uids:
            self.reader.state.record(self.stored, uids, target)
            self.known |= {uid: KnownMail(uid, target) for uid in uids}
            MAILS.add(target or "left", amount=len(uids))

    def _file(self, uids: Sequence[int], target: str) -> None:
        """Moves emails to the folder for handled or failed ones, if the server supports that."""
        if self.folder.session.can_move:
            for some in parts(uids, MAX_LISTED):
                self.reader.progress.step()
                self._file_some(some, target)

    def _file_some(self, uids: Sequence[int], target: str) -> None:
        session = self.folder.session
        with self.reader.filing():
            name = own_folder(session, target)
            if "MOVE" in session.capabilities:
                self.folder.move(uids, name)
            else:
                self.folder.copy(uids, name)
                self.reader.state.mark_copied(self.stored, uids)
                self._remove(uids)

    def _remove(self, uids: Sequence[int]) -> None:
        """Removes emails that were copied to their folder, if the server can remove single ones."""
        if "UIDPLUS" in self.folder.session.capabilities:
            for some in parts(uids, MAX_LISTED):
                with self.reader.filing():
                    self.folder.remove_copied(some)
