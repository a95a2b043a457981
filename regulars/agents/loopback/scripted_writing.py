"""Writes the drafts of both writing pipelines by script: reads a prompt as a model would, and answers in its schema.

A draft is recognised by the name of its schema. All it says comes from the prompt and from `writing.toml`, so equal
prompts give equal drafts. Conversations reach their goal in six turns.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from regulars.seeding import content_hash
from regulars.values import normalise

_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)
_VOLATILITY = ("subjective", "objective", "systemic")
_PROGRESS = {2: (10, 5, 0, 0), 4: (20, 25, 15, 0)}
"""The scores of a conversation by its number of turns; later ones reach the goal."""
_REACHED = (20, 30, 25, 10)
_FACT = re.compile(r"The (?P<topic>[^.:\n]+): (?P<name>[^.\n]+?) is now (?P<value>[^.\n]+)\.")
_NUMBERED = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)
_FOLLOWING = "The person asks what fits the plan for the"


@cache
def _content() -> Mapping[str, Any]:
    return tomllib.loads((files("regulars.agents.loopback") / "writing.toml").read_text("utf-8"))


def scripted_draft(shape: str, texts: Sequence[str]) -> Any:
    """The draft for a prompt, as JSON; None if the schema is no draft of a pipeline.

    Args:
        shape: The name of the schema, such as `Blueprint`.
        texts: The messages of the prompt.
    """
    made = _DRAFTS.get(shape)
    return made("\n".join(texts)) if made is not None else None


# ---------------------------------------------------------------------- plans


def _blueprint(text: str) -> dict[str, Any]:
    count, people, known = _number(r"and (\d+) projects", text), _content()["people"], _content()["projects"]
    person = people[_draw(text, len(people))]
    projects = []
    for place in range(count):
        one, round = known[place % len(known)], place // len(known)
        again = f", part {round + 1}" if round else ""
        attributes = [{"name": name, "value": values[0]} for name, values in one["attributes"].items()]
        projects.append({"topic": one["topic"], "goal": one["goal"] + again, "attributes": attributes})
    return {**person, "projects": projects}


def _events(text: str) -> dict[str, Any]:
    count = _number(r"as (\d+) events", text)
    project = json.loads(_slot("Project", text))
    topic, held = project["topic"], {one["name"]: [one["value"]] for one in project["attributes"]}
    first = " ".join(_fact(topic, name, values[0]) for name, values in held.items())
    events = [_event("create", 0, f"{first} The goal is to {project['goal']}.")]
    for place in range(1, count):
        name = list(held)[(place - 1) % len(held)]
        value = _next_value(topic, name, held[name])
        held[name].append(value)
        events.append(_event("update", place, _fact(topic, name, value), name, value))
    return {"events": events}


def _event(kind: str, place: int, what: str, name: str = "", value: str = "") -> dict[str, str]:
    volatility = _VOLATILITY[place % len(_VOLATILITY)]
    return {"kind": kind, "volatility": volatility, "what": what, "attribute": name, "value": value}


def _fact(topic: str, name: str, value: str) -> str:
    return f"The {topic}: {name} is now {value}."


def _next_value(topic: str, name: str, had: Sequence[str]) -> str:
    """The next value of an attribute that it has not had."""
    listed = [one["attributes"].get(name, []) for one in _content()["projects"] if one["topic"] == topic]
    fresh = [value for values in listed for value in values if value not in had]
    return fresh[0] if fresh else f"choice {len(had) + 1} for the {name}"


def _sessions(text: str) -> dict[str, Any]:
    event = _slot("The event", text)
    facts = [found[0] for found in _FACT.finditer(event)]
    topic = _slot("Project", text).partition(":")[0]
    told = " ".join(dict.fromkeys(facts)) or f"There is news about the {topic}."
    return {"summaries": [f"{told} The person tells this.", f"{_FOLLOWING} {topic}."]}


# ---------------------------------------------------------------------- conversations


def _user_line(text: str) -> dict[str, str]:
    turns, goal = _turns(text), _slot("Goal", text)
    topic = (_FACT.search(goal) or re.search(rf"{_FOLLOWING} (?P<topic>[^.]+)\.", goal) or {"topic": "matter"})["topic"]
    facts = " ".join(found[0] for found in _FACT.finditer(goal))
    is_following = not facts
    lines = [
        f"I come back to the {topic}." if is_following else facts,
        f"What fits my plan for the {topic} now?",
        _content()["preference"]["line"] if is_following else "Yes, that works for me.",
        "Thank you, that is all.",
    ]
    return {"text": lines[min(len(turns) // 2, len(lines) - 1)]}


def _assistant_line(text: str) -> dict[str, Any]:
    turns, memories = _turns(text), _NUMBERED.findall(_tagged("memories", text))
    last = turns[-1] if turns else ""
    if len(turns) == 3 and memories:
        topic = re.search(r"plan for the ([^?]+?) now", last)
        fitting = [(int(number), words) for number, words in memories if topic and f"The {topic[1]}:" in words]
        latest = {words.partition(" is now ")[0]: (number, words) for number, words in reversed(fitting)}
        if latest:
            known = " ".join(words for _, words in latest.values())
            used = [number for number, _ in latest.values()]
            return {"text": f"I remember: {known} So I would go on with that.", "used": used}
    replies = ("I have noted that.", "I would go on step by step.", "Good, then it is settled.")
    return {"text": replies[min(len(turns) // 2, len(replies) - 1)], "used": []}


def _progress(text: str) -> dict[str, int]:
    scores = _PROGRESS.get(len(_turns(text)), _REACHED)
    return dict(zip(("understanding", "solution", "confirmed", "closed"), scores, strict=True))


def _extraction(text: str) -> dict[str, Any]:
    points, preference = [], _content()["preference"]
    for number, line in _NUMBERED.findall(_tagged("conversation", text)):
        if not line.startswith("User: "):
            continue
        said = [("dynamic", found[0]) for found in _FACT.finditer(line)]
        said += [("static", preference["point"])] if line.endswith(preference["line"]) else []
        for kind, words in said:
            points.append({"kind": kind, "status": "confirmed", "text": words, "turn": int(number)})
    return {"points": points}


def _duplicates(text: str) -> dict[str, Any]:
    seen: set[str] = set()
    marks = []
    for number, words in _NUMBERED.findall(_tagged("points", text)):
        key = normalise(words)
        marks.append({"number": int(number), "discard": key in seen})
        seen.add(key)
    return {"points": marks}


def _schedule(text: str) -> dict[str, Any]:
    entries: dict[str, dict[str, Any]] = {}
    for line in _tagged("schedule", text).split("\n"):
        what, has_time, when = line.strip().partition(": ")
        if has_time:
            entries[what] = _entry(what, when.removesuffix(" (recurring)"), when.endswith("(recurring)"))
    for found in _FACT.finditer(_tagged("conversation", text)):
        if found["value"].startswith("every "):
            what = f"{found['topic']} {found['name']}"
            entries[what] = _entry(what, found["value"], True)
    return {"entries": list(entries.values())}


def _entry(what: str, when: str, recurring: bool) -> dict[str, Any]:
    return {"what": what, "when": when, "recurring": recurring}


# ---------------------------------------------------------------------- insights


def _insights(text: str) -> dict[str, Any]:
    each, people = _number(r"Write (\d+)", text), _content()["people"]
    person = people[_draw(text, len(people))]
    insights = [
        {"type": one["type"], "insight": one["insight"].format(ordinal=_ordinal(place))}
        for one in _content()["insights"]
        for place in range(each)
    ]
    return {**person, "insights": insights}


def _sample(text: str) -> dict[str, Any]:
    found = re.search(r"^Insight \(([a-z-]+)\): (.*)$", text, re.MULTILINE)
    kind, insight = found.groups() if found else ("", "")
    known = _content()["insights"]
    one = next((one for one in known if one["type"] == kind), known[0])
    before, _, after = one["insight"].partition("{ordinal}")
    is_own = insight.startswith(before) and insight.endswith(after)
    ordinal = insight[len(before) : len(insight) - len(after)] if is_own else content_hash(insight, 6)
    fragments = [fragment.format(ordinal=ordinal) for fragment in one["fragments"]]
    return {"fragments": fragments, "question": one["question"], "answer": one["answer"]}


def _conversation(text: str) -> dict[str, Any]:
    fragment, lines = _slot("The sentence", text), list(_content()["talk"]["lines"])
    place = 2 * _draw(fragment, len(lines) // 2)
    lines[place] = f"{lines[place]} {fragment}"
    return {"turns": [{"speaker": ("User", "Assistant")[at % 2], "text": line} for at, line in enumerate(lines)]}


def _ordinal(place: int) -> str:
    return _ORDINALS[place] if place < len(_ORDINALS) else f"{place + 1}th"


# ---------------------------------------------------------------------- parts of prompts


def _draw(text: str, count: int) -> int:
    """A number below `count` that follows from the last line of a prompt, which no schema in words changes."""
    return int(content_hash(text.rstrip().rpartition("\n")[2], 8), 16) % count


def _number(pattern: str, text: str) -> int:
    found = re.search(pattern, text)
    return int(found[1]) if found else 1


def _slot(name: str, text: str) -> str:
    """The rest of the line that a heading begins; empty if there is none."""
    found = re.search(rf"^{re.escape(name)}: (.*)$", text, re.MULTILINE)
    return found[1].strip() if found else ""


def _tagged(name: str, text: str) -> str:
    """The text between the last pair of tags; empty if there is none."""
    found = re.findall(rf"<{name}>\n(.*?)\n</{name}>", text, re.DOTALL)
    return found[-1] if found else ""


def _turns(text: str) -> list[str]:
    """The turns of the conversation in a prompt."""
    return [line for line in _tagged("conversation", text).split("\n") if line.startswith(("User: ", "Assistant: "))]


_DRAFTS: Mapping[str, Callable[[str], Any]] = {
    "Blueprint": _blueprint,
    "DraftEvents": _events,
    "DraftSessions": _sessions,
    "PersonLine": _user_line,
    "AssistantLine": _assistant_line,
    "GoalProgress": _progress,
    "DraftPoints": _extraction,
    "Duplicates": _duplicates,
    "DraftSchedule": _schedule,
    "DraftInsights": _insights,
    "Sample": _sample,
    "Conversation": _conversation,
}
