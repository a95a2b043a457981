"""The evaluator's actions for small briefings: which matcher judges, what a model may overrule, what rules say."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime

import pytest

from regulars.agents.evaluator.judges import AnswerJudge, Judgement, MemoryJudge, Rating, case_of
from regulars.agents.evaluator.model import ModelEvaluator
from regulars.agents.evaluator.panel import gold_words
from regulars.agents.evaluator.role_play_judge import RolePlayJudge, reward_of
from regulars.agents.evaluator.scripted import ScriptedEvaluator
from regulars.agents.models.prompt_files import built_in_prompts
from regulars.agents.models.protocol import Completion, Finish
from regulars.agents.models.scripted_chat import Answer, ScriptedChat
from regulars.briefing import EvaluatorBriefing, Pending
from regulars.dialogue import Phase, PlanAct, Verdict, VerdictKind, VerdictSource
from regulars.errors import ConfigurationError, ModelOutputError
from regulars.rewards.style_checks.occasions import Occasion
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.kinds import Form
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.world import Probe, StandingRule
from regulars.seeding import SeedTree
from regulars.values import Domain, ValueType

NOW = datetime(2025, 3, 3, tzinfo=UTC)
CITY = load_ontology().domain("home_city")
SHORT = StandingRule("r1", "length", "one_sentence", NOW)
SMILE = StandingRule("r2", "emoji", "wanted", NOW)
NOTE = Occasion("I was out.", "Anna", NOW, act=PlanAct.ACKNOWLEDGE)


def gold(*values: str, form: str = Form.VALUE, **fields) -> Expectation:
    return Expectation(form, fields.pop("domain", CITY), fields.pop("answerable", True), values, **fields)


def probe(kind: str = "knowledge-update") -> Probe:
    return Probe("q", kind, Form.VALUE, "home_city", "p", "p", "test", NOW)


def briefed(reply: str, expectation: Expectation | None = None, *, options=(), kind="knowledge-update", **fields):
    given = {"answer": None, "commitment": "", "phase": Phase.TALK, "question": "Which city do I live in?"} | fields
    return EvaluatorBriefing(Pending(None, probe(kind), expectation, options), reply, **given)


def judged(briefing: EvaluatorBriefing) -> dict:
    return ScriptedEvaluator().act(None, briefing)


# ---------------------------------------------------------------------- the nodes


@pytest.mark.parametrize(
    ("kinds", "score"),
    [
        ((), 1.0),
        ((VerdictKind.CORRECT, VerdictKind.WRONG, VerdictKind.PARTIAL), 1 / 3),
        ((VerdictKind.CORRECT, VerdictKind.CORRECT), 1.0),
        ((VerdictKind.STALE,), 0.0),
    ],
)
def test_a_closing_round_sums_up_the_share_that_was_right(kinds, score) -> None:
    verdicts = tuple(map(Verdict, kinds))
    closing = EvaluatorBriefing(None, "Bye.", None, "", Phase.CLOSING, verdicts, (SHORT,), NOTE)
    assert judged(closing) == {"score": pytest.approx(score)}


def test_without_a_question_or_a_rule_there_is_nothing_to_judge() -> None:
    assert judged(EvaluatorBriefing(None, "I see.", None, "", Phase.TALK)) == {"verdict": 0}


def test_rules_alone_are_judged_without_a_verdict_on_an_answer() -> None:
    """One sentence keeps the first rule; without an emoji it breaks the second."""
    briefing = EvaluatorBriefing(None, "I see.", None, "", Phase.TALK, rules=(SHORT, SMILE), occasion=NOTE)
    assert judged(briefing) == {"verdict": 0, "score": 0.0, "message": "", "kept": "r1", "broken": "r2"}
    briefing.reply = "I see. Well. Good. 😀"
    assert judged(briefing) == {"verdict": 0, "score": 0.0, "message": "", "kept": "r2", "broken": "r1"}
    briefing.occasion = None
    assert judged(briefing) == {"verdict": 0, "score": 0.0, "message": ""}


def test_an_answer_is_judged_with_the_rules_beside_it() -> None:
    briefing = briefed("You live in Bergen.", gold("Bergen"), rules=(SMILE, SHORT), occasion=NOTE)
    action = judged(briefing)
    assert (action["verdict"], action["score"]) == (VerdictKind.CORRECT, 1.0)
    assert (action["kept"], action["broken"]) == ("r1", "r2")
    assert "source" not in action


@pytest.mark.parametrize(
    ("reply", "answer", "kind", "score"),
    [
        ("You live in Bergen.", None, VerdictKind.CORRECT, 1.0),
        ("You live in Lyon.", None, VerdictKind.STALE, 0.0),
        ("You live in Graz.", None, VerdictKind.LEAKED, 0.0),
        ("You live in Porto.", None, VerdictKind.WRONG, 0.0),
        ("I don't know.", None, VerdictKind.ABSTAINED, 0.0),
        ("Well, well.", "Bergen", VerdictKind.OFF_TASK, 0.0),  # the person hears the words alone
    ],
)
def test_a_value_is_judged_by_the_matcher(reply, answer, kind, score) -> None:
    expectation = gold("Bergen", stale=("Lyon",), others=("Graz",))
    action = judged(briefed(reply, expectation, answer=answer))
    assert (VerdictKind(action["verdict"]), action["score"]) == (kind, score)


def test_beside_the_conversation_the_structured_answer_counts_without_words() -> None:
    action = judged(briefed("Well, well.", gold("Bergen"), answer="Bergen", phase=Phase.PROBE))
    assert (VerdictKind(action["verdict"]), action["score"]) == (VerdictKind.CORRECT, 1.0)


def test_a_void_question_has_no_verdict() -> None:
    assert judged(briefed("You live in Bergen.")) == {"verdict": 0, "score": 0.0, "message": ""}


@pytest.mark.parametrize(
    ("commitment", "expectation", "kind", "score"),
    [
        ("sundial", None, VerdictKind.CORRECT, 1.0),
        ("sundial", gold("sundial", "hammock", form=Form.ANY), VerdictKind.CORRECT, 1.0),
        ("sundial", gold("hammock", form=Form.ANY), VerdictKind.WRONG, 0.0),
        ("", gold("hammock", form=Form.ANY), VerdictKind.OFF_TASK, 0.0),
        ("", None, VerdictKind.OFF_TASK, 0.0),
    ],
)
def test_a_choice_is_right_if_it_is_one_option_that_fits(commitment, expectation, kind, score) -> None:
    options = ("sundial", "hammock")
    briefing = briefed("My choice.", expectation, options=options, commitment=commitment)
    action = judged(briefing)
    assert (VerdictKind(action["verdict"]), action["score"]) == (kind, score)
    asserted = ScriptedEvaluator().verdict(briefing).asserted
    assert asserted == ((commitment,) if commitment else ())


@pytest.mark.parametrize("reply", ["I don't know.", "I can't say; you have not told me."])
def test_an_abstention_chooses_none_of_the_options(reply) -> None:
    action = judged(briefed(reply, gold("hammock", form=Form.ANY), options=("sundial", "hammock")))
    assert (VerdictKind(action["verdict"]), action["score"]) == (VerdictKind.ABSTAINED, 0.0)


@pytest.mark.parametrize(
    ("reply", "kind", "score"),
    [
        ("Keep them in water.", VerdictKind.CORRECT, 1.0),
        ("Keep them in water. Change it daily.", VerdictKind.WRONG, 0.0),
    ],
)
def test_manner_is_judged_by_its_setting_whatever_is_said(reply, kind, score) -> None:
    expectation = gold(form=Form.MANNER, category="length:one_sentence")
    action = judged(briefed(reply, expectation, occasion=NOTE))
    assert (VerdictKind(action["verdict"]), action["score"]) == (kind, score)


def test_manner_without_an_opportunity_is_undetermined() -> None:
    """Lengths without a length in the reply."""
    expectation = gold(form=Form.MANNER, category="units:metric")
    assert judged(briefed("Keep them in water.", expectation, occasion=NOTE))["verdict"] == VerdictKind.UNDETERMINED


def test_a_recorded_answer_has_a_score_and_no_verdict() -> None:
    """Two of three words of the answer are gold, and two of the two gold words are there: F1 = .8."""
    expectation = gold("red bicycle", "blue car", form=Form.TEXT, category="1")
    beside = {"phase": Phase.PROBE}
    action = judged(briefed("old red bicycle", expectation, **beside))
    assert (action["verdict"], action["score"], action["message"]) == (0, pytest.approx(0.8), "token F1")
    assert judged(briefed("old red bicycle", gold(form=Form.TEXT, category="1"), **beside))["score"] == 0.0
    assert judged(briefed("Well.", expectation, answer="red bicycle", **beside))["score"] == pytest.approx(1.0)


def test_a_recorded_question_that_a_person_asks_has_a_verdict() -> None:
    """The person of a recording that lives again reacts to it."""
    expectation = gold("red bicycle", "blue car", form=Form.TEXT, category="1")
    assert judged(briefed("Red bicycle.", expectation))["verdict"] == VerdictKind.CORRECT
    assert judged(briefed("You haven't told me that.", expectation))["verdict"] == VerdictKind.ABSTAINED


def test_the_evaluator_has_no_state() -> None:
    one = ScriptedEvaluator()
    one.begin("evaluator_0", 3)
    assert (one.get_state(), one.set_state(None), one.branches, one.briefed) == (None, None, True, True)


# ---------------------------------------------------------------------- a model beside the matcher


def said(verdict: str) -> str:
    return json.dumps({"reason": "because", "verdict": verdict})


def settled(
    reply: str, expectation: Expectation | None, answer: Answer, *, always: bool = True, **fields
) -> dict | None:
    """The model's verdict as an action, at once and awaited; None if the model was not asked."""
    briefing, model, waiting = briefed(reply, expectation, **fields), ScriptedChat([answer]), ScriptedChat([answer])
    action = ModelEvaluator(model, always=always).act(None, briefing)
    assert asyncio.run(ModelEvaluator(waiting, always=always).aact(None, briefing)) == action
    assert waiting.calls == model.calls
    return action if model.calls else None


