"""The scripted evaluator: `gather -> check -> judge -> score`, with the matcher alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from regulars.agents.seats.flow import END, Flow, arun, run
from regulars.agents.style.rules import default_book
from regulars.briefing import EvaluatorBriefing
from regulars.dialogue import Phase, Verdict, VerdictKind, VerdictSource
from regulars.rewards.assertions.abstention import abstains
from regulars.rewards.metrics.token_f1 import answer_f1
from regulars.rewards.style_checks.compliance import comply
from regulars.rewards.style_checks.occasions import Occasion
from regulars.rewards.verdicts.expectation import RUBRIC, Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.scenarios.kinds import Form

FLOW = Flow("evaluator", ("gather", "check", "judge", "score"), jumps={"gather": (END,)})

_NOTHING = Verdict(VerdictKind.NONE)


@dataclass(slots=True)
class EvaluatorWork:
    """One turn of an evaluator; each node fills in its part.

    Attributes:
        observation: What the seat sees.
        briefing: What is judged, and the gold answer.
        verdict: The verdict on the reply.
        kept: Ids of the standing rules that the reply keeps.
        broken: Ids of the standing rules that it breaks.
        action: The resulting action.
    """

    observation: Any
    briefing: EvaluatorBriefing
    verdict: Verdict = _NOTHING
    kept: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    action: dict[str, Any] = field(default_factory=dict)


class ScriptedEvaluator:
    """Judges a reply against the gold answer in its briefing. It has no state, so it can be branched at any time."""

    flow = FLOW
    briefed = True
    branches = True

    def begin(self, episode_id: str, seed: int) -> None:
        """Does nothing: the evaluator has no state."""

    def get_state(self) -> None:
        """None: the evaluator has no state."""

    def set_state(self, state: None) -> None:
        """Does nothing: the evaluator has no state."""

    def work(self, observation: Any, briefing: EvaluatorBriefing) -> EvaluatorWork:
        """Starts a turn."""
        return EvaluatorWork(observation, briefing)

    def outcome(self, work: EvaluatorWork) -> dict[str, Any]:
        """The action that a turn produced."""
        return work.action

    def act(self, observation: Any, briefing: EvaluatorBriefing) -> dict[str, Any]:
        """The verdict, as an action."""
        work = EvaluatorWork(observation, briefing)
        run(self, work)
        return work.action

    async def aact(self, observation: Any, briefing: EvaluatorBriefing) -> dict[str, Any]:
        """Asynchronous version of `act`."""
        work = EvaluatorWork(observation, briefing)
        await arun(self, work)
        return work.action

    # ------------------------------------------------------------------ nodes

    def gather(self, work: EvaluatorWork) -> str | None:
        """Finds what to judge; stops if there is nothing. In a closing round it sums up the session instead."""
        briefing = work.briefing
        if briefing.phase is Phase.CLOSING:
            work.action = self.sum_up(briefing)
            return END
        if briefing.pending is None and not briefing.rules:
            work.action = {"verdict": 0}
            return END
        return None

    def check(self, work: EvaluatorWork) -> None:
        """Finds the standing rules that the reply keeps and breaks."""
        briefing = work.briefing
        if briefing.rules and briefing.occasion is not None:
            work.kept, work.broken = default_book().judge(briefing.reply, briefing.occasion, briefing.rules)

    def judge(self, work: EvaluatorWork) -> None:
        """The verdict on the reply; `NONE` if nothing was asked or no matcher applies."""
        work.verdict = self.verdict(work.briefing)

    def score(self, work: EvaluatorWork) -> None:
        """Puts the verdict into the action."""
        verdict = work.verdict
        work.action = {"verdict": int(verdict.kind), "score": verdict.score, "message": verdict.reason}
        if verdict.source is not VerdictSource.MATCHER:
            work.action["source"] = int(verdict.source)
        if work.kept or work.broken:
            work.action |= {"kept": " ".join(work.kept), "broken": " ".join(work.broken)}

    # ------------------------------------------------------------------ judging

    def verdict(self, briefing: EvaluatorBriefing) -> Verdict:
        """The verdict on the reply, from the matcher that its expectation needs."""
        pending = briefing.pending
        if pending is None:
            return _NOTHING
        if pending.options:
            return _chosen(briefing, pending.expectation)
        expectation = pending.expectation
        if expectation is None:
            return _NOTHING
        if expectation.form == Form.MANNER:
            return manner_verdict(briefing.reply, briefing.occasion or Occasion(), expectation.category)
        if expectation.form == Form.TEXT and briefing.phase is Phase.PROBE:
            if expectation.category == RUBRIC:
                return Verdict(VerdictKind.NONE, reason="a rubric, for a judge")
            score = answer_f1(briefing.reply, briefing.answer, expectation.gold, expectation.category)
            return Verdict(VerdictKind.NONE, score=score, reason="token F1")
        return find_verdict(briefing.reply, briefing.answer, expectation, spoken=briefing.phase is not Phase.PROBE)

    def sum_up(self, briefing: EvaluatorBriefing) -> dict[str, Any]:
        """The share of this session's judged replies that were right, for the closing round."""
        judged = briefing.session_verdicts
        right = sum(verdict.kind is VerdictKind.CORRECT for verdict in judged)
        return {"score": right / len(judged) if judged else 1.0}


def manner_verdict(reply: str, occasion: Occasion, rule: str) -> Verdict:
    """Whether the style of a reply follows a standing rule, whatever the reply says.

    Args:
        reply: The reply's words.
        occasion: What surrounds them.
        rule: The rule, as `kind:setting`.
    """
    style_attribute, _, name = rule.partition(":")
    setting = default_book().setting(style_attribute, name)
    kept = comply(reply, occasion, setting.check, setting.opportunity, setting.parameters)
    if kept is None:
        return Verdict(VerdictKind.UNDETERMINED, reason=f"gives {style_attribute} no opportunity")
    if kept:
        return Verdict(VerdictKind.CORRECT, score=1.0, reason=f"keeps {style_attribute} {name}")
    return Verdict(VerdictKind.WRONG, reason=f"breaks {style_attribute} {name}")


def _chosen(briefing: EvaluatorBriefing, expectation: Expectation | None) -> Verdict:
    """Correct if the reply chooses exactly one of the offered options, and one that fits everything told."""
    if briefing.commitment and expectation is not None and briefing.commitment not in expectation.gold:
        said = (briefing.commitment,)
        return Verdict(VerdictKind.WRONG, said, reason=f"chooses {said[0]}, which told facts rule out")
    if briefing.commitment:
        return Verdict(VerdictKind.CORRECT, (briefing.commitment,), score=1.0, reason="one option was chosen")
    if abstains(briefing.reply):
        return Verdict(VerdictKind.ABSTAINED, reason="chooses none of the options")
    return Verdict(VerdictKind.OFF_TASK, reason="no single option was chosen")
