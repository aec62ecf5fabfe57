"""The command language: tokenizer, grammar, parser, registry of commands, dispatcher and help."""
