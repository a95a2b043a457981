"""Options that replies settle without a letter: both sides of each boundary, worked out from what the reply means."""

from __future__ import annotations

import pytest

from regulars.rewards.choices.choice import ChoiceKind, read_choice
from regulars.rewards.choices.one_or_both import TOO_LITTLE, find_fit_options, which_goes_against
from regulars.rewards.choices.option_pairs import find_matters, find_phrases
from regulars.rewards.choices.option_rows import with_options_in_rows

TWO = (
    "Only the first goes against how I am.",
    "Neither of them goes against how I am.",
    "Both of them go against how I am.",
    "Only the second goes against how I am.",
)
DRIVE = ("Keep it and drive.", "Keep it and walk.", "Swap it and drive.", "Swap it and walk.")
PART = (
    "Keep the part that they have given to you and offer to drive the scenery.",
    "Keep the part that they have given to you and let others drive the scenery.",
    "Swap the part that they have given to you and offer to drive the scenery.",
    "Swap the part that they have given to you and let others drive the scenery.",
)
TOLD = ("Pollen", "Latex", "Celery", "Cobalt")
VETS = ("My vet is Adeyemi.", "My vet is Brandt.", "My vet is Castillo.", "My vet is Dvorak.")
SPORTS = ("Hill sprints", "Barbell lifts")
HAPPY = ("To save money", "Because of an article", "I wasn't happy any more")


def settled(text: str, options: tuple[str, ...]) -> str:
    """The letter of the option that a reply picks, or a dash."""
    choice = read_choice(text, options)
    return "ABCD"[choice.options[0]] if choice.kind is ChoiceKind.PICKED else "-"


def test_the_four_things_to_say_of_two() -> None:
    four = (((True, False), 0), ((False, True), 3), ((True, True), 2), ((False, False), 1))
    assert find_fit_options(TWO) == four
    assert find_fit_options(TWO[:3]) == ()
    assert find_fit_options((*TWO, "None.")) == ()
    assert find_fit_options(("Both.", "Only the latter.", "Neither.", "Only the former.")) == (
        ((True, False), 3), ((False, True), 1), ((True, True), 0), ((False, False), 2),
    )  # fmt: skip
    assert find_fit_options((*TWO[:3], "The second does.")) == ()
    twice = ("Only the first goes against how I am.", "Only the first one does.", *TWO[2:])
    assert find_fit_options(twice) == ()
    assert read_choice("Neither of the two goes against how you are.", twice).kind is not ChoiceKind.PICKED


WORDS_BETWEEN = [
    " and ", " but ", " while ", " whereas ", ", although ", " though ", ", yet ", " so ", " because ", " since ",
    " as ", " with ", ", ", " (", " – ", " - ", ": ", "; ", ". ", "\n", " | ",
]  # fmt: skip


@pytest.mark.parametrize("between", WORDS_BETWEEN)
def test_each_clause_speaks_of_its_own_thing(between: str) -> None:
    assert settled(f"The first fits{between}the second clashes.", TWO) == "D"
    assert settled(f"The second fits{between}the first clashes.", TWO) == "A"


