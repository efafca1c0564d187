"""The clock's settings."""

from datetime import timedelta

from chassis.common_settings import ChassisSettings
from chassis.settings import setting, settings_class


@settings_class
class ClockSettings(ChassisSettings):
    """What the clock reads besides the common settings."""

    reconcile: timedelta = setting(
        "WARBOARD_RECONCILE_S", "How often others are asked for lists that got lost", default=timedelta(minutes=10)
    )
