"""Players' names in lists, linked to their pages."""

from dataclasses import dataclass

from commands.server.site import paths
from storage.boards.public.listings import ListedPlayer


@dataclass(frozen=True, slots=True)
class Name:
    """A player's name, and the link to the player's page."""

    words: str
    href: str = ""
    """Empty for a player who has signed off."""
    robot: bool = False


def name_of(player: ListedPlayer, page: str) -> Name:
    """Returns a player's name for the page with the path `page`."""
    href = "" if player.gone else paths.link(paths.player(player.userid), page)
    return Name(player.userid, href, player.robot)
