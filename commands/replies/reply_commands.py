"""Makes commands from a reply about a board. The reply leaves out board, userid and password."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from commands.boards.move_doubts import MoveDoubt
from commands.boards.new_boards import challenge_options
from commands.language import parser, registry
from commands.language.command import Command, GameCommand, SeatCommand
from commands.language.fields import read_board_reference
from commands.language.grammar import slots
from commands.language.tokenizer import tokenize
from commands.replies.command_lines import CommandLine
from commands.replies.requests.worded_requests import LEAVE, REMATCH, TUTORIAL
from commands.replies.sentences.word_tables import plain_set
from commands.replies.sentences.words_around_moves import says_more_than_move
from commands.replies.vocabulary.requests.suspected_words import SHOWN
from commands.replies.vocabulary.sentence_words import FILLERS, plain_words
from commands.replies.vocabulary.server import nouns
from commands.system.secrets.secret import Secret
from commands.verbs.chat import Chat
from commands.verbs.note import Note
from commands.verbs.preview import LINE_WORDS, SHOW, Preview
from commands.verbs.submit import Submit
from commands.views.text.move_lists import moves_in_short
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.errors import UsageError

EXAMPLE_WORDS = ("101", "alice", "PASSWORD", "new")
"""Words in the example of a command that are omitted when the command is written in a reply."""
WORD = re.compile(r"[a-z]([a-z][a-z0-9-]*)?")
"""The name of a saved line. A misspelt move doesn't match, because moves begin with a square."""


