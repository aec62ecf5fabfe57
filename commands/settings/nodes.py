"""The settings of a site with several nodes."""

import re
from typing import ClassVar, Literal, get_args

from pydantic import BaseModel, Field, field_validator

Role = Literal["smtp", "lmtp", "mailbox", "delivery", "clocks", "robots", "solver"]
ROLES: tuple[Role, ...] = get_args(Role)

MAX_WRITERS = 32
NODE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


class NodeSettings(BaseModel):
    """The settings of nodes: servers on one PostgreSQL."""

    heading: ClassVar[str] = "Nodes"

    node: str = Field(
        default="",
        max_length=64,
        description=(
            "the name of this node, a server on a PostgreSQL that several may share; if empty, "
            "that of the machine"
        ),
    )
    roles: str = Field(
        default=",".join(ROLES),
        description="the work that this node takes a part in, separated by commas",
    )
    writers: int = Field(
        default=4,
        ge=1,
        le=MAX_WRITERS,
        description=(
            "the threads that act on mails at the same time on PostgreSQL; on SQLite there is one"
        ),
    )
    site_key_file: str = Field(
        default="",
        description=(
            "a file with the key that encrypts the signing keys in the database, the same for all "
            "nodes; it is made with a new database. If empty, `site-key` in the data folder. "
            "`none` stores the keys as they are"
        ),
    )

    @field_validator("node")
    @classmethod
    def _node_is_a_name(cls, value: str) -> str:
        if value and not NODE_NAME.fullmatch(value):
            raise ValueError(
                "a name consists of letters, digits, dots, underscores and hyphens, and begins "
                "with a letter or digit"
            )
        return value

    @field_validator("roles")
    @classmethod
    def _roles_are_known(cls, value: str) -> str:
        names = [name.strip() for name in value.split(",") if name.strip()]
        for name in names:
            if name not in ROLES:
                raise ValueError(f'"{name}" is no role; there are {", ".join(ROLES)}')
        if not names:
            raise ValueError(f"at least one role is needed of {', '.join(ROLES)}")
        return ",".join(role for role in ROLES if role in names)

    @property
    def role_set(self) -> frozenset[str]:
        """The roles of this node."""
        return frozenset(self.roles.split(","))
