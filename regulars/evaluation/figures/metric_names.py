"""The names of all metrics with their meanings, for the reference of fields and for figures that a run lacks.

Names of retrieval metrics stand without their cut-off: `turn_recall_all` is `turn_recall_all@5`, `@10` and so on.
"""

from __future__ import annotations

from collections.abc import Mapping

from regulars.evaluation.figures.failure_stages import FailureStage, metric_of

_RETRIEVAL = {
    "recall_any": "1 if any turn of the evidence is among the first k recalled {unit}s",
    "recall_all": "1 if all evidence is among the first k recalled {unit}s",
    "recall_fraction": "share of the evidence among the first k recalled {unit}s",
    "ndcg": "normalised discounted cumulative gain of the first k recalled {unit}s",
    "ndcg_lme": "the same as LongMemEval's code computes it",
    "mrr": "1 / rank of the first {unit} of the evidence",
}
_STAGES = {
    FailureStage.NONE: "share of answerable planned questions that were answered right",
    FailureStage.NOT_TOLD: "share whose answer was not told in time, or that were not asked",
    FailureStage.NOT_WRITTEN: "share that was told, but of which the memory made no item",
    FailureStage.CHANGED: "share that was written, then overwritten by other turns",
    FailureStage.FORGOTTEN: "share that was written, then deleted or quarantined",
    FailureStage.NOT_RECALLED: "share that was held, but not recalled",
    FailureStage.NOT_USED: "share that was recalled, but not used by the reply",
    FailureStage.MISUSED: "share that was recalled, but answered with something else",
    FailureStage.OPEN: "share that was recalled, with an undetermined verdict",
    FailureStage.UNTRACED: "share whose record lacks the recalled items or the evidence",
}

METRICS: Mapping[str, str] = {
    "accuracy_anchor": "right answers among questions about anchors; the only metric that may rank systems",
    "accuracy_anchor_planned": "the same over all planned questions about anchors",
    "accuracy_anchor_upper": "the same with undetermined verdicts as right",
    "accuracy_own": "right answers among the other questions that were asked",
    "accuracy_own_planned": "the same over all other planned questions; unreached ones are wrong",
    "accuracy_own_upper": "the same with undetermined verdicts as right",
    "accuracy": "right answers among all questions asked, in slices of noise",
    "accuracy_contrast_pairs": "contrast pairs of which both answers are right",
    "contrast_pairs_left_out": "contrast pairs with an unreached or void question",
    "accuracy_repair": "right answers among questions that were asked again after a correction",
    "recall_all@10": "questions with all evidence among the first ten recalled items, at the level of the memory",
    "use": "accuracy where all evidence was recalled",
    "unaided": "accuracy where it was not",
    "coverage": "planned questions whose answer was told in time",
    "unreached": "planned questions that were never asked",
    "void": "planned questions whose subject never came about",
    "stale": "answers with a replaced value",
    "leaked": "answers with another person's value",
    "unsupported": "answers with a value that was never told",
    "abstained": "abstentions where an answer was told",
    "undetermined": "verdicts that the matcher leaves open",
    "structured": "answers that declare a structured answer",
    "late": "answers after their time limit",
    "should_abstain": "unanswerable questions that got an answer",
    "judge_unreadable": "verdicts of a judge that cannot be read",
    "judge_accuracy": "right answers among the readable verdicts of a judge",
    "judge_failed": "replies that a judge could not be asked about",
    "unrated": "ratings of a judge that cannot be read",
    "realmem_answer": "RealMem's rating of an answer by a judge, 0 to 3",
    "realmem_recall": "RealMem's rating of what was recalled, 0 to 1",
    "realmem_helpfulness": "RealMem's rating of helpfulness, 0 to 2",
    "richness": "RoleMemo's rating of richness, 0 to 5",
    "logic": "RoleMemo's rating of logic, 0 to 5",
    "consistency": "RoleMemo's rating of consistency with the persona, 0 to 5",
    "attractiveness": "RoleMemo's rating of attractiveness, 0 to 5",
    "cut": "answers of the assistant's model that its token limit ended",
    "token_f1": "F1 of the words of answers to recorded questions",
    "accuracy_abstention": "abstentions among recorded questions without an answer",
    "accuracy_options": "right choices among recorded multiple-choice questions",
    "tokens": "tokens of the context of a reply",
    "reward": "the assistant's reward in an episode",
    "model_calls": "calls of models in an episode",
    "model_tokens": "tokens of models in an episode, sent and received",
    "cost": "price of an episode's model calls; missing for models without a price",
    "seconds": "seconds that the assistant took for a reply; in runs that are measured by session or distance",
    "assistant_calls": "the assistant's calls of models in a session, or for the answer to a question by its distance",
    "assistant_tokens": "the tokens of these calls, sent and received",
    "assistant_cost": "the price of these calls; missing for models without a price",
    "satisfaction": "satisfaction shown with a feedback, 0 to 10",
    "trust": "trust at the end of a session, 0 to 1; in runs that are measured by session",
    "goal": "score of a project, 0 to 100",
    "faults": "episodes that ended with a fault",
    "compliance": "standing rules that were kept, per opportunity",
    "opportunities": "replies of an episode that gave a person's rules an opportunity",
    "integrity_violation": "private attributes that some message revealed",
    "integrity_coverage": "needed content that messages hold",
    "average_accuracy": "streams: mean score over all blocks",
    "backward_transfer": "streams: what later blocks did to earlier ones",
    "forward_transfer": "streams: what earlier blocks did for later ones",
    "forgetting": "streams: mean drop from each block's best score",
    "gain": "streams: effect of the whole training",
    **{metric_of(stage): meaning for stage, meaning in _STAGES.items()},
    **{
        f"{unit}_{name}": meaning.format(unit=unit)
        for unit in ("turn", "session")
        for name, meaning in _RETRIEVAL.items()
    },
}
"""The meaning of each metric; a mean over answers, replies or episodes unless it says otherwise."""


def is_metric(name: str) -> bool:
    """Whether a run may have a metric of this name."""
    return name in METRICS or ("@" in name and name.partition("@")[0] in METRICS)
