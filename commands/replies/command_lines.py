"""Finds the commands in a mail."""

import string
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from commands.language import registry
from commands.language.command import Command
from commands.language.parser import (
    begins_command,
    is_command,
    is_gameless,
    is_near_command,
    readings,
    respelt,
    split_game,
)
from commands.language.tokenizer import tokenize
from commands.replies.greetings import after_greeting
from commands.replies.vocabulary.sentence_words import FILLERS
from commands.security import passwords
from commands.system.secrets.secret import NONE
from mail.reading.characters import plain_signs
from mail.reading.parsed_mail import ParsedMail
from pbm import games
from pbm.errors import UserError

END_WORDS = ("stop", "quit", "--", "thanks")
"""A line with one of these words alone ends the commands."""
MAX_UNKNOWN_LINES = 5
"""After more than this many lines that aren't commands, the rest isn't read."""
MAX_LINES = 50
MAX_ENDS = 3
"""The most places in a line up to which it is tried as the beginning of a command."""
MAX_PASSWORD_PLACE = 5
"""The place of the last password in a command: `knightpanic move 101 alice PASSWORD`."""
PLAIN_VERBS = ("signup", "signoff", "unblock", "mydata")
"""Commands without a game with whose words hardly a sentence begins."""
PUNCTUATION = ".!?,;:"
MULTIPLE = "multiple"
"""The subject of a mail in which every line is a command."""


IsOwn = Callable[[str], bool]
"""Returns True for the userid of a player who has the sender's address."""
_SIGNS_IN_WORDS = frozenset("-'/.,:;&()\"")
"""Signs inside a word of a sentence: "well-played", "either/or"."""


def nobodys(_userid: str) -> bool:
    """Returns False, where no player is known to have the sender's address."""
    return False


@dataclass(frozen=True, slots=True)
class CommandLine:
    """A command as written, and the comment that goes with it."""

    text: str
    comment: str = ""
    withheld: str = ""
    """The text that came with it, and isn't passed on, as it tells the others a plan."""
    in_body: bool = False
    """True for a line of the body, where a mail program may have broken a longer line."""
    guessed: bool = False
    """True if it is only what a sentence seems to mean: its writer is asked first."""
    read: Callable[[], Iterable[Command]] | None = None
    """Parses a line about the board of the mail replied to, which its text doesn't name."""


@dataclass(frozen=True, slots=True)
class FoundCommands:
    """The commands of a mail."""

    lines: tuple[CommandLine, ...]
    cut: bool = False
    """True if the mail had more lines than are read."""
    is_prose: bool = False
    """True if there are none, as the mail says something else."""


def find_commands(parsed_mail: ParsedMail, is_own: IsOwn = nobodys) -> FoundCommands:
    """Returns the subject if it is a command, with the body as its comment; else the body's.

    None if nothing looks like a command.

    The subject of a reply is never read: the writer of the first mail wrote it.
    """
    subject = "" if parsed_mail.is_reply else plain_signs(parsed_mail.subject)
    words = words_of_line(subject)
    if [word.lower() for word in words] == [MULTIPLE]:
        return _every_line(_body(parsed_mail))
    if is_command(words) and _is_no_sentence(words, is_own):
        return FoundCommands((CommandLine(subject, _own_text(parsed_mail)),))
    body, is_start = _body(parsed_mail), partial(looks_like_command, is_own=is_own)
    if any(map(is_start, body)):
        return commands_and_comments(body, is_start)
    return FoundCommands((CommandLine(subject),) if _may_be_command(subject, is_own) else ())


def _every_line(body: list[str]) -> FoundCommands:
    """Returns every line as a command."""
    lines: list[CommandLine] = []
    unknown = 0
    for line in filter(_has_content, body):
        unknown += not is_command(words_of_line(line))
        if unknown > MAX_UNKNOWN_LINES or len(lines) >= MAX_LINES:
            return FoundCommands(tuple(lines), cut=True)
        lines.append(CommandLine(plain_signs(line).strip(), in_body=True))
    return FoundCommands(tuple(lines))


def looks_like_command(line: str, is_own: IsOwn = nobodys, *, in_subject: bool = False) -> bool:
    """Returns True if a line is meant as a command, even a misspelt or incomplete one.

    Sentences begin with words of the language as well, so it needs exactly its arguments, or what
    may be its password in the right place. Other lines become comments, which others read.
    """
    words = words_of_line(line) if _has_content(line) else []
    if not (meant := respelt(words)):
        return False
    read = _ReadLine(meant, is_command(words), is_gameless(words), in_subject, is_own)
    return read.is_exact() or read.is_broken()