@pytest.mark.parametrize(
    ("reply", "yes", "no"),
    [
        ("You live in Bergen.", VerdictKind.CORRECT, VerdictKind.WRONG),
        ("You live in Lyon.", VerdictKind.CORRECT, VerdictKind.STALE),
        ("You live in Graz.", VerdictKind.LEAKED, VerdictKind.LEAKED),
        ("You live in Porto.", VerdictKind.CORRECT, VerdictKind.WRONG),
        ("I don't know.", VerdictKind.CORRECT, VerdictKind.ABSTAINED),
        ("Maybe Bergen?", VerdictKind.CORRECT, VerdictKind.WRONG),
    ],
)
def test_a_models_yes_or_no_settles_every_verdict_of_the_matcher(reply, yes, no) -> None:
    expectation = gold("Bergen", stale=("Lyon",), others=("Graz",))
    for answer, kind in (("yes", yes), ("no", no)):
        action = settled(reply, expectation, said(answer))
        assert action is not None
        assert (VerdictKind(action["verdict"]), action["score"]) == (kind, float(kind is VerdictKind.CORRECT))
        assert (action["message"], action["source"]) == ("because", VerdictSource.MODEL)


def test_a_no_on_what_was_never_told_is_unsupported() -> None:
    untold = gold(answerable=False)
    for reply in ("I don't know.", "Maybe Bergen?"):
        action = settled(reply, untold, said("no"))
        assert action is not None
        assert action["verdict"] == VerdictKind.UNSUPPORTED


