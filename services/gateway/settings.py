"""The gateway's settings."""

from chassis.common_settings import ChassisSettings
from chassis.settings import setting, settings_class


@settings_class
class GatewaySettings(ChassisSettings):
    """What the gateway reads besides the common settings."""

    bind: str = setting("WARBOARD_BIND", "Where browsers reach the platform, host:port", default="127.0.0.1:8000")
    web_root: str = setting("WARBOARD_WEB_ROOT", "Folder of the built web client", default="web/dist")
    public_url: str = setting(
        "WARBOARD_PUBLIC_URL",
        "Address that players use, such as https://war.example.org; empty: whatever the browser asked for",
        default="",
    )
    trusted_proxies: str = setting(
        "WARBOARD_TRUSTED_PROXIES", "Addresses whose X-Forwarded-For and -Proto count, by commas", default="127.0.0.1"
    )
