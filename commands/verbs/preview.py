"""The command to look ahead."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from commands.context.context import Context
from commands.language.command import GameCommand
from commands.language.fields import BoardReferenceOrNew
from commands.language.slots import Many, Options
from commands.messages.response import Response, text_response
from commands.play.positions import play_on, position_at
from commands.views.board_text import position_text
from commands.views.data import match_data


@dataclass(frozen=True)
class Preview(GameCommand):
    """Shows what a board, or a new one, would look like after some moves; changes nothing.

    Moves are written without spaces.
    """

    names: ClassVar = ("preview",)
    also: ClassVar = ("prev",)
    example: ClassVar = "{game} preview new {move}"

    reference: BoardReferenceOrNew
    options: Annotated[tuple[str, ...], Options("[-OPTION...]")]
    moves: Annotated[tuple[str, ...], Many("MOVE+", 1)]

    def run(self, context: Context) -> Response:
        """Returns the position after the moves; needs no password."""
        match = play_on(position_at(context, self.game, self.reference, self.options), self.moves)
        subject = f"{self.game.title}: preview"
        data = match_data(match) | {"moves": list(match.moves)}
        return text_response(subject, position_text(match), data)
