"""The real client against a real server: retries, errors, and secrets that never show."""

from __future__ import annotations

import asyncio
import copy
import json
import logging
import pickle
import threading
import time
import traceback

import pytest
from pydantic import BaseModel

from regulars import registry
from regulars.agents.loopback.server import Loopback
from regulars.agents.models.catalogue import open_model
from regulars.agents.models.endpoint_faults import Failure, pause_before
from regulars.agents.models.openai_chat import OpenAIChat
from regulars.agents.models.protocol import ChatModel, Finish, Message
from regulars.errors import ConfigurationError, InfrastructureError

KEY = "sk-secret-of-the-test"
GUARD = 30
"""Seconds after which a test that would hang goes on."""

ASKED = (
    Message("system", "[2025-03-01 09:30] Ada: I live in Bergen.\n[2025-03-02 09:30] Ada: It rains a lot."),
    Message("user", "Where do I live?"),
)


class Verdict(BaseModel):
    correct: bool
    reason: str


def chat(server, name="scripted", **options):
    return OpenAIChat(name, **{"base_url": server.url, "backoff": 0.01, "timeout": 5, **options})


def both(model, messages=ASKED, **options):
    """What a call comes to, at once and awaited, which must be the same."""
    at_once = _outcome(lambda: model.complete(messages, **options))
    awaited = _outcome(lambda: asyncio.run(model.acomplete(messages, **options)))
    assert (type(at_once), str(at_once)) == (type(awaited), str(awaited))
    return at_once


def _outcome(call):
    try:
        return call()
    except (ConfigurationError, InfrastructureError) as error:
        return error


@pytest.mark.parametrize("stream", [False, True])
def test_a_model_answers_from_its_context_and_tokens_are_counted(loopback, stream):
    said = both(chat(loopback, stream=stream))
    assert "Bergen" in said.text
    assert (said.model, said.finish, said.cached) == ("scripted", Finish.STOP, False)
    assert said.prompt_tokens > 10
    assert said.completion_tokens > 0


def test_a_stream_and_a_whole_answer_are_the_same(loopback):
    assert chat(loopback).complete(ASKED) == chat(loopback, stream=True).complete(ASKED)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("fault", ["429x2", "500x2", "dropx2"])
def test_transient_errors_are_retried(fault, stream):
    with Loopback() as server:
        said = chat(server, f"scripted@{fault}", stream=stream).complete(ASKED)
        assert "Bergen" in said.text
        assert server.calls == 3


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("fault", ["429", "500", "drop"])
def test_persistent_errors_are_raised_after_the_last_attempt(fault, stream):
    with Loopback() as server:
        error = both(chat(server, f"scripted@{fault}", stream=stream, retries=2))
        assert isinstance(error, InfrastructureError)
        assert "3 attempts" in str(error)
        assert server.calls == 6


def test_a_missing_answer_ends_with_the_timeout():
    with Loopback() as server:
        error = both(chat(server, "scripted@timeout", timeout=0.5, retries=1))
        assert isinstance(error, InfrastructureError)
        assert "no answer in time" in str(error)
        assert server.calls == 4


def test_a_bad_request_is_raised_without_a_retry(loopback):
    error = both(chat(loopback, "scripted@nonsense"))
    assert "unknown fault 'nonsense'" in str(error)
    assert loopback.calls == 2


def test_a_refused_connection_is_an_infrastructure_error():
    with Loopback() as server:
        address = server.url
    error = both(OpenAIChat("m", base_url=address, retries=1, backoff=0.01))
    assert "the connection was lost" in str(error)
    assert f"check that it answers at {address}" in str(error)


@pytest.mark.parametrize(
    "url", ["nonsense", "127.0.0.1:8000/v1", "http:///v1", "http://127.0.0.1:port/v1", "http://[::1/v1"]
)
def test_invalid_endpoint_urls_are_rejected_before_the_first_call(url):
    with pytest.raises(ConfigurationError, match=r"URL is invalid.*http://HOST:PORT/v1.*--base-url"):
        OpenAIChat("m", base_url=url)


