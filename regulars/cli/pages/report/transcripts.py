"""The most telling failures of a run as readable transcripts: what was told, what was asked, and what went wrong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from regulars.cli.escapes import shortened
from regulars.cli.pages.page import Child, Markup, element, joined
from regulars.cli.pages.report.sections import quoted, section, sentence
from regulars.cli.pages.report.subject import Subject
from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.record_parts.transcript import TurnRecord
from regulars.dialogue import ASSISTANT, is_session_id
from regulars.evaluation.explain import AskedQuestion, Explanation, RecalledItem, TurnLine, explain_from_record
from regulars.evaluation.report_figures import TellingFailure

_RECALLED = 5
"""The largest number of recalled items to show."""
_EVIDENCE = 4
"""The largest number of turns of evidence to show with their neighbours."""


def transcripts(subject: Subject) -> Markup:
    """The most telling failures, or a sentence if no answer failed."""
    title = "Telling failures"
    stories = [_story(subject, number, failure) for number, failure in enumerate(subject.figures.failures, 1)]
    if not stories:
        return section(
            "failures", title, None, element("p", "No compared system failed at a question that it could answer.")
        )
    note = (
        "The wrong answers that say most about a system: to questions that other systems answer right, of different "
        "systems and kinds of questions."
    )
    return section("failures", title, note, *stories)


def _story(subject: Subject, number: int, failure: TellingFailure) -> Markup:
    record = subject.recorded.records[failure.episode]
    (found,) = explain_from_record(record, failure.episode, failure.probe)
    others = ""
    if failure.others:
        others = f" {failure.right} of {failure.others} other systems answer the same question right."
    head = element("h3", f"{number}. ", quoted(found.system), f": {found.failed}")
    about = sentence(
        f"Question {found.number} of episode {found.episode} (", quoted(f"{found.scenario}, seed {found.seed}"),
        f"), of the kind {found.kind}: {found.meaning}.", others,
    )  # fmt: skip
    command = element("p", "Trace it: ", element("code", f"regulars explain RUN {found.episode} {found.number}"))
    return element("article", head, about, _talk(record, found), _facts(found), command, class_="story")


def _talk(record: EpisodeRecord, found: Explanation) -> Markup:
    """The evidence with its neighbours, then the question and the reply."""
    places = {turn.id: place for place, turn in enumerate(record.transcript)}
    first = [one.turn.turn for one in found.evidence if one.alternative == 1]
    told = sorted({places[id] for id in first if id in places})[:_EVIDENCE]
    asked = found.asked
    end = places.get(asked.turn) if asked is not None and asked.turn else None
    shown = sorted({near for place in told for near in _around(record.transcript, place)})
    if end is not None:
        shown = sorted({*shown, end - 1, end})
    lines: list[Markup] = []
    previous: int | None = None
    for place in shown:
        turn = record.transcript[place]
        lines += _gap(record.transcript, previous, place)
        mark = "answer" if place == end else "question" if end is not None and place == end - 1 else ""
        lines.append(_turn(turn, "evidence" if place in told else mark))
        previous = place
    if asked is not None and end is None:
        lines.append(element("li", "asked out of band", class_="gap"))
        lines.append(_said("Question", asked.question, asked.time, "question"))
        lines.append(_said("Assistant", asked.reply, None, "answer"))
    return element("ol", *lines, class_="talk")


def _around(transcript: Sequence[TurnRecord], place: int) -> Iterable[int]:
    """A turn and its neighbours in the same session."""
    session = transcript[place].id.partition(".")[0]
    for near in range(max(place - 1, 0), min(place + 2, len(transcript))):
        if transcript[near].id.partition(".")[0] == session:
            yield near


def _gap(transcript: Sequence[TurnRecord], previous: int | None, place: int) -> list[Markup]:
    if previous is None or place == previous + 1:
        return []
    count = place - previous - 1
    days = (transcript[place].time - transcript[previous].time).days
    later = f", {days} day{'s' if days != 1 else ''} later" if days else ""
    return [element("li", f"{count} turn{'s' if count != 1 else ''} left out{later}", class_="gap")]


def _turn(turn: TurnRecord, mark: str) -> Markup:
    name = "Assistant" if turn.speaker == ASSISTANT else turn.name
    return _said(name, turn.text, turn.time, mark, turn.id)


def _said(name: str, text: str, time: datetime | None, mark: str, id: str = "") -> Markup:
    when = " ".join(filter(None, [f"{time:%Y-%m-%d %H:%M}" if time is not None else "", id]))
    label = element("span", mark, class_="badge") if mark else None
    head = element("p", element("strong", quoted(name)), " ", element("span", quoted(when), class_="soft"), " ", label)
    words = element("p", shortened(text) or "(empty)", dir="auto", class_="words")
    return element("li", head, words, class_=mark or None)


def _facts(found: Explanation) -> Markup:
    asked = found.asked
    pairs: list[tuple[str, Child]] = []
    if asked is not None:
        pairs.append(("Right answer", quoted(_gold(asked))))
        if asked.stale:
            pairs.append(("Earlier answer, now stale", quoted(", ".join(asked.stale))))
        if asked.verdict != "-":
            pairs.append(("Verdict", quoted(asked.verdict.replace("_", " "))))
    pairs.append(("Recalled", _recalled(found.recalled)))
    return element("dl", *(element("div", element("dt", name), element("dd", value)) for name, value in pairs),
                   class_="facts")  # fmt: skip


def _gold(asked: AskedQuestion) -> str:
    if not asked.answerable:
        return "none was told, so abstaining is right"
    return " or ".join(asked.gold) or "depends on the form of the question"


def _recalled(items: Sequence[RecalledItem]) -> Markup:
    if not items:
        return element("span", "nothing")
    lines: list[Child] = []
    for item in items[:_RECALLED]:
        words = _source(item.turns[0]) if item.turns else item.item
        mark = element("span", "evidence", class_="badge") if item.evidence else None
        lines.append(element("li", quoted(shortened(words)), " ", mark))
    more = len(items) - len(lines)
    rest = element("p", f"and {more} more", class_="soft") if more > 0 else None
    return joined([element("ol", *lines), rest])


def _source(turn: TurnLine) -> str:
    """What an item cites, in words: what was said, or the name of a session or of an unknown turn."""
    if turn.text:
        return f"{turn.name}: {turn.text}"
    return f"session {turn.turn}" if is_session_id(turn.turn) else turn.turn
