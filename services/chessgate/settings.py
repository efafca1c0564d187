"""Chessgate's settings."""

from datetime import timedelta

from chassis.common_settings import ChassisSettings
from chassis.settings import setting, settings_class

OFF = "off"


@settings_class
class ChessgateSettings(ChassisSettings):
    """What chessgate reads besides the common settings."""

    stockfish: str = setting(
        "WARBOARD_STOCKFISH",
        "Command of the UCI engine that plays for bots; without it one on PATH, else npm's under engines/ or web/",
        default="",
    )
    engine_processes: int = setting("WARBOARD_ENGINE_PROCESSES", "UCI engines running at a time", default=2)
    engine_memory_mb: int = setting(
        "WARBOARD_ENGINE_MEMORY_MB",
        "A UCI engine that holds more memory after a thought is replaced (measured where there is /proc)",
        default=400,
    )
    engine_idle: timedelta = setting(
        "WARBOARD_ENGINE_IDLE_S", "An engine that nobody needed for so long ends", default=timedelta(seconds=60)
    )
    bot_pause: timedelta = setting(
        "WARBOARD_BOT_PAUSE_MS", "A bot takes from this to three times as long for a move", default=timedelta(seconds=1)
    )
    reconcile: timedelta = setting(
        "WARBOARD_RECONCILE_S", "How often others are asked for lists that got lost", default=timedelta(minutes=10)
    )
    lichess_url: str = setting(
        "WARBOARD_LICHESS_URL",
        f"Lichess, for signing in, for ratings and for games there; `{OFF}`: do without it",
        default="https://lichess.org",
    )