@pytest.mark.parametrize(("status", "passes"), [(408, True), (409, True), (429, True), (500, True), (529, True)])
def test_a_pause_doubles_and_keeps_within_a_quarter(status, passes):
    pauses = [pause_before(Failure("", passes, status), attempt, 0.5, "a call") for attempt in range(7)]
    for attempt, pause in enumerate(pauses):
        middle = min(0.5 * 2**attempt, 8)
        assert 0.75 * middle <= pause <= 1.25 * middle
    assert pauses == [pause_before(Failure("", passes, status), attempt, 0.5, "a call") for attempt in range(7)]
    assert pauses != [pause_before(Failure("", passes, status), attempt, 0.5, "another") for attempt in range(7)]


def test_an_endpoint_may_ask_for_a_pause_but_not_for_a_long_one():
    assert pause_before(Failure("", True, 429, wait=3.5), 0, 0.5, "") == 3.5
    assert pause_before(Failure("", True, 429, wait=3600), 0, 0.5, "") is None
    assert pause_before(Failure("", False, 400), 0, 0.5, "") is None


def test_a_retry_after_is_kept(monkeypatch):
    waited = []
    monkeypatch.setattr("regulars.agents.models.endpoint_chat.time.sleep", waited.append)
    with Loopback() as server:
        chat(server, "scripted@429x2", backoff=60).complete(ASKED)
    assert waited == [0.05, 0.05]


def test_refusals_silence_and_length_are_completions(loopback):
    assert chat(loopback, "scripted@refusal").complete(ASKED).finish == Finish.REFUSED
    assert chat(loopback, "scripted@empty-choice").complete(ASKED).finish == Finish.EMPTY
    assert chat(loopback, "scripted@truncated-json").complete(ASKED).finish == Finish.LENGTH
    for fault, finish in (("refusal", Finish.REFUSED), ("empty-choice", Finish.EMPTY)):
        assert chat(loopback, f"scripted@{fault}", stream=True).complete(ASKED).finish == finish


@pytest.mark.parametrize("stream", [False, True])
def test_a_megabyte_comes_whole(loopback, stream):
    assert len(chat(loopback, "scripted@long", stream=stream).complete(ASKED).text) >= 1_000_000


@pytest.mark.parametrize("structured", ["auto", "json_schema", "text"])
def test_a_schema_is_kept_to(loopback, structured):
    said = both(chat(loopback, structured=structured), schema=Verdict)
    assert Verdict.model_validate_json(said.text).correct is True


def test_an_endpoint_that_takes_no_schema_is_asked_in_words_from_then_on(loopback):
    model = chat(loopback, "scripted@no-schema")
    for calls in (2, 3):
        assert Verdict.model_validate_json(model.complete(ASKED, schema=Verdict).text)
        assert loopback.calls == calls
    with pytest.raises(InfrastructureError, match="not supported"):
        chat(loopback, "scripted@no-schema", structured="json_schema").complete(ASKED, schema=Verdict)


