"""The DNS of the server's address: what is missing, and the line to add."""

import pytest

from commands.cli.doctor.dns import dns_lookups, dns_records
from tests.support.cases import cases
from tests.support.smtp_sink import sink

HOST, SENDER = "games.example.net", "198.18.0.7"
"""The address isn't private, and belongs to nobody (RFC 2544)."""
GOOD = {
    (HOST, "MX"): ["10 mail.example.net."],
    ("mail.example.net", "A"): [SENDER],
    (HOST, "TXT"): ['"v=spf1 include:_spf.example.net -all"'],
    ("_spf.example.net", "TXT"): [f'"v=spf1 ip4:{SENDER} -all"'],
    (f"key._domainkey.{HOST}", "TXT"): ['"v=DKIM1; p=abc"'],
    ("_dmarc.example.net", "TXT"): ['"v=DMARC1; p=none; sp=reject"'],
    ("7.0.18.198.in-addr.arpa", "PTR"): ["mail.example.net."],
}


@pytest.fixture
def zone(findings, names, monkeypatch):
    """A zone that is in order, of a server that sends by a relay on its own machine."""
    monkeypatch.setattr(dns_lookups, "own_addresses", lambda: [SENDER])
    monkeypatch.setattr(dns_records, "own_addresses", lambda: [SENDER])
    monkeypatch.setattr(dns_lookups, "is_public", lambda address: address == SENDER)
    monkeypatch.setenv("PBM_ADMIN", "me@example.org")
    names.records = dict(GOOD)
    with sink() as relay:
        monkeypatch.setenv("PBM_ADDRESS", f"pbm@{HOST}")
        monkeypatch.setenv("PBM_RELAY", f"smtp://127.0.0.1:{relay.port}")
        names.findings = findings
        yield names


def test_a_zone_in_order_is_ok(zone):
    """All five checks find what receivers look for."""
    status, found = zone.findings()
    checks = {name: each["state"] for name, each in found.items() if name.startswith("DNS")}
    assert (status, checks) == (
        0,
        dict.fromkeys(("DNS: MX", "DNS: SPF", "DNS: DKIM", "DNS: DMARC", "DNS: PTR"), "ok"),
    )
    assert "policy reject" in found["DNS: DMARC"]["text"]
    assert "pass DMARC only if the relay signs them" in found["DNS: DMARC"]["text"]


@pytest.mark.parametrize(
    ("missing", "check", "state", "line"),
    [
        ((HOST, "MX"), "MX", "broken", f"{HOST}. IN MX 10 {HOST}."),
        (("mail.example.net", "A"), "MX", "broken", f"mail.example.net. IN A {SENDER}"),
        ((HOST, "TXT"), "SPF", "consider", f'{HOST}. IN TXT "v=spf1 ip4:{SENDER} -all"'),
        ((f"key._domainkey.{HOST}", "TXT"), "DKIM", "consider", f"SELECTOR._domainkey.{HOST}. IN"),
        (
            ("_dmarc.example.net", "TXT"),
            "DMARC",
            "consider",
            f'_dmarc.{HOST}. IN TXT "v=DMARC1; p=none"',
        ),
        (
            ("7.0.18.198.in-addr.arpa", "PTR"),
            "PTR",
            "consider",
            f"7.0.18.198.in-addr.arpa. IN PTR mail.{HOST}.",
        ),
    ],
)
def test_a_missing_record_is_told_with_its_line(zone, missing, check, state, line):
    """The advice has the line to add to the zone."""
    del zone.records[missing]
    _, found = zone.findings()
    assert found[f"DNS: {check}"]["state"] == state
    assert line in found[f"DNS: {check}"]["advice"]


@cases(
    ("record", "state", "line"),
    [
        ("v=spf1 a -all", "broken", f'"v=spf1 ip4:{SENDER} a -all"'),
        ("v=spf1 ~all", "consider", f'"v=spf1 ip4:{SENDER} ~all"'),
        ("v=spf1 ipv4:1.2.3.4 -all", "broken", ""),
        ("v=spf1 +all", "consider", '"v=spf1 -all"'),
    ],
)
def test_spf_is_evaluated_for_the_sender(zone, record, state, line):
    """A record that doesn't name the sending host comes back with that host in it."""
    zone.records[HOST, "TXT"] = [f'"{record}"']
    _, found = zone.findings()
    assert found["DNS: SPF"]["state"] == state
    assert line in found["DNS: SPF"]["advice"]


def test_two_spf_records_are_made_one(zone):
    """With two, receivers count none."""
    zone.records[HOST, "TXT"] = ['"v=spf1 a -all"', '"v=spf1 mx ~all"', '"other"']
    spf = zone.findings()[1]["DNS: SPF"]
    assert spf["state"] == "broken"
    assert 'IN TXT "v=spf1 a mx ~all"' in spf["advice"]


def test_a_name_that_leads_elsewhere_is_told(zone):
    """The name of the sending host must have its address."""
    zone.records["mail.example.net", "A"] = ["198.18.0.8"]
    ptr = zone.findings()[1]["DNS: PTR"]
    assert ptr["state"] == "consider"
    assert f"mail.example.net. IN A {SENDER}" in ptr["advice"]


def test_a_name_server_that_is_silent_breaks_nothing(zone, monkeypatch):
    """The DNS may be out of reach for a while."""
    monkeypatch.setattr(dns_lookups, "SECONDS", 0.1)
    zone.silent = True
    status, found = zone.findings()
    assert status == 0
    assert found["DNS: MX"]["state"] == "consider"


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"PBM_ADDRESS": "pbm@localhost"}, "the domain localhost isn't public"),
        ({"PBM_RELAY": "maildir:"}, "emails go to a Maildir"),
    ],
)
def test_the_dns_of_others_is_not_checked(zone, monkeypatch, settings, reason):
    """Nothing is asked where the DNS can't be ours, and the reason is told."""
    zone.records = {}
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    _, found = zone.findings()
    assert reason in found["DNS: SPF"]["reason"]


def test_offline_nothing_is_asked(zone):
    """What needs the network is named, with the reason."""
    zone.silent = True
    status, found = zone.findings("--offline")
    left_out = {name for name, each in found.items() if "--offline" in each.get("reason", "")}
    assert status == 0
    assert left_out >= {"relay", "round trip", "DNS: MX", "DNS: PTR"}
