"""Any bytes sent to a bounce address are a report, or `other`."""

from mail.reading.bounces.bounce_report import read_bounce_report
from tests.fuzz.repeating import Brief, expanded


def check(content: bytes) -> None:
    """Reads a report within a second; its addresses can be looked up."""
    with Brief():
        report = read_bounce_report(expanded(content))
    assert (report.kind in ("hard", "soft")) == bool(report.addresses)
    assert all(address.isascii() for address in report.addresses)
