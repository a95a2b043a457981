"""A run of two systems in one life, made by hand, for tests of exports: what they said, got and recalled."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from regulars.datasets.codec import seal
from regulars.datasets.encode_life import record_turn
from regulars.datasets.episode_record import (
    KIND,
    SCHEMA,
    EpisodeConfig,
    EpisodeKey,
    EpisodeRecord,
    ScenarioRecord,
    SeedsRecord,
)
from regulars.datasets.record_files import append
from regulars.datasets.record_parts.memory import HitRecord, RecallRecord
from regulars.datasets.record_parts.probes import ExpectationRecord, OutcomeRecord, ProbeRecord, VerdictRecord
from regulars.datasets.record_parts.transcript import LedgerRecord
from regulars.dialogue import ASSISTANT, Feedback, FeedbackAction, Turn
from regulars.envs.life.outcomes import Ending, RewardNote
from regulars.envs.life.sessions import LivedSession, SessionEnding
from regulars.envs.probes.gold import ProbeStatus
from regulars.scenarios.kinds import Band, Form, ScenarioOrigin

DAY = datetime(2025, 3, 3, 9, tzinfo=UTC)
PERSON = "p-ida"


def at(session, utterance):
    """Sessions are a day apart, and utterances a minute."""
    return DAY + timedelta(days=session - 1, minutes=utterance)


LIKED, DISLIKED = (FeedbackAction.LIKE, 9.0), (FeedbackAction.DISLIKE, 1.0)
TOLD = ["I live in Bergen.", "Noted."]


def episode(system, asked, feedback=None, *, terms=None, recalls=None, seed=0, valid=True, scenario="tiny-1/1"):
    """An episode in which Ida tells her city in session 1 and asks for it in session 2.

    `asked` has the turns of session 2. `feedback` and `terms` are by turn id. `recalls` has the turns that are recalled
    for each reply, by its id.
    """
    said = {1: TOLD, 2: asked}
    turns = tuple(
        record_turn(Turn(
            f"s{session:03}.t{place:02}", PERSON, PERSON, PERSON if place % 2 else ASSISTANT,
            "Ida" if place % 2 else "Assistant", session, text, at(session, place),
        ))
        for session, texts in said.items()
        for place, text in enumerate(texts, 1)
    )  # fmt: skip
    gold = ExpectationRecord(
        domain="home_city", answerable=True, gold=("Bergen",), stale=(), others=(), category="where"
    )
    outcomes = tuple(
        OutcomeRecord(
            time=at(2, place), attempt=place // 2, status=ProbeStatus.ASKED, expectation=gold,
            evidence=(("s001.t01",),), turn=f"s002.t{place:02}", reply=asked[place - 1], answer=None, recalled=None,
            used=None, mark=(1, 0), horizon=2,
            verdict=VerdictRecord(
                kind="correct" if "Bergen" in asked[place - 1] else "wrong", score=0.0, source="matcher"
            ),
        )
        for place in range(2, len(asked) + 1, 2)
    )  # fmt: skip
    probe = ProbeRecord(
        id="q1", kind="single-session-user", form=Form.VALUE, attribute="home_city", target="", owner=PERSON,
        asker=PERSON, purpose="remembers", time=at(2, 0), session=2, band=Band.IN, anchor=False,
        status=ProbeStatus.ASKED, outcomes=outcomes,
    )  # fmt: skip
    return seal(
        EpisodeRecord(
            schema=SCHEMA, kind=KIND, key=EpisodeKey(scenario, seed, system),
            scenario=ScenarioRecord(
                id="s-tiny", source=ScenarioOrigin.GENERATED, suite="tiny-1@train", language="english",
                persons=(PERSON,), sessions=2,
            ),
            seeds=SeedsRecord(root=seed, episode="00"), config=EpisodeConfig(),
            ending=Ending.COMPLETED if valid else Ending.ASSISTANT_ERROR, valid=valid,
            fault="" if valid else "it broke", score=1.0 if valid else None, level="turn",
            sessions=tuple(
                LivedSession(number, PERSON, at(number, 0), at(number, len(texts)), SessionEnding.CLOSED, len(texts))
                for number, texts in said.items()
            ),
            transcript=turns, ledger=LedgerRecord(disclosures=(), commitments=(), said={}), probes=(probe,),
            recollections=tuple(
                RecallRecord(
                    turn=reply, probe="", level="turn", tokens=9, why="",
                    hits=tuple(HitRecord(f"i{place}", 1.0, (id,)) for place, id in enumerate(ids)),
                )
                for reply, ids in (recalls or {}).items()
            ),
            feedback=tuple(
                Feedback(reply, action, satisfaction, "", at(int(reply[1:4]), int(reply[6:]) + 1))
                for reply, (action, satisfaction) in (feedback or {}).items()
            ),
            rewards=tuple(RewardNote(ASSISTANT, reply, given) for reply, given in (terms or {}).items()),
            hash="",
        )
    )  # fmt: skip


ASK = "Where do I live?"
RIGHT = episode(
    "good", [ASK, "In Bergen.", "Thanks."], {"s002.t02": LIKED}, terms={"s002.t02": {"recall": 1.0, "cost": -0.25}},
    recalls={"s001.t02": (), "s002.t02": ("s001.t01",)},
)  # fmt: skip
WRONG = episode(
    "bad", [ASK, "In Oslo.", "No, in Bergen. Where do I live?", "In Bergen."],
    {"s002.t02": DISLIKED, "s002.t04": LIKED}, terms={"s002.t04": {"repair": 0.25}},
    recalls={"s002.t02": ("s001.t01", "s001.t02")},
)  # fmt: skip


def run_folder(path, *records):
    """A run's folder that holds these episodes."""
    path.mkdir()
    for record in records:
        append(path / "episodes.jsonl", record)
    return path
