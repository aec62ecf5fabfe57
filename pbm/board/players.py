"""Players as boards know them."""

from dataclasses import dataclass, field
from datetime import datetime

from pbm.board.deputies import Deputy
from pbm.board.time_control.periods import Period


@dataclass(frozen=True, slots=True)
class Player:
    """A registered player; `userid` is spelt as first typed, and compared without case."""

    id: int
    userid: str
    addresses: tuple[str, ...]
    password_hash: str = field(repr=False)
    banned: bool = False
    """True if an admin has banned this player: their boards wait for a decision."""
    unreachable: datetime | None = None
    """The time since which mail to all their addresses bounces."""
    clock_stop: Period | None = None
    """The period in which their clocks stand still for that; it may be empty."""
    doubted: bool = field(default=False, compare=False)
    """True if any mail bounced since the player's last mail."""
    robot: str = ""
    """The robot's settings, such as `level 3`; empty for people."""
    visibility: str = field(default="", compare=False)
    """Those who may see the player's boards, as the player chose; empty for everybody."""
    rest: str = field(default="", compare=False)
    """Time zone and hours of sleep as stored, such as `Europe/Berlin 22-7`; empty for the usual."""
    deputy: Deputy | None = field(default=None, compare=False)
    """The player who moves for this one; it holds up to its end only."""

    def is_called(self, userid: str) -> bool:
        """Returns True for the player's userid, in any case."""
        return userid.lower() == self.userid.lower()

    def has_address(self, address: str) -> bool:
        """Returns True if this is one of the player's addresses, in any case."""
        return address.lower() in (own.lower() for own in self.addresses)

    @property
    def gone(self) -> bool:
        """True if the player signed off: the userid stays, for the records."""
        return not self.password_hash

    @property
    def confirmed(self) -> bool:
        """True for robots, and for players with a confirmed address."""
        return bool(self.addresses or self.robot)
