"""Families of replies where nothing was told: not knowing in many words, beside chatter, guesses and other answers."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

BOATS = ("Kestrel", "Marigold", "Otter", "Pelican", "Wagtail", "Zephyr")
BOAT = Domain("boat_name", aliases=dict.fromkeys(BOATS, ()), subjects=("boat", "dinghy"))
UNTOLD = Expectation("value", BOAT, False, others=("Otter",))
UNTOLD_THEN = Expectation("value", BOAT, False, earlier=True)
UNTOLD_ORDER = Expectation("order", BOAT, False)
UNTOLD_LIMIT = Expectation("value", Domain("camping_limit", aliases={"steep slopes": (), "loud music": ()}), False)
UNTOLD_COUNT = Expectation("count", Domain("count", ValueType.NUMBER), False)


def kind_of(text: str, expectation: Expectation = UNTOLD) -> str:
    return find_verdict(text, None, expectation).kind.name.lower()


@pytest.mark.parametrize(
    "text",
    [
        "Can't say I remember any boat of yours.",
        "Boats are a closed book to me, as far as you're concerned.",
        "A dinghy? First I've heard of it.",
        "There hasn't been any mention of a boat.",
        "That one has passed me by, sorry.",
        "Remind me: what is it called?",
        '"Hi! Please rinse [name of the boat] before Sunday. Thanks!"',
        "I only lack the name itself. What did you christen her?",
        "Nothing's known to me about a boat.",
        "Not a word. You had me wipe it.",
        "Nada. It's all been erased.",
        "Search finished: 0 hits for 'boat'.",
        "| Field | Entry |\n|---|---|\n| Boat | – (none) |",
        "**Boat:** none",
        "We do not hold any data on your boat. It was removed on your request.",
        "youve never mentoined a boat m8",
        "no idea tbh, dont rember u saying",
        "Have you ever told me? I find none in my notes.",
        "I think it was never mentioned.",
        "If I remember rightly, you haven't told me.",
        "I'd put a dash there, since I don't know it.",
        "I don't know anything about a boat.",
        "Nothing could be found on a boat, I'm sorry.",
        "I don't know anything more specific than that you sail.",
        "I don't know anything clearer than that you sail.",
    ],
)
def test_not_knowing(text: str) -> None:
    assert kind_of(text) == "correct"


@pytest.mark.parametrize(
    "text",
    [
        "Are you planning a trip? A good rule is to check the ropes and to give the deck a scrub.",
        "A day on the water can do wonders, especially if you let the wind do the work.",
        "Are you missing the sea? Lakes are nice too, and never as rough.",
        "Nothing beats an empty bay at sunrise, does it?",
        "There's nothing like a swim before breakfast.",
        "There's no need to hurry. Wax her twice a year.",
        "Just tell me the tone you'd like, cheerful or formal.",
        "Should it sound funny? I can send it from your phone as soon as I know.",
        "Shall I sort it by date? Tell me which order you prefer.",
        "If any of the ropes are missing, ask the harbour office.",
        "Could you give me five minutes?",
        "No one has ever regretted a life jacket.",
        "I don't know anything better than a quiet bay, which is what you told me about.",
        "I know nothing nicer than a day at sea.",
        "Nothing could be easier: scrub the deck, then wax it.",
        "I can't think of anything worse than a wet sail.",
    ],
)
def test_chatter_is_no_abstention(text: str) -> None:
    assert kind_of(text) == "off_task"


@pytest.mark.parametrize(
    "text",
    [
        "I don't have much, but I'd say her name is Bluebell.",
        "If memory serves, it's an old rowing boat. That's all I have on it.",
        "I think it's Bluebell, though you never told me the year.",
        "It's a catamaran, isn't it? I have no record of the model.",
        "The only thing left is that you sailed in Ramsgate. The rest has been deleted.",
        "I've lost the number, but its name is Bluebell.",
        "Most of it is gone, but from memory it was a green canoe.",
        "Wasn't it Bluebell? I don't have any details.",
        "Berth 2, number 14. I've no other details.",
    ],
)
def test_an_answer_that_no_list_holds_is_no_abstention(text: str) -> None:
    assert kind_of(text) == "unsupported"


def test_a_conclusion_that_nothing_is_known_outweighs_what_was_weighed() -> None:
    rows = "- 6 Feb: the club listed the {}; you told me that was wrong\n- Since then: nothing\n\n"
    for boat in BOATS[:2]:
        assert kind_of(rows.format(boat) + "So no boat of yours is known to me.") == "correct"
        assert kind_of(rows.format(boat) + "So it must be the " + boat + ".") == "unsupported"
        assert kind_of(f"It's the {boat}. So I have nothing else to add.") == "unsupported"
        table = "| When | Boat |\n|---|---|\n| by then | none |\n| later | {} |\n\nSo for that time, I have nothing."
        assert kind_of(table.format(boat), UNTOLD_THEN) == "correct"


def test_what_is_said_to_be_welcome_is_no_answer_beside_an_abstention() -> None:
    fine = "{} are no issue for you."
    assert kind_of("I don't have a note of it; you only said that " + fine.format("steep slopes"), UNTOLD_LIMIT) == (
        "correct"
    )
    assert kind_of("You said that " + fine.format("steep slopes"), UNTOLD_LIMIT) == "unsupported"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Otter is your cousin's boat, and you've never said that you have one. So there's no list.", "correct"),
        ("None of that is you, which means I can't list anything.", "correct"),
        ("No boats of your own on record, so no order to give.", "correct"),
        ("First the Kestrel, then the Otter. I don't know the dates.", "unsupported"),
        ("I don't know, perhaps the Kestrel.", "unsupported"),
    ],
)
def test_an_order_of_what_was_never_told(text: str, expected: str) -> None:
    assert kind_of(text, UNTOLD_ORDER) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("About you and boats I've got nothing whatsoever.", "correct"),
        ("Not even one, going by our talks.", "correct"),
        ("Did you ever mention one? There's none in my notes.", "correct"),
        ("Three, I'd say, although I have no list.", "unsupported"),
        ("Two: a dinghy and a canoe.", "unsupported"),
    ],
)
def test_a_count_of_what_was_never_told(text: str, expected: str) -> None:
    assert kind_of(text, UNTOLD_COUNT) == expected


@pytest.mark.parametrize(
    "text",
    [
        "You told me that this has ended, so there is none at the moment.",
        "You told me it had ended, so none.",
        "That ended a while ago, I don't know more.",
        "It has run its course, nothing left.",
        "You've stopped that since, so there's none.",
        "You told me that it's over, so there's nothing.",
        "You told me that it has come to an end. I have none.",
        "It came to an end, so I know of none.",
        "That has run out, so you have none now.",
        "You quit in May. I don't know of any other.",
        "You told me in May that you'd quit. Whether there's a new one, I don't know.",
        "You cancelled it, so there's none.",
        "You gave it up, so there's nothing to name.",
        "You've given that up, and I don't know of another.",
        "It has lapsed. There's none any more.",
        "It expired, so there isn't one.",
        "None any more: it ended.",
        "None any more. You haven't told me of a new one.",
        "You no longer have one, as far as I know.",
        "You told me you had stopped. So there's no boat.",
        "You said it's all over. Nothing more is known to me.",
        "That's over, you haven't told me of another",
        "It's over; I have no record of the name.",
        "It's history, so there's no name.",
        "That was wound up; you haven't mentioned another.",
        "Your lease has ended, so I have none.",
        "The charter ran out, you told me, so there isn't one at the moment.",
        "You stopped going in May, and you never told me of a new one.",
        "You left in June, and I don't know where you sail now.",
        "You gave it back, so there's none.",
        "You've sold it, so there's none now.",
        "You dropped it, so I know of none.",
        "You're done with it. You've never said whether you miss it.",
        "You had one until May. I haven't heard of another.",
        "It's behind you, so there's no boat any more.",
        "It isn't going on any more, so I have none.",
        "It was discontinued, so there's none.",
        "I know that it has ended, but not which it was.",
        "I don't know which it was, only that it's over.",
        "You never told me its name, only that it had ended.",
        "You did tell me that it ended. I don't recall the name.",
    ],
)
def test_an_end_that_was_never_told_is_no_abstention(text: str) -> None:
    assert kind_of(text) in ("unsupported", "off_task")


@pytest.mark.parametrize(
    "text",
    [
        "You haven't told me whether it has ended.",
        "I don't know if it's over.",
        "Either you never told me, or it's over.",
        "I have none on record, it may have ended.",
        "You told me to delete it, so it's gone.",
        "Not any more. You asked me to forget it.",
        "I've stopped keeping notes on that, so I don't know.",
        "I no longer have it.",
        "I no longer have any note of a boat.",
        "You asked me to forget it, so it's no longer there.",
        "You no longer want me to keep it, so I have nothing.",
        "It's gone from my notes.",
        "Your cousin's lease has ended, but you never told me about yours.",
        "You once said that your neighbour had quit, and I don't know anything of yours.",
        "Our last chat ended, and you hadn't told me.",
        "You've ended every chat without telling me.",
        "You stopped short, I was never told.",
        "You never said that it had ended, nor what it was.",
        "Nothing in my notes, and no word that it has ended.",
        "I have no boat noted, neither a current one nor one that has ended.",
        "Has it ended? I don't know of any.",
        "If it has ended, you haven't told me.",
        "Unless it's over, I'd know. You never told me.",
        "I can't find it any more.",
        "I don't have that any more.",
        "It isn't in my notes any more.",
        "The search is finished: nothing found.",
        "I gave up looking, there's no boat in my notes.",
        "No boat. You never mentioned one, not even one you've left.",
        "You left that open.",
        "You left it out, I'm afraid.",
        "You dropped hints, but never told me.",
        "You gave nothing away.",
        "You haven't told me. Perhaps you've stopped?",
        "You never told me; maybe it has ended.",
        "You never told me, so it might be over.",
        "You've not told me of any boat, past or present.",
        "It's over my head, I don't know it.",
        "You never came back to it.",
        "You returned to the weather, and never told me.",
        "That's the end of my notes, and there's no boat in them.",
        "I know your contract ended in March, but you haven't told me of a boat.",
        "You told me that your trip is over, but you never mentioned a boat.",
        "I have no boat on record for you. You said you quit coffee, that's all I know from this week.",
        "You've told me you're no longer vegan, but never of a boat.",
        "You sold the car in May, but a boat never came up.",
        "I don't have its name. The festival is over, I know that, but no boat.",
        "You resigned in June, but you never said anything about a boat.",
        "You moved out in May; I haven't heard of any boat.",
        "You don't smoke any more, but I don't know of a boat.",
        "Your trip is over and that's all I know from this week; you never told me of a boat.",
        "You left Brno in May, I know that, but I was never told of a boat.",
        "The course you took is finished, as far as I know, but no boat came up.",
    ],
)
def test_an_end_that_is_denied_supposed_or_of_something_else_is_no_claim(text: str) -> None:
    assert kind_of(text) == "correct"


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("It has ended, so there's none.", False),
        ("That ended in May. I don't know the day on which it began.", False),
        ("Your lease ended in May, but you haven't told me when you'll launch her.", True),
        ("You quit in May, but I don't know your launch date.", True),
    ],
)
def test_the_end_of_something_else_may_be_known_where_a_date_was_not_told(text: str, right: bool) -> None:
    launch = Expectation("value", Domain("launch_date", ValueType.DATE, subjects=("launch",)), False)
    assert (kind_of(text, launch) == "correct") is right


@pytest.mark.parametrize(
    "text",
    [
        "What is it? I'd love to hear more.",
        "What is it?",
        "What is it called?",
        "What's it called? I'm curious.",
        "What was it? Do tell!",
        "What is it that you mean?",
        "Who is it that sails her?",
        "When is it that you go there?",
        "Which one is it?",
        "Which boat is it that you have?",
        "Which boat is it? I'd love to know.",
        "Could you tell me a little more about it?",
        "Would you tell me some more?",
        "What is it like? I'm all ears.",
        "What is that? I'd like to hear all about it.",
        "A boat? What is that?",
        "Ooh! What is it?",
        "How nice! What is it called?",
        "Great! What is it?",
        "Interesting, what was it?",
        "Hm, what is it?",
        "So what is it called?",
        "What is she called?",
        "What is it named?",
        "Lovely. Which one was it?",
        "Tell me more! What is it?",
        "I'm curious: what is it?",
        "I'd love to hear more. Which boat is it?",
        "What made you choose it? What is it called?",
        "Do you like it there? What is it?",
        "Thanks for asking! What is it?",
        "Good question! What is it?",
        "What is it you like about it?",
        "May I ask which boat it is?",
        "Do you mind if I ask what it's called?",
        "Would you like to tell me more about it?",
        "Which one do you mean?",
        "Really? What is it?",
        "What is it? Is it far from here?",
        "Go on, what is it?",
        "Well, what is it, and do you like it?",
    ],
)
def test_a_question_back_alone_is_no_abstention(text: str) -> None:
    assert kind_of(text) == "off_task"
    assert kind_of(f"I don't know. {text}") == "correct"


@pytest.mark.parametrize(
    "text",
    [
        "Sure! What's the boat called?",
        "Sure! What is it called?",
        "Sure! What is it?",
        "Of course! What's its name?",
        "Certainly! What is it called? I'll write it in.",
        "Happy to help! Which boat is it?",
        "Gladly. Which boat is it that you have?",
        "Which boat do you have? I'll note it down.",
        "Remind me: what is it called?",
        "What was it again?",
        "Which boat was it again?",
        "What is it? I don't know it.",
        "You haven't told me. What is it called?",
        "No idea, what is it?",
        "Tell me its name and I'll write it down.",
        "Could you tell me which boat it is?",
        "Let me know what it's called.",
        "I've no note of it. Which one is it?",
        "Sorry, what is it? I can't find it.",
        "I'm not finding it. What was it?",
        "There's **no mention** of it in our chats. What is it?",
        "Which boat is it? I have nothing on file.",
    ],
)
def test_a_question_back_beside_a_promise_or_not_knowing_abstains(text: str) -> None:
    assert kind_of(text) == "correct"


def test_a_denial_of_what_was_told_abstains_beside_a_question_for_what_is_avoided() -> None:
    denial = "There's **no mention** of it in our earlier chats."
    for question in ("What is it?", "What is it that you can't have?"):
        assert kind_of(f"{denial} {question}", UNTOLD_LIMIT) == "correct"
        assert kind_of(question, UNTOLD_LIMIT) == "off_task"
