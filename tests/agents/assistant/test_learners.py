"""The bandit and the ideal observer learn a person's wishes from feedback, and from nothing else."""

from __future__ import annotations

import math
import pickle
from itertools import combinations
from typing import Any

import pytest

from regulars import Cast, registry
from regulars.agents import roster
from regulars.agents.assistant.conduct_evidence import displeasure
from regulars.agents.assistant.ideal_observer import IdealObserver, WishSets
from regulars.agents.assistant.learners import BanditAssistant, Tried, compatible
from regulars.agents.assistant.thompson import choose_settings
from regulars.dialogue import Feedback, FeedbackAction, Phase, PlanAct
from regulars.envs.aec import LifeAEC
from regulars.errors import ConfigurationError
from regulars.memory.parts.learning.wish_posterior import Prior, WishPosterior
from regulars.scenarios.rules.standing import load_rules
from regulars.scenarios.suites import load_suite
from regulars.scenarios.world import Scenario
from regulars.seeding import SeedTree

assert roster.__name__
LIVES = [life for block in load_suite("procedural").grown(0).blocks for life in block.train]
SETTINGS = [setting for kind in load_rules().values() for setting in kind.settings.values()]
EARLY, LATE = 15, 40


def played(scenario: Scenario, assistant: Any, feedback: str, **options: Any) -> LifeAEC:
    env = LifeAEC(scenario=scenario, reward_to="nobody", feedback=feedback, **options)
    cast = Cast(env, assistant=assistant)
    cast.reset(seed=0)
    cast.run()
    return env


def compliance_between(env: LifeAEC, first: int, last: float) -> list[float]:
    """Shares of rules on manner kept, by reply, among the judged replies from `first` to `last`."""
    procedures = {rule.id for person in env.life.scenario.persons for rule in person.rules if rule.kind == "procedure"}
    notes = [note for note in env.life.conduct if not procedures & {*note.kept, *note.broken}]
    return [
        len(note.kept) / (len(note.kept) + len(note.broken))
        for number, note in enumerate(notes)
        if first <= number < last
    ]


def mean(shares: list[float]) -> float:
    return sum(shares) / len(shares)


# ---------------------------------------------------------------------- posteriors


@pytest.mark.parametrize(("a", "b"), [(0.1, 1.0), (0.5, 2.0), (2.0, 3.0), (40.0, 10.0)])
def test_draws_from_a_beta_have_its_mean_and_variance(a: float, b: float) -> None:
    drawn = [SeedTree(number).draws("beta").beta(a, b) for number in range(4000)]
    variance = a * b / (a + b) ** 2 / (a + b + 1)
    centre = sum(drawn) / len(drawn)
    assert abs(centre - a / (a + b)) < 4 * math.sqrt(variance / len(drawn))
    assert sum((one - centre) ** 2 for one in drawn) / len(drawn) == pytest.approx(variance, rel=0.15)
    assert all(0 <= one <= 1 for one in drawn)


def test_a_like_counts_against_what_was_broken_and_a_dislike_for_it() -> None:
    liked, disliked = WishPosterior(Prior()), WishPosterior(Prior())
    liked.learn(["a.x", "b.x"], 0.0)
    disliked.learn(["a.x", "b.x"], 1.0)
    before = WishPosterior(Prior()).mean("a.x")
    assert liked.mean("a.x") < before < disliked.mean("a.x")
    assert liked.mean("c.x") == disliked.mean("c.x") == before
    disliked.learn(["b.x"], 0.0)
    disliked.learn(["b.x"], 0.0)
    blamed = disliked.mean("a.x") - disliked.mean("b.x")
    disliked.learn(["a.x", "b.x"], 1.0)
    assert disliked.mean("a.x") - disliked.mean("b.x") > blamed > 0


def test_thompson_sampling_finds_four_hidden_rules_among_25_style_attributes() -> None:
    style_attributes = {f"k{number}": ("on", "off") for number in range(25)}
    late = []
    for seed in range(10):
        tree = SeedTree(seed)
        wanted = {
            style_attribute: tree.draws("want", style_attribute).choice(("on", "off"))
            for style_attribute in tree.draws("rules").sample(list(style_attributes), 4)
        }
        posterior = WishPosterior(Prior(neutral=None))
        for turn in range(100):
            chosen = dict(
                choose_settings(
                    posterior,
                    style_attributes,
                    lambda style_attribute, t=tree, n=turn: t.draws("explore", style_attribute, n),
                )
            )  # type: ignore[misc]
            kept = [chosen[style_attribute] == name for style_attribute, name in wanted.items()]
            flipped = tree.draws("noise", turn).uniform() < 0.05
            broken = [
                f"{style_attribute}.{'off' if name == 'on' else 'on'}" for style_attribute, name in chosen.items()
            ]
            posterior.learn(broken, float(all(kept) is flipped))
            if turn >= 70:
                late.append(sum(kept) / 4)
    assert mean(late) >= 0.85


