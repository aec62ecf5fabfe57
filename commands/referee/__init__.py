"""Games between programs: `pbm referee`."""
