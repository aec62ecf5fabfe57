"""The first email to a player who may play."""

from collections.abc import Iterable, Sequence
from textwrap import TextWrapper

from commands.content.banners_and_actions import Action, Face
from commands.content.messages import TextMessage
from commands.context.robots import ROBOT_LEVELS
from commands.system.secrets.secret import NONE
from pbm import games
from pbm.board.players import Player
from pbm.wording import WIDTH, counted, filled, listing

HOW_TO_SEND = "To send a command, write it as the subject of an email to this address."
ITEM = TextWrapper(WIDTH, initial_indent="  - ", subsequent_indent="    ")
IF_NOT_YOU = "If you didn't ask for this, reply \"no\" and we'll delete the account."


def welcome_message(
    player: Player, waiting: Sequence[str] = (), *, asked: bool = True, zone: str = ""
) -> TextMessage:
    """Returns the first email to a new player, with the first line to send and further commands.

    `waiting`: addresses that aren't confirmed yet.
    `asked`: whether the reader has confirmed the address. If not, the email says how to refuse the
    account.
    `zone`: the guessed time zone of the player. Empty means UTC.
    """
    game, title = next((name, each.title) for name, each in games.games().items())
    refusal = "" if asked else f" {IF_NOT_YOU}"
    paragraphs = [f"{HOW_TO_SEND} {ROBOT_LEVELS}", f"{_addresses(player, waiting)}{refusal}"]
    zones = [Action(label="Set your time zone", line=f"change zone {player.userid} {NONE} {zone}")]
    return TextMessage(
        subject=f"Welcome, {player.userid}",
        text="\n\n".join([*map(filled, paragraphs), *games_by_family()]),
        face=Face(
            banner=f"Welcome, {player.userid}.",
            lead="Try a game against a robot. The board arrives within a minute, and you move by "
            "replying to it.",
            primary=Action(label="Play a robot", line=f"{game} robot challenge 1 {player.userid}"),
            quiet=(
                Action(label="Find an opponent", line=f"{game} seek {player.userid} {NONE} 1"),
                Action(
                    label="Challenge someone (replace OPPONENT)",
                    line=f"{game} challenge {player.userid} OPPONENT",
                ),
                Action(label="See all games", line="list"),
                Action(label=f"Read the rules of {title}", line=f"help {game}"),
                Action(label="See the standings", line=f"{game} standings"),
                Action(label="Set or reset your password", line=f"forgot {player.userid}"),
                *(zones if zone else []),
                Action(label="Choose who sees your games", line="help privacy"),
                Action(label="Get help", line="help"),
            ),
        ),
    )


def served_games() -> str:
    """Returns a sentence with the titles of all games. Empty if there are several families."""
    if len(games.families()) > 1:
        return ""
    return f"On this server, you can play {_titles(games.games().values())} by email. "


def games_by_family() -> tuple[str, ...]:
    """Returns a list of all games, with an item for each family. Empty if there is one family."""
    families = games.families()
    if len(families) == 1:
        return ()
    items = [f"{family}: {_titles(kinds)}" for family, kinds in families.items()]
    head = f"Choose from {counted(len(games.games()), 'game')}:"
    return ("\n".join([head, "", *map(ITEM.fill, items)]),)


def _titles(kinds: Iterable[games.AnyGame]) -> str:
    return listing([game.title for game in kinds])


def _addresses(player: Player, waiting: Sequence[str]) -> str:
    more = f" Not confirmed yet: {listing(waiting)}." if waiting else ""
    return f"We'll write to you at {listing(player.addresses)}.{more}"
