"""The services that all commands share, such as the clock and the policy."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from commands.context.caller import Caller
from commands.context.context import Context
from commands.security.one_time_codes import OneTimeCodes
from commands.security.passwords import Passwords
from commands.security.player_limits import Policy
from commands.security.record_signing import Signer, random_signer
from commands.system.stored_types import UnitOfWork
from pbm.clock import Clock
from pbm.randomness import MAX_SEED
from pbm.solver.prover import Prover


def _random_seed() -> int:
    return secrets.randbelow(MAX_SEED + 1)


@dataclass(frozen=True)
class Services:
    """The services of a process.

    They are created once, and each command gets a context with them.
    """

    clock: Clock
    site: str
    """Address of the server."""
    codes: OneTimeCodes
    policy: Policy = field(default_factory=Policy)
    seeds: Callable[[], int] = _random_seed
    """Returns the seed for a new board's random choices."""
    passwords: Passwords = field(default_factory=Passwords)
    signer: Signer = field(default_factory=random_signer)
    prover: Prover = field(default_factory=Prover)

    def context(self, work: UnitOfWork, caller: Caller, comment: str = "") -> Context:
        return Context(
            work=work,
            clock=self.clock,
            seed=self.seeds,
            passwords=self.passwords,
            codes=self.codes,
            policy=self.policy,
            signer=self.signer,
            unfair_prover=self.prover,
            site=self.site,
            caller=caller,
            comment=comment,
        )

    def server_context(self, work: UnitOfWork) -> Context:
        """Returns the context for actions of the server itself. They need no player's password."""
        return self.context(work, Caller(admin=True))
