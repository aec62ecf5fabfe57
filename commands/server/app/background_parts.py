"""Construct the workers that run in the background, such as clocks, robots and health checks."""

from datetime import timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from pbm.clock import uptime

if TYPE_CHECKING:
    from commands.server.health.monitor import HealthMonitor
    from commands.server.site.updating.folder import SiteFolder
    from commands.server.site.updating.making import PageMaker
    from commands.server.workers.clock_watcher import ClockWatcher
    from commands.server.workers.retention import Retention
    from commands.server.workers.search_functions import Search
    from commands.server.workers.search_jobs import Jobs
    from commands.server.workers.turns.engine_turns import EngineTurns
    from commands.server.workers.turns.robot_turns import RobotTurns
from commands.server.app.foundation import Foundation


class BackgroundParts:
    """The background workers. Each one is constructed when it is first used."""

    def __init__(self, foundation: Foundation) -> None:
        self._foundation = foundation
        self._settings = foundation.settings

    @cached_property
    def clock_watcher(self) -> "ClockWatcher":
        """The worker that sends reminders and forfeits games when a deadline passes."""
        from commands.server.workers.clock_watcher import ClockWatcher  # noqa: PLC0415
        from commands.system.clock_jumps import ClockJumps  # noqa: PLC0415

        return ClockWatcher(
            self._foundation.database,
            self._foundation.services,
            self._foundation.mailer,
            admin=self._settings.admin,
            retention=self._retention,
            calendar=self._settings.tournaments,
            jumps=ClockJumps(uptime),
        )

    @property
    def _retention(self) -> "Retention":
        from commands.server.workers.retention import Retention  # noqa: PLC0415

        settings = self._settings
        return Retention(
            timedelta(days=settings.keep_mail_days),
            timedelta(days=settings.keep_audit_days) if settings.keep_audit_days else None,
        )

    @cached_property
    def health_monitor(self) -> "HealthMonitor":
        """The worker that checks the server's health and emails problems to the admin."""
        from commands.server.health.monitor import HealthMonitor  # noqa: PLC0415

        return HealthMonitor(
            self._foundation.database,
            self._foundation.services,
            self._foundation.mailer,
            self._settings,
        )

    @cached_property
    def robot_turns(self) -> "RobotTurns":
        """The worker that moves for the built-in robots."""
        from commands.server.workers.search_functions import ProvedMoves  # noqa: PLC0415
        from commands.server.workers.turns.robot_turns import RobotTurns  # noqa: PLC0415

        proved_moves = ProvedMoves(self._settings.tables_folder)
        return RobotTurns(
            self._foundation.database,
            self._foundation.dispatcher,
            self._foundation.mailer,
            proved_moves=proved_moves,
            holder=self._foundation.incarnation,
        )

    @cached_property
    def engine_turns(self) -> "EngineTurns":
        """The worker that moves for engines."""
        from commands.server.workers.turns.engine_absences import EngineAbsences  # noqa: PLC0415
        from commands.server.workers.turns.engine_turns import EngineTurns  # noqa: PLC0415

        return EngineTurns(
            self._foundation.database,
            self._foundation.dispatcher,
            self._foundation.mailer,
            settings=self._settings,
            absences=EngineAbsences(self._foundation.database, self._foundation.incarnation),
            holder=self._foundation.incarnation,
        )

    def jobs(self, search: "Search") -> "Jobs":
        """Returns the worker that runs the searches players have requested by email."""
        from commands.server.workers.search_jobs import Jobs  # noqa: PLC0415

        return Jobs(
            self._foundation.database,
            self._foundation.dispatcher,
            self._foundation.mailer,
            self._settings,
            self._foundation.incarnation,
            search,
        )

    def page_maker(self, folder: "SiteFolder") -> "PageMaker":
        """Returns an object that writes the pages of the site into `folder`."""
        from commands.server.site.page_data import Site  # noqa: PLC0415
        from commands.server.site.updating.making import PageMaker  # noqa: PLC0415

        def facts() -> Site:
            settings, keys = self._settings, self._foundation.encrypted_keys
            return Site(settings.address, settings.site_url, keys.record_public())

        return PageMaker(self._foundation.database, folder, facts, self._foundation.services.signer)
