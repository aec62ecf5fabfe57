"""The command to look ahead."""

from dataclasses import dataclass, field
from typing import Annotated, ClassVar

from commands.context.context import Context
from commands.language.command import GameCommand
from commands.language.fields import BoardReferenceOrNew
from commands.language.slots import Many, Options
from commands.messages.response import Response, text_response
from commands.play.board_answers import play_on, position_at
from commands.views.board_text import position_text
from commands.views.data import match_data
from pbm.wording import filled

ASKED = (
    "Your reply asks about {0}, so it hasn't been made, and nobody else was told. This is how the "
    "board would be after it. To make it, reply with the move alone, without a question mark."
)
"""Said above the answer to a question; names the move as the player wrote it."""


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

    asked: bool = field(default=False, kw_only=True, repr=False)
    """True for a move behind which a question mark stands in a reply."""

    def run(self, context: Context) -> Response:
        """Returns the position after the moves; needs no password."""
        begun = position_at(context, self.game, self.reference, self.options)
        match = play_on(context, begun, self.moves)
        subject = f"{self.game.title}: preview"
        data = match_data(match) | {"moves": list(match.moves)}
        text = position_text(match)
        if self.asked:
            text = f"{filled(ASKED.format(self.moves[0]))}\n\n{text}"
        return text_response(subject, text, data)
