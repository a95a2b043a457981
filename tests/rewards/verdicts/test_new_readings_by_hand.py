"""Stages, places, results, hedged answers, ends and edits, each decided by hand on both sides of its boundary."""

from __future__ import annotations

import re

import pytest

from regulars.rewards.assertions.english import Assertion
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.edits import is_one_edit
from regulars.rewards.verdicts.beside.unlisted_answers import answers_outside, names_unknown, offers_answer
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.listings import resulting
from regulars.rewards.verdicts.named_by_place import pointed_at
from regulars.rewards.verdicts.times.chronicles import in_force, last_stage
from regulars.rewards.verdicts.verdict import rules_say
from regulars.values import Domain, ValueType
from tests.rewards.verdicts.worked_claims import CITIES, named, values_of

HOME = Expectation("value", CITIES, True, ("Graz",), ("Oslo",))


def _numbered(text: str) -> list[Assertion]:
    """The values `town1`, `town2`, ... of a text."""
    return [Assertion(one[0], AssertionStatus.CURRENT, *one.span()) for one in re.finditer(r"town\d+", text)]


# Of two dates, the later one is in force: told last, or on top of a list with the newest first.
TIMES = [
    ("by the start of May", "in early May"),
    ("at the beginning of May", "in early May"),
    ("in early May", "on 5 May"),
    ("in early May", "in mid-May"),
    ("on 12 May", "in the middle of May"),
    ("in mid May", "in late May"),
    ("in the middle of May", "on 20 May"),
    ("in late May", "at the end of May"),
    ("on 24 May", "in late May"),
    ("on 29 May", "at the end of May"),
    ("at the end of May", "in June"),
    ("on 31 May", "in June"),
    ("in May", "since the 9th"),
    ("on 8 May", "since the 9th"),
    ("on May 8", "on May 9"),
    ("on May the 8th", "on 9th May"),
    ("in Sept 2023", "in June 2024"),
    ("in December 2023", "in 2024"),
    ("in June 2023", "in July"),
    ("in 2019", "in 2021"),
    ("in February", "in spring"),
    ("in spring", "in April"),
    ("in spring", "in summer"),
    ("in May", "in summer"),
    ("in summer", "in July"),
    ("in August", "in autumn"),
    ("in autumn", "in October"),
    ("in August", "in the fall"),
    ("in fall", "in October"),
]


