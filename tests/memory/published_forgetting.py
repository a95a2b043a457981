"""Inputs on which the settings of memories that forget decide: curves, shares, salience, competition, limits, gists."""

from __future__ import annotations

from math import exp

from published import DAY, HOUR, MINUTE, START, Talk, cosines, drawn, holds, reads

from regulars.dialogue import turn_id
from regulars.memory.journal.operations import TURN, Draft, Op
from regulars.memory.parts.consolidation.running_gist import ERAS, GIST
from regulars.memory.parts.forgetting.touch import recalls

_CUE = {"embedder": drawn(cue=(1,)), "reader": reads()}

# ---------------------------------------------------------------------- what several have


@holds("memorybank", "Touched.most", 0, {0: 3, 1: 1, 2: 2}, **_CUE)
@holds("hema", "Touched.most", 0, {0: 3, 1: 1, 2: 2}, **_CUE)
@holds("bounded", "Touched.most", 0, {0: 3, 1: 1, 2: 2})
@holds("moom", "Touched.most", 0, {0: 3, 1: 1, 2: 2}, turns=1, **_CUE)
@holds("lufy", "Touched.most", 2, {1: 1, 2: 2, 3: 3}, **_CUE)
def what_is_recalled_is_marked(talk: Talk) -> int:
    """Of three hits: all, or the first two only."""
    talk.rounds("cue boat", "cue kite", "cue lamp", "end")
    talk.recalled("cue", k=3, probe=False)
    return sum(bool(recalls(item)) for item in talk.items())


_MANY = reads(**{f"v{number}": f"a{number}" for number in range(8)})


@holds(
    "memorybank",
    "ProfileAndHits.share",
    0.25,
    {0.24: [4, 5], 0.25: [5, 5], 0.26: [5, 6]},
    reader=_MANY,
    embedder=drawn(cue=(1,)),
)
@holds(
    "moom",
    "ProfileAndHits.share",
    0.25,
    {0.24: [4, 5], 0.25: [5, 5], 0.26: [5, 6]},
    reader=_MANY,
    embedder=drawn(cue=(1,)),
)
@holds(
    "hema", "ProfileAndHits.share", 0.25, {0.24: [4, 5], 0.25: [5, 5], 0.26: [5, 6]}, tail=0, embedder=drawn(cue=(1,))
)
def the_profile_has_a_quarter_of_the_budget(talk: Talk) -> list[int]:
    """Lines of 20 tokens each, beside one hit: of 400 tokens 100, of 470 tokens 117."""
    for number in range(7):
        words = " ".join(f"{letter}{number}" for letter in "bcdefgh")
        talk.said(f"v{number} {words}", "Oh")
    talk.closed(after=0 * DAY)
    talk.said("cue")
    return [talk.recalled("cue", k=1, budget=budget).context.count(": v") for budget in (400, 470)]


@holds("memorybank", "ProfileAndHits.tail", 0, {0: 0, 1: 1, 2: 2}, **_CUE)
@holds("hema", "tail", 4, {3: 3, 4: 4, 5: 5}, tokens=1, **_CUE)
def the_newest_turns_are_shown(talk: Talk) -> int:
    """Beside the one hit, which is older."""
    talk.sessions("cue", *(f"newer{number}" for number in range(6)), after=0 * DAY)
    return talk.recalled("cue", k=1).context.count("newer")


@holds("moom", "ProfileAndHits.tail", 0, {0: 0, 1: 1}, **_CUE)
def the_open_turn_is_not_shown(talk: Talk) -> int:
    talk.sessions("cue", after=0 * DAY)
    talk.said("newer")
    return talk.recalled("cue", k=1).context.count("newer")


# ---------------------------------------------------------------------- memorybank


def _kept_for_a_day(talk: Talk) -> bool:
    talk.sessions("cue", "newer")
    return "cue" in talk.held(TURN)


