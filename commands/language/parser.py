"""Parse the words of a line into the commands that it may mean."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from commands.language import registry
from commands.language.command import Command
from commands.language.grammar import TOO_MANY, fill, slots, takes_password
from commands.language.slots import Literal, MissingWord, OtherFormError, PasswordSlot
from commands.system.secrets.secret import NONE
from pbm import games
from pbm.errors import UsageError
from pbm.games import AnyGame
from pbm.suggestions import did_you_mean, likeness, nearest, resembles
from pbm.wording import shown

MISSPELLING_CUTOFF = 0.8
"""Minimum likeness of a line's first word to a known word to be taken as a misspelling of it."""
NEAR_CUTOFF = 0.7
"""Minimum likeness if the line has only one word, because such a line can hardly be anything else.
"""
MIN_LETTER_SHARE = 0.7
"""Minimum share of letters in a word that may be a misspelled name."""
MISSING = "Some words are missing."
NO_FORM = "These words don't fit the command."
MAX_NAME_LENGTH = 30
MAX_NAME_WORDS = 2
"""Maximum number of words in a game's name as players may write it, such as `Knight Panic`."""


class UnknownCommand(UsageError):
    """The first word is neither a command nor a game."""

    def __init__(self, text: str, discreet: str = "") -> None:
        super().__init__(text)
        self.discreet = discreet or text
        """The message without the word: a mailer may have broken a line before a password."""


def is_command(words: Sequence[str]) -> bool:
    """Whether the line begins with a command or a game."""
    return bool(words) and (_general(words[0]) or split_game(words)[0] is not None)


def respelt(words: Sequence[str]) -> list[str]:
    """Returns a line with its command spelled correctly, and with a game if it needs one.

    Returns an empty list if no command resembles the line.
    """
    if not words:
        return []
    if _general(words[0]):
        return _with_form(words)
    game, rest = split_game(words)
    if game:
        return [game.name, *_with_known_word(rest, registry.game_verbs(), MISSPELLING_CUTOFF)]
    if is_gameless(words):
        return [next(iter(games.games())), *words]
    names = [*registry.general_verbs(), *games.names()]
    for count, spelling in enumerate(_spellings(words), 1):
        if _may_be_name(spelling) and resembles(spelling, names, MISSPELLING_CUTOFF):
            return respelt([nearest(spelling, names) or "", *words[count:]])
    return []


def is_gameless(words: Sequence[str]) -> bool:
    """Whether the line begins with a verb that needs the name of a game before it."""
    is_verb = bool(words) and words[0].lower() in registry.game_verbs()
    return is_verb and not is_command(words)


def begins_command(words: Sequence[str]) -> bool:
    """Whether the words are a command, or the beginning of one."""
    game, rest = (None, words) if _general(words[0]) else split_game(words)
    verbs = registry.game_verbs() if game else registry.general_verbs()
    kinds = verbs.get(rest[0].lower(), []) if rest else []
    return any(_fits(kind, rest[1:]) for kind in kinds)


def _fits(kind: type[Command], words: Sequence[str]) -> bool:
    try:
        fill(kind, words)
    except MissingWord:
        return True
    except UsageError:
        return False
    return True


def _with_form(words: Sequence[str]) -> list[str]:
    """Returns the words of a general command with the word after the verb spelled correctly.

    That word is fixed, such as `zone` in `change zone`.
    """
    kinds = registry.general_verbs()[words[0].lower()]
    first = [next(iter(slots(kind).values()), None) for kind in kinds]
    forms = [slot.usage for slot in first if isinstance(slot, Literal)]
    return [words[0].lower(), *_with_known_word(words[1:], forms, NEAR_CUTOFF)]


def _with_known_word(words: Sequence[str], names: Collection[str], cutoff: float) -> list[str]:
    """Returns the words. If the first one resembles a known name, it is replaced by that name."""
    word = next(iter(words), "").lower()
    if word and word not in names and _may_be_name(word) and resembles(word, names, cutoff):
        word = nearest(word, names) or ""
    return [word, *words[1:]] if word else []


