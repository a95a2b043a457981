"""Errors of readers, recordings and exports, whole: where, what is wrong, what was expected, and what to do."""

from __future__ import annotations

import json
from copy import deepcopy
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from bare_records import bare
from more_formats import AMEMGYM, CONTEXTS, MEMORYBENCH, QUESTIONS, as_table
from msgspec.structs import replace
from played_by_hand import ASK, RIGHT, episode, run_folder
from test_export_round_trips import REALMEM

from regulars.datasets import Recording, export_data, read_any
from regulars.datasets.codec import from_line, seal
from regulars.datasets.defects import repair_files
from regulars.datasets.export.output import replacing, write_lines
from regulars.datasets.locomo import read_moment
from regulars.datasets.readers import amemgym, chat, episodes, longmemeval, memorybench, personamem, rolememo
from regulars.datasets.record_files import append, read_records
from regulars.datasets.source import open_source
from regulars.datasets.validate import check_sound, validate, validate_record
from regulars.dialogue import ASSISTANT
from regulars.errors import ConfigurationError, DataError, RecordError, RegularsError
from regulars.scenarios import generate, write_scenarios
from regulars.scenarios.language.packs import ontology_of

DAY = datetime(2025, 3, 3, 9, tzinfo=UTC)
AS_PUBLISHED = "; use the file as its authors published it, unaltered."


def message_of(kind: type[RegularsError], call: Any) -> str:
    with pytest.raises(kind) as caught:
        call()
    return str(caught.value)