@pytest.mark.parametrize("word", ["would", "might", "could", "may", "perhaps", "maybe", "should"])
def test_what_may_be_is_not_said(word: str) -> None:
    assert settled(f"The second clashes. The first {word} clash.", TWO) == "D"
    assert settled("The second clashes. The first does clash.", TWO) == "C"


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("The former fits, the latter clashes.", "D"),
        ("The first fits, the other clashes.", "D"),
        ("Only the first.", "A"),
        ("Only the second.", "D"),
        ("Only the first fits.", "D"),
        ("Only the second fits.", "A"),
        ("They both clash. Rather, just the second clashes.", "D"),
        ("They both clash. Rather, it's the first that clashes.", "A"),
        ("They both clash. The second clashes most.", "C"),
        ("The two clash with who you are.", "C"),
        ("Each of them clashes.", "C"),
        ("Everything fits.", "B"),
        ("All of it is wrong.", "C"),
        ("You're at odds with both.", "C"),
        ("You're at odds with yourself.", "-"),
        ("Nothing fits.", "C"),
        ("None of them clash.", "B"),
        ("Not one of them clashes.", "B"),
        ("Not a single one fits.", "C"),
        ("I find no clash.", "B"),
        ("There is no real conflict.", "B"),
        ("The first is wrong for what suits you.", "A"),
        ("The second clashes no end.", "D"),
        ("The second is ill-suited to you.", "D"),
        ("The second no longer fits.", "D"),
        ("The second hardly fits.", "D"),
        ("The second doesnt fit.", "D"),
        ("The second doesn't clash, the first doesn't fit.", "A"),
        ("The first doesn't fit, the second does.", "A"),
        ("The first fits, the second is not.", "D"),
        ("The first isn't.", "-"),
        ("The first fits, the second doesn't sing.", "-"),
        ("The second clashes and the first as well.", "C"),
        ("The second clashes, the first likewise.", "C"),
        ("The second clashes, the first does too.", "C"),
        ("The second clashes, so does the first.", "C"),
        ("The second fits, the first also.", "B"),
        ("The second clashes, the first is green.", "D"),
        ("Both are how they should be.", "B"),
        ("Does the first clash? The second does clash.", "D"),
        ("If you're shy, the first clashes. The second clashes.", "D"),
        ("The second clashes. Unless you're shy, the first clashes.", "D"),
        ("The second clashes, but if you're shy, the first clashes.", "D"),
        ("The second clashes. You're shy, the first clashes.", "C"),
        ("I'd go with B. The second clashes.", "B"),
    ],
)
def test_what_is_said_of_two_things(text: str, letter: str) -> None:
    assert settled(text, TWO) == letter


def test_how_far_behind_a_thing_its_verb_may_stand() -> None:
    four = find_fit_options(TWO)
    assert which_goes_against(f"the first {'x' * 51} clashes", four) == 0
    assert which_goes_against(f"the first {'x' * 52} clashes", four) is None
    assert which_goes_against("the first fits", four) == TOO_LITTLE
    for text in ("the weather is nice", "only the first has a shop", "the first isn't", "the first too"):
        assert which_goes_against(text, four) is None
    # Alone, one of the two is the answer.
    assert which_goes_against("the first", four) == which_goes_against("only the first", four) == 0
    assert read_choice("The first fits.", TWO).kind is ChoiceKind.OPEN


def test_the_words_of_two_matters() -> None:
    one, two = find_matters(DRIVE)
    assert [(set(side.options), " ".join(side.phrase)) for side in (*one, *two)] == [
        ({0, 1}, "keep it and"),
        ({2, 3}, "swap it and"),
        ({0, 2}, "it and drive"),
        ({1, 3}, "it and walk"),
    ]
    shuffled = find_matters((DRIVE[0], DRIVE[3], DRIVE[1], DRIVE[2]))
    assert [set(side.options) for matter in shuffled for side in matter] == [{0, 2}, {1, 3}, {0, 3}, {1, 2}]
    assert find_matters((*DRIVE[:3], DRIVE[0])) == ()
    assert find_matters(DRIVE[:3]) == ()
    assert find_matters((*DRIVE, "Sell it.")) == ()
    found = find_phrases("so: swap it and walk", (one, two))
    assert [(one.options, one.start, one.end) for one in found] == [
        (frozenset({2, 3}), 4, 15),
        (frozenset({1, 3}), 9, 20),
    ]
    assert find_phrases("swap it", (one, two)) == []


def words_of(*options: str) -> list[str]:
    """The words of all sides, in order."""
    return [" ".join(side.phrase) for matter in find_matters(options) for side in matter]


def test_a_side_that_repeats_its_end_differs_in_the_repetition() -> None:
    # The first two agree in seven words, and the second has no more. So none of the four words that both end with is
    # left to be shared. The first differs by these four words, and each side takes in the two before them.
    sung = "We stay here and sing and dance"
    again = f"{sung} and sing and dance"
    moved = [text.replace("stay", "move") for text in (again, sung)]
    expected = {"and dance and sing and dance": {0, 2}, "and dance": {1, 3}}
    matters = find_matters((again, sung, *moved))
    assert words_of(again, sung, *moved) == ["you stay here", "you move here", *expected]
    assert {" ".join(side.phrase): set(side.options) for side in matters[1]} == expected
    # The same with the shorter one first.
    assert words_of(sung, again, *moved[::-1]) == ["you stay here", "you move here", *reversed(expected)]


