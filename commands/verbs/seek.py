"""Commands to seek opponents, and to join players who seek some."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar

from commands.boards.analysis.start_notes import usual_start_note
from commands.boards.challenges.challenge_limits import check_within_limit
from commands.boards.challenges.challenge_rules import find_blocked
from commands.boards.comments import clean_comment, publish_comment
from commands.boards.new_boards import new_boards_response
from commands.boards.seeking import (
    SEATS,
    FoundGame,
    begin,
    fits,
    is_wanted,
    make_seek,
    pair,
    points,
    sought_words,
    taken_by,
    terms_in_words,
)
from commands.content.messages import TextMessage
from commands.content.response import Response, text_response
from commands.context.context import Context
from commands.context.robots import level_points
from commands.language.command import Command, GameCommand
from commands.language.fields import Password, Userid
from commands.language.paging import PER_PAGE, Page, offset_of, page_note
from commands.language.slots import One, OptionalWord, Options, count
from commands.players.authentication import authenticate, check_not_banned
from commands.players.confirmation import PendingLine
from commands.players.confirmation_mails import store_pending
from commands.system.secret import NONE
from pbm import games
from pbm.board.players import Player
from pbm.board.rest import Rest
from pbm.board.viewers import Viewer
from pbm.errors import NotAllowedError, NotFoundError, UsageError
from pbm.games import AnyGame
from pbm.robots.levels import HIGHEST
from pbm.stored import Seek
from pbm.wording import filled, listing, local_time

MAX_SOUGHT = 20
NOBODY = "Nobody seeks a game now."
GREETING_UNSENT = (
    "Your greeting wasn't sent, because no game has begun yet. Once one has, chat sends your words."
)
MAX_SEEKS = 5
"""The most seeks of a player at a game."""


def _seek_number(word: str) -> int:
    """Returns the number of a seek.

    Raises UsageError, without quoting the word: it may be a misplaced password.
    """
    if not re.fullmatch(r"[0-9]{1,9}", word):
        raise UsageError('A search is named by its number, which "seeks" shows, such as 17.')
    return int(word)


class SeekGames(GameCommand):
    """Says that you'd like N more games; as soon as others seek the same, a board starts.

    N is 1 if you don't say it; 0 ends the search. Options and times are those of a challenge;
    --rating=1400..1700, --seat=first and --until=DAY say whom you look for, your seat, and the
    last day of the search, which else lasts 14 days. Without --seat, who has sought longer moves
    first, then in turns. Nobody is paired with players they block, or beyond their limit.
    """

    example: ClassVar = "{game} seek alice PASSWORD 2"

    userid: Userid
    password: Password
    number: Annotated[int | None, OptionalWord("[N]", count)]
    options: Annotated[tuple[str, ...], Options("[-OPTION...] [--TIMEOPTION=DAYS...]")]

    def run(self, context: Context) -> Response:
        """Returns the boards that start, or the number of games sought now."""
        player = authenticate(context, self.userid, self.password)
        number = 1 if self.number is None else self.number
        if number > MAX_SOUGHT:
            raise NotAllowedError(f"At most {MAX_SOUGHT} games can be sought at once.")
        if not number:
            context.work.seeks.end(player, self.game.name)
            text = f"{player.userid} seeks no games of {self.game.title}."
            return text_response(f"{self.game.title}: seeking", text, _data(self.game, player, 0))
        check_not_banned(player)
        check_within_limit(context, self.game, player)
        seek = make_seek(context, self.game, player, number, self.options)
        _check_number(context, player, seek)
        seek = context.work.seeks.add(seek)
        found = pair(context, self.game, seek)
        return _answer(context, player, found, seek, number - len(found))


class Join(GameCommand):
    """Takes a game that somebody seeks, by the number that "seeks" shows.

    The mail's body is a greeting to the other player. A game of three players starts when a third
    one has come.
    """

    takes_words: ClassVar = True
    names: ClassVar = ("join",)
    example: ClassVar = "{game} join 17 alice PASSWORD"

    number: Annotated[int, One("SEEK", _seek_number)]
    userid: Userid
    password: Password

    def run(self, context: Context) -> Response:
        """Returns the board that starts, or what is still missing."""
        player = authenticate(context, self.userid, self.password)
        open_seeks = context.work.seeks.lock(self.game.name, context.now())
        wanted = self._wanted(context, player, open_seeks)
        own = taken_by(wanted, player, context.now())
        _check_joins(context, self.game, player, wanted, own)
        greeting = clean_comment(context, "", context.comment, self.password)
        if len(self.game.seats) == 2:
            found = [begin(context, self.game, [wanted, own])]
            return _answer(context, player, found, wanted, greeting=greeting)
        own = _sought_already(open_seeks, own) or context.work.seeks.add(own)
        found = pair(context, self.game, own)
        left = own.games - len(found)
        return _answer(context, player, found, own, left, greeting=greeting)

    def confirmation_note(self, context: Context, player: Player) -> str:
        """Returns who seeks what."""
        wanted = self._wanted(context, player, context.work.seeks.all(context.now()))
        (other,) = context.work.players.by_ids([wanted.player_id])
        return f"{_entry(context, self.game, wanted, other, Rest.read(player.rest).zone)}."

    def _wanted(self, context: Context, player: Player, seeks: Sequence[Seek]) -> Seek:
        """Returns the seek that is meant; raises NotFoundError if this player may see none."""
        viewer = Viewer(member=True, players=frozenset([player.id]))
        for each in seeks:
            is_meant = (each.game, each.number) == (self.game.name, self.number)
            if is_meant and context.work.players.visible([each.player_id], viewer):
                return each
        raise NotFoundError(
            f"Nobody seeks a game of {self.game.title} under the number {self.number} any "
            f"more.\nWhat is sought now: {self.game.name} seeks"
        )


class GameSeeks(GameCommand):
    """Lists the games of this kind that players seek, each with the line that joins it."""

    names: ClassVar = ("seeks",)
    example: ClassVar = "{game} seeks"

    page: Page

    def run(self, context: Context) -> Response:
        """Returns a page of the list."""
        if isinstance(self.game, games.AbsentGame):  # nobody can join them now
            raise self.game.refusal
        return _listed(context, self.page, f"{self.game.name} ", [self.game])


class Seeks(Command):
    """Lists the games that players seek, each with the line that joins it."""

    names: ClassVar = ("seeks",)
    example: ClassVar = "seeks"

    page: Page

    def run(self, context: Context) -> Response:
        """Returns a page of the list."""
        return _listed(context, self.page, "", [*games.games().values()])


class WhoPlays(GameCommand):
    """Without names, asks who plays: lists the seeks that fit, and the robots; nothing begins.

    With options, only seeks on the same terms are listed.
    """

    names: ClassVar = ("challenge",)
    example: ClassVar = "{game} challenge"

    options: Annotated[tuple[str, ...], Options("[-OPTION[=VALUE]...] [--TIMEOPTION=DAYS...]")]

    def run(self, context: Context) -> Response:
        """Returns the list, each seek and one robot with the line that begins a game."""
        game, asker, words = self.game, context.only_sender(), sought_words(self.game, self.options)
        found = [
            (seek, player)
            for seek, player in _found(context, [game])
            if (seek.words == words or not self.options) and _is_open_to(context, game, seek, asker)
        ][:PER_PAGE]
        userid = asker.userid if asker else "USERID"
        entries, lines = _entries(context, found, asker)
        typed, seats = "".join(f"{each} " for each in self.options), len(game.seats)
        none = f"{NOBODY} To be the first:\n  {game.name} seek {userid} - {typed}".rstrip()
        levels = {level: level_points(game.name, level) for level in range(1, HIGHEST + 1)}
        robot = f"{game.name} robot challenge {_nearest(context, game, asker)} {typed}{userid}"
        rated = listing([f"{level} ({rating})" for level, rating in levels.items()])
        robots = filled(f"Robots play at any hour, at levels with these ratings: {rated}.")
        by_name = f"{game.name} challenge {typed}{' '.join([userid, *['USERID'] * (seats - 1)])}"
        whom = f"Whom you know, you challenge by name:\n  {by_name}"
        text = "\n\n".join([*(entries or [none]), f"{robots}\n  {robot}", whom])
        suggestions = (*lines, robot) if asker else ()
        content = TextMessage(subject=f"Who plays {game.title}", text=text, suggestions=suggestions)
        data = {"seeks": [_row(*each) for each in found], "robots": levels}
        return Response(content, data)


def _nearest(context: Context, game: AnyGame, asker: Player | None) -> int:
    """Returns the level with the rating next to the player's; the first for who has none."""
    rating = context.work.ratings.of(asker).get(game.name) if asker else None
    mine = rating.points if rating else 0
    return min(range(1, HIGHEST + 1), key=lambda level: abs(level_points(game.name, level) - mine))


