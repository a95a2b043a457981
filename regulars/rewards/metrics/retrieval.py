"""Retrieval metrics: how well a ranked list covers the evidence of a question, by turn and by session.

Evidence is a set of alternatives, each a sufficient set of turn ids. `recall_any` needs one id of one alternative,
`recall_all` needs one whole alternative. The fraction and both NDCGs use the alternative that the top k covers best.
The reciprocal rank is that of the first id of any alternative.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log2

from regulars.dialogue import is_session_id
from regulars.errors import ConfigurationError

Alternatives = Sequence[Sequence[str]]
KS = (5, 10)
"""The cut-offs in result tables."""


def recall_any(ranked: Sequence[str], alternatives: Alternatives, k: int) -> float:
    """Returns 1 if the top k contain at least one id of any alternative, else 0."""
    top = set(ranked[:k])
    return float(any(not top.isdisjoint(alternative) for alternative in alternatives))


def recall_all(ranked: Sequence[str], alternatives: Alternatives, k: int) -> float:
    """Returns 1 if the top k contain all ids of any one alternative, else 0."""
    top = set(ranked[:k])
    return float(any(bool(alternative) and top.issuperset(alternative) for alternative in alternatives))


def recall_fraction(ranked: Sequence[str], alternatives: Alternatives, k: int) -> float:
    """The share of the best covered alternative's ids in the top k, in [0, 1]."""
    top = set(ranked[:k])
    return max((_coverage(top, alternative) for alternative in alternatives), default=0.0)


def ndcg(ranked: Sequence[str], alternatives: Alternatives, k: int) -> float:
    """Normalised discounted cumulative gain at k, in [0, 1]: gain 1 at rank r counts 1 / log2(r + 1).

    Source: Järvelin and Kekäläinen (2002), with binary gains and the logarithm in common use since; the ideal ranking
    puts min(k, number of ids) of them first.
    """
    return _ndcg(ranked, alternatives, k, lambda rank: 1.0 / log2(rank + 1))


def ndcg_lme(ranked: Sequence[str], alternatives: Alternatives, k: int) -> float:
    """NDCG as LongMemEval (arXiv 2410.10813) and RealMem (arXiv 2601.06966) compute it, in [0, 1].

    `rel_1 + sum over i >= 2 of rel_i / log2(i)`, divided by its ideal: ranks 1 and 2 are both undiscounted.
    """
    return _ndcg(ranked, alternatives, k, lambda rank: 1.0 if rank == 1 else 1.0 / log2(rank))


def mrr(ranked: Sequence[str], alternatives: Alternatives, k: int) -> float:
    """The reciprocal rank of the first id of an alternative in the top k, in [0, 1]; 0 if there is none.

    Its mean over questions is the MRR. Source: Voorhees, The TREC-8 Question Answering Track Report (1999).
    """
    wanted = {id for alternative in alternatives for id in alternative}
    return next((1.0 / rank for rank, id in enumerate(ranked[:k], 1) if id in wanted), 0.0)


def to_sessions(ranked: Sequence[str]) -> list[str]:
    """Converts turn ids (`s003.t05`) to session ids (`s003`), each at its first appearance.

    Example:
        >>> to_sessions(["s003.t05", "s001.t02", "s003.t01"])
        ['s003', 's001']
    """
    return list(dict.fromkeys(id.partition(".")[0] for id in ranked))


def levels(level: str) -> tuple[str, ...]:
    """The levels at which a list of `level` can be measured: a list of turns also ranks sessions."""
    if level == "turn":
        return ("turn", "session")
    if level == "session":
        return ("session",)
    raise ConfigurationError(f"unknown level {level!r}", where="retrieval metrics", expected="'turn' or 'session'")


def retrieval_metrics(
    ranked: Sequence[str] | None, alternatives: Alternatives, level: str = "turn", ks: Sequence[int] = KS
) -> dict[str, float]:
    """All metrics of one ranked list.

    Args:
        ranked: Ids, best first; a repeated id counts once. None if nothing was declared.
        alternatives: The evidence, as turn ids.
        level: `turn` or `session`: the kind of items in `ranked`. The whole list is collapsed to sessions before it is
            cut at k.
        ks: Cut-offs.

    Returns:
        Metric to value, named `turn_recall_any@5`. Empty if there is nothing to measure: no list was declared, or the
        question has no evidence. A list declared empty gives zeros. Evidence that names a whole session (`s003`) is
        measured at the level of sessions only.
    """
    wanted = [alternative for alternative in alternatives if alternative]
    measured = levels(level)
    if any(is_session_id(id) for alternative in wanted for id in alternative):
        measured = ("session",)
    if ranked is None or not wanted:
        return {}
    found: dict[str, float] = {}
    for name in measured:
        if name == "turn":
            items, evidence = list(dict.fromkeys(ranked)), wanted
        else:
            items, evidence = to_sessions(ranked), [to_sessions(alternative) for alternative in wanted]
        for k in ks:
            for metric in (recall_any, recall_all, recall_fraction, ndcg, ndcg_lme, mrr):
                found[f"{name}_{metric.__name__}@{k}"] = metric(items, evidence, k)
    return found


def _coverage(top: set[str], alternative: Sequence[str]) -> float:
    wanted = set(alternative)
    return len(top & wanted) / len(wanted) if wanted else 0.0


def _ndcg(ranked: Sequence[str], alternatives: Alternatives, k: int, weight: Callable[[int], float]) -> float:
    top = ranked[:k]
    seen = set(top)
    best, coverage = 0.0, -1.0
    for alternative in alternatives:
        wanted = set(alternative)
        covered = _coverage(seen, alternative)
        if not wanted or covered < coverage:
            continue
        gained = sum(weight(rank) for rank, id in enumerate(top, 1) if id in wanted)
        value = gained / sum(weight(rank) for rank in range(1, min(k, len(wanted)) + 1))
        best = max(best, value) if covered == coverage else value
        coverage = covered
    return best