@holds("memorybank", "scale", 1.0, {0.9: False, 1.0: True}, threshold=0.36, **_CUE)
def a_day_leaves_a_third(talk: Talk) -> bool:
    """exp(-1) = .368 is above .36; with a scale of .9 exp(-1 / .9) = .329 is not."""
    return _kept_for_a_day(talk)


@holds("memorybank", "scale", 1.0, {1.0: False, 1.1: True}, threshold=0.37, **_CUE)
def a_day_leaves_no_more_than_that(talk: Talk) -> bool:
    """.368 is below .37; with a scale of 1.1 exp(-1 / 1.1) = .403 is not."""
    return _kept_for_a_day(talk)


@holds("memorybank", "threshold", 0.0, {0.0: "some", 0.36: "all", 0.37: "none"}, **_CUE)
def without_a_threshold_a_draw_decides(talk: Talk) -> str:
    """Of 60 turns of one day's age, each kept with a chance of .368: more than a sixth and less than two thirds."""
    talk.rounds(*(f"turn{number}" for number in range(60)))
    talk.closed()
    talk.said("next")
    share = (len(talk.held(TURN)) - 1) / 60
    return "all" if share == 1 else "none" if share == 0 else "some" if 1 / 6 < share < 2 / 3 else "few"


_SENTENCES = ("boat kite lamp", "tree door fish", "moon star rain", "desk lens rope")


@holds("memorybank", "SessionSummary.lines", 3, {2: 2, 3: 3, 4: 4}, **_CUE)
def a_summary_has_three_sentences(talk: Talk) -> int:
    talk.said(*_SENTENCES)
    talk.closed()
    return len(talk.items("summary")[0].parts)


# ---------------------------------------------------------------------- lufy


@holds("lufy", "low", 0.1, {0.09: 9, 0.1: 10, 0.11: 11}, **_CUE)
def a_tenth_is_kept_at_least(talk: Talk) -> int:
    """Of 100 plain turns in the first session, whose retention is exp(-1 / (.33 * .1)), almost 0."""
    talk.said(*(f"turn{number}" for number in range(100)))
    talk.closed()
    return len(talk.held())


@holds("lufy", "high", 0.15, {0.13: 13, 0.15: 15, 0.16: 16}, **_CUE)
def a_seventh_is_kept_at_most(talk: Talk) -> int:
    """Of 100 exciting turns, whose retention is above a half."""
    talk.said(*(f"thrilled{number} thrilled" for number in range(100)))
    talk.closed()
    return len(talk.held())


# ---------------------------------------------------------------------- hema


@holds("hema", "tokens", 60, {59: 5, 60: 6, 70: 7}, **_CUE)
def a_gist_has_sixty_tokens(talk: Talk) -> int:
    """Of nine sentences of ten words each."""
    talk.said(*(" ".join(f"{letter}{number}" for letter in "abcdefghij") for number in range(9)))
    return len(talk.items(GIST))


@holds("hema", "tokens", 60, {60: 5, 61: 6}, **_CUE)
def a_gist_has_no_more_than_sixty_tokens(talk: Talk) -> int:
    """Five sentences of ten words and one of eleven."""
    words = [" ".join(f"{letter}{number}" for letter in "abcdefghij") for number in range(6)]
    talk.said(*words[:5], f"{words[5]} k5")
    return len(talk.items(GIST))


@holds("hema", "every", 100, {99: (99, 99), 100: (100, 100), 101: (101, 101)}, tokens=8, **_CUE)
def the_hundredth_turn_moves_the_gist_and_forgets(talk: Talk) -> tuple[int, int]:
    """The turns after which the upper level has a line, and after which a turn is gone."""
    moved = gone = 0
    for number in range(1, 103):
        talk.said(f"turn{number}")
        moved = moved or (number if talk.items(ERAS) else 0)
        gone = gone or (number if len(talk.items(TURN)) < number else 0)
    return moved, gone


