"""Deals with the machine: files, users, logging, metrics, clock jumps and processes."""
