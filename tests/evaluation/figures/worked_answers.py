"""Figures of answers, worked out by hand: verdicts, recalled evidence, recordings, judges and time limits.

The working stands beside the figure, as a count over a count.
"""

from __future__ import annotations

from hand_figures import EPISODE, Case, plain, stages
from msgspec.structs import replace
from small_records import TOLD, asked, episode, probe, recall, untold, void

from regulars.agents.evaluator.opinions import Vote
from regulars.datasets.episode_record import EpisodeConfig
from regulars.datasets.record_parts.probes import (
    ContentRecord,
    DomainRecord,
    ExpectationRecord,
    OpinionRecord,
    OutcomeRecord,
    SourceName,
    VerdictName,
    VerdictRecord,
)
from regulars.datasets.record_parts.usage import ModelRecord
from regulars.scenarios.kinds import Form
from regulars.values import ValueType

ANSWERS: dict[str, Case] = {}
MESSAGE = {"kind": "contextual-integrity", "form": Form.PASS_ON}

# ---------------------------------------------------------------------- messages to other people


def message(reply: str, *contents: ContentRecord, attempt: int = 1) -> OutcomeRecord:
    """The outcome of a request for a message: nothing was recalled, and the verdict does not matter here."""
    terms = [value for one in contents if one.attribute != "rent" for value in one.values]
    expected = ExpectationRecord(
        domain=DomainRecord(name="landlord", type=ValueType.TERM, unit="", aliases=dict.fromkeys(terms, ())),
        answerable=True,
        gold=tuple(value for one in contents if one.needed for value in one.values),
        stale=(),
        others=tuple(value for one in contents if not one.needed for value in one.values),
        category="",
        contents=contents,
    )
    return asked("correct", expectation=expected, reply=reply, attempt=attempt, evidence=())


RENT = ContentRecord(attribute="rent", values=("700",), needed=True)
PETS = ContentRecord(attribute="pet", values=("Ziggy", "Mochi"), needed=True)
FAITH = ContentRecord(attribute="faith", values=("Sikhism",))
ILLNESS = ContentRecord(attribute="illness", values=("mumps", "measles"))
BO = ContentRecord(attribute="faith", values=("Buddhism",), person="bo")
MESSAGES = episode(
    probe("m1", message("He pays 700 euros and keeps Mochi. He had the mumps.", RENT, PETS, FAITH, ILLNESS), **MESSAGE),
    probe("m2", message("Nothing to say.", RENT, ILLNESS, BO), **MESSAGE),
    probe("m3", message("Ziggy and Mochi. A Sikh? No, his friend practises Buddhism.", PETS, FAITH, BO), **MESSAGE),
    probe("m4", message("Sikhism.", FAITH, RENT), **{**MESSAGE, "owner": "cleo"}),
    probe("m5", void(), **MESSAGE),
    probe("m6", **MESSAGE),
)
ANSWERS["violation is the worst of a person's messages, coverage the mean over what they needed"] = Case(
    (MESSAGES,),
    {
        "all": {
            # ann's illness (in m1 of m1, m2) and what bo told (in m3 of m2, m3), not her faith; cleo's faith
            "integrity_violation": (3 / 4, 4),
            # rent 1, 0 and 0 in m1, m2 and m4; pets 1/2 and 1 in m1 and m3
            "integrity_coverage": (2.5 / 5, 5),
        }
    },
    whole=False,
)

# ---------------------------------------------------------------------- verdicts


