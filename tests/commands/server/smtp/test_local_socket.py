"""The socket of `pbm receive`: programs that send nothing keep no mail out."""

import asyncio
import socket
from contextlib import ExitStack

from commands.server.smtp import local_socket
from commands.server.smtp.local_socket import MAX_AT_ONCE, PipeServer

CONTENT = b"From: alice@example.org\n\nlist\n"


def stored(_network, _size, read):
    """Takes a mail at once."""
    done = asyncio.get_running_loop().create_future()
    read()
    done.set_result(None)
    return done


def test_idle_programs_keep_no_mail_out(tmp_path, monkeypatch):
    """Once more wait than are let in, the oldest that has sent nothing is cut off."""
    monkeypatch.setattr(local_socket, "PATIENCE_SECONDS", 0)
    path = str(tmp_path / "receive")

    async def deliver():
        with socket.socket(socket.AF_UNIX) as listening, ExitStack() as stack:
            listening.bind(path)
            listening.listen(100)
            server = PipeServer(stored)
            server.serve(listening)
            for _ in range(3 * MAX_AT_ONCE):
                idle = stack.enter_context(socket.socket(socket.AF_UNIX))
                idle.connect(path)
            reader, writer = await asyncio.open_unix_connection(path)
            writer.write(b"0 %d\n%b" % (len(CONTENT), CONTENT))
            answer = await reader.read()
            writer.close()
            return answer

    assert asyncio.run(asyncio.wait_for(deliver(), 60)) == b"stored"
