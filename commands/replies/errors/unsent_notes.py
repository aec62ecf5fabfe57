"""Writes the notes about text that wasn't sent, and asks whether to send it as chat."""

import textwrap
from collections.abc import Sequence

from commands.boards.pending_chat import PendingChat
from commands.content.banners_and_actions import Action
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.errors.no_command_error import NoCommandError
from commands.replies.lines_for_somebody_else import asks_server
from commands.replies.moves.board_numbers import board_of_lines
from commands.replies.moves.prose.planned_moves import PLAN_ADVICE, lone_verb, plan_in
from mail.composing.wrapping import wrapped_player_text
from pbm.wording import filled, listing

UNSENT = "We didn't send {} the rest of your reply."
"""The reason why text next to a command is pending. The field is for the names of the opponents."""
OTHER_BOARDS = (
    "We haven't played anything on your other boards. To play on one of them, reply to an email "
    "about it."
)
FITTING = "These commands fit your text{}:"
KEEP_DASH = ' (keep the "-" in place of a password)'
TO_SERVER = "If you wanted to ask us for something, reply with only that request."


def sending_word(replying: ReplyContext) -> str:
    """Returns the word that sends pending chat. While an offer is open, a yes could accept it."""
    return "chat" if replying.is_asked else "yes"


def asking_error(
    held: PendingChat, replying: ReplyContext, error: NoCommandError, *, is_elsewhere: bool
) -> NoCommandError:
    """Returns the error, together with the question whether to send the text as chat."""
    them = "it" if held.mails == 1 else "them"
    what = "your reply" if held.mails == 1 else f"{held.mails} of your replies"
    reason = f"We haven't sent {what} to {{}} yet."
    if error.missing and held.mails == 1:
        reason = f"We found no {error.missing} in your reply, so nothing has happened yet."
    elif error.missing:
        reason = f"We found no {error.missing} in {what}, and haven't sent {them} to {{}} yet."
    question = unsent_note(replying, held.text, held, reason, is_elsewhere=is_elsewhere)
    return NoCommandError(f"{question}\n\n{error.beside}", is_prose=error.is_prose, asks=True)


def unsent_note(
    replying: ReplyContext,
    text: str,
    held: PendingChat | None,
    reason: str,
    *,
    is_elsewhere: bool,
    actions: Sequence[Action] = (),
) -> str:
    """Returns a note about text that wasn't sent, with the question whether to send pending chat.

    `reason`: why the text wasn't sent. It may have a field `{}` for the names of the opponents.
    `is_elsewhere`: whether the text is about another board of its writer.
    `actions`: commands that fit a request in the text.
    """
    readers = listing([player.userid for player in replying.others])
    note, parts = reason.format(readers) if readers else "", []
    plan = plan_in(replying.board, text)
    if held:
        them = "it" if held.mails == 1 else "them"
        what = them if "{}" in reason else f"your text to {readers}"
        note += (
            f' To send {what} as chat, reply "{sending_word(replying)}" to this email. You wrote:'
        )
        parts.append(textwrap.indent(wrapped_player_text(held.text), "  "))
    elif (actions or plan) and note:
        note += " You wrote:"
        parts.append(textwrap.indent(wrapped_player_text(text), "  "))
    if plan:
        parts.append(
            f"Your text would tell {readers} your planned moves. {PLAN_ADVICE.format(plan)}"
        )
    elif verb := lone_verb(replying.board, text):
        below = f'"{verb}" has no effect below other lines.'
        parts.append(filled(f"{below} If that's what you want, reply with only that line."))
    elif other := board_of_lines(replying.board, text):
        parts.append(f"Your text mentions {other}. To move on {other}, reply to an email about it.")
    else:
        parts += [OTHER_BOARDS] if is_elsewhere else []
        is_asking = not actions and any(map(asks_server, text.split("\n")))
        parts += [TO_SERVER] if is_asking else []
    if actions:
        has_dash = any("-" in action.line.split() for action in actions)
        fitting = FITTING.format(KEEP_DASH if has_dash else "")
        parts += [fitting, "\n".join(map(_as_line, actions))]
    return "\n\n".join(filter(None, (filled(note), *parts)))


def _as_line(action: Action) -> str:
    """Returns a command, with its purpose in the line below."""
    return f"  {action.line}\n      {action.label[:1].lower()}{action.label[1:]}"
