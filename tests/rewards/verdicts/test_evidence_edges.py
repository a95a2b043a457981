"""The words around values at the edges of each rule: the next value, the last one, and how many there may be."""

from __future__ import annotations

import pytest
from worked_claims import CITIES, named, values_of

from regulars.rewards.verdicts import evidence
from regulars.values import Domain

AVERSE = Domain("snack_limit", aliases=CITIES.aliases, subjects=("snack",))


def weighed(text: str) -> str:
    found = named(text)
    return " ".join(values_of(evidence.weighed(text, found, found, CITIES)))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Oslo Bergen never Graz never.", "Oslo"),
        # `not` before the next value sets that one aside; behind the last value it denies that.
        ("At home Oslo rather than Bergen.", "Oslo"),
        ("At home Oslo. Bergen, not", "Oslo"),
        ("At home Oslo, and not in the Bergen", "Oslo"),
    ],
)
def test_words_belong_to_the_value_beside_them(text: str, found: str) -> None:
    assert weighed(text) == found


def undoubted(text: str, **statuses: str) -> str:
    return " ".join(evidence.undoubted(text, named(text, **statuses)))


@pytest.mark.parametrize(
    ("text", "statuses", "found"),
    [
        ("All of it points to Oslo.", {"Oslo": "hypothetical"}, "Oslo"),
        ("All of it points to Oslo.", {}, ""),
        ("All of it points to Oslo.", {"Oslo": "quoted"}, ""),
        ("All of it points to Oslo, Oslo.", {"Oslo": "hypothetical"}, "Oslo"),
        ("All of it points to Oslo, Bergen.", {"Oslo": "hypothetical", "Bergen": "hypothetical"}, ""),
        ("All of it points to Oslo, Bergen.", {"Oslo": "hypothetical"}, ""),
        ("All of it points to Oslo. Bergen was.", {"Oslo": "hypothetical", "Bergen": "past"}, "Oslo"),
        ("All of it points to Oslo. Bergen isn't.", {"Oslo": "hypothetical", "Bergen": "denied"}, "Oslo"),
        ("Bergen was.", {"Bergen": "past"}, ""),
        ("Maybe it points to Oslo.", {"Oslo": "hypothetical"}, ""),
        ("Nothing points to Oslo.", {"Oslo": "hypothetical"}, ""),
        ("It points to Oslo. Maybe to Oslo.", {"Oslo": "hypothetical"}, ""),
    ],
)
def test_one_value_in_an_unknown_frame(text: str, statuses: dict[str, str], found: str) -> None:
    assert undoubted(text, **statuses) == found


@pytest.mark.parametrize(
    "word",
    [
        "chance", "chances", "possibly", "possibility", "assumed", "assumption", "say", "said", "pretend", "intend",
        "intended", "aspire", "aspirations", "apply", "applied", "offer", "offered", "interview", "interviewed",
        "invite", "invited", "toying", "eyeing", "list", "cards", "would", "you'd", "prefer", "preferred", "recommend",
        "suggested", "looking", "viewed", "bidding", "waiting", "headhunted", "talks", "wondering", "mean to",
        "meant to", "meaning to", "enrol", "enrolled", "studying", "training", "course", "about to", "start", "had you",
        "had she", "had he", "had it", "were you", "in another",
    ],
)  # fmt: skip
def test_a_word_of_what_is_not_so_yet_leaves_none(word: str) -> None:
    assert undoubted(f"There, {word} Oslo.", Oslo="hypothetical") == ""
    assert undoubted("There, near Oslo.", Oslo="hypothetical") == "Oslo"


@pytest.mark.parametrize("word", ["chanced", "sayings", "listed", "card", "view", "wait", "talk", "mean", "started"])
def test_other_words_leave_it(word: str) -> None:
    assert undoubted(f"There, {word} Oslo.", Oslo="hypothetical") == "Oslo"


def test_at_most_sixty_values_are_read() -> None:
    assert undoubted("It points to Oslo. " * 60, Oslo="hypothetical") == "Oslo"
    assert undoubted("It points to Oslo. " * 61, Oslo="hypothetical") == ""


@pytest.mark.parametrize(
    ("text", "domain", "status", "found"),
    [
        # What may put off is avoided, if the attribute is about what to avoid and the frame is open.
        ("There Oslo might put you off.", AVERSE, "hypothetical", "Oslo"),
        ("There Oslo puts you off.", AVERSE, "hypothetical", "Oslo"),
        ("There Oslo scares you.", AVERSE, "hypothetical", "Oslo"),
        ("There Oslo frightens you.", AVERSE, "hypothetical", "Oslo"),
        ("There Oslo bothers you.", AVERSE, "hypothetical", "Oslo"),
        ("There Oslo worries you.", AVERSE, "hypothetical", "Oslo"),
        ("There Oslo annoys you.", AVERSE, "hypothetical", "Oslo"),
        ("There Oslo upsets you.", AVERSE, "hypothetical", "Oslo"),
        ("There you dread Oslo.", AVERSE, "hypothetical", "Oslo"),
        ("There you fear Oslo.", AVERSE, "hypothetical", "Oslo"),
        ("There you are afraid of Oslo.", AVERSE, "hypothetical", "Oslo"),
        ("There Oslo puts you off.", AVERSE, "questioned", ""),
        ("There Oslo puts you off.", CITIES, "hypothetical", ""),
        ("There Oslo pleases you.", AVERSE, "hypothetical", ""),
        ("Perhaps Oslo puts you off.", AVERSE, "hypothetical", ""),
    ],
)  # fmt: skip
def test_what_puts_off_is_to_be_avoided(text: str, domain: Domain, status: str, found: str) -> None:
    vouched = evidence.vouched(text, named(text, Oslo=status), "value", domain)
    assert " ".join(values_of(vouched)) == found
