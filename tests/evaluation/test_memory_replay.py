"""A memory is rebuilt from a record made by hand: what it is shown, in which order, and when it is asked."""

from __future__ import annotations

from dataclasses import replace as changed
from datetime import UTC, datetime, timedelta

import pytest
from bare_records import bare
from msgspec.structs import replace

from regulars.datasets.encode_life import record_turn
from regulars.datasets.record_parts.memory import HitRecord, OperationRecord, RecallRecord
from regulars.datasets.record_parts.probes import OutcomeRecord, ProbeRecord
from regulars.dialogue import ASSISTANT, Feedback, FeedbackAction, Turn
from regulars.envs.life.sessions import LivedSession, SessionEnding
from regulars.envs.probes.gold import ProbeStatus
from regulars.evaluation.memory_replay import recall_note, replay_memory
from regulars.memory import Hit, Recollections
from regulars.scenarios.kinds import Band, Form, ScenarioOrigin

DAY = datetime(2025, 3, 3, 9, tzinfo=UTC)
LOG: list[tuple] = []
ENDED = SessionEnding.CLOSED


class Logged:
    """Notes what it is shown, and recalls the last two turns."""

    def __init__(self):
        LOG.clear()
        self.turns = []

    def observe(self, turn):
        LOG.append(
            ("turn", turn.id, turn.speaker, turn.scope, turn.person, turn.name, turn.session, turn.text, turn.time)
        )
        self.turns.append(turn.id)

    def close_session(self, time):
        LOG.append(("close", time))

    def feedback(self, feedback, recollections):
        hits = None if recollections is None else [hit.id for hit in recollections.hits]
        LOG.append(("feedback", feedback, hits))

    def recall(self, cue):
        LOG.append(("recall", cue.text, cue.as_of, cue.scope, cue.purpose, cue.k, cue.budget))
        hits = tuple(Hit(id, 1.0 / rank, (id,)) for rank, id in enumerate(self.turns[-2:], 1))
        return Recollections(hits, "", 0)


def at(days=0, minutes=0):
    return DAY + timedelta(days=days, minutes=minutes)


def turn(id, speaker, text, time, person="p1"):
    name = "Assistant" if speaker == ASSISTANT else person.title()
    return record_turn(Turn(id, f"scope-{person}", person, speaker, name, int(id[1:4]), text, time))


TURNS = (
    turn("s001.t01", "p1", "Hello. I moved to Bergen.", at(0, 1)),
    turn("s001.t02", ASSISTANT, "Noted.", at(0, 2)),
    turn("s001.t03", "p1", "Where do I live?", at(0, 3)),
    turn("s001.t04", ASSISTANT, "In Bergen.", at(0, 4)),
    turn("s001.t05", "p1", "I like tea.", at(0, 5)),
    turn("s001.t06", ASSISTANT, "Fine.", at(0, 6)),
    turn("s001.t07", "p1", "Bye.", at(0, 7)),
    turn("s001.t08", ASSISTANT, "See you.", at(0, 8)),
    turn("s002.t01", "p2", "Do I like tea?", at(2, 1), "p2"),
    turn("s002.t02", ASSISTANT, "I don't know.", at(2, 2), "p2"),
    turn("s002.t03", "p2", "What now?", at(2, 3), "p2"),
)
SESSIONS = (
    LivedSession(1, "p1", at(), at(0, 8), ENDED, 8),
    LivedSession(2, "p2", at(2), at(2), None, 3),
)
FEEDBACK = (
    Feedback("s001.t02", FeedbackAction.DISLIKE, 2.5, "Shorter.", at(0, 3)),
    Feedback("s001.t04", FeedbackAction.LIKE, None, "", at(0, 7)),
)


def probe(id, outcome):
    return ProbeRecord(
        id=id, kind="temporal", form=Form.VALUE, attribute="home_city", target="", owner="p1", asker="p1", purpose="",
        time=outcome.time, session=0, band=Band.OUT, anchor=False, status=ProbeStatus.ASKED, outcomes=(outcome,),
    )  # fmt: skip


