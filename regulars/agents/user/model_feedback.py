"""How a model is asked to rate a reply in a person's place, and what its rating is compared with.

The model sees what the person said, the reply, the gold answer at this moment and the person's standing rules. It does
not see the evaluator's verdict. Feedback policies then show its rating in place of the one by the scale, so what they
hide, delay or flip stays the same.
"""

from __future__ import annotations

from datetime import datetime

from regulars.agents.evaluator.judges import UNANSWERABLE
from regulars.agents.evaluator.model import can_be_judged
from regulars.agents.evaluator.panel import gold_words
from regulars.agents.feedback import Shown
from regulars.agents.feedback.plain import Evaluative
from regulars.agents.feedback.remarks import rule_wordings
from regulars.agents.models.answer_schemas import RatedReply
from regulars.agents.models.prompt_files import PromptSet, as_data
from regulars.agents.models.protocol import Message
from regulars.briefing import Pending, UserBriefing
from regulars.dialogue import FeedbackAction
from regulars.scenarios.language.packs import Language
from regulars.scenarios.world import StandingRule

NO_WISHES = "nothing in particular"
"""What stands for the wishes of a person without standing rules."""


SCALE = Evaluative()
"""The scripted rule that a model's ratings are compared with."""


def rating_messages(
    prompts: PromptSet, briefing: UserBriefing, persona: str, said: str, language: Language
) -> tuple[Message, ...]:
    """The messages that ask for a rating of the last reply.

    Args:
        prompts: The prompts.
        briefing: What the person knows.
        persona: The person in words.
        said: The person's last line.
        language: The person's language.
    """
    key = right_answer(briefing.pending, language)
    wishes = [
        rule_wordings(rule, language, instructive=True)[0]
        for rule in briefing.person.rules
        if holds(rule, briefing.now)
    ]
    return prompts["user_feedback"].messages(
        name=briefing.person.name,
        kindness=kindness_words(briefing.person.persona.conduct.kindness),
        persona=persona,
        wishes=" ".join(wishes) or NO_WISHES,
        message=as_data(said),
        key=prompts["user_feedback_key"].text(key=key) if key else "",
        reply=as_data(briefing.reply),
    )


def right_answer(pending: Pending | None, language: Language) -> str:
    """What a right answer to a question is, in words; empty if nothing was asked, or only for a manner of replying."""
    if pending is None:
        return ""
    if pending.options:
        attribute = pending.act.attribute if pending.act is not None else ""
        return f"any of these: {', '.join(language.value_words(attribute, option) for option in pending.options)}"
    expectation = pending.expectation
    if expectation is None or not can_be_judged(expectation):
        return ""
    return gold_words(expectation) if expectation.answerable else UNANSWERABLE


def holds(rule: StandingRule, now: datetime) -> bool:
    """Whether a standing rule is in force."""
    return rule.since <= now and (rule.until is None or now < rule.until)


def kindness_words(kindness: float) -> str:
    """How easily a person is pleased, in words.

    Example:
        >>> kindness_words(-2.0), kindness_words(0.0)
        ('hard to please', 'neither hard nor easy to please')
    """
    if kindness < 0:
        return "hard to please"
    return "easily pleased" if kindness > 0 else "neither hard nor easy to please"


def as_feedback(said: RatedReply) -> Shown:
    """A model's rating as feedback."""
    return Shown(FeedbackAction[said.rating.upper()], float(said.satisfaction))


def in_common(action: FeedbackAction) -> str:
    """An action by the name that both raters use; a copy is a like."""
    return (FeedbackAction.LIKE if action is FeedbackAction.COPY else action).name.lower()
