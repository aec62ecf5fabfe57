"""Metrics, liveness and readiness of a running server, by HTTP."""
