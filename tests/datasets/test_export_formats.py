"""Exports to Hugging Face, Minari, Inspect and MemoryBench, each held against rows worked out by hand."""

from __future__ import annotations

import builtins
import json
import sys
from types import ModuleType

import pytest
import yaml
from played_by_hand import RIGHT, WRONG, episode, run_folder
from test_export_round_trips import recording, two_friends

from regulars import Cast, life_v0
from regulars.datasets import Recording, export_data
from regulars.datasets.encode_life import episode_record
from regulars.datasets.episode_record import EpisodeConfig, EpisodeKey
from regulars.datasets.export.minari_episodes import steps_of
from regulars.dialogue import Phase
from regulars.errors import ConfigurationError, DataError
from regulars.scenarios import write_scenarios


@pytest.fixture
def export(tmp_path):
    def export(format, *scenarios, out="out"):
        write_scenarios(tmp_path / "in.jsonl", scenarios)
        return export_data(tmp_path / "in.jsonl", format, tmp_path / out)

    return export


def rows_of(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


# ---------------------------------------------------------------------- MemoryBench


def test_memorybench_has_a_row_for_each_session_and_each_question(export, tmp_path):
    report = export("memorybench", recording())
    train, test = rows_of(tmp_path / "out" / "train.jsonl"), rows_of(tmp_path / "out" / "test.jsonl")
    assert report.wrote == {"rows of train": 2, "rows of test": 3}
    assert [row["test_idx"] for row in train + test] == [0, 1, 2, 3, 4]
    assert train[0] | {"info": None} == {
        "test_idx": 0,
        "input_prompt": "I moved to Bergen.",
        "dataset_name": "talks@1",
        "lang": "en",
        "info": None,
        "dialog": [
            {"role": "user", "content": "I moved to Bergen."},
            {"role": "assistant", "content": "Noted, Bergen."},
            {"role": "user", "content": "Thanks."},
        ],
        # The first reply is the last one that the person answered.
        "implicit_feedback": [{"round": 1, "implicit_actions": ["like"], "satisfaction_score": 8, "terminated": True}],
    }
    assert (test[1]["input_prompt"], test[1]["info"]["golden_answer"]) == ("What did you note?", "Bergen")
    assert test[1]["dialog"] == test[1]["implicit_feedback"] == []


def test_memorybench_has_a_second_shape_of_feedback(export, tmp_path):
    export("memorybench:shape=single", recording())
    row = rows_of(tmp_path / "out" / "train.jsonl")[0]
    assert row["implicit_feedback"] == [{"round": 0, "implicit_action": "like", "terminated": True}]
    with pytest.raises(ConfigurationError, match=r"unknown shape 'both'.*list, single"):
        export("memorybench:shape=both", recording())


# ---------------------------------------------------------------------- Inspect


def test_a_sample_shows_the_history_the_day_and_the_question(export, tmp_path):
    export("inspect", two_friends())
    (sample,) = rows_of(tmp_path / "out")
    # Thirty seconds between turns; the question comes a day after the last one.
    assert sample["input"] == (
        "[2025-03-03 18:00] Ida: I bake rye bread.\n[2025-03-03 18:00] Ole: I eat it.\n\n"
        "It is 2025-03-04 18:00. Ida asks: Who bakes?"
    )
    assert sample["target"] == "Ida"
    assert sample["metadata"]["evidence"] == [["s001.t01", "s001.t02"]]


def test_a_question_in_the_conversation_shows_no_later_line(export, tmp_path):
    export("inspect", recording())
    first = rows_of(tmp_path / "out")[0]
    assert "In Bergen." not in first["input"]
    assert first["input"].count("\n") == 5  # four lines, an empty one, and the question


def test_a_sample_of_a_question_without_answer_wants_an_abstention(export, tmp_path):
    export("inspect", recording())
    assert rows_of(tmp_path / "out")[2]["target"] == "This was never said. A good answer says that it is not known."


@pytest.mark.parametrize(("history", "lines"), [("whole", 5), ("evidence", 1), ("none", 0)])
def test_the_history_of_a_sample_can_be_cut(export, tmp_path, history, lines):
    export(f"inspect:history={history}", recording())
    assert rows_of(tmp_path / "out")[1]["input"].count("[2025-") == lines


def test_a_multiple_choice_has_its_options_and_a_letter(export, tmp_path):
    talk = Recording("talks@1", "t-8", licence="CC0")
    ida = talk.person("Ida")
    talk.session(two_friends().start).say(ida, "I bake.", id="a")
    # Letters leave out the i, so the ninth option is j here and I in Inspect.
    talk.ask("What do I do?", "j", options=[f"thing {n}" for n in range(9)], evidence=["a"])
    talk.ask("And then?", "yes", "sure", evidence=["a"])
    export("inspect", talk.scenario())
    first, second = rows_of(tmp_path / "out")
    assert first["input"].endswith("asks: What do I do?")
    assert (first["choices"][8], first["target"]) == ("thing 8", "I")
    assert second["target"] == ["yes", "sure"]


@pytest.mark.parametrize("format", ["inspect", "longmemeval"])
def test_formats_of_questions_need_questions(export, tmp_path, format):
    talk = Recording("talks@1", "t-9", licence="CC0")
    talk.session(two_friends().start).say(talk.person("Ida"), "Hello.")
    with pytest.raises(DataError, match="no conversation has a question"):
        export(format, talk.scenario())
    assert not (tmp_path / "out").exists()


# ---------------------------------------------------------------------- Hugging Face


def test_parquet_files_hold_the_conversation_and_its_questions(export, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs pyarrow, of the extra data")
    scenario = recording()
    export("huggingface", scenario)
    (row,) = parquet.read_table(tmp_path / "out" / "conversations" / "test-00000-of-00001.parquet").to_pylist()
    turns = [turn for session in row["sessions"] for turn in session["turns"]]
    recorded = [turn for session in scenario.sessions for turn in session.turns]
    assert [(one["id"], one["speaker"], one["text"], one["time"]) for one in turns] == [
        (one.id, one.speaker, one.text, one.time) for one in recorded
    ]
    assert [one["feedback"] for one in turns][2] == {
        "about": "s001.t02", "action": 1, "satisfaction": 8.0, "text": ""
    }  # fmt: skip
    questions = parquet.read_table(tmp_path / "out" / "questions" / "test-00000-of-00001.parquet").to_pylist()
    assert [(one["id"], one["gold"], one["before"], one["evidence"]) for one in questions] == [
        (one.id, one.gold, one.before, [list(ids) for ids in one.evidence]) for one in scenario.probes
    ]
    assert {one["conversation"] for one in questions} == {scenario.id}


def test_the_card_names_splits_languages_and_the_licence(tmp_path):
    pytest.importorskip("pyarrow", reason="needs pyarrow, of the extra data")
    run = run_folder(tmp_path / "run", RIGHT, WRONG)
    export_data(run, "huggingface:name=Two lives", tmp_path / "out")
    _, head, text = (tmp_path / "out" / "README.md").read_text("utf-8").split("---\n", 2)
    card = yaml.safe_load(head)
    assert card["pretty_name"] == "Two lives"
    assert card["language"] == ["en"]
    assert card["license"] == "other"
    # Two conversations and two questions; the suite is tiny-1@train.
    assert card["size_categories"] == ["n<1K"]
    assert [one["config_name"] for one in card["configs"]] == ["conversations", "questions"]
    for config in card["configs"]:
        (files,) = config["data_files"]
        assert files == {"split": "train", "path": f"{config['config_name']}/train-*.parquet"}
        assert len(list((tmp_path / "out").glob(files["path"]))) == 1
    assert "| conversations | train | 2 |" in text
    # 2 + 3 and 2 + 4 turns in two sessions each.
    assert "have 4 sessions and 11 turns" in text


# ---------------------------------------------------------------------- Minari


def test_steps_are_what_the_environment_showed():
    seen = []

    def assistant(observation):
        seen.append(dict(observation))
        return "I see."

    env = life_v0.env(users=2, sessions=4, feedback="instructive+delayed:turns=2", probes="end")
    cast = Cast(env, assistant=assistant)
    cast.reset(seed=1)
    cast.run()
    record = episode_record(env.unwrapped.life, key=EpisodeKey("lives", 1, "mine"), config=EpisodeConfig())
    shown = [one for one in seen if one["phase"] != Phase.PROBE]
    steps = list(steps_of(record))
    assert len(steps) == len(shown) > 20
    for step, observation in zip(steps, shown, strict=True):
        for key, value in step.seen.items():
            assert (value if isinstance(value, str) else pytest.approx(value)) == observation[key], key
    assert sum(step.seen["rated"] for step in steps) == len(record.feedback)


def test_a_step_has_the_reply_with_its_reward_and_neither_where_nobody_replied():
    assert [(step.seen["message"], step.reply, step.terms) for step in steps_of(RIGHT)] == [
        ("I live in Bergen.", "Noted.", {}),
        ("Where do I live?", "In Bergen.", {"recall": 1.0, "cost": -0.25}),
        ("Thanks.", "", {}),
    ]


def test_minari_loads_the_seat_of_the_assistant(tmp_path, monkeypatch):
    minari = pytest.importorskip("minari", reason="needs minari, of the extra rl")
    pytest.importorskip("h5py", reason="needs h5py, of the extra rl")
    odd = episode("odd", ["Where?\0", "In \U0001f427 town."])
    export_data(run_folder(tmp_path / "run", RIGHT, odd), "minari:name=tiny", tmp_path / "out")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "out"))
    data = minari.load_dataset("regulars/tiny-v0")
    # Three lines of the person in the first episode, the last without a reply; two in the second.
    assert (data.total_episodes, data.total_steps) == (2, 5)
    first, second = data
    assert first.actions["message"] == ["Noted.", "In Bergen.", ""]
    assert first.rewards.tolist() == [0.0, 0.75, 0.0]
    assert first.infos["reward_cost"].tolist() == [0.0, -0.25, 0.0, 0.0]
    assert first.observations["about"] == ["", "", "s002.t02", ""]
    assert first.terminations.tolist() == [False, False, True]
    assert second.actions["message"][1] == "In \U0001f427 town."
    assert second.observations["message"][1] == "Where?\ufffd"
    for one in data:
        for number in range(len(one.rewards) + 1):
            assert data.observation_space.contains({key: value[number] for key, value in one.observations.items()})
            assert number == len(one.rewards) or data.action_space.contains({"message": one.actions["message"][number]})


# ---------------------------------------------------------------------- packages


@pytest.mark.parametrize(
    ("format", "package", "remedy"),
    [("huggingface", "pyarrow", r"regulars\[data\]"), ("minari", "minari", r"regulars\[rl\]")],
)
def test_a_missing_package_is_named_with_its_extra(tmp_path, monkeypatch, format, package, remedy):
    import_any = builtins.__import__

    def without(name, *arguments):
        if name.partition(".")[0] == package:
            raise ImportError(f"No module named {name!r}")
        return import_any(name, *arguments)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ConfigurationError, match=f"{package} cannot be imported.*pip install '{remedy}'"):
        export_data(run_folder(tmp_path / "run", RIGHT), format, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_package_that_minari_imports_late_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "h5py", ModuleType("h5py"))
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ConfigurationError, match=r"minari cannot be imported: .*PIL"):
        export_data(run_folder(tmp_path / "run", RIGHT), "minari", tmp_path / "out")
    assert not (tmp_path / "out").exists()
