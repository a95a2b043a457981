"""Which of the things on offer a reply takes, whatever it tells of the other one."""

from __future__ import annotations

import pytest

from regulars.rewards.choices.offered_things import LONGEST, SEVERAL, taken

RIDES = ("cable cars", "rope bridges")
CUTS = ("opera tickets", "scented soaps")


def each_way(reply: str, things: tuple[str, str], *, gives_up: bool = False) -> tuple[int | None, int | None]:
    """What a reply about `X` and `Y` takes with the first thing as `X`, and with the second."""
    told = [reply.replace("X", x).replace("Y", y) for x, y in (things, things[::-1])]
    one, other = (taken(text[0].upper() + text[1:], things, gives_up=gives_up) for text in told)
    return one, other


@pytest.mark.parametrize(
    "reply",
    [
        "Y sway in the wind. X don't, so they're the better fit.",
        "Y sway in the wind, so X are the way to go.",
        "Y sway in the wind. X are the way to go.",
        "X sound better. You don't like heights and Y are all about heights.",
        "X are the better choice, because Y sway.",
        "X would be safer.",
        "Y are tricky with your balance; X would be a safer choice.",
        "Given your balance, I'd steer clear of Y.",
        "Would X work? You dislike swaying, so I'd skip the Y.",
        "Y sway, and that's not for you. X are steady, so I'd book those.",
        "X over Y, any day.",
        "X rather than Y, as those sway.",
        "Anything but the Y.",
        "Y are out, because they sway.",
        "X.",
        "X. Y sway.",
        "So X it is!",
        "Not Y, they sway.",
        "I wouldn't recommend Y to you.",
        "X would suit you better than Y.",
        "I can't think of anything better than X.",
        "I'd take X, since Y sway.",
        "As tempting as Y sound, X are safer.",
        "So no Y for you.",
        "That leaves X.",
    ],
)
def test_what_is_said_for_a_thing_counts(reply: str) -> None:
    assert each_way(reply, RIDES) == (0, 1)


@pytest.mark.parametrize(
    "reply",
    [
        "Keep the Y and cut the X.",
        "X. The Y stay.",
        "Ditch the X, keep the Y!",
        "Y stay, X go.",
        "Hold on to the Y and let the X go.",
        "You don't need X. Enjoy your Y!",
        "I'd drop X before Y.",
        "I'd rather keep the Y than the X.",
        "X can wait; Y are part of what you enjoy.",
        "X should be the first to go.",
        "Skip X, not Y.",
        "Say goodbye to X and hello to more Y.",
        "I'd lose the X and save the money for Y.",
        "Leave the Y alone and spend less on X.",
        "Not the Y. So the X should go.",
        "The Y are worth keeping, the X aren't.",
        "Don't touch the Y, cut the X.",
        "Y make you happy, so they stay. X are out.",
        "The Y should stay.",
    ],
)
def test_what_is_given_up_counts_where_that_is_asked(reply: str) -> None:
    assert each_way(reply, CUTS, gives_up=True) == (0, 1)


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ("The former.", 0),
        ("The latter, because you hate swaying.", 1),
        ("The latter! The former sway.", 1),
        ("The second one isn't for you.", 0),
        ("The first one would suit you better.", 0),
    ],
)
def test_a_thing_is_named_by_its_place(reply: str, found: int) -> None:
    assert taken(reply, RIDES) == found


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ("B. The other ones sway.", 1),
        ("Not A.", 1),
        ("I'd say no to B.", 0),
        ("B) Cable cars", None),
        ("A? No, wait, B.", None),
    ],
)
def test_a_thing_is_named_by_its_letter(reply: str, found: int | None) -> None:
    assert taken(reply, RIDES, lettered=True) == found


@pytest.mark.parametrize(
    "reply",
    [
        "Cable cars or rope bridges? Do both!",
        "Mix both: a cable car to the rope bridges.",
        "Take a cable car, a bit of both won't hurt.",
        "Both cable cars and rope bridges.",
    ],
)
def test_several_are_several(reply: str) -> None:
    assert taken(reply, RIDES) == SEVERAL


@pytest.mark.parametrize(
    "reply",
    [
        "It depends: cable cars are cosy, rope bridges are fun.",
        "Maybe cable cars.",
        "Cable cars would be better if you're afraid of heights.",
        "Cable cars or rope bridges, your choice.",
        "Cable cars would be best to avoid.",
        "Cable cars would be more comfortable for someone like her.",
        "Cable cars?",
        "Cable cars are great. Rope bridges are the better choice. Cable cars are the better choice.",
        "I'd go for a walk.",
        "Cable cars and rope bridges.",
        "| cable cars | best |",
        "Cable cars. " + "x" * LONGEST,
    ],
)
def test_what_is_weighed_doubted_or_asked_is_left(reply: str) -> None:
    assert taken(reply, RIDES) is None


def test_a_thing_that_is_rejected_tells_nothing_of_three() -> None:
    three = (*RIDES, "paddle boats")
    assert taken("I'd skip the cable cars.", three) is None
    assert taken("I'd skip the cable cars, so paddle boats.", three) == 2


def test_what_to_give_up_turns_the_words_round() -> None:
    assert taken("Skip the opera.", CUTS, gives_up=True) == 0
    assert taken("Skip the opera.", CUTS) == 1


@pytest.mark.parametrize(
    "reply",
    [
        "X first, then Y.",
        "I'd start with X, then Y.",
        "First X, after that Y.",
        "Go for X, Y could mean a long wait.",
        "Y might sway. Take X.",
        "Normally I'd recommend Y. But given your fear of heights, X make more sense.",
        "I'd usually suggest Y, but as you dislike heights, X are the better choice.",
        "For most people I'd pick Y. In your case X are better.",
        "Y are nice, but X are where the fun is.",
        "Y are sweet, but X are the place to start.",
        "Y are okay, but X carry you. I'd spend your time on that.",
    ],
)
def test_what_comes_first_and_what_holds_for_others(reply: str) -> None:
    assert each_way(reply, RIDES) == (0, 1)
