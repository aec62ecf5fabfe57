"""The command `record`, which returns the record of a game."""

from typing import Annotated, ClassVar

from commands.content.messages import FileMessage
from commands.content.response import Response
from commands.context.attachment_limit import check_first_file
from commands.context.context import Context
from commands.language.command import GameCommand
from commands.language.fields import BoardNumber
from commands.language.slots import Optional
from commands.security.record_signing import write_signed
from pbm.board.board import Board
from pbm.board.records.record import Record, write_record
from pbm.board.records.record_text import write_text
from pbm.errors import NotFoundError
from pbm.standard_records.exported_game import RecordFacts
from pbm.standard_records.readers import READERS

FORMS = ("json", "text")
"""The forms that every game has."""


class RecordCommand(GameCommand):
    """Exports the whole game as a file, for people (text) or for programs (json, the default).

    By email, we attach the file, at most one to an answer. In the shell, pbm prints it. `pbm
    import FILE` reads all formats and checks the game by its rules. The server signs the json
    format: `pbm import --verify FILE` checks that nothing was changed.

    Some games also have a standard format: pgn for chess, pdn for checkers, or sgf for Go.
    """

    example: ClassVar = "{game} record 101 text"

    board: BoardNumber
    form: Annotated[str, Optional("[json|text]", {*FORMS, *READERS}.__contains__, "json")]

    @classmethod
    def notes(cls, context: Context) -> str:
        """Returns the server's public key, with which anybody can verify records."""
        key = context.signer.public() or "(none yet: the server creates it when it first starts)"
        return f"The public key of this server (Ed25519, base64) is:\n  {key}"

    def run(self, context: Context) -> Response:
        """Returns the record as a file. Needs no password."""
        check_first_file(context)
        board = context.board(self.game, self.board)
        players = tuple(player.userid for player in board.players)
        if self.form in READERS:
            return self._standard(context, board)
        now = context.now().replace(microsecond=0)
        document = context.signer.sign(
            write_record(
                Record(
                    context.site, board.number, players, board.match, board.terms, board.begun, now
                )
            )
        )
        name = f"{self.game.name}-{board.number}.{'json' if self.form == 'json' else 'txt'}"
        content = FileMessage(
            subject=f"Record of {self.game.title} Board {board.number}",
            note=f"The record of the whole game is attached as {name}.\n"
            f"To import the record, the admin of another server can run: pbm import {name}",
            name=name,
            main_type="application" if self.form == "json" else "text",
            subtype="json" if self.form == "json" else "plain",
            content=write_signed(document) if self.form == "json" else write_text(document),
            board=f"{self.game.name} {board.number}",
        )
        return Response(content, document)

    def _standard(self, context: Context, board: Board) -> Response:
        """Returns the record in the standard format of the game."""
        match, form = board.match, self.game.record_form
        if self.form != form:
            also = f", {form}" if form else ""
            raise NotFoundError(
                f"{self.game.title} has no {self.form} format for records. Choose one of these "
                f"formats: json, text{also}."
            )
        facts = RecordFacts(
            context.site,
            board.number,
            tuple(player.userid for player in board.players),
            board.begun.date(),
            match.options,
            match.moves,
            match.outcome.places if match.outcome else (),
            match.outcome.reason if match.outcome else "",
        )
        name = f"{self.game.name}-{board.number}.{form}"
        content = FileMessage(
            subject=f"Record of {self.game.title} Board {board.number}",
            note=f"The record of the whole game is attached as {name}.",
            name=name,
            main_type="text",
            subtype="plain",
            content=self.game.standard_record(facts),
            board=f"{self.game.name} {board.number}",
        )
        return Response(content, {"form": form, "record": content.content})
