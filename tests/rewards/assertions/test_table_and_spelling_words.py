"""Words in the cells of a table, misspelt values and letters of options: one line for each of them."""

from __future__ import annotations

import pytest

from regulars.rewards.assertions.english import assertions
from regulars.rewards.assertions.openings import PhraseBehind, PhraseFinder, first_words
from regulars.rewards.assertions.spellings import find_misspelt, find_parts, find_rival, find_scattered
from regulars.rewards.choices.options import find_letters, find_places
from regulars.values import Domain

CITY = Domain("city", aliases=dict.fromkeys(("Bergen", "Oslo", "Graz"), ()))


def read(text: str, domain: Domain = CITY) -> str:
    """The statuses by their first letters, in text order."""
    return " ".join(one.status.value[0] for one in assertions(text, domain))


def table(*cells: str) -> str:
    return f"| city | state |\n|---|---|\n| Oslo | {cells[0]} |\n| Bergen | {cells[1]} |"


@pytest.mark.parametrize(
    "cell",
    [
        "✅", "✓", "✔", "☑", "👍", "⭐", "🏆", "👈", "yes", "Yep", "chosen", "picked", "my pick", "my choice",
        "winner", "selected", "current", "currently", "now", "today", "present", "still", "valid", "open", "active",
        "in use", "final", "confirmed", "new", "latest", "this one", "true", "right", "correct", "recommended", "yours",
        "your own", "since May",
    ],
)  # fmt: skip
def test_a_cell_that_says_yes(cell: str) -> None:
    assert read(table("a town", cell)) == "d c"


@pytest.mark.parametrize(
    "cell",
    [
        "former", "formerly", "previous", "old", "earlier", "past", "until 2020", "till May", "until recently",
        "before", "outdated", "out of date", "superseded", "replaced", "no longer", "not any more", "ended", "gone",
        "used to", "originally", "initially", "history", "expired", "closed", "cancelled", "sold", "given up",
        "obsolete",
        "archived",
    ],
)  # fmt: skip
def test_a_cell_that_says_it_is_past(cell: str) -> None:
    assert read(table(cell, "a town")) == "p c"


@pytest.mark.parametrize("cell", ["no", "n/a", "too far", "–", "✗", "✘", "❌", "🚫", "👎", "×", "-", ""])
def test_a_cell_that_says_no(cell: str) -> None:
    assert read(table(cell, "a town")) == "d c"


@pytest.mark.parametrize("cell", ["a town", "hilly", "by the sea", "nowhere near"])
def test_a_cell_that_says_nothing(cell: str) -> None:
    assert read(table(cell, "a town")) == "c c"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # Columns for before and now.
        ("| Before | Now |\n|---|---|\n| Oslo | Bergen |", "p c"),
        ("| Now | Before |\n|---|---|\n| Oslo | Bergen |", "c p"),
        ("| Old | New |\n|---|---|\n| Oslo | Bergen |", "p c"),
        ("| Was | Is |\n|---|---|\n| Oslo | Bergen |", "p c"),
        ("| Previous | Current |\n|---|---|\n| Oslo | Bergen |", "p c"),
        ("| Past | Present |\n|---|---|\n| Oslo | Bergen |", "p c"),
        ("| Was | Then |\n|---|---|\n| Oslo | Bergen |", "c c"),
        ("| Here | There |\n|---|---|\n| Oslo | Bergen |", "c c"),
        # One row in bold.
        ("| a | b |\n|---|---|\n| **Oslo** | x1 |\n| Bergen | x2 |", "c d"),
        ("| a | b |\n|---|---|\n| **Oslo** | x1 |\n| **Bergen** | x2 |", "c c"),
        ("| a | b |\n|---|---|\n| **Oslo** | no |\n| Bergen | x2 |", "d c"),
        # Dates say nothing of a row.
        ("| City | Since |\n|---|---|\n| Oslo | now |\n| Bergen | old |", "c c"),
        # Lines of a list.
        ("- Oslo: closed in May\n- Bergen: fine", "p c"),
        ("- Oslo (former)\n- Bergen", "p c"),
        ("- Oslo: no\n- Bergen: fine", "d c"),
        ("Oslo – no", "d"),
        ("Oslo = old", "p"),
        ("By the way, Oslo: no", "c"),
    ],
)
def test_tables_and_lines(text: str, found: str) -> None:
    assert read(text) == found


BANKS = Domain("bank", aliases=dict.fromkeys(("Nordea", "Sparebanken Vest", "Revolut"), ()), subjects=("bank",))


