"""Model judges return a judgement or an error. An unreadable answer never scores zero."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

import regulars
from regulars.agents.evaluator.judges import AnswerJudge, MemoryJudge, case_of
from regulars.agents.evaluator.model import ModelEvaluator
from regulars.agents.evaluator.panel import Panel, gold_words
from regulars.agents.evaluator.role_play_judge import RolePlayJudge, reward_of
from regulars.agents.models.prompt_files import built_in_prompts
from regulars.agents.models.scripted_chat import ScriptedChat
from regulars.briefing import EvaluatorBriefing, Pending
from regulars.dialogue import Phase, VerdictKind, VerdictSource
from regulars.errors import BudgetError, ConfigurationError, InfrastructureError, ModelOutputError
from regulars.evaluation.replay import replay
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.generator import generate
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.world import Probe
from regulars.values import Domain, ValueType

CITY = load_ontology().domain("home_city")
LIFE = [generate(1, sessions=2, probes_per_session=3)]


def said(**answer):
    return json.dumps({"reason": "because", **answer})


def judged(model, reply, key, *, always=False, options=()):
    evaluator = ModelEvaluator(model, always=always)
    briefing = EvaluatorBriefing(
        Pending(None, None, key, options), reply, None, "", Phase.PROBE, question="Which city do I live in?"
    )
    work = evaluator.work({}, briefing)
    evaluator.gather(work)
    evaluator.check(work)
    evaluator.judge(work)
    evaluator.score(work)
    return work.verdict, work.action


def key(gold="Bergen", **more):
    return Expectation("value", CITY, True, (gold,), **more)


@pytest.mark.parametrize("kind", ["temporal", "temporal-reasoning", "knowledge-update", "abstention", "multi-session"])
def test_each_type_of_question_is_judged_by_its_own_criterion(kind):
    model = ScriptedChat([said(verdict="yes")])
    case = case_of(kind)
    assert AnswerJudge(model).judge("When?", "18 days", "19 days", case=case).right
    system, user = (message.content for message in model.calls[0].messages)
    assert built_in_prompts()["judge"].cases[case] in system
    assert ("18 days" in user) is (case != "abstention")
    assert ("errors of one" in system) is (case == "temporal")
    assert ("held before" in system) is (case == "knowledge-update")


@pytest.mark.parametrize("answer", ["perhaps", said(verdict="maybe"), said(score=1), ""])
def test_a_judge_that_cannot_be_read_raises(answer):
    with pytest.raises(ModelOutputError):
        AnswerJudge(ScriptedChat([answer, answer])).judge("Where?", "Bergen", "In Bergen.")


@pytest.mark.parametrize(("name", "best"), [("answer", 3), ("recall", 1), ("helpfulness", 2)])
def test_realmems_scales_are_kept(name, best):
    for score in range(best + 1):
        rating = getattr(MemoryJudge(ScriptedChat([said(score=score)])), name)("Where?", "Bergen", "In Bergen.")
        assert (rating.score, rating.share) == (score, score / best)
    for outside in (-1, best + 1):
        model = ScriptedChat([said(score=outside)] * 2)
        with pytest.raises(ModelOutputError):
            getattr(MemoryJudge(model), name)("Where?", "Bergen", "In Bergen.")


def test_role_play_is_the_mean_of_its_runs_with_their_spread():
    runs = [said(richness=score, logic=4, consistency=5, attractiveness=1) for score in (2, 3, 4)]
    model = ScriptedChat(runs)
    rating = RolePlayJudge(model).rate("a baker", "bakes", "Hello?", "Bread!", seed=3)
    assert (rating.mean["richness"], rating.spread["richness"]) == (3.0, 1.0)
    assert (rating.mean["logic"], rating.spread["logic"]) == (4.0, 0.0)
    assert (rating.runs, rating.unreadable) == (3, 0)
    assert len({call.seed for call in model.calls}) == 3


def test_a_run_out_of_range_is_counted_and_neither_cut_down_nor_zero():
    good = said(richness=4, logic=4, consistency=4, attractiveness=4)
    bad = said(richness=85, logic=4, consistency=4, attractiveness=4)
    rating = RolePlayJudge(ScriptedChat([good, bad, bad, good])).rate("a", "b", "c", "d")
    assert (rating.runs, rating.unreadable, rating.mean["richness"]) == (2, 1, 4.0)
    with pytest.raises(ModelOutputError):
        RolePlayJudge(ScriptedChat([bad] * 6)).rate("a", "b", "c", "d")


def test_the_reward_is_weighed_in_code():
    model = ScriptedChat([said(factual=5, logic_and_persona=2, safety=0)])
    assert RolePlayJudge(model).reward("a", "b", "c", "d") == pytest.approx(0.30 + 0.60 * 2 / 5)
    assert reward_of(0, 0, 5) == pytest.approx(0.10)
    with pytest.raises(ModelOutputError):
        RolePlayJudge(ScriptedChat(["85", "85"])).reward("a", "b", "c", "d")
    with pytest.raises(ConfigurationError):
        reward_of(85, 0, 0)


def test_the_matcher_comes_first_and_the_model_is_asked_only_where_it_leaves_a_verdict_open():
    model = ScriptedChat([said(verdict="yes")])
    verdict, _ = judged(model, "You live in Bergen.", key())
    assert (verdict.kind, model.calls) == (VerdictKind.CORRECT, [])
    verdict, action = judged(model, "Maybe Bergen?", key())
    assert (verdict.kind, verdict.score, len(model.calls)) == (VerdictKind.CORRECT, 1.0, 1)
    assert (action["message"], action["source"]) == ("because", VerdictSource.MODEL)
    assert "Which city do I live in?" in model.calls[0].messages[-1].content


def test_always_lets_the_model_overrule_the_matcher_but_not_a_leak():
    assert judged(ScriptedChat([said(verdict="no")]), "You live in Bergen.", key(), always=True)[0].kind is (
        VerdictKind.WRONG
    )
    stale = judged(ScriptedChat([said(verdict="no")]), "You live in Kraków.", key(stale=("Kraków",)), always=True)[0]
    assert stale.kind is VerdictKind.STALE
    leak = judged(ScriptedChat([said(verdict="yes")]), "You live in Kraków.", key(others=("Kraków",)), always=True)[0]
    assert leak.kind is VerdictKind.LEAKED


@pytest.mark.parametrize("answers", [["hm", "hm"], [""], [said(verdict="yes")[:20], said(verdict="yes")[:20]]])
def test_an_unreadable_judge_leaves_the_matchers_verdict_and_says_so(answers):
    verdict, action = judged(ScriptedChat(answers), "Maybe Bergen?", key())
    assert verdict.kind is VerdictKind.UNDETERMINED
    assert action["source"] == VerdictSource.UNREADABLE
    verdict, action = judged(ScriptedChat(answers), "You live in Bergen.", key(), always=True)
    assert (verdict.kind, verdict.score) == (VerdictKind.CORRECT, 1.0)
    assert action["source"] == VerdictSource.UNREADABLE


def test_a_failing_endpoint_leaves_the_matchers_verdict_and_a_used_up_budget_does_not():
    verdict, action = judged(ScriptedChat([InfrastructureError("down")]), "You live in Bergen.", key(), always=True)
    assert (verdict.kind, action["source"]) == (VerdictKind.CORRECT, VerdictSource.UNREADABLE)
    with pytest.raises(BudgetError):
        judged(ScriptedChat([BudgetError("used up")]), "You live in Bergen.", key(), always=True)


@pytest.mark.parametrize(
    ("votes", "kind", "source"),
    [
        (("yes", "yes", "no"), VerdictKind.CORRECT, VerdictSource.MODEL),
        (("no", "yes", "no"), VerdictKind.WRONG, VerdictSource.MODEL),
        (("yes", "no"), VerdictKind.UNDETERMINED, VerdictSource.MATCHER),
        (("hm", "no", "no"), VerdictKind.WRONG, VerdictSource.MODEL),
        (("hm", "hm", "yes"), VerdictKind.CORRECT, VerdictSource.MODEL),
        (("hm", "hm", "hm"), VerdictKind.UNDETERMINED, VerdictSource.UNREADABLE),
    ],
)
def test_the_majority_of_the_judges_with_a_vote_decides(votes, kind, source):
    models = [ScriptedChat([said(verdict=vote)] * 2, name=f"m{number}") for number, vote in enumerate(votes)]
    evaluator = ModelEvaluator(models)
    briefing = EvaluatorBriefing(Pending(None, None, key()), "Maybe Bergen?", None, "", Phase.PROBE, question="Where?")
    work = evaluator.work({}, briefing)
    evaluator.judge(work)
    assert (work.verdict.kind, work.verdict.source) == (kind, source)
    assert evaluator.judged.matcher is VerdictKind.UNDETERMINED
    wanted = tuple(vote if vote != "hm" else "unreadable" for vote in votes)
    assert tuple(opinion.vote for opinion in evaluator.judged.opinions) == wanted
    assert [opinion.judge for opinion in evaluator.judged.opinions] == ["m0", "m1", "m2"][: len(votes)]


def test_judges_of_one_name_are_numbered():
    assert Panel([AnswerJudge(ScriptedChat([], name=name)) for name in "aba"]).names == ["a (1)", "b", "a (2)"]


@pytest.mark.parametrize(("kinds", "calls"), [(["temporal"], 0), (["temporal", "knowledge-update"], 1), (None, 1)])
def test_only_the_named_kinds_go_to_the_judge(kinds, calls):
    model = ScriptedChat([said(verdict="yes")])
    probe = Probe("q", "knowledge-update", "value", "home_city", "p", "p", "test", datetime(2025, 3, 3, tzinfo=UTC))
    evaluator = ModelEvaluator(model, kinds=kinds)
    work = evaluator.work({}, EvaluatorBriefing(Pending(None, probe, key()), "Maybe Bergen?", None, "", Phase.PROBE))
    evaluator.judge(work)
    assert len(model.calls) == calls
    assert (evaluator.judged is None) is (calls == 0)


def test_unknown_kinds_are_refused():
    with pytest.raises(ConfigurationError, match="did you mean 'temporal'"):
        ModelEvaluator(ScriptedChat([]), kinds=["temporel"])


@pytest.mark.parametrize(
    ("expectation", "words"),
    [
        (Expectation("value", Domain("d", ValueType.DATE), True, ("2025-05-14",)), "14 May 2025"),
        (Expectation("value", Domain("d", ValueType.DATE), True, ("2025-05",)), "May 2025"),
        (Expectation("value", Domain("n", ValueType.NUMBER, unit="euros"), True, ("30",)), "30 euros"),
        (Expectation("count", Domain("n", ValueType.NUMBER, unit="euros"), True, ("3",)), "3"),
        (Expectation("option", CITY, True, ("B",), options=("tea", "cocoa")), "B, of A: tea, B: cocoa"),
    ],
)
def test_keys_are_put_as_people_write_them(expectation, words):
    assert gold_words(expectation) == words


async def test_an_awaited_evaluator_finds_the_same():
    briefing = EvaluatorBriefing(Pending(None, None, key()), "Maybe Bergen?", None, "", Phase.PROBE)
    found = [
        ModelEvaluator(ScriptedChat([said(verdict="yes")])).act({}, briefing),
        await ModelEvaluator(ScriptedChat([said(verdict="yes")])).aact({}, briefing),
    ]
    assert found[0] == found[1]


class AnswersWithAGuess:
    """Names a city as a guess, so that the matcher leaves the verdict open."""

    branches = True

    def act(self, observation):
        return "I would rather talk about something else, to be honest."


def test_an_unreadable_judge_is_counted_in_the_results_and_scores_nothing(loopback, tmp_path):
    options = {"assistant": AnswersWithAGuess(), "memory": "none", "data": LIFE}
    good = regulars.evaluate(judge="openai:judge:always=true", **options, out=tmp_path / "GOOD")
    bad = regulars.evaluate(judge="openai:judge@wrong-schema:always=true", **options, out=tmp_path / "BAD")
    assert good.faults == bad.faults == []
    name = bad.systems[0]
    assert bad.value(name, "judge_unreadable") == 1.0
    matched = regulars.evaluate(**options)
    assert bad.value(name, "accuracy_own") == matched.value(name, "accuracy_own")
    assert "judge_accuracy" not in bad.metrics(name)
    assert bad.agreement == []
    assert good.value(name, "judge_unreadable") == 0.0
    assert 0 <= good.value(name, "judge_accuracy") <= 1
    again = replay(tmp_path / "BAD")
    assert again.value(name, "judge_unreadable") == 1.0
    assert again.rows == bad.rows
    config = json.loads((tmp_path / "BAD/config.json").read_text())
    assert config["judge"] == "openai:judge@wrong-schema:always=true"
    assert config["prompts"] == built_in_prompts().hashes
