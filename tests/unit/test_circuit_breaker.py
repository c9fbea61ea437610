"""The states of a circuit breaker."""

import pytest

from app.adapters.circuit_breaker import CircuitBreaker, CircuitOpenError


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def opened(clock: Clock) -> CircuitBreaker:
    breaker = CircuitBreaker(failures=2, open_seconds=10, clock=clock)
    for _ in range(2):
        breaker.admit()
        breaker.failed()
    return breaker


def test_it_opens_after_failures_in_a_row_only() -> None:
    breaker = CircuitBreaker(failures=2, open_seconds=10, clock=Clock())
    for _ in range(5):
        breaker.admit()
        breaker.failed()
        breaker.admit()
        breaker.succeeded()
    assert breaker.state == "closed"


def test_open_refuses_and_says_for_how_long() -> None:
    clock = Clock()
    breaker = opened(clock)
    clock.now += 4
    with pytest.raises(CircuitOpenError) as caught:
        breaker.admit()
    assert caught.value.seconds_left == 6


def test_half_open_lets_one_probe_pass() -> None:
    clock = Clock()
    breaker = opened(clock)
    clock.now += 10
    assert breaker.state == "half-open"
    breaker.admit()
    with pytest.raises(CircuitOpenError):
        breaker.admit()
    breaker.succeeded()
    breaker.admit()
    assert breaker.state == "closed"


def test_a_failed_probe_opens_again() -> None:
    clock = Clock()
    breaker = opened(clock)
    clock.now += 10
    breaker.admit()
    breaker.failed()
    assert breaker.state == "open"
    clock.now += 10
    breaker.admit()


def test_an_abandoned_probe_makes_room_for_another() -> None:
    clock = Clock()
    breaker = opened(clock)
    clock.now += 10
    breaker.admit()
    breaker.abandoned()
    breaker.admit()
    breaker.succeeded()
    assert breaker.state == "closed"
