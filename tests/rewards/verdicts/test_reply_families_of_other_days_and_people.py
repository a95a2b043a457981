"""Families of replies where nothing was told, and what the reply names is of another day, or somebody else's.

Each family has its mirror image: the same wording with an answer in it does not count.
"""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

TEA = Domain("tea", aliases=dict.fromkeys(("sencha", "rooibos", "assam"), ()), subjects=("tea", "favourite", "drink"))
CHOIR = Domain(
    "choir", aliases=dict.fromkeys(("Larkspur Singers", "Quarry Choir", "Tidewater Voices"), ()), subjects=("choir",)
)
ROWING = Domain("weekly_rowing", ValueType.NUMBER, unit="metres", subjects=("row", "rowing", "distance"))
EXAM = Domain("exam_date", ValueType.DATE, subjects=("exam", "date"))
SIBLING = Domain("sibling_name", aliases=dict.fromkeys(("Ada", "Ole"), ()), subjects=("sibling", "brother", "sister"))

THAT_DAY = Expectation("value", TEA, False, earlier=True, asked_day="2025-03-04")
ROWED_THAT_DAY = Expectation("value", ROWING, False, earlier=True, asked_day="2025-03-04")
NO_CHOIR = Expectation("value", CHOIR, False)
NO_ROWING = Expectation("value", ROWING, False)
NO_EXAM = Expectation("value", EXAM, False)
NO_COUNT = Expectation("count", SIBLING, False)


def is_right(text: str, expectation: Expectation) -> bool:
    return find_verdict(text, None, expectation).kind.name == "CORRECT"


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Nothing on 4 March. The day before, you'd told me that you love sencha.", True),
        ("Nothing on the 4th, but on the 3rd you told me that you love sencha.", True),
        ("You didn't mention it on 4 March. You told me on 3 March that it's sencha.", True),
        ("You told me on 3 March, not on 4 March, that you love sencha.", True),
        ("That wasn't on the 4th. You said sencha on 3 March.", True),
        ("I have nothing from 4 March, only from 3 March, when you said that you love sencha.", True),
        ("On 4 March, however, nothing. You mentioned sencha on 3 March.", True),
        ("Sencha is your favourite, but you didn't tell me that on 4 March.", True),
        ("I've no record of that for 4 March 2025. I do know from other days that it's sencha.", True),
        ("On 4 March you spoke of your cousin's rooibos. You didn't name yours. You had a day earlier: sencha.", True),
        ("Nothing on 2025-03-04. You told me on 2025-03-03 that it's sencha.", True),
        ("On 4 March you told me that you love sencha.", False),
        ("Nothing on 4 March. On 4 March you told me that you love sencha.", False),
        ("On 3 March you said sencha. On 4 March nothing.", False),
        ("On 4 March you said sencha. On 3 March nothing.", False),
        ("Nothing else on 4 March. You love sencha.", False),
        ("You told me that day that you love sencha, and you'd told me the day before too.", False),
        ("On 4 March you told me that your cousin and you love rooibos.", False),
        ("By 4 March you hadn't told me. It's sencha.", False),
        ("On 4 March you spoke of your cousin's rooibos. You didn't name yours. It's sencha.", False),
    ],
)
def test_a_value_of_another_day_was_not_told_on_the_day_asked_about(text: str, right: bool) -> None:
    assert is_right(text, THAT_DAY) is right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Nothing on 4 March. On 3 March you told me about your 4500 metres.", True),
        ("Your rowing didn't come up on 4 March. You'd mentioned it a day earlier, it was 4500 metres.", True),
        ("On 4 March you said that it's 4500 metres.", False),
    ],
)
def test_an_amount_of_another_day_was_not_told_on_the_day_asked_about(text: str, right: bool) -> None:
    assert is_right(text, ROWED_THAT_DAY) is right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("The only choir you've mentioned is the Quarry Choir, and that was the baker's.", True),
        ("The only choirs you've named are the builders', Quarry Choir and Tidewater Voices.", True),
        ("You've only told me where the builders sing, namely in the Quarry Choir.", True),
        ("The plumber next door sings in the Quarry Choir, but I don't know about you.", True),
        ("I only know about the Quarry Choir, and that one wasn't yours.", True),
        ("I don't, sorry. The Quarry Choir you mentioned was the one of the lady on the train.", True),
        ("No, I can't. The Quarry Choir was only suggested by a friend.", True),
        ("I'm afraid not. You asked about the Quarry Choir once, but you hadn't decided.", True),
        ("No, sorry. You considered the Quarry Choir, but I don't know if you ever joined.", True),
        ("The only choirs you've mentioned are your cousin's.", True),
        ("The only choir you've mentioned is the Quarry Choir.", False),
        ("The only choir you've mentioned is the Quarry Choir, so it's that one.", False),
        ("The plumber sings in the Quarry Choir and you sing in the Tidewater Voices.", False),
        ("The Quarry Choir, like the plumber.", False),
        ("Yes, the Quarry Choir. A friend suggested it.", False),
        ("You considered the Quarry Choir and decided for it.", False),
        ("The choirs you've mentioned are the Quarry Choir and your cousin's.", False),
    ],
)
def test_a_value_of_others_or_one_only_thought_of_is_not_the_users(text: str, right: bool) -> None:
    assert is_right(text, NO_CHOIR) is right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("I know what your cousin rows, 4,500 metres a week, but not what you do.", True),
        ("I only know what your coach suggested, 4500 metres, not what you actually do.", True),
        ("You haven't settled on a number. Your coach suggested 4500 metres, but you hadn't agreed to it.", True),
        ("You've only told me what your coach suggested and what your cousin rows.", True),
        ("Your coach suggested 4500 metres a week, so that's what you do.", False),
        ("Your cousin rows 4500 metres, you row 4000.", False),
        ("You've only told me that you row 4500 metres, as your coach suggested.", False),
    ],
)
def test_an_amount_of_others_is_not_the_users(text: str, right: bool) -> None:
    assert is_right(text, NO_ROWING) is right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("None so far.", True),
        ("None that you've told me about.", True),
        ("You don't have any siblings in my notes.", True),
        ("I don't know whether you have any siblings.", True),
        ("You never told me that you have siblings.", True),
        ("None, you're an only child.", False),
        ("You don't have any siblings.", False),
        ("You have no brothers or sisters.", False),
        ("Zero. You told me that you grew up without brothers or sisters.", False),
        ("You said that you have no siblings.", False),
        ("You've never had a brother, you told me so.", False),
    ],
)
def test_that_there_is_none_is_no_abstention_if_it_is_stated_as_a_fact(text: str, right: bool) -> None:
    assert is_right(text, NO_COUNT) is right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("You asked me to forget it, so there's nothing left.", True),
        ("You asked me to forget it, and I have. I still have your other notes.", True),
        ("I still know that you asked me on 21 January to forget it, but the date itself is gone.", True),
        ("You asked me to forget it, but I still have 28 November 2024 down.", False),
        ("You told me to delete it, but I can still see that it was on 28 November 2024.", False),
        ("You wanted me to remove it. I do have 28 November 2024 in my notes, though.", False),
    ],
)
def test_what_was_to_be_forgotten_is_not_given_away(text: str, right: bool) -> None:
    assert is_right(text, NO_EXAM) is right
