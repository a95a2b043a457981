"""What a message asks for. It knows no answers.

In an environment the open question says it, so that every wording is understood. Without one, the words are read by the
language pack.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from regulars.agents.assistant.question_parsing import Question, question_in
from regulars.envs.probes.questions import question_of
from regulars.scenarios.kinds import Form
from regulars.scenarios.language.packs import Language
from regulars.scenarios.language.wishes import wishes_of

if TYPE_CHECKING:
    from regulars.envs.life.state import LifeState

KEPT = 65536
"""The number of messages whose reading is cached."""


@dataclass(frozen=True, slots=True)
class Asking:
    """What a message asks for; all fields are empty for a message that asks nothing.

    Attributes:
        question: The question; None for none.
        attribute: The attribute of an offered choice; empty for none.
        options: The canonical options of that choice.
        domain: The project domain for which a plan is wanted; empty for none.
    """

    question: Question | None = None
    attribute: str = ""
    options: tuple[str, ...] = ()
    domain: str = ""

    @property
    def form(self) -> str:
        """The form of the answer: a `Form`, `offer` for a choice, `plan` for a plan, or empty."""
        if self.options:
            return OFFER
        if self.domain:
            return PLAN
        return str(self.question.form) if self.question is not None else ""

    @property
    def wanted(self) -> str:
        """The attribute whose value is wanted; empty for none."""
        return self.attribute or (self.question.wanted if self.question is not None else "")


OFFER, PLAN = "offer", "plan"
FORMS = ("", OFFER, PLAN, *(str(form) for form in Form))
"""The values of `Asking.form`."""

_NOTHING = Asking()


@lru_cache(maxsize=KEPT)
def asking(language: Language, message: str) -> Asking:
    """Reads what a message asks for.

    Example:
        >>> asking(Language.load("english"), "Which exams have I passed?").form
        'set'
    """
    if not message:
        return _NOTHING
    offered = language.offered(message)
    if offered is not None:
        return Asking(attribute=offered[0], options=offered[1])
    domain = wishes_of(language).consulted_in(message)
    if domain:
        return Asking(domain=domain)
    question = question_in(language, message)
    return Asking(question) if question is not None else _NOTHING


def asking_now(life: LifeState) -> Asking:
    """What the last line of a life asks for, as the environment understands it.

    A reminder that is due is not asked for, so it is not said here.
    """
    pending, asked = life.pending, life.asked
    if pending is not None and pending.options and pending.act is not None:
        return Asking(attribute=pending.act.attribute, options=pending.options)
    if asked is not None:
        question = question_of(asked, life.language)
        return Asking(question) if question.form not in (Form.MENTION, Form.MANNER) else _NOTHING
    act, running = life.exchange.consulted, life.running
    if act is None or running is None or life.aside is not None:
        return _NOTHING
    projects = life.persons[running.person].projects
    return Asking(domain=next((one.domain for one in projects if one.id == act.target), ""))
