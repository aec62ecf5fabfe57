"""The SMTP process of `pbm serve`, and its recovery when it dies."""

import queue
import smtplib
import threading
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from multiprocessing import Pipe

import pytest

from commands.server.processes.fork_server import ForkServer
from commands.server.smtp.process import SmtpProcess
from commands.server.smtp.sockets import SmtpSockets
from commands.server.writer.writer_pipe import WriterPipe
from commands.settings import Settings
from mail.reading.incoming import read_incoming_mail
from mail.smtp.receiver_interface import Busy
from tests.support.site import ADDRESS, PLAYERS, simple_mail
from tests.support.waiting import TIMEOUT_SECONDS

ALICE = PLAYERS["alice"][1]


@pytest.mark.slow
def test_a_dead_smtp_process_is_replaced(servers):
    """A dead SMTP process is replaced: accepted mails stay, new ones are taken, each acts once."""
    server = servers()
    server.sign_up_and_challenge()
    content = server.move("alice", "a1-c5#1")
    server.kill_smtp_process()
    server.deliver(ALICE, content)
    server.move("bob", "e7-c3#2")
    server.expect(8)
    assert server.stop() == 0
    log = server.log()
    assert (log.count("smtp process died"), log.count("seen before")) == (1, 1)
    assert "Traceback" not in log


class RunningProcess:
    """An SMTP process that listens on a socket; mails wait here until the test accepts them."""

    def __init__(self, folder):
        self.socket = folder / "lmtp"
        self.mails = queue.Queue()
        settings = Settings(
            data=folder, smtp_port="off", lmtp=f"unix:{self.socket}", address=ADDRESS
        )
        self.fork_server = ForkServer()
        sockets = SmtpSockets(settings)
        self.smtp_process = SmtpProcess(
            settings, self.fork_server, self._receive, sockets, run_line=None
        )

    def _receive(self, mail, network):
        done = Future()
        self.mails.put((mail.parsed_mail.subject, done))
        return done

    def next(self):
        """Returns the subject of the next mail, and the future that accepts it."""
        return self.mails.get(timeout=TIMEOUT_SECONDS)

    def send(self, subject):
        """Sends a mail in a thread; returns a future of whether it was accepted."""
        accepted = Future()
        threading.Thread(target=lambda: accepted.set_result(self._is_taken(subject))).start()
        return accepted

    def _is_taken(self, subject):
        with suppress(smtplib.SMTPException, OSError):
            with smtplib.LMTP(str(self.socket), local_hostname="mta") as client:
                client.sendmail(ALICE, [ADDRESS], simple_mail(ALICE, subject))
            return True
        return False


@pytest.fixture
def running(tmp_path):
    made = RunningProcess(tmp_path)
    made.smtp_process.check()
    yield made
    made.smtp_process.stop()
    made.fork_server.stop()


@pytest.mark.slow
def test_a_mail_in_progress_when_the_process_dies(running):
    """A result for a mail of a dead process doesn't reach the sender of a later mail."""
    early = running.send("early")
    subject, done = running.next()
    assert subject == "early"
    running.smtp_process.child.kill()
    assert early.result(TIMEOUT_SECONDS) is False
    running.smtp_process.check()

    late = running.send("late")
    subject, other_done = running.next()
    done.set_result(None)  # its process has died
    running.smtp_process.send_results()
    assert subject == "late"
    assert not late.done()
    other_done.set_result(None)
    running.smtp_process.send_results()
    assert late.result(TIMEOUT_SECONDS) is True


def test_a_mail_for_a_server_that_has_just_died(capsys):
    """The sender is told to try again, and nothing is logged."""
    ours, theirs = Pipe()
    pipe = WriterPipe(ours, lambda: None)
    theirs.close()
    late = partial(read_incoming_mail, ALICE, (ADDRESS,), simple_mail(ALICE, "late"))
    with pytest.raises(Busy):
        pipe.submit("", late).result(TIMEOUT_SECONDS)
    assert capsys.readouterr().err == ""
