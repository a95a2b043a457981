"""Models by spec in every seat: which options are the seat's own, which go to the model, and what is written down."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from regulars.agents.assistant.model import openai_assistant, replay_assistant
from regulars.agents.evaluator.judges import AnswerJudge, MemoryJudge, Rating
from regulars.agents.evaluator.model import openai_evaluator, replay_evaluator
from regulars.agents.models.catalogue import open_model, openai_model, replay_model
from regulars.agents.models.metered import Metered
from regulars.agents.models.prompt_files import built_in_prompts, load_prompts
from regulars.agents.models.protocol import Message
from regulars.agents.models.replay import Replay
from regulars.agents.models.scripted_chat import ScriptedChat
from regulars.agents.user.model import openai_user, replay_user
from regulars.agents.writing.write import write
from regulars.errors import ConfigurationError
from regulars.scenarios.language.packs import Language

HERE = "http://127.0.0.1:9/v1"
CHINESE = Language.load("chinese")


@pytest.fixture
def prompts(tmp_path: Path) -> Path:
    """A folder that replaces one prompt of every seat."""
    folder = tmp_path / "prompts"
    folder.mkdir()
    for name in ("assistant", "user", "judge"):
        own = built_in_prompts()[name]
        text = [f"purpose = {json.dumps(own.purpose)}"]
        text += [f"{part} = {json.dumps(f'Mine. {words}')}" for part, words in own.parts.items()]
        for table in ("slots", "cases"):
            given = getattr(own, table)
            text += [f"[{table}]", *(f"{json.dumps(key)} = {json.dumps(value)}" for key, value in given.items())]
        (folder / f"{name}.toml").write_text("\n".join(text) + "\n")
    return folder


@pytest.fixture
def recorded(tmp_path: Path) -> str:
    path = tmp_path / "calls.jsonl"
    Replay(path, ScriptedChat(["one"], name="m")).complete((Message("user", "x"),))
    return str(path)


def behind(model: Any, role: str) -> Any:
    """The model behind a seat, which is counted for its role."""
    assert isinstance(model, Metered)
    assert model.role == role
    return model.model


def test_options_of_an_assistant_and_of_its_model(prompts) -> None:
    seat = openai_assistant(
        "m", base_url=HERE, temperature=0.5, memory="none", k=3, budget=77, mode="note", context="json",
        prompts=str(prompts), retries=2,
    )  # fmt: skip
    assert (seat._make, seat.k, seat.budget, seat.mode, seat.context) == ("none", 3, 77, "note", "json")
    assert seat.prompts.hashes == load_prompts(prompts).hashes != built_in_prompts().hashes
    chat = behind(seat.model, "assistant")
    assert (chat.name, chat.options["base_url"], chat.options["retries"]) == ("m", HERE, 2)
    assert chat.options["parameters"] == {"temperature": 0.5}
    plain = openai_assistant("m", base_url=HERE)
    assert (plain._make, plain.k, plain.budget, plain.mode, plain.context) == ("bm25-turn", 10, 1024, "direct", "text")
    assert plain.prompts.hashes == built_in_prompts().hashes
    assert behind(plain.model, "assistant").options["parameters"] == {}


def test_options_of_a_user_and_of_an_evaluator(prompts) -> None:
    user = openai_user("m", language=CHINESE, prompts=prompts, base_url=HERE, temperature=0.5)
    assert (user.language.name, user.ontology is CHINESE.ontology) == ("chinese", True)
    assert user.prompts.hashes == load_prompts(prompts).hashes
    assert behind(user.model, "user").options["parameters"] == {"temperature": 0.5}
    assert openai_user("m", base_url=HERE).language.name == "english"
    judge = openai_evaluator("m", always=True, prompts=prompts, base_url=HERE, temperature=0.5)
    assert judge.always is True
    assert judge.panel.judges[0].prompts.hashes == load_prompts(prompts).hashes
    assert behind(judge.panel.judges[0].model, "evaluator").options["parameters"] == {"temperature": 0.5}
    assert openai_evaluator("m", base_url=HERE).always is False


def test_recordings_in_every_seat(prompts, recorded) -> None:
    user = replay_user(recorded, language=CHINESE, prompts=prompts)
    judge = replay_evaluator(recorded, always=True, prompts=prompts)
    seat = replay_assistant(recorded, memory="none", k=3, prompts=str(prompts))
    wanted = load_prompts(prompts).hashes
    assert wanted == user.prompts.hashes == judge.panel.judges[0].prompts.hashes == seat.prompts.hashes
    assert (user.language.name, judge.always, seat._make, seat.k) == ("chinese", True, "none", 3)
    assert (replay_user(recorded).language.name, replay_evaluator(recorded).always) == ("english", False)
    models = (behind(user.model, "user"), behind(seat.model, "assistant"), replay_model(recorded))
    assert len({id(model) for model in models}) == 1  # a file is opened once
    assert {model.name for model in models} == {"m"}


def test_a_model_is_opened_once_for_its_settings_and_counted_for_its_role(tmp_path) -> None:
    given = {"base_url": HERE, "temperature": 0.5}
    assert openai_model("m", **given) is openai_model("m", **given)
    assert openai_model("m", **given) is not openai_model("m", base_url=HERE, temperature=0.6)
    assert openai_model("m", **given) is not openai_model("n", **given)
    sent = openai_model("m", base_url=HERE, parameters={"top_p": 1, "temperature": 0}, temperature=0.5)
    assert sent.options["parameters"] == {"top_p": 1, "temperature": 0.5}
    kept = openai_model("m", record=str(tmp_path / "calls.jsonl"), **given)
    assert isinstance(kept, Replay)
    assert kept.model is openai_model("m", **given)
    assert (kept.name, kept.takes_schema, kept.settings["parameters"]) == ("m", True, {"temperature": 0.5})
    scripted = ScriptedChat([])
    assert open_model(scripted) is scripted
    counted = open_model(scripted, "user")
    assert behind(counted, "user") is scripted
    assert open_model(counted, "evaluator") is counted


def test_what_a_writer_was_asked_for_is_written_down(tmp_path) -> None:
    """The model has no answers, so only the configuration is there."""
    hashes = {name: value for name, value in built_in_prompts().hashes.items() if name.startswith(("write_", "judge"))}
    assert any(name.startswith("judge") for name in hashes)
    plain = {
        "pipeline": "realmem", "model": "m", "seed": 0, "start": "2025-01-06T00:00:00+00:00", "language": "english",
        "hints": "", "sizes": {}, "prompts": hashes,
    }  # fmt: skip
    given = {
        "seed": 4, "start": datetime(2026, 2, 3, 8, tzinfo=UTC), "language": "german", "hints": "likes bread",
        "sizes": {"events": 2},
    }  # fmt: skip
    for folder, options, expected in (
        ("plain", {}, plain), ("given", given, plain | given | {"start": "2026-02-03T08:00:00+00:00"}),
    ):  # fmt: skip
        model = ScriptedChat([], name="m")
        with pytest.raises(ConfigurationError, match="called 1 times"):
            write("realmem", model, tmp_path / folder, executor="plain", **options)
        assert json.loads((tmp_path / folder / "config.json").read_text()) == expected
        first = built_in_prompts()["write_blueprint"].messages(
            projects="3", language=expected["language"], date=expected["start"][:10], hints=expected["hints"]
        )
        assert model.calls[0].messages[-1] == first[-1]
        assert model.calls[0].messages[0].content.startswith(first[0].content)


def rating(score: int) -> str:
    return json.dumps({"reason": "so", "score": score})


@pytest.mark.parametrize(
    ("scale", "prompt", "slot", "purpose", "best"),
    [
        ("answer", "judge_project_answer", "reply", "judge answer", 3),
        ("recall", "judge_recall", "context", "judge recall", 1),
        ("helpfulness", "judge_helpfulness", "context", "judge helpfulness", 2),
    ],
)
def test_each_scale_is_asked_in_its_words_and_has_its_best(scale, prompt, slot, purpose, best) -> None:
    model = ScriptedChat([rating(best), rating(0)])
    judge = MemoryJudge(model)
    assert getattr(judge, scale)("Where?", "Bergen", "It is Oslo.", seed=5) == Rating(best, best, "so")
    assert getattr(judge, scale)("Where?", "Bergen", "It is Oslo.").share == 0.0
    wanted = built_in_prompts()[prompt].messages(question="Where?", key="Bergen", **{slot: "It is Oslo."})
    first, second = model.calls
    assert first.messages[-1] == wanted[-1]
    assert (first.purpose, first.seed, second.seed) == (purpose, 5, None)
    assert behind(judge.model, "evaluator") is model


def test_an_unanswerable_question_is_judged_without_its_gold() -> None:
    model = ScriptedChat([json.dumps({"reason": "so", "verdict": verdict}) for verdict in ("yes", "no")])
    judge = AnswerJudge(model)
    assert judge.judge("Where?", "Bergen", "I don't know.", case="abstention", seed=2).right is True
    assert judge.judge("Where?", "Bergen", "Oslo.").right is False
    prompt = built_in_prompts()["judge"]
    told = "The question is unanswerable: it was never told."
    assert (
        model.calls[0].messages[-1]
        == prompt.messages("abstention", question="Where?", key=told, reply="I don't know.")[-1]
    )
    assert model.calls[1].messages[-1] == prompt.messages("plain", question="Where?", key="Bergen", reply="Oslo.")[-1]
    assert [(call.purpose, call.seed) for call in model.calls] == [("judge", 2), ("judge", None)]
