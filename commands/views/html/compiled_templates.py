"""Compiles the templates of emails when it is imported.

The fork server imports it, because compiling takes as long as rendering fifty emails, and a
delivery process may be started for a single one.
"""

from commands.views.html.page import compile_templates

compile_templates()
