"""The command line of Warboard, and what it needs to run the parts of one machine."""

VERSION = "0.1.0"
"""As in pyproject.toml, which isn't there where only the program is installed."""