@pytest.mark.parametrize(
    ("reply", "expectation", "fields", "by_default", "always"),
    [
        ("You live in Bergen.", gold("Bergen"), {}, False, True),
        ("Maybe Bergen?", gold("Bergen"), {}, True, True),  # the matcher leaves it open
        ("a red one", gold("a bicycle", form=Form.TEXT), {}, True, True),
        ("Well.", None, {}, False, False),
        ("My choice.", gold("sundial", form=Form.ANY), {"options": ("sundial", "hammock")}, False, False),
        ("In water.", gold(form=Form.MANNER, category="units:metric"), {"occasion": NOTE}, False, False),
    ],
)
def test_which_answers_go_to_the_model(reply, expectation, fields, by_default, always) -> None:
    assert (settled(reply, expectation, said("yes"), always=False, **fields) is not None) is by_default
    assert (settled(reply, expectation, said("yes"), always=True, **fields) is not None) is always


def test_a_judge_that_cannot_be_read_leaves_the_matchers_verdict() -> None:
    refused = Completion("Never.", finish=Finish.REFUSED)
    action = settled("You live in Bergen.", gold("Bergen"), refused)
    assert action is not None
    assert action["message"] == "refused"
    assert (action["verdict"], action["score"]) == (VerdictKind.CORRECT, 1.0)  # the matcher's
    assert action["source"] == VerdictSource.UNREADABLE


def test_a_recorded_abstention_that_the_model_rejects_is_an_abstention() -> None:
    for reply, kind in (("I don't know.", VerdictKind.ABSTAINED), ("A car.", VerdictKind.WRONG)):
        action = settled(reply, gold("a bicycle", form=Form.TEXT), said("no"), always=False)
        assert action is not None
        assert action["verdict"] == kind