def test_the_space_of_the_ideal_observer_holds_every_set_that_can_be_kept_together() -> None:
    pairs = [
        (one, other)
        for one, other in combinations(SETTINGS, 2)
        if one.style_attribute != other.style_attribute
        and other.id not in one.conflicts
        and one.weight
        and other.weight
    ]
    space = WishSets.everybody(2)
    assert len(space.odds) == len(pairs)
    total = sum(one.weight * other.weight for one, other in pairs)
    share = dict(space.wanted)
    for setting in SETTINGS[:10]:
        own = sum(one.weight * other.weight for one, other in pairs if setting in (one, other))
        assert share[setting.id] == pytest.approx(own / total)


def test_the_ideal_observers_posterior_is_that_of_bayes() -> None:
    first, second = "length.one_sentence", "emoji.wanted"
    reply = Tried("p", PlanAct.ACKNOWLEDGE, (second,), (first,))
    space = WishSets.everybody(1).seen(reply, Feedback("t", FeedbackAction.DISLIKE, 2.0))
    share = dict(space.wanted)
    weight = {setting.id: setting.weight for setting in SETTINGS}
    total = weight[first] * 1.0 + weight[second] * 0.02
    others = 1e-3 * (sum(weight.values()) - weight[first] - weight[second])
    assert share[first] == pytest.approx(weight[first] / (total + others), rel=1e-6)
    assert share[second] == pytest.approx(0.02 * weight[second] / (total + others), rel=1e-6)


def test_more_wishes_than_can_be_gone_through_are_refused() -> None:
    with pytest.raises(ConfigurationError, match="rules from 1 to 4"):
        IdealObserver("none", rules=5)
    with pytest.raises(ConfigurationError, match="did you mean 'length'"):
        registry.build("assistant", "fixed:style=lenght.one_sentence", memory="none")


def test_settings_that_fight_each_other_are_not_chosen_together() -> None:
    chosen = compatible([("closing_word", "over"), ("sign_off", "wanted"), ("closing_word", "cheers")], 5)
    assert chosen == {"closing_word": "over"}
    assert len(compatible([(setting.style_attribute, setting.name) for setting in SETTINGS], 5)) == 5


# ---------------------------------------------------------------------- in lives


def test_a_bandit_learns_from_ratings_and_from_nothing_else() -> None:
    early: dict[str, list[float]] = {"evaluative": [], "sealed": []}
    late: dict[str, list[float]] = {"evaluative": [], "sealed": []}
    for feedback in early:
        for scenario in LIVES[:2]:
            env = played(scenario, BanditAssistant("none"), feedback)
            early[feedback] += compliance_between(env, 0, EARLY)
            late[feedback] += compliance_between(env, LATE, math.inf)
    assert mean(late["evaluative"]) >= mean(early["evaluative"]) + 0.1
    assert mean(late["evaluative"]) >= 0.85
    assert abs(mean(late["sealed"]) - mean(early["sealed"])) <= 0.1
    assert mean(late["evaluative"]) >= mean(late["sealed"]) + 0.2


def test_words_teach_more_than_ratings() -> None:
    seat = BanditAssistant("none")
    setting = SETTINGS[0]
    reply = Tried("p", PlanAct.ACKNOWLEDGE, (), tuple(one.id for one in SETTINGS[:20]))
    belief = {}
    for said, words in (("rated", ""), ("complaint", setting.complaint[0]), ("stated", setting.stated[0])):
        seat.begin("assistant_0", 1)
        seat.credit(reply, Feedback("t", FeedbackAction.DISLIKE, 2.0, words))
        belief[said] = seat.belief("p").mean(setting.id)
    assert WishPosterior(Prior()).mean(setting.id) < belief["rated"] < belief["complaint"] < belief["stated"]
    assert belief["stated"] > 0.85
    seat.credit(reply, Feedback("t", FeedbackAction.NONE, None, setting.lifted[0]))
    assert seat.belief("p").mean(setting.id) < 0.6


