"""Finds the command in a reply to a mail about a board.

The first line that isn't quoted is the whole command: a move, or a verb without its board, userid
and password. It is parsed here into a command object about that board.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from commands.boards.held_moves import AMONG, BELOW, BESIDE, for_other_board
from commands.content.reply_claims import ReplyAge
from commands.language import registry
from commands.language.command import SeatCommand
from commands.language.parser import split_game
from commands.replies.command_lines import (
    END_WORDS,
    MAX_UNKNOWN_LINES,
    PUNCTUATION,
    CommandLine,
    FoundCommands,
    has_fillers,
    looks_like_command,
)
from commands.replies.commands import LEAVE, ReplyCommands
from commands.replies.comments import split_comment
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.doubts.lines_below import is_doubted_below
from commands.replies.doubts.words_behind import is_doubtful
from commands.replies.greetings import without_greeting
from commands.replies.moves.board_numbers import (
    NumberedLine,
    board_of_lines,
    board_of_moves,
    is_own_number,
    named_board,
    only_board,
    read_numbers,
    subject_board,
)
from commands.replies.moves.plans import (
    REMARK,
    check_no_plan,
    find_conditional_move,
    lone_verb,
    plan_in,
)
from commands.replies.moves.written_moves import (
    MOVE_WITH_DIGITS,
    denies,
    is_legal,
    leading_move,
    legal_spelling,
    mentioned_move,
    mentioned_moves,
)
from commands.replies.requests import (
    ASKED_ABOUT,
    SIGNUP,
    request_among,
    requested_among,
    requested_word,
)
from commands.replies.suggestions import STANDALONE_WORDS, nearest_word, reply_error
from commands.replies.vocabulary.sentence_words import DOUBTS
from commands.replies.yes_or_no import MAX_LINES, YesOrNo, yes_or_no
from commands.security.tokens import ASKING
from commands.verbs.chat import Chat
from commands.verbs.move import Move
from commands.verbs.note import Note
from commands.verbs.resign import Resign
from commands.verbs.submit import Confirm
from mail.reading.characters import plain_signs
from pbm.board.board import Board
from pbm.board.draws_and_undos import DRAW_WORDS, IRREVERSIBLE_OFFERS, OFFERS
from pbm.errors import IllegalError
from pbm.match.match import Match

IRREVERSIBLE_WORDS = (*Resign.names, *IRREVERSIBLE_OFFERS, *Confirm.names)
"""Words that can't be undone, and so must be the first line of a reply."""
VIEW_WORDS = ("show", "legal", "describe", "help", "rules")
"""Words that change nothing, and so may stand anywhere."""
FOR_OTHER_BOARD = (
    "Your reply names {other}, but this email is about board {number}, so nothing was done.\n"
    "To move on {other}, reply to an email about it."
)
GUESSED_WORDS = ("resign", "propose", "undo")
"""Words that are guessed where a line is nothing but a misspelt one: "resgin"."""
REPLY_END_WORDS = tuple(word for word in END_WORDS if word != "thanks")
"""A line with one of these words alone ends the search: below "Thanks" people write more."""
MAX_COMMENT_WORDS = 50
"""The words behind a move among which another one is looked for in any spelling."""
MAX_LINES_BELOW = 20
"""Maximum number of lines below a move in which another move is looked for."""
MAX_CORRECTION_WORDS = 4
"""Maximum number of words of a line by which a writer corrects the move: "I mean c1-e5"."""
_DIGIT = re.compile(r"\d")
MAX_NO_WORDS = 3
"""The most words of a line that says no to a held move."""


@dataclass(frozen=True)
class ReplyLine:
    """A line that the player wrote."""

    text: str
    whole: str
    """The line with its greeting."""
    number: int
    """Its place among all lines that the player wrote."""
    is_first: bool
    """True if it is the first line above, between or below quotations."""
    has_greeting: bool = False
    """True if it began with a greeting, which `text` leaves out."""
    is_below: bool = False
    """True if other words of the player's stand above it, a greeting included."""


