"""RateLimit: so many at once, then so many in a while."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ludotheque.server.http.rate_limits import RateLimit, TokenBucket


@given(st.lists(st.floats(0, 2), max_size=60), st.integers(1, 5), st.floats(0.1, 5))
def test_nobody_takes_more_than_the_bucket_held_and_got(pauses: list[float], burst: int, rate: float) -> None:
    now = 0.0
    bucket = TokenBucket(rate, burst, lambda: now)
    taken = 0
    for pause in pauses:
        now += pause
        taken += bucket.take()
        assert taken <= burst + rate * now + 1e-6


def test_a_bucket_fills_again() -> None:
    now = 0.0
    bucket = TokenBucket(2, 3, lambda: now)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]


def test_buckets_do_not_pile_up() -> None:
    buckets = RateLimit(0.0, 1, max_clients=10)
    for number in range(1000):
        assert buckets.take(f"client {number}")
    assert len(buckets._buckets) <= 10
    assert not buckets.take("client 999")