def test_a_side_takes_in_as_many_words_as_it_needs_to_have_three() -> None:
    rest = "every single night"
    # One word is too few: two before it are enough. Three are enough as they are.
    assert words_of(*(f"{a} you all {b} {rest}" for a in ("Now", "Then") for b in ("sing", "hum")))[2:] == [
        "you all sing", "you all hum",
    ]  # fmt: skip
    long = [f"{a} you all {b} {rest}" for a in ("Now", "Then") for b in ("sing old songs", "hum new tunes")]
    assert words_of(*long)[2:] == ["sing old songs", "hum new tunes"]
    # A side without words of its own at the start has the two words behind it, and no more.
    ends = ("sing old songs", "hum new tunes")
    bare = [f"{a}you all know that we {b} {rest}" for a in ("Now then ", "") for b in ends]
    assert words_of(*bare)[:2] == ["now then you all", "you all"]
    # Nothing before the first words: two behind them. The sides of unequal length follow the shorter one.
    assert words_of(*long)[:2] == ["now you all", "then you all"]
    uneven = [f"{a} you all {b} {rest}" for a in ("Now", "Then") for b in ("sing old songs", "hum")]
    assert words_of(*uneven)[2:] == ["you all sing old songs", "you all hum"]


def test_only_the_side_that_alone_denies_is_negative() -> None:
    denying = ("We eat no ham and sing.", "We eat no ham and don't sing.", "We eat ham and sing.")
    matters = find_matters((*denying, "We eat ham and don't sing."))
    assert [side.is_negative for matter in matters for side in matter] == [True, False, False, True]
    both = ("We eat no ham and sing.", "We eat no ham and hum.", "We eat no egg and sing.", "We eat no egg and hum.")
    assert not any(side.is_negative for matter in find_matters(both) for side in matter)


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("Keep the part, they said. I say swap the part. And let others drive.", "D"),
        ("Swap the part, they said. I say keep the part. And let others drive.", "B"),
        ("Keep the part and swap the part. And let others drive.", "-"),
        ("Perhaps swap the part. Do keep the part. And let others drive.", "-"),
        ("Perhaps keep the part. Do keep the part. And let others drive.", "B"),
        ("Don't keep the part. And let others drive.", "D"),
        ("I'd go with A. Swap the part, and let others drive.", "A"),
    ],
)
def test_the_last_side_that_is_not_doubted_counts(text: str, letter: str) -> None:
    assert settled(text, PART) == letter


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("Pollen, latex and celery came up. Cobalt was never mentioned.", "D"),
        ("Pollen, latex and celery came up. Cobalt was never mentioned. I'd go with latex.", "B"),
        ("Pollen and latex came up. Cobalt was never mentioned.", "-"),
        ("You told me of pollen, then latex and celery, never cobalt.", "D"),
        ("You told me of pollen, latex and celery. Cobalt isn't one of yours.", "D"),
        ("Celery never came up. The rest did.", "C"),
        ("Celery never came up. The other three have.", "C"),
        ("Celery isn't known to me; that's the one you never told me.", "C"),
        ("So D isn't yours.", "D"),
        ("So D isn't yours?", "-"),
        ("A isn't yours. So D isn't yours.", "-"),
        ("D isn't yours.", "-"),
        ("Everything but latex.", "B"),
        ("Every allergy apart from latex.", "B"),
        ("All of these bar latex.", "B"),
        ("All of them except for latex?", "-"),
        ("The one missing is celery.", "C"),
        ("The item left out must be celery.", "C"),
        ("The single entry that never came up is option C.", "C"),
    ],
)
def test_the_option_that_is_left_out(text: str, letter: str) -> None:
    assert settled(text, TOLD) == letter


def test_only_of_three_or_more_options_one_is_the_odd_one() -> None:
    assert settled("So B isn't yours.", SPORTS) != "B"
    assert settled("So C isn't yours.", TOLD[:3]) == "C"


