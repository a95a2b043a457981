"""Families of replies about something that is over, beside those that name it as holding or do not know."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain

NAMES = dict.fromkeys(("Ingrid", "Leopold", "Tamsin", "Ulrich"), ())
LODGER = Expectation(
    "value", Domain("flatmate", aliases=NAMES, subjects=("flatmate", "lodger")), True, stale=("Tamsin",), over=True
)
SWEETS = dict.fromkeys(("nougat", "fudge", "toffee", "sherbet"), ())
SWEET = Expectation(
    "value", Domain("given_up_treat", aliases=SWEETS), True, stale=("fudge",), others=("toffee",), over=True
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("March: lived with Tamsin. 2 June: she moved out.", "correct"),
        ("April 2025: started sharing with Tamsin. June 2025: ended, the room is yours alone.", "correct"),
        ("Is Tamsin still there? No, so it's just you.", "correct"),
        ("Tamsin's gone, so there's one name only.", "correct"),
        ("The flat has had to do without Tamsin since June, she has moved out.", "correct"),
        ("Has she moved out? No, Tamsin still lives with you.", "stale"),
        ("You share with Tamsin, so I've split it evenly.", "stale"),
        ("As you mentioned, you share with Casimir, so I've split it evenly.", "wrong"),
        ("Your flatmate's Casimir: he does the bath. Nothing on Sundays.", "wrong"),
        ("Tamsin, unless she has moved out.", "stale"),
        ("Tamsin on Mondays, you on Tuesdays. No one has to do two days in a row.", "stale"),
        ("I'm sorry, I haven't got any details about a flatmate, so that part stays empty.", "abstained"),
        ("I don't know who your flatmate is or whether they have moved out.", "abstained"),
    ],
)
def test_what_ended(text: str, expected: str) -> None:
    found = find_verdict(text, None, LODGER)
    assert found.kind.name.lower() == expected, found.reason


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Please don't get me any {}, I've given it up.", "stale"),
        ('"No {} for me, please!"', "stale"),
        ("I no longer eat {}, thanks!", "stale"),
        ("| To | Text |\n|---|---|\n| All | \"It's the {} that I've sworn off, so bring something else.\" |", "stale"),
        ("Please leave the {} at home. I gave it up in spring.", "stale"),
        ("You gave up {} for a while. That ended in May. You eat everything again.", "correct"),
        ("17 March: gave up {}. 17 April: caved in. So there's nothing to tell them.", "correct"),
        ("Until May it was {}; these days you can have whatever you fancy.", "correct"),
        ("You haven't sworn off anything right now: your {} ban was lifted.", "correct"),
        ("I don't know which treat you've given up.", "abstained"),
    ],
)
def test_what_was_given_up_holds_until_it_is_welcome_again(text: str, expected: str) -> None:
    found = find_verdict(text.format("fudge"), None, SWEET)
    assert found.kind.name.lower() == expected, found.reason
    if expected == "stale":
        assert find_verdict(text.format("toffee"), None, SWEET).kind.name.lower() == "leaked"


PARTNER = Expectation(
    "value", Domain("partner_name", aliases=NAMES, subjects=("partner",)), True, stale=("Tamsin",), over=True
)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("You're not in a relationship at the moment.", True),
        ("You're not with anyone right now.", True),
        ("You aren't dating anybody.", True),
        ("You're currently not seeing anyone, as far as I know.", False),
        ("I don't think you're in a relationship.", True),
        ("You're unattached.", True),
        ("Not anybody, as far as I'm aware.", True),
        ("You're not seeing anyone else.", False),
        ("You're not in a relationship with anyone but Tamsin.", False),
        ("I don't know if you're seeing anyone.", False),
        ("You're in a relationship with Tamsin.", False),
    ],
)
def test_a_denied_relationship_is_over(text: str, right: bool) -> None:
    assert (find_verdict(text, None, PARTNER).kind.name == "CORRECT") is right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("You and Tamsin broke up in May.", True),
        ("You and Tamsin broke up, and you haven't got back together.", True),
        ("You and Tamsin broke up. Have you met somebody new?", True),
        ("You and Tamsin broke up. If you've met somebody new, let me know.", True),
        ("After you and Tamsin broke up, you got together with Jonas.", False),
        ("You and Tamsin broke up. Since then you've been seeing someone called Jonas.", False),
        ("Not Tamsin any more! You've been together with Markus since May.", False),
        ("After the break-up with Tamsin you found a new partner.", False),
        ("You and Tamsin broke up, but you two are back together now.", False),
        ("You and Tamsin broke up, and you've met somebody new.", False),
        ("You're not with Tamsin any more, but with Piet.", False),
    ],
)
def test_a_new_one_or_the_old_one_again_is_not_over(text: str, right: bool) -> None:
    assert (find_verdict(text, None, PARTNER).kind.name == "CORRECT") is right


GYMS = dict.fromkeys(("Ironworks", "Corepoint"), ())
GYM = Domain("gym", aliases=GYMS, subjects=("gym", "train"))
GYM_OVER = Expectation("value", GYM, True, stale=("Ironworks",), others=("Corepoint",), over=True)


@pytest.mark.parametrize(
    "text",
    [
        # Never told, or over.
        "Either you never told me, or it's over.",
        "Either that's finished or I was not told about it.",
        "Either you've quit, or it never came up between us.",
        "You have not told me that, or it is over and there is none any more.",
        "you may never have told me, or it has ended since",
        "no idea: never mentioned, or over by now",
        "It's over, or you never told me.",
        "It either ended or was never mentioned.",
        "I was never told, or else it has ended.",
        "Not told or ended, one of the two.",
        "Over or never told.",
        "Never told / over.",
        "Never heard of it, or it's been cancelled since.",
        "Unknown or over.",
        "It's over or I've forgotten.",
        "I don't think you told me, or you've cancelled it.",
        "I don't have it: either never told or already cancelled.",
        "You didn't tell me, or else you've stopped going.",
        "One of two things: it's over, or you never told me.",
        "Whatever it was, it's over, or you never told me.",
        # Perhaps over.
        "maybe that's over, maybe I was never told",
        "Maybe you never mentioned a gym, or maybe you've left it.",
        "Possibly over, possibly never told; I can't tell which.",
        "I have none on record, it may have ended",
        "I've no record of a gym; it could have ended.",
        "There's nothing on file. It might be over.",
        "No note of it here, so perhaps it's over by now.",
        "I can't say whether you ever told me; it may have ended.",
        "Not that I know of. It may be over.",
        "Perhaps it ended. I don't know.",
        "Perhaps you've stopped, I have nothing on it.",
        # Over, if it was ever told.
        "If you ever told me, it's over by now.",
        "It's over, if you ever told me at all.",
        "It's over, unless you never told me in the first place.",
        "Assuming you told me at all, it's over.",
        "I'm not sure it was ever mentioned; if it was, it's over.",
        # None now, and never told.
        "As far as I know there is none at the moment; you have not told me.",
        "There's none at the moment, and you never told me.",
        "You have none at present. You never mentioned it.",
        "No gym at the moment; that never came up.",
        "No gym at present, you haven't said anything about one.",
        "Nobody at the moment, and nobody was ever mentioned.",
        "None at the moment. I have no record of one.",
        "I have nothing on file.",
    ],
)
def test_an_end_that_is_left_open_is_not_told(text: str) -> None:
    assert find_verdict(text, None, GYM_OVER).kind.name == "ABSTAINED"
    assert find_verdict(f"{text.rstrip('.')}. You quit in May.", None, GYM_OVER).kind.name == "CORRECT"


@pytest.mark.parametrize(
    "text", ["Maybe it's over.", "It may have ended.", "Perhaps you cancelled it.", "Over, maybe."]
)
def test_an_end_that_is_only_supposed_is_undetermined(text: str) -> None:
    assert find_verdict(text, None, GYM_OVER).kind.name == "UNDETERMINED"


@pytest.mark.parametrize(
    "text",
    [
        "You gave it back in May; I don't know whether you have a new one",
        "That's over, you haven't told me of another",
        "That's over, and you haven't told me of a new one.",
        "You quit in May. I don't know of any other.",
        "You stopped, and I have no record of another.",
        "It has ended, and no other gym has been mentioned.",
        "It has ended, and no new one has come up.",
        "It's over. You may have found a new one since, but you haven't told me.",
        "That ended in May; you may have found a new one that I don't know of.",
        "You quit in May. Maybe you have another by now?",
        "You've stopped. If there's a new one, you never told me.",
        "You cancelled it, and never told me why.",
        "You cancelled it in May or June, I don't know which.",
        "It ended; you never said why.",
        "It's over, you never told me the reason.",
        "It's over; I have no record of the date.",
        "It has ended. You didn't tell me when exactly.",
        "You told me in May that you'd quit. Whether there's a new one, I don't know.",
        "It's over. I don't know more.",
        "You gave it up, or so you told me.",
        "You quit, or at least that's what you said.",
        "You stopped, as you told me; nothing else is known to me.",
        "None any more. You haven't told me of a new one.",
        "None: you quit in May and you haven't mentioned any since.",
        "At the moment there's none that I know of: you cancelled it.",
        "You left Ironworks and haven't told me of another.",
        "Ironworks is history, and I know of nothing else.",
        "I may have missed something, but as far as I know you quit.",
        "I might be wrong, but you stopped in May.",
        "I could be mistaken, but that's over.",
        "If I remember rightly, you quit in May.",
        "Unless I've missed something, it's over.",
        "You said it was over, and that you may go back one day.",
        "It's over. You could have told me earlier!",
        "You've cancelled it, so you may have to hand in the card.",
    ],
)
def test_what_is_unknown_besides_an_end_takes_nothing_back(text: str) -> None:
    assert find_verdict(text, None, GYM_OVER).kind.name == "CORRECT"


@pytest.mark.parametrize(
    "text",
    [
        "Your membership is over. Maybe you've joined another, you haven't said.",
        "You no longer go there, and I wasn't told what came after.",
        "Right now none. You haven't told me of a new one.",
        "Nobody at present, you haven't named a successor.",
        "There's none at the moment that I know of.",
        "There isn't one at the moment.",
        "Unless you've joined another since, there's none.",
        "It was either cancelled or sold, so it's gone.",
    ],
)
def test_an_end_in_words_that_would_be_right_had_nothing_been_told_is_left_undecided(text: str) -> None:
    assert find_verdict(text, None, GYM_OVER).kind.name in ("ABSTAINED", "UNDETERMINED")
    assert find_verdict(f"{text} You left Ironworks.", None, GYM_OVER).kind.name == "CORRECT"


def test_a_value_in_an_end_that_is_left_open_has_not_ended() -> None:
    hedged = "You never told me, or you {} Ironworks."
    for ends in ("left", "cancelled", "quit"):
        assert find_verdict(hedged.format(ends), None, GYM_OVER).kind.name != "CORRECT"
    assert find_verdict("You never told me, or Tamsin has moved out.", None, LODGER).kind.name == "ABSTAINED"
    assert find_verdict("Tamsin has moved out; you never told me why.", None, LODGER).kind.name == "CORRECT"