def outcome(time, reply="", question=""):
    return OutcomeRecord(
        time=time, attempt=1, status=ProbeStatus.ASKED, expectation=None, evidence=(), verdict=None, turn=reply,
        reply="", answer=None, recalled=None, used=None, mark=(0, 0), horizon=-1, question=question,
    )  # fmt: skip


def recalled(reply, probe="", *hits):
    return RecallRecord(turn=reply, probe=probe, level="turn", tokens=0, hits=hits, why="")


INSIDE = outcome(at(0, 4), "s001.t04")
ASIDE = outcome(at(1), question="Where does the person live?")


def record(system=f"{__name__}:Logged", **given):
    return bare(
        "own", 3, system,
        **{
            "transcript": TURNS, "sessions": SESSIONS, "feedback": FEEDBACK,
            "probes": (probe("inside", INSIDE), probe("aside", ASIDE)),
            "recollections": (
                recalled("s001.t02"),
                recalled("s001.t04", "", HitRecord("s001.t01", 1.0, ()), HitRecord("s001.t02", 0.5, ())),
                recalled("", "aside", HitRecord("s001.t06", 1.0, ()), HitRecord("s001.t07", 0.5, ())),
            ),
        } | given,
    )  # fmt: skip


def rebuilt(name="inside", of=None, **given):
    of = of or record()
    planned = next(one for one in of.probes if one.id == name)
    return replay_memory(of, planned, planned.outcomes[0], **given)


def seen(kind):
    return [entry[1:] for entry in LOG if entry[0] == kind]


# ---------------------------------------------------------------- what it is shown


def test_a_memory_is_shown_what_it_was_shown_in_the_episode():
    """The assistant's reply to a good-bye is no turn that it took in, and the last line got no reply."""
    assert rebuilt().notes == []
    assert [entry[0] for entry in LOG] == [
        "recall", "turn", "turn",  # an opening line, and its reply
        "feedback", "recall", "turn", "turn",  # a question, with what the person showed of the reply before
        "turn", "turn",  # no question: no recall
        "feedback", "turn", "close",  # the good-bye
        "recall", "turn", "turn",  # the other person
    ]  # fmt: skip
    assert seen("turn") == [
        (one.id, one.speaker, one.scope, one.person, one.name, one.session, one.text, time)
        for one, time in zip(
            (*TURNS[:7], *TURNS[8:10]),
            # a reply is taken in at the time of its line
            (at(0, 1), at(0, 1), at(0, 3), at(0, 3), at(0, 5), at(0, 5), at(0, 7), at(2, 1), at(2, 1)),
            strict=True,
        )
    ]
    assert seen("close") == [(at(0, 7),)]


def test_feedback_arrives_with_its_line_and_what_was_recalled_for_its_reply():
    rebuilt()
    assert seen("feedback") == [
        (FEEDBACK[0], []),
        (FEEDBACK[1], ["s001.t01", "s001.t02"]),
    ]


def test_recalls_have_the_settings_of_the_run():
    rebuilt(k=3, budget=77)
    opening, question, other = seen("recall")
    assert question == ("Where do I live?", at(0, 3), "scope-p1", "answer", 3, 77)
    assert other == ("Do I like tea?", at(2, 1), "scope-p2", "answer", 3, 77)
    assert opening[0].startswith("Hello. I moved to Bergen.")
    rebuilt()
    assert seen("recall")[1][-2:] == (10, 1024)


@pytest.mark.parametrize("source", ["session", "scenario"])
def test_of_a_recording_every_turn_is_heard_and_nothing_is_asked(source):
    ending = SessionEnding.RECORDED
    sessions = tuple(changed(one, ending=ending) for one in SESSIONS) if source == "session" else SESSIONS
    heard = record(sessions=sessions, feedback=FEEDBACK[:1])
    if source == "scenario":
        heard = replace(heard, scenario=replace(heard.scenario, source=ScenarioOrigin.RECORDED))
    rebuilt("aside", heard)
    assert [entry[1] for entry in LOG if entry[0] == "turn"] == [one.id for one in TURNS]
    assert [entry[-1] for entry in LOG if entry[0] == "turn"] == [one.time for one in TURNS]
    assert seen("close") == [(at(0, 8),)], "the next session closes the one before"
    assert seen("feedback") == [(FEEDBACK[0], None)]
    assert seen("recall") == [("Where does the person live?", at(1), "scope-p1", "probe", 10, 1024)]


