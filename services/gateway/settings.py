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
    newcomers_per_second: int = setting(
        "WARBOARD_LIMIT_NEWCOMERS_PER_S", "New guests and accounts a second from one address", default=1
    )
    newcomers_burst: int = setting(
        "WARBOARD_LIMIT_NEWCOMERS_BURST", "New guests and accounts at once from one address", default=60
    )
    sign_ins_per_second: int = setting(
        "WARBOARD_LIMIT_SIGN_INS_PER_S", "Sign-ins and recovery codes a second from one address", default=1
    )
    sign_ins_burst: int = setting(
        "WARBOARD_LIMIT_SIGN_INS_BURST", "Sign-ins and recovery codes at once from one address", default=30
    )
