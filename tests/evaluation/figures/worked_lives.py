"""Figures of whole lives and streams, worked out by hand: rewards, rules, noise, pairs, transfer, failure stages.

The working stands beside the figure, as a count over a count.
"""

from __future__ import annotations

from hand_figures import EPISODE, Case, plain, stages
from msgspec import structs
from small_records import TOLD, asked, at, episode, faulty, op, placed, probe, recall, turn, untold, void

from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.record_parts.people import RuleRecord, TrustNote
from regulars.datasets.record_parts.probes import OutcomeRecord, ProbeRecord, VerdictName
from regulars.datasets.record_parts.transcript import NoiseRecord
from regulars.dialogue import Feedback, FeedbackAction
from regulars.envs.life.goals import GoalScore
from regulars.envs.life.outcomes import ConductNote, Ending

LIVES: dict[str, Case] = {}

LIVES["an episode, one that used up its budget, and one with a fault"] = Case(
    (
        episode(
            score=3.5,
            recollections=(recall(tokens=10), recall(*TOLD, tokens=20), recall(tokens=60)),
            projects=(
                GoalScore("p1", "ann", "party", understood=20.0, solved=15.0, confirmed=30.0, closed=10.0),
                GoalScore("p2", "ann", "trip", understood=5.0, solved=0.0, confirmed=0.0, closed=0.0),
            ),
        ),
        episode(
            probe("p"),
            seed=1,
            ending=Ending.BUDGET,
            fault="a limit on model calls",
            score=-1.5,
            recollections=(recall(tokens=30),),
        ),
        faulty(seed=2, recollections=(recall(tokens=1000),)),
    ),
    {
        "all": {
            "faults": (1 / 3, 3),  # a used-up budget is no fault, and its episode counts
            "reward": ((3.5 - 1.5) / 2, 2),
            "tokens": ((10 + 20 + 60 + 30) / 4, 4),  # the mean over replies, not over episodes
            "goal": ((75 + 5) / 2, 2),
            "accuracy_own_planned": (0, 1),
            "coverage": (0, 1),
            "unreached": (1, 1),
            "void": (0, 1),
            **stages(failed_not_told=1),
        },
    },
)

LIVES["satisfaction as shown, and the cost of model calls"] = Case(
    (
        episode(
            feedback=(
                Feedback("s001.t02", FeedbackAction.LIKE, 9.0),
                Feedback("s001.t04", FeedbackAction.DISLIKE),  # nothing shown
                Feedback("s002.t02", FeedbackAction.NONE, 4.0),
            ),
            timings={"seconds": 7.0, "model_cost": 0.25, "model_calls": 3, "model_tokens": 700},
        ),
        episode(
            seed=1,
            feedback=(Feedback("s001.t02", satisfaction=5.0),),
            timings={"model_cost": 0.75, "model_calls": 4, "model_tokens": 200},
        ),
        episode(seed=2, timings={"seconds": 7.0}),  # no model, or none with a price
        faulty(
            seed=3, feedback=(Feedback("s001.t02", satisfaction=0.0),), timings={"model_cost": 9.0, "model_calls": 9}
        ),
    ),
    {
        "all": {
            "faults": (1 / 4, 4),
            "reward": (0, 3),
            "satisfaction": ((9 + 4 + 5) / 3, 3),  # over feedback, not over episodes
            "cost": ((0.25 + 0.75) / 2, 2),
            "model_calls": ((3 + 4) / 2, 2),
            "model_tokens": ((700 + 200) / 2, 2),
        },
    },
)

LIVES["trust at the end of each session"] = Case(
    (
        episode(trust=(TrustNote(session=1, trust=0.5), TrustNote(session=2, trust=0.9))),
        episode(seed=1, trust=(TrustNote(session=1, trust=0.4),)),
        episode(seed=2),  # a person whose policy has no trust
    ),
    {
        "all": {"faults": (0, 3), "reward": (0, 3), "trust": ((0.5 + 0.9 + 0.4) / 3, 3)},
        "session=1": {"trust": ((0.5 + 0.4) / 2, 2)},
        "session=2": {"trust": (0.9, 1)},
    },
    slices=("session",),
)

# ---------------------------------------------------------------------- standing rules

RULES = (
    ("ann", "r1", "length"),
    ("ann", "r2", "procedure"),
    ("bob", "r3", "emoji"),
    ("cem", "r4", "length"),
    ("ann", "r5", "units"),
    ("bob", "r6", "procedure"),
)


def conduct(person: str, kept: str, broken: str) -> ConductNote:
    return ConductNote(person, "", tuple(kept.split()), tuple(broken.split()))