@dataclass(frozen=True)
class ReplyCommands:
    board: Board
    player: Player

    def standalone(self, word: str) -> CommandLine:
        """Returns the command of a word that is the only one on its line."""
        game = self.board.game.name
        if word in ("help", "rules"):
            return CommandLine(f"{game} help" if word == "rules" else "help reply", in_body=True)
        if word == REMATCH and self._was_called_off:
            return self.again()
        if word in ("resign", "confirm", REMATCH):
            return self.of_player(word)
        return self.of_player("move", word)

    def requested(self, word: str) -> CommandLine:
        """Returns the command that carries out a request in the player's own words.

        `word`: a key of `MEANT_BY_REQUESTS`.
        """
        if word == "forgot":
            return CommandLine(f"forgot {self.player.userid}", in_body=True)
        # the tutorial begins with registration, but this player is already registered
        if word == TUTORIAL:
            return self.standalone("rules")
        if word in (LEAVE, "list") or word.startswith("help "):
            return CommandLine(word, in_body=True)
        return self.verb(word, ()) or self.standalone(word)

    def again(self) -> CommandLine:
        """Returns the command that starts a finished game, or one that was called off, again.

        It is only a guess, so the server asks the player to confirm it.
        """
        board, userid = self.board, self.player.userid
        if board.match.outcome:
            return replace(self.of_player(REMATCH), guessed=True)
        others = (player.userid for player in board.players if player.userid != userid)
        words = (userid, *others, *challenge_options(board.match, board.terms))
        line = f"{board.game.name} challenge {' '.join(words)}"
        return CommandLine(line, in_body=True, guessed=True)

    @property
    def _was_called_off(self) -> bool:
        return not (self.board.active or self.board.match.outcome)

    def verb(self, word: str, rest: Sequence[str]) -> CommandLine | None:
        """Returns the command of a verb and its arguments, or None if it is no verb of a game."""
        if word == REMATCH and self._was_called_off:
            return self.again()
        kinds = registry.game_verbs().get(word, [])
        # Some mail programs drop the line break after the verb in the text of a mailto link.
        if Chat in kinds or Note in kinds:
            return replace(self.of_player(word), comment=" ".join(rest))
        if Preview in kinds:
            return self._previewed(word, rest)
        if any(issubclass(kind, SeatCommand) for kind in kinds):
            return self.of_player(word, *rest)
        if rest and not plain_set(nouns.PLEASE).isdisjoint(plain_words(rest[0])):
            return None  # a sentence: "review please, and a rematch"
        return self._of_board(word, rest) if any(map(_names_board, kinds)) else None

    def shown(self, words: Sequence[str]) -> CommandLine | None:
        """Returns the command for the words after "show", such as "me the review", or None.

        If the words don't say what to show, it is the board.
        """
        kinds = registry.game_verbs().get(words[-1], [])
        is_view = kinds and not any(issubclass(kind, SeatCommand) for kind in kinds)
        if is_view:  # the standings are of a game and not of a board
            game_view = CommandLine(f"{self.board.game.name} {words[-1]}", in_body=True)
            return self.verb(words[-1], ()) or game_view
        is_board = FILLERS.union(SHOWN.split()).issuperset(words)
        return self.verb("show", ()) if is_board else None

    def of_account(self, verb: str, rest: Sequence[str]) -> CommandLine | None:
        """Returns a command about the player's own settings, or None if the words aren't one."""
        kinds, userid = registry.account_commands(verb), self.player.userid
        if not kinds:
            return None
        game = self.board.game if issubclass(kinds[0], GameCommand) else None
        values = {"userid": userid, "password": Secret("-")}
        try:
            readings = list(parser.readings_on_board(kinds, game, [verb, *rest], values))
        except UsageError:
            return None
        place = [*slots(kinds[0])].index("userid")
        head = [game.name] if game else []
        line = (*head, verb, *rest[:place], userid, "-", *rest[place:])
        return CommandLine(" ".join(line), in_body=True, read=lambda: readings)

    def of_player(self, verb: str, *rest: str) -> CommandLine:
        """Returns a command that the player executes on this board."""
        board, userid = self.board, self.player.userid
        words = (board.game.name, verb, str(board.number), userid, "-", *rest)
        values = {"board": board.number, "userid": userid, "password": Secret("-")}
        read = partial(self._readings, verb, rest, values)
        return CommandLine(" ".join(words), in_body=True, read=read)

    def pending_chat_answer(self, words: str = "") -> CommandLine:
        """Returns the command that sends pending chat. Without `words`, it discards the chat."""
        chat = self.of_player("chat")
        read = chat.read or tuple
        answered = partial(_as_answering, yes=bool(words))
        return replace(chat, comment=words, read=lambda: map(answered, read()))

    def doubted_move(self, move: str, doubt: MoveDoubt, comment: str = "") -> CommandLine:
        """Returns the command that makes a move pending and asks the player to confirm it.

        `doubt`: the reason, which the response mentions.
        """
        names = {each.userid.lower() for each in self.board.players}
        doubt = doubt._replace(has_own_text=partial(says_more_than_move, names=names))
        submission = self.of_player("submit", move)
        read = submission.read or tuple
        return replace(
            submission,
            comment=comment,
            read=lambda: (_with_doubt(command, doubt) for command in read()),
        )

    def _previewed(self, verb: str, rest: Sequence[str]) -> CommandLine:
        """Returns a preview of moves, or a command about the player's saved lines of moves."""
        if not names_line(rest) or self.board.match.reads(rest[0]):
            return self._of_board(verb, rest)
        is_name = rest[0].lower() not in LINE_WORDS
        return self.of_player(verb, *([SHOW] if is_name else []), *rest)

    def preview(self, move: str) -> CommandLine:
        """Returns the preview of a move that the player wrote with a question mark."""
        preview = self._of_board("preview", ["".join(move.split())])
        read = preview.read or tuple
        return replace(preview, read=lambda: map(_as_asked, read()))

    def _of_board(self, verb: str, rest: Sequence[str]) -> CommandLine:
        """Returns a command that shows the board, at a ply if the first argument is one."""
        ply = rest[0] if rest and rest[0].startswith("#") else ""
        after = rest[1:] if ply else rest
        board_ply = f"{self.board.number}{ply}"
        text = " ".join([self.board.game.name, verb, board_ply, *after])
        read = partial(self._readings_at, verb, after, board_ply)
        return CommandLine(text, in_body=True, read=read)

    def _readings_at(self, verb: str, rest: Sequence[str], board_ply: str) -> Iterator[Command]:
        reference = read_board_reference(board_ply)
        values: dict[str, Any] = {"reference": reference, "references": (reference,)}
        if reference.ply is None:
            values["board"] = reference.number
        return self._readings(verb, rest, values)

    def _readings(
        self, verb: str, rest: Sequence[str], values: Mapping[str, Any]
    ) -> Iterator[Command]:
        """Yields the possible meanings of the verb and its arguments. They share the locked board.

        `values`: the values of the fields that a reply leaves out.
        """
        words, game = [verb, *tokenize(" ".join(rest))], self.board.game
        kinds = registry.game_verbs()[verb]
        if "userid" in values:
            kinds = [kind for kind in kinds if "userid" in slots(kind)]
        try:
            commands = parser.readings_on_board(kinds, game, words, values)
        except UsageError as error:
            raise UsageError(f"{error.problem or error.text}{self._usage(kinds, values)}") from None
        for command in commands:
            if isinstance(command, SeatCommand):
                yield replace(command, locked=self.board)
            else:
                yield command

    def _usage(self, kinds: Sequence[type[Command]], values: Mapping[str, Any]) -> str:
        """Returns how to write the command in a reply, with the legal moves or an example."""
        kind, match = kinds[0], self.board.match
        open_slots = [slot.usage for name, slot in slots(kind).items() if name not in values]
        usage = f" In a reply, write:\n  {' '.join([kind.names[0], *open_slots])}"
        if "{move}" in kind.example and match.legal:
            return f"{usage}\n{moves_in_short(match)}"
        sample = kind.example.format(game="", move=self.board.game.example[1][0]).split()
        words = [word for word in sample if word not in EXAMPLE_WORDS]
        return f"{usage}\nFor example:\n  {' '.join(words)}"


def names_line(words: Sequence[str]) -> bool:
    """Whether the words after `preview` are about a saved line, and not moves."""
    word = words[0].lower() if words else ""
    return word in LINE_WORDS or (len(words) == 1 and WORD.fullmatch(word) is not None)


def _as_answering(command: Command, *, yes: bool) -> Command:
    return replace(command, answers=yes) if isinstance(command, Chat) else command


def _with_doubt(command: Command, doubt: MoveDoubt) -> Command:
    return replace(command, doubt=doubt) if isinstance(command, Submit) else command


def _as_asked(command: Command) -> Command:
    return replace(command, asked=True) if isinstance(command, Preview) else command


def _names_board(kind: type[Command]) -> bool:
    """Whether the command takes a board as an argument. In a reply, this argument is omitted."""
    return bool({"reference", "references", "board"} & set(kind.__dataclass_fields__))
