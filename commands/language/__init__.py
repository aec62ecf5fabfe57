"""The command language: tokenizer, grammar, parser, registry of verbs, dispatcher and help."""
