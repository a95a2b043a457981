"""What learners believe of a person's wishes: likelihoods, posteriors and choices, worked out by hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from page_tables import page_table

from regulars import registry
from regulars.agents import roster
from regulars.agents.assistant.conduct_evidence import displeasure, rating_odds
from regulars.agents.assistant.ideal_observer import IdealObserver, WishSets
from regulars.agents.assistant.learners import BanditAssistant, FixedAssistant, Tried, compatible, tried
from regulars.agents.assistant.thompson import choose_settings
from regulars.dialogue import Feedback, FeedbackAction, Phase, PlanAct
from regulars.errors import ConfigurationError
from regulars.memory import Lesson, Recollections
from regulars.memory.parts.learning.wish_posterior import Prior, WishPosterior
from regulars.rewards.style_checks.occasions import Occasion
from regulars.scenarios.language.wishes import Wish
from regulars.scenarios.rules.standing import load_rules
from regulars.seeding import SeedTree

assert roster.__name__
ACTS = {"note": PlanAct.ACKNOWLEDGE, "abstention": PlanAct.ABSTAIN, "answer": PlanAct.ANSWER}
ACTIONS = {"like": FeedbackAction.LIKE, "dislike": FeedbackAction.DISLIKE, "none": FeedbackAction.NONE}
ROWS = [
    (ACTS[reply], ACTIONS[rating.partition(", ")[0]], float(rating.partition(", ")[2]), *map(float, shares))
    for reply, rating, *shares in page_table("assistants.md", "reply", "rating", "if broken", "if kept", "if untested")
]
WEIGHTS = {setting.id: setting.weight for kind in load_rules().values() for setting in kind.settings.values()}
BROKEN, KEPT, UNTESTED = "length.one_sentence", "emoji.wanted", "units.metric"
TOTAL = sum(WEIGHTS.values())


def rating(action=FeedbackAction.DISLIKE, satisfaction=2.0, text="", about="s001.t02") -> Feedback:
    return Feedback(about, action, satisfaction, text)


def shares(space: WishSets) -> dict[str, float]:
    return dict(space.wanted)


# ---------------------------------------------------------------------- likelihoods


@pytest.mark.parametrize(("act", "action", "satisfaction", "if_broken", "if_kept", "if_untested"), ROWS)
def test_the_likelihood_of_a_rating_is_that_of_the_page(
    act, action, satisfaction, if_broken, if_kept, if_untested
) -> None:
    """The posterior of one wish: the weight by which it is drawn, times its likelihood."""
    seen = rating(action, satisfaction)
    assert rating_odds(seen, act) == pytest.approx((if_broken, if_kept))
    space = WishSets.everybody(1).seen(Tried("p", act, (KEPT,), (BROKEN,)), seen)
    odds = {
        id: weight * (if_broken if id == BROKEN else if_kept if id == KEPT else if_untested)
        for id, weight in WEIGHTS.items()
    }
    found = shares(space)
    for id in (BROKEN, KEPT, UNTESTED):
        assert found[id] == pytest.approx(odds[id] / sum(odds.values()))


def test_likelihoods_of_the_other_acts_are_those_of_an_answer() -> None:
    for act in PlanAct:
        expected = (0.02, 0.2062) if act not in (PlanAct.ACKNOWLEDGE, PlanAct.ABSTAIN) else None
        if expected:
            assert rating_odds(rating(), act) == pytest.approx(expected)


def test_a_copy_counts_as_a_like() -> None:
    for act in PlanAct:
        assert rating_odds(rating(FeedbackAction.COPY, 9.0), act) == rating_odds(rating(FeedbackAction.LIKE, 9.0), act)


@pytest.mark.parametrize(
    ("action", "satisfaction", "expected"),
    [
        (FeedbackAction.DISLIKE, 2.0, 1 / 1.02),  # 1 against .02
        (FeedbackAction.LIKE, 9.0, 0.02 / 1.02),
        (FeedbackAction.NONE, 6.0, 0.5),  # never shown of a note: .02 against .02
        (FeedbackAction.LIKE, None, 0.5),
        (FeedbackAction.NONE, None, None),
    ],
)
def test_displeasure_is_the_share_of_the_broken_from_an_even_prior(action, satisfaction, expected) -> None:
    found = displeasure(rating(action, satisfaction), PlanAct.ACKNOWLEDGE)
    assert found == (None if expected is None else pytest.approx(expected))


# ---------------------------------------------------------------------- posteriors over sets


def test_a_set_is_broken_if_any_of_its_wishes_is_and_kept_if_another_is() -> None:
    """Sets of two: {broken, kept} counts as broken, {kept, untested} as kept."""
    settings = {setting.id: setting for kind in load_rules().values() for setting in kind.settings.values()}
    odds: dict[tuple[str, str], float] = {}
    for one, other in combinations(settings, 2):
        if settings[one].style_attribute == settings[other].style_attribute or other in settings[one].conflicts:
            continue
        pair = {one, other}
        likelihood = 1.0 if BROKEN in pair else 0.02 if KEPT in pair else 0.001
        odds[one, other] = WEIGHTS[one] * WEIGHTS[other] * likelihood
    total = sum(odds.values())
    found = shares(WishSets.everybody(2).seen(Tried("p", PlanAct.ACKNOWLEDGE, (KEPT,), (BROKEN,)), rating()))
    for id in (BROKEN, KEPT, UNTESTED, "address.first_name"):
        assert found[id] == pytest.approx(sum(share for pair, share in odds.items() if id in pair) / total)
    assert sum(found.values()) == pytest.approx(2.0)


@pytest.mark.parametrize(
    ("said", "likelihood"), [("stated", (1.0, 0.001)), ("complaint", (1.0, 0.001)), ("lifted", (0.001, 1.0))]
)
def test_words_decide_almost_surely_whether_a_wish_is_held(said, likelihood) -> None:
    held, others = likelihood
    own = WEIGHTS[BROKEN] * held
    total = own + (TOTAL - WEIGHTS[BROKEN]) * others
    found = shares(WishSets.everybody(1).told(Wish("length", "one_sentence", said)))
    assert found[BROKEN] == pytest.approx(own / total)
    assert found[KEPT] == pytest.approx(WEIGHTS[KEPT] * others / total)


def test_sets_that_became_negligible_are_dropped() -> None:
    """Words of .001 each: two leave the others at a millionth, three below the ten-millionth that is kept."""
    wish, space = Wish("length", "one_sentence", "stated"), WishSets.everybody(1)
    sizes = []
    for _ in range(3):
        space = space.told(wish)
        sizes.append(len(space.odds))
    wanted = sum(weight > 0 for weight in WEIGHTS.values())
    assert sizes == [wanted, wanted, 1]
    assert shares(space)[BROKEN] == 1.0


def test_what_is_wanted_is_listed_from_the_most_probable_on() -> None:
    listed = WishSets.everybody(1).wanted
    expected = sorted((weight / TOTAL for weight in WEIGHTS.values()), reverse=True)
    assert [share for _, share in listed] == pytest.approx(expected)
    assert dict(listed)[BROKEN] == pytest.approx(WEIGHTS[BROKEN] / TOTAL)


# ---------------------------------------------------------------------- the ideal observer's seat


def observer(rules: int = 1) -> IdealObserver:
    return IdealObserver("none", rules=rules)


def test_an_observer_prefers_what_is_more_probable_than_for_a_stranger() -> None:
    seat = observer()
    assert list(seat.preferred("p", "s001.t02")) == []
    seat.credit(Tried("p", PlanAct.ACKNOWLEDGE, (KEPT,), (BROKEN,)), rating())
    # 1 against .02 and .001; the second was kept, which is more than nothing
    assert list(seat.preferred("p", "s001.t04")) == [("length", "one_sentence"), ("emoji", "wanted")]
    seat.credit(Tried("p", PlanAct.ACKNOWLEDGE, (), (KEPT,)), rating())
    # the first was broken once and then untested: 1 * .001; the second kept, then broken: .02 * 1
    assert list(seat.preferred("p", "s001.t04")) == [("emoji", "wanted"), ("length", "one_sentence")]
    assert list(seat.preferred("q", "s001.t02")) == []


def test_an_observer_takes_words_and_ratings_for_evidence_and_silence_for_none() -> None:
    stated = load_rules()["length"].settings["one_sentence"].stated[0]
    seat = observer()
    nothing = Tried("p", PlanAct.ACKNOWLEDGE, (), (KEPT,))
    seat.credit(nothing, rating(FeedbackAction.NONE, None))
    assert shares(seat.posterior("p")) == shares(WishSets.everybody(1))
    seat.credit(nothing, rating(FeedbackAction.NONE, None, stated))
    expected = WishSets.everybody(1).told(Wish("length", "one_sentence", "stated"))
    assert shares(seat.posterior("p")) == pytest.approx(shares(expected))
    seat.credit(nothing, rating(FeedbackAction.NONE, 6.0))  # .02 if broken, .001 if untested
    assert shares(seat.posterior("p")) == pytest.approx(
        shares(expected.seen(nothing, rating(FeedbackAction.NONE, 6.0)))
    )
    assert shares(seat.posterior("p"))[KEPT] > shares(expected)[KEPT]


def test_an_observer_restored_to_less_evidence_believes_less() -> None:
    seat = observer()
    state = seat.get_state()
    seat.credit(Tried("p", PlanAct.ACKNOWLEDGE, (), (BROKEN,)), rating())
    assert shares(seat.posterior("p"))[BROKEN] > 0.5
    later = seat.get_state()
    seat.set_state(state)
    assert shares(seat.posterior("p")) == shares(WishSets.everybody(1))
    seat.set_state(later)
    assert shares(seat.posterior("p"))[BROKEN] > 0.5
    seat.begin("assistant_0", 0)
    assert shares(seat.posterior("p")) == shares(WishSets.everybody(1))


@pytest.mark.parametrize(("rules", "allowed"), [(0, False), (1, True), (4, True), (5, False)])
def test_an_observer_supposes_one_to_four_wishes(rules, allowed) -> None:
    if allowed:
        assert IdealObserver("none", rules=rules).rules == rules
    else:
        with pytest.raises(ConfigurationError, match="rules from 1 to 4"):
            IdealObserver("none", rules=rules)


def test_learners_have_the_defaults_of_their_pages() -> None:
    for seat in (IdealObserver("none"), BanditAssistant("none")):
        assert (seat.most, seat.k, seat.budget) == (12, 10, 1024)
    assert IdealObserver("none").rules == 4
    assert BanditAssistant("none").prior == Prior(0.5, 3.0, (1.0, 9.0), 0.05, 2.0, 2.0)
    assert BanditAssistant("none", noise=0.2, most=3, k=4, budget=99).prior.noise == 0.2
    seat = IdealObserver("none", rules=2, most=3, k=4, budget=99)
    assert (seat.most, seat.k, seat.budget) == (3, 4, 99)


# ---------------------------------------------------------------------- the bandit


def test_a_dislike_is_blamed_on_what_was_broken_by_bayes_rule() -> None:
    """A note disliked, with one setting broken, from Beta(.5, 3) and noise .05.

    The style displeased at 1 / 1.02. The mean is 1/7; a dislike has the odds .95 / 7 + .05 * 6/7 = .178571, of which
    .95 / 7 is this setting's: .76. So .5 + 2 * .76 / 1.02 for it, and 3 + 2 * .02 / 1.02 against it.
    """
    seat = BanditAssistant("none")
    seat.credit(Tried("p", PlanAct.ACKNOWLEDGE, (KEPT,), (BROKEN,)), rating())
    counts = seat.belief("p").counts()
    assert {*counts} == {BROKEN}
    assert counts[BROKEN] == pytest.approx((0.5 + 2 * 0.76 / 1.02, 3 + 2 * 0.02 / 1.02))
    noiseless = BanditAssistant("none", noise=0.0)
    noiseless.credit(Tried("p", PlanAct.ACKNOWLEDGE, (KEPT,), (BROKEN,)), rating())
    assert noiseless.belief("p").counts()[BROKEN][0] == pytest.approx(0.5 + 2 / 1.02)


def test_a_like_counts_against_what_was_broken() -> None:
    seat = BanditAssistant("none")
    seat.credit(Tried("p", PlanAct.ACKNOWLEDGE, (KEPT,), (BROKEN,)), rating(FeedbackAction.LIKE, 9.0))
    assert seat.belief("p").counts()[BROKEN] == pytest.approx((0.5 + 2 * 0.76 * 0.02 / 1.02, 3 + 2 / 1.02))


def test_words_are_counted_in_place_of_the_rating_that_they_come_with() -> None:
    """20 for what is stated, 8 for what is complained of, 20 against what is lifted."""
    setting = load_rules()["length"].settings["one_sentence"]
    for words, counts in (
        (setting.stated[0], (20.5, 3.0)),
        (setting.complaint[0], (8.5, 3.0)),
        (setting.lifted[0], (0.5, 23.0)),
    ):
        seat = BanditAssistant("none")
        seat.credit(Tried("p", PlanAct.ACKNOWLEDGE, (), (KEPT,)), rating(text=words))
        assert seat.belief("p").counts() == {BROKEN: counts}
    seat = BanditAssistant("none")
    seat.credit(Tried("p", PlanAct.ACKNOWLEDGE, (), (KEPT,)), rating(text="No words of a wish."))
    assert {*seat.belief("p").counts()} == {KEPT}
    silent = BanditAssistant("none")
    silent.credit(Tried("p", PlanAct.ACKNOWLEDGE, (), (KEPT,)), rating(FeedbackAction.NONE, None))
    assert silent.belief("p").counts() == {}


class Scripted:
    """Draws that give these values one after the other, whatever distribution is asked for."""

    def __init__(self, *values: float) -> None:
        self._values: Iterator[float] = iter(values)
        self.asked: list[tuple[float, float]] = []

    def beta(self, a: float, b: float) -> float:
        self.asked.append((a, b))
        return next(self._values)


def test_a_style_attribute_is_set_where_a_setting_beats_the_neutral_arm() -> None:
    """The neutral arm draws first, then the settings in order; the most probable choice comes first."""
    draws = {
        "a": Scripted(0.2, 0.1, 0.3),  # y at .3 beats .2
        "b": Scripted(0.5, 0.5, 0.4),  # a tie stays neutral
        "c": Scripted(0.1, 0.9, 0.8),  # x at .9
    }
    posterior = WishPosterior(Prior(), {"a.y": (7.0, 2.0)})
    chosen = choose_settings(posterior, dict.fromkeys("abc", ("x", "y")), draws.__getitem__)  # type: ignore[arg-type]
    assert chosen == [("c", "x"), ("a", "y")]
    assert draws["a"].asked == [(1.0, 9.0), (0.5, 3.0), (7.0, 2.0)]


def test_without_a_neutral_arm_every_style_attribute_is_set() -> None:
    draws = Scripted(0.0, 0.0)
    posterior = WishPosterior(Prior(neutral=None))
    assert choose_settings(posterior, {"a": ("x", "y")}, lambda _: draws) == [("a", "y")]  # type: ignore[arg-type,return-value]
    assert draws.asked == [(0.5, 3.0), (0.5, 3.0)]


def test_a_bandit_draws_by_person_style_attribute_and_reply() -> None:
    """At the node `explore`, person, attribute, reply, from the seat's own seed."""
    seat = BanditAssistant("none")
    seat.begin("assistant_0", 7)
    styles = {name: tuple(kind.settings) for name, kind in load_rules().items()}

    def chosen(person: str, reply: str):
        tree = SeedTree(7)
        return choose_settings(
            WishPosterior(Prior()), styles, lambda style: tree.draws("explore", person, style, reply)
        )

    assert list(seat.preferred("p", "s001.t02")) == chosen("p", "s001.t02")
    assert chosen("p", "s001.t02") != chosen("p", "s001.t04") != chosen("q", "s001.t04")


