"""A bot behind HTTP in the assistant's seat: what is sent, what may be answered, and what goes wrong."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from regulars import Cast, life_v0, registry
from regulars.agents.seats.adapt import unbranched
from regulars.agents.seats.http_seat import HttpSeat
from regulars.dialogue import Reply
from regulars.errors import ConfigurationError, InfrastructureError, OrderError, SeatError
from regulars.evaluation.systems.systems import systems

Answer = Callable[[str, dict[str, Any]], Any]


class Bot:
    """A server whose answers a test decides; it keeps what it was sent."""

    def __init__(self, answer: Answer) -> None:
        self.log: list[tuple[str, dict[str, Any]]] = []
        bot = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                verb = self.path.rpartition("/")[2]
                bot.log.append((verb, asked))
                told = answer(verb, asked)
                status, body = told if isinstance(told, tuple) else (200, told)
                if status:
                    self.send_response(status)
                    self.end_headers()
                    with suppress(BrokenPipeError):  # the test has not waited for it
                        self.wfile.write(body if isinstance(body, bytes) else json.dumps(body).encode())

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()


@pytest.fixture
def serve() -> Iterator[Callable[[Answer], Bot]]:
    bots: list[Bot] = []

    def start(answer: Answer) -> Bot:
        bots.append(Bot(answer))
        return bots[-1]

    yield start
    for bot in bots:
        bot.server.shutdown()
        bot.server.server_close()


def obliging(branches: bool) -> Answer:
    """Answers by the protocol, and counts the lines of each episode in its replies."""
    counts: dict[str, int] = {}

    def answer(verb: str, asked: dict[str, Any]) -> dict[str, Any]:
        episode = asked["episode"]
        if verb == "begin":
            counts[episode] = 0
        elif verb == "branch":
            counts[asked["branch"]] = counts[episode]
            return {"episode": asked["branch"]}
        elif verb == "end":
            del counts[episode]
        else:
            counts[episode] += 1
            return {"episode": episode, "reply": f"That was line {counts[episode]}."}
        return {"episode": episode, "branches": branches}

    return answer


def played(bot: Bot, probes: str) -> list[str]:
    """The assistant's lines of a short life."""
    env = life_v0.env(sessions=4, probes=probes)
    cast = Cast(env, assistant=HttpSeat(bot.address))
    cast.reset(seed=5)
    cast.run()
    cast.close("terminated")
    return [turn.text for turn in env.unwrapped.transcript if turn.speaker == "assistant"]


def test_an_episode_begins_replies_and_ends_under_one_id(serve):
    bot = serve(obliging(False))
    lines = played(bot, "off")
    verbs = [verb for verb, _ in bot.log]
    assert (verbs[0], verbs[-1], set(verbs[1:-1])) == ("begin", "end", {"reply"})
    (episode,) = {asked["episode"] for _, asked in bot.log}
    assert len(episode) == 32
    assert bot.log[0][1].keys() == {"episode", "seed", "protocol"}
    assert bot.log[-1][1] == {"episode": episode, "reason": "terminated"}
    assert lines[0] == "That was line 1."


def test_an_observation_is_plain_json(serve):
    bot = serve(obliging(False))
    played(bot, "off")
    seen = [asked["observation"] for verb, asked in bot.log if verb == "reply"]
    assert seen[0].keys() == {
        "message", "speaker", "name", "scope", "turn_id", "reply_id", "date", "phase", "session", "turn", "time", "gap",
        "feedback",
    }  # fmt: skip
    assert (seen[0]["phase"], seen[0]["session"], seen[0]["turn"], seen[0]["gap"]) == ("opening", 1, 1, None)
    assert seen[0]["feedback"] is None
    rated = next(one["feedback"] for one in seen if one["feedback"])
    assert rated.keys() == {"about", "rating", "satisfaction", "remark"}
    assert rated["rating"] in ("none", "like", "dislike", "copy")


def test_a_probe_is_asked_of_a_branch_that_ends_with_it(serve):
    plain, branching = serve(obliging(True)), serve(obliging(True))
    assert played(plain, "off") == played(branching, "fork")
    branches = [asked["branch"] for verb, asked in branching.log if verb == "branch"]
    assert len(branches) > 3
    for branch in branches:
        own = [(verb, asked.get("reason")) for verb, asked in branching.log if asked["episode"] == branch]
        assert own == [("reply", None), ("end", "probed")]


def test_a_bot_without_branches_cannot_be_probed_on_the_way(serve):
    bot = serve(obliging(False))
    seat = HttpSeat(bot.address)
    seat.begin("e", 0)
    error = unbranched(seat)
    assert error is not None
    assert error.what == "the state of the bot is on its server"
    assert "add /branch" in error.remedy
    with pytest.raises(SeatError, match="its server"):
        seat.set_state(None)


@pytest.mark.parametrize("branches", [True, False])
def test_a_row_of_a_bot_is_comparable_only_with_branches(serve, branches):
    bot = serve(obliging(branches))
    (row,) = systems([], bot.address)
    assert (row.name, row.forks) == (bot.address, branches)
    assert [verb for verb, _ in bot.log] == ["begin", "end"]
    assert bot.log[-1][1]["reason"] == "trial"


def test_a_reply_may_declare_what_it_rests_on(serve):
    declared = {"answer": "Bergen", "recalled": ["s001.t01"], "evidence": ["s001.t01"], "elapsed": 1.5,
                "tokens": 412, "cost": 0.01}  # fmt: skip

    def answer(verb: str, asked: dict[str, Any]) -> dict[str, Any]:
        return {"episode": asked["episode"], "reply": "In Bergen.", **(declared if verb == "reply" else {})}

    seat = HttpSeat(serve(answer).address)
    seat.begin("e", 0)
    assert seat.act(observation()) == Reply("In Bergen.", **declared)