CONDUCT = (
    conduct("ann", "r1 r2", ""),
    conduct("bob", "r3", "r6"),
    conduct("ann", "r1", "r2"),
    conduct("ann", "r1", "r2"),
    conduct("ann", "", "r1"),
    conduct("bob", "r3", "r6"),
    conduct("ann", "r5", ""),
    conduct("bob", "r3", "r6"),
    conduct("ann", "r5", ""),
    conduct("bob", "r3", ""),
)
LIVES["standing rules"] = Case(
    (
        episode(
            rules=tuple(RuleRecord(person=person, id=id, kind=kind, setting="") for person, id, kind in RULES),
            conduct=CONDUCT,
        ),
    ),
    {
        # r1: 3 of 4. r2: 1 of 3. r3: 4 of 4. r6: 0 of 3. r4 had no opportunity, and r5 two, one too few.
        "all": {
            **EPISODE,
            "compliance": ((3 / 4 + 1 / 3 + 1 + 0) / 4, 4),
            "opportunities": ((6 + 4 + 0) / 3, 3),  # replies to Ann, Bob and Cem, however many rules each tested
        },
        "rules=manners": {"compliance": ((3 / 4 + 1) / 2, 2)},
        "rules=procedures": {"compliance": ((1 / 3 + 0) / 2, 2)},
    },
)

# ---------------------------------------------------------------------- noise

LIVES["answers by the noise in their evidence"] = Case(
    (
        episode(
            probe("n1", asked("correct", noise=("typos",)), anchor=True),
            probe("n2", asked("wrong", noise=("typos", "vague-dates")), asked("correct", attempt=2)),
            probe("n3", asked("correct")),
            probe("n4", asked("stale"), anchor=True),
            probe("n5", asked("correct", noise=("vague-dates",))),
            probe("n6"),
            probe("n7", untold("correct")),
            probe("n8", void()),
            probe("n9", asked("wrong", noise=("typos",)), anchor=True),
            noise=NoiseRecord(spec="typos:.1+vague-dates:.2", touched=True, turns=()),
        ),
    ),
    {
        "noise=any": {  # n1, n2, n5, n9
            "accuracy": (2 / 4, 4),
            "accuracy_own": (1 / 2, 2),
            "accuracy_own_planned": (1 / 2, 2),
            "accuracy_own_upper": (1 / 2, 2),
            "accuracy_anchor": (1 / 2, 2),
            "accuracy_anchor_planned": (1 / 2, 2),
            "accuracy_anchor_upper": (1 / 2, 2),
            "accuracy_repair": (1, 1),
            **dict.fromkeys(("undetermined", "structured", "stale", "leaked", "unsupported", "abstained"), (0, 4)),
            **dict.fromkeys(("unreached", "void"), (0, 4)),
            "coverage": (1, 4),
        },
        "noise=typos": {  # n1, n2, n9
            "accuracy": (1 / 3, 3),
            "accuracy_own": (0, 1),
            "accuracy_own_planned": (0, 1),
            "accuracy_own_upper": (0, 1),
            "accuracy_anchor": (1 / 2, 2),
            "accuracy_anchor_planned": (1 / 2, 2),
            "accuracy_anchor_upper": (1 / 2, 2),
            "accuracy_repair": (1, 1),
            **dict.fromkeys(("undetermined", "structured", "stale", "leaked", "unsupported", "abstained"), (0, 3)),
            **dict.fromkeys(("unreached", "void"), (0, 3)),
            "coverage": (1, 3),
        },
        "noise=vague-dates": {  # n2, n5
            **plain(1, 2),
            "accuracy": (1 / 2, 2),
            "accuracy_repair": (1, 1),
        },
        "noise=none": {  # n3, n4, n7 and the void n8; the unreached n6 is in no slice
            "accuracy": (2 / 3, 3),
            "accuracy_own": (2 / 2, 2),
            "accuracy_own_planned": (2 / 2, 2),
            "accuracy_own_upper": (2 / 2, 2),
            "accuracy_anchor": (0, 1),
            "accuracy_anchor_planned": (0, 1),
            "accuracy_anchor_upper": (0, 1),
            **dict.fromkeys(("undetermined", "structured", "leaked", "unsupported", "abstained"), (0, 3)),
            "stale": (1 / 3, 3),
            "unreached": (0, 4),
            "void": (1 / 4, 4),
            "coverage": (2 / 4, 4),
        },
    },
)

# ---------------------------------------------------------------------- contrast pairs