def _forgotten_of(talk: Talk, turns: int) -> int:
    held = [
        Op("ADD", f"p1#{number}", Draft("p1", 1, START, "Ann", f"old{number}", (turn_id(1, number),)), time=START)
        for number in range(1, turns)
    ]
    talk.memory = talk.memory.replayed(held)
    talk.session = 2
    talk.said("last")
    return turns - len(talk.items(TURN))


@holds("hema", "share", 0.005, {0.004: 1, 0.005: 2}, every=201, **_CUE)
def half_a_percent_of_201_is_two(talk: Talk) -> int:
    """1.005, rounded up; .4 percent are .8."""
    return _forgotten_of(talk, 201)


@holds("hema", "share", 0.005, {0.005: 2, 0.006: 3}, every=399, **_CUE)
def half_a_percent_of_399_is_two(talk: Talk) -> int:
    """1.995, rounded up; .6 percent are 2.4."""
    return _forgotten_of(talk, 399)


def _salient(freshness: float = 0.5, use: float = 0.5, fading: float = 0.001) -> tuple[float, float]:
    return round(freshness * exp(-fading * 2) + use, 6), round(freshness * exp(-fading), 6)


@holds(
    "hema",
    "Salience.freshness",
    0.5,
    {0.4: _salient(freshness=0.4), 0.5: (0.999001, 0.4995), 0.6: _salient(freshness=0.6)},
    **_CUE,
)
@holds("hema", "Salience.use", 0.5, {0.4: _salient(use=0.4), 0.5: (0.999001, 0.4995), 0.6: _salient(use=0.6)}, **_CUE)
@holds(
    "hema",
    "Salience.fading",
    0.001,
    {0.0: _salient(fading=0.0), 0.001: (0.999001, 0.4995), 0.01: _salient(fading=0.01)},
    **_CUE,
)
def salience_is_freshness_and_use(talk: Talk) -> tuple[float, ...]:
    """.5 exp(-.002) + .5 of a turn that is two turns old and recalled, .5 exp(-.001) of the next one."""
    talk.said("cue", "one", "two")
    talk.recalled("cue", k=1, probe=False)
    rule = talk.memory.made_of.forget
    return tuple(round(rule.weight(item, talk.view), 6) for item in talk.items(TURN)[:2])


# ---------------------------------------------------------------------- lufy, its strength

_TERMS = {"importance": 1.68784, "perplexity": -0.26909, "arousal": 7.17878, "recalled": 0.64646, "second": 0.05577}
"""Two numbers: 2.12973 * .44777 * 2 / 1.13. All 401 words occur once, so that the perplexity is (401 + 401 + 1) / 2 =
401.5: 2.87098 * -.28014 * 401.5 / 1200. `thrilled` is the only word of the list, at .9: 1.50123 * 2.76291 * .9 / .52.
Once at rank 1: .62885 * 1.028. Twice at rank 2: -2.2459 * -.01242 * 2."""


def _stronger(term: str, factor: float) -> float:
    return round(sum(_TERMS.values()) + _TERMS[term] * (factor - 1), 3)


_PUBLISHED_WEIGHTS = (0.44776699, -0.2801391, 2.76290708, 1.02800192, -0.01241566)
_SCALES = (1.13, 1200.0, 0.52)


def strength(talk: Talk) -> float:
    talk.said(" ".join([*(f"w{number}" for number in range(396)), "7 9 thrilled near"]), "first")
    talk.recalled("near", k=1, probe=False)
    talk.recalled("first", k=2, probe=False)
    talk.recalled("first", k=2, probe=False)
    (rule,) = talk.memory.made_of.forget.rules
    return round(rule.strength(talk.items(TURN)[0], talk.view), 3)


for _place, (_term, _weight) in enumerate(zip(_TERMS, _PUBLISHED_WEIGHTS, strict=True)):
    _outcomes = {_weight: 9.300, _weight * 1.1: _stronger(_term, 1.1), _weight * 0.9: _stronger(_term, 0.9)}
    holds(
        "lufy",
        f"KeepShare.weights[{_place}]",
        _weight,
        _outcomes,
        reader=reads(),
        embedder=drawn(near=(1, 0), first=(0.9, 0.4359)),
    )(strength)