def is_near_command(word: str) -> bool:
    """Whether a word is a command or a game, or a similar word."""
    names = [*registry.general_verbs(), *games.names()]
    return _may_be_name(word) and resembles(word, names, NEAR_CUTOFF)


def _may_be_name(word: str) -> bool:
    """Whether a word may be a misspelled name. Moves, numbers and whole sentences can't."""
    return len(word) <= MAX_NAME_LENGTH and sum(map(str.isalpha, word)) >= MIN_LETTER_SHARE * len(
        word
    )


def split_game(words: Sequence[str]) -> tuple[AnyGame | None, list[str]]:
    """Returns the game that the first words name, or None, and the remaining words."""
    for count in range(MAX_NAME_WORDS, 0, -1):
        game = games.names().get(games.plain(" ".join(words[:count])))
        if game and len(words) >= count:
            return game, list(words[count:])
    return None, list(words)


def readings(words: Sequence[str], *, proven: bool) -> Iterator[Command]:
    """Returns the commands that a line may mean, the likeliest first. Raises UsageError.

    `proven`: whether the password may be left out. Only then can there be several commands.
    """
    if not words:
        raise UsageError("The line is empty. For an overview of the commands, send: help")
    if _general(words[0]):
        return _read(registry.general_verbs()[words[0].lower()], None, list(words), proven=proven)
    game, rest = split_game(words)
    if game is None:
        raise _unknown(words)
    return _game_readings(game, rest, proven=proven)


def readings_on_board(
    kinds: Sequence[type[Command]],
    game: AnyGame | None,
    words: Sequence[str],
    preset: Mapping[str, Any],
) -> Iterator[Command]:
    """Returns the possible commands for a verb and its words in a reply. Raises UsageError.

    `game`: the game of the board, for commands about a game.
    `preset`: fields that a reply leaves out, such as the board.
    """
    return _read(kinds, game, words, proven=False, preset=preset)


def _general(word: str) -> bool:
    return word.lower() in registry.general_verbs()


def _game_readings(game: AnyGame, words: list[str], *, proven: bool) -> Iterator[Command]:
    verbs = registry.game_verbs()
    if not words:
        raise UsageError(f"Add a command after the name of the game.\n{_where_to_read(game)}")
    kinds, mover = verbs.get(words[0].lower()), registry.last_words().get(words[0].lower())
    # Userids begin with a letter, so a number can only be a board.
    line = [words[0], *_without_stray_board(words[1:])]
    if mover and (kinds is None or "".join(line[1:2]).isdecimal()):
        raise _misplaced(mover, game, line)
    if kinds is None:
        guess = did_you_mean(words[0], [name for kind in verbs.values() for name in kind[0].names])
        advice = guess or f"\n{_where_to_read(game)}"
        raise UsageError(f'{game.title} has no command "{shown(words[0])}".{advice}')
    return _read(kinds, game, line, proven=proven)


def _read(
    kinds: Sequence[type[Command]],
    game: AnyGame | None,
    words: Sequence[str],
    *,
    proven: bool,
    preset: Mapping[str, Any] | None = None,
) -> Iterator[Command]:
    """Returns a command for each form of the verb that fits, without and with the password.

    If none fits, raises UsageError with the usage of the forms whose fixed words match. If no fixed
    words match, it shows all forms.
    """
    commands: list[Command] = []
    problems: dict[type[Command], str] = {}
    other_forms: dict[type[Command], str] = {}
    for kind in kinds:
        for leave_out in _password_readings(kind, proven=proven):
            try:
                values = fill(kind, words[1:], proven=leave_out, preset=preset)
                commands.append(kind(**_given_fields(kind, game, words[0]), **values))
            except MissingWord:
                problems.setdefault(kind, MISSING)
            except OtherFormError as error:
                other_forms.setdefault(kind, error.text)
            except UsageError as error:
                problems.setdefault(kind, error.text)
    if not commands:
        raise _misfit(kinds, problems, other_forms, game)
    return iter(commands)


