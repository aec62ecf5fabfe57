"""The base class of groups of settings, which also returns the texts about them."""

import ast
import inspect
from collections.abc import Mapping
from functools import cache
from itertools import pairwise

from pydantic import BaseModel


class SettingGroup(BaseModel):
    """Settings about one subject. The docstrings below them are shown to the admin.

    The docstring of each group is its heading.
    """

    @classmethod
    def heading(cls) -> str:
        return (cls.__doc__ or "").removesuffix(".")

    @classmethod
    @cache
    def descriptions(cls) -> Mapping[str, str]:
        """Returns the text about each setting.

        It is read from the source on demand, because pydantic would take 50 ms at every start.
        """
        texts = {}
        (group,) = ast.parse(inspect.getsource(cls)).body
        assert isinstance(group, ast.ClassDef)  # noqa: S101 - for mypy
        for pair in pairwise(group.body):
            match pair:
                case ast.AnnAssign(ast.Name(name)), ast.Expr(ast.Constant(str(text))):
                    texts[name] = " ".join(text.split())
        return texts
