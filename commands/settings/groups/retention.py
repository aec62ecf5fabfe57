"""The settings of housekeeping: how long emails and the audit log are kept."""

from pydantic import Field

from commands.system.setting_groups import SettingGroup


class HousekeepingSettings(SettingGroup):
    """Housekeeping."""

    keep_mail_days: int = Field(default=90, ge=31, le=36500)
    """Days for which pbm lists emails that it sent, failed to send, withheld or dropped, and
    recognizes bounces of them.
    """
    keep_audit_days: int = Field(default=0, ge=0, le=36500)
    """Days for which pbm keeps the audit log of admin actions. `0` keeps it forever."""