for _place, (_term, _scale) in enumerate(zip(_TERMS, _SCALES, strict=False)):
    _outcomes = {_scale: 9.300, _scale * 1.25: _stronger(_term, 0.8), _scale / 1.25: _stronger(_term, 1.25)}
    holds(
        "lufy",
        f"KeepShare.scales[{_place}]",
        _scale,
        _outcomes,
        reader=reads(),
        embedder=drawn(near=(1, 0), first=(0.9, 0.4359)),
    )(strength)


# ---------------------------------------------------------------------- moom

_ONE_EACH = {"turns": 1, "reader": reads()}


@holds("moom", "most", 100, {99: 99, 100: 100, 101: 101}, **_ONE_EACH)
def a_hundred_lines_are_kept(talk: Talk) -> int:
    """Of 102, at the end of the session."""
    talk.said(*(f"line{number}" for number in range(102)))
    talk.closed()
    return len(talk.items("plot"))


@holds("moom", "turns", 12, {11: 6, 12: 5, 13: 4}, reader=reads())
def twelve_turns_are_summarised_together(talk: Talk) -> int:
    """25 turns in units of 12, 12 and 1, with two lines for each of several turns."""
    talk.said(*(f"line{number}" for number in range(25)))
    talk.closed()
    return len(talk.items("plot"))


def _with_pauses(talk: Talk) -> None:
    talk.said("a1", "a2")
    talk.said("b1", after=59 * MINUTE)
    talk.said("b2")
    talk.said("c1", after=61 * MINUTE)
    talk.said("c2")
    talk.closed()


@holds("moom", "Stretches.hours", 1.0, {0.95: 6, 1.0: 4, 1.05: 2}, reader=reads())
def a_pause_of_an_hour_ends_a_stretch(talk: Talk) -> int:
    """Two lines for each stretch; there are pauses of 59 and of 61 minutes."""
    _with_pauses(talk)
    return len(talk.items("plot"))


@holds("moom", "Plots.lines", 2, {1: 1, 2: 2, 3: 3}, reader=reads())
def a_stretch_has_two_lines(talk: Talk) -> int:
    talk.said("a1", "a2", "a3", "a4")
    talk.closed()
    return len(talk.items("plot"))


def _scales(talk: Talk) -> list[int]:
    return [item.parts[0].extra["scale"] for item in talk.items("plot")]


@holds("moom", "width", 8, {7: 7, 8: 8, 9: 9}, **_ONE_EACH)
def eight_lines_are_compared(talk: Talk) -> int:
    """The number of lines when the first are lifted."""
    while 2 not in _scales(talk):
        talk.said("line")
    return len(talk.items("plot"))


@holds("moom", "Plots.scales", 3, {2: 2, 3: 3, 4: 4}, width=3, **_ONE_EACH)
def there_are_three_scales(talk: Talk) -> int:
    talk.said(*(f"line{number}" for number in range(30)))
    return max(_scales(talk))


@holds(
    "moom",
    "wide",
    2,
    {1: "alpha", 2: "beta", 3: "gamma"},
    turns=1,
    reader=reads(),
    embedder=cosines(alpha=0.9, beta=0.8, gamma=0.7),
)
def words_choose_among_two_candidates(talk: Talk) -> str:
    """The third has the words most often."""
    talk.said("alpha", "beta boat", "gamma boat boat boat")
    talk.closed()
    return talk.found("cue boat", k=1)[0].split()[0]


def _grade(freshness: float = 0.1, fading: float = 1.0, spacing: float = 1.0, least: float = 0.01) -> float:
    return round(freshness / (exp(fading) - (1 - least)) + (1 - freshness) / (spacing * (1 + least)), 6)


