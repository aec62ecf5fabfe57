"""Finds commands about their reader in replies to digests, such as when the digest is sent."""

from collections.abc import Sequence

from commands.replies.command_lines import CommandLine
from commands.replies.sentences.stemmed_phrases import word_set, words_of
from commands.replies.server.complete_lines import account_line
from commands.replies.server.composed_topics import ends_digest, is_about_sending, is_weekly
from commands.replies.server.server_request_error import ServerAnswer
from commands.replies.server.settings.requested_settings import daily_at
from commands.replies.server.topics import begins_by_asking
from commands.replies.vocabulary.server import nouns, sentences
from commands.system.secrets.secret import NONE

NOT_WEEKLY = "We can send a summary once a day, but not once a week. You can choose from these:"


def digest_wish(blocks: Sequence[str], userid: str) -> CommandLine | None:
    """Returns the command about its reader that a reply to a digest has or asks for, or None.

    Raises ServerAnswer for a schedule that emails can't have.
    """
    lines = "\n".join(blocks).split("\n")
    first = next(filter(str.strip, lines), "")
    if typed := account_line(first, userid):
        return CommandLine(typed, in_body=True)
    words = words_of(first)
    is_asked = "?" in first or begins_by_asking(words) or _is_order(words)
    if is_asked and is_about_sending(words) and (schedule := daily_at(first)):
        line = f"change delivery {userid} {NONE} {schedule}"
        return CommandLine(line, in_body=True, guessed=True)
    said = words_of("\n".join(lines))
    if is_weekly(said) and not word_set(sentences.THESE).isdisjoint(said):
        raise ServerAnswer(NOT_WEEKLY, [nouns.DELIVERY], "\n".join(lines), userid=userid)
    if ends_digest(said):
        line = f"change delivery {userid} {NONE} each"
        return CommandLine(line, in_body=True, guessed=True)
    return None


def _is_order(words: Sequence[str]) -> bool:
    """Whether the words begin with a verb such as "send", or include "please"."""
    is_polite = not word_set(nouns.PLEASE).isdisjoint(words)
    return is_polite or not word_set(sentences.SENDING).isdisjoint(words[:1])
