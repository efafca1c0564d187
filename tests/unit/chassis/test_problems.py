"""Problems on the wire, in logs and in metrics."""

import io
import json

import grpc
import pytest

from chassis import logs
from chassis.ids import new_trace
from chassis.metrics import Metrics
from chassis.problems import GRPC_STATUS, HTTP_STATUS, Busy, Kind, Problem, Unavailable


def test_every_kind_has_a_status_on_both_wires() -> None:
    assert set(HTTP_STATUS) == set(GRPC_STATUS) == set(Kind)
    assert all(grpc.StatusCode[name] for name in GRPC_STATUS.values())
    assert Problem("seat_taken", Kind.NOT_NOW, "Taken.").http_status == 409


def test_a_problem_survives_the_wire() -> None:
    problem = Problem("too_few", Kind.NOT_NOW, "You need 7.", detail={"need": 7, "have": 5}, rule="5.1")
    again = Problem.from_json(problem.to_json())
    assert json.loads(again.to_json()) == {
        "code": "too_few",
        "kind": "not_now",
        "rule": "5.1",
        "detail": {"need": 7, "have": 5},
        "sentence": "You need 7.",
    }


@pytest.mark.parametrize("known", [Busy, Unavailable])
def test_known_problems_keep_their_class(known: type[Problem]) -> None:
    assert isinstance(Problem.from_json(known().to_json()), known)  # type: ignore[call-arg]


@pytest.mark.parametrize("junk", [b"", b"{}", b"\xff", b'{"code": "x", "kind": "invented"}'])
def test_what_can_not_be_read_is_our_own_bug(junk: bytes) -> None:
    assert Problem.from_json(junk).kind is Kind.INTERNAL


def test_a_label_that_could_grow_for_ever_is_refused() -> None:
    metrics = Metrics("test")
    with pytest.raises(ValueError, match="campaign"):
        metrics.counter("moves", "Moves", ["campaign"])


def test_metrics_are_the_processs_own_and_made_once() -> None:
    metrics = Metrics("test")
    metrics.counter("moves", "Moves", ["outcome"]).labels("ok").inc()
    metrics.counter("moves", "Moves", ["outcome"]).labels("ok").inc()
    assert b'warboard_moves_total{outcome="ok"} 2.0' in metrics.expose()
    assert b"warboard_moves" not in Metrics("other").expose()


@pytest.fixture
def restored_logs(quiet_logs: None) -> object:
    yield
    logs.configure("test", "r1", out=io.StringIO())


@pytest.mark.usefixtures("restored_logs")
def test_a_log_line_has_service_replica_and_trace_and_no_local_variables() -> None:
    out = io.StringIO()
    logs.configure("engine", "r2", out=out)
    trace = new_trace()
    password = "hunter" + str(2)
    with logs.with_trace(trace):
        try:
            raise ValueError(len(password))
        except ValueError:
            logs.logger("here").exception("it broke", code=7)
    logs.logger("here").debug("not shown")
    (line,) = [json.loads(text) for text in out.getvalue().splitlines()]
    assert (line["service"], line["replica"], line["trace"], line["event"]) == ("engine", "r2", trace, "it broke")
    assert line["level"] == "error"
    assert "ValueError" in line["exception"]
    assert password not in out.getvalue()
