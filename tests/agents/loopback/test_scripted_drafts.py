"""What the scripted writer drafts for each schema, by hand from the prompt and from `writing.toml`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from regulars.agents.loopback.scripted_writing import scripted_draft

HEDGE, BUDGET = "The garden: hedge is now a stone wall.", "The garden: budget is now two hundred crowns."
FOLLOWING = "The person asks what fits the plan for the garden."
PLAIN = "Yes, that works for me. I always like the plain option best."


def draft(shape: str, *texts: str) -> Any:
    return scripted_draft(shape, texts)


def talk(count: int, last: str = "Hm.") -> str:
    """A conversation of so many turns in tags."""
    turns = [("User", "Assistant")[place % 2] + f": {last if place == count - 1 else 'x'}" for place in range(count)]
    return "\n".join(["<conversation>", *turns, "</conversation>"])


def test_a_schema_that_is_no_draft_has_none() -> None:
    assert draft("Verdict", "Write 2 insights") is None


# ---------------------------------------------------------------------- plans


def test_a_blueprint_without_a_number_has_one_project() -> None:
    found = draft("Blueprint", "Invent a person.")
    assert [one["topic"] for one in found["projects"]] == ["garden"]
    assert found["name"] in ("Ada Holm", "Ben Okoye", "Mira Lang")
    assert found["projects"][0]["attributes"] == [
        {"name": "budget", "value": "two hundred crowns"}, {"name": "hedge", "value": "a beech hedge"},
    ]  # fmt: skip


def project(**attributes: str) -> str:
    listed = [{"name": name, "value": value} for name, value in attributes.items()]
    return f"Project: {json.dumps({'topic': 'garden', 'goal': 'rest', 'attributes': listed})}"


def test_events_change_the_attributes_in_turn_to_values_that_they_did_not_have() -> None:
    asked = project(budget="two hundred crowns", hedge="a willow hedge")
    found = draft("DraftEvents", f"Write it as 8 events.\n{asked}")["events"]
    assert found[0] == {
        "kind": "create", "volatility": "subjective", "attribute": "", "value": "",
        "what": f"{BUDGET} The garden: hedge is now a willow hedge. The goal is to rest.",
    }  # fmt: skip
    assert {one["kind"] for one in found[1:]} == {"update"}
    assert [one["volatility"] for one in found] == ["subjective", "objective", "systemic"] * 2 + [
        "subjective", "objective",
    ]  # fmt: skip
    assert [(one["attribute"], one["value"]) for one in found[1:]] == [
        ("budget", "four hundred crowns"), ("hedge", "a beech hedge"), ("budget", "nine hundred crowns"),
        ("hedge", "a stone wall"), ("budget", "one thousand crowns"),
        ("hedge", "choice 4 for the hedge"), ("budget", "choice 5 for the budget"),  # the listed values are used up
    ]  # fmt: skip
    assert found[4]["what"] == HEDGE


def test_events_of_an_unknown_project_have_numbered_values_and_one_event_without_a_number() -> None:
    asked = project(roof="tin").replace("garden", "shed")
    found = draft("DraftEvents", f"as 2 events\n{asked}")["events"]
    assert found[1]["what"] == "The shed: roof is now choice 2 for the roof."
    assert len(draft("DraftEvents", asked)["events"]) == 1


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (f"update, objective: {HEDGE} {BUDGET}", f"{HEDGE} {BUDGET}"),
        (f"{HEDGE} {HEDGE} (hedge is now a stone wall)", HEDGE),
        ("suspend, systemic: It is over.", "There is news about the garden."),
    ],
)
def test_an_event_comes_up_in_two_conversations(event, told) -> None:
    found = draft("DraftSessions", f"Project: garden: rest\nThe event: {event}")
    assert found == {"summaries": [f"{told} The person tells this.", FOLLOWING]}


# ---------------------------------------------------------------------- conversations


@pytest.mark.parametrize(
    ("goal", "turns", "line"),
    [
        (f"{HEDGE} {BUDGET} The person tells this.", 0, f"{HEDGE} {BUDGET}"),
        (FOLLOWING, 0, "I come back to the garden."),
        ("Talk.", 0, "I come back to the matter."),
        (HEDGE, 1, HEDGE),
        (HEDGE, 2, "What fits my plan for the garden now?"),
        (FOLLOWING, 3, "What fits my plan for the garden now?"),
        (HEDGE, 4, "Yes, that works for me."),
        (FOLLOWING, 5, PLAIN),
        (HEDGE, 6, "Thank you, that is all."),
        (HEDGE, 9, "Thank you, that is all."),
    ],
)
def test_a_person_reaches_the_goal_in_four_lines(goal, turns, line) -> None:
    assert draft("PersonLine", f"Goal: {goal}\n{talk(turns)}") == {"text": line}


ASKS = "What fits my plan for the garden now?"
OTHER = "The boat: paint is now white paint."


def memories(*lines: str) -> str:
    return "\n".join(["<memories>", *(f"{number}. {line}" for number, line in enumerate(lines, 1)), "</memories>"])


NOTED = {"text": "I have noted that.", "used": []}
STEPS = {"text": "I would go on step by step.", "used": []}


@pytest.mark.parametrize(
    ("turns", "known", "said"),
    [
        (talk(0), (HEDGE,), NOTED),
        (talk(1), (HEDGE,), NOTED),
        (talk(3, ASKS), (), STEPS),
        (talk(3, ASKS), (OTHER,), STEPS),
        (talk(3, "And now?"), (HEDGE,), STEPS),
        (talk(2, ASKS), (HEDGE,), STEPS),
        (talk(4, ASKS), (HEDGE,), {"text": "Good, then it is settled.", "used": []}),
        (talk(8), (HEDGE,), {"text": "Good, then it is settled.", "used": []}),
        (
            talk(3, ASKS), (HEDGE, OTHER),
            {"text": f"I remember: {HEDGE} So I would go on with that.", "used": [1]},
        ),
    ],
)  # fmt: skip
def test_an_assistant_names_what_fits_in_its_second_reply(turns, known, said) -> None:
    assert draft("AssistantLine", memories(*known), turns) == said


def test_of_several_values_of_an_attribute_the_first_listed_memory_counts() -> None:
    """Memories stand in the order of their rank, so the first one is the newest."""
    older = HEDGE.replace("a stone wall", "a beech hedge")
    found = draft("AssistantLine", memories(HEDGE, BUDGET, older), talk(3, ASKS))
    assert found == {"text": f"I remember: {HEDGE} {BUDGET} So I would go on with that.", "used": [1, 2]}


@pytest.mark.parametrize(
    ("turns", "scores"),
    [
        (0, (20, 30, 25, 10)), (2, (10, 5, 0, 0)), (3, (20, 30, 25, 10)), (4, (20, 25, 15, 0)), (6, (20, 30, 25, 10)),
    ],
)  # fmt: skip
def test_a_conversation_reaches_its_goal_in_six_turns(turns, scores) -> None:
    names = ("understanding", "solution", "confirmed", "closed")
    assert draft("GoalProgress", talk(turns)) == dict(zip(names, scores, strict=True))


# ---------------------------------------------------------------------- memory points


def numbered(tag: str, *lines: str) -> str:
    return "\n".join([f"<{tag}>", *(f"{number}. {line}" for number, line in enumerate(lines, 1)), f"</{tag}>"])


def point(kind: str, text: str, turn: int) -> dict[str, Any]:
    return {"kind": kind, "status": "confirmed", "text": text, "turn": turn}


def test_points_are_the_facts_of_the_person_and_the_preference() -> None:
    lines = (f"User: So. {HEDGE} {BUDGET}", f"Assistant: {OTHER}", f"User: {PLAIN}", "User: I always like it.")
    assert draft("DraftPoints", numbered("conversation", *lines)) == {
        "points": [
            point("dynamic", HEDGE, 1), point("dynamic", BUDGET, 1),
            point("static", "The person always likes the plain option best.", 3),
        ]
    }  # fmt: skip


def test_the_second_of_two_equal_points_is_a_duplicate() -> None:
    found = draft("Duplicates", numbered("points", "It is late.", "A wall.", "it is LATE", "A wall."))
    assert found == {
        "points": [{"number": number, "discard": number > 2} for number in (1, 2, 3, 4)],
    }  # fmt: skip


def test_a_schedule_keeps_entries_and_takes_what_recurs() -> None:
    schedule = "<schedule>\nDentist: on 3 May\n Choir practice: Mondays (recurring)\nnothing\n</schedule>"
    said = "The choir: rehearsal is now every Monday evening. The choir: hall is now the library."
    found = draft("DraftSchedule", f"{schedule}\n<conversation>\nUser: {said}\n</conversation>")
    assert found == {
        "entries": [
            {"what": "Dentist", "when": "on 3 May", "recurring": False},
            {"what": "Choir practice", "when": "Mondays", "recurring": True},
            {"what": "choir rehearsal", "when": "every Monday evening", "recurring": True},
        ]
    }
    moved = "<schedule>\nchoir rehearsal: every Sunday morning (recurring)\n</schedule>"
    found = draft("DraftSchedule", f"{moved}\n<conversation>\nUser: {said}\n</conversation>")
    assert found["entries"] == [{"what": "choir rehearsal", "when": "every Monday evening", "recurring": True}]
    assert draft("DraftSchedule", "Nothing.") == {"entries": []}


def test_the_last_pair_of_tags_counts() -> None:
    two = f"{numbered('conversation', f'User: {OTHER}')}\n{numbered('conversation', f'User: {HEDGE}')}"
    assert draft("DraftPoints", two) == {"points": [point("dynamic", HEDGE, 1)]}


# ---------------------------------------------------------------------- insights


def test_insights_of_one_type_differ_by_an_ordinal() -> None:
    found = draft("DraftInsights", "Write 13 for each type.")["insights"]
    assert len(found) == 4 * 13
    words = [one["insight"] for one in found if one["type"] == "value-judgment"]
    assert [words[place].split("since the ")[1] for place in (0, 11, 12)] == [
        "first loss.",
        "twelfth loss.",
        "13th loss.",
    ]
    assert [one["type"] for one in draft("DraftInsights", "Write them.")["insights"]] == [
        "decision-guidance", "interpretive-attribution", "value-judgment", "contradiction",
    ]  # fmt: skip


def test_a_sample_is_about_its_insight() -> None:
    asked = "Insight (contradiction): The character's diet and the second feast do not go together."
    found = draft("Sample", "Write it.", asked)
    assert found["fragments"] == [
        "I gave up meat in my second year at the mill.", "The second barbecue sausages were splendid.",
    ]  # fmt: skip
    assert (found["question"], found["answer"][:10]) == ("Am I consistent about what I eat?", "Not quite:")


def test_a_sample_of_another_insight_of_the_type_has_facts_of_its_own() -> None:
    one, other = (draft("Sample", f"Insight (value-judgment): Own insight {number}.")["fragments"] for number in (1, 2))
    assert one[0].startswith("I returned a wallet full of banknotes on my ")
    assert one[0] != other[0]
    assert draft("Sample", "Insight (taste): x.")["question"].startswith("Somebody in the family")  # the first type


def test_a_sentence_is_woven_into_one_line_of_the_person() -> None:
    fragment = "I keep bees."
    turns = draft("Conversation", f"The sentence: {fragment}")["turns"]
    assert [turn["speaker"] for turn in turns] == ["User", "Assistant"] * 4
    told = [turn["text"] for turn in turns if fragment in turn["text"]]
    assert len(told) == 1
    assert told[0].removesuffix(f" {fragment}") in (
        "Good evening, I have a few minutes.", "Long, and the tram was late.", "At least I could read.",
        "A novel about an island.",
    )  # fmt: skip
    places = set()
    for word in ("bees", "goats", "cats", "dogs", "hens", "ducks", "geese", "fish", "owls", "bats", "mice", "frogs"):
        drafted = draft("Conversation", f"The sentence: {word}")["turns"]
        places.add(next(place for place, turn in enumerate(drafted) if word in turn["text"]))
    assert places <= {0, 2, 4, 6}
    assert len(places) > 1
