"""Words of answers to questions and offers."""
