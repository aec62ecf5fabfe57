"""Engines, programs of other people: sandbox, process, protocol and referee."""
