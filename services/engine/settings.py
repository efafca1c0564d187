"""The engine's settings."""

from chassis.common_settings import ChassisSettings
from chassis.settings import setting, settings_class


@settings_class
class EngineSettings(ChassisSettings):
    """What the engine reads besides the common settings."""

    extra_rulesets: str = setting(
        "WARBOARD_EXTRA_RULESETS",
        "Further rulesets for tests, as `package.module:NAME` by commas; refused in production",
        default="",
    )
