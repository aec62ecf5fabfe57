"""Certificates: proofs that another program can check."""