def test_no_turn_of_a_recorded_session_is_a_reply_to_a_question():
    sessions = tuple(changed(one, ending=SessionEnding.RECORDED) for one in SESSIONS)
    found = rebuilt("inside", record("bm25-turn", sessions=sessions))
    assert (found.recollections, tuple(found.ops), found.items) == (None, (), {})
    found = rebuilt("inside", record("bm25-turn"))
    assert [op.cause for op in found.ops] == ["s001.t01", "s001.t02"], "what was heard before the question"


# ---------------------------------------------------------------- when it is asked


def test_a_question_in_the_session_is_the_recall_for_its_reply():
    found = rebuilt()
    assert [(hit.id, hit.score) for hit in found.recollections.hits] == [("s001.t01", 1.0), ("s001.t02", 0.5)]


@pytest.mark.parametrize(
    ("time", "last"),
    [
        (at(1), ["s001.t06", "s001.t07"]),
        (at(2, 1), ["s002.t01", "s002.t02"]),  # in the moment of a line: after it
        (at(2, 1) - timedelta(seconds=1), ["s001.t06", "s001.t07"]),
        (at(9), ["s002.t01", "s002.t02"]),  # after everything
        (at(-1), []),  # before everything
    ],
)
def test_an_out_of_band_question_is_asked_at_its_time(time, last):
    asked = outcome(time, question="Where does the person live?")
    given = record(probes=(probe("aside", asked),), recollections=(recalled("s001.t02"),))
    found = rebuilt("aside", given)
    assert [hit.id for hit in found.recollections.hits] == last
    assert [one for one in seen("recall") if one[3] == "probe"] == [
        ("Where does the person live?", time, "scope-p1", "probe", 10, 1024)
    ]
    assert len(seen("turn")) == 9, "the question leaves no trace, and the episode goes on"


def test_the_scope_of_a_question_is_that_of_its_asker():
    other = replace(probe("aside", ASIDE), asker="p2")
    rebuilt("aside", record(probes=(other,)))
    assert seen("recall")[-2][2] == "scope-p2"
    stranger = replace(other, asker="p3")
    rebuilt("aside", record(probes=(stranger,)))
    assert seen("recall")[-2][2] == "p3", "a person without turns has the scope of the id"


# ---------------------------------------------------------------- what differs


@pytest.mark.parametrize(
    ("hits", "same"),
    [
        ((HitRecord("s001.t01", 1.0, ()), HitRecord("s001.t02", 0.5, ())), True),
        ((HitRecord("s001.t02", 0.5, ()), HitRecord("s001.t01", 1.0, ())), False),
        ((HitRecord("s001.t01", 1.0, ()), HitRecord("s001.t02", 0.25, ())), False),
        ((HitRecord("s001.t01", 1.0, ()),), False),
    ],
)
def test_other_items_or_scores_than_the_recorded_ones_are_noted(hits, same):
    found = rebuilt("inside", record(recollections=(recalled("s001.t04", "", *hits),)))
    assert found.notes == (
        [] if same else [f"the rebuilt memory recalls other items than the recorded one: 2 instead of {len(hits)}"]
    )


def test_other_operations_than_the_recorded_ones_are_noted_with_the_first():
    """The memory `recency` adds an item for each of nine turns."""
    sound = record("recency", recollections=(recalled("s001.t02"),))
    made = [
        OperationRecord(verb=op.verb, id=op.id, cause=op.cause, other=op.other, sources=tuple(op.draft.sources))
        for op in rebuilt("aside", sound).ops
    ]
    assert [op.sources for op in made] == [(one.id,) for one in TURNS[:7]]
    (note,) = rebuilt("aside", replace(sound, journal=tuple(made))).notes
    assert "9 operations instead of 7; operation 8 is the first difference" in note
    torn = (*made[:2], replace(made[2], cause="s009.t09"), *made[3:])
    (note,) = rebuilt("aside", replace(sound, journal=torn)).notes
    assert "operation 3 is the first difference" in note


