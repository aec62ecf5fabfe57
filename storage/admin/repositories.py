"""The admin repositories of a unit of work."""

from functools import cached_property

from pbm.generations import Generations
from storage.admin.all_rows import RowRepository
from storage.admin.audit_log import AuditRepository
from storage.admin.due_work import DueWorkRepository
from storage.admin.engine_absences import EngineAbsenceRepository
from storage.admin.identity import IdentityRepository
from storage.admin.integrity import IntegrityRepository
from storage.admin.leases import LeaseRepository
from storage.admin.nodes import NodeRepository
from storage.admin.overview import OverviewRepository
from storage.admin.problems import IncidentRepository, ProblemRepository
from storage.admin.server_processes import ServerProcessRepository
from storage.admin.server_settings import ServerSettingRepository
from storage.admin.signing_keys import SigningKeyRepository, SigningKeys
from storage.players.repositories import PlayerRepositories
from storage.sql.repository import made
from storage.tables.server import installation_settings


class AdminRepositories(PlayerRepositories):
    """Repositories for admins and nodes."""

    _generations: Generations
    _signing_keys: SigningKeys

    due_work = made(DueWorkRepository)
    overview = cached_property(lambda self: OverviewRepository(self.connection, self.players))
    audit_log = made(AuditRepository)
    all_rows = made(RowRepository)
    integrity = made(IntegrityRepository)
    identity = cached_property(lambda self: IdentityRepository(self.connection, self._generations))
    signing_keys = cached_property(
        lambda self: SigningKeyRepository(self.connection, self._signing_keys)
    )
    server_settings = made(ServerSettingRepository)
    installation_settings = cached_property(
        lambda self: ServerSettingRepository(self.connection, installation_settings)
    )
    server_processes = made(ServerProcessRepository)
    nodes = made(NodeRepository)
    leases = made(LeaseRepository)
    incidents = made(IncidentRepository)
    engine_absences = made(EngineAbsenceRepository)
    problems = made(ProblemRepository)
