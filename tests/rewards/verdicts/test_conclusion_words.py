"""Every word by which a reply concludes: one line for each, beside words that conclude nothing."""

from __future__ import annotations

import pytest
from worked_claims import named, values_of

from regulars.rewards.verdicts.conclusions import concluded


def come_to(text: str) -> str:
    return " ".join(values_of(concluded(text, named(text))))


@pytest.mark.parametrize(
    "words",
    [
        "So", "Therefore", "Thus", "Hence", "Consequently", "Accordingly", "Ergo", "That leaves", "Which means",
        "This makes it", "It leaves you with", "In short", "In sum", "In conclusion", "In the end", "In other words",
        "All in all", "To sum up", "Bottom line", "Overall", "Final", "Finally", "Answer", "Result", "Verdict",
        "Conclusion", "Decision", "For the record", "→", "I'd go for", "I'll go with", "Let's stick with",
        "I sided with", "I'd put down", "I'd write", "I say", "I'll take", "I'd pick",
        "I choose", "I recommend", "I suggest", "I name", "I keep", "I call", "I vote", "I opt for", "I decided on",
        "I settled on", "I landed on", "I backed", "I enter", "I note", "I came down on", "My pick", "My choice",
        "My vote", "My answer", "My recommendation", "My favourite", "My advice", "My tip", "The winner", "The pick",
        "The right one", "The one to take", "The best fit", "Make it", "Take the", "Go with", "Stick to",
        "The most recent", "The latest", "Your current", "As of now", "Today", "Currently",
    ],
)  # fmt: skip
def test_words_that_conclude(words: str) -> None:
    text = f"You weighed Oslo long and hard, again and again. {words}: Bergen."
    assert come_to(text) == "Bergen"


@pytest.mark.parametrize(
    "words",
    [
        "it is", "it was", "it shall be", "it will be", "then", "wins", "won", "best", "most", "it'll be", "has to go",
        "comes out on top", "came out ahead", "gets my vote", "is the one", "was the winner", "is clearly the answer",
        "is my pick", "is my advice", "is what I noted", "is yours", "is left", "is right", "is correct", "for you",
        "for me", "was the best",
    ],
)  # fmt: skip
def test_words_behind_that_conclude(words: str) -> None:
    text = f"You weighed Oslo long and hard, again and again. And near the hills Bergen {words}."
    assert come_to(text) == "Bergen"


@pytest.mark.parametrize("words", ["rains", "is wet", "for sale", "or not", "is hers", "is grey"])
def test_words_behind_that_conclude_nothing(words: str) -> None:
    text = f"You weighed Oslo long and hard, again and again. And near the hills Bergen {words}."
    assert come_to(text) == "Oslo Bergen"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("The newer one counts", "Bergen"), ("The newest entry holds", "Bergen"), ("The later one applies", "Bergen"),
        ("The latest note wins", "Bergen"), ("The latter stands", "Bergen"), ("The last one replaces it", "Bergen"),
        ("The more recent one is right", "Bergen"), ("The most recent one is current", "Bergen"),
        ("My last word is valid", "Bergen"), ("The former is correct", "Oslo"), ("The first one is the one", "Oslo"),
        ("The earlier date holds", "Oslo"), ("The original note counts", "Oslo"), ("The second one is yours", "Bergen"),
        ("The second is what counts", "Bergen"), ("I'd say the former", "Oslo"), ("The third one counts",
        "Oslo Bergen"),
        ("The second one rains", "Oslo Bergen"), ("The newer one is nicer", "Oslo Bergen"),
        ("The latter supersedes the former", "Bergen"),
    ],
)  # fmt: skip
def test_a_place_that_points_to_a_value(words: str, found: str) -> None:
    assert come_to(f"We spoke of Oslo at length, and a while on of Bergen. {words}.") == found
