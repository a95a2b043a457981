"""Draws one life of a run: its sessions, what was told and asked, and the story of one fact that changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from textwrap import shorten

from pictures import picture

from regulars.cli.pages.page import Child, Markup, element
from regulars.cli.pages.viewer.episode_data import EpisodeData

WIDTH, LEFT, RIGHT = 880, 128, 16
ROW, LINE = 34, 22
GAP, NARROW = 19, 11
"""The least distance between two numbers in the row of the story, and between two marks in the rows above."""
_WORDS = 140
"""Where the words of a line of the story begin."""
_TOLD, _ASKED = 112, 62
"""Characters that are shown of what was told, and of a question."""
_RIGHT_VERDICT, _UNSURE = "correct", ("partial", "-")

_RULES = (
    ".row { font-size: 12px; fill: var(--ink); } .day { font-size: 11px; fill: var(--soft); }",
    ".rule { stroke: var(--line); } .session { fill: var(--edge); } .told { fill: var(--accent); }",
    ".right { fill: var(--right); } .wrong { fill: var(--wrong); } .unsure { fill: var(--unsure); }",
    ".band { fill: var(--surface); stroke: var(--edge); }",
    ".number { font-size: 11px; font-weight: 600; fill: var(--ground); text-anchor: middle; }",
    ".words { font-size: 12px; fill: var(--ink); } .verdict { font-weight: 600; }",
)


@dataclass(frozen=True, slots=True)
class Moment:
    """One thing that happened: its time, its tone, and what was said.

    Attributes:
        time: When it happened.
        tone: `told`, `right`, `wrong` or `unsure`; the class of its mark.
        words: The line of the user.
        reply: The reply to a question.
        verdict: The verdict on the reply.
    """

    time: datetime
    tone: str
    words: str
    reply: str = ""
    verdict: str = ""


@dataclass(frozen=True, slots=True)
class Story:
    """What became of one fact: its values in the life, and when it was told and asked.

    Attributes:
        life: The episode.
        attribute: The attribute of the fact.
        values: Each value with the time from which it holds, in order.
        moments: What was told of it and asked about it, in order.
    """

    life: EpisodeData
    attribute: str
    values: Sequence[tuple[datetime, str]]
    moments: Sequence[Moment]

    @property
    def telling(self) -> tuple[bool, int]:
        """How much it shows: first whether a former value was given as an answer, then the number of moments."""
        return any(one.verdict == "stale" for one in self.moments), len(self.moments)


def stories(life: EpisodeData, *, most: int = 9) -> Iterable[Story]:
    """The facts of a life that changed, were told before and after, and were answered both rightly and wrongly.

    Args:
        life: The episode.
        most: The largest number of moments of a story.
    """
    words = {turn.id: turn.text for turn in life.turns}
    start = _time(life.sessions[0].started)
    for attribute in sorted({change.attribute for change in life.changes}):
        changes = [one for one in life.changes if one.attribute == attribute]
        told = [one for one in life.ledger if one.attribute == attribute and one.how != "hearsay"]
        moments = [Moment(_time(one.time), "told", words[one.turn]) for one in told]
        for answer in life.answers:
            if life.questions[answer.question - 1].attribute == attribute:
                tone, verdict = _tone(answer.verdict), answer.verdict
                moments.append(Moment(_time(answer.time), tone, answer.asked, answer.reply, verdict))
        tones = {one.tone for one in moments}
        told_values = {one.value for one in told}
        if len(told_values) > 1 and {"right", "wrong"} <= tones and len(moments) <= most:
            values = [(start, changes[0].before), *((_time(one.time), one.value) for one in changes)]
            yield Story(life, attribute, values, sorted(moments, key=lambda one: one.time))


def life_picture(story: Story) -> str:
    """The picture of a story within its life, as an SVG file."""
    life = story.life
    first, last = _time(life.sessions[0].started), max(_time(one.time) for one in life.answers)
    scale = (WIDTH - LEFT - RIGHT - 2 * GAP) / (last - first).total_seconds()

    def x(time: datetime) -> float:
        return LEFT + GAP + max((time - first).total_seconds(), 0) * scale

    rows = (
        ("sessions", [(x(_time(one.started)), "session") for one in life.sessions]),
        ("told", [(x(_time(one.time)), "told") for one in life.ledger if one.how != "hearsay"]),
        ("asked", [(x(_time(one.time)), _tone(one.verdict)) for one in life.answers]),
    )
    top = 26.0
    shapes: list[Child] = list(_days(first, last, x, top + ROW * 5))
    for name, marks in rows:
        shapes += [_label(name, top + 17), _rule(top + 13)]
        places = apart([at for at, _ in marks], WIDTH - RIGHT - NARROW, NARROW)
        shapes += [_mark(tone, at, top + 13) for at, (_, tone) in zip(places, marks, strict=True)]
        top += ROW
    name = story.attribute.replace("_", " ")
    shapes += [_label(name, top + 17), *_band(story, x, top)]
    top += ROW
    shapes += [_label("told and asked", top + 17), _rule(top + 13)]
    places = apart([x(one.time) for one in story.moments], WIDTH - RIGHT - GAP / 2)
    for number, (at, one) in enumerate(zip(places, story.moments, strict=True), 1):
        shapes += _numbered(number, one, at, top + 13)
    top += ROW + 14
    for number, one in enumerate(story.moments, 1):
        shapes += [*_numbered(number, one, 24, top), *_said(one, top)]
        top += LINE
    person = next(iter(life.people.values()))
    title = f"{len(life.sessions)} sessions of {person}, and what became of one fact: {name}"
    return picture(title, WIDTH, top - 4, *shapes, rules=_RULES)


def apart(places: Sequence[float], limit: float, gap: float = GAP) -> list[float]:
    """Places in order, moved so that neighbours keep a distance and none lies beyond the limit.

    >>> apart([10, 12, 60], 70)
    [10, 29, 60]
    >>> apart([60, 61], 70)
    [51, 70]
    """
    found: list[float] = []
    for place in sorted(places):
        found.append(max(place, found[-1] + gap) if found else place)
    for at in reversed(range(len(found))):
        found[at] = min(found[at], limit - gap * (len(found) - 1 - at))
    return found


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _tone(verdict: str) -> str:
    if verdict == _RIGHT_VERDICT:
        return "right"
    return "unsure" if verdict in _UNSURE else "wrong"


def _days(first: datetime, last: datetime, x: Callable[[datetime], float], bottom: float) -> Iterable[Markup]:
    """A line and a date for each week."""
    day = first.replace(hour=0, minute=0, second=0) + timedelta(days=1)
    while day <= last:
        at = f"{x(day):.1f}"
        yield element("line", x1=at, x2=at, y1=20, y2=f"{bottom:g}", class_="rule", stroke_dasharray="2 4")
        yield element("text", f"{day.day} {day:%B}", x=at, y=15, class_="day", text_anchor="middle")
        day += timedelta(days=7)


def _label(text: str, y: float) -> Markup:
    return element("text", text, x=LEFT - 8, y=f"{y:g}", text_anchor="end", class_="row")


def _rule(y: float) -> Markup:
    return element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=f"{y:g}", y2=f"{y:g}", class_="rule")


def _mark(tone: str, x: float, y: float) -> Markup:
    """A bar for a session, a circle for what was told or answered rightly, a diamond for the rest."""
    at = f"translate({x:.1f} {y:g})"
    if tone == "session":
        return element("rect", x=-2.5, y=-9, width=5, height=18, transform=at, class_=tone)
    if tone in ("told", "right"):
        return element("circle", r=4.5 if tone == "told" else 5.5, transform=at, class_=tone)
    return element("path", d="M0-6.5 6.5 0 0 6.5-6.5 0z", transform=at, class_=tone)


def _band(story: Story, x: Callable[[datetime], float], y: float) -> Iterable[Markup]:
    """The values that the fact has in the life, each over the time in which it holds."""
    ends = [*(x(since) for since, _ in story.values[1:]), float(WIDTH - RIGHT)]
    for (since, value), end in zip(story.values, ends, strict=True):
        start = x(since)
        yield element("rect", x=f"{start:.1f}", y=f"{y:g}", width=f"{end - start - 3:.1f}", height=26, rx=4,
                      class_="band")  # fmt: skip
        yield element("text", value, x=f"{start + 8:.1f}", y=f"{y + 17:g}", class_="row")


def _numbered(number: int, one: Moment, x: float, y: float) -> list[Markup]:
    at = f"translate({x:.1f} {y:g})"
    if one.tone == "told":
        shape = element("rect", x=-8, y=-8, width=16, height=16, rx=3, transform=at, class_=one.tone)
    else:
        shape = element("circle", r=8.5, transform=at, class_=one.tone)
    return [shape, element("text", str(number), x=f"{x:.1f}", y=f"{y + 4:g}", class_="number")]


def _said(one: Moment, y: float) -> list[Markup]:
    line = f"{y + 4:g}"
    if one.verdict:
        said = ["asked", f"“{_short(one.words, _ASKED)}” – “{one.reply}” ", element("tspan", one.verdict,
                class_=f"verdict {one.tone}")]  # fmt: skip
    else:
        said = ["told", f"“{_short(one.words, _TOLD)}”"]
    return [
        element("text", f"{one.time.day} {one.time:%b}", x=40, y=line, class_="words"),
        element("text", said[0], x=92, y=line, class_="words"),
        element("text", *said[1:], x=_WORDS, y=line, class_="words"),
    ]


def _short(text: str, length: int) -> str:
    return shorten(text, length, placeholder=" …")
