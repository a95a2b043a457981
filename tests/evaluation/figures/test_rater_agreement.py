"""How far raters agree, on replies whose kappa and its interval can be worked out by hand."""

from __future__ import annotations

from msgspec import structs
from small_records import asked, episode, placed, probe

from regulars.datasets.record_parts.probes import OpinionRecord
from regulars.evaluation.figures.agreement import AgreementTable, RaterAgreement


def judged(matcher: str, **votes: str):
    """An outcome whose reply the matcher and some judges have rated."""
    outcome = asked()
    opinions = tuple(OpinionRecord(judge=judge, vote=vote) for judge, vote in votes.items())
    return structs.replace(outcome, verdict=structs.replace(outcome.verdict, matcher=matcher, opinions=opinions))


BOTH, NEITHER = judged("correct", m="yes"), judged("wrong", m="no")
ONLY_MATCHER, ONLY_JUDGE = judged("correct", m="no"), judged("wrong", m="yes")


def life(seed: int, *outcomes, **changes):
    return episode(*[probe(f"p{at}", one) for at, one in enumerate(outcomes)], seed=seed, **changes)


def table(*records) -> list[RaterAgreement]:
    found = AgreementTable()
    for record in records:
        found.add(record)
    return found.rows()


def test_an_interval_needs_five_lives_and_is_a_point_where_all_are_alike():
    # In each life 2 both, 1 each alone, 1 neither: agreement 3 of 5; chance 3/5 * 3/5 + 2/5 * 2/5 = .52.
    outcomes = (BOTH, BOTH, ONLY_MATCHER, ONLY_JUDGE, NEITHER)
    four, five = (table(*[life(seed, *outcomes) for seed in range(lives)])[0] for lives in (4, 5))
    kappa = round((0.6 - 0.52) / 0.48, 6)
    assert (four.n, four.agreement, four.kappa, four.ci95) == (20, 0.6, kappa, None)
    assert (five.n, five.agreement, five.kappa, five.ci95) == (25, 0.6, kappa, (kappa, kappa))


def test_the_interval_is_over_whole_lives():
    # Five lives agree and five disagree, each both ways: with k of the agreeing ones among ten drawn, both margins are
    # halves, so kappa is 2 k / 10 - 1. k is binomial: P(k <= 1) = .011 and P(k <= 2) = .055, so the bounds are at 2
    # and 8. Single replies drawn from all twenty would give 6 and 14 of 20, and so -.4 and .4.
    agreeing = [life(seed, BOTH, NEITHER) for seed in range(5)]
    opposed = [life(seed, ONLY_MATCHER, ONLY_JUDGE) for seed in range(5, 10)]
    (row, _) = table(*agreeing, *opposed)
    assert (row.kappa, row.ci95) == (0.0, (-0.6, 0.6))


def test_plays_of_one_life_and_lives_of_one_stream_are_drawn_together():
    outcomes = (BOTH, ONLY_MATCHER, NEITHER)
    assert table(*[life(seed, *outcomes, life="one") for seed in range(9)])[0].ci95 is None
    streams = [life(seed, *outcomes, config=placed("train", 1, 0)) for seed in (1, 1, 2, 2, 3, 3, 4, 4)]
    assert table(*streams)[0].ci95 is None
    assert table(*streams, life(5, *outcomes, config=placed("train", 1, 0)))[0].ci95 is not None


def test_raters_of_one_answer_throughout_have_no_kappa():
    row, _ = table(*[life(seed, BOTH) for seed in range(6)])
    assert (row.agreement, row.kappa, row.ci95) == (1.0, None, None)


def test_rows_are_by_system_with_all_kinds_first_and_each_pair_of_raters():
    first = episode(
        probe("a", judged("correct", m="yes", n="no"), kind="update"),
        probe("b", judged("undetermined", m="no", n="no"), kind="count"),
        probe("c", asked(None), kind="count"),
        system="y",
    )
    second = episode(probe("a", judged("correct", m="failed"), BOTH, kind="count"), system="x")
    rows = [(row.system, row.kind, row.first, row.second, row.n, row.both) for row in table(first, second)]
    # In system x the judge failed on the first answer; each further answer of a question counts as well.
    assert rows == [
        ("y", "all", "m", "n", 2, 0),
        ("y", "all", "matcher", "m", 1, 1),
        ("y", "all", "matcher", "n", 1, 0),
        ("y", "count", "m", "n", 1, 0),
        ("y", "update", "m", "n", 1, 0),
        ("y", "update", "matcher", "m", 1, 1),
        ("y", "update", "matcher", "n", 1, 0),
        ("x", "all", "matcher", "m", 1, 1),
        ("x", "count", "matcher", "m", 1, 1),
    ]
