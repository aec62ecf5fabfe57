"""Content as the HTML part of a mail: no scripts, no images, no external resources."""
