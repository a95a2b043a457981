"""The course of a project: faults of its events, and the values that a conversation must not know yet."""

from __future__ import annotations

import json
from collections.abc import Sequence

from regulars.agents.writing.drafts import DraftEvent, DraftEvents, DraftProject
from regulars.values import normalise


def event_words(event: DraftEvent) -> str:
    """An event in words, with the new value if it has one."""
    changed = f" ({event.attribute} is now {event.value})" if event.attribute and event.value else ""
    return f"{event.kind}, {event.volatility}: {event.what}{changed}"


def course_problems(course: DraftEvents, project: DraftProject, wanted: int) -> list[str]:
    """Faults in a project's events, apart from their order."""
    problems = []
    ends = course.events[-1].kind == "suspend"
    if len(course.events) != wanted and not (ends and len(course.events) < wanted):
        problems.append(f"there are {len(course.events)} events instead of {wanted}")
    values = {attribute.name: [attribute.value] for attribute in project.attributes}
    for event in course.events:
        if event.kind != "update":
            continue
        if event.attribute not in values:
            problems.append(f"the project has no attribute {event.attribute!r}; it has {', '.join(values)}")
        elif event.value in values[event.attribute]:
            problems.append(f"{event.attribute} has been {event.value!r} before")
        else:
            values[event.attribute].append(event.value)
    return problems


def later_values(project: DraftProject, course: DraftEvents, event: int) -> list[str]:
    """Values that first appear in events after `event`."""
    known = [attribute.value for attribute in project.attributes]
    known += [one.value for one in course.events[: event + 1]]
    said = f" {normalise(json.dumps([*known, *(one.what for one in course.events[: event + 1])], ensure_ascii=False))} "
    later = [one.value for one in course.events[event + 1 :] if one.value]
    return [value for value in later if f" {normalise(value)} " not in said]


def future_problems(text: str, later: Sequence[str]) -> list[str]:
    """Faults of a text that mentions values of later events."""
    said = f" {normalise(text)} "
    return [
        f"it mentions {value!r}, which comes later" for value in dict.fromkeys(later) if f" {normalise(value)} " in said
    ]