def _is_open_to(context: Context, game: AnyGame, seek: Seek, asker: Player | None) -> bool:
    """Returns True if this player could join now; for unknown ones, if anybody could."""
    return asker is None or fits(context, game, seek, taken_by(seek, asker, context.now()))


def _check_number(context: Context, player: Player, seek: Seek) -> None:
    others = [each for each in context.work.seeks.of(player) if each.game == seek.game]
    if len({each.words for each in others} - {seek.words}) >= MAX_SEEKS:
        raise NotAllowedError(
            f"You seek games on {MAX_SEEKS} terms already: N 0 ends all of these searches."
        )


def _sought_already(seeks: Sequence[Seek], own: Seek) -> Seek | None:
    """Returns the player's search on the same terms, which joining mustn't make a smaller one."""
    same = (each for each in seeks if each.player_id == own.player_id and each.words == own.words)
    return next(same, None)


def _check_joins(context: Context, game: AnyGame, player: Player, seek: Seek, own: Seek) -> None:
    """Raises NotAllowedError with what keeps a player from joining."""
    (other,) = context.work.players.by_ids([seek.player_id])
    if other.id == player.id:
        raise NotAllowedError("That is your own search; others join it.")
    if not is_wanted(context, game, seek, player):
        mine = points(context, game, player)
        raise NotAllowedError(
            f"{other.userid} looks for ratings {_ratings(seek)}, and yours is {mine}."
        )
    if find_blocked(context, other, (player,)) or find_blocked(context, player, (other,)):
        raise NotAllowedError(f"{other.userid} and {player.userid} don't play each other.")
    check_not_banned(player)
    check_within_limit(context, game, player)
    if not fits(context, game, seek, own):
        raise NotAllowedError(f"{other.userid} can't begin another game now.")


