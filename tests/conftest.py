"""The fixtures that all tests may use."""

pytest_plugins = ["tests.servers"]