@pytest.mark.parametrize(
    ("kind", "expectation", "case"),
    [
        ("knowledge-update", gold("Bergen"), "knowledge-update"),
        ("multi-session", gold("Bergen"), "plain"),
        ("temporal-reasoning", gold("Bergen"), "temporal"),
        ("temporal", gold("Bergen"), "temporal"),
        ("single-session-preference", gold("Bergen"), "plain"),  # the gold is an option, not a taste
        ("single-session-preference", gold("likes tea", form=Form.TEXT), "preference"),
        ("implicit-preference", gold("likes tea", form=Form.TEXT), "preference"),
        ("knowledge-update", gold(answerable=False), "abstention"),
        ("abstention", gold("Bergen"), "abstention"),
    ],
)
def test_the_model_is_asked_by_the_criterion_of_the_question(kind, expectation, case) -> None:
    model = ScriptedChat([said("yes")])
    ModelEvaluator(model, always=True).act(None, briefed("Maybe Bergen?", expectation, kind=kind))
    system, user = (message.content for message in model.calls[0].messages)
    assert built_in_prompts()["judge"].cases[case] in system
    for part in ("Which city do I live in?", "Maybe Bergen?"):
        assert part in user
    told = "The question is unanswerable: it was never told." if case == "abstention" else gold_words(expectation)
    assert told in user
    assert case_of(kind, expectation.answerable) in (case, "preference")


def test_the_seed_of_a_judgement_is_named_by_question_and_reply() -> None:
    model = ScriptedChat([said("yes")] * 2)
    seat = ModelEvaluator(model, always=True)
    seat.begin("evaluator_0", 9)
    for reply in ("Maybe Bergen?", "Perhaps Bergen?"):
        seat.act(None, briefed(reply, gold("Bergen")))
    question = "Which city do I live in?"
    drawn = [SeedTree(9).seed("judge", question, reply) & 0x7FFFFFFF for reply in ("Maybe Bergen?", "Perhaps Bergen?")]
    assert [call.seed for call in model.calls] == drawn
    assert [call.purpose for call in model.calls] == ["judge", "judge"]


@pytest.mark.parametrize(
    ("expectation", "words"),
    [
        (gold("Bergen"), "Bergen"),
        (gold("Bergen", "Oslo", form=Form.SET), "all of these, and no others: Bergen, Oslo"),
        (gold("Bergen", "Oslo", form=Form.ORDER), "in this order: Bergen, Oslo"),
        (gold("Bergen", "Oslo", form=Form.ANY), "any of these: Bergen, Oslo"),
        (gold("a=b", form=Form.PASS_ON), "a message that names a=b"),
        (gold("Bergen", form=Form.MENTION), "brings up Bergen"),
        (gold("likes tea", "other", form=Form.TEXT), "likes tea | or: other"),
        (gold(form=Form.TEXT), ""),
        (gold("Bergen", stale=("Lyon", "Graz")), "Bergen. Outdated: Lyon, Graz."),
        (gold("Bergen", others=("Porto",)), "Bergen. Must not be named, since it is other people's: Porto."),
        (
            gold("Bergen", stale=("Lyon",), others=("Porto",)),
            "Bergen. Outdated: Lyon. Must not be named, since it is other people's: Porto.",
        ),
        (gold(stale=("Lyon",), over=True), "What was told is over, and nothing took its place. Outdated: Lyon."),
        (gold(over=True), "What was told is over, and nothing took its place"),
        (gold("2024-02-09", domain=Domain("d", ValueType.DATE)), "9 February 2024"),
        (gold("2024", domain=Domain("d", ValueType.DATE)), "2024"),
        (gold("--02-09", domain=Domain("d", ValueType.DATE)), "--02-09"),
        (gold("40", form=Form.DURATION, domain=Domain("d", ValueType.DATE)), "40"),
        (gold("5", domain=Domain("n", ValueType.NUMBER)), "5"),
        (gold("5", stale=("4",), domain=Domain("n", ValueType.NUMBER, unit="km")), "5 km. Outdated: 4 km."),
        (gold("5", stale=("4",), form=Form.SUM, domain=Domain("n", ValueType.NUMBER, unit="km")), "5. Outdated: 4."),
        (gold("A", form=Form.OPTION, options=("tea", "cocoa", "milk")), "A, of A: tea, B: cocoa, C: milk"),
    ],
)
def test_a_gold_answer_in_words(expectation, words) -> None:
    assert gold_words(expectation) == words


# ---------------------------------------------------------------------- published judges


