"""The command language: tokenizer, grammar, parser, registry of verbs and help."""
