"""Over 400 files that cannot be read, one a test: each gives a typed error that names the file.

The files are generated: sound small files of each format, damaged in one way each. A test fails on any other exception,
so a traceback cannot pass. The work for a file is bounded by counting the calls of functions.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from more_formats import AMEMGYM, BANK, MEMORYBENCH, SAMPLES

from regulars.datasets.formats import open_data
from regulars.errors import DataError
from regulars.scenarios.files import scenario_to_json
from regulars.scenarios.generator import generate

WORK = 2_000_000
"""Calls of functions that reading a small file may make."""

LOCOMO = [
    {
        "sample_id": "talk-1",
        "conversation": {
            "speaker_a": "Ines",
            "speaker_b": "Oleg",
            "session_1_date_time": "9:05 am on 3 March, 2024",
            "session_1": [
                {"speaker": "Ines", "dia_id": "D1:1", "text": "I repotted the lemon tree."},
                {"speaker": "Oleg", "dia_id": "D1:2", "text": "Mine has a leaf."},
            ],
        },
        "qa": [{"question": "What did Ines repot?", "answer": "a lemon", "evidence": ["D1:1"], "category": 4}],
    }
]

LONGMEMEVAL = [
    {
        "question_id": "e47becba",
        "question_type": "single-session-user",
        "question": "What did I repot?",
        "answer": "a lemon tree",
        "question_date": "2023/05/30 (Tue) 23:40",
        "haystack_session_ids": ["answer_280352e9"],
        "haystack_dates": ["2023/05/20 (Sat) 02:21"],
        "haystack_sessions": [
            [
                {"role": "user", "content": "I repotted the lemon tree.", "has_answer": True},
                {"role": "assistant", "content": "Well done."},
            ]
        ],
        "answer_session_ids": ["answer_280352e9"],
    }
]

REALMEM = {
    "_metadata": {"person_name": "Ines_Vik", "total_sessions": 1, "total_tokens": 40},
    "dialogues": [
        {
            "session_identifier": "Garden_1:S1_01",
            "session_uuid": "0a23682a",
            "current_time": "2025-12-15 (Monday)",
            "dialogue_turns": [
                {
                    "speaker": "User", "content": "What next?", "is_query": True, "query_id": "Q-0001",
                    "topic": "Garden", "category_name": "Dynamic Updating", "session_type": "single_session",
                },
                {
                    "speaker": "Assistant", "content": "Water it.", "is_query": False, "query_id": None,
                    "memory_used": [{"session_uuid": "0a23682a", "content": "A lemon tree."}],
                    "memory_session_uuids": ["0a23682a"],
                },
            ],
            "extracted_memory": [
                {
                    "index": "Garden_1-DM-S1_01-01", "type": "Dynamic", "content": "A lemon tree.", "source_turn": 1,
                    "source_content_snapshot": "What next?", "source_role_snapshot": "User",
                    "session_uuid": "0a23682a",
                }
            ],
        }
    ],
}  # fmt: skip

OPENAI = [{"messages": [{"role": "user", "content": "Hello."}, {"role": "assistant", "content": "Good day."}]}]
SHAREGPT = [{"conversations": [{"from": "human", "value": "Hello."}, {"from": "gpt", "value": "Good day."}]}]
SCENARIO = json.loads(scenario_to_json(generate(3, sessions=1, probes_per_session=1)))

SOUND: dict[str, Any] = {
    "locomo": LOCOMO,
    "longmemeval": LONGMEMEVAL,
    "realmem": REALMEM,
    "chat": OPENAI,
    "sharegpt": SHAREGPT,
    "scenarios": SCENARIO,
    "memorybench": MEMORYBENCH,
    "amemgym": AMEMGYM,
    "samples": SAMPLES,
    "bank": BANK,
}

OWN = """\
name: one
persons:
  - name: Ada
    facts: [{attribute: hobby, value: archery, since: 2019-01-01}]
sessions:
  - start: 2025-01-14 18:30
    agenda: [{tell: hobby}]