def pair(first: str, second: str, *, kinds: tuple[str, str], verdicts: tuple[str, str]) -> tuple[ProbeRecord, ...]:
    """The two questions of a contrast pair; a verdict may also be `unreached` or `void`."""
    outcomes: dict[str, tuple[OutcomeRecord, ...]] = {"unreached": (), "void": (void(),)}
    return tuple(
        probe(id, *outcomes.get(verdict, (asked(verdict),)), kind=kind, contrast=other)
        for id, other, kind, verdict in zip((first, second), (second, first), kinds, verdicts, strict=True)
    )


PAIRS = (
    *pair("q02", "q01", kinds=("adversarial", "update"), verdicts=("correct", "correct")),
    *pair("q03", "q04", kinds=("update", "update"), verdicts=("correct", "wrong")),
    *pair("q05", "q06", kinds=("adversarial", "count"), verdicts=("correct", "unreached")),
    *pair("q07", "q08", kinds=("count", "count"), verdicts=("void", "correct")),
    *pair("q09", "q10", kinds=("update", "count"), verdicts=("stale", "undetermined")),
    probe("q11", asked("correct")),
)
REPAIRED = structs.replace(PAIRS[3], outcomes=(*PAIRS[3].outcomes, asked("correct", attempt=2)))
LIVES["contrast pairs"] = Case(
    (episode(*PAIRS[:3], REPAIRED, *PAIRS[4:]),),
    {
        "all": {
            **EPISODE,
            # q01-q02 of three judged pairs: q04 was repaired too late, q09 and q10 are both not right
            "accuracy_contrast_pairs": (1 / 3, 3),
            "contrast_pairs_left_out": (2 / 5, 5),  # one unreached, one void
            "accuracy_own": (6 / 9, 9),
            "accuracy_own_planned": (6 / 10, 10),
            "accuracy_own_upper": (7 / 9, 9),
            "accuracy_repair": (1, 1),
            "coverage": (9 / 11, 11),
            "undetermined": (1 / 9, 9),
            "stale": (1 / 9, 9),
            **dict.fromkeys(("structured", "leaked", "unsupported", "abstained"), (0, 9)),
            "unreached": (1 / 11, 11),
            "void": (1 / 11, 11),
            **stages(answered=6, failed_not_told=1, failed_untraced=3),
        },
    },
)

LIVES["contrast pairs by the kind of either question"] = Case(
    LIVES["contrast pairs"].records,
    {
        "kind=adversarial": {  # q01-q02 and q05-q06
            "accuracy_contrast_pairs": (1, 1),
            "contrast_pairs_left_out": (1 / 2, 2),
        },
        "kind=update": {  # q01-q02, q03-q04 (once, though both are of this kind), q09-q10
            "accuracy_contrast_pairs": (1 / 3, 3),
            "contrast_pairs_left_out": (0, 3),
        },
        "kind=count": {  # q05-q06, q07-q08, q09-q10
            "accuracy_contrast_pairs": (0, 1),
            "contrast_pairs_left_out": (2 / 3, 3),
        },
    },
    whole=False,
)

# ---------------------------------------------------------------------- streams


def exam(seed: int, block: int, trained: int, right: int, answers: int) -> EpisodeRecord:
    """An exam in which so many of the answers about anchors are right."""
    marks = ["correct"] * right + ["wrong"] * (answers - right)
    probes = [probe(f"a{number}", asked(mark), anchor=True) for number, mark in enumerate(marks)]
    name = f"exam-{block}-{trained}"
    return episode(*probes, scenario=name, seed=seed, config=placed("exam", block, trained))


def anchors(right: int, answers: int) -> dict[str, tuple[float, int]]:
    """The figures of anchors without recalled items that are right or wrong."""
    renamed = {name.replace("own", "anchor"): figure for name, figure in plain(right, answers).items()}
    return {**renamed, **stages(answered=right, failed_untraced=answers - right)}


