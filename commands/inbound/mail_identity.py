"""The labels of a mail, and the digests by which it is known if it comes again."""

from dataclasses import dataclass
from functools import cached_property

from commands.inbound.letter_labels import LetterLabels, find_labels
from commands.outbound.addressing import AddressForms
from commands.security.keys import KeyRing
from mail.reading.incoming import IncomingMail


@dataclass(frozen=True)
class MailIdentity:
    """The labels and digests of a mail, found out once for reading ahead and for handling it."""

    mail: IncomingMail
    address: str
    """The server's address."""
    forms: AddressForms
    keys: KeyRing

    @cached_property
    def labels(self) -> LetterLabels:
        """The labels that the mail brings."""
        letter, recipients = self.mail.letter, self.mail.recipients
        return find_labels(letter, recipients, self.address, by_reference=self.forms.by_reference)

    @cached_property
    def digests(self) -> tuple[str, ...]:
        """The digests by which the letter is known if it comes again; none if it isn't.

        Without Message-ID and Date it can't be distinguished from others, so it is always new.
        One to several of our addresses may arrive once for each, and is new each time.
        """
        letter = self.mail.letter
        if not letter.message_id and not letter.date:
            return ()
        text = letter.text.rstrip()  # servers on the way may add a line end
        identity = (letter.sender, letter.message_id, letter.date, letter.subject, text)
        return self.keys.digests(*identity, *self.labels.labels)
