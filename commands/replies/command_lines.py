"""Finds full commands in an email: in its subject, or on the lines of its body."""

import string
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
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
from commands.replies.sentences.greetings import after_greeting
from commands.replies.vocabulary.sentence_words import FILLERS
from commands.security import passwords
from commands.system.secrets.secret import NONE
from mail.reading.characters import plain_signs
from mail.reading.parsed_mail import ParsedMail
from pbm import games
from pbm.board.board import Board
from pbm.errors import UserError

END_WORDS = ("stop", "quit", "--", "thanks")
"""Words that end the commands of an email if one of them is the only word on a line."""
MAX_UNKNOWN_LINES = 5
"""Maximum number of lines that aren't commands. The lines after them are ignored."""
MAX_LINES = 50
MAX_ENDS = 3
"""Maximum number of prefixes of a line that are checked for being the beginning of a command."""
MAX_PASSWORD_PLACE = 5
"""Maximum position of a password in a command, as in `knightpanic move 101 alice PASSWORD`."""
PLAIN_VERBS = ("signup", "signoff", "unblock", "mydata")
"""Commands without a game whose names rarely begin a sentence."""
PUNCTUATION = ".!?,;:"
MULTIPLE = "multiple"
"""The subject of an email in which every line is a command."""


IsOwn = Callable[[str], bool]
"""Returns whether a userid belongs to a player with the sender's address."""
_SIGNS_IN_WORDS = frozenset("-'/.,:;&()\"")
"""Punctuation that occurs inside the words of sentences: "well-played", "either/or"."""


def is_nobodys(_userid: str) -> bool:
    """The `IsOwn` of an unknown sender, to whom no userid belongs."""
    return False


@dataclass(frozen=True, slots=True)
class CommandLine:
    """A command as its writer typed it, with its comment."""

    text: str
    comment: str = ""
    withheld: str = ""
    """Text of the writer that isn't sent to the opponents, because it reveals a plan."""
    in_body: bool = False
    """Whether the line is from the body, where a mail program may have broken a longer line."""
    heading: str = ""
    """Heading of the line's result in an answer to several lines, such as "Chess 101"."""
    guessed: bool = False
    """Whether the command was guessed from a sentence. Then the writer is asked to confirm it."""
    read: Callable[[], Iterable[Command]] | None = None
    """Parses the line as a command about the board of the email replied to.

    It is None if the line is a full command.
    """


@dataclass(frozen=True, slots=True)
class FoundCommands:
    """The commands that were found in an email."""

    lines: tuple[CommandLine, ...]
    cut: bool = False
    """Whether the last lines were ignored because the email had too many."""
    is_prose: bool = False
    """Whether the email consists of prose without any command."""


def find_commands(parsed_mail: ParsedMail, is_own: IsOwn = is_nobodys) -> FoundCommands:
    """Returns the commands of an email that isn't a reply to a board or message.

    If the subject is a command, the body is its comment. Otherwise, the commands are in the body.
    The result is empty if nothing looks like a command.
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
    """Returns each line that isn't empty as a separate command."""
    lines: list[CommandLine] = []
    unknown = 0
    for line in filter(_has_content, body):
        unknown += not is_command(words_of_line(line))
        if unknown > MAX_UNKNOWN_LINES or len(lines) >= MAX_LINES:
            return FoundCommands(tuple(lines), cut=True)
        lines.append(CommandLine(plain_signs(line).strip(), in_body=True))
    return FoundCommands(tuple(lines))


def looks_like_command(line: str, is_own: IsOwn = is_nobodys, *, in_subject: bool = False) -> bool:
    """Whether the writer meant the line as a command, even if it is misspelt or incomplete.

    Sentences can also begin with words such as "show". To be a command, the line must have exactly
    the arguments that the command takes, or a possible password in the right position. Other lines
    become comments, and the opponents read them.
    """
    words = words_of_line(line) if _has_content(line) else []
    if not (respelt_words := respelt(words)):
        return False
    read = _ReadLine(respelt_words, is_command(words), is_gameless(words), in_subject, is_own)
    return read.is_exact() or read.is_broken()


def with_game(line: CommandLine, board: Board) -> CommandLine:
    """Returns a line of a reply with the game of its board, if the line needs a game and has none.

    If it names a board with another number, that may be a board of another game. So the writer is
    asked to confirm the command.
    """
    words = words_of_line(line.text)
    if not is_gameless(words):
        return line
    try:
        commands = [*readings([board.game.name, *words], proven=False)]
    except UserError:
        commands = []
    is_other = any(_board_numbers(command) - {board.number} for command in commands)
    return replace(line, text=f"{board.game.name} {line.text}", guessed=line.guessed or is_other)


