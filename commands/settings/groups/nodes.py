"""The settings of an installation with several nodes."""

import re
from typing import Literal, get_args

from pydantic import Field, field_validator

from commands.system.setting_groups import SettingGroup
from pbm.wording import listing

Role = Literal["smtp", "lmtp", "mailbox", "delivery", "clocks", "robots", "solver"]
ROLES: tuple[Role, ...] = get_args(Role)
MAX_WRITERS = 32
NODE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


class NodeSettings(SettingGroup):
    """Nodes."""

    node: str = Field(default="", max_length=64)
    """The name of this node, if several servers share a PostgreSQL database. If this setting is
    empty, pbm uses the name of the machine.
    """
    roles: str = ",".join(ROLES)
    """The roles of this node, separated by commas."""
    writers: int = Field(default=4, ge=1, le=MAX_WRITERS)
    """The number of threads that handle incoming mail on PostgreSQL. On SQLite, it is always 1."""
    master_key_file: str = ""
    """The file with the key that encrypts the signing keys in the database. pbm creates it together
    with a new database. All nodes need the same file. If this setting is empty, pbm uses
    `master-key` in the data folder. `none` stores the signing keys unencrypted.
    """

    @field_validator("node")
    @classmethod
    def _node_is_a_name(cls, value: str) -> str:
        if value and not NODE_NAME.fullmatch(value):
            raise ValueError(
                "use only letters, digits, dots, underscores and hyphens, and begin with a "
                "letter or a digit"
            )
        return value

    @field_validator("roles")
    @classmethod
    def _roles_are_known(cls, value: str) -> str:
        names = [name.strip() for name in value.split(",") if name.strip()]
        for name in names:
            if name not in ROLES:
                raise ValueError(f'"{name}" isn\'t a role. Use {listing(ROLES, "or")}.')
        if not names:
            raise ValueError(f"give at least one role: {listing(ROLES, 'or')}")
        return ",".join(role for role in ROLES if role in names)

    @property
    def role_set(self) -> frozenset[str]:
        return frozenset(self.roles.split(","))
