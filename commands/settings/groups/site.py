"""The settings of the web pages, and of one-click unsubscribing."""

import re

from pydantic import Field, ValidationInfo, field_validator

from commands.system.setting_groups import SettingGroup
from mail.smtp.listen_addresses import read_port

HTTPS = "https://"
SITE_URL = re.compile(r"https?://[A-Za-z0-9.:\[\]-]+(/[A-Za-z0-9._~/-]*)?")


class SiteSettings(SettingGroup):
    """Pages and unsubscribing."""

    site: str = ""
    """The folder in which the server keeps the web pages up to date. If this setting is empty, only
    `pbm site` writes pages.
    """
    site_url: str = ""
    """The web address of the folder in `PBM_SITE`, such as `https://example.org/games`. If this is
    set, emails link to the pages of games and tournaments.
    """
    unsubscribe_listen: str = ""
    """The `HOST:PORT` on which pbm accepts one-click unsubscribe requests, such as
    `127.0.0.1:2580`. Your HTTPS web server must forward `/unsubscribe/` to this address. If this
    setting is empty, players can unsubscribe only by email.
    """
    unsubscribe_url: str = Field(default="", validate_default=True)
    """The web address under which your web server forwards `/unsubscribe/`, such as
    `https://example.org`. If this setting is empty, pbm uses `PBM_SITE_URL`.
    """

    @field_validator("site_url")
    @classmethod
    def _url_is_one_of_the_web(cls, value: str) -> str:
        if value and not SITE_URL.fullmatch(value):
            raise ValueError(
                f'"{value}" isn\'t a web address. Use one such as https://example.org/games.'
            )
        return value.rstrip("/")

    @field_validator("unsubscribe_listen")
    @classmethod
    def _requests_come_to_a_port(cls, value: str) -> str:
        if value:
            read_port(value)
        return value

    @field_validator("unsubscribe_url")
    @classmethod
    def _one_click_is_private(cls, value: str, info: ValidationInfo) -> str:
        if value and not (value.startswith(HTTPS) and SITE_URL.fullmatch(value)):
            raise ValueError(
                f'"{value}" isn\'t an https:// address. Use one such as https://example.org.'
            )
        site_url = info.data.get("site_url", HTTPS)
        if info.data.get("unsubscribe_listen") and not (value or site_url.startswith(HTTPS)):
            raise ValueError(
                "PBM_UNSUBSCRIBE_LISTEN needs this setting. Set it, or set PBM_SITE_URL to an "
                "https:// address."
            )
        return value.rstrip("/")

    @property
    def one_click_url(self) -> str:
        """The base URL of one-click unsubscribing, or "" if it isn't offered."""
        usual = self.site_url if self.unsubscribe_listen else ""
        return self.unsubscribe_url or (usual if usual.startswith(HTTPS) else "")
