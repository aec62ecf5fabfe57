"""Determines what the limits on answers depend on: the proof of the sender, and the text."""

import re
from collections.abc import Sequence

from commands.content.messages import Content
from commands.context.line_results import LineResult
from commands.inbound.answers.answer_limits import Proof
from commands.inbound.answers.combined_answers import line_title
from commands.inbound.requests.request import Request
from commands.replies.command_lines import FoundCommands
from commands.security.rate_limits import LimitKind
from commands.system.stored_types import UnitOfWork
from mail.reading.parsed_mail import ParsedMail
from mail.reading.phrases.bounces import AWAY

_NUMBER = re.compile(r"(?<![^\W_])\d+|(?<=[^\W\d_]{2})\d+|\d{3,}")
"""Digits that aren't a part of a square: one or two digits behind a single letter."""


def compared_text(parsed_mail: ParsedMail) -> str:
    """Returns the email's own text without numbers, to compare it with the previous email.

    Emails that a program sends repeatedly differ only in numbers such as dates and ticket numbers.
    Squares such as "c5" stay, because people try one move after another. The subject is included
    unless it repeats the subject of our email.
    """
    subject = parsed_mail.subject
    repeats_ours = parsed_mail.is_reply or AWAY.match(subject)
    text = " ".join(("" if repeats_ours else subject, *parsed_mail.blocks))
    return " ".join(_NUMBER.sub("", text).split())


def sender_proof(work: UnitOfWork, request: Request, answered: Sequence[LineResult]) -> Proof:
    """Returns the proof that an email is from the address to which its answer is sent."""
    if request.has_valid_token:
        return Proof.TOKEN
    if request.to.lower() == request.authenticated_address.lower():
        return Proof.SENDER
    proved = sorted({id for each in answered for id in each.proved})
    is_player = any(player.has_address(request.to) for player in work.players.by_ids(proved))
    return Proof.SENDER if is_player else Proof.NONE


def written_prose(
    request: Request, commands: FoundCommands, refusal: Content | None
) -> tuple[LimitKind, str] | None:
    """Returns the additional limit on answers to a player's email without a command, or None."""
    if commands.is_prose and request.replying and request.has_valid_token:
        replying = request.replying
        # A guessed command, such as a vacation, is counted separately from other prose.
        guessed = [line_title(line) for line in commands.lines]
        return LimitKind.PROSE, " ".join(
            map(str, (replying.writer.id, replying.board.id, *guessed))
        )
    if refusal and refusal.confirm and request.confirming_address:
        return LimitKind.UNCLEAR, request.confirming_address
    return None
