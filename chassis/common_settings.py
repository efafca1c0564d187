"""The settings every service shares, and the platform's limits."""

from datetime import timedelta
from enum import StrEnum

from chassis.settings import setting, settings_class


class LogForm(StrEnum):
    """How log lines look."""

    JSON = "json"
    CONSOLE = "console"


class LogLevel(StrEnum):
    """The least level that is written."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class Environment(StrEnum):
    """Development allows what production refuses: extra rulesets, insecure cookies."""

    DEVELOPMENT = "development"
    PRODUCTION = "production"


@settings_class
class Limits:
    """The bounds of everything that could grow; one table for the whole platform."""

    http_body_bytes: int = setting("WARBOARD_LIMIT_HTTP_BODY_BYTES", "Largest HTTP body", default=65_536)
    command_bytes: int = setting(
        "WARBOARD_LIMIT_COMMAND_BYTES", "Largest command and largest message on a socket", default=16_384
    )
    commands_per_second: int = setting("WARBOARD_LIMIT_COMMANDS_PER_S", "Commands per second an account", default=20)
    sockets_per_account: int = setting(
        "WARBOARD_LIMIT_SOCKETS", "Open sockets and streams an account, a replica", default=5
    )
    anonymous_sockets: int = setting(
        "WARBOARD_LIMIT_ANONYMOUS_SOCKETS",
        "Open sockets and streams of people who haven't signed in, from one address, a replica",
        default=50,
    )
    socket_queue_messages: int = setting(
        "WARBOARD_LIMIT_SOCKET_QUEUE", "Messages waiting for a slow socket before it is closed with 4408", default=256
    )
    socket_queue_bytes: int = setting(
        "WARBOARD_LIMIT_SOCKET_QUEUE_BYTES", "Bytes waiting for a slow socket before it is closed", default=1_048_576
    )
    requests_in_flight: int = setting(
        "WARBOARD_LIMIT_REQUESTS", "Play requests in flight a replica, waiting ones included", default=512
    )
    requests_per_key: int = setting(
        "WARBOARD_LIMIT_REQUESTS_PER_CAMPAIGN", "Play requests waiting behind the running one of a campaign", default=16
    )
    commit_queue: int = setting("WARBOARD_LIMIT_COMMIT_QUEUE", "Units of work waiting for a commit", default=2_000)
    unacknowledged: int = setting(
        "WARBOARD_LIMIT_UNACKNOWLEDGED", "Unacknowledged messages a durable consumer", default=256
    )
    bot_thoughts: int = setting("WARBOARD_LIMIT_BOT_THOUGHTS", "Bot moves waiting to be thought of", default=64)
    call: timedelta = setting(
        "WARBOARD_LIMIT_CALL_MS", "Longest wait for any call to another part", default=timedelta(seconds=5)
    )


@settings_class
class ChassisSettings:
    """What every service reads; a service's own settings class extends this one."""

    environment: Environment = setting(
        "WARBOARD_ENVIRONMENT", "What kind of installation this is", default=Environment.DEVELOPMENT
    )
    replica: str = setting("WARBOARD_REPLICA", "This process's name among its replicas; an id", default="r1")
    log_format: LogForm = setting("WARBOARD_LOG_FORMAT", "How log lines look", default=LogForm.JSON)
    log_level: LogLevel = setting("WARBOARD_LOG_LEVEL", "The least level logged", default=LogLevel.INFO)

    nats_url: str = setting("WARBOARD_NATS_URL", "NATS servers, by commas", default="nats://127.0.0.1:4222")
    nats_user: str | None = setting("WARBOARD_NATS_USER", "This service's NATS user", default=None)
    nats_password: str | None = setting("WARBOARD_NATS_PASSWORD", "Its password", default=None, secret=True)
    nats_replicas: int = setting("WARBOARD_NATS_REPLICAS", "Copies of each stream: 1 alone, 3 in a cluster", default=1)

    database_url: str | None = setting(
        "WARBOARD_DATABASE_URL",
        "This service's own database: `sqlite:///path/file.db` or `postgresql://user:password@host/name`",
        default=None,
        secret=True,
    )
    database_connections: int = setting(
        "WARBOARD_DATABASE_CONNECTIONS", "Connections of a replica to PostgreSQL, or readers on SQLite", default=8
    )
    redis_url: str | None = setting(
        "WARBOARD_REDIS_URL",
        "Valkey or Redis for what may be lost; without it each replica limits by itself",
        default=None,
        secret=True,
    )
    secret_key: str | None = setting(
        "WARBOARD_SECRET_KEY",
        "Encrypts secrets at rest and signs links: 64 hexadecimal digits, the same for all replicas of a service",
        default=None,
        secret=True,
    )

    http_host: str = setting("WARBOARD_HTTP_HOST", "Where probes and metrics listen", default="127.0.0.1")
    http_port: int = setting("WARBOARD_HTTP_PORT", "Their port; 0 takes a free one", default=0)
    grpc_host: str = setting("WARBOARD_GRPC_HOST", "Where gRPC listens", default="127.0.0.1")
    grpc_port: int = setting("WARBOARD_GRPC_PORT", "Its port; 0 takes a free one", default=0)

    lobby_address: str = setting("WARBOARD_LOBBY_ADDRESS", "lobby's gRPC host:port", default="127.0.0.1:9101")
    engine_address: str = setting("WARBOARD_ENGINE_ADDRESS", "engine's gRPC host:port", default="127.0.0.1:9102")
    chessgate_address: str = setting(
        "WARBOARD_CHESSGATE_ADDRESS", "chessgate's gRPC host:port", default="127.0.0.1:9104"
    )
    notify_address: str = setting("WARBOARD_NOTIFY_ADDRESS", "notify's gRPC host:port", default="127.0.0.1:9105")

    drain: timedelta = setting(
        "WARBOARD_DRAIN_S", "How long a stopping service finishes what it began", default=timedelta(seconds=10)
    )
    limits: Limits
