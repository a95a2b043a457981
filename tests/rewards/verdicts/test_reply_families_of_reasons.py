"""Families of replies with reasons, owners, results and frames around a value: the verdict turns with the values."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

COUNTRY = Domain("country", aliases=dict.fromkeys(("Poland", "Chile", "Denmark"), ()), subjects=("country", "live"))
GEM = Domain("ring_gem", aliases=dict.fromkeys(("opal", "ruby", "topaz"), ()), subjects=("ring", "gem", "stone"))
DENTIST = Domain("dentist", aliases=dict.fromkeys(("Okafor", "Brandt", "Moreau"), ()), subjects=("dentist", "teeth"))
FEAR = Domain(
    "writing_limit", aliases=dict.fromkeys(("bad reviews", "weekly deadlines", "long titles"), ()), subjects=("fear",)
)
EXAM = Domain("exam", aliases=dict.fromkeys(("algebra", "botany", "logic", "topology"), ()), subjects=("exam",))
GUILD = Domain("guild", aliases=dict.fromkeys(("Dyers", "Drapers", "Chandlers", "Armourers"), ()), subjects=("guild",))
PRESSURE = Domain("blood_pressure", ValueType.NUMBER, subjects=("blood", "pressure"))
LOAN = Domain("loan", ValueType.NUMBER, unit="rands", subjects=("loan",))
LIMIT = Domain("screen_time", ValueType.NUMBER, unit="minutes", subjects=("screen", "limit"))
TEST = Domain("driving_test", ValueType.DATE, subjects=("driving", "test", "passed"))


def _kind(text: str, domain: Domain, *gold: str, form: str = "value", others: tuple[str, ...] = ()) -> str:
    return find_verdict(text, None, Expectation(form, domain, True, gold, (), others)).kind.name.lower()


@pytest.mark.parametrize(
    ("reply", "domain", "right", "wrong"),
    [
        ("Hola Marta! Just write {}, since you moved to Kraków in May.", COUNTRY, "Poland", "Chile"),
        ("{}. You're in Kraków these days, so there's no doubt.", COUNTRY, "Poland", "Chile"),
        ("If they ask about previous countries, you can add {1}. For now it's {0}.", COUNTRY, "Poland", "Chile"),
        ("It's {0}. Where the form asks for earlier homes, put {1}.", COUNTRY, "Poland", "Chile"),
        ("Your ring? It'd be {}, how lovely!", GEM, "opal", "ruby"),
        ("For the insurance form you'd put {}.", GEM, "opal", "ruby"),
        ("The latest I've got from you is {}.", GEM, "opal", "ruby"),
        ("I kept on about {1}, and you put me right: the stone is {0}.", GEM, "opal", "ruby"),
        ("I might be ten minutes late for the {}.", GEM, "opal", "ruby"),
        ("Nothing I've heard since May changes it: {}.", GEM, "opal", "ruby"),
        ("Would that be {}, who did your crown? It would indeed.", DENTIST, "Okafor", "Brandt"),
        ("Didn't you go to {} last? You did, on 3 June.", DENTIST, "Okafor", "Brandt"),
        ("{1} ran the surgery for a month. {0} is where you ended up.", DENTIST, "Okafor", "Brandt"),
        ("You named {1} at first and {0} in May, so that's the one I've gone with.", DENTIST, "Okafor", "Brandt"),
        ("{1} aren't the trouble, {0} are.", FEAR, "weekly deadlines", "bad reviews"),
        ("It isn't {1} that stop you, {0} do.", FEAR, "weekly deadlines", "bad reviews"),
        ("{0}. {1} you can easily cope with.", FEAR, "weekly deadlines", "bad reviews"),
        ("{1} and long titles were your cousin's trouble, not yours. Yours is {0}.", FEAR, "bad reviews", "logic"),
        ("Last I heard, you owed {0} rands; {1} rands was the loan in spring.", LOAN, "640", "720"),
        ("You haven't told me of any other dentist than {}.", DENTIST, "Okafor", "Brandt"),
        ("I've got {0}. You also mentioned a {1}, but that's your cousin's.", GEM, "opal", "ruby"),
        ("{1} was what you wanted, but the surgery had no room. You're with {0}.", DENTIST, "Okafor", "Brandt"),
        ("{0} it is. The card from {1} you can safely throw away.", DENTIST, "Okafor", "Brandt"),
        ("{1} was the dentist of your childhood, {0} is the one you go to.", DENTIST, "Okafor", "Brandt"),
        ("Last year it was {1} and Moreau, this year it's {0}.", DENTIST, "Okafor", "Brandt"),
        ("It's {0}. The {1} from the same morning was your father's.", PRESSURE, "128", "142"),
        ("{0}, as of Friday. The {1} you mentioned in passing is your brother's.", PRESSURE, "128", "142"),
        ("The newer one counts, so you still owe {} rands.", LOAN, "14250", "15500"),
        ("The figure that counts is {0} rands. The {1} rands on that bill were for somebody else.", LOAN, "640", "720"),
        ("{} minutes a day, then lights out!", LIMIT, "120", "90"),
        ("You brought it up on 4 May: you passed on {}.", TEST, "2024-02-29", "2024-03-29"),
        ("You had it on {}, which should carry you until about 2033.", TEST, "2024-02-29", "2024-03-29"),
        ("| What | Date | Noted on |\n|---|---|---|\n| Test | {0} | {1} |", TEST, "2024-02-29", "2025-05-03"),
        ("Mark {0} in red. You booked the lesson on 3 May 2023.", TEST, "2024-02-29", "2023-05-03"),
    ],
)
def test_the_verdict_turns_with_the_value(reply: str, domain: Domain, right: str, wrong: str) -> None:
    assert _kind(reply.format(right, wrong), domain, right) == "correct"
    assert _kind(reply.format(wrong, right), domain, right) != "correct"


@pytest.mark.parametrize(
    ("reply", "domain", "gold"),
    [
        ("You lived in Poland once. Since then you moved to Norway.", COUNTRY, "Poland"),
        ("You told me Poland, but now it's Norway.", COUNTRY, "Poland"),
        ("The first sign is Poland. Then again, your name isn't, so put down Norway.", COUNTRY, "Poland"),
        ("In May you moved to Poland. The country that counts now is Norway.", COUNTRY, "Poland"),
        ("That'd be opal, if you ask your sister.", GEM, "opal"),
        ("That'd be opal or ruby.", GEM, "opal"),
        ("It's 14250 or 15500 rands.", LOAN, "14250"),
        ("You had 120 minutes, then gave it up.", LIMIT, "120"),
        ("Weekly deadlines are the part you love.", FEAR, "weekly deadlines"),
        ("Weekly deadlines you can live with.", FEAR, "weekly deadlines"),
        ("The 128 on that sheet isn't yours.", PRESSURE, "128"),
        ("Have you passed in May? You passed on the last day of March 2024.", TEST, "2024-03-30"),
    ],
)
def test_a_value_that_is_not_said_to_hold(reply: str, domain: Domain, gold: str) -> None:
    assert _kind(reply, domain, gold) != "correct"


@pytest.mark.parametrize(
    ("text", "date"),
    [("the last day of February 2024", "2024-02-29"), ("the last day of February 2023", "2023-02-28"),
     ("the last day of June 2023", "2023-06-30"), ("the first day of June 2023", "2023-06-01")],
)  # fmt: skip
def test_the_last_day_of_a_month(text: str, date: str) -> None:
    assert _kind(f"You passed on {text}.", TEST, date) == "correct"


@pytest.mark.parametrize(
    ("reply", "is_right"),
    [
        ("First came algebra, then botany, and in the end logic worked out too.", True),
        ("algebra and botany. As for logic: out.", False),
        ('Card: "Guess who\'s through algebra, botany and logic? Me!"', True),
        ("Who has passed algebra, botany and logic? You have!", True),
        ("Have you passed algebra, botany and logic?", False),
        ("algebra, botany, logic and the Rhetoric", False),
        ("You've passed algebra, botany and logic, and the cake was good.", True),
        ("Found: algebra, botany, logic, topology.\nTopology was a friend's.\nOutput: algebra, botany, logic", True),
        ("Found: algebra, botany, logic.\nLogic was a friend's.\nOutput: algebra, botany", False),
    ],
)
def test_a_set_is_what_the_reply_results_in(reply: str, is_right: bool) -> None:
    kind = _kind(reply, EXAM, "algebra", "botany", "logic", form="set", others=("topology",))
    assert (kind == "correct") is is_right


@pytest.mark.parametrize("arrow", ["→", "->", "=>"])
def test_a_chain_of_arrows_is_an_order(arrow: str) -> None:
    order = ("Dyers", "Drapers", "Chandlers", "Armourers")
    text = f"Hei! {f' {arrow} '.join(order)}!"
    assert _kind(text, GUILD, *order, form="order") == "correct"
    assert _kind(text, GUILD, *reversed(order), form="order") != "correct"
    assert _kind(text, GUILD, "Dyers", "Chandlers", "Drapers", "Armourers", form="order") == "partial"