@dataclass(frozen=True, slots=True)
class _ReadLine:
    """A line that begins like a command."""

    words: Sequence[str]
    """The words as they are spelt right, with a game if the verb needs one."""
    is_right: bool
    """True if they were spelt so."""
    is_gameless: bool
    in_subject: bool
    is_own: IsOwn

    def is_exact(self) -> bool:
        """Returns True for a command with exactly its arguments, of which none is a word of prose.

        The number of a board behind a game, and the sender's userid, are enough to prove it.
        """
        try:
            commands = list(readings(self.words, proven=False))
        except UserError:
            return False
        if self.is_right and any(map(_names_board, commands)):
            return True
        if not has_fillers(self.words) and any(map(self._is_meant, commands)):
            return True
        return any(self.is_own(getattr(each, "userid", None) or "") for each in commands)

    def is_broken(self) -> bool:
        """Returns True for a command that doesn't read: one with words missing, or too many.

        Up to a word that may be the password, to the board's number behind a game, or to the end
        behind a game, its words must be a command's.
        """
        words, has_game = self.words, self._has_game()
        ends = [end for end in range(2, len(words) + 1) if self._may_end_in_password(end)]
        if ends and has_game and self.is_right and words[1] not in registry.game_verbs():
            return True
        if has_game and self.is_right:
            ends.append(3 if any(word.isdecimal() for word in words[2:3]) else len(words))
        return any(
            begins_command(words[:end]) and not has_fillers(words[:end]) for end in ends[:MAX_ENDS]
        )

    def _may_end_in_password(self, end: int) -> bool:
        is_after_userid = 2 < end <= MAX_PASSWORD_PLACE and self.is_own(self.words[end - 2])
        return may_hold_password([self.words[end - 1]]) or is_after_userid

    def _is_meant(self, command: Command) -> bool:
        secrets, has_game = command.secrets(), self._has_game() and not self.is_gameless
        is_sure = self.is_right or has_game or len(self.words) == 1
        return (is_sure or bool(secrets) or _names_board(command)) and all(
            self._is_password(each.reveal()) for each in secrets
        )

    def _is_password(self, word: str) -> bool:
        """Returns True for a word that is a password where the grammar has one.

        A word of letters alone isn't, as sentences consist of such: "Add Bob tomorrow". Nor is
        "half-hour", but behind verbs with which no sentence begins: "signup alice seven-knights".
        """
        if self.words[0] in PLAIN_VERBS:
            is_prose = word.isalpha() and not self.in_subject
        else:
            is_prose = not may_hold_password([word])
        return word == NONE or (len(word) >= passwords.MIN_LENGTH and not is_prose)

    def _has_game(self) -> bool:
        return self.words[0] in games.names()


def _names_board(command: Command) -> bool:
    named = (getattr(command, name, None) for name in ("board", "reference", "references"))
    return any(value and not isinstance(value, str) for value in named)


def has_fillers(words: Sequence[str]) -> bool:
    """Returns True if one of the words behind the first asks for nothing by itself, as in prose."""
    return not FILLERS.isdisjoint(word.lower().strip(PUNCTUATION) for word in words[1:])


def may_hold_password(words: Sequence[str]) -> bool:
    """Returns True if a word could be a password, even in a line that doesn't read.

    Words of sentences, numbers, dates and times, and what only other alphabets have, aren't.
    """
    return any(len(word) >= passwords.MIN_LENGTH and _is_no_word(word) for word in words)


def _is_no_word(word: str) -> bool:
    if "@" in word or "://" in word:
        return False
    inner = word.strip(string.punctuation)
    signs = {letter for letter in inner if letter.isascii() and not letter.isalpha()}
    signs -= _SIGNS_IN_WORDS
    return bool(signs) and not (signs <= set(string.digits) and not any(map(str.isalpha, inner)))


def _is_no_sentence(words: Sequence[str], is_own: IsOwn) -> bool:
    """Returns True for a subject that begins with the name of a command or a game, and is one."""
    game, behind = split_game(words)
    is_alone = len(words) == 1 or not behind
    if is_alone or looks_like_command(" ".join(words), is_own, in_subject=True):
        return True
    verb, *rest = respelt(words)[1:] if game else words
    is_plain = verb.lower() in (*PLAIN_VERBS, *registry.game_verbs())
    return is_plain and (may_hold_password(rest) or not has_fillers(words))


def _may_be_command(subject: str, is_own: IsOwn) -> bool:
    """Returns True for a subject of which an error can say how it was meant.

    That is a command without its game, or a single word like one: others say something else.
    """
    words = words_of_line(subject)
    if looks_like_command(subject, is_own, in_subject=True) or after_greeting(subject) is not None:
        return after_greeting(subject) is None
    if len(words) == 1 and is_near_command(words[0]):
        return True
    return is_gameless(words) and begins_command(respelt(words)) and not has_fillers(words)


def commands_and_comments(
    body: list[str], is_start: Callable[[str], bool] = looks_like_command
) -> FoundCommands:
    """Returns the commands among other lines; these are comments on the commands before them."""
    starts = [number for number, line in enumerate(body) if is_start(line)]
    ends = [*starts, len(body)][1:]
    lines = [
        CommandLine(
            plain_signs(body[start]).strip(), "\n".join(body[start + 1 : end]).strip(), in_body=True
        )
        for start, end in zip(starts, ends, strict=True)
    ]
    return FoundCommands(tuple(lines[:MAX_LINES]), cut=len(lines) > MAX_LINES)


def _has_content(line: str) -> bool:
    plain = plain_signs(line)
    return bool(plain.strip()) and not plain.startswith("#")


def _body(parsed_mail: ParsedMail) -> list[str]:
    """Returns the writer's own lines, up to a word that ends the commands."""
    lines: list[str] = []
    for line in _own_text(parsed_mail).split("\n"):
        if plain_signs(line).strip().lower().rstrip("!.,") in END_WORDS:
            break
        lines.append(line)
    return lines


def _own_text(parsed_mail: ParsedMail) -> str:
    """Returns the text without quotations."""
    return "\n\n".join(parsed_mail.blocks)


def words_of_line(line: str) -> list[str]:
    """Returns the words; none of a line whose quotation marks don't fit."""
    try:
        return tokenize(line)
    except UserError:
        return []
