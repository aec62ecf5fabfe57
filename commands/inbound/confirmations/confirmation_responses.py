"""Cancels pending actions, or asks about them again."""

from collections.abc import Sequence

from commands.content.banners_and_actions import Action, Face
from commands.content.messages import TextMessage
from commands.content.response import Response
from commands.content.status import Status
from commands.context.context import Context
from commands.context.line_results import LineResult
from commands.inbound.confirmations.announcement_replies import (
    asked_tournament,
    asks_to_join,
)
from commands.inbound.confirmations.offer_remarks import NO_REMARKS, Remarks
from commands.players.confirmation_mails import CANCEL, filled_note, shortened
from commands.players.pending_lines import (
    PendingAction,
    PendingLine,
    take_pending,
)
from commands.replies.answers.yes_or_no import YesOrNo
from commands.security.one_time_codes import word_of
from commands.system.secrets.secret import NONE
from pbm.wording import filled, listing

YES_AND_MORE = (
    "Your reply begins with a yes, but we can't tell whether the rest changes the command, so we "
    "haven't done anything yet. To confirm the command unchanged, reply with only the word yes."
)
ASKED_AGAIN = "Your reply was neither yes nor no, so we haven't done anything yet."
NO_MOVE = " If you wrote a move, we haven't played it. To move, reply to our email about the game."
NOT_ENOUGH = (
    "Your reply has no text, so it doesn't confirm this command. We haven't done anything yet."
)
NO_PERSON = "Your reply looks like an automatic one, so we haven't done anything yet."
ONLY_YOURSELF = (
    "You can join only for yourself. Other people must sign up, and join from their own addresses."
)
OTHERS_JOIN = "You can join only for yourself. To join, {} must send this:"
STILL_ASKED = "We still need your answer to this:"
ANSWER = 'Please reply "yes" or "no".'
CANCELLED = "Canceled. We haven't done anything."
SOMEBODY_ELSE = (
    "If you didn't ask for this, somebody else wrote in your name. To invalidate any password or "
    "reply address that they may know, set a new password:"
)
NOTHING_TO_DO = (
    "If you've changed your mind, send the command again. If you didn't ask for this, somebody "
    "else sent the command in your name, but without your password. In that case, you don't need "
    "to do anything."
)
IF_IT_GOES_ON = "If this happens again, tell the admin of this server."
NO_MORE = "We won't write to this address again about that account. You don't need to do anything."


def cancel(
    context: Context, waiting: Sequence[PendingAction], code: str, *, is_plain: bool = False
) -> LineResult:
    """Cancels the actions, with advice in case somebody else asked for them.

    `is_plain`: whether the reply only says no. Most people who write that have changed their mind.
    """
    take_pending(context, code)
    lines = [each for each in waiting if isinstance(each.action, PendingLine)]
    if len(lines) < len(waiting):
        context.free_userids()
    userids = sorted({each.player.userid for each in lines if not _is_guessed(each)})
    how = "\n".join(f"  change password {userid} CURRENT NEW" for userid in userids)
    advice = [filled(SOMEBODY_ELSE), how, IF_IT_GOES_ON] if how else [NO_MORE]
    if is_plain and all(map(_is_harmless, waiting)):
        advice = [filled(NOTHING_TO_DO)]
    if all(map(_is_guessed, waiting)):
        advice = []
    text = "\n\n".join((CANCELLED, _titles(waiting), *advice))
    content = TextMessage(subject=f"Canceled: {_subject(waiting)}", text=text)
    return LineResult(Response(content), title="canceled")


def _is_guessed(waiting: PendingAction) -> bool:
    """Whether the action was guessed from a sentence."""
    return isinstance(waiting.action, PendingLine) and waiting.action.guessed


def _is_harmless(waiting: PendingAction) -> bool:
    """Whether the action needed no password, and can be undone."""
    action = waiting.action
    return isinstance(action, PendingLine) and action.by_sender and not action.irreversible


def ask_again(
    waiting: Sequence[PendingAction],
    code: str,
    answer: YesOrNo,
    others: Sequence[str] = (),
    *,
    has_company: bool = False,
    begins_with_yes: bool = False,
    remarks: Remarks = NO_REMARKS,
) -> LineResult:
    """Returns the question again, with the reason why the answer isn't clear enough.

    `others`: userids of players whom the reply to an announcement wants to join, too.
    `begins_with_yes`: whether the rest of a reply may change the yes at its beginning.
    `has_company`: whether it wants other people to join, who may not be registered.
    `remarks`: answers to the text of the reply.
    """
    notes = [
        filled_note(each.action.note)
        for each in waiting
        if isinstance(each.action, PendingLine) and each.action.note
    ]
    if others:
        notes.append(_how_others_join(asked_tournament(waiting), others))
    elif has_company:
        notes.append(filled(ONLY_YOURSELF))
    notes += map(filled, remarks.notes)
    question = filled(
        f"{_why_again(waiting, answer, begins_with_yes=begins_with_yes)} {STILL_ASKED}"
    )
    shown = [*remarks.actions]
    shown += [_see_tournament(asked_tournament(waiting))] if asks_to_join(waiting) else []
    face = Face(
        banner=ANSWER,
        lead="\n\n".join((question, _titles(waiting), *notes)),
        primary=Action(label="Confirm", reply="yes"),
        quiet=(*shown, CANCEL),
    )
    subject = f"Please confirm: {_subject(waiting)}"
    content = TextMessage(subject=subject, text="", face=face, confirm=word_of(code))
    return LineResult(Response(content, status=Status.REFUSED))


def _why_again(waiting: Sequence[PendingAction], answer: YesOrNo, *, begins_with_yes: bool) -> str:
    """Returns the reason why an answer isn't clear enough."""
    if answer is YesOrNo.EMPTY:
        return NOT_ENOUGH if any(each.action.irreversible for each in waiting) else NO_PERSON
    is_reply = any(isinstance(each.action, PendingLine) and each.action.ticket for each in waiting)
    why = YES_AND_MORE if begins_with_yes else ASKED_AGAIN
    return f"{why}{NO_MOVE}" if is_reply else why


def _how_others_join(name: str, userids: Sequence[str]) -> str:
    """Returns the commands with which these players can join a tournament."""
    lines = (f"  tournament {name} join {userid} {NONE}" for userid in userids)
    return "\n".join((filled(OTHERS_JOIN.format(listing(userids))), *lines))


def _see_tournament(name: str) -> Action:
    label = "See the terms and players of the tournament"
    return Action(label=label, line=f"tournament {name}")


def _subject(waiting: Sequence[PendingAction]) -> str:
    return shortened([each.title for each in waiting])


def _titles(waiting: Sequence[PendingAction]) -> str:
    return "\n".join(f"  {each.title}" for each in waiting)