@pytest.mark.parametrize(
    ("options", "text", "letter"),
    [
        (VETS, "B used to be your vet, D is.", "D"),
        (VETS, "D is your vet, B had been.", "D"),
        (VETS, "B was your vet.", "B"),
        (VETS, "With Brandt gone, doesn't that leave C?", "C"),
        (VETS, "With Brandt gone, does that leave C?", "-"),
        (VETS, "Won't that be C?", "C"),
        (VETS, "Won't that be C? Or not?", "-"),
        (TOLD, "B, the latex is not for you.", "B"),
        (TOLD, "B, the latex, is not for you.", "-"),
        (PART, "D: do not keep the part.", "D"),
        (TOLD, "D: do not fit.", "-"),
        (HAPPY, "You weren't happy any more.", "C"),
        (HAPPY, "Not because you weren't happy any more.", "-"),
    ],
)
def test_words_around_an_option(options: tuple[str, ...], text: str, letter: str) -> None:
    assert settled(text, options) == letter


def listed(*rows: str) -> str:
    return "\n".join(f"- {letter}: {row}" for letter, row in zip("ABCD", rows, strict=False))


@pytest.mark.parametrize(
    ("options", "text", "letter"),
    [
        (TOLD, listed("May", "June", "never", "July"), "C"),
        (TOLD, listed("never", "nothing", "unknown", "July"), "D"),
        (TOLD, listed("May", "never", "never", "July"), "-"),
        (TOLD, listed("May", "current", "never", "July"), "B"),
        (TOLD, listed("current", "current", "never", "current"), "C"),
        (TOLD, listed("May", "**June**", "never", "July"), "B"),
        (TOLD, listed("May", "June", "**never**", "July"), "C"),
        (TOLD, listed("May", "June", "no longer", "July"), "-"),
        (TOLD[:3], listed("May", "never", "July"), "B"),
        (VETS, listed("until May", "until June", "these days", "until July"), "C"),
        (VETS, listed("until May", "since June", "until April", "until July"), "B"),
        (VETS, listed("until May", "since you asked", "until April", "until July"), "-"),
        (VETS, listed("since May", "since June", "until April", "until July"), "-"),
        (SPORTS, "| Lift | Suits you? |\n|---|---|\n| A | good |\n| B | not really |", "A"),
        (SPORTS, "| Lift | Suits you? |\n|---|---|\n| A | × |\n| B | ✔ |", "B"),
        (SPORTS, "| Lift | Suits you? |\n|---|---|\n| A | good |\n| B | good |", "-"),
        (SPORTS, "| Lift | Suits you? |\n|---|---|\n| A | perfect |\n| B | Tuesday |", "-"),
        (SPORTS, "| Lift | Fits | Verdict |\n|---|---|---|\n| A | yes | skip |\n| B | no | take |", "B"),
        (SPORTS, "| Lift | Fits | Verdict |\n|---|---|---|\n| A | no | take |\n| B | yes | skip |", "A"),
    ],
)
def test_the_row_that_stands_out(options: tuple[str, ...], text: str, letter: str) -> None:
    assert settled(text, options) == letter


def is_letter(cell: str) -> bool:
    return len(cell) == 1 and cell.isalpha()


def lettered(columns: int, first: str = "on") -> str:
    """A table with one column for what its rows are about, and as many more as are asked for."""
    cells = [" | ".join(cells) for cells in ("ABCDEFGHI"[:columns], map(str, range(columns)))]
    return f"| x1 | {cells[0]} |\n{'|---' * (columns + 1)}|\n| {first} | {cells[1]} |"


def test_a_table_with_a_column_for_each_option_is_turned() -> None:
    assert with_options_in_rows(lettered(2), is_letter) == "| x1 | on |\n|---|---|\n| A | 0 |\n| B | 1 |"
    assert with_options_in_rows(lettered(7), is_letter).count("\n") == 8
    for table in (
        lettered(1),
        lettered(8),
        lettered(2, first="C"),
        lettered(2) + " 2 |",
        lettered(2).replace("| B", "| Bx"),
        lettered(2).replace("---", "..."),
        lettered(2).rpartition("\n")[0],
    ):
        assert with_options_in_rows(table, is_letter) == table


def test_boxes_are_marks() -> None:
    assert with_options_in_rows("[x] A [X] B [ ] C [y] D", is_letter) == " ✅  A  ✅  B  ☐  C [y] D"
