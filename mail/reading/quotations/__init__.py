"""Quotations and signatures, which aren't the writer's own text."""