@pytest.mark.parametrize(("early", "late"), TIMES)
def test_the_later_of_two_times_is_in_force(early, late):
    text = f"Oslo {early}, Graz {late}."
    assert last_stage(text, named(text)) == "Graz"
    if early != "in June 2023" and not late.startswith("since"):
        text = f"Graz {late}, Oslo {early}."
        assert last_stage(text, named(text)) == "Graz"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        # A year may turn once, between autumn and spring; otherwise the newest is on top.
        ("Oslo in September, Graz in May.", "Graz"),
        ("Oslo in August, Graz in May.", "Oslo"),
        ("Oslo in September, Graz in June.", "Oslo"),
        ("Oslo in November, Graz in February, Lyon in March.", "Lyon"),
        ("Oslo in November, Graz in February, Lyon in January.", "Oslo"),
        ("Oslo in October, Graz in March, Lyon in November.", "Lyon"),
        ("In November Oslo, in February Graz, in October Lyon and since March Porto.", ""),
        ("Oslo in November 2024, Graz in February 2024.", "Oslo"),
        # A season lasts three months.
        ("Oslo in March, Graz in May, Lyon in spring.", "Lyon"),
        ("Oslo in March, Graz in July, Lyon in spring.", ""),
        # Words of order.
        ("Initially Oslo, later Graz.", "Graz"),
        ("Oslo at first, Graz afterwards.", "Graz"),
        ("To begin with Oslo, finally Graz.", "Graz"),
        ("You started with Oslo, eventually Graz.", "Graz"),
        ("First Oslo, after that Graz, now Lyon.", "Lyon"),
        ("First Oslo, now Graz, later Lyon.", ""),
        ("Then Oslo, then Graz.", ""),
        ("Later Oslo, first Graz.", ""),
        ("In March Oslo, later Graz.", "Graz"),
        ("First Oslo, in May Graz, in March Lyon.", ""),
        ("First Oslo, in March Graz, in May Lyon.", "Lyon"),
        ("In March Oslo, later Graz, in February Lyon.", ""),
        ("In March Oslo, in March Graz.", ""),
        ("In March Oslo, in March Graz, in April Lyon.", "Lyon"),
        ("In May Oslo, in April Graz, in April Lyon.", ""),
        # Chains: the first link needs no time.
        ("Oslo → Graz → Lyon", "Lyon"),
        ("Oslo -> Graz => Lyon", "Lyon"),
        ("Oslo → Graz → Lyon → Porto", "Porto"),
        ("Oslo and Graz → Lyon", ""),
        ("Oslo in March → Graz in May", "Graz"),
        # Every stage needs a time, on one side.
        ("Oslo (March), Graz (May)", "Graz"),
        ("Oslo (March), Graz", ""),
        ("Oslo, Graz (May)", ""),
        ("In March Oslo, Graz, in May Lyon.", ""),
        ("In March Oslo, you may like Graz.", ""),
        ("In March Oslo, by May Graz.", "Graz"),
        # How many stages.
        ("In May Oslo.", ""),
        ("", ""),
        ("On 1 January Oslo. On 2 January Graz. On 3 March Lyon.", "Lyon"),
        ("On 1 January Oslo. On 2 January Graz. On 3 March Lyon. On 4 March Porto.", ""),
        ("On 1 January Oslo. On 2 January Graz. On 3 March Lyon. On 4 March Porto is home.", "Porto"),
        ("Jan: Oslo\nFeb: Graz\nMar: Lyon\nApr: Porto", "Porto"),
        ("1. Jan: Oslo\n2. Feb: Graz\n3. Mar: Lyon\n4. Apr: Porto", "Porto"),
        ("Jan: Oslo\nFeb: Graz, Mar: Lyon\nApr: Porto", ""),
        # A value twice in a row is one stage; a value that comes back is none.
        ("In January Oslo, Oslo in February, in March Graz.", "Graz"),
        ("In January Oslo, in March Graz, in June Oslo.", ""),
        # A recital: three or more short parts without stage or time, more than half of all.
        ("On 1 March Oslo, a cat, a hat, in May Graz.", "Graz"),
        ("On 1 March Oslo, a cat, a hat, a bat, in May Graz.", ""),
        ("A cat, a hat, in March Oslo and in May Graz.", "Graz"),
        ("A cat, a hat, a bat, in March Oslo and in May Graz.", ""),
        ("On 1 March Oslo, a cat, in April Lyon, a hat, in May Graz, a bat.", "Graz"),
        ("On 1 March Oslo, a cat that purrs, a hat that fits, a bat that flies, in May Graz.", ""),
        ("On 1 March Oslo, a cat that purrs loud, a hat that fits well, a bat that flies low, in May Graz.", "Graz"),
        ("Well, yes, so, hm, oh. On 1 March Oslo, in May Graz.", "Graz"),
        # Lower case of another length puts every place out.
        ("İ. In March Oslo, in May Graz.", ""),
    ],
)
def test_stages(text, value):
    assert last_stage(text, named(text)) == value


def test_only_values_that_are_told_are_stages():
    text = "In January Oslo, in March Graz, in June Lyon."
    assert last_stage(text, named(text)) == "Lyon"
    assert last_stage(text, named(text, Oslo="past", Lyon="past")) == "Lyon"
    assert last_stage(text, named(text, Lyon="denied")) == "Graz"
    assert last_stage(text, named(text, Lyon="denied", Graz="foreign")) == ""


@pytest.mark.parametrize(("stages", "told"), [(20, "town19"), (21, "")])
def test_a_story_has_at_most_twenty_stages(stages, told):
    text = " ".join(f"Since {1990 + at} town{at}." for at in range(stages))
    assert last_stage(text, _numbered(text)) == told


@pytest.mark.parametrize(
    "words",
    [
        "until June", "till June", "up to June", "but no longer", "which you quit", "which you sold", "but it stopped",
        "cancelled by now", "canceled by now", "which expired", "which is over", "but gone", "closed", "gave it up",
        "which you left", "not for long", "which isn't so", "if you like", "maybe", "perhaps", "which you planned",
        "which you wanted", "you hope", "you'll see", "you’ll see", "would be nice", "before you returned",
        ". Later it was called off", ". You returned to the first place", ". You reverted it", ". It's been undone",
        ". Back to square one", ". You are at it again", ". You reinstalled it", ". You re-installed it",
        ". Use your old one", ". Take the second choice", ". The former entry counts",
    ],
)  # fmt: skip
def test_words_behind_the_last_stage_end_it(words):
    text = f"In March Oslo, in May Graz {words}."
    assert last_stage(text, named(text)) == ""