def _answer(
    context: Context,
    player: Player,
    found: Sequence[FoundGame],
    seek: Seek,
    left: int = 0,
    *,
    greeting: str = "",
) -> Response:
    game = games.stored(seek.game)
    data = _data(game, player, left)
    if found:
        boards, openings = zip(*found, strict=True)
        for board in boards:
            publish_comment(context, board, player, greeting)
        response = new_boards_response(context, boards, player.userid, greeting, openings=openings)
        return Response(response.content, (response.data or {}) | data, response.notifications)
    note = usual_start_note(context, game) if not seek.words else ""
    until = local_time(seek.until, Rest.read(player.rest).zone)
    text = filled(
        f"{player.userid} seeks {terms_in_words(game, replace(seek, games=left))}, until {until}. "
        "A board starts as soon as others seek the same, or join."
    )
    others, end = f"{game.name} seeks", f"{game.name} seek {player.userid} {NONE} 0"
    unsent = f"\n\n{filled(GREETING_UNSENT)}" if greeting else ""
    text += f"{unsent}{note}\n\nWhat others seek:\n  {others}\n\nTo seek no more:\n  {end}"
    content = TextMessage(subject=f"{game.title}: seeking", text=text, suggestions=(others, end))
    return Response(content, data)


def _data(game: AnyGame, player: Player, left: int) -> dict[str, Any]:
    return {"game": game.name, "userid": player.userid, "seeking": left}


