"""Players, as far as boards need them."""

from dataclasses import dataclass, field
from datetime import datetime

from pbm.board.deputies import Deputy
from pbm.board.time_control.periods import Period


@dataclass(frozen=True, slots=True)
class Player:
    """A registered player. Userids keep the case in which they were typed, but case is ignored."""

    id: int
    userid: str
    addresses: tuple[str, ...]
    password_hash: str = field(repr=False)
    banned: bool = False
    """Whether an admin has banned this player. Their boards wait for an admin's decision."""
    unreachable: datetime | None = None
    """Time since which mail to all their addresses bounces. None if it doesn't."""
    clock_stop: Period | None = None
    """Period in which the player's clocks are paused because no address of the player is reachable.
    It may be empty.
    """
    doubted: bool = field(default=False, compare=False)
    """Whether any email to the player has bounced since the player last wrote."""
    robot: str = ""
    """The robot's settings, such as `level 3`. Empty for people."""
    visibility: str = field(default="", compare=False)
    """Visibility of the boards, as chosen by the player. Empty for public ones."""
    rest: str = field(default="", compare=False)
    """Time zone and hours of sleep, such as `Europe/Berlin 22-7`. Empty for the defaults."""
    deputy: Deputy | None = field(default=None, compare=False)
    """The deputy who moves for this player. It may have expired."""

    def is_called(self, userid: str) -> bool:
        """Whether this is the player's userid, in any case."""
        return userid.lower() == self.userid.lower()

    def has_address(self, address: str) -> bool:
        """Whether this is one of the player's addresses, in any case."""
        return address.lower() in (known_address.lower() for known_address in self.addresses)

    @property
    def gone(self) -> bool:
        """Whether the player has signed off. The userid stays reserved, for the records."""
        return not self.password_hash

    @property
    def confirmed(self) -> bool:
        """Whether the player has a confirmed address, or is a robot."""
        return bool(self.addresses or self.robot)