def written(path: Path, content: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return path


# ---------------------------------------------------------------------- readers

ROWS = "MemoryBench's rows: objects with test_idx, dataset_name, and input_prompt or input_chat_messages"
TABLE = "PersonaMem's table questions_*.csv with its shared_contexts_*.jsonl"
PEOPLE = "AMemGym's file: a list of people with id, state_schema, periods and qas"


@pytest.mark.parametrize(
    ("read", "content", "message"),
    [
        (amemgym.read, [], f": the file holds an empty list; expected {PEOPLE}{AS_PUBLISHED}"),
        (memorybench.read, [], f": the file holds an empty list; expected {ROWS}{AS_PUBLISHED}"),
        (
            memorybench.read, MEMORYBENCH[2:],
            ": no row has a dialog; expected rows to remember, such as those of the training split, beside the "
            "questions; name a folder with train.jsonl and test.jsonl, or a file that holds both.",
        ),
        (
            rolememo.read, {"persona": {}},
            ": the keys 'samples' and 'facts' are missing; expected RoleMemo's file: an object with persona and "
            f"samples, or a bank with facts and insights{AS_PUBLISHED}",
        ),
        (
            rolememo.read, {"insights": []},
            ": the file holds a persona with insights, and no conversation; expected RoleMemo's file: an object with "
            "persona and samples, or a bank with facts and insights; let a model write the conversations: "
            "regulars write --pipeline rolememo --persona FILE.",
        ),
    ],
)  # fmt: skip
def test_a_file_that_holds_nothing_to_read_is_named(tmp_path, read, content, message) -> None:
    path = written(tmp_path / "data.json", content)
    assert message_of(DataError, lambda: read(path)) == f"{path}{message}"


TALK = {"role": "system", "content": "Be brief."}


@pytest.mark.parametrize(
    ("read", "content", "said"),
    [
        (chat.read, [], "the file holds an empty list"),
        (chat.read, [{"messages": [TALK]}], "no message has words of a user or an assistant"),
        (longmemeval.read, {"a": 1}, "the file holds a dict, not a list of questions"),
        (longmemeval.read, [], "the file holds an empty list; expected "),
    ],
)  # fmt: skip
def test_what_is_no_list_of_entries_is_said(tmp_path, read, content, said) -> None:
    path = written(tmp_path / "data.json", content)
    message = message_of(DataError, lambda: read(path))
    assert said in message
    assert message.endswith(AS_PUBLISHED)


def test_rows_are_found_or_named(tmp_path) -> None:
    (tmp_path / "rows").mkdir()
    assert message_of(DataError, lambda: memorybench.read(tmp_path / "rows")) == (
        f"{tmp_path}/rows: the folder holds no rows; expected train.jsonl and test.jsonl; name the file with the rows."
    )
    written(tmp_path / "run" / "predict.json", [])
    assert message_of(DataError, lambda: memorybench.read(tmp_path / "run")) == (
        f"{tmp_path}/run: the folder holds no rows; expected train.jsonl and test.jsonl; "
        "name the rows of the run: memorybench:path=RUN;rows=FILE."
    )
    path = written(tmp_path / "data.json", MEMORYBENCH)
    assert message_of(ConfigurationError, lambda: memorybench.read(path, rows="x")) == (
        f"{path}: rows are for the folder of a run; expected a predict.json."
    )


@pytest.mark.parametrize(
    ("files", "place", "message"),
    [
        (
            {}, "",
            ": the folder has 0 tables; expected one questions_*.csv; name one: personamem:FOLDER/questions_32k.csv.",
        ),
        (
            {"questions_32k.csv": as_table(QUESTIONS)}, "/questions_32k.csv",
            f": shared_contexts_32k.jsonl is not beside the table; expected {TABLE}; "
            "fetch it too, or name it: personamem:path=questions_32k.csv;contexts=FILE.",
        ),
        (
            {"questions_32k.csv": as_table(QUESTIONS), "shared_contexts_32k.jsonl": '{"c9": []}'}, "/questions_32k.csv",
            ": no question sees a context of the file; expected contexts of questions_32k.csv in "
            "{folder}/shared_contexts_32k.jsonl.",
        ),
        (
            {"questions_32k.csv": as_table([]), "shared_contexts_32k.jsonl": "{}"}, "/questions_32k.csv",
            f": the table has no rows; expected {TABLE}{AS_PUBLISHED}",
        ),
        (
            {"questions_32k.csv": as_table(QUESTIONS).replace("all_options", "all").replace("persona_id", "id")},
            "/questions_32k.csv",
            f": the table lacks the columns persona_id, all_options; expected {TABLE}{AS_PUBLISHED}",
        ),
        (
            {"questions_32k.csv": f"{as_table(QUESTIONS)}a,b\n"}, "/questions_32k.csv, line 4",
            f": the row has another number of columns than the head; expected {TABLE}{AS_PUBLISHED}",
        ),
    ],
)  # fmt: skip
def test_tables_are_found_or_named(tmp_path, files, place, message) -> None:
    for name, text in files.items():
        written(tmp_path / name, text)
    if "lacks" in message or "another number" in message:
        written(tmp_path / "shared_contexts_32k.jsonl", json.dumps(CONTEXTS))
    found = message_of(DataError, lambda: personamem.read(tmp_path))
    assert found == f"{tmp_path}{place}{message.format(folder=tmp_path)}"


def test_the_only_file_of_contexts_in_the_folder_is_read(tmp_path) -> None:
    written(tmp_path / "questions_32k.csv", as_table(QUESTIONS))
    written(tmp_path / "shared_contexts_all.jsonl", json.dumps(CONTEXTS))
    assert len(personamem.read(tmp_path)) == 1
    written(tmp_path / "shared_contexts_more.jsonl", json.dumps(CONTEXTS))  # which of the two is not known
    assert "is not beside the table" in message_of(DataError, lambda: personamem.read(tmp_path))
    written(tmp_path / "shared_contexts_32k.jsonl", json.dumps(CONTEXTS))
    assert len(personamem.read(tmp_path)) == 1


def test_lived_sessions_are_found_or_named(tmp_path) -> None:
    path, lived = written(tmp_path / "data.json", AMEMGYM), tmp_path / "lived"

    def message() -> str:
        return message_of(DataError, lambda: amemgym.read(path, interactions=str(lived)))

    lived.mkdir()
    assert message() == (
        f"{lived}: there are no lived sessions of 'u-1' (period_00.json, ...); expected {PEOPLE}{AS_PUBLISHED}"
    )
    for name, content in (("period_xx.json", []), ("period_00.json", {})):
        file = written(lived / name, content)
        assert message() == (
            f"{file}: this is no lived period; expected a list of sessions, each a list of messages{AS_PUBLISHED}"
        )
        file.unlink()
    written(lived / "period_01.json", ["hm"])
    assert message().startswith(
        f"{path}, person 1, 'u-1', period 1, session 1: the lived session is 'hm', not a list of messages; expected "
    )


@pytest.mark.parametrize(
    ("folder", "people", "is_read"),
    [
        ("u-1/interactions", 1, True), ("u-1", 1, True), ("interactions", 1, True), (".", 1, True),
        ("u-1", 2, True), ("interactions", 2, False), (".", 2, False),  # whose they are is not known
    ],
)  # fmt: skip
def test_lived_sessions_of_several_people_lie_in_folders_of_their_own(tmp_path, folder, people, is_read) -> None:
    persons = [{**deepcopy(AMEMGYM[0]), "id": f"u-{number + 1}"} for number in range(people)]
    path = written(tmp_path / "data.json", persons)
    lived = tmp_path / "lived"
    written(lived / folder / "period_01.json", [[{"role": "user", "content": "Cake!"}]])
    if people == 2:
        written(lived / "u-2" / "period_01.json", [[{"role": "user", "content": "Pie!"}]])
    if is_read:
        found = amemgym.read(path, interactions=str(lived))
        assert [one.sessions[-1].turns[0].text for one in found] == ["Cake!", "Pie!"][:people]
    else:
        message = message_of(DataError, lambda: amemgym.read(path, interactions=str(lived)))
        assert "there are no lived sessions of 'u-1'" in message


def test_times_of_locomo_are_named() -> None:
    assert message_of(DataError, lambda: read_moment("noon", "talk, session_3")) == (
        "talk, session_3: the time 'noon' cannot be read; expected a time such as '1:56 pm on 8 May, 2023'"
        + AS_PUBLISHED
    )


@pytest.mark.parametrize(
    ("clock", "hour"),
    [("12:05 am", 0), ("1:05 am", 1), ("11:05 am", 11), ("12:05 pm", 12), ("1:05 PM", 13), ("11:05 pm", 23)],
)
def test_hours_of_locomo_count_to_twelve(clock, hour) -> None:
    assert read_moment(f" {clock} on 8 May, 2023 ", "x") == datetime(2023, 5, 8, hour, 5, tzinfo=UTC)


@pytest.mark.parametrize("clock", ["0:05 am", "13:05 pm", "1:60 pm"])
def test_hours_that_no_clock_shows_are_refused(clock) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        read_moment(f"{clock} on 8 May, 2023", "x")


def test_readers_of_ones_own_are_corrected(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    functions = {"fail": "{}['k']", "none": "[]", "deep": "deep(path)", "words": "'hm'"}
    lines = ["WORDS = ''", *(f"def {name}(path): return {value}" for name, value in functions.items())]
    written(tmp_path / "mine.py", "\n".join(lines))
    written(tmp_path / "x.json", [])

    def of(data: str, kind: type[RegularsError] = DataError) -> str:
        return message_of(kind, lambda: read_any(data))

    assert of("mine.py:fail:x.json") == (
        "x.json: the reader mine.py:fail failed: KeyError: 'k'; expected a reader that takes the path of a file, and "
        "raises DataError for files that it cannot read; write mine.py:fail:FILE, or correct the reader; "
        "regulars.testing.check_reader checks it."
    )
    scenarios = "; expected a list of scenarios."
    assert of("mine.py:none:x.json") == f"x.json: the reader mine.py:none returned an empty list{scenarios}"
    assert of("mine.py:words:x.json") == f"x.json: the reader mine.py:words returned a str{scenarios}"
    assert of("mine.py:deep:x.json") == "x.json: the data cannot be read: it is nested too deeply."
    assert of("mine.py:WORDS:x.json", ConfigurationError) == (
        "mine.py:WORDS:x.json: mine.py:WORDS is a str; expected a function from a path to a list of scenarios."
    )
    assert of("locomo", ConfigurationError) == "locomo: the format locomo needs a file; write locomo:FILE."


def test_a_built_data_set_is_told_by_its_lives(tmp_path) -> None:
    path = written(tmp_path / "set.json", {"kind": "regulars.data-set"})
    assert message_of(DataError, lambda: read_any(path)) == (
        f"{path}: this is a built data set; name the lives of a split, such as {tmp_path}/test/scenarios.jsonl."
    )


def test_what_is_no_file_is_saved_first() -> None:
    assert message_of(DataError, lambda: open_source("/dev/null")) == (
        "/dev/null: this is not a regular file; save the data in a file first."
    )


# ---------------------------------------------------------------------- recordings


def test_recordings_say_what_they_lack() -> None:
    made = Recording("talks@1", "t-7", licence="CC0")
    where = "talks@1, conversation t-7"
    assert message_of(DataError, made.scenario) == (
        f"{where}: the conversation has no person; expected at least one person."
    )
    assert message_of(DataError, lambda: made.person("I\nda")) == (
        f"{where}: the name 'I\\nda' holds a control character; expected a name to be shown."
    )
    ida = made.person("Ida")
    assert message_of(DataError, made.scenario) == f"{where}: no session has a turn; expected at least one turn."
    visit = made.session(DAY, "mon")
    visit.say(ida, "Hi.")
    visit.say("Ole", "Ho.")
    assert message_of(DataError, made.scenario) == (
        f"{where}, session mon: 'Ole' speaks, who is not a person of the conversation; "
        "expected an id that Recording.person returned, or 'assistant'."
    )


def test_notes_of_recordings_name_session_turn_and_question() -> None:
    made = Recording("talks@1", "t-7", licence="CC0")
    ida = made.person("Ida")
    first = made.session(DAY, "mon")
    first.say(ida, "Hi.", "a")
    first.say(ASSISTANT, "Hm.", "b", DAY.replace(hour=8))
    second = made.session(DAY, "tue")
    second.say(ida, "Ho.", "a")
    second.say(ida, "Oh.", time=DAY)  # it moves with its session, so nothing more is said
    third = made.session(DAY.replace(day=5))
    third.say(ida, "So.")
    third.say(ida, "So?", time=DAY)
    made.ask("Who?", "Ida", before="z", evidence=["a", "y", "a"])
    made.ask("When?", "soon", evidence=["a"], time=DAY, at_end=True)
    assert list(made.scenario().issues) == [
        "time backwards: t-7: turn b of session mon; moved",
        "time backwards: t-7: session tue begins 2025-03-03 09:00, before the last one ends; moved behind it",
        "id repeated: t-7: two turns are called 'a'; the first one is cited",
        "time backwards: t-7: turn 2 of session 3; moved",
        "evidence unknown: t-7: question 1 is asked before 'z', which is no turn",
        "evidence unknown: t-7: question 1 cites 'y', which is no turn; dropped",
        "evidence repeated: t-7: question 1 cites 'a' twice; counted once",
        "time backwards: t-7: question 2 is dated 2025-03-03 09:00, before the last session; asked after it",
    ]


# ---------------------------------------------------------------------- records and runs


def test_episodes_that_contradict_themselves_are_reported() -> None:
    english = ontology_of("english")
    turns = list(RIGHT.transcript)
    changed = replace(RIGHT, transcript=(turns[1], turns[0], *turns[2:], turns[4]))
    where = "good in tiny-1/1, seed 0"
    with pytest.raises(RecordError) as caught:
        check_sound(changed, english)
    assert str(caught.value) == (
        f"evaluate: an episode contradicts itself: {where}: the record was edited after it was written [record-hash]; "
        "report this error of the environment with the seed."
    )
    assert [str(problem) for problem in validate_record(seal(changed), english)] == [
        f"{where}, s001.t01: a turn is earlier than the one before it [time-backwards]",
        f"{where}, s002.t03: two turns have the same id [duplicate-id]",
        f"{where}, probe q1: the gold answer disagrees with the ledger [gold-not-of-ledger]",
    ]
    (probe,) = RIGHT.probes
    later = replace(probe.first, evidence=(("s002.t03", "s009.t01"), ("s001.t01",)))
    found = validate_record(seal(replace(RIGHT, probes=(replace(probe, outcomes=(later,)),))), english)
    assert {str(problem) for problem in found[:2]} == {
        f"{where}, probe q1: s002.t03 is later [evidence-later]",
        f"{where}, probe q1: unknown turn s009.t01 [evidence-unknown]",
    }


def test_lines_that_are_no_records_are_named(tmp_path) -> None:
    def of(data: Any) -> str:
        return message_of(RecordError, lambda: from_line(json.dumps(data).encode(), "run, line 3"))

    for other in ({"kind": "regulars.other"}, [], 3):
        assert of(other) == 'run, line 3: the line is not an episode record; expected "kind": "regulars.episode".'
    assert of({"kind": "regulars.episode", "schema": 9}) == (
        "run, line 3: unknown schema 9 of an episode record; expected schema 1 or 2; "
        "read it with the version of regulars that wrote it."
    )
    unfit = message_of(RecordError, lambda: seal(replace(bare(), level=3)))
    assert unfit.startswith(f"{bare().key}: the episode does not fit the record schema: ")
    assert message_of(RecordError, lambda: list(read_records(tmp_path / "gone.jsonl"))) == (
        f"{tmp_path}/gone.jsonl: the episodes cannot be read: No such file or directory; "
        "name a folder that evaluate wrote."
    )
    append(tmp_path / "run.jsonl", bare())
    size = (tmp_path / "run.jsonl").stat().st_size
    assert message_of(RecordError, lambda: append(tmp_path / "run.jsonl", bare(), size - 1)) == (
        f"{tmp_path}/run.jsonl: another program has changed the file during the run; expected {size - 1} bytes, "
        f"not {size}; stop that program, then resume the run."
    )


def test_a_run_without_a_sound_episode_cannot_be_read(tmp_path) -> None:
    run = run_folder(tmp_path / "run", *(episode(name, [ASK, "x"], valid=False) for name in "ab"))
    assert message_of(RecordError, lambda: episodes.read(run)) == (
        f"{run}/episodes.jsonl: the run has no episode to read (2 ended by a fault); "
        "expected an episode with a transcript; complete the run with --resume."
    )


def test_an_empty_folder_holds_nothing_to_check(tmp_path) -> None:
    assert message_of(DataError, lambda: validate(tmp_path)) == (
        f"{tmp_path}: the folder holds nothing to check; expected episodes.jsonl, scenarios in .jsonl or .yaml, or "
        "files of an ontology such as demographics.toml; name a folder that evaluate or generate wrote, or a file."
    )


def test_a_repaired_copy_is_a_new_file_that_can_be_written(tmp_path) -> None:
    path = tmp_path / "lives.jsonl"
    write_scenarios(path, [generate(1, sessions=1)])

    def of(out: Path) -> str:
        return message_of(ConfigurationError, lambda: repair_files.repair(path, out, lambda record: []))

    assert of(path) == f"--fix: {path} exists; expected a new file; name another one."
    (tmp_path / "new.changes.jsonl").touch()
    assert of(tmp_path / "new") == f"--fix: {tmp_path}/new.changes.jsonl exists; expected a new file; name another one."
    path = written(tmp_path / "ida.json", REALMEM)
    there = tmp_path / "none" / "copy.json"
    assert of(there) == f"{there}: the repaired copy cannot be written: No such file or directory."


# ---------------------------------------------------------------------- exports


def silent() -> Recording:
    made = Recording("talks@1", "t-7", licence="CC0")
    made.session(DAY).say(made.person("Ida"), "Hi.")
    return made


@pytest.fixture
def talk(tmp_path) -> Path:
    """A conversation of a person without an assistant and without questions."""
    write_scenarios(tmp_path / "talk.jsonl", [silent().scenario()])
    return tmp_path / "talk.jsonl"


@pytest.mark.parametrize(
    ("format", "message"),
    [
        ("inspect", "no conversation has a question; expected recorded questions."),
        ("longmemeval", "no conversation has a question; expected recorded questions."),
        ("realmem", "no conversation can be written; expected conversations of one person with an assistant."),
        (
            "supervised",
            "there is no reply of an assistant to train on; expected a run, or conversations with an assistant.",
        ),
        *(
            (
                name,
                "this is not the folder of a run; expected a folder with episodes.jsonl: this format needs what "
                "assistants said and what they got for it; "
                "play the data first: regulars evaluate --data PATH --out RUN.",
            )
            for name in ("preferences", "groups")
        ),
    ],
)  # fmt: skip
def test_conversations_that_a_format_cannot_use(tmp_path, talk, format, message) -> None:
    assert message_of(DataError, lambda: export_data(talk, format, tmp_path / "out")) == f"{talk}: {message}"


def test_conversations_that_locomo_cannot_hold(tmp_path) -> None:
    three, alike = silent(), silent()
    three.session(DAY.replace(day=4)).say(ASSISTANT, "Hm.")
    ole = three.person("Ole")
    three.session(DAY.replace(day=5)).say(ole, "Ho.")
    alike.person("Ida")
    path = tmp_path / "talks.jsonl"
    write_scenarios(path, [three.scenario(), alike.scenario()])
    assert message_of(DataError, lambda: export_data(path, "locomo", tmp_path / "out")) == (
        f"{path}: no conversation can be written; expected conversations of two speakers."
    )
    write_scenarios(path, [three.scenario(), alike.scenario(), silent().scenario()])
    report = export_data(path, "locomo", tmp_path / "out")
    assert report.left_out == {
        "conversations of more than two speakers": 1, "conversations of two speakers with the same name": 1,
    }  # fmt: skip
    assert report.wrote == {"conversations": 1, "turns": 1, "questions": 0}


def test_runs_that_a_format_cannot_use(tmp_path) -> None:
    run = run_folder(tmp_path / "run", RIGHT)

    def of(format: str, source: Path = run, **given: Any) -> str:
        return message_of(DataError, lambda: export_data(source, format, tmp_path / "out", **given))

    assert of("groups") == (
        f"{run}: no two rollouts can be compared; expected a run with two or more systems in the same lives; "
        "evaluate several systems in one run: --memory A,B."
    )
    feedback = "expected a run in which people show feedback, with repairs or several systems"
    assert of("preferences") == (
        f"{run}: no reply is liked better than another to the same line; {feedback}; lower margin."
    )
    quiet = run_folder(tmp_path / "quiet", replace(RIGHT, feedback=()))
    assert of("preferences", quiet) == (
        f"{quiet}: the run holds no feedback; {feedback}; play it with --feedback evaluative."
    )
    wrong = run_folder(tmp_path / "wrong", episode("a", [ASK, "In Oslo."]))
    assert of("supervised:replies=liked", wrong) == (
        f"{wrong}: there is no reply of an assistant to train on; expected a run, or conversations with an assistant; "
        "choose replies=all."
    )
    broken = run_folder(tmp_path / "broken", episode("a", [ASK, "x"], valid=False))
    assert of("groups", broken) == (
        f"{broken}/episodes.jsonl: the run holds no valid episode; resume it, or play it again."
    )


def test_data_that_has_no_systems_or_no_words(tmp_path, talk) -> None:
    assert message_of(DataError, lambda: export_data(talk, "chat", tmp_path / "out", systems=["a"])) == (
        f"{talk}, --system: these data have no systems; expected a run's folder."
    )
    life = generate(0, sessions=1)
    write_scenarios(tmp_path / "lives.jsonl", [life])
    assert message_of(DataError, lambda: export_data(tmp_path / "lives.jsonl", "chat", tmp_path / "out")) == (
        f"{tmp_path}/lives.jsonl: scenario {life.id} is a plan without words; expected recorded conversations, or a "
        "run; play it with regulars evaluate --data PATH --out RUN, and export RUN."
    )


@pytest.mark.parametrize(
    ("format", "message"),
    [
        ("chat:times=turns", "chat: unknown choice of times 'turns'; did you mean 'turn'?"),
        ("chat:times=hour", "chat: unknown choice of times 'hour'; known are: session, turn."),
        ("inspect:history=hole", "inspect: unknown history 'hole'; did you mean 'whole'?"),
        ("supervised:replies=like", "supervised: unknown choice of replies 'like'; did you mean 'liked'?"),
        ("groups:level=replies", "groups: unknown level 'replies'; did you mean 'reply'?"),
        ("memorybench:shape=lists", "memorybench: unknown shape 'lists'; did you mean 'list'?"),
        ("preferences:margin=-1", "preferences: margin is -1; expected a number from 0 to 10."),
        ("minari:name=a b", "minari: invalid name 'a b'; expected letters, digits, hyphens and underscores."),
    ],
)
def test_options_of_exports_are_corrected(tmp_path, format, message) -> None:
    assert message_of(ConfigurationError, lambda: export_data(tmp_path, format, tmp_path / "out")) == message


def test_a_class_without_write_is_no_format(tmp_path) -> None:
    mine = written(tmp_path / "mine.py", "class Mine:\n    drops = ()\n")
    assert message_of(ConfigurationError, lambda: export_data(tmp_path, f"{mine}:Mine", tmp_path / "out")) == (
        f"export: {mine}:Mine is not an export format; expected a class with drops and write(source, out)."
    )


def test_paths_that_cannot_take_an_export_are_named(tmp_path) -> None:
    (tmp_path / "file").write_text("x")

    def of(path: Path, folder: bool) -> str:
        def write() -> None:
            with replacing(path, folder=folder):
                pass

        return message_of(ConfigurationError, write)

    assert of(tmp_path, True) == f"--out {tmp_path}: the folder is not empty; expected a folder that is new or empty."
    file = tmp_path / "file"
    assert of(file, True) == f"--out {file}: this is a file; expected a folder that is new or empty."
    assert of(tmp_path, False) == f"--out {tmp_path}: this is a folder; expected a file."
    lost = tmp_path / "none" / "out.jsonl"
    assert message_of(DataError, lambda: write_lines(lost, [1])) == (
        f"{lost}: cannot be written: No such file or directory; "
        "expected a path in a folder that exists, with free space."
    )
