"""A thread that runs jobs for client networks, which take turns."""

import time
from collections.abc import Callable

from commands.server.writer.fair_queue import FairQueue
from commands.system.essential_thread import essential_thread
from pbm.process.lazy_logger import get_logger

log = get_logger()
Job = Callable[[], None]


class FairWorker:
    """A daemon thread that runs jobs. Errors of a job should be handled by the job itself."""

    def __init__(self, name: str) -> None:
        self._jobs: FairQueue[Job] = FairQueue()
        essential_thread(self._run, name).start()

    def submit(self, network: str, job: Job) -> None:
        """Queues a job for this network."""
        self._jobs.put(network, job)

    def stop(self) -> None:
        """Ends the thread after all queued jobs."""
        self._jobs.close()

    def _run(self) -> None:
        while following := self._jobs.get():
            network, job = following
            started = time.thread_time()
            try:
                job()
            except Exception:  # the next jobs may belong to others
                log.exception("job failed")
            self._jobs.charge(network, time.thread_time() - started)
