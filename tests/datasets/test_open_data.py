"""What `--data` takes: files, folders, runs, formats and readers by name; and how a run becomes recordings."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace
from played_by_hand import ASK, PERSON, RIGHT, at
from test_bad_data_files import LOCOMO, OPENAI, REALMEM

from regulars.datasets.codec import seal
from regulars.datasets.encode_life import record_turn
from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.formats import open_data, read_any
from regulars.datasets.readers import episodes
from regulars.datasets.record_files import append, read_records
from regulars.datasets.recording import Recording
from regulars.datasets.summary import count_issues, describe
from regulars.dialogue import ASSISTANT, Turn
from regulars.errors import ConfigurationError, DataError, UnknownNameError
from regulars.evaluation import evaluate
from regulars.scenarios import write_scenarios
from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.content import OPEN
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import Form, ProbeKind
from regulars.scenarios.language.packs import ontology_of
from regulars.scenarios.templates import write_template
from regulars.scenarios.worlds import world

READER = """\
from regulars.datasets.locomo import read as read_locomo

WORDS = "no reader"


def read(path, first=False):
    found = read_locomo(path)
    return found[:1] if first else found


def fixed():
    from regulars.scenarios import generate

    return [generate(1, sessions=1)]


def broken(path):
    return {}["key"]