def misspelt(text: str, domain: Domain = BANKS) -> list[str]:
    lowered = text.lower()
    return [f"{lowered[one.start : one.end]}={one.value}" for one in find_misspelt(lowered, [], domain)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("nordae", ["nordae=Nordea"]),  # two neighbours swapped
        ("norda", ["norda=Nordea"]),  # a letter left out
        ("nordeea", ["nordeea=Nordea"]),  # one too many
        ("nordia", ["nordia=Nordea"]),  # another one
        ("nordea", []),
        ("nordiae", []),
        ("ordea", []),  # the first letter is right
        ("norae", []),
        ("revolot", ["revolot=Revolut"]),
        ("revollut", ["revollut=Revolut"]),
        ("rvolut", ["rvolut=Revolut"]),
        ("sparebanken vst", ["sparebanken vst=Sparebanken Vest"]),
        ("sparebankne vest", ["sparebankne vest=Sparebanken Vest"]),
        ("sparebankn vst", []),
        ("my nordae and my revolot", ["nordae=Nordea", "revolot=Revolut"]),
    ],
)
def test_a_value_misspelt_by_one_letter(text: str, found: list[str]) -> None:
    assert misspelt(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("But now it's Fidor.", True), ("Yet it's Fidor.", True), ("However, it is Fidor.", True),
        ("And now you're with Fidor.", True), ("So you use Fidor.", True), ("Instead you chose Fidor.", True),
        ("Since then you have Fidor.", True), ("Yours is Fidor.", True), ("Your own is Fidor.", True),
        ("The one you use is Fidor.", True), ("The one of yours is Fidor.", True), ("Your bank is Fidor.", True),
        ("Your current bank is Fidor.", True), ("The bank reads Fidor.", True), ("Your dog is Fidor.", False),
        ("You switched to Fidor.", True), ("You moved to Fidor.", True), ("Corrected to Fidor.", True),
        ("In favour of Fidor.", True), ("Replaced by Fidor.", True), ("Replaced with Fidor.", True),
        ("From now on, Fidor.", True), ("Now: Fidor.", True), ("Current bank: Fidor.", True), ("→ Fidor", False),
        ("But it's Nordea.", False), ("But it's fine.", False),
        ("But it's May.", False), ("But it's English.", False), ("But it's Monday.", False), ("Fidor.", False),
        ("I like Fidor.", False), ("What you use is **Fidor**.", True), ("Today you're at the Fidor.", True),
    ],
)  # fmt: skip
def test_an_unknown_name_in_place_of_a_value(text: str, found: bool) -> None:
    assert (find_rival(text, [], BANKS) >= 0) is found
    if found:
        assert text[find_rival(text, [], BANKS) :].startswith("Fidor")


def parts(text: str, domain: Domain = BANKS) -> list[str]:
    return [text[one.start : one.end] for one in find_parts(text, domain)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("You are with Sparebanken, as you told me in May.", ["Sparebanken"]),
        ("You are with sparebanken, as you told me in May.", []),
        ("sparebanken", ["sparebanken"]),
        ("You are with Sparebanken Sogn, as you told me in May.", []),
        ("You are with Nordic Sparebanken, as you told me in May.", []),
        ("You are with Nordea, as you told me in May.", []),
    ],
)
def test_a_value_named_by_a_part(text: str, found: list[str]) -> None:
    assert parts(text) == found


FEARS = Domain("fear", aliases={"muddy ground": (), "steep stairs": (), "stray dogs": ()})


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ground that is muddy", ["muddy ground"]),
        ("mud on the ground", ["muddy ground"]),
        ("stairs so steep", ["steep stairs"]),
        ("dogs that stray", ["stray dogs"]),
        ("stray. dogs", []),
        ("stairs and ground", []),
        ("stairs so steep, ground so muddy", ["steep stairs", "muddy ground"]),
        ("ground", []),
    ],
)
def test_a_value_in_other_order(text: str, found: list[str]) -> None:
    assert sorted(one.value for one in find_scattered(text, [], FEARS)) == sorted(found)


@pytest.mark.parametrize(
    "text",
    [
        "A is right", "A was it", "A came first", "A it is", "A seems fine", "A fits", "A would do", "A can work",
        "A and C", "A or C", "A because", "A since it", "A as I said", "A agrees", "A looks fine", "A sounds fine",
        "A goes well", "A then", "A for me", "A only", "A wins", "A must be", "A should", "A reads well", "A covers it",
        "A takes it", "A holds", "A works", "A with ease", "A definitely", "A clearly", "A please", "A means me",
        "A will do", "A may fit", "A isn't", "A can",
    ],
)  # fmt: skip
def test_a_letter_and_no_article(text: str) -> None:
    assert [min(one.options) for one in find_letters(text, text.lower(), 4)][:1] == [0]


@pytest.mark.parametrize(
    "text",
    [
        "A flat", "A nice one", "A day off", "A house it is", "A tent", "A little", "A new one", "A bigger",
        "Hm. A flat", "Well! A flat", "(A flat)",
    ],
)  # fmt: skip
def test_an_article_and_no_letter(text: str) -> None:
    assert find_letters(text, text.lower(), 4) == []


