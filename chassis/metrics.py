"""Prometheus metrics of one process: an own registry, names `warboard_...`, and no label that could grow for ever."""

from collections.abc import Sequence

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

LATENCY_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds; the targets of the platform lie between 1 ms and 5 s."""
SIZE_BUCKETS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
"""Counts, for batches and queues."""

_UNBOUNDED = frozenset(
    {"id", "campaign", "game", "account", "room", "seat", "user", "subject", "trace", "key", "entity"}
)


class Metrics:
    """The metrics of one process; asking twice for one name gives the same metric."""

    def __init__(self, service: str) -> None:
        """
        :param service: told by `warboard_service_info`, so that a scrape says what it scraped.
        """
        self.registry = CollectorRegistry(auto_describe=True)
        self._made: dict[str, Counter | Gauge | Histogram] = {}
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self.gauge("service_info", "Which service this process is; always 1.", ["service"]).labels(service).set(1)

    def counter(self, name: str, meaning: str, labels: Sequence[str] = ()) -> Counter:
        """A count that only grows; `name` without `warboard_` and without `_total`."""
        made = self._made.get(name) or Counter(_full(name, labels), meaning, labels, registry=self.registry)
        assert isinstance(made, Counter)
        self._made[name] = made
        return made

    def gauge(self, name: str, meaning: str, labels: Sequence[str] = ()) -> Gauge:
        """A number that goes up and down; `name` without `warboard_`."""
        made = self._made.get(name) or Gauge(_full(name, labels), meaning, labels, registry=self.registry)
        assert isinstance(made, Gauge)
        self._made[name] = made
        return made

    def histogram(
        self, name: str, meaning: str, labels: Sequence[str] = (), buckets: Sequence[float] = LATENCY_BUCKETS
    ) -> Histogram:
        """A distribution, by default of seconds (then `name` ends in `_seconds`)."""
        made = self._made.get(name) or Histogram(
            _full(name, labels), meaning, labels, buckets=buckets, registry=self.registry
        )
        assert isinstance(made, Histogram)
        self._made[name] = made
        return made

    def expose(self) -> bytes:
        """Everything in the Prometheus text format."""
        return generate_latest(self.registry)


def _full(name: str, labels: Sequence[str]) -> str:
    if unbounded := _UNBOUNDED.intersection(labels):
        raise ValueError(f"{name}: a label {sorted(unbounded)} would make a series for every id")
    return f"warboard_{name}"
