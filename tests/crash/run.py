"""Servers whose processes are killed and stopped repeatedly under load, and the checks that follow.

Once a sender has received 250, the command is executed exactly once, and its answers are delivered
at least once, with the same Message-ID and the same bytes at each try. No server ends by itself.
"""

import random
import shutil
import time
from collections import Counter
from contextlib import closing

from sqlalchemy import create_engine, update

from commands.security.site_key import SITE_KEY
from storage import open_database
from storage.sql.row_order import in_order
from storage.tables import outbox
from tests.crash.load import Senders
from tests.crash.received import Received, Unsteady
from tests.crash.victims import Victim
from tests.crash.workload import prepare
from tests.support.smtp_sink import sink, wait_for

MAX_LIFE_SECONDS = 1.5
MAX_ACCEPTED_IN_A_LIFE = 40
TIMEOUT_SECONDS = 300


class CrashTest:
    """Servers on one database, their load, and a mail server that receives their answers."""

    def __init__(self, folder, relay, seed, kills, *, url="", servers=1):
        self.chance = random.Random(seed)
        self.relay = relay
        folders = [folder / f"server{number}" for number in range(servers)]
        for each in folders:
            each.mkdir()
        self.url = url or f"sqlite:///{folders[0] / 'pbm-data' / 'pbm.db'}"
        self.victims = [Victim(each, relay.port, url, self.chance) for each in folders]
        self.chains = prepare(folders[0] / "pbm-data", self.url, self.chance, 6 + 2 * kills)
        for each in folders[1:]:
            (each / "pbm-data").mkdir()
            shutil.copy(folders[0] / "pbm-data" / SITE_KEY, each / "pbm-data" / SITE_KEY)
        self.senders = Senders(self.chains, self.chance)
        self.senders.ports = [victim.port for victim in self.victims]
        self.engine = create_engine(self.url)

    def run(self, kills):
        """Strikes so many times, then lets them finish; returns counts of the processes struck."""
        for victim in self.victims:
            victim.server.start()
        with self.senders.sending():
            while sum(victim.struck.total() for victim in self.victims) < kills:
                self._strike_once()
            for victim in self.victims:
                victim.go_on()
            self.relay.hang_ups = 0
            wait_for(lambda: self.senders.done, "all mails to be accepted", TIMEOUT_SECONDS)
        wait_for(self._all_has_left, "all answers to leave", TIMEOUT_SECONDS)
        assert [victim.server.stop() for victim in self.victims] == [0] * len(self.victims)
        return sum((victim.struck for victim in self.victims), Counter())

    def _strike_once(self):
        """Strikes at a random moment, most often of work."""
        wanted = self.senders.accepted + self.chance.randint(0, MAX_ACCEPTED_IN_A_LIFE)
        self.senders.wait_for(wanted, MAX_LIFE_SECONDS)
        time.sleep(self.chance.uniform(0, 0.02))
        if self.chance.choice(self.victims).strike():
            self._let_time_pass()

    def _let_time_pass(self):
        """Makes leases of dead workers and retries due; locks mails in order, as servers do."""
        waiting = update(outbox).where(in_order(outbox.c.id, outbox.c.state == "waiting"))
        with self.engine.begin() as connection:
            connection.execute(waiting.values(due=outbox.c.date))

    def _all_has_left(self):
        with self.engine.begin() as connection:
            query = "SELECT count(*) FROM outbox WHERE state = 'waiting'"
            waiting = connection.exec_driver_sql(query).scalar()
        if waiting and self.relay.is_idle():
            self._let_time_pass()
        return not waiting

    def check(self):
        """Asserts that all accepted mails are on the boards, once, and that all were answered."""
        assert self.senders.refused == []
        self._check_boards()
        received = Received(self.relay.mails)
        received.check_doubles()
        for chain in self.chains:
            for mail in chain.sent:
                received.check_answered(mail)
        assert len(received.by_id) == sum(mail.brings for each in self.chains for mail in each.sent)
        for victim in self.victims:
            victim.check()

    def _check_boards(self):
        with closing(open_database(self.url)) as database, database.work() as work:
            for chain in self.chains:
                chain.check(work)

    def close(self):
        for victim in self.victims:
            victim.close()
        self.engine.dispose()


def crash_test(folder, seed, kills, **settings):
    """Runs the test; returns counts of kills, accepted mails and repeated mails."""
    print(f"seed {seed}", flush=True)
    with sink(Unsteady(seed)) as relay:
        with closing(CrashTest(folder, relay, seed, kills, **settings)) as made:
            struck = made.run(kills)
            made.check()
        received = Received(relay.mails)
        return f"{dict(struck)}, {made.senders.accepted} accepted, {received.told()}"
