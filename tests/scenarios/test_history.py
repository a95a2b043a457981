"""Histories: their length and placement, and that they leave the life unchanged."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from regulars import Cast, life_v0
from regulars.dialogue import ASSISTANT, Phase, count_tokens
from regulars.errors import ConfigurationError, DataError
from regulars.scenarios.checks.fillers import check_fillers
from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.files import scenario_from_json, scenario_to_json
from regulars.scenarios.generator import generate
from regulars.scenarios.history import calendar_gaps
from regulars.scenarios.history.compiler import render_turns, stream_turns, stretch
from regulars.scenarios.history.positions import disclosures_of, evidence_positions, position_report, session_tokens
from regulars.scenarios.kinds import ActKind, Band, Form, ProbeKind, ScenarioOrigin
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.world import Act, Fact, Person, Probe, Scenario, Session

DAWN = datetime(2025, 3, 3, tzinfo=UTC)
ONTOLOGY = load_ontology()
PLACEMENTS = ("even", "early", "late", "by-kind")


def life(sessions=8, zone=UTC, days=3, people=1):
    """A life by hand: one telling a session, of which the second half gives new values."""
    start = DAWN.astimezone(zone)
    persons, made, probes = [], [], []
    half = sessions // 2
    for person in range(1, people + 1):
        facts = tuple(
            Fact(f"f{person}-{n}", f"p{person}", f"thing_{n % half}", f"Xylo{n}q", start) for n in range(sessions)
        )
        persons.append(Person(f"p{person}", "Ann", f"p{person}", facts=facts))
    for n in range(sessions):
        who = n % people + 1
        begin = (DAWN + timedelta(days=days * (n + 1), hours=10)).astimezone(zone)
        tell = Act(f"a{n}", ActKind.TELL, f"f{who}-{n}", f"thing_{n % half}")
        made.append(Session(n + 1, f"p{who}", begin, agenda=(tell,)))
    for n in range(half):
        when = made[-1].start + timedelta(days=2)
        kind = ProbeKind.KNOWLEDGE_UPDATE
        probes.append(Probe(f"q{n}", kind, Form.VALUE, f"thing_{n}", "p1", "p1", "why", when))
    probes.append(
        Probe("q-in", "single-session-user", Form.VALUE, "thing_0", "p1", "p1", "why", made[3].start, 4, Band.IN)
    )
    return Scenario(
        "s", ScenarioOrigin.GENERATED, "tests", "english", start, tuple(persons), tuple(made), tuple(probes)
    )


def spoken(scenario):
    return sum(session_tokens(session, scenario.language) for session in scenario.sessions)


@pytest.mark.parametrize("placement", PLACEMENTS)
@pytest.mark.parametrize("tokens", [12_000, 60_000])
def test_the_budget_is_met_exactly_as_reported_and_never_exceeded(tokens, placement):
    longer = stretch(life(), tokens, seed=1, placement=placement)
    assert tokens - 250 < spoken(longer) <= tokens
    assert longer.marks["history_tokens"] == str(spoken(longer))
    assert int(longer.marks["history_fillers"]) == sum(bool(session.filler) for session in longer.sessions)


def test_the_seed_alone_decides():
    assert stretch(life(), 20_000, seed=4) == stretch(life(), 20_000, seed=4)
    assert stretch(life(), 20_000, seed=4).sessions != stretch(life(), 20_000, seed=5).sessions


@pytest.mark.parametrize("placement", PLACEMENTS)
def test_the_life_is_untouched_and_references_follow(placement):
    before = life()
    after = stretch(before, 30_000, seed=2, placement=placement)
    assert after.id != before.id
    assert after.persons == before.persons
    planned = [session for session in after.sessions if not session.filler]
    assert [replace(session, number=0) for session in planned] == [replace(s, number=0) for s in before.sessions]
    assert [session.number for session in after.sessions] == list(range(1, len(after.sessions) + 1))
    asked = next(probe for probe in after.probes if probe.id == "q-in")
    assert after.sessions[asked.session - 1].start == asked.time
    assert [probe.session for probe in after.probes if probe.band is Band.OUT] == [0] * 4


@pytest.mark.parametrize("zone", [UTC, ZoneInfo("Europe/Berlin"), ZoneInfo("Asia/Kolkata")])
@pytest.mark.parametrize("tokens", [12_000, 200_000])
def test_nothing_overlaps_and_the_clock_goes_forward(zone, tokens):
    before = life(sessions=10, zone=zone, days=4)  # over the night on which clocks change
    after = stretch(before, tokens, seed=3)
    assert after.sessions[0].start >= after.start
    for earlier, later in pairwise(after.sessions):
        assert earlier.start.astimezone(UTC) + earlier.budget <= later.start.astimezone(UTC)
        assert earlier.start + earlier.budget <= later.start
    assert list(check_fillers(after, ONTOLOGY)) == []


def test_fillers_keep_to_the_day_where_there_is_room():
    after = stretch(life(), 20_000, seed=3)
    assert all(7 <= session.start.hour < 22 for session in after.sessions)


def test_a_crowded_calendar_puts_many_on_one_day_and_a_full_one_is_refused(monkeypatch):
    after = stretch(life(sessions=4, days=1), 120_000, seed=3)
    days = [session.start.date() for session in after.sessions]
    assert max(map(days.count, set(days))) > 20
    monkeypatch.setattr(calendar_gaps, "LEAST", timedelta(hours=2))
    with pytest.raises(ConfigurationError, match="the calendar has room for"):
        stretch(life(sessions=4, days=1), 120_000, seed=3)


def test_no_filler_stands_twice_nor_begins_like_another():
    after = stretch(life(), 150_000, seed=6)
    fillers = [session for session in after.sessions if session.filler]
    assert len({session.filler for session in fillers}) == len(fillers)
    openings = [render_turns(session, after)[0].text for session in fillers]
    assert len(set(openings)) == len(openings)


def test_stretching_again_adds_to_what_is_there():
    once = stretch(life(), 12_000, seed=1)
    twice = stretch(once, 24_000, seed=1)
    assert {session.filler for session in once.sessions} < {session.filler for session in twice.sessions}
    assert 23_750 < spoken(twice) <= 24_000
    assert list(check_fillers(twice, ONTOLOGY)) == []


def test_a_budget_below_the_life_changes_no_session():
    assert stretch(life(), 10, seed=1).sessions == life().sessions


def test_turns_are_numbered_as_a_life_numbers_them_and_lie_within_their_session():
    after = stretch(life(people=2), 12_000, seed=1)
    session = next(session for session in after.sessions if session.filler)
    turns = render_turns(session, after)
    assert [turn.id for turn in turns] == [f"s{session.number:03d}.t{n:02d}" for n in range(1, len(turns) + 1)]
    assert {turn.speaker for turn in turns} == {session.person, ASSISTANT}
    assert session.start < turns[0].time
    assert turns[-1].time < session.start + session.budget
    assert render_turns(session, after, 40)[0].id == f"s{session.number + 40:03d}.t01"
    streamed = list(stream_turns(after))
    assert [turn for turn in streamed if turn.id.startswith(f"s{session.number:03d}.")] == list(turns)


def halves(scenario):
    """The share of changed values whose old disclosure lies in the first half and whose new one in the second."""
    shares = {position.act: position.share for position in evidence_positions(scenario)}
    pairs = [
        [shares[act.id] for _, act in disclosures_of(probe, scenario)]
        for probe in scenario.probes
        if probe.kind == ProbeKind.KNOWLEDGE_UPDATE
    ]
    return sum(max(pair[:-1]) < 0.5 <= pair[-1] for pair in pairs if len(pair) > 1) / len(pairs)


def test_placement_decides_where_the_evidence_lies():
    mean = {}
    for placement in PLACEMENTS:
        rows = evidence_positions(stretch(life(), 60_000, seed=1, placement=placement))
        assert [row.share for row in rows] == sorted(row.share for row in rows)
        mean[placement] = sum(row.share for row in rows) / len(rows)
    assert mean["early"] < 0.4 < mean["even"] < 0.6 < mean["late"]


def test_by_kind_old_values_lie_early_and_new_ones_late():
    share = Counter()
    for life_seed in range(36):
        one = generate(life_seed, sessions=12)
        for placement in ("even", "by-kind", "early"):  # of the same fillings
            share[placement] += halves(stretch(one, 24_000, seed=1, placement=placement)) / 36
    assert share["by-kind"] >= share["even"] > share["early"]
    assert share["by-kind"] > 0.5


def test_positions_are_counted_in_tokens_from_the_beginning():
    after = stretch(life(), 12_000, seed=1)
    row = evidence_positions(after)[2]
    before = [session for session in after.sessions if session.number < row.session]
    assert row.tokens == sum(session_tokens(session, "english") for session in before)
    assert row.share == pytest.approx(row.tokens / spoken(after))
    report = position_report(after)
    assert sum(report["knowledge-update"]) == 8
    assert all(len(tenths) == 10 for tenths in report.values())


def test_a_generated_life_stays_as_valid_as_it_was_and_survives_a_file():
    before = generate(11, users=2)
    after = stretch(before, 32_000, seed=11)
    assert {p.code for p in validate_scenario(after, ONTOLOGY)} <= {p.code for p in validate_scenario(before, ONTOLOGY)}
    assert list(check_fillers(after, ONTOLOGY)) == []
    assert scenario_from_json(scenario_to_json(after)) == after


def test_fillers_are_listened_to_one_by_one():
    after = stretch(generate(5, sessions=4), 6_000, seed=5)
    heard = []

    def assistant(observation):
        if observation["phase"] == Phase.LISTEN:
            heard.append((observation["turn_id"], observation["message"]))
        return "I don't know."

    cast = Cast(life_v0.raw_env(scenario=after, probes="off"), assistant=assistant)
    cast.reset(seed=0)
    cast.run()
    wanted = [(turn.id, turn.text) for turn in stream_turns(after)]
    assert heard == wanted
    assert sum(count_tokens(text) for _, text in heard) > 3_000


def chats(path, *lines):
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def plain(*texts):
    roles = ("user", "assistant")
    return {"messages": [{"role": roles[n % 2], "content": text} for n, text in enumerate(texts)]}


def test_own_chats_come_first_in_any_shape_and_once(tmp_path):
    file = chats(
        tmp_path / "chats.jsonl",
        plain("How do stairs creak?", "They rub."),
        {"conversations": [{"from": "human", "value": "Why is ice slippery?"}, {"from": "gpt", "value": "A film."}]},
        {"data": ["What is felt?", "Matted wool."]},
        plain("How do stairs creak?", "They rub."),
        {"messages": [{"role": "system", "content": "Be kind."}, *plain("And glue?", "It sticks.")["messages"]]},
    )
    after = stretch(life(), 8_000, seed=1, chats=file)
    said = [[turn.text for turn in session.turns] for session in after.sessions if session.turns]
    assert sorted(said) == [
        ["And glue?", "It sticks."], ["How do stairs creak?", "They rub."], ["What is felt?", "Matted wool."],
        ["Why is ice slippery?", "A film."],
    ]  # fmt: skip
    assert after.marks["history_chats"] == "4"
    assert after.issues == ("chats.jsonl, line 4: the same chat as an earlier one, left out",)
    session = next(session for session in after.sessions if session.turns)
    assert [turn.id for turn in session.turns] == [f"s{session.number:03d}.t01", f"s{session.number:03d}.t02"]
    assert 7_750 < spoken(after) <= 8_000


def test_chats_that_name_told_values_are_dropped_with_a_note(tmp_path):
    cities = list(ONTOLOGY.attribute("home_city").domain.aliases)
    before = life()
    fact = Fact("f-city", "p1", "home_city", cities[0], DAWN)
    before = replace(before, persons=(replace(before.persons[0], facts=(*before.persons[0].facts, fact)),))
    file = chats(
        tmp_path / "chats.jsonl",
        plain("What is rain?", f"Ask people in {cities[0]}."),
        plain(f"I live in {cities[1]}, is that far north?", "Fairly."),
        plain("What is hail?", f"Ice, rare in {cities[1]}."),
        plain("What of Xylo3q?", "Never heard of it."),
    )
    after = stretch(before, 3_000, seed=1, chats=file)
    assert next(turn.text for session in after.sessions for turn in session.turns) == "What is hail?"
    assert [issue.split(":")[0] for issue in after.issues] == [f"chats.jsonl, line {n}" for n in (1, 2, 4)]


@pytest.mark.parametrize("line", ['{"messages": [', "[1]", '{"messages": [1]}', '{"text": "hello"}'])
def test_a_foreign_file_of_chats_is_refused_by_line(tmp_path, line):
    file = tmp_path / "chats.jsonl"
    file.write_text(json.dumps(plain("Why?", "So.")) + "\n" + line + "\n", encoding="utf-8")
    with pytest.raises(DataError, match="line 2"):
        stretch(life(), 8_000, seed=1, chats=file)


def test_strange_speakers_and_missing_files(tmp_path):
    strange = {"messages": [{"role": "narrator", "content": "Once."}]}
    after = stretch(life(), 3_000, seed=1, chats=chats(tmp_path / "c.jsonl", strange, {"data": []}))
    assert len(after.issues) == 2
    with pytest.raises(DataError, match="cannot be read"):
        stretch(life(), 3_000, seed=1, chats=tmp_path / "none.jsonl")


def test_impossible_history_arguments_are_rejected():
    with pytest.raises(ConfigurationError, match="placement"):
        stretch(life(), 8_000, seed=1, placement="lat")
    with pytest.raises(ConfigurationError, match="recorded"):
        stretch(replace(life(), source=ScenarioOrigin.RECORDED), 8_000, seed=1)
    with pytest.raises(ConfigurationError, match="0 tokens"):
        stretch(life(), 0, seed=1)


def test_the_check_finds_what_is_wrong_with_fillers():
    after = stretch(life(), 12_000, seed=1)
    place = next(n for n, session in enumerate(after.sessions) if session.filler and n)
    other = next(session.filler for session in after.sessions if session.filler)

    def codes(person=after.persons[0], **changes):
        sessions = list(after.sessions)
        sessions[-2] = replace(sessions[-2], **changes)
        return {p.code for p in check_fillers(replace(after, sessions=tuple(sessions), persons=(person,)), ONTOLOGY)}

    assert place
    assert codes() == set()
    assert codes(filler="f1:nothing:1") == {"unknown-filler"}
    assert codes(filler=other) == {"duplicate-filler"}
    assert codes(start=after.sessions[-3].start) == {"filler-overlap"}
    told = Fact("f-x", "p1", "thing_x", "question", DAWN)
    assert codes(replace(after.persons[0], facts=(*after.persons[0].facts, told))) == {"filler-names-value"}
    assert list(check_fillers(life(), ONTOLOGY)) == []