# ---------------------------------------------------------------------- settings of a reply


@pytest.mark.parametrize(
    ("settings", "most", "chosen"),
    [
        ([("length", "one_sentence"), ("length", "two_sentences")], 5, {"length": "one_sentence"}),
        ([("closing_word", "over"), ("sign_off", "wanted")], 5, {"closing_word": "over"}),
        ([("sign_off", "wanted"), ("closing_word", "over")], 5, {"sign_off": "wanted"}),
        (
            [("closing_word", "over"), ("sign_off", "wanted"), ("length", "one_sentence"), ("emoji", "none")],
            2,
            {"closing_word": "over", "length": "one_sentence"},
        ),
        ([("length", "one_sentence")], 0, {}),
    ],
)
def test_the_first_settings_that_go_together_are_kept(settings, most, chosen) -> None:
    assert compatible(settings, most) == chosen


def test_a_reply_keeps_breaks_or_does_not_test_a_setting() -> None:
    occasion = Occasion(message="Where do I live?", name="Anna")
    one = tried("You live in Bergen.", "p", PlanAct.ANSWER, occasion)
    two = tried("Hello Anna! You live in Bergen. It is a fine city. I like it. 😀", "p", PlanAct.ANSWER, occasion)
    assert (one.person, one.act) == ("p", PlanAct.ANSWER)
    assert "length.one_sentence" in one.kept
    assert "length.one_sentence" in two.broken
    assert "emoji.wanted" in one.broken
    assert "emoji.wanted" in two.kept
    assert not {*one.kept} & {*one.broken}
    assert {*one.kept, *one.broken} < {*WEIGHTS}