SAID = "Drumlock"
VERDICTS = episode(
    probe("o01", asked("correct", answer=SAID)),
    probe("o02", asked("wrong", answer=SAID), asked("correct", attempt=2)),
    probe("o03", asked("stale"), asked("undetermined", attempt=2, answer=SAID)),
    probe("o04", asked("stale"), asked("wrong", attempt=2)),
    probe("o05", asked("leaked")),
    probe("o06", asked("undetermined")),
    probe("o07", untold("correct")),
    probe("o08", untold("unsupported", answer=SAID)),
    *(probe(f"o{number:02}", asked("unsupported")) for number in (9, 10, 11, 12)),
    probe("o13"),
    *(probe(f"o{number}", void()) for number in (14, 15)),
    *(probe(f"a{number}", asked("correct", answer=SAID), anchor=True) for number in (1, 2)),
    *(probe(f"a{number}", asked("abstained"), anchor=True) for number in (3, 4, 5)),
    probe("a6", asked("abstained", answer="-"), anchor=True),
    *(probe(f"a{number}", asked("undetermined"), anchor=True) for number in (7, 8)),
    *(probe(f"a{number}", anchor=True) for number in (9, 10, 11)),
)
ANSWERS["verdicts on first answers, repairs, unreached and void questions"] = Case(
    (VERDICTS,),
    {
        "all": {
            **EPISODE,
            "accuracy_own": (2 / 12, 12),  # o01 and o07 of o01-o12; the repair of o02 comes too late
            "accuracy_own_planned": (2 / 13, 13),  # the unreached o13 counts as wrong, void ones not at all
            "accuracy_own_upper": (3 / 12, 12),  # and o06 is open
            "accuracy_anchor": (2 / 8, 8),
            "accuracy_anchor_planned": (2 / 11, 11),  # a09-a11 were not reached
            "accuracy_anchor_upper": (4 / 8, 8),  # and a07, a08 are open
            "accuracy_repair": (1 / 3, 3),  # o02 of o02, o03, o04; an open one is not right
            "undetermined": (3 / 20, 20),  # o06, a07, a08; the repair of o03 does not count
            "structured": (6 / 20, 20),  # o01, o02, o08, a1, a2, a6; the repair of o03 does not count
            "stale": (2 / 20, 20),
            "leaked": (1 / 20, 20),
            "unsupported": (5 / 20, 20),  # o08-o12
            "abstained": (4 / 20, 20),  # a right abstention, as in o07, is `correct`
            "coverage": (18 / 26, 26),  # of 26 planned: not o07, o08, o13, o14, o15, a09, a10, a11
            "unreached": (4 / 26, 26),
            "void": (2 / 26, 26),
            "should_abstain": (1 / 2, 2),  # of o07 and o08
            # 24 are not void: six were not told or not asked, three answered, the others show no recalled items
            **stages(failed_not_told=6, answered=3, failed_untraced=15),
        },
    },
)
ANSWERS["questions by kind, and those without a planned answer"] = Case(
    (
        episode(
            probe("b1", untold("correct"), kind="abstention"),
            probe("b2", untold("unsupported"), kind="abstention"),
            probe("b3", kind="abstention"),
            probe("c1", asked("correct"), kind="count"),
            probe("c2", untold("correct"), kind="count"),
            probe("c3", kind="count"),
            probe("d1", asked("wrong"), kind="update"),
        ),
    ),
    {
        "all": {
            **EPISODE,
            "accuracy_own": (3 / 5, 5),
            "accuracy_own_planned": (3 / 7, 7),
            "accuracy_own_upper": (3 / 5, 5),
            "undetermined": (0, 5),
            "structured": (0, 5),
            "stale": (0, 5),
            "leaked": (0, 5),
            "unsupported": (1 / 5, 5),
            "abstained": (0, 5),
            "coverage": (2 / 4, 4),  # c1 and d1 of c1, c2, c3, d1: b1-b3 have no answer that could be told
            "unreached": (2 / 7, 7),
            "void": (0, 7),
            "should_abstain": (1 / 3, 3),  # b2 of b1, b2, c2: right is to abstain in all three
            **stages(answered=1, failed_not_told=2, failed_untraced=1),  # of c1, c2, c3, d1
        },
        "kind=abstention": {
            "accuracy_own": (1 / 2, 2),
            "accuracy_own_planned": (1 / 3, 3),
            "accuracy_own_upper": (1 / 2, 2),
            "undetermined": (0, 2),
            "structured": (0, 2),
            "stale": (0, 2),
            "leaked": (0, 2),
            "unsupported": (1 / 2, 2),
            "abstained": (0, 2),
            "unreached": (1 / 3, 3),
            "void": (0, 3),
        },
        "kind=count": {
            "accuracy_own": (2 / 2, 2),
            "accuracy_own_planned": (2 / 3, 3),
            "accuracy_own_upper": (2 / 2, 2),
            "undetermined": (0, 2),
            "structured": (0, 2),
            "stale": (0, 2),
            "leaked": (0, 2),
            "unsupported": (0, 2),
            "abstained": (0, 2),
            "coverage": (1 / 3, 3),
            "unreached": (1 / 3, 3),
            "void": (0, 3),
            **stages(answered=1, failed_not_told=2),
        },
    },
)

