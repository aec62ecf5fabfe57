"""Files that aren't pages: records, and what all pages load."""