def find_reply_command(
    replying: ReplyContext, blocks: Sequence[str], *, answered: bool = False
) -> FoundCommands:
    """Returns the command of a reply with its comment; raises UserError if there is none.

    `answered`: the first line answers a question, and is none.
    """
    reader = _ReplyReader(replying, blocks)
    first: str | None = None
    unknown = 0
    for line in reply_lines(blocks, replying.names):
        if answered and first is None:
            first = line.text
            continue
        if is_own_number(replying.board, line.text):
            continue
        command = reader.read(line) if first is None else reader.read_strictly(line)
        if command is not None:
            written = "\n\n".join(blocks).split("\n")
            rest = [each.rstrip() for each in written[line.number + 1 :]]
            other = subject_board(replying.board, "\n".join(rest))
            command = reader.held_by_others(command, written[: line.number], rest, other)
            comment, below = split_comment(replying, rest)
            command, comment = reader.with_draw(command, comment)
            if not line.is_first:  # the text may be a quotation, and with it what stands below
                below = FoundCommands((), cut=bool(below.lines))
            commented = _with_comment(replying, command, comment, names_other=bool(other))
            return FoundCommands((commented, *below.lines), below.cut)
        first, unknown = first or line.text, unknown + 1
        if unknown > MAX_UNKNOWN_LINES:
            break
    raise reply_error(replying, first or "")


def with_what_else_is_meant(
    replying: ReplyContext, blocks: Sequence[str], chat: CommandLine
) -> tuple[CommandLine, ...]:
    """Returns chat with what its words ask of the server; without the chat, if that is all.

    A move, which is held, and a request to take one back bring the words themselves.
    """
    lines = [line.text for line in reply_lines(blocks, replying.names)]
    if not (lines and replying.registered_sender):
        return (chat,)
    reader, is_latest = _ReplyReader(replying, blocks), replying.age is ReplyAge.LATEST
    whole = requested_word(lines[0]) if " " in lines[0] else ""
    word = whole or requested_among(lines[0])
    if word == "undo":
        undo = reader.requested(word) if is_latest else None
        return (replace(undo, comment=chat.comment) if undo else chat,)
    if word and word != LEAVE and (command := reader.requested(word)):
        return (command,) if whole and len(lines) == 1 else (chat, command)
    moves = [move for line in lines if (move := reader.stated_move(line))] if is_latest else []
    return (replace(moves[0], comment=chat.comment) if len(moves) == 1 else chat,)


def _with_comment(
    replying: ReplyContext, command: CommandLine, below: str, *, names_other: bool
) -> CommandLine:
    """Returns the command with the words on its line, if they are its comment, and those below.

    Words that tell a plan, or are for another board, are withheld. Raises ParseError for chat that
    tells a plan. `names_other`: True if a line below is about another board.
    """
    comment = "\n".join(filter(None, (command.comment, below)))
    if command.withheld or not comment:
        return replace(command, withheld=comment) if comment else command
    if command.guessed:
        return replace(command, comment=comment)
    _, words = split_game(command.text.split())  # "list" and the like name no game
    verb = next(iter(words), "").lower()
    if verb in Chat.names:
        check_no_plan(replying.board, comment)
    elif verb in Note.names:
        return replace(command, comment=comment)
    elif _is_withheld(replying.board, comment) or (
        (names_other or command.comment) and subject_board(replying.board, comment)
    ):
        return replace(command, comment="", withheld=comment)
    return replace(command, comment=comment)


def _is_withheld(board: Board, comment: str) -> bool:
    """Returns True for a comment with a plan, a command's word alone, or another board's move."""
    return any(find(board, comment) for find in (plan_in, lone_verb, board_of_moves))


