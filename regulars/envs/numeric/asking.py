"""What a message asks for, read from its words by the language pack. It knows no answers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from regulars.agents.assistant.question_parsing import Question, question_in
from regulars.scenarios.kinds import Form
from regulars.scenarios.language.packs import Language
from regulars.scenarios.language.wishes import wishes_of

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
        >>> asking(Language.load("english"), "Where do I live?").form
        'value'
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
