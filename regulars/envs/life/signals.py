"""The two signals of a life, kept apart: feedback, which the assistant sees, and reward, for the trainer."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from regulars.agents.feedback import feedback_policy
from regulars.dialogue import ASSISTANT, Feedback, FeedbackAction, Verdict, count_tokens
from regulars.envs.actions import Action
from regulars.envs.life.outcomes import JudgedAnswer, RewardNote
from regulars.rewards.metrics.reward_terms import (
    JudgedQuestion,
    Weights,
    assistant_terms,
    feedback_reward,
    user_terms,
)
from regulars.scenarios.world import RecordedFeedback

_RATINGS = tuple(FeedbackAction)


class Signals:
    """Turns ratings into feedback, and verdicts into rewards.

    Args:
        policy: The feedback policy's spec. Under a withholding policy no feedback reaches the assistant, even if the
            user gives some.
        weights: The weights of the reward terms.
        reward_to: `trainer`, `nobody` or `feedback`.

    Attributes:
        feedbacks: All feedback that reached the assistant.
        reward_notes: The terms of all rewards, also of rewards that are only recorded.
        rewards: The rewards of the last step, by role.
        judgement: The answer that was judged in the last step; None for none.
        news: The feedback that came with the user's last line; None for none.
    """

    def __init__(self, policy: str, weights: Weights, reward_to: str) -> None:
        self.policy = policy
        self.withheld = feedback_policy(policy).withheld
        self.weights = weights
        self.reward_to = reward_to
        self.feedbacks: list[Feedback] = []
        self.reward_notes: list[RewardNote] = []
        self.rewards: dict[str, float] = {}
        self.judgement: JudgedAnswer | None = None
        self.news: Feedback | None = None
        self._replies: set[str] = set()

    def step(self) -> None:
        """Clears what the last step gave."""
        self.rewards = {}
        self.judgement = None

    def replied(self, reply: str) -> None:
        """Records a reply, which can be rated from now on."""
        self._replies.add(reply)

    def take(self, action: Action, last_reply: str, now: datetime) -> str:
        """Takes a user's rating of `action.about` or the last reply. Returns the unknown id that it names, if any."""
        self.news = None
        shown = action.rating or action.satisfaction is not None or action.remark
        about = action.about or last_reply
        if not shown or not about or self.withheld:
            return ""
        unresolved = "" if about in self._replies else f"about {about}"
        if unresolved:
            about = last_reply
        if about:
            self.news = Feedback(about, _RATINGS[action.rating], action.satisfaction, action.remark, now)
            self.feedbacks.append(self.news)
            if self.reward_to == "feedback":
                self.rewards[ASSISTANT] = feedback_reward(self.news)
        return unresolved

    def hear(self, shown: RecordedFeedback | None, now: datetime) -> None:
        """Takes the recorded feedback of a turn; None for none."""
        self.news = None
        if shown is not None and not self.withheld:
            self.news = Feedback(shown.about, FeedbackAction(shown.action), shown.satisfaction, shown.text, now)
            self.feedbacks.append(self.news)

    def judge(
        self,
        verdict: Verdict,
        reply: str,
        reply_id: str,
        question: JudgedQuestion | None,
        chances: Mapping[str, float],
    ) -> None:
        """Computes the rewards of a reply from its verdict, length and conduct.

        Args:
            verdict: The verdict; of kind `NONE`, or on conduct alone, if nothing was asked.
            reply: The reply's words.
            reply_id: The reply's turn id.
            question: What the reply answered; None if nothing was asked.
            chances: The probability that the reply keeps a standing rule by chance, by rule.
        """
        if question is not None:
            self.judgement = JudgedAnswer(verdict.kind, question)
        short = len(reply) <= self.weights.free_tokens  # no text has more tokens than letters
        silent = not any(map(str.isalnum, reply))
        if short and question is None and not verdict.kept and not verdict.broken and not silent:
            return
        tokens = 0 if short else count_tokens(reply)
        served = user_terms(verdict, self.weights) if question is not None else {}
        for seat, terms in (
            (ASSISTANT, assistant_terms(verdict, tokens, self.weights, question, silent=silent, chances=chances)),
            ("user", served),
        ):
            if any(terms.values()):
                self.reward_notes.append(RewardNote(seat, reply_id, terms))
                if self.reward_to == "trainer":
                    self.rewards[seat] = sum(terms.values())
