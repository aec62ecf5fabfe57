"""The pages by subject: each module makes the files of one kind.

A module here names the kind of its subjects, `KIND`, and has a function
`pages(source: Source, subject: Subject) -> Iterable[Page]`, which yields no page for a subject that
isn't public (any more). Several modules may make files of the same subjects; `commands/site` finds
them by scanning this folder.
"""