def test_calls_under_way_are_bounded_over_tasks_and_threads():
    with Loopback(latency=0.05) as server:
        under_way, most = 0, 0
        answer = server.endpoints.answer
        lock = threading.Condition()

        def watched(*arguments):
            """Waits for the third call, however slow this machine is, and then for one too many."""
            nonlocal under_way, most
            with lock:
                under_way += 1
                most = max(most, under_way)
                lock.notify_all()
                lock.wait_for(lambda: most >= 3, timeout=GUARD)
            time.sleep(0.02)
            with lock:
                under_way -= 1
            return answer(*arguments)

        server.endpoints.answer = watched
        model = chat(server, concurrency=3)

        async def many():
            await asyncio.gather(*(model.acomplete(ASKED, seed=seed) for seed in range(12)))

        asyncio.run(many())
        assert most == 3
        most = 0
        threads = [threading.Thread(target=model.complete, args=(ASKED,)) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert most == 3


def test_many_calls_at_once_are_spread_over_clients_that_serve_the_next_ones_too(monkeypatch):
    opened, most = [], []
    real = OpenAIChat._opened

    class Counted:
        """A client that knows how many calls it had under way at most."""

        def __init__(self, client):
            self.client, self.calls, self.most = client, 0, 0

        @property
        def base_url(self):
            return self.client.base_url

        async def post(self, *given, **named):
            self.calls += 1
            self.most = max(self.most, self.calls)
            try:
                return await self.client.post(*given, **named)
            finally:
                self.calls -= 1

    def watched(self):
        opened.append(Counted(real(self)))
        return opened[-1]

    monkeypatch.setattr(OpenAIChat, "_opened", watched)
    with Loopback(latency=0.05) as server:
        model = chat(server, concurrency=32)

        async def rounds():
            for width in (1, 20, 20, 1):
                await asyncio.gather(*(model.acomplete(ASKED, seed=seed) for seed in range(width)))
                most.append(len(opened))

        asyncio.run(rounds())
    assert most == [1, 5, 5, 5]
    assert [client.most for client in opened] == [4] * 5
    assert [client.calls for client in opened] == [0] * 5


def test_the_key_is_nowhere(loopback, caplog, monkeypatch):
    caplog.set_level(logging.DEBUG)
    model = chat(loopback)
    model.complete(ASKED)
    monkeypatch.setattr(loopback.endpoints, "answer", lambda *_: _told_back(KEY))
    with pytest.raises(InfrastructureError, match=r"what is \[key\]") as caught:
        model.complete(ASKED)
    error = caught.value
    assert error.__context__ is None
    shown = "".join(traceback.format_exception(error)) + repr(error) + repr(pickle.dumps(error)) + caplog.text
    assert KEY not in shown + repr(model) + repr(model.settings) + repr(model.options) + repr(pickle.dumps(model))


def _told_back(words):
    from regulars.agents.loopback.endpoints import Answered

    return Answered(422, (json.dumps({"error": {"message": f"what is {words}?"}}).encode(),))


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_stops_everything(loopback, monkeypatch, status):
    from regulars.agents.loopback.endpoints import Answered

    monkeypatch.setattr(loopback.endpoints, "answer", lambda *_: Answered(status, (b"{}",)))
    error = both(chat(loopback))
    assert isinstance(error, ConfigurationError)
    assert "OPENAI_API_KEY" in str(error)


def test_a_key_is_needed_but_for_this_machine(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(ConfigurationError, match="OPENAI_API_KEY"):
        OpenAIChat("m")
    with pytest.raises(ConfigurationError, match="MY_KEY"):
        OpenAIChat("m", base_url="https://example.org/v1", key="MY_KEY")
    with Loopback() as server:
        assert chat(server).complete(ASKED).text


def test_a_key_is_taken_as_it_is_when_a_call_is_made(loopback, monkeypatch):
    seen = []
    answer = loopback.endpoints.answer

    def watched(method, path, headers, body):
        seen.append(headers["authorization"])
        return answer(method, path, headers, body)

    loopback.endpoints.answer = watched
    model = chat(loopback)
    model.complete(ASKED)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-another")
    model.complete(ASKED)
    asyncio.run(model.acomplete(ASKED))
    assert seen == [f"Bearer {KEY}", "Bearer sk-another", "Bearer sk-another"]


@pytest.mark.parametrize("url", ["http://me:secret@127.0.0.1/v1", "http://127.0.0.1/v1?key=secret"])
def test_an_address_with_a_secret_in_it_is_refused_without_showing_it(url):
    with pytest.raises(ConfigurationError) as caught:
        OpenAIChat("m", base_url=url)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    "options",
    [{"timeout": 0}, {"retries": -1}, {"concurrency": 0}, {"structured": "xml"}, {"backoff": "soon"}],
)
def test_impossible_options_are_refused(loopback, options):
    with pytest.raises(ConfigurationError, match=next(iter(options)).partition("_")[0]):
        chat(loopback, **options)


def test_a_parameter_that_is_none_is_refused_with_advice(loopback):
    advice = "unknown parameter 'temprature'; did you mean 'temperature'?"
    for refused in (
        both(chat(loopback, parameters={"temprature": 0})),
        both(chat(loopback), temprature=0),
    ):
        assert isinstance(refused, ConfigurationError)
        assert advice in str(refused)
    assert loopback.calls == 0


def test_a_spec_names_model_settings_and_parameters(loopback):
    spec = f"openai:some/model:v2:base_url={loopback.url};retries=1;temperature=0.5"
    model = open_model(spec)
    assert isinstance(model, ChatModel)
    assert model.name == "some/model:v2"
    assert model.settings["parameters"] == {"temperature": 0.5}
    assert open_model(spec) is model
    assert open_model(f"{spec};top_p=1") is not model
    assert open_model(model) is model
    assert registry.find("model", spec).provider


def test_copies_and_pickles_are_the_same_endpoint(loopback):
    model = open_model("openai:m:retries=1")
    assert copy.deepcopy(model) is model
    assert pickle.loads(pickle.dumps(model)) is model


def test_something_else_is_no_model():
    with pytest.raises(ConfigurationError, match="is not a model"):
        open_model(object())
