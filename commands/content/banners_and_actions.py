"""The face of an email: a banner with what happened, and the actions that its reader can take.

A face is declared once. Views derive a banner and buttons, paragraphs, or sentences from it.
"""

from pydantic import BaseModel, ConfigDict

_CONFIG = ConfigDict(frozen=True, extra="forbid", defer_build=True, hide_input_in_errors=True)


class Action(BaseModel):
    """Something that the reader can do with a reply or a command."""

    model_config = _CONFIG
    label: str
    """The effect in the imperative, such as `Join`. In plain text it becomes "To join"."""
    line: str = ""
    """The command. Empty if a reply does it."""
    reply: str = ""
    """Text of the reply. Empty if the reader writes any text."""
    limits: str = ""
    """Conditions of the reply, such as `within 3 days`."""
    in_text: bool = False
    """Whether the message's text describes the action. If so, plain text doesn't list it again."""


class Face(BaseModel):
    """The parts of an email that every view shows first and last. The text is between them."""

    model_config = _CONFIG
    banner: str
    """The event, in a sentence."""
    lead: str = ""
    """Everything to know before the primary action. It may contain indented commands."""
    primary: Action | None = None
    """The next step of most readers."""
    quiet: tuple[Action, ...] = ()
    """Everything else that the reader can do. Leaving and unsubscribing are last."""
    good: bool = False
    """Whether the reader won something."""