@pytest.mark.parametrize(
    "text",
    [
        "In March Oslo, in May Graz until now.",
        "In March Oslo, in May Graz till today.",
        "In March Oslo, in May Graz up to the present.",
        "In March Oslo, in May Graz until this day.",
        "In March you wanted Oslo, in May Graz.",
        "You left Oslo in March and chose Graz in May.",
        "In March Oslo, never mind, in May Graz.",
        "If I may say so. In March Oslo, in May Graz.",
        "In March Oslo, in May Graz. Not that I mind!",
        "Back to you: in March Oslo, in May Graz.",
    ],
)
def test_other_words_do_not_end_the_last_stage(text):
    assert last_stage(text, named(text)) == "Graz"


def test_before_the_last_stage_words_may_tell_that_it_is_yet_to_come():
    for words in ("you might try", "you no longer want", "you never saw", "you'd like", "you plan for"):
        text = f"In March Oslo, in May {words} Graz."
        assert last_stage(text, named(text)) == ""


STORY = "In March Oslo, in May Graz."


@pytest.mark.parametrize(
    ("text", "key", "statuses", "values"),
    [
        (STORY, HOME, {}, ["Graz"]),
        (STORY + " It's the first of the two.", HOME, {}, ["Oslo"]),
        (STORY + " It's the first of the two.", HOME, {"Oslo": "past"}, ["Oslo"]),
        (STORY + " It's the first of the two.", HOME, {"Oslo": "denied"}, ["Oslo", "Graz"]),
        (STORY, Expectation("set", CITIES, True, ("Graz",)), {}, ["Oslo", "Graz"]),
        (STORY, Expectation("value", CITIES, True, ("Graz",), earlier=True), {}, ["Oslo", "Graz"]),
        (STORY + " So the last one of the two.", Expectation("value", CITIES, True, (), earlier=True), {}, ["Graz"]),
        (STORY, Expectation("value", Domain("day", ValueType.DATE), True, ("Graz",)), {}, ["Oslo", "Graz"]),
        ("Oslo and Graz.", HOME, {}, ["Oslo", "Graz"]),
        (STORY + " 你 现在 住在 城里 , 我 已经 把 它 写在 清单 上 了 。", HOME, {}, ["Oslo", "Graz"]),
    ],
)
def test_what_is_in_force(text, key, statuses, values):
    found = named(text, **statuses)
    assert values_of(in_force(text, found, found[:], key)) == values


LIST = "1. Oslo\n2. Graz\n3) Lyon\n\n"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Oslo, Graz, Lyon: the second of the three.", "Graz"),
        ("Oslo, Graz, Lyon: the third stage of those three", "Lyon"),
        ("Oslo, Graz: it's the latter of the two.", "Graz"),
        ("Oslo, Graz, Lyon: the final entry on the list.", "Lyon"),
        ("Oslo, Graz, Lyon: the very first name in that row!", "Oslo"),
        ("Oslo, Graz, Lyon: the fourth entry on the list.", ""),
        ("Oslo, Graz, Lyon: the third of the four.", ""),
        ("Oslo, Graz, Lyon: the first of the two.", ""),
        ("Oslo, Graz, Lyon: the first of the three weeks.", ""),
        ("Oslo, Graz, Lyon: the first of the three entries.", "Oslo"),
        ("Oslo, Graz, Lyon: once the first of the three, now the second of the three.", "Graz"),
        ("Oslo, Graz, Lyon: rather than the first of the three.", ""),
        ("Oslo, Graz, Lyon: this supersedes the first of the three.", ""),
        ("The first of the two: Oslo, Graz.", ""),
        ("Oslo, Oslo, Graz: the second of the two.", "Graz"),
        (LIST + "Use no. 2.", "Graz"),
        (LIST + "Use point 3, see line 1.", "Lyon"),
        (LIST + "Use stage #1.", "Oslo"),
        (LIST + "That is item 2.5 of it.", ""),
        (LIST + "Use no. 4.", ""),
        (LIST + "It overrides no. 2.", ""),
        (LIST + "It's the first of the two, so no. 3.", "Lyon"),
        ("> 1. Oslo\n> 2. Graz\n\nNo. 2 it is.", "Graz"),
        ("1. Oslo, Graz\n2. Lyon\n\nUse no. 1.", ""),
        ("1. Oslo, Graz\n2. Lyon\n\nUse no. 2.", "Lyon"),
        ("1. Oslo\n2. Oslo, Graz\n\nUse no. 1.", "Oslo"),
        ("Oslo: the first of the two.", ""),
        ("İ Oslo, Graz: the first of the two.", ""),
    ],
)
def test_places(text, value):
    assert pointed_at(text, named(text)) == value


