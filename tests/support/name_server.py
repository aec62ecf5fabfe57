"""A name server on loopback, which the resolver of this process asks instead of all others."""

import socket
import threading
from contextlib import contextmanager

import dns.flags
import dns.message
import dns.rcode
import dns.rdatatype
import dns.resolver
import dns.rrset

END = b"end"


class NameServer:
    """Answers from a table of records by name and type; other names don't exist."""

    def __init__(self):
        self.records = {}
        """Such as `{("example.net", "MX"): ["10 mail.example.net."]}`."""
        self.silent = False
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))

    @property
    def port(self):
        return self.socket.getsockname()[1]

    def run(self):
        while (received := self.socket.recvfrom(4096))[0] != END:
            if not self.silent:
                self.socket.sendto(self._answer(received[0]), received[1])

    def _answer(self, wire):
        query = dns.message.from_wire(wire)
        answer = dns.message.make_response(query)
        answer.flags |= dns.flags.RA
        (question,) = query.question
        name, kind = question.name.to_text(omit_final_dot=True).lower(), question.rdtype
        found = self.records.get((name, dns.rdatatype.to_text(kind)))
        if found:
            answer.answer.append(dns.rrset.from_text(question.name, 60, "IN", kind, *found))
        elif not any(each == name or each.endswith(f".{name}") for each, _ in self.records):
            answer.set_rcode(dns.rcode.NXDOMAIN)
        return answer.to_wire()


@contextmanager
def name_server():
    """Runs a name server while the block runs."""
    made = NameServer()
    thread = threading.Thread(target=made.run)
    thread.start()
    resolver = dns.resolver.Resolver(configure=False)
    resolver.nameservers, resolver.port = ["127.0.0.1"], made.port
    before, dns.resolver.default_resolver = dns.resolver.default_resolver, resolver
    try:
        yield made
    finally:
        dns.resolver.default_resolver = before
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
            client.sendto(END, ("127.0.0.1", made.port))
        thread.join()
        made.socket.close()
