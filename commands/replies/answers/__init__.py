"""Reads answers to questions: yes or no, and the answers to draw offers."""