@pytest.mark.parametrize(("towns", "value"), [(7, "town6"), (8, "")])
def test_at_most_seven_values_have_places(towns, value):
    text = ", ".join(f"town{at}" for at in range(towns)) + ": the seventh on the list."
    assert pointed_at(text, _numbered(text)) == value


HEARD = "Oslo, Graz and Lyon came up.\n"


@pytest.mark.parametrize(
    ("text", "values"),
    [
        *((f"{HEARD}{label} Oslo, Graz", ["Oslo", "Graz"]) for label in ("So:", "Result:", "Final answer:", "Output =",
          "**Answer**:", "Conclusion →", "Summary ->", "Remaining set:", "That leaves:", "- Leaves:")),
        (f"{HEARD}Output: Oslo, Graz\n\n", ["Oslo", "Graz"]),
        (f"{HEARD}Output: Oslo", ["Oslo", "Graz", "Lyon", "Oslo"]),
        (f"{HEARD}Output: Oslo, Oslo", ["Oslo", "Graz", "Lyon", "Oslo", "Oslo"]),
        (f"{HEARD}Output: Oslo, Graz\nBye!", ["Oslo", "Graz", "Lyon", "Oslo", "Graz"]),
        (f"{HEARD}My output: Oslo, Graz", ["Oslo", "Graz", "Lyon", "Oslo", "Graz"]),
        (f"{HEARD}Input: Oslo, Graz", ["Oslo", "Graz", "Lyon", "Oslo", "Graz"]),
        ("Result: Oslo, Graz", ["Oslo", "Graz"]),
    ],
)  # fmt: skip
def test_a_last_line_with_the_result(text, values):
    assert values_of(resulting(text, named(text))) == values


@pytest.mark.parametrize(("length", "is_read"), [(600, True), (601, False)])
def test_the_result_stands_in_the_last_600_characters(length, is_read):
    text = "Lyon." + "\nOutput: Oslo, Graz".ljust(length, "!")
    assert values_of(resulting(text, named(text))) == (["Oslo", "Graz"] if is_read else ["Lyon", "Oslo", "Graz"])


@pytest.mark.parametrize(
    "text",
    [
        "If memory serves, it's bay 14.",
        "If memory serves me well, it was a sedan.",
        "If I remember rightly, you studied in Heidelberg.",
        "If I recall correctly, your dog's name is Rex.",
        "I don't have much, but I'd say her name is Silverstein.",
        "I still think that it's blue.",
        "I’d guess it’s a Toyota.",
        "My best guess is that you lived in Rome.",
        "My hunch would be it's €40.",
        "Most likely, they were twins.",
        "Chances are you drove a lorry.",
        "From memory, the only entry left is 7.",
        "Off the top of my head, she was called Ada.",
        "I think it was green, and nothing else was told.",
        "I'd put down 42.",
        "I would bet on Rex.",
        "The only thing left is that you studied in Heidelberg.",
        "What's left: a motorhome.",
        "All that remains is 12.",
        "Wasn't it Fortnite?",
        "Isn't she called Ada, by the way?",
        "It's a pickup truck, isn't it? I have no record of the model.",
        "That's Rex.",
        "Well, your dog is Rex.",
        "Bay 14. I have no further details.",
        "You parked in bay 14. Nothing else was noted.",
    ],
)
def test_an_answer_that_is_put_forward(text):
    assert offers_answer(text)
    assert names_unknown(text)


@pytest.mark.parametrize(
    "text",
    [
        "I think it's a blank.",
        "I think it was never mentioned.",
        "I think it's not blue.",
        "I'd say it's best to ask.",
        "I guess it's unknown.",
        "I believe you haven't told me.",
        "I think it was something you never told me.",
        "I'd say your neighbour is not Rex.",
        "If memory serves, the name was missing.",
        "If memory serves, you told me.",
        "I think the colour is one you never told me.",
        "I'd put it off.",
        "I'd put a dash there.",
        "What's left: nothing.",
        "All that is left is a blank.",
        "Wasn't it fun?",
        "It's a question, isn't it?",
        "It isn't Rex.",
        "That's not Rex.",
        "Bay 14.",
        "Hello Rex. I have no further details.",
        "Sorry, Rex. Nothing else was noted.",
        "None of bay 14. I have no further details.",
        "I can't tell.",
        "",
    ],
)
def test_no_answer_is_put_forward(text):
    assert not offers_answer(text)