def test_items_are_those_at_the_time_of_the_question():
    given = record("recency", recollections=(recalled("s001.t02"),))
    inside, aside = rebuilt("inside", given), rebuilt("aside", given)
    assert {item.text for item in inside.items.values()} == {"Hello. I moved to Bergen.", "Noted."}
    assert len(inside.ops) == 2
    assert len(aside.items) == len(aside.ops) == 7


def test_earlier_lives_of_a_stream_come_first_and_their_operations_do_not_count():
    earlier = record(
        "recency", transcript=(turn("s000.t01", "p1", "I am Ada.", at(-9)), turn("s000.t02", ASSISTANT, "Hi.", at(-9))),
        sessions=(LivedSession(0, "p1", at(-9), at(-9), None, 2),), feedback=(),
    )  # fmt: skip
    given = record("recency", recollections=(recalled("s001.t02"),))
    found = rebuilt("inside", given, earlier=[earlier])
    assert {item.text for item in found.items.values()} == {"I am Ada.", "Hi.", "Hello. I moved to Bergen.", "Noted."}
    (note,) = found.notes
    assert "9 operations instead of 0" in note


def test_a_memory_draws_by_the_seed_of_its_first_life():
    def of(first, second):
        earlier, given = (
            replace(record("random"), seeds=replace(record().seeds, episode=seed * 16)) for seed in (first, second)
        )
        return [hit.id for hit in rebuilt("aside", given, earlier=[earlier]).recollections.hits]

    assert of("00", "00") == of("00", "ff") != of("ff", "00")


@pytest.mark.parametrize(
    ("system", "given", "said"),
    [
        ("oracle-recall", {}, "oracle-recall is an oracle, and oracles are not rebuilt"),
        ("asker + ideal-listener", {}, "ideal-listener is an oracle, and oracles are not rebuilt"),
        ("mine", {"recollections": ()}, "the record has no recalls of a memory of mine, so none is rebuilt"),
        ("asker + no-such-memory", {}, "the memory 'no-such-memory' cannot be rebuilt: "),
    ],
)
def test_what_cannot_be_rebuilt_is_said(system, given, said):
    found = rebuilt("inside", record(system, **given))
    assert found.recollections is None
    (note,) = found.notes
    assert note.startswith(said)


def test_an_old_record_without_the_words_of_its_questions_is_not_rebuilt():
    silent = probe("aside", replace(ASIDE, question=""))
    (note,) = rebuilt("aside", record(probes=(silent,))).notes
    assert "lacks the words of its questions" in note


def test_an_assistant_with_a_memory_is_rebuilt_by_the_memory():
    assert rebuilt("inside", record(f"asker + {__name__}:Logged")).recollections is not None


def test_a_recall_is_found_by_its_reply_or_by_its_probe():
    given = record()
    inside, aside = given.probes
    assert recall_note(given, inside, INSIDE) is given.recollections[1]
    assert recall_note(given, aside, ASIDE) is given.recollections[2]
    assert recall_note(given, inside, replace(INSIDE, turn="s009.t09")) is None
    assert recall_note(given, replace(aside, id="other"), ASIDE) is None


class Living(Logged):
    """A memory that notes the beginning and the end of its life."""

    def begin(self, episode_id, seed):
        LOG.append(("begin", len(episode_id)))

    def end(self, reason):
        LOG.append(("end", reason))
        raise OSError("its file has gone")


def test_a_rebuilt_memory_begins_and_ends_whatever_its_end_raises():
    assert rebuilt(of=record(f"{__name__}:Living")).notes == []
    assert (LOG[0], LOG[-1]) == (("begin", 32), ("end", "explained"))
