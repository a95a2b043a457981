"""An embedder behind an endpoint: the real client against the loopback server."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from regulars.agents.loopback import endpoints
from regulars.agents.loopback.server import Loopback
from regulars.agents.models.limits import Budget, spending
from regulars.agents.models.metered import Meter, Price, counting
from regulars.agents.models.openai_embeddings import OpenAIEmbedder, RehearsedEmbedder
from regulars.errors import BudgetError, ConfigurationError, DimensionError, InfrastructureError
from regulars.memory import build_embedder, build_memory
from regulars.memory.embedders import HashedEmbedder

TEXTS = ["I live in Bergen", "", "my dog hates rain", "?!", "Oslo", "\ud800 lone"]
SECRET = "sk-secret-of-the-test"


def test_vectors_are_the_endpoints_in_batches_and_without_the_empty(loopback):
    embedder = OpenAIEmbedder("e", dims=64, batch=2)
    rows = embedder.embed(TEXTS)
    assert loopback.calls == 2
    assert np.abs(rows - HashedEmbedder(64).embed([*TEXTS[:5], "? lone"])).max() < 1e-6
    assert rows[[1, 3]].any() == np.False_
    assert embedder.embed(["", "!"]).shape == (2, 64)
    assert loopback.calls == 2


def test_dimensions_are_learnt_where_none_are_given(loopback):
    embedder = OpenAIEmbedder("e")
    assert embedder.dims == 256
    assert embedder.embed(["Bergen"]).shape == (1, 256)
    assert loopback.calls == 2


def test_an_endpoint_that_answers_another_length_is_an_error_naming_both(loopback, monkeypatch):
    embedder = OpenAIEmbedder("e")
    assert embedder.dims == 256
    monkeypatch.setattr(endpoints, "DIMENSIONS", 128)
    with pytest.raises(DimensionError, match="vectors of 128 dimensions") as caught:
        embedder.embed(["Bergen"])
    assert "256" in str(caught.value)
    monkeypatch.setattr(endpoints, "_embeddings", lambda name, asked: _ignoring(name, asked))
    with pytest.raises(DimensionError, match="128 dimensions") as caught:
        OpenAIEmbedder("e", dims=32).embed(["Bergen"])
    assert "32" in str(caught.value)


_REAL = endpoints._embeddings


def _ignoring(name, asked):
    """An endpoint that gives its own number of dimensions, whatever it is asked for."""
    return _REAL(name, {key: value for key, value in asked.items() if key != "dimensions"})


@pytest.mark.parametrize(
    "rows",
    [[[1.0, 2.0]], [[1.0], [2.0, 3.0]], [["a"], ["b"]], [], [[float("nan")], [1.0]]],
)
def test_an_answer_that_makes_no_sense_is_the_infrastructures_fault(loopback, monkeypatch, rows):
    def odd(name, asked):
        data = [{"object": "embedding", "index": place, "embedding": row} for place, row in enumerate(rows)]
        return endpoints._json({"object": "list", "model": name, "data": data, "usage": None})

    embedder = OpenAIEmbedder("e", dims=1, retries=0)
    monkeypatch.setattr(endpoints, "_embeddings", odd)
    with pytest.raises(InfrastructureError):
        embedder.embed(["Bergen", "Oslo"])


def test_transient_errors_are_retried_and_others_raised(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    with Loopback(misbehave="429:0.5", seed=1) as server:
        embedder = OpenAIEmbedder("e", dims=64, base_url=server.url, batch=1, backoff=0.01, retries=12)
        assert np.abs(embedder.embed(["a", "b", "c"]) - HashedEmbedder(64).embed(["a", "b", "c"])).max() < 1e-6
        assert server.calls > 3
    with pytest.raises(InfrastructureError, match="2 attempts") as caught:
        OpenAIEmbedder("e", dims=64, base_url=server.url, retries=1, backoff=0.01).embed(["a"])
    assert SECRET not in str(caught.value)


def test_the_key_is_kept_nowhere_and_the_same_spec_is_the_same_object(loopback):
    embedder = build_embedder("openai:some-model:dims=64;retries=0")
    assert build_embedder("openai:some-model:dims=64;retries=0") is embedder
    assert build_embedder("openai:some-model:dims=32;retries=0") is not embedder
    assert copy.deepcopy(embedder) is embedder
    assert pickle.loads(pickle.dumps(embedder)) is embedder
    embedder.embed(["Bergen"])
    assert SECRET.encode() not in pickle.dumps(embedder)
    assert SECRET not in repr(embedder) + repr(vars(embedder))
    assert "some-model" in repr(embedder)
    assert "dims=64" in repr(embedder)


@pytest.mark.parametrize(
    "options", ["dims=0", "dims=1.5", "batch=0", "timeout=0", "retries=-1", "concurrency=0", "retry=3"]
)
def test_impossible_options_are_refused(loopback, options):
    with pytest.raises(ConfigurationError, match=options.partition("=")[0]):
        build_embedder(f"openai:e:{options}")


def test_a_missing_key_stops_before_anything_is_played(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(ConfigurationError, match="OPENAI_API_KEY"):
        build_memory("dense-turn:embedder=openai:e")


def test_a_memory_recalls_by_it_and_what_is_kept_is_not_asked_again(loopback, tmp_path):
    from datetime import UTC, datetime

    from regulars.dialogue import Turn, turn_id
    from regulars.memory import Cue

    inner = f"openai:e:base_url={loopback.url};dims=64"
    now = datetime(2025, 3, 1, tzinfo=UTC)
    found = []
    for _ in range(2):
        memory = build_memory(f"dense-turn:embedder=(cached:of=({inner});folder={tmp_path})")
        for number, text in enumerate(["I live in Bergen", "my dog hates rain"]):
            memory.observe(Turn(turn_id(1, number + 1), "p", "p", "p", "Ann", 1, text, now))
        found.append(memory.recall(Cue("Where in Bergen?", now, "p")))
        calls = loopback.calls
    assert found[0] == found[1]
    assert found[0].hits[0].sources == (turn_id(1, 1),)
    assert calls == 2, "the cue and the turns, once"


def test_calls_are_counted_for_memory_and_held_to_budgets(loopback):
    embedder = OpenAIEmbedder("e", dims=64, batch=1)
    meter = Meter({"e": Price(1_000_000.0, 0.0)})
    with counting(meter), spending(Budget(calls=2)) as budget:
        embedder.embed(["I live in Bergen", "Oslo"])
        with pytest.raises(BudgetError):
            embedder.embed(["rain"])
    assert loopback.calls == 2
    used = meter.of("memory")
    assert (used.calls, used.failed) == (2, 0)
    assert used.prompt_tokens == budget.used.tokens > 0
    assert used.cost == pytest.approx(used.prompt_tokens)
    with counting(meter), pytest.raises(InfrastructureError):
        OpenAIEmbedder("e", dims=64, base_url="http://127.0.0.1:9/v1", retries=0).embed(["rain"])
    assert meter.of("memory").failed == 1


@pytest.mark.parametrize(
    ("options", "dims", "calls", "tokens"),
    [
        ({}, 64, 2, 1 + 9),  # without a number of dimensions, one text of one token asks for it
        ({"batch": 2}, 64, 3, 1 + 9),
        ({"dims": 8, "batch": 2}, 8, 2, 9),
        ({"dims": 65, "batch": 1}, 65, 3, 9),
    ],
)
def test_a_rehearsal_counts_what_an_endpoint_would_be_sent(options, dims, calls, tokens):
    """Of five texts three have words, with 4, 1 and 4 tokens."""
    meter = Meter()
    with counting(meter):
        rows = RehearsedEmbedder("e", **options).embed(["I live in Bergen", "", "Oslo", "?!", "my dog hates rain"])
    assert rows.shape == (5, dims)
    assert [bool(row.any()) for row in rows] == [True, False, True, False, True]
    used = meter.of("memory")
    assert (used.calls, used.failed, used.prompt_tokens, used.completion_tokens) == (calls, 0, tokens, 0)


def test_a_rehearsed_text_has_a_direction_of_its_own_in_any_batch():
    first = RehearsedEmbedder("e", batch=1).embed(["Bergen", "Oslo"])
    again = RehearsedEmbedder("other").embed(["Oslo", "Bergen", "Oslo"])
    assert (first[0] == again[1]).all()
    assert (first[1] == again[0]).all()
    assert (again[0] == again[2]).all()
    assert not (first[0] == first[1]).any()