@pytest.mark.parametrize(("verdict", "right"), [("yes", True), ("no", False)])
async def test_a_judge_of_answers_says_yes_or_no_with_its_reason(verdict, right) -> None:
    expected = Judgement(right, "because")
    model = ScriptedChat([said(verdict)] * 2)
    assert AnswerJudge(model).judge("Where?", "Bergen", "In Bergen.", seed=4) == expected
    assert await AnswerJudge(model).ajudge("Where?", "Bergen", "In Bergen.", seed=4) == expected
    assert [call.seed for call in model.calls] == [4, 4]
    assert model.calls[0].messages == model.calls[1].messages
    assert built_in_prompts()["judge"].cases["plain"] in model.calls[0].messages[0].content


@pytest.mark.parametrize(
    ("name", "score", "best", "purpose"),
    [
        ("answer", 2, 3, "judge answer"),
        ("recall", 1, 1, "judge recall"),
        ("helpfulness", 1, 2, "judge helpfulness"),
    ],
)
def test_a_judge_of_memories_rates_by_its_own_scale(name, score, best, purpose) -> None:
    model = ScriptedChat([json.dumps({"reason": "because", "score": score})])
    rating = getattr(MemoryJudge(model), name)("the question", "the gold", "the words", seed=6)
    assert rating == Rating(score, best, "because")
    assert rating.share == pytest.approx(score / best)
    (call,) = model.calls
    assert (call.seed, call.purpose) == (6, purpose)
    for part in ("the question", "the gold", "the words"):
        assert part in call.messages[-1].content


def scores(*four: int) -> str:
    names = ("richness", "logic", "consistency", "attractiveness")
    return json.dumps({"reason": "because", **dict(zip(names, four, strict=True))})


def test_role_play_is_rated_by_dimension_over_three_runs() -> None:
    """Richness 1, 2, 5: mean 8/3, sample deviation sqrt((25 + 4 + 49) / 9 / 2) = 2.0817."""
    model = ScriptedChat([scores(1, 0, 5, 2), scores(2, 0, 5, 4), scores(5, 0, 5, 3)])
    rating = RolePlayJudge(model).rate("a baker", "bakes", "Hello?", "Bread!", seed=3)
    assert rating.mean == pytest.approx({"richness": 8 / 3, "logic": 0.0, "consistency": 5.0, "attractiveness": 3.0})
    assert rating.spread == pytest.approx({"richness": 2.081666, "logic": 0, "consistency": 0, "attractiveness": 1.0})
    assert [call.seed for call in model.calls] == [SeedTree(3).seed("role play", run) & 0x7FFFFFFF for run in range(3)]
    single = RolePlayJudge(ScriptedChat([scores(1, 2, 3, 4)]), runs=1).rate("a", "b", "c", "d")
    assert (single.spread["richness"], single.runs, single.unreadable) == (0.0, 1, 0)


def test_an_unreadable_run_is_left_out_and_all_of_them_are_an_error() -> None:
    rating = RolePlayJudge(ScriptedChat(["hm", "hm", scores(1, 1, 1, 1)]), runs=2).rate("a", "b", "c", "d")
    assert (rating.runs, rating.unreadable, rating.mean["logic"]) == (1, 1, 1.0)
    with pytest.raises(ModelOutputError):
        RolePlayJudge(ScriptedChat(["hm", "hm"]), runs=1).rate("a", "b", "c", "d")


@pytest.mark.parametrize("runs", [0, -1, 1.5, True])
def test_runs_are_a_whole_number_from_1(runs) -> None:
    with pytest.raises(ConfigurationError, match="a whole number from 1"):
        RolePlayJudge(ScriptedChat([]), runs=runs)


@pytest.mark.parametrize(
    ("given", "reward"),
    [((5, 5, 5), 1.0), ((5, 0, 0), 0.3), ((0, 5, 0), 0.6), ((0, 0, 5), 0.1), ((1, 2, 3), 0.06 + 0.24 + 0.06)],
)
def test_the_reward_weighs_three_scores(given, reward) -> None:
    assert reward_of(*given) == pytest.approx(reward)
    names = ("factual", "logic_and_persona", "safety")
    answer = json.dumps({"reason": "because", **dict(zip(names, given, strict=True))})
    assert RolePlayJudge(ScriptedChat([answer])).reward("a", "b", "c", "d") == pytest.approx(reward)


@pytest.mark.parametrize("given", [(-0.1, 0, 0), (5.1, 0, 0), (0, 6, 0), (0, 0, -1)])
def test_scores_beyond_the_scale_have_no_reward(given) -> None:
    with pytest.raises(ConfigurationError, match="0 to 5"):
        reward_of(*given)
