"""Metrics, liveness and readiness of a running server, served by HTTP."""