def test_a_fixed_assistant_has_one_style() -> None:
    assert FixedAssistant("none").style == {"address": "first_name", "length": "two_sentences", "exclamation": "none"}
    seat = registry.build("assistant", "fixed:style=length.one_sentence+emoji.none", memory="none")
    assert seat.style == {"length": "one_sentence", "emoji": "none"}
    assert FixedAssistant("none", style="").style == {}
    own = FixedAssistant("none", k=4, budget=99)
    assert (own.k, own.budget, FixedAssistant("none").k, FixedAssistant("none").budget) == (4, 99, 10, 1024)
    with pytest.raises(ConfigurationError, match=r"ATTRIBUTE\.SETTING"):
        FixedAssistant("none", style="length")
    with pytest.raises(ConfigurationError, match="one_sentence"):
        FixedAssistant("none", style="length.one_sentenc")


class Teaching:
    """A memory that holds one lesson."""

    teaches = True

    def observe(self, turn):
        return ()

    def recall(self, cue):
        return Recollections(lessons=(Lesson("length", "two_sentences", 0.9),))


def test_lessons_win_over_what_a_learner_prefers_and_both_count_towards_the_most() -> None:
    def settings(most: int) -> dict[str, str]:
        seat = IdealObserver(Teaching, rules=1, most=most)
        for wanted in (BROKEN, KEPT):
            seat.credit(Tried("p", PlanAct.ACKNOWLEDGE, (), (wanted,)), rating())
        work = seat.work(observed(Phase.TALK, 2))
        for node in ("recall", "read"):
            getattr(seat, node)(work)
        return dict(seat.settings(work))

    assert settings(5) == {"length": "two_sentences", "emoji": "wanted"}
    assert settings(1) == {"length": "two_sentences"}