@pytest.mark.parametrize("name", ["bandit", "ideal-observer:rules=2", "fixed"])
def test_learners_are_repeatable_and_branch_without_a_trace(name: str) -> None:
    texts = []
    for probes in ("off", "fork"):
        env = played(LIVES[0], registry.build("assistant", name, memory="bm25-turn"), "evaluative", probes=probes)
        texts.append([turn.text for turn in env.life.transcript])
    assert texts[0] == texts[1]


@pytest.mark.parametrize("make", [BanditAssistant, lambda memory: IdealObserver(memory, rules=2)])
def test_learnt_state_survives_pickling_and_is_restored(make: Any) -> None:
    env = LifeAEC(scenario=LIVES[0], reward_to="nobody")
    seat = make("none")
    cast = Cast(env, assistant=seat)
    cast.reset(seed=0)
    while len(env.life.signals.feedbacks) < 12:
        env.step(cast[env.agent_selection](env.observe(env.agent_selection)))
    person = env.life.scenario.persons[0].id
    before = list(seat.preferred(person, "s001.t02"))
    state = pickle.loads(pickle.dumps(seat.get_state()))
    again = pickle.loads(pickle.dumps(seat))
    assert list(again.preferred(person, "s001.t02")) == before
    cast.run()
    assert list(seat.preferred(person, "s001.t02")) != before
    seat.set_state(state)
    assert list(seat.preferred(person, "s001.t02")) == before


def test_lessons_from_one_person_do_not_affect_another() -> None:
    seat = BanditAssistant("none")
    seat.credit(Tried("p", PlanAct.ACKNOWLEDGE, (), (SETTINGS[0].id,)), Feedback("t", FeedbackAction.DISLIKE, 2.0))
    assert seat.belief("p").counts()
    assert not seat.belief("q").counts()


def test_a_learner_credits_the_rules_that_the_evaluator_saw_kept() -> None:
    """By its own eyes; only the day on which something was told cannot be known without a memory."""
    seat = BanditAssistant("none")
    env = played(LIVES[0], seat, "evaluative")
    rules = {rule.id: f"{rule.kind}.{rule.setting}" for rule in env.life.scenario.persons[0].rules}
    manners = {id for id, rule in rules.items() if rule.partition(".")[0] in {*load_rules()} - {"date_cited"}}
    seen = 0
    for note in env.life.conduct:
        reply = seat._tried.get(note.turn)
        if reply is None:
            continue
        assert {rules[id] for id in manners & {*note.kept}} <= {*reply.kept}
        assert {rules[id] for id in manners & {*note.broken}} <= {*reply.broken}
        seen += len(manners & {*note.kept, *note.broken})
    assert seen >= 60


def test_beside_the_conversation_nothing_is_learnt() -> None:
    seat = BanditAssistant("none")
    seat.act(observed(Phase.TALK, reply_id="s001.t02"))
    before = seat.get_state()
    seat.act(observed(Phase.PROBE, reply_id="", rated=1, about="s001.t02", rating=2, satisfaction=2.0))
    assert seat.get_state() == before
    seat.act(observed(Phase.TALK, reply_id="s001.t04", rated=1, about="s001.t02", rating=2, satisfaction=2.0))
    assert seat.get_state()[1] != before[1]


def observed(phase: Phase, **changes: Any) -> dict[str, Any]:
    return {
        "message": "I was out today.", "speaker": "p", "name": "Anna", "scope": "p", "phase": int(phase), "session": 1,
        "turn": 1, "turn_id": "s001.t01", "date": "2025-06-02T09:30:00+00:00", "time": 0.0, "gap": -1.0, "rated": 0,
        "about": "", "rating": 0, "satisfaction": -1.0, "briefing": "", "remark": "",
    } | changes  # fmt: skip


@pytest.mark.parametrize(
    ("action", "satisfaction", "broken"),
    [
        (FeedbackAction.LIKE, 9.0, False),  # an even person: 9 for a kept rule, 2 for a broken one
        (FeedbackAction.DISLIKE, 2.0, True),
        (FeedbackAction.NONE, 7.0, False),  # a harsh one, two points lower
        (FeedbackAction.DISLIKE, 0.0, True),
        (FeedbackAction.LIKE, 10.0, False),  # a kind one, one point higher
        (FeedbackAction.NONE, 3.0, True),
    ],
)
def test_a_rating_of_a_harsh_or_kind_person_is_read_as_theirs(action, satisfaction, broken) -> None:
    """Of an acknowledgement each rating stands for one case alone: .98 + .02 against .02."""
    found = displeasure(Feedback("t", action, satisfaction), PlanAct.ACKNOWLEDGE)
    assert found == pytest.approx(1 / 1.02 if broken else 0.02 / 1.02)