def empty(path):
    return []
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "talks.json").write_text(json.dumps(LOCOMO))
    (tmp_path / "ines.json").write_text(json.dumps(REALMEM))
    (tmp_path / "chat.jsonl").write_text(json.dumps(OPENAI[0]))
    (tmp_path / "mine.py").write_text(READER)
    return tmp_path


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two memories over two lives of three sessions, which answer questions in and beside the conversation."""
    lives = [generate(seed, sessions=3) for seed in (1, 2)]
    place = tmp_path_factory.mktemp("runs") / "RUN"
    evaluate(data=lives, memory="bm25-turn,recency", out=place)
    return place


def records_of(run: Path) -> list[EpisodeRecord]:
    return list(read_records(run / "episodes.jsonl"))


# ---------------------------------------------------------------------- files, folders, names


def test_a_folder_may_hold_files_in_several_formats(folder: Path) -> None:
    opened = open_data(folder)
    assert [(Path(file.path).name, file.reader) for file in opened.files] == [
        ("chat.jsonl", "chat"), ("ines.json", "realmem"), ("talks.json", "locomo"),
    ]  # fmt: skip
    assert len(opened.scenarios) == 3


def test_the_guess_is_told_with_counts(folder: Path) -> None:
    name = f"{folder}/ines.json"
    (line, issues) = describe(open_data(name))
    assert line == (
        f"{name}: read as realmem (detected by content): 1 conversation, 1 session, 2 turns, "
        "1 question (dynamic-updating 1)"
    )
    assert issues == "issues, each handled as `regulars validate` lists: evidence later 1"
    assert len(describe(open_data(folder))) == 4  # three formats, and the issues of one
    (named,) = describe(open_data(f"chat:{folder}/chat.jsonl"))
    assert "read as chat (by name): 1 conversation, 1 session, 2 turns, 0 questions" in named


def test_lives_are_called_lives(tmp_path: Path) -> None:
    write_scenarios(tmp_path / "lives.jsonl", [generate(1, sessions=2), generate(2, sessions=1)])
    (line,) = describe(open_data(tmp_path / "lives.jsonl"))
    assert "read as scenarios (detected by content): 2 lives, 3 sessions, 0 turns, " in line


def test_a_format_by_name_reads_a_file_or_a_folder(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    opened = open_data(f"locomo:{folder}/talks.json")
    assert [(file.reader, file.is_guess) for file in opened.files] == [("locomo", False)]
    assert opened.scenarios == read_any(folder / "talks.json")
    talks = tmp_path_factory.mktemp("talks")
    for number in range(2):
        content = [LOCOMO[0] | {"sample_id": f"talk-{number}"}]
        (talks / f"{number}.json").write_text(json.dumps(content))
    assert len(open_data(f"locomo:{talks}").scenarios) == 2
    by_turn = open_data(f"realmem:path={folder}/ines.json;horizon=turn").scenarios[0]
    assert (by_turn.probes[0].before, read_any(folder / "ines.json")[0].probes[0].before) == ("s001.t02", "s001.t01")


def test_a_reader_of_ones_own(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    found = open_data("mine.py:read:talks.json")
    assert [(file.path, file.reader) for file in found.files] == [("talks.json", "mine.py:read")]
    assert found.scenarios == read_any("talks.json")
    assert len(read_any("mine.py:read:path=talks.json;first=true")) == 1
    assert read_any("mine.py:fixed") == [generate(1, sessions=1)]
    assert read_any("regulars.datasets.locomo:read:talks.json") == found.scenarios


@pytest.mark.parametrize(
    ("data", "error", "told"),
    [
        ("mine.py:read", DataError, "failed: TypeError: read"),
        ("mine.py:broken:talks.json", DataError, "the reader mine.py:broken failed: KeyError: 'key'"),
        ("mine.py:empty:talks.json", DataError, "the reader mine.py:empty returned an empty list"),
        ("mine.py:WORDS:talks.json", ConfigurationError, "mine.py:WORDS is a str"),
        ("mine.py:reed:talks.json", UnknownNameError, "did you mean 'read'"),
        ("gone.py:read:talks.json", UnknownNameError, "file gone.py does not exist"),
        ("mine.py:read:gone.json", DataError, "gone.json: the file does not exist"),
        ("locmo:talks.json", UnknownNameError, "did you mean 'locomo'"),
        ("locomo", ConfigurationError, "the format locomo needs a file; write locomo:FILE"),
        ("locomo:", ConfigurationError, "write locomo:FILE"),
        ("locomo:ines.json", DataError, "not a list of conversations"),
        ("gone.json", DataError, "gone.json: the file does not exist"),
        ("a\x00b.json", DataError, "cannot be read"),
        ("/dev/zero", DataError, "not a regular file"),
    ],
)
def test_data_that_cannot_be_found(folder: Path, monkeypatch: pytest.MonkeyPatch, data: str, error, told) -> None:
    monkeypatch.chdir(folder)
    with pytest.raises(error, match=told):
        read_any(data)


# ---------------------------------------------------------------------- episodes as recordings


def test_each_episode_of_a_run_becomes_a_recording(run: Path) -> None:
    records = records_of(run)
    found = read_any(run)
    assert len(found) == len(records) == 4
    for record, scenario in zip(records, found, strict=True):
        turns = [turn for session in scenario.sessions for turn in session.turns]
        assert [(turn.text, turn.time) for turn in turns] == [(turn.text, turn.time) for turn in record.transcript]
        assert [turn.speaker == ASSISTANT for turn in turns] == [one.speaker == ASSISTANT for one in record.transcript]
        assert scenario.marks["sample_id"] == str(record.key)
        assert validate_scenario(scenario, ontology_of("english")) == []
        shown = [turn.feedback for turn in turns if turn.feedback is not None]
        assert [(one.action, one.satisfaction) for one in shown] == [
            (int(one.action), one.satisfaction) for one in record.feedback
        ]
        assert shown, "the input shows no feedback"
    assert len({scenario.id for scenario in found}) == 4


def test_questions_keep_their_words_gold_and_evidence(run: Path) -> None:
    record, scenario = records_of(run)[0], read_any(run)[0]
    asked = [probe for probe in record.probes if probe.outcomes and probe.outcomes[0].expectation]
    left_out = count_issues([scenario])["question left out"]
    assert len(scenario.probes) + left_out == len([probe for probe in record.probes if probe.outcomes])
    replies = {turn.id: place for place, turn in enumerate(record.transcript)}
    by_words = {probe.question: probe for probe in scenario.probes}
    compared = 0
    for probe in asked:
        outcome = probe.outcomes[0]
        if probe.form is not Form.VALUE or not outcome.expectation.answerable:
            continue
        words = outcome.question or record.transcript[replies[outcome.turn] - 1].text
        kept = by_words[words]
        assert (kept.gold, *kept.alternatives) == outcome.expectation.gold
        assert set(kept.evidence) == set(outcome.evidence)
        assert kept.before == outcome.turn
        compared += 1
    assert compared >= 3


def test_a_memory_recalls_from_a_recording_what_it_recalled_in_the_run(run: Path) -> None:
    """BM25 ranks the turns of its own recorded episodes; every question of the recording is asked."""
    again = evaluate(data=f"{run}", memory="bm25-turn", references=False)
    asked = sum(len(scenario.probes) for scenario in read_any(run))
    assert again.value("bm25-turn", "unreached") == 0
    assert 0 < again.value("bm25-turn", "turn_recall_any@10") <= 1
    assert asked > 10


@pytest.mark.parametrize("kind", sorted(ProbeKind))
def test_recorded_options_of_any_kind_are_asked_without_a_fault(kind: str) -> None:
    """A recording of a run has questions of this package's own kinds, and no attributes that explain their options."""
    talk = Recording("talks@1", "t-1", licence="-")
    session = talk.session(datetime(2025, 3, 3, 18, tzinfo=UTC))
    session.say(talk.person("Ida"), "I moved to Bergen.", id="a")
    talk.ask("Where does Ida live?", "B", options=["Lyon", "Bergen"], kind=kind, evidence=["a"])
    run = evaluate(data=[talk.scenario()], memory="bm25-turn", references=False)
    assert run.faults == []
    assert run.value("bm25-turn", "turn_recall_any@10") == 1


def test_episodes_that_ended_by_a_fault_are_left_out_and_counted(run: Path, tmp_path: Path) -> None:
    from msgspec.structs import replace

    first, *others = records_of(run)
    for record in (replace(first, valid=False), *others):
        append(tmp_path / "episodes.jsonl", record)
    found = read_any(tmp_path)
    assert [scenario.marks["left_out"] for scenario in found] == ["1"] * 3
    (tmp_path / "episodes.jsonl").unlink()
    append(tmp_path / "episodes.jsonl", replace(first, valid=False))
    with pytest.raises(DataError, match=r"no episode to read \(1 ended by a fault\)"):
        episodes.read(tmp_path)