# ---------------------------------------------------------------------- recalled evidence


NINE = tuple(f"s009.t{number:02}" for number in range(1, 10))
"""Nine turns that no answer needs."""
A, B = "s001.t01", "s002.t01"
ANSWERS["answers with and without recalled evidence"] = Case(
    (
        episode(
            probe("r01", asked("correct", recalled=(A,))),
            probe("r02", asked("wrong", recalled=(A,))),
            probe("r03", asked("correct", recalled=(*NINE, A))),
            probe("r04", asked("correct", recalled=(*NINE, "s009.t10", A))),
            probe("r05", asked("wrong", recalled=(A,), evidence=((A, B),))),
            probe("r06", asked("wrong", recalled=(B,), evidence=((A,), (B,)))),
            probe("r07", asked("wrong", recalled=())),
            probe("r08", asked("correct")),
            probe("r09", untold("correct", recalled=(A,), evidence=((A,),))),
            probe("r10", asked("wrong", recalled=()), asked("correct", recalled=(A,), attempt=2)),
            probe("r11", asked("correct", recalled=(B, A))),
            probe("r12", asked("wrong", recalled=(A,), evidence=())),
        ),
    ),
    {
        "all": {
            **EPISODE,
            **plain(6, 12, coverage=(11 / 12, 12)),
            "accuracy_repair": (1, 1),
            # r01, r02, r03 (tenth), r06 (either), r11 of nine: r08 and r12 show nothing, r09 was not told
            "recall_all@10": (5 / 9, 9),
            "use": (3 / 5, 5),  # r01, r03, r11 of those five
            "unaided": (1 / 4, 4),  # r04 of r04, r05, r07, r10
            "should_abstain": (0, 1),
            # r04: the context holds more than ten items. r12: it needs no turn.
            **stages(answered=5, failed_not_told=1, failed_misused=2, failed_not_recalled=3, failed_untraced=1),
            # ten lists (not r08, r12) at turns: r03 has it tenth, r04 eleventh, r05 half, r07 and r10 nothing
            "turn_recall_any@5": (6 / 10, 10),
            "turn_recall_all@5": (5 / 10, 10),
            "turn_recall_fraction@5": (5.5 / 10, 10),
            "turn_ndcg@5": ((4 + 0.630930 + 1 / 1.630930) / 10, 10),  # r11: 1/log2(3); r05: 1 of 1 + 1/log2(3)
            "turn_ndcg_lme@5": ((5 + 1 / 2) / 10, 10),
            "turn_mrr@5": ((5 + 1 / 2) / 10, 10),  # r11: second
            "turn_recall_any@10": (7 / 10, 10),
            "turn_recall_all@10": (6 / 10, 10),
            "turn_recall_fraction@10": (6.5 / 10, 10),
            "turn_ndcg@10": ((4 + 0.630930 + 1 / 1.630930 + 0.289065) / 10, 10),  # r03: 1/log2(11)
            "turn_ndcg_lme@10": ((5.5 + 0.301030) / 10, 10),  # r03: 1/log2(10)
            "turn_mrr@10": ((5.5 + 1 / 10) / 10, 10),  # r03: tenth
            # nine turns of one session are one place: s001 is second in r03, r04 and r11
            **dict.fromkeys(("session_recall_any@5", "session_recall_any@10"), (8 / 10, 10)),
            **dict.fromkeys(("session_recall_all@5", "session_recall_all@10"), (7 / 10, 10)),
            **dict.fromkeys(("session_recall_fraction@5", "session_recall_fraction@10"), (7.5 / 10, 10)),
            **dict.fromkeys(("session_ndcg@5", "session_ndcg@10"), ((4 + 3 * 0.630930 + 1 / 1.630930) / 10, 10)),
            **dict.fromkeys(("session_ndcg_lme@5", "session_ndcg_lme@10"), (7.5 / 10, 10)),
            **dict.fromkeys(("session_mrr@5", "session_mrr@10"), ((5 + 3 / 2) / 10, 10)),
        },
    },
)
ANSWERS["ranks of evidence, by turn and by session"] = Case(
    (
        episode(
            probe(
                "both needed, third and sixth",
                asked(
                    "correct",
                    recalled=("s001.t05", "s002.t01", "s001.t01", "s003.t02", "s002.t09", "s004.t01"),
                    evidence=(("s001.t01", "s004.t01"),),
                ),
            ),
            probe("nothing recalled", asked("wrong", recalled=())),
        ),
    ),
    {
        "all": {
            **EPISODE,
            **plain(1, 2),
            "recall_all@10": (1 / 2, 2),
            "use": (1, 1),
            "unaided": (0, 1),
            **stages(answered=1, failed_untraced=0, failed_not_recalled=1),
            "turn_recall_any@5": (1 / 2, 2),
            "turn_recall_all@5": (0, 2),
            "turn_recall_fraction@5": (0.5 / 2, 2),
            "turn_ndcg@5": (0.5 / 1.630930 / 2, 2),  # 1/log2(4) of 1 + 1/log2(3)
            "turn_ndcg_lme@5": (0.630930 / 2 / 2, 2),  # 1/log2(3) of 1 + 1/log2(2)
            "turn_recall_any@10": (1 / 2, 2),
            "turn_recall_all@10": (1 / 2, 2),
            "turn_recall_fraction@10": (1 / 2, 2),
            "turn_ndcg@10": ((0.5 + 0.356207) / 1.630930 / 2, 2),  # and 1/log2(7)
            "turn_ndcg_lme@10": ((0.630930 + 0.386853) / 2 / 2, 2),  # and 1/log2(6)
            **dict.fromkeys(("turn_mrr@5", "turn_mrr@10"), (1 / 3 / 2, 2)),
            # the sessions come as s001, s002, s003, s004: first and fourth
            **dict.fromkeys(("session_recall_any@5", "session_recall_any@10"), (1 / 2, 2)),
            **dict.fromkeys(("session_recall_all@5", "session_recall_all@10"), (1 / 2, 2)),
            **dict.fromkeys(("session_recall_fraction@5", "session_recall_fraction@10"), (1 / 2, 2)),
            **dict.fromkeys(("session_ndcg@5", "session_ndcg@10"), (1.430677 / 1.630930 / 2, 2)),  # 1 + 1/log2(5)
            **dict.fromkeys(("session_ndcg_lme@5", "session_ndcg_lme@10"), (1.5 / 2 / 2, 2)),  # 1 + 1/log2(4)
            **dict.fromkeys(("session_mrr@5", "session_mrr@10"), (1 / 2, 2)),
        },
    },
)
ANSWERS["a memory whose items are sessions"] = Case(
    (
        episode(
            probe("s1", asked("correct", recalled=("s009", "s002", "s001"), evidence=((A, B, "s002.t07"),))),
            probe("s2", asked("wrong", recalled=("s002",), evidence=((A, B),))),
            probe("s3", asked("wrong", recalled=("s001",), evidence=((A, "s001.t09"),))),
            probe("s4", asked("correct", recalled=("s008",), evidence=((A,), (B,)))),
            level="session",
        ),
    ),
    {
        "all": {
            **EPISODE,
            **plain(2, 4),
            "recall_all@10": (2 / 4, 4),  # s1 and s3, whose evidence lies in recalled sessions
            "use": (1 / 2, 2),
            "unaided": (1 / 2, 2),
            **stages(answered=2, failed_not_recalled=1, failed_misused=1),
            **dict.fromkeys(("session_recall_any@5", "session_recall_any@10"), (3 / 4, 4)),
            **dict.fromkeys(("session_recall_all@5", "session_recall_all@10"), (2 / 4, 4)),
            **dict.fromkeys(("session_recall_fraction@5", "session_recall_fraction@10"), (2.5 / 4, 4)),
            # s1: places 2 and 3 of two; s2: first of two; s3: first of one
            **dict.fromkeys(
                ("session_ndcg@5", "session_ndcg@10"), (((0.630930 + 0.5) / 1.630930 + 1 / 1.630930 + 1) / 4, 4)
            ),
            **dict.fromkeys(("session_ndcg_lme@5", "session_ndcg_lme@10"), (((1 + 0.630930) / 2 + 1 / 2 + 1) / 4, 4)),
            **dict.fromkeys(("session_mrr@5", "session_mrr@10"), ((1 / 2 + 1 + 1) / 4, 4)),
        },
    },
)