"""

WRONG: dict[str, Any] = {
    "a number": 7,
    "an object": {"x": 1},
    "a list": [1],
    "a truth value": True,
    "deep nesting": None,  # filled in below
}
DEEP: Any = []
for _ in range(300):
    DEEP = [DEEP]
WRONG["deep nesting"] = DEEP

REQUIRED: dict[str, list[tuple[Any, ...]]] = {
    "locomo": [
        (0, "sample_id"), (0, "conversation"), (0, "qa"), (0, "conversation", "speaker_a"),
        (0, "conversation", "speaker_b"), (0, "conversation", "session_1"), (0, "conversation", "session_1_date_time"),
        (0, "conversation", "session_1", 0), (0, "conversation", "session_1", 0, "speaker"),
        (0, "conversation", "session_1", 0, "dia_id"), (0, "conversation", "session_1", 1, "text"),
        (0, "qa", 0), (0, "qa", 0, "question"), (0, "qa", 0, "evidence"), (0, "qa", 0, "category"),
    ],
    "longmemeval": [
        (0, "question_id"), (0, "question_type"), (0, "question"), (0, "question_date"), (0, "haystack_session_ids"),
        (0, "haystack_session_ids", 0), (0, "haystack_dates"), (0, "haystack_dates", 0), (0, "haystack_sessions"),
        (0, "haystack_sessions", 0), (0, "haystack_sessions", 0, 0), (0, "haystack_sessions", 0, 0, "role"),
        (0, "haystack_sessions", 0, 1, "content"), (0, "answer_session_ids"), (0, "answer_session_ids", 0),
    ],
    "realmem": [
        ("_metadata",), ("_metadata", "person_name"), ("dialogues",), ("dialogues", 0),
        ("dialogues", 0, "session_identifier"), ("dialogues", 0, "session_uuid"), ("dialogues", 0, "current_time"),
        ("dialogues", 0, "dialogue_turns"), ("dialogues", 0, "dialogue_turns", 0),
        ("dialogues", 0, "dialogue_turns", 0, "speaker"), ("dialogues", 0, "dialogue_turns", 1, "content"),
        ("dialogues", 0, "dialogue_turns", 0, "category_name"),
        ("dialogues", 0, "extracted_memory", 0), ("dialogues", 0, "extracted_memory", 0, "index"),
        ("dialogues", 0, "extracted_memory", 0, "type"), ("dialogues", 0, "extracted_memory", 0, "source_turn"),
    ],
    "chat": [(0, "messages"), (0, "messages", 0), (0, "messages", 0, "role"), (0, "messages", 1, "content")],
    "sharegpt": [(0, "conversations"), (0, "conversations", 1), (0, "conversations", 1, "from"),
                 (0, "conversations", 0, "value")],
    "scenarios": [
        ("id",), ("source",), ("language",), ("start",), ("persons",), ("persons", 0), ("persons", 0, "id"),
        ("persons", 0, "name"), ("sessions",), ("sessions", 0), ("sessions", 0, "number"), ("sessions", 0, "start"),
        ("sessions", 0, "agenda", 0), ("sessions", 0, "agenda", 0, "kind"), ("probes",), ("probes", 0),
        ("probes", 0, "form"), ("probes", 0, "time"),
    ],
    "memorybench": [
        (0, "test_idx"), (0, "dataset_name"), (0, "dialog", 0), (0, "dialog", 0, "role"), (0, "dialog", 1, "content"),
        (2, "input_prompt"),
    ],
    "amemgym": [
        (0, "id"), (0, "state_schema"), (0, "periods"), (0, "periods", 0),
        (0, "periods", 0, "state"), (0, "periods", 0, "sessions"),
        (0, "periods", 0, "sessions", 0), (0, "periods", 0, "sessions", 0, "session_time"),
        (0, "periods", 0, "sessions", 0, "query"), (0, "qas"), (0, "qas", 0), (0, "qas", 0, "query"),
        (0, "qas", 0, "required_info"), (0, "qas", 0, "answer_choices"), (0, "qas", 0, "answer_choices", 0, "state"),
        (0, "qas", 0, "answer_choices", 0, "answer"),
    ],
    "samples": [
        ("samples",), ("samples", 0), ("samples", 0, "insight"), ("samples", 0, "fragments"),
        ("samples", 0, "fragments", 0), ("samples", 0, "test_question"), ("samples", 0, "test_question", "text"),
        ("samples", 0, "dialogue", "dialogue", 0), ("samples", 0, "dialogue", "dialogue", 0, "role"),
        ("samples", 0, "dialogue", "dialogue", 1, "content"),
    ],
    "bank": [
        ("facts",), ("facts", 0), ("facts", 0, "id"), ("facts", 0, "text"), ("insights", 0), ("insights", 0, "id"),
        ("insights", 0, "refs"), ("insights", 0, "text"),
    ],
}  # fmt: skip
"""Places in the sound files that cannot do without a value of the right type."""

FITTING = {
    ("locomo", "category", "a number"), ("locomo", "session_1", "a list"), ("locomo", "evidence", "a list"),
    ("locomo", "evidence", "deep nesting"), ("locomo", "qa", "an empty list"), ("realmem", "source_turn", "a number"),
    ("chat", "content", "a list"), ("scenarios", "number", "a number"), ("memorybench", "test_idx", "a number"),
    ("bank", "id", "a number"), ("bank", "refs", "a list"), ("bank", "refs", "deep nesting"),
}  # fmt: skip
"""Wrong values that happen to be read or are another class of fault."""


def at(content: Any, place: tuple[Any, ...]) -> Any:
    for key in place:
        content = content[key]
    return content


def changed(name: str, place: tuple[Any, ...], change: Callable[[Any, Any], None]) -> str:
    content = deepcopy(SOUND[name])
    change(at(content, place[:-1]), place[-1])
    return json.dumps(content)


def _missing(holder: Any, key: Any) -> None:
    if isinstance(holder, list):
        holder[key] = None
    else:
        del holder[key]


def structures() -> Iterator[tuple[str, str, bytes]]:
    """A required field that is missing, or holds something of another type."""
    for name, places in REQUIRED.items():
        for place in places:
            label = ".".join(map(str, place))
            yield f"{name}: {label} is missing", ".json", changed(name, place, _missing).encode()
            for kind, value in WRONG.items():
                if (name, place[-1], kind) in FITTING:
                    continue
                text = changed(name, place, lambda holder, key, value=value: holder.__setitem__(key, value))
                yield f"{name}: {label} is {kind}", ".json", text.encode()


def texts() -> Iterator[tuple[str, str, bytes]]:
    """A sound file whose text is damaged."""
    for name, content in SOUND.items():
        whole = json.dumps(content)
        middle = len(whole) // 2
        first = whole.index('"')
        key = json.loads(whole[first : whole.index('"', first + 1) + 1])
        rest = whole[first:]
        damaged = {
            "torn in the middle": whole[:middle],
            "torn at the end": whole[:-1],
            "torn within a string": whole[: whole.rindex('"')],
            "text behind the end": whole + " and more",
            "a second value on the same line": whole + whole,
            "a trailing comma": whole[:-1] + "," + whole[-1],
            "single quotes": whole.replace('"', "'"),
            "a comment": "// from the web\n" + whole,
            "a control character": whole.replace(" ", " \x07", 1).replace('": "', '": "\x07', 1),
            "a null character": whole[:middle] + "\x00" + whole[middle:],
            "a duplicate key": whole[:first] + f'"{key}": 1, ' + rest,
            "an integer of 10,000 digits": whole[:first] + f'"more": {"9" * 10_000}, ' + rest,
            "a number too large": whole[:first] + '"more": 1e999, ' + rest,
            "not a number": whole[:first] + '"more": NaN, ' + rest,
            "infinity": whole[:first] + '"more": -Infinity, ' + rest,
            "half a character": whole[:first] + '"more": "\\ud83d", ' + rest,
            "nesting of 100,000 lists": whole[:first] + '"more": ' + "[" * 100_000 + "]" * 100_000 + ", " + rest,
            "nesting of 100,000 objects": whole[:first]
            + '"more": '
            + '{"a":' * 100_000
            + "1"
            + "}" * 100_000
            + ", "
            + rest,
        }
        for kind, text in damaged.items():
            yield f"{name}: {kind}", ".json", text.encode()
        for encoding in ("utf-16", "utf-32", "utf-16-le"):
            yield f"{name}: in {encoding}", ".json", whole.encode(encoding)
        yield f"{name}: in latin-1", ".json", (whole[:first] + '"more": "é", ' + rest).encode("latin-1")


def bombs() -> Iterator[tuple[str, str, bytes]]:
    """Scenarios in YAML that would take all memory, and others that are no scenario."""
    names = "abcdefghij"
    laughs = "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
    for before, name in pairwise(names):
        laughs += f"{name}: &{name} [{', '.join([f'*{before}'] * 10)}]\n"
    merged = "a: &a {x: 1}\n"
    for before, name in pairwise(names):
        merged += f"{name}: &{name} {{l: *{before}, r: *{before}, m: *{before}}}\n"
    for kind, text in {
        "aliases of lists": laughs,
        "aliases in the place of people": laughs + "persons: *j\nsessions: *j\n",
        "aliases in a sound scenario": OWN + laughs,
        "aliases of objects": merged + "persons: [*j]\nsessions: [*j]\n",
        "an alias of itself": "persons: &a [*a]\nsessions: *a\n",
        "an unknown alias": OWN + "more: *gone\n",
        "nesting without end": "persons: " + "[" * 3000,
        "deep nesting": "persons: " + "[" * 300 + "]" * 300,
        "deep objects": "persons: " + "{a: " * 300 + "1" + "}" * 300,
        "an integer of 10,000 digits": OWN.replace("archery", "9" * 10_000),
        "a tag of Python": "persons: !!python/object/apply:os.system ['true']\n",
        "an unknown tag": "persons: !people [Ada]\n",
        "a duplicate key": OWN + "name: two\n",
        "tabs": OWN.replace("    ", "\t"),
        "an open quote": OWN.replace("name: one", 'name: "one'),
        "two documents": OWN + "---\n" + OWN,
        "a control character": OWN.replace("Ada", "A\x07da"),
        "a null character": OWN.replace("Ada", "A\x00da"),
        "a list": "- 1\n- 2\n",
        "a text": "just words\n",
        "a number": "7\n",
        "nothing": "# only a comment\n",
        "an impossible date": OWN.replace("2025-01-14", "2025-02-30"),
        "an endless year": OWN.replace("2025-01-14", "99999-01-14"),
        "no people": OWN.replace("persons:", "people:"),
        "people that are a text": "name: one\npersons: Ada\nsessions: Monday\n",
    }.items():
        yield f"yaml: {kind}", ".yaml", text.encode()
    yield "yaml: in utf-16", ".yaml", OWN.encode("utf-16")
    yield "yaml: in latin-1", ".yaml", OWN.replace("Ada", "Adé").encode("latin-1")


def foreign() -> Iterator[tuple[str, str, bytes]]:
    """Files that are no conversation at all."""
    for kind, content in {
        "nothing": b"",
        "white space": b" \n\t\n",
        "a byte order mark": b"\xef\xbb\xbf",
        "an empty list": b"[]",
        "an empty object": b"{}",
        "null": b"null",
        "a number": b"3",
        "a text": b'"words"',
        "lists in lists": b"[[[1]]]",
        "a table": b"name,age\nIda,4\n",
        "a web page": b"<!doctype html><html><body>404</body></html>",
        "a packed file": b"\x1f\x8b\x08\x00\xff\xfe",
        "an archive": b"PK\x03\x04\x14\x00\x08\x00\xff",
        "a picture": b"\x89PNG\r\n\x1a\n\x00\x00",
        "a pointer of Git LFS": b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n",
        "an unknown object": b'{"question": 1, "reply": 2}',
        "several formats at once": b'{"messages": [], "_metadata": {}, "dialogues": []}',
        "another kind of this package": b'{"kind": "regulars.results", "schema": 3}',
        "an episode of an unknown schema": b'{"kind": "regulars.episode", "schema": 99}\n',
        "an episode without fields": b'{"kind": "regulars.episode", "schema": 2}\n',
        "a scenario of an unknown schema": b'{"kind": "regulars.scenario", "schema": 99}\n',
        "a scenario without fields": b'{"kind": "regulars.scenario", "schema": 2}\n',
        "one line of chat and a torn one": b'{"messages": [{"role": "user", "content": "a"}]}\n{"messages": [\n',
        "a chat without words": b'{"messages": [{"role": "system", "content": "a"}]}',
        "a chat with a time of text": b'{"messages": [{"role": "user", "content": "a"}], "created_at": "noon"}',
        "a chat with an endless time": b'{"messages": [{"role": "user", "content": "a"}], "created_at": 1e300}',
        "a chat with a bell as a name": b'{"messages": [{"role": "user", "name": "\\u0007", "content": "a"}]}',
        "a million brackets": b"[" * 1_000_000,
    }.items():
        for ending in (".json", ".jsonl"):
            yield f"foreign{ending}: {kind}", ending, content


BAD = [*structures(), *texts(), *bombs(), *foreign()]


def test_there_are_at_least_400_bad_files_of_distinct_names() -> None:
    assert len({name for name, _, _ in BAD}) == len(BAD) >= 400


@pytest.mark.parametrize("name", SOUND)
def test_the_sound_file_is_read(name: str, tmp_path: Path) -> None:
    path = tmp_path / "sound.json"
    path.write_text(json.dumps(SOUND[name]), "utf-8")
    reader = {"sharegpt": "chat", "samples": "rolememo", "bank": "rolememo"}.get(name, name)
    assert open_data(path).files[0].reader == reader


class TooMuchWork(BaseException):
    """Reading a small file made more calls than it may."""


def bounded(call: Callable[[], object]) -> None:
    """Calls a function, and stops it after `WORK` calls, so that no test depends on the machine's speed."""
    left = WORK

    def count(frame: Any, event: str, arg: Any) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise TooMuchWork

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        call()
    finally:
        sys.setprofile(before)


def test_endless_work_is_stopped() -> None:
    def endless() -> None:
        while True:
            len("")

    with pytest.raises(TooMuchWork):
        bounded(endless)


@pytest.mark.parametrize(("ending", "content"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_a_bad_file_is_refused_by_name(ending: str, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / f"bad{ending}"
    path.write_bytes(content)
    with pytest.raises(DataError) as caught:
        bounded(lambda: open_data(path))
    message = str(caught.value)
    assert path.name in message
    assert len(message) < 5_000
    assert "failed: " not in message, "an exception that no reader expected"
    assert "object at 0x" not in message