def test_a_new_life_begins_without_beliefs() -> None:
    seat = BanditAssistant("none")
    seat.credit(Tried("p", PlanAct.ACKNOWLEDGE, (), (BROKEN,)), rating())
    seat.begin("assistant_0", 1)
    assert seat.belief("p").counts() == {}


# ---------------------------------------------------------------------- which replies are credited


def observed(phase: Phase, number: int, **changes):
    return {
        "message": "I was out today.", "speaker": "p", "name": "Anna", "scope": "p", "phase": int(phase), "session": 1,
        "turn": number, "turn_id": f"s001.t{number:02d}", "reply_id": f"s001.r{number}", "rated": 0, "about": "",
        "date": "2025-06-02T09:30:00+00:00", "time": 0.0, "gap": -1.0, "rating": 0, "satisfaction": -1.0,
        "briefing": "", "remark": "",
    } | changes  # fmt: skip


def disliked(about: str, number: int = 9, phase: Phase = Phase.TALK):
    return observed(phase, number, rated=1, about=about, rating=2, satisfaction=2.0)


@pytest.mark.parametrize(
    ("phase", "learns"), [(Phase.OPENING, True), (Phase.TALK, True), (Phase.CLOSING, False), (Phase.LISTEN, False)]
)
def test_replies_of_the_conversation_are_credited(phase, learns) -> None:
    seat = BanditAssistant("none")
    seat.act(observed(phase, 2))
    seat.act(disliked("s001.r2"))
    assert bool(seat.belief("p").counts()) is learns


def test_feedback_on_an_unknown_reply_teaches_nothing() -> None:
    seat = BanditAssistant("none")
    seat.act(observed(Phase.TALK, 2))
    seat.act(disliked("s001.r4"))
    assert not seat.belief("p").counts()


def test_feedback_that_comes_with_the_last_line_is_learnt() -> None:
    seat = BanditAssistant("none")
    seat.act(observed(Phase.TALK, 2))
    seat.act(disliked("s001.r2", phase=Phase.CLOSING))
    assert seat.belief("p").counts()


def test_the_last_512_replies_are_kept_for_late_feedback() -> None:
    seat = BanditAssistant("none")
    (scripted, _), known = seat.get_state()
    replies = tuple((f"s001.r{number}", Tried("p", PlanAct.ACKNOWLEDGE, (), (BROKEN,))) for number in range(511))
    seat.set_state(((scripted, replies), known))
    learnt = []
    for number in (511, 512):
        seat.act(observed(Phase.TALK, number))
        seat.learn(rating(about="s001.r0"))
        learnt.append(seat.belief("p").counts()[BROKEN])
    assert learnt[0] == learnt[1]
    seat.learn(rating(about="s001.r1"))
    assert seat.belief("p").counts()[BROKEN] != learnt[1]