def _listed(context: Context, page: str, prefix: str, kinds: Sequence[AnyGame]) -> Response:
    """Returns a page of the list; `prefix`: what stands before `seeks` in the command."""
    first, listed, joiner = offset_of(page), _found(context, kinds), context.only_sender()
    note, shown = page_note(page, len(listed), f"{prefix}seeks"), listed[first : first + PER_PAGE]
    entries, lines = _entries(context, shown, joiner)
    none = f"{NOBODY} To be the first: GAME seek USERID PASSWORD"
    code = _only_one(context, [seek for seek, _ in listed], joiner)
    how = "To join, reply yes to this mail, or send that line." if code else ""
    text = "\n\n".join(filter(None, [*(entries or [none]), how, note]))
    what = kinds[0].title if prefix else "all games"
    content = TextMessage(
        subject=f"Seeks of {what}",
        text=text,
        confirm=code,
        suggestions=tuple(lines) if joiner and not code else (),
    )
    return Response(content, {"seeks": [_row(seek, player) for seek, player in shown]})


def _only_one(context: Context, listed: Sequence[Seek], joiner: Player | None) -> str:
    """Returns the word with which a reply joins the only seek listed, if its reader may do so."""
    if joiner is None or len(listed) != 1 or listed[0].player_id == joiner.id:
        return ""
    (seek,) = listed
    words = (seek.game, "join", str(seek.number), joiner.userid, NONE)
    line = PendingLine(words=words, comment="", sender="", guessed=True)
    return store_pending(context, joiner.id, "line", line)


def _found(context: Context, kinds: Sequence[AnyGame]) -> list[tuple[Seek, Player]]:
    """Returns the seeks that the caller may see, each with its player."""
    names = {game.name for game in kinds}
    found = [each for each in context.work.seeks.all(context.now()) if each.game in names]
    seen = context.work.players.visible([each.player_id for each in found], context.viewer)
    players = {each.id: each for each in context.work.players.by_ids(sorted(seen))}
    listed = [(each, players[each.player_id]) for each in found if each.player_id in players]
    return [(each, player) for each, player in listed if not player.banned]


def _entries(
    context: Context, shown: Sequence[tuple[Seek, Player]], joiner: Player | None
) -> tuple[list[str], list[str]]:
    """Returns an entry for each seek, and the lines with which this player joins them."""
    userid = joiner.userid if joiner else "USERID"
    zone = Rest.read(joiner.rest if joiner else "").zone
    lines = [f"{seek.game} join {seek.number} {userid} -" for seek, _ in shown]
    entries = [
        filled(f"{_entry(context, games.stored(seek.game), seek, player, zone)}:") + f"\n  {line}"
        for (seek, player), line in zip(shown, lines, strict=True)
    ]
    return entries, lines


def _entry(context: Context, game: AnyGame, seek: Seek, player: Player, zone: str) -> str:
    who = f"{player.userid} ({points(context, game, player)})"
    until = local_time(seek.until, zone)
    return f"{who} seeks {terms_in_words(game, seek)}, until {until}"


def _ratings(seek: Seek) -> str:
    return listing([str(seek.lowest), str(seek.highest)], "to")


def _row(seek: Seek, player: Player) -> dict[str, Any]:
    return {
        "seek": seek.number,
        "game": seek.game,
        "userid": player.userid,
        "games": seek.games,
        "options": [*seek.options],
        "rating": [seek.lowest, seek.highest],
        "seat": None if seek.seat is None else SEATS[seek.seat],
        "until": seek.until.isoformat(),
    }
