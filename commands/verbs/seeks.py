"""Commands that list open seeks and available opponents."""

from collections.abc import Sequence
from typing import Annotated, ClassVar

from commands.boards.seeks.seek_lists import (
    NOBODY,
    is_open_to,
    seek_entries,
    seek_entry,
    seek_row,
    start_note_of,
    visible_seeks,
)
from commands.boards.seeks.seek_terms import sought_words
from commands.content.banners_and_actions import Action, Face
from commands.content.messages import TextMessage
from commands.content.response import Response
from commands.context.context import Context
from commands.context.robots import level_points
from commands.language.command import Command, GameCommand
from commands.language.paging import PER_PAGE, Page, offset_of, page_note
from commands.language.slots import Options
from commands.players.confirmation_mails import store_pending
from commands.players.pending_lines import PendingLine
from commands.system.secrets.secret import NONE
from pbm import games
from pbm.board.players import Player
from pbm.board.time_control.rest import Rest
from pbm.games import AnyGame
from pbm.robots.levels import HIGHEST
from pbm.stored_values import Seek
from pbm.wording import filled, listing


class GameSeeks(GameCommand):
    """Lists the open challenges in this game, each with the command that joins it."""

    names: ClassVar = ("seeks",)
    example: ClassVar = "{game} seeks"

    page: Page

    def run(self, context: Context) -> Response:
        # Nobody can join the seeks of a game that isn't installed.
        if isinstance(self.game, games.AbsentGame):
            raise self.game.refusal
        return _listed(context, self.page, f"{self.game.name} ", [self.game])


class Seeks(Command):
    """Lists the open challenges in all games, each with the command that joins it."""

    names: ClassVar = ("seeks",)
    example: ClassVar = "seeks"

    page: Page

    def run(self, context: Context) -> Response:
        return _listed(context, self.page, "", [*games.games().values()])


class WhoPlays(GameCommand):
    """Lists the open challenges and the robots that you can play. No game starts.

    You get this list if you send `challenge` without names. With options, it has only open
    challenges on the same terms.
    """

    names: ClassVar = ("challenge",)
    example: ClassVar = "{game} challenge"

    options: Annotated[tuple[str, ...], Options("[-OPTION[=VALUE]...] [--TIMEOPTION=DAYS...]")]

    def run(self, context: Context) -> Response:
        """Returns the seeks and one robot, each with the command line that starts a game."""
        game, asker, words = self.game, context.only_sender(), sought_words(self.game, self.options)
        seeks = [
            (seek, player)
            for seek, player in visible_seeks(context, [game])
            if (seek.words == words or not self.options) and is_open_to(context, game, seek, asker)
        ][:PER_PAGE]
        userid = asker.userid if asker else "USERID"
        entries, lines = seek_entries(context, seeks, asker)
        typed, seats = "".join(f"{each} " for each in self.options), len(game.seats)
        none = f"{NOBODY} To post one:\n  {game.name} seek {userid} - {typed}".rstrip()
        levels = {level: level_points(game.name, level) for level in range(1, HIGHEST + 1)}
        robot = f"{game.name} robot challenge {_nearest(context, game, asker)} {typed}{userid}"
        rated = listing([f"{level} ({rating})" for level, rating in levels.items()])
        robots = filled(f"You can play a robot at any time. The levels and their ratings: {rated}.")
        by_name = f"{game.name} challenge {typed}{' '.join([userid, *['OPPONENT'] * (seats - 1)])}"
        whom = f"To challenge a player by name:\n  {by_name}"
        proved = start_note_of(context, seeks)
        parts = [*(entries or [none]), proved, f"{robots}\n  {robot}", whom]
        text = "\n\n".join(filter(None, parts))
        joins = (Action(label="Join", line=line) for line in lines)
        suggestions = (*joins, Action(label="Play a robot", line=robot)) if asker else ()
        content = TextMessage(
            subject=f"Find an opponent for {game.title}", text=text, suggestions=suggestions
        )
        data = {"seeks": [seek_row(*each) for each in seeks], "robots": levels}
        return Response(content, data)


def _how_to_post(prefix: str, player: Player | None) -> str:
    """Returns how to post an open challenge. `prefix`: the game and a space, or empty."""
    userid = f"{player.userid} {NONE}" if player else "USERID PASSWORD"
    replaced = " (replace GAME)" if player and not prefix else ""
    return f"To post one, send{replaced}:\n  {prefix or 'GAME '}seek {userid}"


def _listed(context: Context, page: str, prefix: str, kinds: Sequence[AnyGame]) -> Response:
    """Returns a page of the list. `prefix` is the part of the command line before `seeks`."""
    first, listed, joiner = offset_of(page), visible_seeks(context, kinds), context.only_sender()
    note, page_seeks = (
        page_note(page, len(listed), f"{prefix}seeks"),
        listed[first : first + PER_PAGE],
    )
    entries, lines = seek_entries(context, page_seeks, joiner)
    none = f"{NOBODY}\n\n{_how_to_post(prefix, joiner)}"
    code = _only_one(context, listed, joiner)
    proved = start_note_of(context, page_seeks)
    text = "\n\n".join(filter(None, [*(entries or [none]), proved, note]))
    of_game = f" of {kinds[0].title}" if prefix else ""
    content = TextMessage(
        subject=f"Open challenges{of_game}",
        text="" if code else text,
        face=_only_face(context, listed[0], joiner) if code and joiner else None,
        confirm=code,
        suggestions=tuple(Action(label="Join", line=line) for line in lines)
        if joiner and not code
        else (),
    )
    return Response(content, {"seeks": [seek_row(seek, player) for seek, player in page_seeks]})


def _only_face(context: Context, listed: tuple[Seek, Player], joiner: Player) -> Face:
    """Returns the face of an email about the only open challenge."""
    seek, player = listed
    zone = Rest.read(joiner.rest).zone
    entry = seek_entry(context, games.stored(seek.game), seek, player, zone)
    lead = start_note_of(context, [listed])
    return Face(banner=f"{entry}.", lead=lead, primary=Action(label="Join", reply="yes"))


def _only_one(
    context: Context, listed: Sequence[tuple[Seek, Player]], joiner: Player | None
) -> str:
    """Returns a code with which a reply joins the only seek listed.

    Returns an empty string if there are several seeks or the reader can't join.
    """
    if joiner is None or len(listed) != 1 or listed[0][1].id == joiner.id:
        return ""
    ((seek, player),) = listed
    zone = Rest.read(joiner.rest).zone
    words = (seek.game, "join", str(seek.number), joiner.userid, NONE)
    note = f"{seek_entry(context, games.stored(seek.game), seek, player, zone)}."
    line = PendingLine(words=words, comment="", sender="", guessed=True, note=note)
    return store_pending(context, joiner.id, "line", line)


def _nearest(context: Context, game: AnyGame, asker: Player | None) -> int:
    """Returns the robot level whose rating is nearest to the player's.

    Returns the lowest level if the player has no rating.
    """
    rating = context.work.ratings.of(asker).get(game.name) if asker else None
    mine = rating.points if rating else 0
    return min(range(1, HIGHEST + 1), key=lambda level: abs(level_points(game.name, level) - mine))
