"""Renders content as the HTML part of an email, without scripts, images or external resources."""
