"""What boards say of players whose mail comes back."""

from datetime import timedelta

from pbm.board import Player

STANDS = timedelta(days=14)
"""As long as opponents can be asked to wait; then the admin decides."""


def sentence(player: Player) -> str:
    """What a board says of a player who can't be reached; empty for others."""
    if player.unreachable is None:
        return ""
    until = player.unreachable + STANDS
    return (
        f"Mail to {player.userid} comes back: {player.userid}'s clock stands until "
        f"{until:%Y-%m-%d}; after that, the admin decides."
    )
