"""Commands to look ahead, and to save private lines of moves on a board."""

import re
from dataclasses import field
from typing import Annotated, Any, ClassVar

from commands.boards.board_changes import check_ongoing
from commands.boards.positions_after_moves import is_turned, play_on, position_at
from commands.content.response import Response, text_response
from commands.context.context import Context
from commands.language.command import GameCommand, SeatCommand
from commands.language.fields import BoardReferenceOrNew
from commands.language.slots import Literal, Many, One, Options, OtherFormError
from commands.views.analysis.saved_lines import line_data, line_sentence, lines_data, lines_text
from commands.views.json.data import match_data
from commands.views.text.board_text import position_text
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.board.saved_lines import LineState, SavedLine, line_state
from pbm.errors import IllegalError, NotAllowedError, NotFoundError, UsageError, UserError
from pbm.wording import counted, filled, listing

ASKED = (
    "Your reply asks about {0}, so we haven't played it, and nobody else has seen it. This "
    "is the board after {0}. To play it, reply with only the move, without a question mark."
)
"""Text above the answer to a move with a question mark. `{0}` is the move as the player wrote it.
"""
SAVE, LIST, SHOW, DROP = LINE_WORDS = ("save", "list", "show", "drop")
"""Words of the commands about saved lines."""
MAX_LINES = 12
"""Maximum number of lines that a player can save on a board."""
MAX_LINE_MOVES = 20
MAX_NAME = 20
"""Maximum length of a line's name, in characters."""
NAME = re.compile(rf"[a-z][a-z0-9-]{{,{MAX_NAME - 1}}}")


def _name(word: str) -> str:
    """Returns the name of a line, in lower case.

    Raises UsageError. The error doesn't quote the word, which may be a misplaced password.
    """
    name = word.lower()
    if not NAME.fullmatch(name) or name in LINE_WORDS:
        raise UsageError(
            f"Give the line a name of at most {MAX_NAME} letters, digits and hyphens, starting "
            f"with a letter. The name can't be {listing(LINE_WORDS, 'or')}."
        )
    return name


def _move(word: str) -> str:
    if word.lower() in LINE_WORDS:
        raise OtherFormError(
            f'Write the board number, your userid and your password before "{word.lower()}".'
        )
    return word


class Preview(GameCommand):
    """Shows the board after some moves, in a game or from the start. This changes nothing.

    Write each move without spaces.
    """

    also: ClassVar = ("prev",)
    example: ClassVar = "{game} preview new {move}"

    reference: BoardReferenceOrNew
    options: Annotated[tuple[str, ...], Options("[-OPTION...]")]
    moves: Annotated[tuple[str, ...], Many("MOVE+", 1, _move)]

    asked: bool = field(default=False, kw_only=True, repr=False)
    """Whether the command comes from a reply with a question mark after the move."""

    def run(self, context: Context) -> Response:
        """Returns the position after the moves. Needs no password."""
        begun = position_at(context, self.game, self.reference, self.options)
        match = play_on(context, begun, self.moves)
        subject = f"{self.game.title}: preview"
        data = match_data(match) | {"moves": list(match.moves)}
        turned = is_turned(context, self.game, self.reference)
        text = position_text(match, turned=turned)
        if self.asked:
            text = f"{filled(ASKED.format(self.moves[0]))}\n\n{text}"
        return text_response(subject, text, data)


class _LineCommand(SeatCommand):
    """Base of the commands about a player's saved lines on a board."""

    also: ClassVar = ("prev",)
    lasting: ClassVar = True

    def _states(self, context: Context, board: Board, player: Player) -> list[LineState]:
        lines = context.work.saved_lines.of(board, player)
        context.caller.allowance.spend(sum(len(line.moves) for line in lines))
        return [line_state(board.match, line) for line in lines]

    def _response(self, board: Board, text: str, data: dict[str, Any]) -> Response:
        subject = f"{board.game.title} Board {board.number}: your lines"
        where = {"game": board.game.name, "board": board.number}
        return text_response(subject, text, where | data)


