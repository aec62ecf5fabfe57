"""The address and label that a reader's reply needs."""

from dataclasses import dataclass

from mail.reading.headers import subject_reference


@dataclass(frozen=True, slots=True)
class ReplyTarget:
    """The address for a reader's reply, and the label for a new email about the board or message.

    A target is false if it has no address. A reply would then not be recognized.
    """

    address: str = ""
    label: str = ""
    """The label that a new email needs in its subject. Empty if the address contains it."""

    def __bool__(self) -> bool:
        return bool(self.address)

    def subject(self, subject: str) -> str:
        """Returns the subject for a new email to this target, with the label if it needs one."""
        return f"{subject} {subject_reference(self.label)}" if self.label else subject


NOWHERE = ReplyTarget()
