"""Handing out the record of a game."""

import json
from dataclasses import dataclass
from typing import Annotated, ClassVar

from commands.answer import Answer
from commands.command import GameCommand
from commands.grammar import BoardNumber, Optional
from commands.said import Attached
from commands.session import Session
from pbm.record import Record, write_record, write_text

FORMS = ("json", "text")


@dataclass(frozen=True)
class RecordCommand(GameCommand):
    """The whole game as a file, for people (text) or programs (json, the usual form).

    By mail it is attached, in the shell it is printed. It carries the SHA-256 of its content;
    `pbm import FILE` takes either form back, and replays it through the rules.
    """

    names: ClassVar = ("record",)
    example: ClassVar = "{game} record 101 text"

    board: BoardNumber
    form: Annotated[str, Optional("[json|text]", FORMS.__contains__, "json")]

    def run(self, session: Session) -> Answer:
        """Needs no password."""
        board = session.board(self.game, self.board)
        players = tuple(player.userid for player in board.players)
        now = session.now().replace(microsecond=0)
        document = write_record(
            Record(session.site, board.number, players, board.match, board.terms, board.begun, now)
        )
        name = f"{self.game.name}-{board.number}.{'json' if self.form == 'json' else 'txt'}"
        as_json = json.dumps(document, indent=1) + "\n"
        said = Attached(
            subject=f"Record of {self.game.title} Board {board.number}",
            note=f'The whole game is attached as {name}; "pbm import {name}" takes it back.',
            name=name,
            subtype="json" if self.form == "json" else "plain",
            content=as_json if self.form == "json" else write_text(document),
            board=f"{self.game.name} {board.number}",
        )
        return Answer(said, document)
