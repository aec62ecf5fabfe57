"""The commands of the command language, one file each.

`commands.language.registry` imports all modules of this package and collects their `Command`
classes.
"""