STREAM = (  # seed, block of the exam, blocks of training, right answers, answers
    *(exam(0, 1, 0, 1, 4), exam(0, 2, 0, 0, 2), exam(1, 1, 0, 0, 1), exam(1, 2, 0, 1, 1)),
    *(exam(0, 1, 1, 3, 4), exam(0, 2, 1, 1, 2), exam(1, 1, 1, 1, 1), exam(1, 2, 1, 1, 1)),
    *(exam(0, 1, 2, 2, 4), exam(0, 2, 2, 2, 2), exam(1, 1, 2, 1, 1), exam(1, 2, 2, 0, 1)),
)
LIVED = tuple(
    episode(probe("a", asked(mark), anchor=True), seed=seed, scenario=f"train-{block}", score=7.0, config=config)
    for seed, mark in ((0, "wrong"), (1, "correct"))
    for block in (1, 2)
    for config in (placed("train", block, block),)
)
LIVES["two streams of two blocks"] = Case(
    (*STREAM[:4], *LIVED[::2], *STREAM[4:8], *LIVED[1::2], *STREAM[8:]),
    {
        "all": {  # the four exams after both blocks: 2 of 4, 2 of 2, 1 of 1, 0 of 1
            "faults": (0, 16),
            "reward": (0, 4),
            **anchors(5, 8),
        },
        "exam=2,trained=1": {"reward": (0, 2), **anchors(2, 3)},  # 1 of 2 and 1 of 1
        "exam=1,trained=0": {"reward": (0, 2), **anchors(1, 5)},
        "train=1": {"reward": (7, 2), **anchors(1, 2)},
        # R of stream 0: .25 0 before, .75 .5 after one block, .5 1 after two. R of stream 1: 0 1, 1 1, 1 0.
        "of=accuracy_anchor,trained=0": {"average_accuracy": ((0.125 + 0.5) / 2, 2)},
        "of=accuracy_anchor,trained=1": {"average_accuracy": ((0.625 + 1) / 2, 2)},
        "of=accuracy_anchor,trained=2": {"average_accuracy": ((0.75 + 0.5) / 2, 2)},
        "of=accuracy_anchor": {
            "average_accuracy": ((0.75 + 0.5) / 2, 2),  # means over streams, not over answers
            "backward_transfer": ((-0.25 + 0) / 2, 2),  # R[2][1] - R[1][1]
            "forward_transfer": ((0.5 + 0) / 2, 2),  # R[1][2] - R[0][2]
            "forgetting": ((0.25 + 0) / 2, 2),  # R[1][1] - R[2][1]
            "gain": ((0.625 + 0) / 2, 2),  # (.25 + 1) / 2 and (1 - 1) / 2
        },
    },
)

# ---------------------------------------------------------------------- failure stages

TALK = tuple(turn(id, minute) for minute, id in enumerate(("s001.t01", "s001.t02", "s001.t03", "s001.t04", "s001.t05")))
JOURNAL = (
    op("ADD", "i1", "s001.t01", cause="s001.t01"),
    op("ADD", "i2", "s001.t02", cause="s001.t02"),
    op("ADD", "i3", "s001.t03", cause="s001.t03"),
    op("UPDATE", "i2", "s001.t03", cause="s001.t03"),
    op("DELETE", "i1", cause="s001.t04"),
)
"""The first turn is forgotten, the second changed, the third held, and the others are not written."""


def failed(verdict: VerdictName, *evidence: str, recalled: tuple[str, ...] = ()) -> OutcomeRecord:
    """A question after the talk whose answer needs these turns."""
    return asked(verdict, evidence=(evidence,) if evidence else (), recalled=recalled, time=at(10))


LIVES["the stage at which each answer failed"] = Case(
    (
        episode(
            probe("not told", untold("wrong", evidence=(("s001.t03",),), recalled=("s001.t03",))),
            probe("not reached"),
            probe("void", void()),
            *(probe(f"not written {n}", failed("wrong", "s001.t04")) for n in range(3)),
            *(probe(f"changed {n}", failed("wrong", "s001.t02")) for n in range(4)),
            *(probe(f"forgotten {n}", failed("abstained", "s001.t01")) for n in range(5)),
            *(probe(f"not recalled {n}", failed("undetermined", "s001.t03")) for n in range(6)),
            *(probe(f"not used {n}", failed("abstained", "s001.t03", recalled=("s001.t03",))) for n in range(6)),
            probe("not used, off task", failed("off_task", "s001.t03", recalled=("s001.t03",))),
            *(
                probe(f"misused {verdict}", failed(verdict, "s001.t03", recalled=("s001.t03",)))
                for verdict in ("partial", "stale", "wrong", "unsupported", "leaked")
            ),
            *(probe(f"misused {n}", failed("wrong", "s001.t01", recalled=("s001.t01",))) for n in range(3)),
            *(probe(f"open {n}", failed("undetermined", "s001.t03", recalled=("s001.t03",))) for n in range(9)),
            *(probe(f"untraced {n}", failed("wrong")) for n in range(10)),
            *(probe(f"right {n}", failed("correct", "s001.t01")) for n in range(11)),
            probe("not asked for an answer", untold("wrong"), kind="abstention"),
            transcript=TALK,
            journal=JOURNAL,
        ),
    ),
    {
        # 65 questions have a planned answer and are not void. A right answer is right, even if its turns are forgotten.
        "all": stages(
            answered=11,
            failed_not_told=2,
            failed_not_written=3,
            failed_changed=4,
            failed_forgotten=5,
            failed_not_recalled=6,
            failed_not_used=7,
            failed_misused=8,
            failed_open=9,
            failed_untraced=10,
        )
    },
    whole=False,
)