for _field, _value in (("freshness", 0.1), ("fading", 1.0), ("spacing", 1.0), ("least", 0.01)):

    @holds(
        "moom",
        f"Competition.{_field}",
        _value,
        {
            _value: 0.94895,
            _value * 0.9: _grade(**{_field: _value * 0.9}),
            _value * 1.1: _grade(**{_field: _value * 1.1}),
        },
        turns=1,
        reader=reads(),
        embedder=drawn(cue=(1,)),
    )
    def a_grade_is_freshness_and_recalls(talk: Talk) -> float:
        """One session old, recalled in that session: .1 / (e - .99) + .9 / 1.01 = .057861 + .891089."""
        talk.sessions("cue")
        talk.recalled("cue", k=1, probe=False, after=-1 * HOUR)
        talk.time += HOUR
        talk.said("next")
        (rule,) = talk.memory.made_of.forget.rules
        return round(rule.grade(talk.items("plot")[0], talk.view), 6)


# ---------------------------------------------------------------------- ld-agent


def _ages(talk: Talk) -> list[int]:
    """The ages in days of what is found, best first: a day old and thirteen with the four nouns of the cue, new with
    one more."""
    talk.sessions("boat kite lamp tree", "boat kite lamp tree", after=DAY - MINUTE)
    talk.time += 11 * DAY
    talk.sessions("boat kite lamp tree moon", after=0 * DAY)
    hits = talk.recalled("boat kite lamp tree?").hits
    return [(talk.time - talk.item(hit.id).time).days for hit in hits]


@holds("ld-agent", "decay", 1e-7, {0.9e-7: [12, 13, 0], 1e-7: [12, 0, 13], 1.1e-7: [0, 12, 13]}, reader=reads())
def twelve_days_weigh_as_much_as_a_fifth_noun(talk: Talk) -> list[int]:
    """The new one overlaps by (4/4 + 4/5) / 2 = .9. exp(-1e-7 * 86,400 t) is .9015 after twelve days and .8938 after
    thirteen; with .9e-7 .9039 after thirteen, with 1.1e-7 .8922 after twelve."""
    return _ages(talk)


@holds("ld-agent", "hours", 1.0, {0.95: 3, 1.0: 2, 1.05: 1}, reader=reads())
def a_pause_of_an_hour_ends_a_session(talk: Talk) -> int:
    """There are pauses of 59 and of 61 minutes."""
    _with_pauses(talk)
    return len(talk.items("summary"))


@holds("ld-agent", "lines", 2, {1: 1, 2: 2, 3: 3}, reader=reads())
def a_summary_has_two_sentences(talk: Talk) -> int:
    talk.said(*_SENTENCES)
    talk.closed()
    return sum(bool(part.text) for part in talk.items("summary")[0].parts)


@holds("ld-agent", "traits", 10, {9: 9, 10: 10, 11: 11}, reader=reads())
def ten_traits_are_kept(talk: Talk) -> int:
    talk.said(*(f"I like thing{number}" for number in range(12)))
    assert talk.held("trait")[-1] == "I like thing11"
    return len(talk.items("trait"))


# ---------------------------------------------------------------------- bounded


@holds("bounded", "most", 0, {0: 100, 99: 99, 101: 101})
def a_hundred_turns_are_kept(talk: Talk) -> int:
    talk.said(*(f"turn{number}" for number in range(102)))
    assert talk.held()[-1] == "turn101"
    return len(talk.held())


@holds("bounded", "tokens", 0, {0: 3, 41: 2, 42: 3})
def there_is_no_limit_of_tokens(talk: Talk) -> int:
    """A line of two words takes 14 tokens."""
    talk.said("turn one", "turn two", "turn three")
    return len(talk.held())


@holds("bounded", "days", 0.0, {0.0: 2, 1.0: 1, 3.0: 2})
def there_is_no_limit_of_days(talk: Talk) -> int:
    talk.sessions("old", "new", after=2 * DAY)
    return len(talk.held())
