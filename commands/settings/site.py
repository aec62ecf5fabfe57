"""The settings of the pages."""

import re
from typing import ClassVar

from pydantic import BaseModel, Field, field_validator

SITE_URL = re.compile(r"https?://[A-Za-z0-9.:\[\]-]+(/[A-Za-z0-9._~/-]*)?")


class SiteSettings(BaseModel):
    """The pages about games and players, which a web server may hand out."""

    heading: ClassVar[str] = "Pages"

    site: str = Field(
        default="",
        description=(
            "the folder in which the server keeps the site's pages up to date; if empty, "
            "only `pbm site` makes pages"
        ),
    )
    site_url: str = Field(
        default="",
        description=(
            "the web address of that folder, such as `https://example.org/games`; with it, mails "
            "link to the pages of their boards"
        ),
    )

    @field_validator("site_url")
    @classmethod
    def _url_is_one_of_the_web(cls, value: str) -> str:
        if value and not SITE_URL.fullmatch(value):
            raise ValueError("an address such as https://example.org/games is needed")
        return value.rstrip("/")
