"""The first email to a player who may play."""

from collections.abc import Sequence

from commands.content.faces import Action
from commands.content.messages import TextMessage
from commands.context.robots import ROBOT_LEVELS
from pbm import games
from pbm.board.players import Player
from pbm.wording import filled, listing

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
    how = (
        f"The board comes within a minute, and you move by reply. {ROBOT_LEVELS} To play a person, "
        f"send {game} challenge {player.userid} and their userid."
    )
    first = f"{game} robot challenge 1 {player.userid}"
    lines = [
        ("list", "the games that are played here"),
        (f"help {game}", f"the rules of {title}"),
        (f"{game} standings", "the players of this game"),
        (f"{game} seek {player.userid} - 1", "find an opponent"),
        (f"forgot {player.userid}", "set or change your password"),
        *([(f"change zone {player.userid} - {zone}", "times in your zone")] if zone else []),
        ("help privacy", "who sees you and your boards"),
        ("help", "an overview"),
    ]
    text = (
        f"Welcome, {player.userid}.\n\n"
        "To begin a game, send this line as the subject of an email:\n\n"
        f"  {first}\n\n"
        f"{filled(how)}\n\n"
        "Other lines to send:\n\n"
        f"{_listed(lines)}\n\n"
        f"{filled(_addresses(player, waiting))}"
    )
    text += "" if asked else f"\n{IF_NOT_YOU}"
    suggestions = (
        Action(label="Play a robot", line=first),
        *(Action(label=f"{why[0].upper()}{why[1:]}", line=line) for line, why in lines),
    )
    return TextMessage(subject=f"Welcome {player.userid}", text=text, suggestions=suggestions)


def _addresses(player: Player, waiting: Sequence[str]) -> str:
    more = f" Not confirmed yet: {listing(waiting)}." if waiting else ""
    return f"We'll write to you at {listing(player.addresses)}.{more}"


def _listed(lines: Sequence[tuple[str, str]]) -> str:
    width = max(len(line) for line, _ in lines) + 2
    return "\n".join(f"  {line:<{width}}{why}" for line, why in lines)
