"""Each finding about a record made by hand, beside the nearest record that is sound."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from regulars.datasets.codec import seal
from regulars.datasets.encode_life import episode_record
from regulars.datasets.episode_record import EpisodeConfig, EpisodeKey
from regulars.datasets.record_files import append
from regulars.datasets.record_parts.people import HorizonRecord, KnownFact, SayableRecord
from regulars.datasets.validate import check_sound, find_spoken_future, repair, validate, validate_record
from regulars.dialogue import Turn
from regulars.envs.ledger import Commitment, Disclosure
from regulars.envs.life.life import Life
from regulars.envs.life.outcomes import Ending, ProbeOutcome
from regulars.envs.probes.gold import ProbeStatus
from regulars.errors import RecordError
from regulars.rewards.metrics.reward_terms import Weights
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.kinds import Form, ScenarioOrigin
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.world import Person, Probe, Scenario, Session
from regulars.seeding import SeedTree

DAY = datetime(2025, 3, 3, 9, tzinfo=UTC)
ONTOLOGY = load_ontology()
CITY = ONTOLOGY.domain("home_city")


def at(days, minutes=0):
    return DAY + timedelta(days=days, minutes=minutes)


def turn(id, text, time, speaker="p1", person="p1"):
    return Turn(id, person, person, speaker, speaker, int(id[1:4]), text, time)


def probe(id, days, form=Form.VALUE, attribute="home_city", **given):
    return Probe(id, "knowledge-update", form, attribute, "p1", "p1", "", at(days), **given)


PROBES = (
    probe("early", 0.5, attribute="job"),
    probe("lyon", 1),
    probe("bergen", 3),
    probe("boat", 3, Form.CHOICE, "boat_name", target="a1"),
    probe("void", 3, Form.CHOICE, "boat_name", target="a2"),
    probe("never", 9),
)
LYON, BERGEN = (("s001.t01",),), (("s002.t01",),)


def built(source=ScenarioOrigin.GENERATED, ending=Ending.COMPLETED):
    """Ada tells Lyon on the first day and Bergen on the third. She leaves one choice to the assistant."""
    person = Person("p1", "Ada", "p1")
    scenario = Scenario(
        "s1", source, "own", "english", DAY, (person,), (Session(1, "p1", at(0)), Session(2, "p1", at(2))), PROBES
    )
    language = Language.load("english")
    life = Life(
        scenario, ONTOLOGY, language, SeedTree(1), probes="end", feedback="sealed", reactive=True, weights=Weights(),
        reward_to="nobody", horizon="turn",
    )  # fmt: skip
    life.ending = ending
    life.transcript = [
        turn("s001.t01", "I live in Lyon.", at(0, 1)),
        turn("s001.t02", "I name the boat Zephyr.", at(0, 2), "assistant"),
        turn("s002.t01", "I live in Bergen now.", at(2, 1)),
        turn("s002.t02", "Noted.", at(2, 1), "assistant"),  # in the same moment: time may stand still
    ]
    for value, id, days in (("Lyon", "s001.t01", 0), ("Bergen", "s002.t01", 2)):
        life.ledger.enter(Disclosure(f"f-{value}", "p1", "home_city", value, "direct", id, days, at(days, 1)))
    life.ledger.commit(Commitment("a1", "p1", "boat_name", "Zephyr", "s001.t02", 1, at(0, 2)))

    def asked(place, status, expectation, evidence, mark):
        time = PROBES[place].time
        return ProbeOutcome(
            PROBES[place], status, time, 1, expectation, evidence, None, "", "", None, None, None, mark, question="?"
        )

    told, untold = ProbeStatus.ASKED, ProbeStatus.UNANSWERABLE
    life.outcomes = [
        asked(0, untold, Expectation(Form.VALUE, ONTOLOGY.domain("job"), False), (), (1, 1)),
        asked(1, told, Expectation(Form.VALUE, CITY, True, ("Lyon",)), LYON, (1, 1)),
        asked(2, told, Expectation(Form.VALUE, CITY, True, ("Bergen",), ("Lyon",)), BERGEN, (2, 1)),
        asked(
            3, told, Expectation(Form.CHOICE, ONTOLOGY.domain("boat_name"), True, ("Zephyr",)), (("s001.t02",),), (2, 1)
        ),
        asked(4, ProbeStatus.VOID, None, (), (2, 1)),
    ]
    return episode_record(life, key=EpisodeKey("own", 0, "x"), config=EpisodeConfig())


def codes(record):
    return [problem.code for problem in validate_record(record, ONTOLOGY)]


def with_outcome(record, id, **given):
    """The record with other fields in the outcome of a probe; the hash is that of the changed record."""
    probes = tuple(
        replace(one, outcomes=(replace(one.outcomes[0], **given),)) if one.id == id else one for one in record.probes
    )
    return seal(replace(record, probes=probes))


def with_turn(record, place, **given):
    turns = list(record.transcript)
    turns[place] = replace(turns[place], **given)
    return seal(replace(record, transcript=tuple(turns)))


def with_expectation(record, id, **given):
    (outcome,) = next(one.outcomes for one in record.probes if one.id == id)
    return with_outcome(record, id, expectation=replace(outcome.expectation, **given))


def test_a_record_made_by_hand_is_sound():
    assert codes(built()) == []


def test_the_hash_must_be_that_of_the_content():
    assert codes(replace(built(), fault="late")) == ["record-hash"]
    assert codes(replace(built(), attempt=2, timings={"seconds": 9.0})) == []


def test_turns_have_an_id_each_and_time_never_runs_backwards():
    assert codes(with_turn(built(), 3, id="s001.t02")) == ["duplicate-id"]  # not only beside each other
    assert codes(with_turn(built(), 1, time=at(0, 1))) == []  # a reply in the moment of its line
    early = validate_record(with_turn(built(), 1, time=at(0, 0)), ONTOLOGY)
    assert [(one.code, one.where) for one in early if one.code == "time-backwards"] == [
        ("time-backwards", "x in own, seed 0, s001.t02")
    ]
    # 9:00 comes before 9:01, though not before the turn before that
    three = with_turn(with_turn(built(), 0, time=at(0, 0)), 2, time=at(0, 1))
    assert codes(three).count("time-backwards") == 1


def test_evidence_must_be_turns_up_to_the_question():
    record = built()
    unknown = with_outcome(record, "lyon", evidence=(("s001.t01",), ("s001.t01", "s009.t09")))
    assert codes(unknown) == ["evidence-unknown"]
    # asked at 9:01 on the third day: the turn of that moment may be evidence, a later one may not
    now = {"evidence": (("s002.t01",),), "time": at(2, 1)}
    assert codes(with_outcome(record, "bergen", **now)) == []
    now["time"] = at(2, 1) - timedelta(seconds=1)
    assert codes(with_outcome(record, "bergen", **now)) == ["evidence-later"]


def test_a_probe_that_was_asked_before_its_disclosure_has_no_answer_yet():
    """Bergen was the second disclosure, and the first probe was asked after one."""
    record = built()
    early = with_expectation(record, "lyon", gold=("Bergen",), stale=("Lyon",))
    assert codes(early) == ["gold-not-of-ledger"]
    assert codes(with_outcome(early, "lyon", mark=(2, 1))) == []
    # before any disclosure the question has no answer at all
    assert codes(with_outcome(record, "lyon", mark=(0, 0))) == ["gold-not-of-ledger"]
    assert codes(with_outcome(record, "boat", mark=(2, 0))) == ["gold-not-of-ledger"]  # nor had a choice been made


@pytest.mark.parametrize(
    ("id", "change"),
    [
        ("bergen", {"gold": ("Lyon",)}),
        ("bergen", {"gold": ("Bergen", "Lyon")}),
        ("bergen", {"stale": ()}),
        ("bergen", {"answerable": False}),
        ("early", {"answerable": True}),
    ],
)
def test_each_part_of_the_gold_answer_must_follow_from_the_ledger(id, change):
    assert codes(with_expectation(built(), id, **change)) == ["gold-not-of-ledger"]


@pytest.mark.parametrize(
    ("id", "change"),
    [
        ("bergen", {"status": ProbeStatus.UNANSWERABLE}),
        ("bergen", {"expectation": None, "evidence": ()}),
        ("bergen", {"expectation": None, "evidence": (), "status": ProbeStatus.VOID}),
        ("early", {"status": ProbeStatus.ASKED}),
        ("void", {"status": ProbeStatus.ASKED}),
    ],
)
def test_the_status_must_follow_from_the_ledger(id, change):
    assert codes(with_outcome(built(), id, **change)) == ["gold-not-of-ledger"]


def test_a_void_probe_has_no_gold_answer():
    record = built()
    (outcome,) = next(one.outcomes for one in record.probes if one.id == "boat")
    assert codes(with_outcome(record, "void", expectation=outcome.expectation)) == ["gold-not-of-ledger"]


def test_every_outcome_of_a_probe_is_checked():
    record = built()
    probes = list(record.probes)
    (first,) = probes[2].outcomes
    second = replace(first, attempt=2, expectation=replace(first.expectation, gold=("Lyon",)))
    probes[2] = replace(probes[2], outcomes=(first, second))
    (problem,) = validate_record(seal(replace(record, probes=tuple(probes))), ONTOLOGY)
    assert (problem.code, problem.where) == ("gold-not-of-ledger", "x in own, seed 0, probe bergen")


def test_a_question_for_something_said_is_not_checked_without_the_acts():
    """Records of schema 1 may lack the acts, and such a record cannot tell what was said."""
    record = built()
    probes = tuple(replace(one, form=Form.MENTION, target="a3") if one.id == "bergen" else one for one in record.probes)

    def found(said, **given):
        made = seal(replace(record, probes=probes, ledger=replace(record.ledger, said=said)))
        return codes(with_expectation(made, "bergen", **given) if given else made)

    assert found(None) == []
    assert found({}) == ["gold-not-of-ledger"]
    # what the person wanted to be reminded of, once the wish was said
    label = {"gold": (ONTOLOGY.attribute("home_city").label,)}
    assert found({"a3": "s001.t01"}, **label) == []
    assert found({"a4": "s001.t01"}, **label) == ["gold-not-of-ledger"]


def test_of_an_episode_with_a_fault_only_the_hash_is_checked():
    record = with_turn(built(ending=Ending.ASSISTANT_ERROR), 3, id="s001.t01", time=at(-1))
    assert codes(record) == []
    assert codes(replace(record, fault="x")) == ["record-hash"]
    assert codes(seal(replace(record, valid=True))) != []


def test_a_recording_may_rest_on_turns_that_it_lacks_and_has_gold_of_its_own():
    record = built(ScenarioOrigin.RECORDED)
    lost = with_outcome(record, "lyon", evidence=(("s009.t09",),))
    assert codes(with_expectation(lost, "lyon", gold=("Rome",))) == []
    later = with_outcome(record, "lyon", evidence=(("s002.t01",),))
    assert codes(later) == ["evidence-later"]
    check_sound(later, ONTOLOGY)  # public data asks such questions, and they are played
    assert codes(with_turn(record, 3, id="s001.t02")) == ["duplicate-id"]


def test_a_question_before_its_evidence_is_a_warning_in_a_run_over_recordings(tmp_path):
    record = built(ScenarioOrigin.RECORDED)
    append(tmp_path / "episodes.jsonl", with_outcome(record, "lyon", evidence=(("s002.t01",),)))
    report = validate(tmp_path)
    assert (report.problems, [warning.code for warning in report.warnings]) == ([], ["evidence-later"])
    made = repair(tmp_path, tmp_path / "repaired")
    assert not made.changes
    assert validate(tmp_path / "repaired").checked == "1 episode (0 ended by a fault)"


def test_a_last_line_that_was_cut_is_a_problem(tmp_path):
    append(tmp_path / "episodes.jsonl", built())
    with (tmp_path / "episodes.jsonl").open("ab") as file:
        file.write(b'{"schema":2,')
    problems = validate(tmp_path).problems
    assert [(one.code, one.where) for one in problems] == [("unreadable-record", "line 2")]


def test_an_unsound_record_is_never_measured():
    check_sound(built(), ONTOLOGY)
    with pytest.raises(RecordError, match="record-hash"):
        check_sound(replace(built(), fault="x"), ONTOLOGY)


def test_a_run_is_checked_as_a_whole(tmp_path):
    sound, faulty = built(), built(ending=Ending.USER_ERROR)
    other = replace(sound, key=EpisodeKey("own", 1, "x"))
    for record in (sound, seal(other), faulty, replace(sound, key=EpisodeKey("own", 0, "y"), fault="z")):
        append(tmp_path / "episodes.jsonl", record)
    report = validate(tmp_path)
    assert report.checked == "4 episodes (1 ended by a fault)"
    assert [(problem.code, problem.where) for problem in report.problems] == [
        ("record-hash", "y in own, seed 0"),
        ("duplicate-episode", "own / 0 / x"),
    ]
    assert report.problems[-1].message == "occurs 2 times"
    assert report.repaired == []


# ---------------------------------------------------------------- what people say of their future


HORIZON = HorizonRecord(
    person="p1",
    life=(KnownFact("f1", "home_city", "Lyon", at(-9)), KnownFact("f2", "home_city", "Bergen", at(2))),
    sayable=("a week in Porto",),
    sessions=(SayableRecord(1, at(0), ()), SayableRecord(2, at(2), ()), SayableRecord(3, at(1), ("Bergen",))),
)


def leaks(*turns, horizon=HORIZON, **given):
    record = replace(built(**given), transcript=turns, horizon=(horizon,))
    return [(problem.code, problem.where) for problem in find_spoken_future(record, ONTOLOGY)]


def test_people_never_mention_what_lies_in_the_future():
    early = turn("s001.t01", "I live in Bergen.", at(0, 1))
    assert leaks(early) == [("future-value", "s001.t01")]
    assert leaks(early, ending=Ending.ASSISTANT_ERROR) == [("future-value", "s001.t01")], "a fault is no excuse"
    assert leaks(turn("s002.t01", "I live in Bergen.", at(2, 1))) == [], "by then it is true"
    assert leaks(turn("s001.t01", "I live in Lyon.", at(0, 1))) == []
    assert leaks(turn("s003.t01", "Should I choose Bergen?", at(1, 1))) == [], "it stands on the agenda"
    assert leaks(turn("s009.t01", "I live in Bergen.", at(0, 1))) == [], "a session that the horizon does not know"
    ben = turn("s001.t01", "I live in Bergen.", at(0, 1), "p2", "p2")
    assert leaks(ben) == [], "it is somebody else's future"
    for other in (ben, turn("s009.t01", "Hi.", at(0, 1))):
        assert leaks(other, early) == [("future-value", "s001.t01")], "other people and sessions are passed over"


def test_people_may_say_again_what_the_assistant_said_before_them():
    offer = turn("s001.t02", "Bergen, perhaps?", at(0, 2), "assistant")
    after = turn("s001.t03", "Bergen it is.", at(0, 3))
    before = turn("s001.t01", "Bergen it is.", at(0, 1))
    assert leaks(offer) == []
    assert leaks(offer, after) == []
    assert leaks(before, offer) == [("future-value", "s001.t01")]
    assert leaks(before, offer, after) == [("future-value", "s001.t01")]


def test_goals_of_projects_may_be_named():
    away = KnownFact("f3", "home_city", "Porto", at(5))
    horizon = replace(HORIZON, life=(*HORIZON.life, away))
    line = turn("s001.t01", "I am planning a week in Porto.", at(0, 1))
    assert leaks(line, horizon=horizon) == []
    assert leaks(line, horizon=replace(horizon, sayable=())) == [("future-value", "s001.t01")]
