from chassis.alembic_env import run_environment

run_environment()