class SaveLine(_LineCommand):
    """Saves some moves from the current position under a name. Only you can see them.

    They replace an earlier line of the same name. Write each move without spaces.
    """

    lasting: ClassVar = False
    example: ClassVar = "{game} preview 101 alice PASSWORD save fork {move}"

    what: Annotated[str, Literal(SAVE)]
    name: Annotated[str, One("NAME", _name)]
    moves: Annotated[tuple[str, ...], Many("MOVE+", 1)]

    def run(self, context: Context) -> Response:
        """Saves the line. Raises UserError if a move is illegal or a limit is exceeded."""
        player, board, _ = self.sit(context)
        check_ongoing(board)
        if board.match.reads(self.name):
            raise IllegalError(f'"{self.name}" is a move. Choose another name for the line.')
        if len(self.moves) > MAX_LINE_MOVES:
            raise NotAllowedError(f"A line can have at most {MAX_LINE_MOVES} moves.")
        names = {line.name for line in context.work.saved_lines.of(board, player)}
        if len(names | {self.name}) > MAX_LINES:
            raise NotAllowedError(
                f"You can save at most {counted(MAX_LINES, 'line')} on board {board.number}. To "
                'delete one, write "drop NAME" instead of "save NAME".'
            )
        try:
            after = play_on(context, board.match, self.moves)
        except UserError as error:  # The error may quote a misplaced password.
            raise type(error)(self.password.hide(error.text)) from None
        line = SavedLine.after(board.match, self.name, after.moves[board.match.ply :])
        context.work.saved_lines.save(board, player, line)
        states = self._states(context, board, player)
        text = f"Saved {line.name}. Only you can see it.\n\n{lines_text(states, board.match.ply)}"
        return self._response(board, text, lines_data(states))


class ListLines(_LineCommand):
    """Draws your saved lines in a game as a tree from the current position.

    If a line no longer fits, because other moves were made or taken back, the list says why.
    """

    example: ClassVar = "{game} preview 101 alice PASSWORD list"

    what: Annotated[str, Literal(LIST)]

    def run(self, context: Context) -> Response:
        player, board, _ = self.sit(context)
        states = self._states(context, board, player)
        text = (
            lines_text(states, board.match.ply)
            if states
            else "You have no saved lines on this board."
        )
        return self._response(board, text, lines_data(states))


class OneLine(_LineCommand):
    """Shows the board after one of your saved lines, or deletes the line.

    In a reply, `preview fork` shows the line fork, and `preview drop fork` deletes it.
    """

    example: ClassVar = "{game} preview 101 alice PASSWORD show fork"

    what: Annotated[str, Literal(f"{SHOW}|{DROP}")]
    name: Annotated[str, One("NAME", _name)]

    def run(self, context: Context) -> Response:
        """Shows or deletes the line. Raises NotFoundError if it doesn't exist."""
        player, board, _ = self.sit(context)
        lines = {line.name: line for line in context.work.saved_lines.of(board, player)}
        if self.name not in lines:
            note = (
                f"Your lines: {', '.join(lines)}."
                if lines
                else "You have no saved lines on this board."
            )
            raise NotFoundError(f"You have no saved line with that name. {note}")
        if self.what == DROP:
            context.work.saved_lines.delete(board, player, self.name)
            data = {"dropped": self.name}
            return self._response(board, f"Deleted {self.name}.", data)
        context.caller.allowance.spend(len(lines[self.name].moves))
        state = line_state(board.match, lines[self.name])
        parts = [filled(line_sentence(state))]
        turned = board.is_turned_for(player)
        parts += [position_text(state.after, turned=turned)] if state.after else []
        data = line_data(state) | (match_data(state.after) if state.after else {})
        return self._response(board, "\n\n".join(parts), data | {"moves": list(state.line.moves)})