def reply_lines(blocks: Sequence[str], names: frozenset[str]) -> Iterator[ReplyLine]:
    """Yields the lines that may be the command, up to a word that ends them.

    Greetings and lines that only address a player of these names are left out.
    """
    start = 0
    is_below = False
    for block in blocks:
        is_first, lines = True, block.split("\n")
        for number, line in enumerate(lines, start):
            text = plain_signs(line).strip()
            if text.lower().rstrip("!.,") in REPLY_END_WORDS:
                return
            rest = without_greeting(text, names)
            if rest and not REMARK.match(rest):
                yield ReplyLine(rest, text, number, is_first, rest != text, is_below)
                is_first = False
            is_below = is_below or bool(text)
        start += len(lines) + 1  # with the empty line between blocks


class _ReplyReader:
    """Reads lines as commands about the board of the mail replied to."""

    def __init__(self, replying: ReplyContext, blocks: Sequence[str]) -> None:
        self._board = replying.board
        self._commands = ReplyCommands(replying.board, replying.player)
        self._is_mover = replying.board.mover == replying.player
        self._lines = [line for block in blocks for line in block.split("\n")]
        self._asks_for_move = replying.holds_move
        self._replying = replying
        asks = self._asks_for_move or replying.is_offered
        self._said = yes_or_no(blocks) if asks and replying.prefix != ASKING else None
        self._has_move = asks and any(map(self._legal, self._lines[:MAX_LINES]))
        """True if one of the lines is a move, in a reply to a question."""

    def read(self, line: ReplyLine) -> CommandLine | None:
        """Returns the command of a line, or None if it has none."""
        numbered = self._numbered(line.text)
        if numbered.other:
            return self._for_other_board(numbered)
        if only_board(self._board, line.text):
            return None
        return self._read(_with_text(line, numbered.text))

    def _read(self, line: ReplyLine) -> CommandLine | None:
        """Returns the command of a line that names no other board."""
        text, words = line.text, line.text.split()
        word = words[0].lower().rstrip(PUNCTUATION)
        is_alone = len(words) == 1
        if word in Note.names:
            return self._commands.verb(word, words[1:])
        is_said = word in IRREVERSIBLE_WORDS and _is_addressed_to_others(line)
        if is_alone and word in STANDALONE_WORDS and not is_said:
            return self._commands.standalone(word)
        if (requested := requested_word(text)) and not (is_alone and is_said and word != "draw"):
            return self.requested(requested)
        if word in DRAW_WORDS and (played := self._legal(" ".join(words[1:]))):
            return self._commands.of_player("move", played, DRAW_WORDS[0])
        if word in STANDALONE_WORDS:
            return self._asked_among(line)
        if move := self._move(line):
            return move
        if word == "show" and has_fillers(words):
            return self._shown(words[-1].lower().rstrip(PUNCTUATION))
        if looks_like_command(text, self._commands.player.is_called):
            return CommandLine(text, in_body=True)
        if word in Move.names and (move := self._move(replace(line, text=" ".join(words[1:])))):
            return move
        rest = words[1:]
        command = self._commands.verb(word, rest) or self._commands.of_account(word, rest)
        command = command or self._answer(words)
        command = command or self._asked_among(line) or self._guess(line)
        return command or self._mentioned_move(text)

    def requested(self, word: str) -> CommandLine | None:
        """Returns the command of a request; None for what the game, or its end, doesn't allow."""
        has_draws = self._board.game.drawn_by_agreement or word != "propose"
        is_late = word in ASKED_ABOUT and self._board.match.outcome
        if word == SIGNUP or is_late or not has_draws:
            return None
        return replace(self._commands.requested(word), guessed=word in ASKED_ABOUT)

    def with_draw(self, command: CommandLine, comment: str) -> tuple[CommandLine, str]:
        """Returns a move with the draw offered on the next line, or an offer with the move there.

        The words in that line are left out of the comment.
        """
        verb, played = command.text.split()[1:2], " ".join(command.text.split()[5:])
        below, _, others = comment.partition("\n")
        if command.guessed or verb != ["move"] or self._board.match.outcome:
            return command, comment
        if played in DRAW_WORDS and (move := self._legal(below)):
            return self._commands.of_player("move", move, DRAW_WORDS[0]), others
        move, ply, remark = self._board.match.split(played)
        if played in OFFERS or not _offers_draw(below):
            return command, comment
        guarded = move if ply is None else f"{move}#{ply}"
        said = "\n".join(filter(None, (remark, others.strip())))
        return self._commands.of_player("move", guarded, DRAW_WORDS[0]), said

    def _legal(self, line: str) -> str:
        """Returns the legal move of which a line consists; empty if it is none."""
        numbered = self._numbered(line)
        move = leading_move(self._board.match, numbered.text).line.rstrip(PUNCTUATION)
        is_meant = not numbered.other and is_legal(
            self._board.match, move.partition("#")[0].strip()
        )
        return move if is_meant else ""

    def _numbered(self, line: str) -> NumberedLine:
        """Returns a line with its board number read; on a board that is over there are no moves."""
        return NumberedLine(line) if self._board.match.outcome else read_numbers(self._board, line)

    def _for_other_board(self, numbered: NumberedLine) -> CommandLine | None:
        """Returns the command that holds the move of a line which names another board.

        None if another line names this board. Raises IllegalError if the move can't be made here.
        """
        board, match = self._board, self._board.match
        others = map(self._numbered, self._lines[:MAX_LINES])
        if any(line.is_own and not line.other for line in others):
            return None
        move, _, comment = match.split(leading_move(match, numbered.text).line.rstrip(PUNCTUATION))
        if not (self._is_mover and is_legal(match, move)):
            raise IllegalError(FOR_OTHER_BOARD.format(other=numbered.other, number=board.number))
        said = "" if self._mentions_move(comment, stands_alone=False) else comment
        return self._commands.held_move(move, for_other_board(numbered.other, board.number), said)

    def held_by_others(
        self, command: CommandLine, above: Sequence[str], below: Sequence[str], other: str
    ) -> CommandLine:
        """Returns the command, with a move held if a line near it names a board or refuses it.

        `other`: the other board that is the subject of a line below; empty if there is none.
        """
        board, text = self._board, "\n".join(below)
        words = command.text.split()
        is_move = command.read and words[1:2] == ["move"] and not board.match.outcome
        if not is_move or not (text.strip() or any(above)):
            return command
        move, ply, remark = board.match.split(" ".join(words[5:]))
        if not board.match.reads(move):
            return command
        guarded = move if ply is None else f"{move}#{ply}"
        named = (named_board(board, line) for line in above)
        if other := next(filter(None, named), "") or other:
            reason = for_other_board(other, board.number)
        else:
            has_others = self._has_other_move(move, below)
            if not (has_others or is_doubted_below(text)) or plan_in(board, text):
                return command
            if has_others:
                return replace(self._commands.held_move(guarded, BESIDE), withheld=text)
            reason = AMONG
        said = "" if remark in DRAW_WORDS else remark
        return self._commands.held_move(guarded, reason, said)

    def _has_other_move(self, move: str, lines: Sequence[str]) -> bool:
        """Returns True if a line below a legal move corrects it, as "I mean c1-e5" does."""
        corrections = filter(_may_correct, lines[:MAX_LINES_BELOW])
        return any(self._corrects(move, plain_signs(line)) for line in corrections)

    def _corrects(self, move: str, line: str) -> bool:
        """Returns True if a line denies the legal move, or names another in a few words."""
        board, match = self._board, self._board.match
        words = line.strip(f"{PUNCTUATION} ").split()
        named = mentioned_moves(match, line) or words
        if not is_legal(match, move):
            return False
        if match.canonical(move) in named:
            return is_doubtful(line, self._replying.names)
        is_short = len(words) <= MAX_CORRECTION_WORDS and not board_of_lines(board, line)
        others = (match.canonical(each) for each in named if is_legal(match, each))
        return is_short and any(other != match.canonical(move) for other in others)

    def _shown(self, verb: str) -> CommandLine | None:
        """Returns the command that "show me the review" means; else it shows the board."""
        kinds = registry.game_verbs().get(verb, [])
        is_view = kinds and not any(issubclass(kind, SeatCommand) for kind in kinds)
        command = self._commands.verb(verb, ()) if is_view else None
        return command or self._commands.verb("show", ())

    def _asked_among(self, line: ReplyLine) -> CommandLine | None:
        """Returns the command of a request among other sentences, which are its comment.

        A request to the others, such as to take a move back, is a part of that.
        """
        request = request_among(line.text)
        word = requested_word(request)
        is_meant = word not in ("", LEAVE) and not self._board.match.outcome
        command = self.requested(word) if is_meant else None
        is_theirs = word in ("undo", *ASKED_ABOUT)
        comment = line.whole if is_theirs else " ".join(line.whole.replace(request, " ", 1).split())
        return replace(command, comment=comment) if command else None

    def _guess(self, line: ReplyLine) -> CommandLine | None:
        """Returns the command that a misspelt word, or a sentence with a plan, seems to mean."""
        if plan := find_conditional_move(self._board, line.text):
            planned = self._commands.of_player("queue", *plan.split())
            return replace(planned, comment=line.whole, guessed=True)
        is_word = " " not in line.whole and "?" not in line.text
        word = nearest_word(line.text.rstrip(PUNCTUATION)) if is_word else None
        is_meant = word in GUESSED_WORDS and not self._board.match.outcome
        return replace(self._commands.standalone(word), guessed=True) if word and is_meant else None

    def _answer(self, words: Sequence[str]) -> CommandLine | None:
        """Returns the command of a yes or a short no to a mail with a held move or an offer."""
        is_no = self._said is YesOrNo.NO and len(words) <= MAX_NO_WORDS
        if not (is_no or self._said is YesOrNo.YES):
            return None
        if self._has_move and (is_no or not self._asks_for_move):
            return None  # the move is meant, or both: it is shown
        other = mentioned_move(self._board.match, " ".join(words)) if is_no else ""
        if self._asks_for_move and is_legal(self._board.match, other):
            return self._commands.held_move(other, AMONG)
        if not self._asks_for_move:
            return self._commands.standalone("reject" if is_no else "accept")
        if is_no:
            return self._commands.of_player("submit", "none")
        return self._commands.of_player("confirm")

    def read_strictly(self, line: ReplyLine) -> CommandLine | None:
        """Returns the same for a later line: it must be just a move or a reversible word.

        A move below other lines may be a quoted one: it is held until the player confirms it.
        """
        numbered = self._numbered(line.text)
        if numbered.other:
            return self._for_other_board(numbered)
        line = _with_text(line, numbered.text)
        words, written = line.text.split(), leading_move(self._board.match, line.text)
        if self._reads(written.line) and not _is_called_out(line):
            move = written.line.rstrip(PUNCTUATION)
            if written.is_question:
                return self._commands.preview(move)
            return (
                self._commands.of_player("move", move)
                if line.is_first
                else self._commands.held_move(move, BELOW)
            )
        word = words[0].lower().rstrip(PUNCTUATION)
        if len(words) > 1 or word in IRREVERSIBLE_WORDS:
            return None
        command = self.read(line) if line.is_first or word in VIEW_WORDS else None
        return None if command and command.guessed else command

    def _move(self, line: ReplyLine) -> CommandLine | None:
        """Returns the command of a line that begins with a move.

        A move that the line asks about is only shown; one that it tells about is held, and so is
        the first of several, without the others.
        """
        match = self._board.match
        if match.outcome:
            return None
        written = leading_move(match, line.text)
        text = written.line.rstrip(PUNCTUATION)
        move, ply, comment = match.split(text)
        stands_alone = self._reads(text.partition("#")[0])
        plain_word = not any(letter.isdigit() for letter in move)
        if not match.reads(move) or (plain_word and not stands_alone):
            return None
        if plain_word and _is_called_out(line):
            return None
        guard = "" if ply is None else f"#{ply}"
        if _offers_draw(comment):
            return self._commands.of_player("move", f"{move}{guard}", DRAW_WORDS[0])
        if self._mentions_move(comment, stands_alone=stands_alone):
            is_due = self._is_mover and is_legal(match, move)
            return self._commands.held_move(f"{move}{guard}", BESIDE) if is_due else None
        if written.is_question:
            return self._commands.preview(move)
        if is_doubtful(comment + written.line[len(text) :], self._replying.names) or lone_verb(
            self._board, comment
        ):
            return self._commands.held_move(f"{move}{guard}", AMONG, comment)
        return self._commands.of_player("move", written.line if comment else text)

    def _mentions_move(self, comment: str, *, stands_alone: bool) -> bool:
        """Returns True for words with another move behind the first, or with a plan."""
        if stands_alone or plan_in(self._board, comment):
            return not stands_alone
        if MOVE_WITH_DIGITS.search(comment) and mentioned_moves(self._board.match, comment):
            return True
        words, match = comment.split(), self._board.match
        spelt = [word for word in words[:MAX_COMMENT_WORDS] if any(map(str.isdigit, word))]
        return any(map(self._reads, words)) or any(
            any(map(str.isalpha, word)) and legal_spelling(match, word) for word in spelt
        )

    def _mentioned_move(self, text: str) -> CommandLine | None:
        """Returns the command of a sentence with one legal move, which is held or shown."""
        match = self._board.match
        move = mentioned_move(match, text) if self._is_mover else ""
        if not is_legal(match, move) or denies(text):
            return None
        if "?" in text:
            return self._commands.preview(move)
        if other := named_board(self._board, text):
            return self._commands.held_move(move, for_other_board(other, self._board.number))
        return self._commands.held_move(move, AMONG, text)

    def stated_move(self, text: str) -> CommandLine | None:
        """Returns the command of a move which a line of chat states; none is made by that alone."""
        words = text.lower().split()
        is_stated = "?" not in text and DOUBTS.isdisjoint(words)
        return self._mentioned_move(text) if is_stated else None

    def _reads(self, text: str) -> bool:
        """Returns True if the text is a move on the board."""
        match: Match = self._board.match
        return not match.outcome and match.reads(text.rstrip(PUNCTUATION))


