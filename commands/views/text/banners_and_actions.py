"""Writes the banners and actions of emails as plain text."""

import textwrap
from collections.abc import Iterator, Sequence

from commands.content.banners_and_actions import Action
from commands.content.messages import TextMessage
from commands.system.secrets.secret import NONE
from commands.views.text.spoken_tables import SPOKEN
from mail.composing.wrapping import MAX_COLUMNS, fold
from pbm.wording import filled

SEND, TYPE = "send", "type"
"""How the reader uses a command: by email, or in the shell."""
DASH = f" {NONE} "
DASH_NOTE = f' (keep the "{NONE}" in place of a password)'


def with_face(content: TextMessage, body: str, verb: str = SEND) -> str:
    """Returns the body of a message with the message's face around it.

    `verb`: what the reader does with commands.
    """
    if (face := content.face) is None:
        return body
    primary = [instruction(face.primary, verb)] if face.primary else []
    listed = f"You can {'also ' if primary else ''}{verb}"
    quiet = _quiet(face.quiet, verb, listed if content.form != SPOKEN else "")
    return "\n\n".join(
        filter(None, [filled(face.banner), _wrapped(face.lead), *primary, body, *quiet])
    )


def instruction(action: Action, verb: str = SEND) -> str:
    """Returns a sentence on how to do something, such as `To join, reply "yes"`."""
    purpose = f"To {lower_first(action.label)}"
    if action.line:
        return f"{filled(f'{purpose}, {verb}:')}\n  {action.line}"
    return filled(f"{purpose}, {reply_words(action)}.")


def reply_words(action: Action) -> str:
    """Returns what to reply, such as `reply "yes" within 3 days`."""
    how = f'reply "{action.reply}"' if action.reply else "reply to this email"
    return f"{how} {action.limits}".rstrip()


def lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]


def _wrapped(text: str) -> str:
    """Returns the lead with long lines wrapped. Indented lines are commands, and stay whole."""
    return "\n".join(line if line.startswith(" ") else fold(line) for line in text.split("\n"))


def _quiet(actions: Sequence[Action], verb: str, heading: str) -> Iterator[str]:
    """Yields one paragraph for each reply, and a list of the commands if there are several.

    `heading`: heading of the list. If it is empty, each command is a paragraph.
    """
    actions = [action for action in actions if not action.in_text]
    lines = [action for action in actions if action.line]
    listed = len(lines) > 1 and heading
    yield from (instruction(each, verb) for each in actions if not (each.line and listed))
    if listed:
        has_dash = any(DASH in f"{action.line} " for action in lines)
        yield f"{heading}{DASH_NOTE if has_dash else ''}:\n\n{_listed(lines)}"


def _listed(actions: Sequence[Action]) -> str:
    """Returns commands with their purposes, next to them if the lines are short enough."""
    width = max(len(action.line) for action in actions)
    rows = [f"{each.line:<{width}}  {lower_first(each.label)}" for each in actions]
    if max(map(len, rows)) + 2 > MAX_COLUMNS:
        rows = [f"{each.line}\n    {lower_first(each.label)}" for each in actions]
    return textwrap.indent("\n".join(rows), "  ")
