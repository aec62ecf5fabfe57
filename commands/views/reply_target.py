"""The place that a reader's replies go to."""

from dataclasses import dataclass

from mail.reading.headers import subject_reference


@dataclass(frozen=True, slots=True)
class ReplyTarget:
    """The address of a reader's replies; of mails that aren't replies, also what ties them to ours.

    False if nothing ties them.
    """

    address: str = ""
    label: str = ""
    """The label that the subject of a new mail needs; empty if the address has it."""

    def __bool__(self) -> bool:
        return bool(self.address)

    def subject(self, subject: str) -> str:
        """Returns the subject of a new mail to it."""
        return f"{subject} {subject_reference(self.label)}" if self.label else subject


NOWHERE = ReplyTarget()