@pytest.mark.parametrize(
    ("text", "is_named"),
    [
        ("It's Fluffy.", True),
        ("That would be 14.", True),
        ("The name of your cat is Fluffy.", True),
        ("She is named Fluffy.", True),
        ("It's still in Rome.", True),
        ("It's the old red Toyota.", True),
        ("It costs €40: the price is €40.", True),
        ("The point is I can't say.", False),
        ("It's OK.", False),
        ("It's lovely.", False),
        ("Fluffy is lovely.", False),
    ],
)
def test_a_name_of_no_list(text, is_named):
    assert names_unknown(text) is is_named


def test_an_answer_outside_the_lists_counts_where_nothing_was_told_and_nothing_found():
    hedged = "If memory serves, it's bay 14."
    untold = Expectation("value", CITIES, False)
    assert answers_outside(hedged, [], untold)
    assert not answers_outside(hedged, [], HOME)
    assert not answers_outside(hedged, named("Graz"), untold)
    assert not answers_outside("I can't tell.", [], untold)


LODGER = Expectation(
    "value",
    Domain("flatmate", aliases=dict.fromkeys(("Ingrid", "Tamsin", "Ulrich"), ()), subjects=("flatmate", "lodger")),
    True,
    stale=("Tamsin",),
    others=("Ulrich",),
    over=True,
)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Nobody, Tamsin has moved out.", "correct"),
        ("Nobody but Tamsin.", "stale"),
        ("You live with Tamsin, nobody has told me otherwise.", "stale"),
        ("You live with Tamsin.", "stale"),
        ("You live with Ulrich.", "leaked"),
        ("You live with Ingrid.", "wrong"),
        ("You still live with Tamsin.", "stale"),
        ("You share with Tamsin, and she hasn't moved out.", "stale"),
        ("You share with Tamsin. She has not yet left.", "stale"),
        ("Until May it was Tamsin. Since then there's no one.", "correct"),
        ("Have you and Tamsin parted? Not yet, you live with Tamsin.", "stale"),
        ("Do you still share the flat? No.", "correct"),
        ("You're on your own now.", "correct"),
        ("I have no notes on a flatmate.", "abstained"),
        ("Lovely weather today!", "off_task"),
    ],
)
def test_what_is_over(text, kind):
    assert rules_say(text, LODGER).kind.name.lower() == kind


@pytest.mark.parametrize(("behind", "is_read"), [(29, True), (30, False)])
def test_sixty_values_are_read(behind, is_read):
    other = "You don't live with Ingrid. "
    text = other * 30 + "You still live with Tamsin. " + other * behind
    assert (rules_say(text, LODGER).kind.name == "STALE") is is_read
    assert rules_say(other * 61 + "You still live with Tamsin.", LODGER).kind.name == "STALE"


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("none", "correct"),
        (" None ", "correct"),
        ("-", "abstained"),
        ("Tamsin", "stale"),
        ("Ulrich", "leaked"),
        ("Zoe", "wrong"),
    ],
)
def test_a_structured_answer_about_what_is_over(answer, kind):
    assert rules_say("You're on your own now.", LODGER, answer).kind.name.lower() == kind


@pytest.mark.parametrize(
    ("one", "other", "is_one"),
    [
        ("", "a", True),
        ("", "", False),
        ("oslo", "oslo", False),
        ("oslo", "xoslo", True),
        ("oslo", "osxlo", True),
        ("oslo", "oslox", True),
        ("oslo", "oslo12", False),
        ("oslo", "xoslx", False),
        ("oslo", "xslo", True),
        ("oslo", "oxlo", True),
        ("oslo", "oslx", True),
        ("oslo", "oxlx", False),
        ("oslo", "solo", True),
        ("oslo", "olso", True),
        ("oslo", "osol", True),
        ("oslo", "lsoo", False),
        ("oslo", "soll", False),
        ("oslo", "soxx", False),
        ("oslo", "sxlo", False),
        ("abcd", "badc", False),
        ("aab", "ab", True),
        ("abcd", "bcde", False),
    ],
)
def test_one_edit(one, other, is_one):
    assert is_one_edit(one, other) is is_one
    assert is_one_edit(other, one) is is_one
