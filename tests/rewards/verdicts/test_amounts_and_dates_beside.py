"""Replies that add another amount or date to their answer, name a former one, or spell a currency in their own way."""

from __future__ import annotations

import pytest

from regulars.dialogue import VerdictKind
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

PAY = Domain("monthly_pay", ValueType.NUMBER, unit="francs", subjects=("pay", "earn", "salary"))
GRANT = Domain("grant", ValueType.NUMBER, unit="pounds", subjects=("grant", "support"))
DEBT = Domain("debt", ValueType.NUMBER, unit="rands", subjects=("debt", "owe"))
PRICE = Domain("price", ValueType.NUMBER, unit="pesos", subjects=("price", "car"))
CASH = Domain("cash", ValueType.NUMBER, unit="zlotys", subjects=("cash", "drawer"))
TIPS = Domain("tips", ValueType.NUMBER, unit="crowns", subjects=("tips",))
DRIVE = Domain("yearly_drive", ValueType.NUMBER, unit="miles", subjects=("yearly", "drive", "car"))
PAPER = Domain("paper_deadline", ValueType.DATE, subjects=("paper", "deadline", "due"))
MOVE = Domain("moving_date", ValueType.DATE, subjects=("moving", "move", "date"))
BORN = Domain("birthday", ValueType.DATE, subjects=("birthday", "birth", "born"), lasting=True)
JAB = Domain("jab", ValueType.DATE, subjects=("jab", "tetanus"), lasting=True)


def _is_right(text: str, domain: Domain, gold: str, form: str = "value", stale: tuple[str, ...] = ()) -> bool:
    return find_verdict(text, None, Expectation(form, domain, True, (gold,), stale)).kind.name == "CORRECT"


@pytest.mark.parametrize(
    ("domain", "reply"),
    [
        (PAY, "{} Swiss francs."),
        (PAY, "You earn {} Swiss francs a month."),
        (PAY, "Fr. {} a month."),
        (PAY, "It's {} Fr. a month."),
        (DEBT, "You owe {} South African rand."),
        (GRANT, "It's {} British pounds."),
        (CASH, "You keep zł{} in the drawer."),
        (CASH, "{} Polish zlotys in the drawer."),
        (TIPS, "{} Kč."),
        (TIPS, "CZK {}, I believe."),
        (PRICE, "${} (pesos)"),
        (PRICE, "The price is {} Mexican pesos."),
        (PRICE, "MXN {}"),
    ],
)
def test_a_currency_may_name_its_country_or_be_abbreviated(domain: Domain, reply: str) -> None:
    assert _is_right(reply.format("4,381"), domain, "4381")
    assert not _is_right(reply.format("4,831"), domain, "4381")


@pytest.mark.parametrize("reply", ["4,381 Canadian dollars.", "It's 4,381 US dollars.", "You earn $4,381."])
def test_another_currency_is_no_answer(reply: str) -> None:
    assert not _is_right(reply, PAY, "4381")


@pytest.mark.parametrize(
    "reply",
    [
        "{} rands, after {} last time.",
        "{} rands now, compared with {} in July.",
        "{} rands, as opposed to {} before.",
        "It's at {} rands now (versus {} in spring).",
        "{} rands, up from {}.",
        "{} rands a month, against {} rands last year.",
        "{1} rands earlier; compared to that, you're at {0} rands now.",
        "After {1} rands in March, it's {0} now.",
        "{} rands. The previous figure was {} rands.",
    ],
)
def test_an_amount_counts_beside_the_one_it_is_compared_with(reply: str) -> None:
    assert _is_right(reply.format("10,750", "10,250"), DEBT, "10750", stale=("10250",))
    assert not _is_right(reply.format("10,250", "10,750"), DEBT, "10750", stale=("10250",))


@pytest.mark.parametrize(
    "reply",
    [
        "It has gone down: 10,100, 9,100, 8,600, and the latest is {} miles.",
        "The figures you gave me: 10,100 (March), 9,100 (May), 8,600 (July), {} (August). I'd go with {}.",
        "First 10,100 miles, then 9,100, 9,000, 8,900, 8,600, and most recently {} miles.",
        "10,100, 9,100, 9,000, 8,900, 8,600 and now {} miles.",
    ],
)
def test_a_history_of_figures_ends_with_the_one_that_holds(reply: str) -> None:
    stale = ("10100", "9100", "8600")
    assert _is_right(reply.format("7,600", "7,600"), DRIVE, "7600", stale=stale)
    assert not _is_right(reply.format("7,900", "7,900"), DRIVE, "7600", stale=stale)


