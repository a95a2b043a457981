"""Student's t by its closed forms, differences at the edge of none, places of replies, and pools of few records."""

from __future__ import annotations

from math import pi, sqrt

import pytest
from small_records import START, asked, at, episode, placed, probe

from regulars.envs.life.sessions import LivedSession
from regulars.errors import ConfigurationError, RecordError
from regulars.evaluation.figures.curves import pooled
from regulars.evaluation.figures.slices import Places, check_slices
from regulars.evaluation.figures.statistics import interval, paired_difference
from regulars.evaluation.figures.student_t import critical_value, two_sided_p

# ---------------------------------------------------------------------- Student's t


@pytest.mark.parametrize(
    ("t", "freedom", "p"),
    [
        # 1 degree: P(|T| < t) = 2/pi atan t
        (1.0, 1, 0.5),
        (sqrt(3), 1, 1 / 3),
        # 2 degrees: t / sqrt(2 + t^2)
        (1.0, 2, 1 - 1 / sqrt(3)),
        # From here t = sqrt(freedom), so the angle is pi/4 and sin^2 = cos^2 = 1/2.
        # 3: 2/pi (pi/4 + sin cos)
        (sqrt(3), 3, 1 / 2 - 1 / pi),
        # 4: sin (1 + cos^2 / 2)
        (2.0, 4, 1 - sqrt(0.5) * 1.25),
        # 5: 2/pi (pi/4 + sin cos + 2/3 sin cos^3)
        (sqrt(5), 5, 1 / 2 - 2 / pi * (1 / 2 + 1 / 6)),
        # 6: sin (1 + cos^2 / 2 + 3/8 cos^4)
        (sqrt(6), 6, 1 - sqrt(0.5) * (1 + 1 / 4 + 3 / 32)),
        # 7: 2/pi (pi/4 + sin cos + 2/3 sin cos^3 + 8/15 sin cos^5)
        (sqrt(7), 7, 1 / 2 - 2 / pi * (1 / 2 + 1 / 6 + 1 / 15)),
    ],
)
def test_p_values_are_those_of_the_closed_forms(t: float, freedom: int, p: float) -> None:
    assert two_sided_p(t, freedom) == pytest.approx(p, abs=1e-12)
    assert two_sided_p(-t, freedom) == pytest.approx(p, abs=1e-12)


@pytest.mark.parametrize(
    ("freedom", "level", "bound"),
    [
        (1, 0.5, 1.0),  # tan(pi/4)
        (1, 0.25, sqrt(2) - 1),  # tan(pi/8), below the first guess
        (2, 0.5, sqrt(2 / 3)),  # t / sqrt(2 + t^2) = 1/2
        (2, 0.99, 9.924843),  # the table
        (1, 0.99, 63.656741),
    ],
)
def test_bounds_of_other_levels_are_those_of_the_closed_forms(freedom: int, level: float, bound: float) -> None:
    assert critical_value(freedom, level) == pytest.approx(bound, abs=1e-6)


# ---------------------------------------------------------------------- intervals and differences


def test_the_same_values_have_one_interval_as_a_share_and_another_as_a_mean() -> None:
    """Half of 16: error sqrt(1/60) = .129099, t = 2.131450; as a mean .5 -+ .275169, as a share Wilson's (.241073)."""
    sums, counts = [0, 1] * 8, [1] * 16
    for share, found in ((False, (0.224831, 0.775169)), (True, (0.258927, 0.741073)), (False, (0.224831, 0.775169))):
        assert interval(sums, counts, share=share) == found


def test_a_mean_may_be_certain_or_out_of_the_bounds_of_shares() -> None:
    assert interval([8] * 5, [4] * 5) == (2.0, 2.0)
    assert interval([-1, -2, -3, -4, -5], [1] * 5) == (-4.963243, -1.036757)


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (0.0, (0.0, (0.0, 0.0), 1.0)),
        (4e-7, (0.0, (0.0, 0.0), 1.0)),  # rounds to none
        (-4e-7, (0.0, (0.0, 0.0), 1.0)),
        (6e-7, (1e-6, (1e-6, 1e-6), 0.0)),
        (-6e-7, (-1e-6, (-1e-6, -1e-6), 0.0)),
    ],
)
def test_a_difference_without_an_error_is_certain_from_the_last_digit_on(value, found) -> None:
    assert paired_difference(([value] * 5, [1] * 5), ([0.0] * 5, [1] * 5)) == found


