"""Recognizes commands that a player has typed, in an email that may have other text."""

from collections.abc import Sequence

from commands.inbound.finding.requests_in_own_words import Owners
from commands.language import parser
from commands.replies.command_lines import FoundCommands, IsOwn, looks_like_command
from pbm.errors import UserError


def has_command(commands: FoundCommands, is_own: IsOwn) -> bool:
    return any(looks_like_command(line.text, is_own, in_subject=True) for line in commands.lines)


def belongs_to(owners: Owners) -> IsOwn:
    """Returns a function that returns True for the sender's own userids."""
    return lambda userid: bool(userid) and userid.lower() in map(str.lower, owners())


def is_complete_line(words: Sequence[str]) -> bool:
    """Whether the words are a complete command, such as "help"."""
    try:
        return bool([*parser.readings(words, proven=False)])
    except UserError:
        return False
