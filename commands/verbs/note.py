"""The command `note`, which keeps a player's private note on a board."""

from typing import ClassVar

from commands.boards.comment_cleaning import clean_comment
from commands.content.response import Response
from commands.context.context import Context
from commands.language.command import SeatCommand


class Note(SeatCommand):
    """Saves the text of your email as your note on a game. Only you can see it.

    Your emails about the game show the note below the board, and so does `showas`. A new note
    replaces the old one. To read your note, leave the text empty. To delete it, write `off`. In the
    shell, pbm reads the text from standard input.
    """

    takes_words: ClassVar = True
    saves_words: ClassVar = True
    lasting: ClassVar = True
    example: ClassVar = "{game} note 101 alice PASSWORD"

    def run(self, context: Context) -> Response:
        """Saves, shows or deletes the note. The board may be running or finished."""
        player, board, seat = self.sit(context)
        text = clean_comment(context, "", context.text(), self.password)
        if not text:  # An empty text only shows the note, so it must not overwrite it.
            text = board.notes.get(seat, "")
        text = "" if text.lower().rstrip(".") == "off" else text
        noted = context.work.boards.save_note(board, seat, text)
        news = (
            "Your note is saved. Only you can see it." if text else "You have no note on this game."
        )
        data = {"game": self.game.name, "board": board.number, "note": text}
        return Response(context.snapshot(noted, to=player.userid, news=news), data)
