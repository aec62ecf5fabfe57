"""Update the site: find the subjects that have changed, and write their files."""