@pytest.mark.parametrize(
    "reply",
    [
        "You've said different things, so I can't tell which one is right: they range from {} to {} rands.",
        "I have several figures, ranging from {} to {} rands. I'm not sure which one is current.",
        "It's anywhere from {} to {} rands.",
        "It varies from {} to {} rands.",
        "The figures in my notes range from {} to {} rands, and I don't know which of them holds, sorry.",
        "It lies between {} and {} rands.",
    ],
)
def test_a_range_is_no_answer(reply: str) -> None:
    assert not _is_right(reply.format("8,500", "10,750"), DEBT, "10750", stale=("8500",))


@pytest.mark.parametrize(
    "reply",
    [
        "£{} a month. Multiply by 12 and that makes £20,232 a year.",
        "Monthly: £{}. Yearly: £20,232.",
        "Monthly: £{}\nYearly: £20,232",
        "It's £{} a month. The annual amount would be £20,232.",
        "It's {} pounds a month. For your sums: that's about £389 a week.",
        "£389 a week, so £{} a month.",
        "£{} a month. After tax it'd be around £1,500.",
        "£{} a month before tax; about £1,500 net.",
        "You get £{}. If the bill is £2,000, you'd need another £314.",
        "You get £{}. Suppose you spend £500 of it: £1,186 are left.",
        "£{}. That's £314 short of the £2,000 you're after.",
        "£{}. To get to £2,000, you'd need £314 more.",
        "£{}. Doubled, that makes £3,372.",
    ],
)
def test_what_is_worked_out_from_an_amount_is_no_answer(reply: str) -> None:
    assert _is_right(reply.format("1,686"), GRANT, "1686")
    assert not _is_right(reply.format("1,611"), GRANT, "1686")


@pytest.mark.parametrize(
    ("reply", "gold"),
    [
        ("£843. Doubled, that makes £1,686.", "1686"),
        ("£1,500 before tax. After tax that's £1,686.", "1686"),
        ("£1,286. If you add £400, it's £1,686.", "1686"),
        ("£20,232 a year.", "1686"),
        ("You need £314 to get to £1,686.", "1686"),
        ("£1,000. That's £686 short of your goal of £1,686.", "1686"),
    ],
)
def test_an_amount_that_is_only_worked_out_is_not_the_right_one(reply: str, gold: str) -> None:
    assert not _is_right(reply, GRANT, gold)


@pytest.mark.parametrize(
    "reply",
    [
        "{} miles a year. Shall I convert that to kilometres: it's about 12,230.",
        "{} miles a year. In kilometres, that's about 12,230.",
        "{} miles a year, or about 12,230 km.",
        "{} miles a year (some 12,230 kilometres).",
        "{} miles every year. That's about 633 miles a month.",
        "{} miles annually.",
    ],
)
def test_a_conversion_may_follow_an_amount(reply: str) -> None:
    assert _is_right(reply.format("7,600"), DRIVE, "7600")
    assert not _is_right(reply.format("6,700"), DRIVE, "7600")


@pytest.mark.parametrize(
    ("domain", "reply", "is_right"),
    [
        (PAY, "{} francs a week.", False),
        (PAY, "You earn {} francs yearly.", False),
        (PAY, "{} francs per annum.", False),
        (PAY, "{} francs a month.", True),
        (PAY, "{} francs monthly.", True),
        (PAY, "{} francs, you told me a week ago.", True),
        (PAY, "You told me {} francs last week.", True),
        (DRIVE, "{} miles a month.", False),
        (DRIVE, "{} miles every week.", False),
        (DRIVE, "{} miles per year.", True),
        (DRIVE, "{} miles last year.", True),
    ],
)
def test_an_amount_is_for_the_span_of_time_that_is_asked_about(domain: Domain, reply: str, is_right: bool) -> None:
    assert _is_right(reply.format("4381"), domain, "4381") is is_right


