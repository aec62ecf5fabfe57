"""The command `join`, which accepts another player's seek."""

import re
from collections.abc import Sequence
from typing import Annotated, ClassVar

from commands.boards.comment_cleaning import clean_comment
from commands.boards.seeks import seek_refusals
from commands.boards.seeks.seek_answers import seek_answer
from commands.boards.seeks.seek_lists import seek_entry
from commands.boards.seeks.seek_pairing import begin, check_joins, pair
from commands.boards.seeks.seek_terms import taken_by
from commands.content.response import Response
from commands.context.context import Context
from commands.language.command import GameCommand
from commands.language.fields import Password, Userid
from commands.language.slots import One
from commands.players.authentication import authenticate
from commands.verbs.seek import change_or_add
from pbm.board.players import Player
from pbm.board.time_control.rest import Rest
from pbm.board.viewers import Viewer
from pbm.errors import UsageError
from pbm.stored_values import Seek

ONE_GAME = "If you join, only one game starts."


def _seek_number(word: str) -> int:
    """Returns the number of a seek.

    Raises UsageError. The error doesn't quote the word, which may be a misplaced password.
    """
    if not re.fullmatch(r"[0-9]{1,9}", word):
        raise UsageError('Give the number of an open challenge, such as 17. "seeks" lists them.')
    return int(word)


class Join(GameCommand):
    """Joins an open challenge. NUMBER is its number in the list that `seeks` shows.

    The text of your email is a greeting to the other player. A game for three players starts when
    the third player joins.
    """

    takes_words: ClassVar = True
    names: ClassVar = ("join",)
    example: ClassVar = "{game} join 17 alice PASSWORD"

    number: Annotated[int, One("NUMBER", _seek_number)]
    userid: Userid
    password: Password

    def run(self, context: Context) -> Response:
        """Returns the board that starts, or says how many players are still missing."""
        player = authenticate(context, self.userid, self.password)
        # Lock the seeks before reading them, so that two players can't join the same one.
        open_seeks = context.work.seeks.lock(self.game.name, context.now())
        seek = self._seek(context, player, open_seeks)
        own_seek = taken_by(seek, player, context.now())
        check_joins(context, self.game, player, seek, own_seek)
        greeting = clean_comment(context, "", context.comment, self.password)
        if len(self.game.seats) == 2:
            found_games = [begin(context, self.game, [seek, own_seek])]
            return seek_answer(context, player, found_games, seek, greeting=greeting)
        own_seek = _own_seek(open_seeks, own_seek) or change_or_add(context, own_seek)
        found_games = pair(context, self.game, own_seek)
        games_left = own_seek.games - len(found_games)
        return seek_answer(context, player, found_games, own_seek, games_left, greeting=greeting)

    def confirmation_note(self, context: Context, player: Player) -> str:
        """Returns a sentence that describes the seek and its player."""
        seek = self._seek(context, player, context.work.seeks.all(context.now()))
        (other,) = context.work.players.by_ids([seek.player_id])
        entry = f"{seek_entry(context, self.game, seek, other, Rest.read(player.rest).zone)}."
        starts_one = seek.games > 1 and len(self.game.seats) == 2
        return f"{entry} {ONE_GAME}" if starts_one else entry

    def _seek(self, context: Context, player: Player, seeks: Sequence[Seek]) -> Seek:
        """Returns the seek with the given number.

        Raises NotFoundError if the player may not see it.
        """
        viewer = Viewer(member=True, players=frozenset([player.id]))
        for seek in seeks:
            is_meant = (seek.game, seek.number) == (self.game.name, self.number)
            # A seek that isn't listed for this player can't be joined by its number, either.
            if is_meant and context.work.players.visible([seek.player_id], viewer):
                return seek
        raise seek_refusals.unknown_seek(self.game, self.number)


def _own_seek(seeks: Sequence[Seek], seek: Seek) -> Seek | None:
    """Returns the player's own earlier seek on the same terms.

    Joining must not reduce its number of games.
    """
    same = (each for each in seeks if each.player_id == seek.player_id and each.words == seek.words)
    return next(same, None)
