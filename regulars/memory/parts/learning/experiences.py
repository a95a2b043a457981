"""Experiences: what a reply tried, and the feedback that the person gave.

A learning memory uses only `Feedback`. A *lesson reader* reads what a reply did, and what a remark asks for, from their
words. The reader knows the possible settings and steps; this room does not. Each feedback becomes one item, and
lessons, values and weights are computed from these items.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from regulars import registry
from regulars.dialogue import Feedback
from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import TURN, Draft, Op
from regulars.memory.parts.extraction.extract import said_by_assistant
from regulars.memory.parts.view import MemoryEvent, View, add

EXPERIENCE = "experience"
"""The kind of a draft with an experience."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What a reply did, judged by its words.

    Attributes:
        task: The kind of request, as named by the reader.
        kept: The lessons that it kept, each as `ATTRIBUTE=VALUE`.
        broken: The lessons that it broke.
    """

    task: str
    kept: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """What a remark says about one lesson.

    Attributes:
        lesson: The lesson as `ATTRIBUTE=VALUE`.
        said: `stated`: it is wanted; `complaint`: the reply broke it; `lifted`: it no longer holds.
    """

    lesson: str
    said: str


class LessonReader(Protocol):
    """Reads replies, ratings and remarks. It is picklable, and its `repr` shows only its settings."""

    def attempt(self, message: Draft | None, reply: Draft, opens: bool) -> Attempt:
        """What a reply did.

        Args:
            message: The message that it answers, if it is stored.
            reply: The reply.
            opens: Whether it is the first reply of its session.
        """
        ...

    def said(self, remark: str, attempt: Attempt) -> Sequence[Said]:
        """What a remark on such a reply says about lessons; nothing if it names none."""
        ...

    def displeased(self, feedback: Feedback, attempt: Attempt) -> float | None:
        """The probability, in [0, 1], that the style displeased, by the rating; None without a rating."""
        ...


def lesson_reader(spec: str) -> LessonReader:
    """The lesson reader of a spec. Raises as `regulars.registry.build` does."""
    reader: LessonReader = registry.build("lesson-reader", spec)
    return reader


@dataclass(frozen=True, slots=True)
class Unled:
    """Reads no lessons: a memory with it learns nothing about style."""

    def attempt(self, message: Draft | None, reply: Draft, opens: bool) -> Attempt:
        """An attempt that kept and broke nothing."""
        return Attempt("")

    def said(self, remark: str, attempt: Attempt) -> Sequence[Said]:
        """Nothing."""
        return ()

    def displeased(self, feedback: Feedback, attempt: Attempt) -> float | None:
        """Always None."""
        return None


@dataclass(frozen=True, slots=True)
class Experience:
    """An attempt and its feedback.

    Attributes:
        task: The kind of request.
        kept: As in `Attempt`.
        broken: As in `Attempt`.
        displeased: As `LessonReader.displeased`; None without a rating.
        said: What the remark said.
    """

    task: str
    kept: tuple[str, ...]
    broken: tuple[str, ...]
    displeased: float | None
    said: tuple[Said, ...]

    @property
    def reward(self) -> float:
        """The reward of the rating, from -1 to 1; 0 without a rating."""
        return 0.0 if self.displeased is None else 1.0 - 2.0 * self.displeased

    def to_json(self) -> dict[str, Any]:
        """A JSON object that `experience_of` reads back."""
        return {
            "task": self.task, "kept": list(self.kept), "broken": list(self.broken), "displeased": self.displeased,
            "said": [[one.lesson, one.said] for one in self.said],
        }  # fmt: skip


def experience_of(draft: Draft) -> Experience | None:
    """The experience in a draft; None if it has none, or if it was forgotten on request."""
    data: Mapping[str, Any] = draft.extra
    if draft.kind != EXPERIENCE or "task" not in data:
        return None
    said = tuple(Said(lesson, how) for lesson, how in data["said"])
    return Experience(data["task"], tuple(data["kept"]), tuple(data["broken"]), data["displeased"], said)


def reply_and_message(view: View, about: str) -> tuple[Draft, Draft | None, bool] | None:
    """A reply of the assistant, its message, and whether it is the first of its session.

    None if the reply is not stored, or is not the assistant's.
    """
    earlier: list[Draft] = []
    found: Draft | None = None
    for item in reversed(view.items(TURN)):
        for part in reversed(item.parts):
            if found is None:
                found = part if about in part.sources else None
            elif part.session != found.session or len(earlier) == 2:
                break
            else:
                earlier.append(part)
        if found is not None and (len(earlier) == 2 or item.session != found.session):
            break
    if found is None or not said_by_assistant(found):
        return None
    message = earlier[0] if earlier and not said_by_assistant(earlier[0]) else None
    return found, message, len(earlier) < 2


def exchange(view: View, about: str) -> tuple[Draft, Draft] | None:
    """A reply of the assistant and its message; None if either is not stored."""
    found = reply_and_message(view, about)
    return None if found is None or found[1] is None else (found[0], found[1])


@dataclass(frozen=True, slots=True)
class Experiences:
    """A rule: makes an experience of each feedback on a reply of the assistant.

    Feedback without a rating and without words on a lesson leaves no experience.

    Attributes:
        reader: Reads replies and remarks.
        worded: Whether the experience includes the words of the message. Pooled experiences have no words, since words
            belong to one person.
    """

    reader: LessonReader
    worded: bool = True

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The operations on feedback; none on anything else."""
        feedback = event.feedback
        if event.kind != "feedback" or feedback is None:
            return
        found = reply_and_message(view, feedback.about)
        if found is None:
            return
        reply, message, opens = found
        attempt = self.reader.attempt(message, reply, opens)
        displeased = self.reader.displeased(feedback, attempt)
        said = tuple(self.reader.said(feedback.text, attempt)) if feedback.text else ()
        if displeased is None and not said:
            return
        made = Experience(attempt.task, attempt.kept, attempt.broken, displeased, said)
        yield add(
            replace(
                reply,
                time=view.now,
                name="",
                text=message.text if message is not None and self.worded else "",
                kind=EXPERIENCE,
                basis=message.sources if message is not None else (),
                extra=made.to_json(),
            ),
            "the feedback on a reply",
        )


def experiences(view: View) -> list[tuple[Item, Experience]]:
    """All experiences in a view, oldest first."""
    found = ((item, experience_of(item.parts[0])) for item in view.items(EXPERIENCE))
    return [(item, one) for item, one in found if one is not None]