@pytest.mark.parametrize(
    "reply",
    [
        "{} crowns. Four payments: 450, 350, 225 and 500.",
        "{} crowns. You began with 450, added 350 (making 800), then 225 (making 1,025) and finally 500.",
        "You have {} crowns. With 450 and 350 you were at 800, with the 225 at 1,025, and then came the 500.",
        "{}, that's 1,025 and 500 put together.",
        "450 crowns\n350 crowns\n225 crowns\n500 crowns\n\nTotal: {} crowns",
    ],
)
def test_a_sum_counts_beside_its_parts(reply: str) -> None:
    assert _is_right(reply.format("1,525"), TIPS, "1525", "sum")
    assert not _is_right(reply.format("1,475"), TIPS, "1525", "sum")


@pytest.mark.parametrize(
    "reply",
    [
        "{} crowns. Your biggest tip was 500 crowns, the smallest 225.",
        "{} crowns. Most of that, 686 crowns, came in yesterday.",
        "{} crowns, including the 500 from Friday.",
        "{} crowns in all. Doubled, that makes 3,050 crowns.",
        "{} crowns in all. If you double it, that'll be 3,050.",
        "{} crowns. If your goal is 2,000, you need another 475.",
        "{} crowns now. Only 475 crowns to go until you hit 2,000!",
    ],
)
def test_a_sum_counts_beside_other_amounts(reply: str) -> None:
    assert _is_right(reply.format("1,525"), TIPS, "1525", "sum")
    assert not _is_right(reply.format("1,475"), TIPS, "1525", "sum")


def test_a_sum_is_no_rate() -> None:
    assert _is_right("You've made 1,525 crowns.", TIPS, "1525", "sum")
    assert not _is_right("You've made 1,525 crowns a month.", TIPS, "1525", "sum")


@pytest.mark.parametrize(
    "reply",
    [
        "It's {}, no longer {}.",
        "It's {} now, it used to be {}.",
        "{} now, not {}.",
        "Your deadline is in {}, it was {} before.",
        "It's in {}. You had {} before.",
        "It's {} 2025. The one before that said {} 2025.",
        "It's {} 2025; until then it was {}.",
        "You first said {1} 2025, and later that it has to be done in {0} 2025.",
        "You told me first that it was {1} 2025, but since 13 February it's {0} 2025.",
        "I have {1} 2025 from January and {0} 2025 from February. The newer one is {0} 2025.",
        "At the end of January it was still {1} 2025. It's {0} 2025 now.",
        "I'd say {} 2025. At the end of January it was still {}.",
    ],
)
def test_a_month_counts_beside_the_former_one(reply: str) -> None:
    assert _is_right(reply.format("August", "October"), PAPER, "2025-08", stale=("2025-10",))
    assert not _is_right(reply.format("October", "August"), PAPER, "2025-08", stale=("2025-10",))


@pytest.mark.parametrize(
    "reply",
    [
        "{}, unless it has changed since June.",
        "{}, if the plan hasn't changed since 27 June 2025.",
        "It's {}, so from July to then you've got ten weeks.",
        "{}. That leaves July to August to get ready.",
        "{}. It's in my notes from June.",
        "{}. I'd order boxes in August.",
        "{}. Cancel your internet by the end of August.",
        "{}. Redirection of the post should be set up by early September.",
        "{}. If you want help, ask around in July.",
        "{}. By mid-August you'll want boxes.",
        "{}. Invitations to the housewarming could go out in October 2025.",
    ],
)
def test_a_date_counts_beside_what_is_to_be_done_and_when_it_was_told(reply: str) -> None:
    assert _is_right(reply.format("18 September 2025"), MOVE, "2025-09-18")
    assert not _is_right(reply.format("18 October 2025"), MOVE, "2025-09-18")


@pytest.mark.parametrize(
    "reply",
    [
        "18 August 2025. Book the van for 18 September 2025.",
        "In August, unless it has changed since 18 September 2025.",
        "18 October 2025. I'd pack on 18 September 2025.",
        "18 October 2025. You should have packed by 18 September 2025.",
        "You first said 18 October, so pack by 18 August. You move on 18 October 2025.",
    ],
)
def test_a_date_of_something_to_be_done_is_no_answer(reply: str) -> None:
    assert not _is_right(reply, MOVE, "2025-09-18")