@pytest.mark.parametrize("clusters", [1, 4, 5])
def test_a_difference_has_an_interval_from_five_lives_on(clusters: int) -> None:
    found = paired_difference(([1.0] * clusters, [2] * clusters), ([1.0] * clusters, [4] * clusters))
    assert found == ((0.25, (0.25, 0.25), 0.0) if clusters == 5 else (0.25, None, None))


def test_a_difference_below_the_bound_of_shares_is_cut_there() -> None:
    """Shares of 0 in all lives but one, less shares of 1 in all: -.8, and its interval reaches beyond -1."""
    first, second = ([0, 0, 0, 0, 4], [4] * 5), ([4] * 5, [4] * 5)
    assert paired_difference(first, second, share=True).ci95[0] == -1.0
    assert paired_difference(first, second).ci95[0] < -1.0


# ---------------------------------------------------------------------- places


BOTH = ("session", "distance")
LIFE = episode(
    probe("inside", asked(turn="s002.t04", time=at(1), horizon=50)),
    probe("early", asked(time=at(-1), horizon=0)),
    probe("start", asked(time=START, horizon=51)),
    probe("between", asked(time=at(60), horizon=-1)),
    probe("second", asked(time=at(1440), horizon=900)),
    probe("unreached"),
    sessions=(LivedSession(1, "ann", START, at(30)), LivedSession(2, "ann", at(1440), at(1470))),
)


@pytest.mark.parametrize(
    ("number", "slices"),
    [
        (0, ["session=2", "distance=0-50"]),  # in the conversation: by the reply, whatever the time
        (1, ["session=0", "distance=0-50"]),
        (2, ["session=1", "distance=51-100"]),  # the moment at which a session begins belongs to it
        (3, ["session=1"]),
        (4, ["session=2", "distance=801-"]),
        (5, []),
    ],
)
def test_a_question_belongs_to_the_session_that_had_begun(number: int, slices: list[str]) -> None:
    asked_ = LIFE.probes[number]
    assert list(Places(LIFE, BOTH).of_probe(asked_)) == slices
    for wanted in BOTH:
        part = [one for one in slices if one.startswith(wanted)]
        assert list(Places(LIFE, [wanted]).of_probe(asked_)) == part
    assert list(Places(LIFE, ()).of_probe(asked_)) == []


@pytest.mark.parametrize(
    ("turn", "about", "slices"),
    [
        ("s002.t04", "", ["session=2", "distance=0-50"]),  # the reply to `inside`
        ("s003.t04", "", ["session=3"]),
        ("", "second", ["session=2", "distance=801-"]),
        ("s001.t02", "second", ["session=2", "distance=801-"]),
        ("s012.t02", "other", ["session=12"]),
        ("", "", []),
        ("x012.t02", "", []),
        ("s.t02", "", []),
        ("s1x.t02", "", []),
        ("s000.t02", "", []),
    ],
)
def test_a_reply_belongs_to_its_session_or_to_its_question(turn: str, about: str, slices: list[str]) -> None:
    assert list(Places(LIFE, BOTH).of_reply(turn, about)) == slices
    by_distance = [one for one in slices if one.startswith("distance")]
    assert list(Places(LIFE, ["distance"]).of_reply(turn, about)) == by_distance


def test_by_session_is_said_by_the_wish() -> None:
    assert [Places(LIFE, wanted).by_session for wanted in (BOTH, ["session"], ["distance"], ())] == [
        True, True, False, False,
    ]  # fmt: skip


def test_an_unknown_slice_is_named_with_the_known_ones() -> None:
    with pytest.raises(ConfigurationError) as caught:
        check_slices(["distance", "sesion"])
    assert str(caught.value) == (
        "slices: unknown slice 'sesion'; expected session or distance; did you mean 'session'?"
    )


# ---------------------------------------------------------------------- pools


def test_no_record_has_no_figure_and_each_one_is_told() -> None:
    told: list[int] = []
    assert pooled([]).rows() == []
    pooled([LIFE, episode(seed=1)], tick=lambda: told.append(1))
    assert len(told) == 2
    pooled([episode(config=placed("train", 1, 1)), episode(config=placed("exam", 1, 1))], tick=lambda: told.append(1))
    assert len(told) == 4


def test_figures_of_single_scenarios_are_left_out_on_request() -> None:
    assert {row.scenario for row in pooled([LIFE]).rows()} == {"all", "life"}
    assert {row.scenario for row in pooled([LIFE], by_scenario=False).rows()} == {"all"}


def test_a_single_life_among_those_of_a_stream_is_named() -> None:
    with pytest.raises(RecordError) as caught:
        pooled([episode(config=placed("train", 1, 1)), episode(seed=3)])
    assert str(caught.value) == ("life/3/x: a single life among episodes of streams; keep each run in its own folder.")
