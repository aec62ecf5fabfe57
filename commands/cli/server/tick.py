"""Implements `pbm tick`, which runs the clocks and robots once, for cron."""

from dataclasses import replace

from commands.cli.open_database import missing_database
from commands.cli.typer_app import is_forced
from commands.server.app.opening import open_app
from commands.server.processes.fork_server import ForkServer
from commands.server.processes.search_process import SearchProcess
from commands.server.workers.turns.robot_turns import move_robots
from commands.server.writer.direct_handling import try_requested
from commands.settings import read_settings
from commands.system.logs.logging import configure_logging
from pbm.errors import NotFoundError

JOBS = 2
"""Maximum number of searches per run. The emails of further searches are delayed until the next
run.
"""


def tick() -> None:
    """Do the server's scheduled work once (for cron).

    This plays the robots' moves, reminds players and ends overdue games. Run it at least every two
    hours. pbm treats a longer gap as downtime, and gives the time back to all players.

    Example: pbm tick
    """
    configure_logging(quiet=True)
    settings = read_settings()
    if missing := missing_database(settings):
        raise NotFoundError(missing)
    with open_app(settings, force=is_forced()) as app:
        # The robots move first, because their emails contain news that the clocks would otherwise
        # send separately.
        moved = move_robots(
            app.background.robot_turns, settings.search_limit, settings.robot_seconds
        )
        while app.background.engine_turns.play_once():
            moved += 1
        try_requested(app.database, app.mail.handler, app.clock.now())
        ticked = app.background.clock_watcher.tick()
        fork_server = ForkServer(modules=())
        jobs = app.background.jobs(SearchProcess(fork_server, settings.solve_megabytes).search)
        for _ in range(JOBS):
            jobs.run_one()
        fork_server.stop()
        app.background.health_monitor.check()
        print(replace(ticked, robot_moves=moved))
        app.mail.deliver_now()