def _board_numbers(command: Command) -> set[int]:
    """Returns the numbers of the boards that a command names."""
    references = (
        getattr(command, "reference", None),
        *(getattr(command, "references", None) or ()),
    )
    numbers = (getattr(each, "number", None) for each in references)
    return {each for each in (getattr(command, "board", None), *numbers) if isinstance(each, int)}


def is_complete(line: str) -> bool:
    """Whether the line is a command with all its arguments."""
    try:
        return any(readings(respelt(words_of_line(line)), proven=False))
    except UserError:
        return False


@dataclass(frozen=True, slots=True)
class _ReadLine:
    """A line that begins like a command."""

    words: Sequence[str]
    """The words with corrected spelling, and with a game if the verb needs one."""
    is_right: bool
    """Whether no spelling had to be corrected."""
    is_gameless: bool
    in_subject: bool
    is_own: IsOwn

    def is_exact(self) -> bool:
        """Whether this is a command with exactly its arguments, and not a sentence.

        A board number after a game, or the sender's userid, rules out a sentence.
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
        """Whether this is a command with missing or superfluous words.

        The beginning of the line must be the beginning of a command: up to a word that may be the
        password or, in a line that names a game, up to the board number or the end of the line.
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
        return may_have_password([self.words[end - 1]]) or is_after_userid

    def _is_meant(self, command: Command) -> bool:
        secrets, has_game = command.secrets(), self._has_game() and not self.is_gameless
        is_sure = self.is_right or has_game or len(self.words) == 1
        return (is_sure or bool(secrets) or _names_board(command)) and all(
            self._is_password(each.reveal()) for each in secrets
        )

    def _is_password(self, word: str) -> bool:
        """Whether the word is a password, if the grammar has a password in this position.

        Words of letters occur in sentences ("Add Bob tomorrow"), and so do hyphens ("half-hour").
        They are passwords only after verbs with which no sentence begins: "signup alice
        seven-knights".
        """
        if self.words[0] in PLAIN_VERBS:
            is_prose = word.isalpha() and not self.in_subject
        else:
            is_prose = not may_have_password([word])
        return word == NONE or (len(word) >= passwords.MIN_LENGTH and not is_prose)

    def _has_game(self) -> bool:
        return self.words[0] in games.names()


def _names_board(command: Command) -> bool:
    named = (getattr(command, name, None) for name in ("board", "reference", "references"))
    return any(value and not isinstance(value, str) for value in named)


def has_fillers(words: Sequence[str]) -> bool:
    """Whether a word after the first is a filler such as "me". Only sentences have fillers."""
    return not FILLERS.isdisjoint(word.lower().strip(PUNCTUATION) for word in words[1:])


def may_have_password(words: Sequence[str]) -> bool:
    """Whether a word could be a password, even if the line isn't a command.

    Words of sentences, numbers, dates, times, addresses, and words in other alphabets can't be one.
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
    """Whether a subject that begins with a command or a game is a command, and not a sentence."""
    game, behind = split_game(words)
    is_alone = len(words) == 1 or not behind
    if is_alone or looks_like_command(" ".join(words), is_own, in_subject=True):
        return True
    verb, *rest = respelt(words)[1:] if game else words
    is_plain = verb.lower() in (*PLAIN_VERBS, *registry.game_verbs())
    return is_plain and (may_have_password(rest) or not has_fillers(words))


def _may_be_command(subject: str, is_own: IsOwn) -> bool:
    """Whether an error about the subject could tell its writer how to correct it.

    The subject must be a command without its game, or a single word that resembles one.
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
    """Returns the commands of a body. The lines between them are comments on the command above.

    `is_start`: whether a line is a command.
    """
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
    """Returns the writer's own lines, without quotations, up to a word of END_WORDS."""
    lines: list[str] = []
    for line in _own_text(parsed_mail).split("\n"):
        if plain_signs(line).strip().lower().rstrip("!.,") in END_WORDS:
            break
        lines.append(line)
    return lines


def _own_text(parsed_mail: ParsedMail) -> str:
    return "\n\n".join(parsed_mail.blocks)


def words_of_line(line: str) -> list[str]:
    """Returns the words of a line, or an empty list if its quotation marks aren't balanced."""
    try:
        return tokenize(line)
    except UserError:
        return []
