"""Lists of the seeks that the caller may see, each with the line that joins it."""

from collections.abc import Sequence
from typing import Any

from commands.boards.analysis.start_notes import usual_start_note
from commands.boards.seeks.seek_pairing import fits, points
from commands.boards.seeks.seek_terms import SEATS, last_day, taken_by, terms_in_words
from commands.context.context import Context
from pbm import games
from pbm.board.players import Player
from pbm.board.time_control.rest import Rest
from pbm.games import AnyGame
from pbm.stored_values import Seek
from pbm.wording import filled

NOBODY = "There are no open challenges right now."


def visible_seeks(context: Context, kinds: Sequence[AnyGame]) -> list[tuple[Seek, Player]]:
    """Returns the seeks that the caller may see, each with its player."""
    names = {game.name for game in kinds}
    seeks = [each for each in context.work.seeks.all(context.now()) if each.game in names]
    seen = context.work.players.visible([each.player_id for each in seeks], context.viewer)
    players = {each.id: each for each in context.work.players.by_ids(sorted(seen))}
    listed = [(each, players[each.player_id]) for each in seeks if each.player_id in players]
    return [(each, player) for each, player in listed if not player.banned]


def is_open_to(context: Context, game: AnyGame, seek: Seek, asker: Player | None) -> bool:
    """Whether this player could join now. True if the player is unknown."""
    return asker is None or fits(context, game, seek, taken_by(seek, asker, context.now()))


def seek_entries(
    context: Context, seeks: Sequence[tuple[Seek, Player]], joiner: Player | None
) -> tuple[list[str], list[str]]:
    """Returns an entry for each seek, and the lines with which this player joins them."""
    userid = joiner.userid if joiner else "USERID"
    zone = Rest.read(joiner.rest if joiner else "").zone
    lines = [f"{seek.game} join {seek.number} {userid} -" for seek, _ in seeks]
    entries = [
        filled(f"{seek_entry(context, games.stored(seek.game), seek, player, zone)}. To join:")
        + f"\n  {line}"
        for (seek, player), line in zip(seeks, lines, strict=True)
    ]
    return entries, lines


def seek_entry(context: Context, game: AnyGame, seek: Seek, player: Player, zone: str) -> str:
    """Returns sentences on a seek and its end in this time zone, without the last full stop."""
    who = f"{player.userid} (rating {points(context, game, player)})"
    wish = f"{who} is looking for {terms_in_words(game, seek)}."
    return f"{wish} The challenge is open through {last_day(seek, zone)}"


def start_note_of(context: Context, seeks: Sequence[tuple[Seek, Player]]) -> str:
    """Returns a sentence on the proved value of the default start, or an empty string.

    It is empty unless these seeks are for one game, and at least one of them is for that start.
    """
    names = {seek.game for seek, _ in seeks}
    if len(names) != 1 or all(seek.words for seek, _ in seeks):
        return ""
    return usual_start_note(context, games.stored(names.pop()), joins=True).strip()


def seek_row(seek: Seek, player: Player) -> dict[str, Any]:
    """Returns a seek for programs."""
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
