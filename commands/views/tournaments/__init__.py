"""Shows a tournament as a particular reader may see it, in sentences and tables."""
