"""`pbm doctor` beside a server that runs."""

import json
import smtplib

import pytest

from tests.support.sandbox import skip_without_filters
from tests.support.smtp_sink import sink

pytestmark = pytest.mark.slow
ADDRESS = "pbm@club.internal"


def doctor(server, *words):
    """Returns the exit status and the findings by check."""
    skip_without_filters()  # it tries the sandbox of engines
    process = server.shell("doctor", "--json", *words)
    out, _ = process.communicate()
    return process.returncode, {each["check"]: each for each in json.loads(out)["checks"]}


def test_a_mail_to_ourselves_comes_back_through_the_server(servers):
    """The server records it, and neither answers nor keeps it."""
    with sink() as relay:
        settings = {"address": ADDRESS, "relay": f"smtp://127.0.0.1:{relay.port}"}
        server = servers(admin="me@example.org", **settings)

        def deliver(sender, recipient, content):
            with smtplib.SMTP("127.0.0.1", server.port) as client:
                client.sendmail(sender, [recipient], content)

        relay.deliver = deliver
        status, found = doctor(server)
        assert status == 0, found
        assert found["round trip"]["text"].startswith("A test email to the server arrived in ")
        assert "to a plus address in " in found["round trip"]["text"]
        assert [recipient.partition("+")[0] for _, recipient, _ in relay.mails] == [ADDRESS, "pbm"]


def test_bad_settings_beside_a_server_are_those_of_the_shell(servers):
    """The address that the server uses counts, unless another one is given."""
    server = servers(address=ADDRESS)
    server.settings["PBM_ADDRESS"] = "pbm@elsewhere.internal"
    status, found = doctor(server)
    assert (status, found["stored settings"]["state"]) == (1, "broken")
    assert ADDRESS in found["stored settings"]["text"]
