"""Experiences: what was tried in a reply, and what the person let show of it.

A memory that learns takes in `Feedback` and nothing else. What a reply did is read from its words, and what a remark
asks for from the remark, by a *lesson reader*; which settings and steps there are is its business, so that this room
knows nothing of them. Each feedback becomes one item, from which lessons, values and weights are added up.
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
"""The kind of a draft that holds what was tried and what came of it."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What a reply did, by its words.

    Attributes:
        task: What kind of thing was wanted: a name that the reader gives.
        kept: What it kept of all that lessons can speak of, each as `ATTRIBUTE=VALUE`.
        broken: What of it it broke.
    """

    task: str
    kept: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """What a remark says of one lesson.

    Attributes:
        lesson: As `ATTRIBUTE=VALUE`.
        said: `stated`, that it is wanted; `complaint`, that the reply broke it; `lifted`, that it is over.
    """

    lesson: str
    said: str


class LessonReader(Protocol):
    """Reads replies, ratings and remarks. Its `repr` shows its settings and nothing else; it is picklable."""

    def attempt(self, message: Draft | None, reply: Draft, opens: bool) -> Attempt:
        """What a reply did.

        Args:
            message: What it answers, if that is held.
            reply: The reply.
            opens: Whether it is the first of its session.
        """
        ...

    def said(self, remark: str, attempt: Attempt) -> Sequence[Said]:
        """What a remark on such a reply says of lessons; nothing where it names none."""
        ...

    def displeased(self, feedback: Feedback, attempt: Attempt) -> float | None:
        """How probable it is, in [0, 1], that the manner displeased, by the rating; None where nothing was shown."""
        ...


def lesson_reader(spec: str) -> LessonReader:
    """The reader of lessons that a spec names. Raises as `regulars.registry.build` does."""
    reader: LessonReader = registry.build("lesson-reader", spec)
    return reader


@dataclass(frozen=True, slots=True)
class Unled:
    """Reads no lessons: a memory with it learns nothing of manner."""

    def attempt(self, message: Draft | None, reply: Draft, opens: bool) -> Attempt:
        """A reply that kept and broke nothing."""
        return Attempt("")

    def said(self, remark: str, attempt: Attempt) -> Sequence[Said]:
        """Nothing."""
        return ()

    def displeased(self, feedback: Feedback, attempt: Attempt) -> float | None:
        """Nothing that could be told."""
        return None


@dataclass(frozen=True, slots=True)
class Experience:
    """What was tried and what came of it.

    Attributes:
        task: What kind of thing was wanted.
        kept: As in `Attempt`.
        broken: As in `Attempt`.
        displeased: As `LessonReader.displeased`, None where only words were shown.
        said: What the remark said.
    """

    task: str
    kept: tuple[str, ...]
    broken: tuple[str, ...]
    displeased: float | None
    said: tuple[Said, ...]

    @property
    def reward(self) -> float:
        """What the rating was worth, from -1 to 1; 0 where nothing was rated."""
        return 0.0 if self.displeased is None else 1.0 - 2.0 * self.displeased

    def to_json(self) -> dict[str, Any]:
        """A JSON object that `experience_of` reads back."""
        return {
            "task": self.task, "kept": list(self.kept), "broken": list(self.broken), "displeased": self.displeased,
            "said": [[one.lesson, one.said] for one in self.said],
        }  # fmt: skip


def experience_of(draft: Draft) -> Experience | None:
    """The experience that a draft holds; None where it holds none, or lost it to forgetting."""
    data: Mapping[str, Any] = draft.extra
    if draft.kind != EXPERIENCE or "task" not in data:
        return None
    said = tuple(Said(lesson, how) for lesson, how in data["said"])
    return Experience(data["task"], tuple(data["kept"]), tuple(data["broken"]), data["displeased"], said)


def reply_and_message(view: View, about: str) -> tuple[Draft, Draft | None, bool] | None:
    """A reply of the assistant, what it answers, and whether it is the first of its session.

    None where the reply is not held, or was no assistant's.
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
    """A reply of the assistant and what it answers; None where either is not held."""
    found = reply_and_message(view, about)
    return None if found is None or found[1] is None else (found[0], found[1])


@dataclass(frozen=True, slots=True)
class Experiences:
    """The rule that makes an experience of each feedback on a reply of the assistant.

    Feedback that shows nothing of the manner, neither a rating nor a word on a lesson, leaves no experience.

    Attributes:
        reader: What reads.
        worded: Whether the message that was answered is held with it. What is pooled holds no words: they are one
            person's.
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
            "what came of a reply",
        )


def experiences(view: View) -> list[tuple[Item, Experience]]:
    """All experiences that a view holds, oldest first."""
    found = ((item, experience_of(item.parts[0])) for item in view.items(EXPERIENCE))
    return [(item, one) for item, one in found if one is not None]