def test_people_are_named_as_in_their_lines_or_else_by_number() -> None:
    """Ole is only written to, and the third person never comes."""
    hello = record_turn(Turn("s003.t01", "scope-2", "p-ole", ASSISTANT, "Assistant", 3, "Hello, Ole?", at(3, 1)))
    scenario = replace(RIGHT.scenario, persons=(PERSON, "p-ole", "p-una"))
    record = replace(RIGHT, scenario=scenario, transcript=(*RIGHT.transcript, hello))
    found = episodes.recording_of(record).scenario()
    assert [person.name for person in found.persons] == ["Ida", "Person 2", "Person 3"]
    assert [session.person for session in found.sessions] == [found.persons[place].id for place in (0, 0, 1)]
    assert len({person.scope for person in found.persons}) == 3


@pytest.mark.parametrize(
    ("form", "gold", "answerable", "kept"),
    [
        (Form.VALUE, ("Bergen", "Oslo"), True, ("Bergen", "Oslo")),  # each of them is right
        (Form.TEXT, (), True, None),
        (Form.SET, ("Bergen", "Oslo"), True, ("Bergen, Oslo",)),  # all of them are wanted
        (Form.ORDER, (), True, None),
        (Form.MANNER, ("Bergen",), True, None),
        (Form.PASS_ON, ("Bergen",), True, None),
        (Form.MENTION, ("Bergen",), True, None),
        (Form.VALUE, (), False, ("",)),
    ],
)
def test_a_question_is_kept_if_its_form_has_a_reference_in_words(form, gold, answerable, kept) -> None:
    (probe,) = RIGHT.probes
    key = replace(probe.first.expectation, gold=gold, answerable=answerable)
    asked = replace(probe, form=form, outcomes=(replace(probe.first, expectation=key),))
    scenario = episodes.recording_of(replace(RIGHT, probes=(asked,))).scenario()
    if kept is None:
        said = f"question q1 (single-session-user, {form}) has no reference in words"
        assert (scenario.probes, scenario.issues) == ((), (f"question left out: tiny-1/1/0/good: {said}",))
    else:
        (question,) = scenario.probes
        assert (question.question, question.gold, *question.alternatives) == (ASK, *kept)
        assert (question.answerable, scenario.issues) == (answerable, ())


# ---------------------------------------------------------------------- the same lives anew


def test_relived_lives_are_those_of_the_run(tmp_path: Path) -> None:
    options = {"memory": "bm25-turn", "references": False}
    first = evaluate(suite="smoke", seeds=1, out=tmp_path / "RUN", **options)
    again = evaluate(data=tmp_path / "RUN", relive=True, **options)
    assert again.rows == first.rows


def test_settings_own_content_and_language_of_a_run_are_relived(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv(OPEN, "")  # what is opened here is closed afterwards
    (tmp_path / "own").mkdir()
    write_template("attribute", tmp_path / "own" / "visits.toml")
    own = world("smoke", ontology=tmp_path / "own", settings={"sessions": 2, "lives": 2})
    for number, suite in enumerate((own, "smoke:language=chinese;lives=1;sessions=2")):
        options = {"memory": "none", "references": False}
        first = evaluate(suite=suite, seeds=1, out=tmp_path / f"RUN{number}", **options)
        assert evaluate(data=tmp_path / f"RUN{number}", relive=True, **options).rows == first.rows


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"relive": True}, "relive needs data"),
        ({"relive": True, "data": "RUN", "seeds": 2}, "relive takes no seeds; leave seeds out: a run has its own"),
    ],
)
def test_options_that_do_not_fit_relive(options, told) -> None:
    with pytest.raises(ConfigurationError, match=told):
        evaluate(memory="none", **options)


def test_lives_that_no_suite_grows_cannot_be_lived_again(run: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"the suite smoke has no life .* comes from a file"):
        evaluate(data=run, relive=True, memory="none")
    evaluate(data=run, memory="none", out=tmp_path / "HEARD")
    with pytest.raises(DataError, match="a run over recordings"):
        evaluate(data=tmp_path / "HEARD", relive=True, memory="none")
    assert evaluate(data=read_any(run), relive=True, memory="none").faults == []  # as people who react


@pytest.mark.parametrize("suite", ["smoke-7:personas_file=/etc/hosts", "smoke-7:ontology_dir=/etc", "/etc/mine.toml-7"])
def test_a_run_from_elsewhere_opens_no_other_files(suite: str, tmp_path: Path) -> None:
    evaluate(suite="smoke", seeds=1, memory="none", references=False, out=tmp_path / "RUN")
    path = tmp_path / "RUN" / "episodes.jsonl"
    record = next(iter(read_records(path)))
    path.unlink()
    append(path, seal(replace(record, scenario=replace(record.scenario, suite=suite))))
    with pytest.raises(DataError, match="names files of its own"):
        evaluate(data=path, relive=True, memory="none")