def _misfit(
    kinds: Sequence[type[Command]],
    problems: Mapping[type[Command], str],
    other_forms: Mapping[type[Command], str],
    game: AnyGame | None,
) -> UsageError:
    """Returns the error for words that fit no form. Both mappings have a problem for each form.

    If some forms only lack words, it shows these.
    """
    if incomplete := [kind for kind, problem in problems.items() if problem == MISSING]:
        return _usage(MISSING, incomplete, game)
    shown_forms = problems or other_forms
    first = next(iter(shown_forms.values()))
    vague = {*problems.values(), *other_forms.values()} != {TOO_MANY}
    if len(shown_forms) > 1 and vague and (first == TOO_MANY or not problems):
        return _usage(NO_FORM, kinds, game)
    return _usage(first, [*shown_forms], game)


def _given_fields(kind: type[Command], game: AnyGame | None, word: str) -> dict[str, Any]:
    """Returns the game, and the verb for commands whose verbs have opposite meanings."""
    fields: dict[str, Any] = {"game": game} if game else {}
    return fields | ({"word": word.lower()} if "word" in kind.__dataclass_fields__ else {})


def _password_readings(kind: type[Command], *, proven: bool) -> list[bool]:
    """Returns whether to leave out the password, for each reading to try."""
    return [True, False] if proven and takes_password(kind) else [False]


def _usage(problem: str, kinds: Sequence[type[Command]], game: AnyGame | None) -> UsageError:
    forms = "\n".join(f"  {kind.usage(game)}" for kind in kinds)
    text = f"{problem} Usage:\n{forms}\nFor example:\n  {kinds[0].sample(game)}"
    return UsageError(text, problem)


def _misplaced(kind: type[Command], game: AnyGame, words: Sequence[str]) -> UsageError:
    """Returns the error for a verb that belongs at the end of a line of another command."""
    word, *given = words
    *before, last = slots(kind).values()
    # If words are missing, any word except the board may be the password.
    if len(given) < len(before):
        given = [each for each in given[:1] if each.isdecimal()]
    parts = [*map(shown, given[: len(before)]), *(slot.usage for slot in before[len(given) :])]
    parts = [
        NONE if isinstance(slot, PasswordSlot) else part
        for slot, part in zip(before, parts, strict=True)
    ]
    line = " ".join([game.name, kind.names[0], *parts, word.lower()])
    what = last.usage.partition("[")[0].lower()
    return UsageError(f'In a game, write "{word.lower()}" in place of a {what}:\n  {line}')


def _without_stray_board(words: list[str]) -> list[str]:
    stray = len(words) > 1 and words[0].lower() == "board" and words[1][:1].isdigit()
    return words[1:] if stray else words


def _unknown(words: Sequence[str]) -> UnknownCommand:
    if is_gameless(words):
        verb = words[0].lower()
        game, _, *rest = registry.game_verbs()[verb][0].sample().split()
        example = " ".join([game, verb, *rest])
        return UnknownCommand(
            f'Which game? Write its name before "{verb}", for example:\n  {example}'
        )
    names = [*registry.general_verbs(), *games.names()]
    spelling = max(_spellings(words), key=lambda word: likeness(word, names))
    guess = did_you_mean(spelling, names)
    more = f"{guess}\nFor an overview of the commands, send: help"
    discreet = f"The line doesn't begin with a command or a game.{more}"
    return UnknownCommand(f'"{shown(words[0])}" isn\'t a command or a game.{more}', discreet)


def _spellings(words: Sequence[str]) -> tuple[str, str]:
    """Returns the first word, and the first two words joined. A game's name may be two words."""
    return words[0], "".join(words[:2])


def _where_to_read(game: AnyGame) -> str:
    return f"For a list of commands, send: help commands\nFor the rules, send: {game.name} help"