def _with_text(line: ReplyLine, text: str) -> ReplyLine:
    return line if text == line.text else replace(line, text=text)


def _may_correct(line: str) -> bool:
    """Returns True for a line with what may be a move, or of one word."""
    has_move = _DIGIT.search(line) and MOVE_WITH_DIGITS.search(plain_signs(line))
    return bool(has_move) or len(line.split(maxsplit=1)) == 1


def _offers_draw(text: str) -> bool:
    """Returns True for words that only offer a draw: "propose", "Draw?", "I offer a draw"."""
    said = text.strip(f"{PUNCTUATION} ").lower()
    asked = text.strip(",;: ").removeprefix("and ")
    return said in DRAW_WORDS or (" " in said and requested_word(asked) == DRAW_WORDS[0])


def _is_called_out(line: ReplyLine) -> bool:
    """Returns True for a word without digits said to others: "Down!", "right?"."""
    is_said = (line.is_below and "!" in line.text) or line.has_greeting
    is_asked = line.is_below and "?" in line.text
    return (is_said or is_asked) and not any(map(str.isdigit, line.text))


def _is_addressed_to_others(line: ReplyLine) -> bool:
    """Returns True for a word said to the opponents or asked: "Hi Bob, resign!", "Resign?"."""
    return line.has_greeting or "?" in line.text
