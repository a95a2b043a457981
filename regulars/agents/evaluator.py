"""The scripted evaluator: `gather -> check -> judge -> score`, by the matcher and nothing else."""

from __future__ import annotations

from typing import Any

from regulars.agents.briefing import EvaluatorBriefing
from regulars.dialogue import Phase, Verdict, VerdictKind
from regulars.rewards.matcher import judge
from regulars.rewards.text import answer_f1
from regulars.scenarios.world import Form

__all__ = ["ScriptedEvaluator"]

_NOTHING = Verdict(VerdictKind.NONE)


class ScriptedEvaluator:
    """Judges a reply against the key in its briefing. Keeps no state, so it can be branched anywhere."""

    briefed = True
    branches = True

    def begin(self, seat: str, seed: int) -> None:
        """Nothing to prepare."""

    def get_state(self) -> None:
        """Nothing moves."""

    def set_state(self, state: None) -> None:
        """Nothing moves."""

    def act(self, observation: Any, briefing: EvaluatorBriefing) -> dict[str, Any]:
        """The finding, as an action."""
        if briefing.phase is Phase.CLOSING:
            return self.sum_up(briefing)
        if briefing.pending is None:
            return {"verdict": 0}
        verdict = self.judge(briefing)
        action = {"verdict": int(verdict.kind), "score": verdict.score, "message": verdict.reason}
        if verdict.kept or verdict.broken:
            action |= {"kept": " ".join(verdict.kept), "broken": " ".join(verdict.broken)}
        return action

    def judge(self, briefing: EvaluatorBriefing) -> Verdict:
        """The finding on the reply, `NONE` where nothing was asked or no matcher applies."""
        pending = briefing.pending
        if pending is None:
            return _NOTHING
        if pending.options:
            return _chosen(briefing)
        key = pending.expectation
        if key is None:
            return _NOTHING
        if key.form == Form.TEXT:
            gold = key.gold[0] if key.gold else ""
            score = answer_f1(briefing.reply, briefing.answer, gold, key.category)
            return Verdict(VerdictKind.NONE, score=score, reason="token F1")
        return judge(briefing.reply, briefing.answer, key)

    def sum_up(self, briefing: EvaluatorBriefing) -> dict[str, Any]:
        """At the closing: the share of this session's judged replies that were right."""
        judged = briefing.session_verdicts
        right = sum(verdict.kind is VerdictKind.CORRECT for verdict in judged)
        return {"score": right / len(judged) if judged else 1.0}


def _chosen(briefing: EvaluatorBriefing) -> Verdict:
    """A delegation is served by choosing exactly one of what was offered."""
    if briefing.commitment:
        return Verdict(VerdictKind.CORRECT, (briefing.commitment,), score=1.0, reason="one option was chosen")
    return Verdict(VerdictKind.OFF_TASK, reason="no single option was chosen")