@pytest.mark.parametrize(
    "before",
    [
        "option", "answer", "choice", "letter", "plan", "statement", "its", "it's", "is", "thats", "that's", "say",
        "saying", "pick", "picking", "choose", "tick", "take", "with", "for", "def", "definitely", "so", "hence",
        "prob",
        "probably", "think", "guess", "then",
    ],
)  # fmt: skip
def test_a_small_letter_behind_words_that_pick(before: str) -> None:
    text = f"well {before} c."
    assert [min(one.options) for one in find_letters(text, text, 4)] == [2]
    assert find_letters(f"well {before}x c.", f"well {before}x c.", 4) == []


@pytest.mark.parametrize("before", ["vitamin", "hepatitis", "grade", "appendix", "block", "wing"])
def test_a_letter_of_a_thing(before: str) -> None:
    assert find_letters(f"my {before} B", f"my {before} b", 4) == []


@pytest.mark.parametrize(
    "thing",
    [
        "option", "one", "statement", "answer", "choice", "plan", "portrait", "description", "claim", "sentence",
        "line",
        "story", "reason", "item", "entry", "version", "name", "letter", "possibility", "alternative", "suggestion",
        "candidate", "colour", "gift", "title", "proposal", "pick", "account", "course", "variant", "reading",
        "history",
        "person", "picture", "profile", "explanation", "contender", "novel", "book", "pair", "combination",
    ],
)  # fmt: skip
def test_a_place_of_a_thing(thing: str) -> None:
    for place, name in enumerate(("first", "second", "third", "fourth")):
        assert [set(one.options) for one in find_places(f"the {name} {thing}", 4)] == [{place}]
    assert find_places("the second wind", 4) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the second of these", [1]), ("the second in your list", [1]), ("the second on the page", [1]),
        ("the second among them", [1]), ("the second it is", [1]), ("the second is fine", [1]),
        ("the second wins", [1]),
        ("the second fits", [1]), ("the second would", [1]), ("the second and the third", [1, 2]),
        ("the second nor the first", [1, 0]), ("the second listed option", [1]), ("the last.", [3]),
        ("the final one", [3]), ("the 1st one", [0]), ("→ second option", [1]), ("second", [1]),
        ("to the top", [0]), ("from the bottom", [3]), ("at the head of the list", [0]), ("at the foot", [3]),
        ("the lowest option", [3]), ("the uppermost line", [0]), ("no. 2", [1]), ("number 3", [2]), ("plan 4", [3]),
        ("answer (2)", [1]), ("choice 1", [0]), ("a second later", []), ("at the top of the hill", []),
    ],
)  # fmt: skip
def test_a_place_in_the_list(text: str, found: list[int]) -> None:
    assert [min(one.options) for one in find_places(text, 4)] == found


@pytest.mark.parametrize(
    ("phrase", "starts"),
    [
        ("ab?c", {("ac", True), ("abc", True)}),
        (r"a\.b", {("a", True)}),
        (r"\.b", {(".", True)}),
        (r"a\sb", {("a", True)}),
        (r"\sb", {(" ", True)}),
        (r"a\w", {("a", False)}),
        ("a.", {("a", False)}),
        ("[^a]b", {("", False)}),
        (r"[a\d]b", {("", False)}),
        ("[a-c]b", {("", False)}),
        ("[ab-]c", {("ac", True), ("bc", True), ("-", True)}),
        ("^a", {("a", True)}),
        (r"\Ba", {("a", True)}),
        ("(?=x)a", {("a", True)}),
        ("(?<=x)a", {("a", True)}),
        ("a{2}", {("a", False)}),
        ("a{0,2}b", {("b", True), ("a", False)}),
        ("a_b", {("a_b", True)}),
        (r"\w+'ll", {("'", False)}),
    ],
)
def test_the_first_words_of_a_phrase(phrase: str, starts: set[tuple[str, bool]]) -> None:
    assert set(first_words(phrase)) == starts


def test_a_phrase_of_words_needs_a_word_behind_the_marks():
    behind = PhraseBehind(r"[\s,]*(?:no|yes)", ["no", "yes"], needs_word=True)
    assert behind.match(", no") is not None
    assert behind.match(", ") is None
    assert behind.match("") is None
    # Marks alone may match where a phrase consists of them.
    marks = PhraseBehind(r"[\s,]*(?:no|→)", ["no", "→"])
    assert marks.match(" →") is not None
    assert PhraseBehind(r"[\s,→]*(?:no)?", ["no", "→"], needs_word=True).match(" →") is None


def test_more_words_than_are_kept_are_found_all_the_same():
    finder = PhraseFinder({"one": ["not"]})
    text = " ".join(f"w{number}" for number in range(4100)) + " not"
    assert [match[0] for match in finder.finditer(text)] == ["not"]
    assert finder.search("is not so")[0] == "not"