@pytest.mark.parametrize(
    ("domain", "gold", "reply"),
    [
        (BORN, "1973-05-28", "28 May 1973, so you turned 53 on 28 May 2026."),
        (BORN, "1973-05-28", "28 May 1973. You had your 53rd birthday on 28 May 2026."),
        (BORN, "1973-05-28", "28 May 1973. You'll be 54 on 28 May 2027."),
        (JAB, "2022-11", "November 2022. Boosters are recommended every ten years, so yours would be due in 2032."),
        (JAB, "2022-11", "November 2022. It lasts ten years, which takes you to November 2032."),
        (JAB, "2022-11", "In November 2022. Ten years from then is November 2032."),
    ],
)
def test_a_date_some_years_later_follows_from_the_answer(domain: Domain, gold: str, reply: str) -> None:
    assert _is_right(reply, domain, gold)
    assert not _is_right(reply, domain, gold.replace("1973", "1974").replace("2022", "2021"))
    assert not _is_right(reply, domain, gold.replace("1973", "2026").replace("2022", "2032"))


@pytest.mark.parametrize(
    "reply",
    [
        "28 May, but you didn't tell me the year.",
        "You only told me the day, 28 May, and not the year.",
        "28 May, but I don't have the year.",
        "28 May, but I'm not sure about the year.",
        "28 May. You never said which year.",
        "28 May, though I don't know the year you were born in.",
    ],
)
def test_a_year_that_was_told_is_not_unknown(reply: str) -> None:
    assert not _is_right(reply, BORN, "1973-05-28")
    assert _is_right(reply, BORN, "--05-28")


@pytest.mark.parametrize("reply", ["On 28 May.", "28 May, and not the day after.", "28 May 1973, not the year after."])
def test_a_date_without_its_year_counts(reply: str) -> None:
    assert _is_right(reply, BORN, "1973-05-28")


@pytest.mark.parametrize(
    ("reply", "is_right"),
    [
        ("18.9.", True),
        ("On 18.9.", True),
        ("18/9", True),
        ("9/18", True),
        ("It's on 18/9, I believe.", True),
        ("18.8.", False),
        ("8/9", False),
        ("You can call me 24/7.", False),
        ("Version 18.9.2 is out.", False),
    ],
)
def test_a_date_in_figures_may_lack_its_year(reply: str, is_right: bool) -> None:
    assert _is_right(reply, MOVE, "2025-09-18") is is_right


@pytest.mark.parametrize(
    "reply",
    [
        "18 August was the plan. Then the landlord could only do 18 September.",
        "At first it was 18 August. When the landlord changed it, it became 18 September.",
        "18 August no longer works. You can have the keys on 18 September, you said.",
    ],
)
def test_a_later_date_may_be_the_one_that_holds(reply: str) -> None:
    assert not _is_right(reply, MOVE, "2025-08-18")


@pytest.mark.parametrize(
    ("reply", "told", "untold"),
    [
        ("Sometime in 2025, I don't know when.", VerdictKind.ABSTAINED, VerdictKind.CORRECT),
        ("It was in 2025, but I don't know the exact day.", VerdictKind.PARTIAL, VerdictKind.UNSUPPORTED),
        ("It was in 2025, but the month escapes me.", VerdictKind.PARTIAL, VerdictKind.UNSUPPORTED),
        ("Sometime in 2025, I don't know which month.", VerdictKind.PARTIAL, VerdictKind.UNSUPPORTED),
        ("Sometime in 2025, I don't know the month.", VerdictKind.PARTIAL, VerdictKind.UNSUPPORTED),
        ("Sometime in 2025, I don't know the exact day.", VerdictKind.PARTIAL, VerdictKind.UNSUPPORTED),
        ("It's in May 2025, I don't know the day.", VerdictKind.PARTIAL, VerdictKind.UNSUPPORTED),
    ],
)
def test_a_year_that_anybody_can_guess_earns_nothing_beside_an_abstention(reply, told, untold) -> None:
    day = Domain("race_day", ValueType.DATE, subjects=("race", "date"))
    assert find_verdict(reply, None, Expectation("value", day, True, ("2025-05-14",))).kind is told
    assert find_verdict(reply, None, Expectation("value", day, False)).kind is untold
