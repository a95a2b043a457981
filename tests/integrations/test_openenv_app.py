"""Lives over OpenEnv: the library's own client and its own list of checks, against a server on this machine."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from regulars.errors import ConfigurationError
from regulars.integrations import ChatLife, openenv_app

pytest.importorskip("openenv.core", reason="needs the extra openenv")

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "examples" / "trainers" / "openenv_life"
SUITE = "smoke@train"
ABSTAINS = {"content": "I don't know."}


def serve(app: Any) -> Iterator[str]:
    import uvicorn

    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    begun = threading.Event()

    class Server(uvicorn.Server):
        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            begun.set()

    server = Server(uvicorn.Config(app, log_level="error"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    begun.wait()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join()


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    yield from serve(openenv_app(task=SUITE, memory="bm25-turn", sessions_at_once=8))


def client(url: str) -> Any:
    from openenv.core import GenericEnvClient

    return GenericEnvClient(base_url=url)


def lived(seed: int, answers: int) -> ChatLife:
    life = ChatLife(memory="bm25-turn")
    life.reset(seed, SUITE)
    for _ in range(answers):
        life.step(ABSTAINS)
    return life


def test_the_librarys_list_of_checks_is_green(url):
    from openenv.cli._validation import validate_running_environment

    report = validate_running_environment(url, timeout_s=60)
    assert report["summary"]["failed_criteria"] == []
    assert report["passed"]


def test_the_package_of_the_example_is_valid():
    from openenv.validation import Level, Verdict, load_policy, run_validation

    report = run_validation(PACKAGE, max_level=Level.STATIC, skip_build=True, policy=load_policy("v1"))
    assert report.verdict is Verdict.PASS, report.results


def test_a_client_plays_the_life_that_it_asks_for(url):
    life = lived(3, 10)
    with client(url).sync() as env:
        result = env.reset(seed=3)
        messages, reward = list(result.observation["messages"]), 0.0
        assert len(result.observation["tools"]) == 4
        for _ in range(10):
            result = env.step(ABSTAINS)
            messages += [{"role": "assistant", **ABSTAINS}, *result.observation["messages"]]
            reward += result.reward
        state = env.state()
    assert messages == life.messages
    assert reward == life.episode.reward
    assert (state["seed"], state["task"], state["step_count"], state["reward"]) == (3, SUITE, 10, reward)


def test_a_life_ends_for_the_client(url):
    with client(url).sync() as env:
        env.reset(seed=0, task="smoke@validation")
        steps = 0
        while not env.step(ABSTAINS).done:
            steps += 1
            assert steps < 300
        assert env.state()["done"]
        assert env.state()["task"] == "smoke@validation"
        with pytest.raises(RuntimeError, match="a step after the end"):
            env.step(ABSTAINS)


def test_tools_work_over_the_wire_and_their_faults_are_named(url):
    def call(name: str, arguments: str) -> dict[str, Any]:
        return {"tool_calls": [{"id": "c1", "function": {"name": name, "arguments": arguments}}]}

    with client(url).sync() as env:
        env.reset(seed=0)
        assert env.step(call("save_memory", '{"text": "The key is under the pot."}')).observation["fault"] == ""
        found = env.step(call("search_memory", '{"query": "key"}')).observation["messages"][0]
        assert "under the pot" in found["content"]
        assert env.step(call("look_up", "{}")).observation["fault"] == "unknown_tool"
        assert env.step(call("search_memory", "{")).observation["fault"] == "not_json"
        faults = [env.step(call("search_memory", '{"query": "x"}')).observation["fault"] for _ in range(3)]
        assert faults[-1] == "tool_loop"


@pytest.mark.parametrize(
    ("action", "what"),
    [
        ({"content": 7}, "VALIDATION_ERROR"),
        ({"text": "Bergen"}, "VALIDATION_ERROR"),
        ({"tool_calls": [{"name": "search_memory"}]}, "has no function"),
    ],
)
def test_a_wrong_action_is_named_and_the_life_goes_on(url, action, what):
    with client(url).sync() as env:
        env.reset(seed=0)
        with pytest.raises(RuntimeError, match=what):
            env.step(action)
        assert env.step(ABSTAINS).observation["messages"] == list(lived(0, 1).messages[-1:])


def test_a_reset_with_unknown_fields_is_refused(url):
    with client(url).sync() as env, pytest.raises(RuntimeError, match="unknown fields"):
        env.reset(seed=0, sesions=3)


@pytest.mark.parametrize("task", ["smok@train", "{file}:suite", 7])
def test_a_client_names_registered_suites_only_and_runs_no_code(url, tmp_path, task):
    (tmp_path / "mine.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\nsuite = None\n", "utf-8")
    named = task.format(file=tmp_path / "mine.py") if isinstance(task, str) else task
    with client(url).sync() as env, pytest.raises(RuntimeError, match="unknown suite"):
        env.reset(seed=0, task=named)
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    "setting", ["sessions=3", "personas_file={file}", "ontology_dir={folder}", "lives=100000", "", "x@train"]
)
def test_a_client_gives_no_settings_of_a_suite(url, tmp_path, setting):
    secret = tmp_path / "secret.toml"
    secret.write_text("the secret of the server\n", "utf-8")
    task = f"smoke@test:{setting.format(file=secret, folder=tmp_path)}"
    with client(url).sync() as env:
        with pytest.raises(RuntimeError, match=r"unknown suite.*without settings") as refused:
            env.reset(seed=0, task=task)
        assert "the secret" not in str(refused.value)
        with pytest.raises(RuntimeError, match="unknown suite"):
            env.reset(seed=0, task=f"smoke@{tmp_path}/mine.toml@train")


@pytest.mark.parametrize("task", ["smoke", "smoke@train", "smoke@validation", "smoke@test"])
def test_a_client_names_a_suite_or_a_split_of_it(url, task):
    with client(url).sync() as env:
        env.reset(seed=1, task=task)
        assert env.state()["task"] == task


def test_resets_without_a_seed_play_different_lives(url):
    def seed(env: Any) -> int:
        env.reset()
        return int(env.state()["seed"])

    with client(url).sync() as one, client(url).sync() as other:
        seeds = [seed(env) for env in (one, one, other, one, other)]
    assert seeds == list(range(seeds[0], seeds[0] + 5))


async def test_every_client_has_a_life_of_its_own(url):
    async def play(seed: int) -> list[dict[str, Any]]:
        async with client(url) as env:
            await env.reset(seed=seed)
            for _ in range(4):
                result = await env.step(ABSTAINS)
            return list(result.observation["messages"])

    assert await asyncio.gather(*(play(seed) for seed in range(5))) == [
        lived(seed, 4).messages[-1:] for seed in range(5)
    ]


def test_wrong_options_are_refused_before_the_first_client():
    with pytest.raises(ConfigurationError, match="unknown option 'sesions'"):
        openenv_app(sesions=2)
