"""A life made by hand, in which every part of a record has content, and its record."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from regulars.datasets.encode_life import episode_record
from regulars.datasets.episode_record import EpisodeConfig, EpisodeKey
from regulars.datasets.record_parts.memory import HitRecord, OperationRecord, RecallRecord
from regulars.dialogue import Feedback, FeedbackAction, Turn, Verdict, VerdictKind, VerdictSource
from regulars.envs.ledger import Commitment, Disclosure
from regulars.envs.life.life import Life
from regulars.envs.life.outcomes import ConductNote, Ending, ProbeOutcome, ReplyNote, RewardNote
from regulars.envs.life.sessions import LivedSession, SessionEnding
from regulars.envs.probes.gold import ProbeStatus
from regulars.rewards.metrics.reward_terms import Weights
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.kinds import ActKind, Band, Form, RuleDisclosure, ScenarioOrigin
from regulars.scenarios.language.packs import Language
from regulars.scenarios.world import Act, Event, Fact, Person, Probe, Project, Scenario, Session, StandingRule
from regulars.seeding import SeedTree
from regulars.values import Domain, ValueType

DAY = datetime(2025, 3, 3, 9, tzinfo=UTC)


def at(days=0, minutes=0):
    return DAY + timedelta(days=days, minutes=minutes)


ADA = Person(
    "p-ada",
    "Ada",
    "scope-1",
    facts=(
        Fact("f1", "p-ada", "home_city", "Lyon", at(-900), until=at(1)),
        Fact("f2", "p-ada", "home_city", "Bergen", at(1)),
    ),
    rules=(
        StandingRule("r1", "length", "one_sentence", at(-10)),
        StandingRule("r2", "procedure", "season papers", at(-5), at(50), RuleDisclosure.HINTED, "travel"),
    ),
    projects=(
        Project("j2", "travel", "see the fjords", at(), ("a-plan",)),
        Project("j1", "travel", "a fortnight of hiking", at(), ()),
    ),
)
BEN = Person("p-ben", "Ben", "scope-2", facts=(Fact("f3", "p-ben", "hobby", "fencing", at(-40)),))

ASKED = Probe(
    "q1", "temporal", Form.VALUE, "home_city", "p-ada", "p-ben", "knows where she lives", at(1), session=2,
    band=Band.IN, target="a-tell", other="hobby", value="Graz", context="doctor", contrast="q2", difficulty="hard",
)  # fmt: skip
ANCHOR = Probe(
    "q2", "single-session-user", Form.TEXT, "hobby", "p-ben", "p-ben", "remembers", at(3), anchor=True
)  # fmt: skip
LATE = Probe("q3", "abstention", Form.VALUE, "job", "p-ada", "p-ada", "remembers", at(4))

SCENARIO = Scenario(
    id="scenario-1",
    source=ScenarioOrigin.GENERATED,
    suite="core-5@test",
    language="english",
    start=DAY,
    persons=(ADA, BEN),
    sessions=(
        Session(1, "p-ada", at(), agenda=(
            Act("a-tell", ActKind.TELL, fact="f1", attribute="home_city", other="Rome"),
            Act("a-del", ActKind.DELEGATE, attribute="boat_name", options=("Zephyr", "Kittiwake"), slip="Rome"),
            Act("a-plan", ActKind.PLAN, target="j2", other="finish"),
        )),
        Session(2, "p-ben", at(1), agenda=(Act("a-ask", ActKind.ASK, probe="q1", due=at(1, 30)),)),
        Session(3, "p-ada", at(2)),
        Session(4, "p-ada", at(9), agenda=(Act("a-late", ActKind.ASK, probe="q3", within=timedelta(minutes=1)),)),
    ),
    probes=(ASKED, ANCHOR, LATE),
)  # fmt: skip


def turn(id, person, speaker, text, time, name=""):
    scope = {"p-ada": "scope-1", "p-ben": "scope-2"}[person]
    return Turn(id, scope, person, speaker, name or speaker, int(id[1:4]), text, time)


def lived(feedback="evaluative+drifting:first=-1;last=1;over=2", scenario=SCENARIO, ending=Ending.ABANDONED):
    """The fifth to seventh sessions of a stream; the fourth planned session was not reached."""
    language = Language.load("english")
    life = Life(
        scenario, language.ontology, language, SeedTree(7).child("episode", 0), probes="end", feedback=feedback,
        noise="typos:.1", reactive=True, weights=Weights(), reward_to="nobody", horizon="turn", first_session=5,
    )  # fmt: skip
    life.ending, life.steps = ending, 11
    life.sessions = [
        LivedSession(5, "p-ada", at(), at(0, 7), SessionEnding.CLOSED, 3),
        LivedSession(6, "p-ben", at(1), at(1, 4), SessionEnding.SATISFIED, 2),
        LivedSession(7, "p-ada", at(2), at(2), None, 0),
    ]
    life.transcript = [
        turn("s005.t01", "p-ada", "p-ada", "I live in Lyon now.", at(0, 1), "Ada"),
        turn("s005.t02", "p-ada", "assistant", "Noted, Ada.", at(0, 2), "Assistant"),
        turn("s006.t01", "p-ben", "p-ben", "Where does Ada live?", at(1, 1), "Ben"),
        turn("s006.t02", "p-ben", "assistant", "In Lyon.", at(1, 2), "Assistant"),
    ]
    ledger = life.ledger
    ledger.enter(Disclosure("f1", "p-ada", "home_city", "Lyon", "direct", "s005.t01", 5, at(0, 1), "a-tell",
                            ("s005.t00",), "love"))  # fmt: skip
    ledger.commit(Commitment("a-del", "p-ada", "boat_name", "Zephyr", "s005.t02", 5, at(0, 2)))
    ledger.said["a-plan"] = "s005.t01"
    ledger.note_noise("typos", "s005.t01", "p-ada", "home_city")
    gold = Expectation(
        Form.VALUE, life.ontology.domain("home_city"), True, ("Lyon",), ("Rome",), ("Porto",), "where", ("A", "B"), True
    )
    first = ProbeOutcome(
        ASKED, ProbeStatus.ASKED, at(1, 2), 1, gold, (("s005.t01",), ("s005.t00", "s005.t02")),
        Verdict(VerdictKind.PARTIAL, score=0.5, reason="half", late=True, source=VerdictSource.MODEL),
        "s006.t02", "In Lyon.", "Lyon", ("s005.t01", "s006.t01", "s005.t02"), ("s005.t01",), (1, 1), 2,
        {"stale": ("Rome",)}, ("typos",), "",
    )  # fmt: skip
    again = ProbeOutcome(
        ASKED, ProbeStatus.ASKED, at(1, 3), 2, gold, (), Verdict(VerdictKind.WRONG, reason="not it"), "s006.t03",
        "Rome.", None, None, None,
    )  # fmt: skip
    out = Domain("town", ValueType.TERM, {"Graz": ("Gratz",)}, unit="km")
    aside = ProbeOutcome(
        ANCHOR, ProbeStatus.UNANSWERABLE, at(3), 1, Expectation(Form.TEXT, out, False, category="open"), (), None, "",
        "I don't know.", "-", (), None, question="What does Ben do?",
    )  # fmt: skip
    life.outcomes = [aside, first, again]
    life.replies = [ReplyNote("s006.t02", "Lyon", ("s005.t01",), ("s005.t01",), 1.5)]
    life.signals.feedbacks.append(Feedback("s005.t02", FeedbackAction.DISLIKE, 2.5, "Shorter.", at(0, 3)))
    life.signals.reward_notes += [
        RewardNote("assistant", "s005.t02", {"verdict": 0.1, "rules": -0.05}),
        RewardNote("user", "s005.t02", {"served": 0.5}),
        RewardNote("assistant", "s006.t02", {"verdict": 0.2}),
    ]
    life.conduct = [ConductNote("p-ada", "s005.t02", ("r1",), ("r2", "r3"))]
    life.choices.caused.append(Event("e1", "p-ada", at(0, 182), begins=("f9",), cause="s005.t02"))
    life.unresolved = ["about s001.t09"]
    return life


RECALLS = (
    RecallRecord(
        turn="s006.t02", probe="", level="turn", tokens=30, hits=(HitRecord("i1", 0.5, ("s005.t01",)),), why=""
    ),
    RecallRecord(turn="", probe="q2", level="turn", tokens=4, hits=(), why="empty"),
)  # fmt: skip
JOURNAL = (
    OperationRecord(verb="ADD", id="i1", cause="s005.t01", sources=("s005.t01",)),
    OperationRecord(verb="MERGE", id="i1", cause="", other="i2"),
)


def recorded(life=None, **given):
    parts = {"recollections": RECALLS, "journal": iter(JOURNAL), "fault": "used up", "attempt": 2,
             "timings": {"seconds": 1.5}} | given  # fmt: skip
    config = EpisodeConfig(feedback="sealed", noise="typos:.1", probes="fork")
    return episode_record(life or lived(), key=EpisodeKey("core-5/1", 7, "bm25"), config=config, **parts)
