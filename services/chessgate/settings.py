"""Chessgate's settings."""

from chassis.common_settings import ChassisSettings
from chassis.settings import setting, settings_class


@settings_class
class ChessgateSettings(ChassisSettings):
    """What chessgate reads besides the common settings."""

    stockfish: str = setting(
        "WARBOARD_STOCKFISH", "Command of a UCI engine; empty: a native Stockfish, else the npm package", default=""
    )
    engines: int = setting("WARBOARD_ENGINES", "UCI engines at most", default=1)
