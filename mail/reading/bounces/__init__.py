"""Bounces: notices of failed deliveries and of absence."""
