"""The server's handle on the background process, which runs only while there is work for it."""

from functools import partial

from commands.app import App
from commands.server.background.worker import run_background_worker
from commands.server.processes.fork_server import ForkServer
from commands.server.processes.supervised_process import OnDemandProcess

STOP_SECONDS = 10


class BackgroundProcess(OnDemandProcess):
    """Runs the background process; searches that are cut off are repeated after the next start."""

    def __init__(self, app: App, fork_server: ForkServer) -> None:
        run = partial(run_background_worker, incarnation=app.incarnation)
        has_work = partial(_has_work, app)
        super().__init__(
            "background", run, app.settings, fork_server, STOP_SECONDS, has_work=has_work
        )


def _has_work(app: App) -> bool:
    """Returns True if anything waits; engines always do, as each node tells which it lacks."""
    with app.database.snapshot() as work:
        return bool(
            work.boards.waiting_for_robots(app.incarnation, app.clock.now())
            or work.solve_jobs.waiting()
            or work.reviews.waiting()
            or work.players.engines()
        )