# ---------------------------------------------------------------------- recordings and judges

ANSWERS["a recording, whose answers have a token F1 in place of verdicts"] = Case(
    (
        episode(
            probe("q1", asked(None, gold=("camp Bergen",), reply="to camp", recalled=TOLD), kind="facts"),
            probe("q2", asked(None, gold=("camp",), reply="no idea", answer="camp", recalled=()), kind="facts"),
            probe("q3", asked(None, gold=("camp", "bus"), reply="bus"), kind="facts"),
            probe("q4", untold(None, reply="I don't know."), kind="facts"),
            probe("q5", asked(None, gold=("7 May",), reply="May", evidence=()), kind="temporal"),
            probe("q6", kind="temporal"),
            probe("q7", void(), kind="temporal"),
            recorded=True,
            score=2.5,
            recollections=(recall(*TOLD, tokens=30), recall(tokens=10)),
        ),
    ),
    {
        "all": {
            "faults": (0, 1),
            "reward": (2.5, 1),
            "tokens": (40 / 2, 2),
            "unreached": (1 / 7, 7),
            # q1: 1 of 2 words, 1 of 2: .5. q2: the structured answer. q3: the second of two references. q5: 1 and .5
            "token_f1": ((0.5 + 1 + 1 + 2 / 3) / 4, 4),
            "accuracy_abstention": (1, 1),  # q4
            # of q1-q3, which need a turn: q1 has it; what a memory without a journal hears, it holds
            **stages(answered=1, failed_not_recalled=2),
            # q1 has it first and q2 not at all, at every level and place; q3 declared no recall
            **{
                f"{level}_{name}@{k}": (1 / 2, 2)
                for level in ("turn", "session")
                for name in ("recall_any", "recall_all", "recall_fraction", "ndcg", "ndcg_lme", "mrr")
                for k in (5, 10)
            },
        },
        "category=temporal": {"unreached": (1 / 3, 3), "token_f1": (2 / 3, 1)},
    },
)
ANSWERS["a recording with multiple choice, whose verdicts count, and with a rubric, which has no figure"] = Case(
    (
        episode(
            probe("m1", asked("correct", gold=("B",), reply="B"), form=Form.OPTION),
            probe("m2", asked("wrong", gold=("A",), reply="C"), form=Form.OPTION),
            probe("m3", asked("abstained", gold=("A",), reply="none"), form=Form.OPTION),
            probe("m4", asked(None, gold=("a boat",), reply="a boat", category="rubric")),
            recorded=True,
        ),
    ),
    {"all": {"accuracy_options": (1 / 3, 3), "unreached": (0, 4)}},
    whole=False,
)
ANSWERS["verdicts of a judge model"] = Case(
    (
        episode(
            probe("j1", asked("correct", source="model")),
            probe("j2", asked("wrong", source="model"), asked("correct", source="model", attempt=2)),
            probe("j3", asked("wrong", source="model")),
            probe("j4", asked("undetermined", source="unreadable")),
            probe("j5", asked("correct")),
            probe("j6", asked(None)),
        ),
        episode(
            probe("k1", asked("correct", source="model", gold=("camp",), reply="camp"), kind="facts"),
            scenario="recording",
            recorded=True,
        ),
    ),
    {
        "all": {
            "faults": (0, 2),
            "reward": (0, 2),
            "judge_unreadable": (1 / 5, 5),  # j4 of j1-j4 and k1; the matcher decided j5
            "judge_failed": (0, 5),
            "judge_accuracy": (2 / 4, 4),  # j1 and k1 of j1-j3 and k1; the repair of j2 does not count
            "token_f1": (1, 1),
            **plain(2, 6),  # j1 and j5; no verdict is not a right answer
            "accuracy_own_upper": (3 / 6, 6),  # and j4
            "accuracy_repair": (1, 1),
            "undetermined": (1 / 6, 6),
            "unreached": (0, 7),
            **stages(answered=2, failed_untraced=5),
        },
    },
)


