"""Bounces: reports of failed deliveries, and auto-replies."""
