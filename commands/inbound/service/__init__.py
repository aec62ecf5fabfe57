"""Handles email without commands: bounces, probes, unsubscribing, and email to postmaster."""
