"""What lessons mean to the scripted assistant: settings of style attributes, and steps of procedures.

A memory passes lessons on in its recollections. A `Lesson` is about one of:

- a style attribute from `scenarios/rules/`: `Lesson("length", "one_sentence", .9)`;
- a procedure of a project domain, its steps in order: `Lesson("procedure.travel", "papers tickets luggage", .8)`;
- one step of a procedure, by its place: `Lesson("step.travel.papers", "1", .8)`.

The assistant follows lessons that are confident enough. If several lessons are about one thing, or two settings
conflict, the most confident one wins. Lessons about unknown things are ignored and reported, so that they can be
counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from regulars.agents.style.rules import default_book
from regulars.memory import Lesson
from regulars.scenarios.projects.domains import every_domain

PROCEDURE, STEP = "procedure", "step"
"""The prefix of a lesson about how to proceed."""


@dataclass(frozen=True, slots=True)
class Guidance:
    """What lessons tell the assistant to do.

    Attributes:
        settings: From style attribute to setting.
        steps: From project domain to steps, in order.
        ignored: The style attributes of lessons about unknown things.
    """

    settings: Mapping[str, str] = field(default_factory=dict)
    steps: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()


NOTHING_LEARNT = Guidance()


def read_lessons(lessons: Iterable[Lesson], sure: float) -> Guidance:
    """The guidance in the lessons whose confidence is at least `sure`.

    Example:
        >>> read_lessons([Lesson("length", "one_sentence", 0.9), Lesson("mood", "merry", 0.9)], 0.5)
        Guidance(settings={'length': 'one_sentence'}, steps={}, ignored=('mood',))
    """
    settings: dict[str, str] = {}
    whole: dict[str, tuple[str, ...]] = {}
    places: dict[str, dict[str, int]] = {}
    ignored: list[str] = []
    for lesson in sorted(lessons, key=lambda lesson: -lesson.confidence):
        if not _is_known(lesson):
            ignored.append(lesson.style_attribute)
        elif lesson.confidence < sure:
            continue
        elif lesson.style_attribute.startswith(f"{PROCEDURE}."):
            whole.setdefault(lesson.style_attribute.partition(".")[2], tuple(lesson.value.split()))
        elif lesson.style_attribute.startswith(f"{STEP}."):
            _, domain, step = lesson.style_attribute.split(".")
            places.setdefault(domain, {}).setdefault(step, int(lesson.value))
        elif lesson.style_attribute not in settings and _fits(lesson, settings):
            settings[lesson.style_attribute] = lesson.value
    parts = {domain: tuple(sorted(steps, key=lambda step, s=steps: s[step])) for domain, steps in places.items()}  # type: ignore[misc]
    return Guidance(settings, {**parts, **whole}, tuple(ignored))


def _is_known(lesson: Lesson) -> bool:
    about, _, rest = lesson.style_attribute.partition(".")
    domains = every_domain()
    if about == PROCEDURE and rest in domains:
        steps = lesson.value.split()
        return bool(steps) and all(step in domains[rest].steps for step in steps)
    if about == STEP:
        domain, _, step = rest.partition(".")
        return domain in domains and step in domains[domain].steps and lesson.value.isdecimal()
    kind = default_book().rules.get(lesson.style_attribute)
    return kind is not None and lesson.value in kind.settings


def _fits(lesson: Lesson, settings: Mapping[str, str]) -> bool:
    conflicts = default_book().setting(lesson.style_attribute, lesson.value).conflicts
    return not any(f"{style_attribute}.{setting}" in conflicts for style_attribute, setting in settings.items())
