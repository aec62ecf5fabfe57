"""From what is said to what is read: subjects and text."""

from commands.said import BoardSaid, Plain, Said, Several
from commands.views import board

RULE = "-" * 60


def subject(said: Said) -> str:
    """The subject of a mail that says this."""
    return board.subject(said) if isinstance(said, BoardSaid) else said.subject


def text(said: Said) -> str:
    """It as plain text, without a final line end."""
    if isinstance(said, Plain):
        return said.text
    if isinstance(said, BoardSaid):
        return board.text(said)
    return f"\n\n{RULE}\n".join(f"{title}\n\n{text(part)}" for title, part in _parts(said))


def _parts(said: Several) -> tuple[tuple[str, Plain | BoardSaid], ...]:
    return said.parts
