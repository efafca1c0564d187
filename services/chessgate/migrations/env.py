"""Alembic's entry; the connection comes from chassis.migrations."""

from chassis.alembic_env import run_environment

run_environment()
