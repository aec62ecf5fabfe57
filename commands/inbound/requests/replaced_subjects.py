"""Recognizes subjects that are commands, because the writer replaced the subject of a reply."""

import re
from collections.abc import Sequence

from commands.language import registry
from commands.language.parser import is_command, readings, split_game
from commands.language.tokenizer import tokenize
from mail.reading.characters import plain_signs
from mail.reading.parsed_mail import REPLY_SUBJECT, ParsedMail
from pbm import games
from pbm.errors import UserError


def has_verb(words: Sequence[str]) -> bool:
    """Whether a line begins with a command, and not only with a game."""
    game, rest = split_game(words)
    return is_command(words) and (game is None or bool(rest))


def has_own_subject(parsed_mail: ParsedMail) -> bool:
    """Whether the email has a command as its subject.

    The subjects of our own emails aren't commands, although some mail programs omit the "Re:".
    """
    subject = plain_signs(parsed_mail.subject)
    if REPLY_SUBJECT.match(subject) or _our_subjects().match(subject):
        return False
    try:
        return _is_typed(tokenize(subject))
    except UserError:
        return False


def typed_subject(parsed_mail: ParsedMail) -> str:
    """Returns the typed subject of a reply without text, or ""."""
    subject = plain_signs(parsed_mail.subject).strip()
    is_ours = REPLY_SUBJECT.match(subject) or _our_subjects().search(subject)
    return "" if is_ours or "".join(parsed_mail.blocks).strip() else subject


def _is_typed(words: Sequence[str]) -> bool:
    """Whether the words begin with a game and its verb, or are a full command without a game."""
    game, rest = split_game(words)
    if game is not None:
        return bool(rest) and rest[0].lower() in registry.game_verbs()
    return bool(words) and bool([*readings(words, proven=True)])


def _our_subjects() -> re.Pattern[str]:
    titles = "|".join(re.escape(game.title) for game in games.games().values())
    return re.compile(
        rf"(?i)(?:{titles}) (?:board [0-9]+(?::| error| \S+(?: \*\*)?$|$)|chat [0-9]+ \S+$"
        r"|standings$)|list of (?:.* )?games$"
    )