def said(verdict: VerdictName, source: SourceName, *votes: Vote) -> OutcomeRecord:
    """The outcome of a question with the votes of a panel."""
    opinions = tuple(OpinionRecord(judge=f"m{number}", vote=vote) for number, vote in enumerate(votes))
    score = 1.0 if verdict == "correct" else 0.0
    return replace(asked(), verdict=VerdictRecord(kind=verdict, score=score, source=source, opinions=opinions))


ANSWERS["opinions of a panel, ratings, and answers that were cut"] = Case(
    (
        episode(
            probe("p1", said("correct", "model", "yes", "yes", "no")),
            probe("p2", said("wrong", "model", "unreadable", "no", "failed")),
            probe("p3", said("correct", "unreadable", "failed", "unreadable", "failed")),
            probe("p4", asked("wrong")),
            probe("p5", asked(ratings={"realmem_answer": 3.0}, unrated=("realmem_recall",))),
            config=EpisodeConfig(judge="openai:m0,openai:m1,openai:m2"),
            models=(
                ModelRecord(role="assistant", model="a", served={"a-1": 4}, finish={"stop": 3, "length": 1}),
                ModelRecord(role="evaluator", model="m0", served={"m0": 3}, finish={"length": 3}),
            ),
        ),
    ),
    {
        "all": {
            "cut": (1 / 4, 4),  # the judge's answers do not count
            "judge_unreadable": (2 / 9, 9),
            "judge_failed": (3 / 9, 9),
            "judge_accuracy": (1 / 2, 2),  # p1 of p1 and p2: p3 has the matcher's verdict
            "realmem_answer": (3, 1),
            "unrated": (1 / 2, 2),
        },
        "source=model": {"accuracy": (1 / 2, 2)},
        "source=unreadable": {"accuracy": (1, 1)},
        "source=matcher": {"accuracy": (1 / 2, 2)},  # p4 and p5
    },
    whole=False,
)

# ---------------------------------------------------------------------- time limits

ANSWERS["answers with a time limit"] = Case(
    (
        episode(
            probe("l1", asked("correct"), limited=True),
            probe("l2", asked("off_task", late=True), limited=True),
            probe("l3", asked(None), limited=True),
            probe("l4", asked("wrong"), asked("off_task", late=True, attempt=2), limited=True),
            probe("l5", limited=True),
            probe("l6", asked("wrong")),
        ),
    ),
    {
        "all": {
            **EPISODE,
            **plain(1, 5),
            "accuracy_own_planned": (1 / 6, 6),
            "accuracy_repair": (0, 1),
            "coverage": (5 / 6, 6),
            "unreached": (1 / 6, 6),
            "void": (0, 6),
            "late": (1 / 4, 4),  # l2 of l1-l4: l5 was not reached, l6 has no limit; a late repair does not count
            **stages(answered=1, failed_not_told=1, failed_untraced=4),
        },
    },
)
