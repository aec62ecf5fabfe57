"""Insight into a running server: metrics, liveness and readiness, by HTTP."""
