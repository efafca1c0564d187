"""The clock's settings: the common ones."""

from chassis.common_settings import ChassisSettings
from chassis.settings import settings_class


@settings_class
class ClockSettings(ChassisSettings):
    """What the clock reads."""
