"""Audits of keys: which probes are drawn, what a reader sees, and how verdicts are read and counted."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from regulars.datasets.record_parts.people import RuleRecord
from regulars.dialogue import Feedback
from regulars.envs.life.outcomes import ConductNote
from regulars.errors import ConfigurationError, DataError, UnknownNameError
from regulars.evaluation import audit
from regulars.evaluation.audit import (
    AuditedProbe,
    KeyVerdict,
    append_verdict,
    draw_probes,
    read_verdicts,
    shares_by_kind,
    shares_table,
    wilson,
)
from regulars.evaluation.audit_sheet import outcome_key, pages, sheet
from regulars.scenarios.kinds import Form


@pytest.fixture(scope="module")
def everything() -> list[AuditedProbe]:
    """All probes that the lives of `smoke` asked."""
    return draw_probes("smoke", 10_000, 4)


@pytest.fixture
def asked(everything: list[AuditedProbe], monkeypatch: pytest.MonkeyPatch) -> list[AuditedProbe]:
    """The same, without playing the lives again."""
    monkeypatch.setattr(audit, "_asked", lambda suite, seed, progress: list(everything))
    return everything


def test_the_same_seed_draws_the_same_probes_and_another_seed_others(asked):
    ids = [[one.id for one in draw_probes("smoke", 12, seed)] for seed in (1, 1, 2)]
    assert ids[0] == ids[1] != ids[2]
    assert {len(set(one)) for one in ids} == {12}


@pytest.mark.parametrize("n", [1, 5, 17, 40])
def test_kinds_take_turns_until_one_is_used_up(asked, n):
    there = Counter(one.probe.kind for one in asked)
    drawn = Counter(one.probe.kind for one in draw_probes("smoke", n, 1))
    assert drawn.total() == n
    most = max(drawn.values())
    assert all(drawn[kind] >= min(there[kind], most - 1) for kind in there)


def test_only_wanted_kinds_are_drawn_and_an_unknown_one_is_named(asked):
    assert {one.probe.kind for one in draw_probes("smoke", 6, 0, ["abstention", "temporal"])} == {
        "abstention",
        "temporal",
    }
    with pytest.raises(UnknownNameError, match=r"no probe of kind 'abstentoin' was asked.*did you mean 'abstention'"):
        draw_probes("smoke", 6, 0, ["abstentoin"])
    with pytest.raises(ConfigurationError, match="n = 0: is too small"):
        draw_probes("smoke", 0)


def test_a_probe_shows_its_question_its_key_and_its_evidence(everything):
    for one in everything:
        text, key = sheet(one), outcome_key(one)
        turns = {turn.id: turn for turn in one.record.transcript}
        assert text.startswith(f"### {one.id}\n")
        if one.outcome.turn:
            question = one.record.transcript[[*turns].index(one.outcome.turn) - 1].text
        else:
            question = one.outcome.question
        assert question
        assert f"> {question}\n" in text
        assert "**Key:** not told, so abstaining is right" in text or key.answerable
        for value in key.gold:
            assert value in text
        for option in key.options:
            assert option in text
        for ids in one.outcome.evidence[:4]:
            assert all(" ".join(turns[id].text.split()) in text for id in ids)
        assert "Verdict" not in text


def test_nothing_said_after_the_question_is_shown(everything):
    for one in everything:
        text, later = sheet(one), [turn.id for turn in one.record.transcript if turn.time > one.outcome.time]
        assert not [id for id in later if f" {id}" in text]


def test_other_talk_names_a_value_and_is_no_evidence(everything):
    shown = 0
    for one in everything:
        _, _, talk = sheet(one).partition("Other talk that names such values:\n\n")
        ids = {line.split(" ")[3] for line in talk.splitlines() if line.startswith("- 2")}
        assert not ids & {id for alternative in one.outcome.evidence for id in alternative}
        shown += len(ids)
    assert shown > 10


@pytest.mark.parametrize(
    ("attribute", "text", "is_shown"),
    [
        ("home_city", "Lyon was sunny.", True),
        ("home_city", "It was sunny.", False),
        ("race_day", "My race date is 3 May 2025.", True),
        ("race_day", "The starting gun goes off on 3 May 2025.", True),  # any of the words for it
        ("race_day", "My cousin comes on 3 May 2025.", False),
        ("race_day", "My embrace of 3 May 2025.", False),  # a part of a word is none
        ("race_day", "My race is on.", False),
    ],
)
def test_a_date_is_other_talk_only_beside_a_word_for_its_attribute(everything, attribute, text, is_shown):
    one = everything[0]
    first = msgspec.structs.replace(one.record.transcript[0], text=text)
    record = msgspec.structs.replace(one.record, transcript=(first,))
    probe = msgspec.structs.replace(one.probe, attribute=attribute, other="", form=Form.VALUE)
    outcome = msgspec.structs.replace(one.outcome, turn="", evidence=(), time=first.time + timedelta(days=1))
    page = sheet(replace(one, record=record, probe=probe, outcome=outcome))
    assert ("Other talk that names such values:\n\n" in page, f": {text}\n" in page) == (is_shown, is_shown)


def test_a_choice_of_an_option_shows_the_right_one_in_bold(everything):
    chosen = [one for one in everything if one.probe.form is Form.OPTION]
    for one in chosen:
        (letter,) = outcome_key(one).gold
        option = outcome_key(one).options["ABCD".index(letter)]
        assert f"- **{letter}) {option}**\n" in sheet(one)


def test_pages_have_a_heading_for_each_kind_and_the_verdicts(everything):
    verdict = KeyVerdict(id=everything[0].id, verdict="wrong", note="He never said so.")
    text = "\n".join(pages(everything, {verdict.id: verdict}))
    assert text.count("\n## ") + text.startswith("## ") == len({one.probe.kind for one in everything})
    assert text.count("**Verdict: ") == 1
    assert "**Verdict: wrong**: He never said so.\n" in text


# ---------------------------------------------------------------------- verdicts


def test_verdicts_are_kept_line_by_line_and_the_last_one_counts(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "verdicts.jsonl"
    assert read_verdicts(path) == {}
    first = KeyVerdict(id="a", verdict="right", kind="sum")
    second = KeyVerdict(id="b", verdict="ambiguous", note="Ä or B?")
    for one in (first, second, KeyVerdict(id="a", verdict="wrong", note="no")):
        append_verdict(path, one)
    path.write_text(path.read_text("utf-8") + "\n  \n", "utf-8")
    assert read_verdicts(path) == {"a": KeyVerdict(id="a", verdict="wrong", note="no"), "b": second}
    assert json.loads(path.read_text("utf-8").splitlines()[0]) == {"id": "a", "verdict": "right", "kind": "sum"}


@pytest.mark.parametrize(
    "line",
    ["{", "[]", '{"id": "a"}', '{"id": "a", "verdict": "fine"}', '{"id": "a", "verdict": "right", "notes": "x"}'],
)
def test_a_line_that_is_no_verdict_is_named_with_file_and_line(tmp_path, line):
    path = tmp_path / "verdicts.jsonl"
    path.write_text('{"id": "a", "verdict": "right"}\n' + line + "\n", "utf-8")
    with pytest.raises(DataError, match=r"verdicts\.jsonl:2.*is not a verdict.*right\|wrong\|ambiguous"):
        read_verdicts(path)


def test_a_file_that_is_no_text_is_refused(tmp_path):
    (tmp_path / "v.jsonl").write_bytes(b"\xff\xfe")
    with pytest.raises(DataError, match=r"v\.jsonl: cannot be read"):
        read_verdicts(tmp_path / "v.jsonl")


# ---------------------------------------------------------------------- shares


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [
        # z2 = 3.8415. 0 of 60: middle = half = 1.9207 / 63.8415 = .03009
        (0, 60, 0.0, 0.06017),
        # 1 of 10: (.1 + .19207) / 1.38415 = .21101 -+ 1.95996 sqrt(.009 + .0096036) / 1.38415 = .19314
        (1, 10, 0.01787, 0.40415),
        # 5 of 10: .5 -+ 1.95996 sqrt(.025 + .0096036) / 1.38415 = .26340
        (5, 10, 0.23660, 0.76340),
        (10, 10, 0.72247, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilsons_interval_is_the_one_worked_out_by_hand(hits, of, low, high):
    assert wilson(hits, of) == pytest.approx((low, high), abs=1e-4)


def test_shares_count_drawn_probes_with_a_verdict(everything):
    sums = [one for one in everything if one.probe.kind == "abstention"][:3]
    others = [one for one in everything if one.probe.kind == "temporal"][:2]
    verdicts = {
        id: KeyVerdict(id=id, verdict=verdict)
        for id, verdict in (
            (sums[0].id, "right"),
            (sums[1].id, "wrong"),
            (others[0].id, "ambiguous"),
            ("else", "wrong"),
        )
    }
    found = shares_by_kind([*sums, *others], verdicts)
    assert [(one.kind, one.drawn, one.judged, *one.counts.values()) for one in found] == [
        ("all", 5, 3, 1, 1, 1),
        ("abstention", 3, 2, 1, 1, 0),
        ("temporal", 2, 1, 0, 0, 1),
    ]
    # 1 of 3: (1/3 + .64025) / 2.28050 = .42691 -+ 1.95996 sqrt(.074074 + .106708) / 2.28050 = .36542
    assert shares_table(found).splitlines() == [
        "| kind | drawn | judged | right | wrong | 95 % | ambiguous | 95 % |",
        "|---|---|---|---|---|---|---|---|",
        "| all | 5 | 3 | 1 | 1 | 0.061 to 0.792 | 1 | 0.061 to 0.792 |",
        "| abstention | 3 | 2 | 1 | 1 | 0.095 to 0.905 | 0 | 0.000 to 0.658 |",
        "| temporal | 2 | 1 | 0 | 0 | 0.000 to 0.793 | 1 | 0.207 to 1.000 |",
    ]
    assert shares_table(shares_by_kind(sums, {})).splitlines()[2] == "| all | 3 | 0 | 0 | 0 | - | 0 | - |"


def test_a_question_for_a_manner_shows_the_rule_and_what_was_shown_of_it(everything):
    """The rule wants no parentheses. It was stated once; one reply broke it before the question and one after."""
    one = everything[0]
    person, (first, *_, last) = one.probe.owner, one.record.transcript
    stated = msgspec.structs.replace(one.record, rules=(), conduct=())
    said = msgspec.structs.replace(first, text="Well. From now on, no parentheses in your replies, please.")
    record = msgspec.structs.replace(
        one.record,
        transcript=(said, *one.record.transcript[1:]),
        rules=(RuleRecord(person=person, id="r1", kind="parentheses", setting="none"),),
        conduct=(
            ConductNote(person, first.id, (), ("r1",)),
            ConductNote(person, first.id, ("r2",), ()),
            ConductNote(person, last.id, (), ("r1",)),
        ),
        feedback=(
            Feedback(first.id, text="From now on, no parentheses in your replies, please."),
            Feedback(last.id, text="From now on, no parentheses in your replies, please."),
        ),
    )
    probe = msgspec.structs.replace(one.probe, kind="rule-keeping", form=Form.MANNER, value="parentheses:none")
    key = msgspec.structs.replace(outcome_key(one), category="parentheses:none", answerable=True, gold=())
    asked_at = first.time + (last.time - first.time) / 2
    outcome = msgspec.structs.replace(one.outcome, expectation=key, time=asked_at, evidence=())
    text = sheet(replace(one, record=record, probe=probe, outcome=outcome))
    wish = "From now on, no parentheses in your replies, please."
    assert f"**Key:** any content, in a reply that keeps the rule parentheses:none: {wish}" in text
    _, _, shown = text.partition("Shown of the rule:\n\n")
    assert shown.splitlines()[0].endswith(
        f"{said.id} {said.name}: Well. From now on, no parentheses in your replies, please."
    )
    assert shown.splitlines()[1].endswith(f"remark on {first.id}: From now on, no parentheses in your replies, please.")
    assert shown.splitlines()[2:] == ["- 0 replies kept it and 1 broke it before"]
    silent = sheet(replace(one, record=stated, probe=probe, outcome=outcome))
    assert "Shown of the rule:\n\n- 0 replies kept it and 0 broke it before\n" in silent
