"""Notify's settings."""

from chassis.common_settings import ChassisSettings
from chassis.settings import setting, settings_class


@settings_class
class NotifySettings(ChassisSettings):
    """What notify reads besides the common settings."""

    inbox_items: int = setting("WARBOARD_LIMIT_INBOX_ITEMS", "Items an inbox; the oldest go", default=500)
    channel_messages: int = setting(
        "WARBOARD_LIMIT_CHANNEL_MESSAGES", "Messages a channel; the oldest go", default=5_000
    )
