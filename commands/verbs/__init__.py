"""The verbs of the command language, one file each; `commands.language.registry` scans them."""