def observation() -> dict[str, Any]:
    env = life_v0.env(sessions=1)
    env.reset(seed=1)
    return env.observe("assistant_0")


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (b"<html>", "/reply: the answer is not JSON (b'<html>'); expected a JSON object"),
        (b"[" * 100_000, "the answer is not JSON"),
        (b"\xff", "the answer is not JSON"),
        ([1], "the answer is of type list; expected a JSON object"),
        ({"reply": "Hm."}, "the answer is about the episode None; expected 'e'"),
        ({"episode": "other", "reply": "Hm."}, "the answer is about the episode 'other'; expected 'e'"),
        ({"episode": "e"}, "`reply` is None; expected a text"),
        ({"episode": "e", "reply": "Hm.", "recalled": "s001.t01"}, "`recalled` is 's001.t01'; expected a list of ids"),
        ({"episode": "e", "reply": "Hm.", "evidence": [1]}, "`evidence` is [1]; expected a list of ids"),
        (
            {"episode": "e", "reply": "Hm.", "evidence": ["s001.t01", 1]},
            "`evidence` is ['s001.t01', 1]; expected a list of ids",
        ),
        ({"episode": "e", "reply": "Hm.", "answer": 3}, "`answer` is 3; expected a text"),
        ({"episode": "e", "reply": "Hm.", "elapsed": -1}, "`elapsed` is -1; expected seconds from 0"),
        ({"episode": "e", "reply": "Hm.", "tokens": 1.5}, "`tokens` is 1.5; expected a whole number from 0"),
        ({"episode": "e", "reply": "Hm.", "cost": "free"}, "`cost` is 'free'; expected a number from 0"),
        ((404, b"no such path"), "status 404: no such path; expected status 200"),
    ],
)
def test_an_answer_against_the_protocol_is_the_fault_of_the_bot(serve, told, words):
    seat = HttpSeat(serve(lambda verb, asked: told if verb == "reply" else {"episode": asked["episode"]}).address)
    seat.begin("e", 0)
    with pytest.raises(SeatError) as caught:
        seat.act(observation())
    assert words in str(caught.value)
    assert "docs/assistants.md" in caught.value.remedy


def test_branches_must_be_true_or_false(serve):
    seat = HttpSeat(serve(lambda verb, asked: {"episode": asked["episode"], "branches": "yes"}).address)
    with pytest.raises(SeatError, match="`branches` is 'yes'; expected true or false"):
        seat.begin("e", 0)


def test_a_failing_bot_is_charged_to_the_infrastructure(serve):
    seat = HttpSeat(serve(lambda verb, asked: (500, b"out of memory")).address)
    with pytest.raises(
        InfrastructureError, match=r"/begin: the bot answered with status 500: out of memory; see the log"
    ):
        seat.begin("e", 0)


def test_a_bot_that_hangs_up_cannot_be_reached(serve):
    seat = HttpSeat(serve(lambda verb, asked: (0, b"")).address)
    with pytest.raises(InfrastructureError, match="cannot be reached"):
        seat.begin("e", 0)


def test_a_slow_bot_is_named_with_the_limit(serve):
    late = threading.Event()
    seat = HttpSeat(serve(lambda verb, asked: (late.wait(5) and {}) or {}).address, timeout=0.05)
    with pytest.raises(InfrastructureError, match=r"took more than 0\.05 seconds.*:timeout=0\.1"):
        seat.begin("e", 0)
    late.set()


def test_a_bot_that_is_away_stops_the_run_before_anything_is_played():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    with pytest.raises(InfrastructureError, match=r"cannot be reached: .*; start it, and check its address"):
        systems([], address)


@pytest.mark.parametrize("address", ["http://", "ftp://host", "http://host:port", "http://host:0", "host:80"])
def test_an_address_that_is_none_is_refused(address):
    with pytest.raises(ConfigurationError, match="invalid address"):
        HttpSeat(address)


@pytest.mark.parametrize("timeout", [0, -1, "long"])
def test_a_timeout_is_above_zero(timeout):
    with pytest.raises(ConfigurationError) as caught:
        HttpSeat("http://host", timeout=timeout)
    assert str(caught.value) == f"http://host: timeout is {timeout!r}; expected seconds above 0."


def test_a_spec_is_the_address_with_options_behind_it():
    seat = registry.build("assistant", "https://bots.example/mine:timeout=5")
    assert (seat.address, seat.timeout) == ("https://bots.example/mine", 5.0)
    assert registry.build("assistant", "http://127.0.0.1:8000/").address == "http://127.0.0.1:8000"


def test_a_reply_needs_an_episode():
    with pytest.raises(OrderError, match="a reply before begin"):
        HttpSeat("http://127.0.0.1:1").act({})


def test_a_failed_probe_ends_its_branch_and_is_told(serve):
    def answer(verb: str, asked: dict[str, Any]) -> Any:
        if verb == "reply":
            return 503, b"busy"
        return {"episode": asked.get("branch", asked["episode"]), "branches": True}

    bot = serve(answer)
    seat = HttpSeat(bot.address)
    seat.begin("e", 0)
    with pytest.raises(InfrastructureError, match="status 503: busy"):
        seat.act({**observation(), "phase": 3})
    assert [(verb, asked.get("reason")) for verb, asked in bot.log[-1:]] == [("end", "error")]
