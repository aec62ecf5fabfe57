"""Closing connections at once."""

import asyncio
import ssl

from mail.transports import abort
from tests.support.certificates import Authority
from tests.support.smtp_sink import sink


def test_a_tls_connection_that_was_closed_twice_can_be_aborted(tmp_path):
    """Clients and servers close it each for themselves; Python 3.11.2 then has nothing to abort."""
    authority = Authority(tmp_path)
    context = ssl.create_default_context(cafile=authority.file)

    async def close_and_abort(port):
        reader, writer = await asyncio.open_connection("localhost", port, ssl=context)
        await reader.readline()
        for close in (writer.transport.close, writer.transport.close):
            close()
        abort(writer.transport)
        await asyncio.sleep(0)

    with sink(tls=authority.tls(), implicit=True) as server:
        asyncio.run(close_and_abort(server.port))
