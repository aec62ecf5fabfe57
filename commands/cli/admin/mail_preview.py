"""A mail as an admin may read it: without what would let its reader speak for somebody."""

from commands.messages.content import CODE_HERE, Part, Plain, Said, Several, load
from commands.views import rendering
from pbm.ports import Outgoing

MASK = "***"


def read(mail: Outgoing, address: str) -> str:
    """The headers that say something, and the text; codes and reply addresses as ***."""
    if not mail.said:
        return "What it said is forgotten."
    said = _masked(load(mail.said))
    text = rendering.mail_text(said, lambda _: _reply_address(address))
    return f"To: {mail.recipient}\nSubject: {rendering.subject(said)}\n\n{text}"


def _reply_address(address: str) -> str:
    name, _, host = address.partition("@")
    return f"{name}+{MASK}@{host}"


def _masked(said: Said) -> Said:
    if isinstance(said, Several):
        parts = tuple((title, _masked_part(part)) for title, part in said.parts)
        return said.model_copy(update={"parts": parts})
    return _masked_part(said)


def _masked_part(said: Part) -> Part:
    if not (isinstance(said, Plain) and said.code):
        return said
    return said.model_copy(update={"text": said.text.replace(CODE_HERE, MASK)})
