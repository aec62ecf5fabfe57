"""Looking ahead."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from commands.context.context import Session
from commands.language.command import GameCommand
from commands.language.fields import PlaceOrNew
from commands.language.slots import Many, Options
from commands.messages.response import Answer, plain
from commands.play.positions import at_place, play_on
from commands.views.board import position_text
from commands.views.data import standing


@dataclass(frozen=True)
class Preview(GameCommand):
    """What a board, or a new one, would look like after some moves; changes nothing.

    Moves are written without spaces.
    """

    names: ClassVar = ("preview",)
    also: ClassVar = ("prev",)
    example: ClassVar = "{game} preview new {move}"

    place: PlaceOrNew
    options: Annotated[tuple[str, ...], Options("[-OPTION...]")]
    moves: Annotated[tuple[str, ...], Many("MOVE+", 1)]

    def run(self, session: Session) -> Answer:
        """Needs no password."""
        match = play_on(at_place(session, self.game, self.place, self.options), self.moves)
        subject = f"{self.game.title}: preview"
        data = standing(match) | {"moves": list(match.moves)}
        return plain(subject, position_text(match), data)
