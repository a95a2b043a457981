"""The scripted assistant's reading of small contexts: which line wins, by which rule."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from regulars.agents.assistant.answering import answer, fitting, may_pass_on
from regulars.agents.assistant.disclosures import ReadDisclosure, read_disclosures
from regulars.agents.assistant.question_parsing import Question, question_in
from regulars.agents.assistant.reading import Reading, best_sentence, read_attribute, reminder_due
from regulars.agents.assistant.told import ToldInLines
from regulars.memory.context_line import ContextLine, read_context
from regulars.scenarios.kinds import Form
from regulars.scenarios.language.packs import Language

ENGLISH = Language.load("english")


def context(*lines: str) -> list[ContextLine]:
    """Lines as `day name: words`, on days of January 2025."""
    return read_context("\n".join(f"[2025-01-{line[:2]} 09:30] {line[3:]}" for line in lines))


def read(attribute: str, *lines: str, form: str = Form.VALUE) -> Reading:
    return read_attribute(attribute, form, ToldInLines(ENGLISH, context(*lines)))


def values(attribute: str, *lines: str) -> list[str]:
    return [one.value for one in read_disclosures(ENGLISH, attribute, context(*lines))]


def tells(attribute: str, value: str, kind: str = "tell", place: int = 0, **slots: str) -> str:
    """A sentence that tells a value, in a wording of the ontology."""
    words = ENGLISH.ontology.attribute(attribute).phrases[kind][place].replace("{value}", value)
    for slot, text in slots.items():
        words = words.replace(f"{{{slot}}}", text)
    return words


LYON, GRAZ, PORTO = (
    "I live in Lyon.",
    "I'm based in Graz, so most of the big tours skip me.",
    "Just got home to Porto, and I'm soaked.",
)
HOBBIES = ENGLISH.ontology.attribute("hobby").grid()[:3]


# ---------------------------------------------------------------------- which lines disclose


def test_a_disclosure_has_its_value_line_place_and_date() -> None:
    found = read_disclosures(ENGLISH, "home_city", context("05 Anna: Hello.", "07 Anna: Well, I live in Lyon."))
    assert found == [ReadDisclosure("Lyon", 1, 16, "2025-01-07 09:30")]


def test_disclosures_come_in_the_order_of_the_context() -> None:
    assert values("home_city", f"05 Anna: {LYON} {GRAZ}", f"03 Anna: {PORTO}") == ["Lyon", "Graz", "Porto"]


def test_the_assistants_own_words_are_not_read() -> None:
    assert values("home_city", f"05 Assistant: {LYON}", f"06 Anna: {GRAZ}", f"07 Assistant: {PORTO}") == ["Graz"]


def test_claims_of_others_are_not_read_but_the_words_around_them_are() -> None:
    claim = "A stranger on the train was convinced we'd met and that my home city was Porto. Wrong person."
    assert values("home_city", f"05 Anna: {claim}") == []
    assert values("home_city", f"05 Anna: {LYON} {claim} {GRAZ}") == ["Lyon", "Graz"]


def test_a_wish_to_forget_takes_everything_before_it_and_nothing_after() -> None:
    forget = "Please forget what I told you about my home city."
    assert values("home_city", f"05 Anna: {LYON}", f"06 Anna: {GRAZ}", f"07 Anna: {forget}") == []
    assert values("home_city", f"05 Anna: {LYON}", f"06 Anna: {forget}", f"07 Anna: {GRAZ}") == ["Graz"]
    other = forget.replace("home city", "employer")
    assert values("home_city", f"05 Anna: {LYON}", f"06 Anna: {other}") == ["Lyon"]
    unknown = forget.replace("home city", "moon")
    assert values("home_city", f"05 Anna: {LYON}", f"06 Anna: {unknown}") == ["Lyon"]


def test_what_a_correction_takes_back_is_the_last_value_of_that_attribute() -> None:
    mended = (
        "I think I told you the wrong thing about my home city the other day. Just got home to Porto, and I'm soaked."
    )
    assert values("home_city", f"05 Anna: {LYON}", f"06 Anna: {GRAZ}", f"07 Anna: {mended}") == ["Lyon", "Porto"]
    other = mended.replace("home city", "employer")
    assert values("home_city", f"05 Anna: {LYON}", f"06 Anna: {other}") == ["Lyon", "Porto"]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        # in one line: what comes before the words counts no more
        (
            (f"05 Anna: {LYON} Hold on, I got that wrong. {GRAZ}",),
            ["Graz"],
        ),
        # in two lines: the line before is taken back
        ((f"05 Anna: {LYON}", f"05 Anna: Hold on, I got that wrong. {GRAZ}"), ["Graz"]),
        ((f"05 Anna: {LYON}", "05 Assistant: I see.", f"05 Anna: Hold on, I got that wrong. {GRAZ}"), ["Graz"]),
        # another line of the person in between, another day, or nothing said before: nothing is taken back
        ((f"05 Anna: {LYON}", "05 Anna: Rain.", f"05 Anna: Hold on, I got that wrong. {GRAZ}"), ["Lyon", "Graz"]),
        ((f"05 Anna: {LYON}", f"06 Anna: Hold on, I got that wrong. {GRAZ}"), ["Lyon", "Graz"]),
        ((f"05 Anna: Hold on, I got that wrong. {GRAZ}",), ["Graz"]),
        # only the last of the values is taken back
        ((f"05 Anna: {PORTO}", f"05 Anna: {LYON}", f"05 Anna: Hold on, I got that wrong. {GRAZ}"), ["Porto", "Graz"]),
        # the words without a value take nothing back here
        ((f"05 Anna: {LYON}", "05 Anna: Hold on, I got that wrong."), ["Lyon"]),
        ((f"05 Anna: {PORTO}", f"05 Anna: {LYON} Hold on, I got that wrong. {GRAZ}"), ["Porto", "Graz"]),
    ],
)
def test_a_changed_mind_takes_back_what_was_said_before_it(lines, expected) -> None:
    assert values("home_city", *lines) == expected


def test_an_ending_is_read_as_one() -> None:
    told, ended = tells("scholarship", "Copernicus"), tells("scholarship", "", "ended", old="Copernicus")
    (first, last) = read_disclosures(ENGLISH, "scholarship", context(f"05 Anna: {told}", f"06 Anna: {ended}"))
    assert (first.value, first.over) == ("Copernicus", False)
    assert last == ReadDisclosure("", 1, len(ended), "2025-01-06 09:30", over=True)
    alone = read_disclosures(ENGLISH, "scholarship", context(f"06 Anna: {ended}"))
    assert [one.over for one in alone] == [True]  # it names the value that has ended


def test_a_correction_that_repeats_a_value_is_marked() -> None:
    again = tells("home_city", "Lyon", "correct")
    found = read_disclosures(ENGLISH, "home_city", context(f"05 Anna: {LYON}", f"06 Anna: {again}"))
    assert [one.again for one in found] == [False, True]
    plain = read_disclosures(ENGLISH, "home_city", context(f"05 Anna: {LYON}", f"06 Anna: {LYON}"))
    assert [one.again for one in plain] == [False, False]
    other = read_disclosures(ENGLISH, "home_city", context(f"05 Anna: {GRAZ}", f"06 Anna: {again}"))
    assert [one.again for one in other] == [False, False]


FIRST, SECOND = (words.replace("{value}", "Lyon") for words in ENGLISH.ontology.attribute("home_city").piecemeal[1])


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ((f"05 Anna: {FIRST}", f"05 Anna: {SECOND}"), ["Lyon"]),
        ((f"05 Anna: {FIRST}", "05 Assistant: I see.", f"05 Anna: {SECOND}"), ["Lyon"]),
        ((f"05 Anna: {SECOND}",), []),
        ((f"05 Anna: {SECOND}", f"05 Anna: {FIRST}"), []),
        ((f"04 Anna: {FIRST}", f"05 Anna: {SECOND}"), []),
        ((f"05 Bob: {FIRST}", f"05 Anna: {SECOND}"), []),
        ((f"05 Anna: {FIRST}", f"05 Anna: {LYON} {SECOND.replace('Lyon', 'Graz')}"), ["Lyon"]),
    ],
)
def test_a_disclosure_in_two_lines_needs_both_of_the_same_person_and_day(lines, expected) -> None:
    assert values("home_city", *lines) == expected
    assert values("country", *lines) == ["France"] * len(expected)


# ---------------------------------------------------------------------- which value wins


@pytest.mark.parametrize(
    ("form", "expected", "dates"),
    [
        (Form.VALUE, ("Lyon",), ("09",)),
        (Form.SET, ("Lyon", "Graz"), ("05", "07", "09")),
        (Form.ORDER, ("Lyon", "Graz"), ("05", "07", "09")),
        (Form.COUNT, ("2",), ("05", "07", "09")),
    ],
)
def test_each_form_is_read_from_the_same_disclosures(form, expected, dates) -> None:
    """Lyon, Graz, and Lyon again, on the 5th, 7th and 9th."""
    reading = read("home_city", f"05 Anna: {LYON}", f"07 Anna: {GRAZ}", f"09 Anna: {LYON}", form=form)
    assert reading == Reading(expected, told=tuple(f"2025-01-{day} 09:30" for day in dates))


def test_a_sum_counts_equal_amounts_and_leaves_out_corrections() -> None:
    """30 + 30 + 12; the correction says 12 once more."""
    one, two = (tells("side_income", f"{amount} rands") for amount in (30, 12))
    again = tells("side_income", "12 rands", "correct")
    lines = (f"05 Anna: {one}", f"06 Anna: {one}", f"07 Anna: {two}", f"08 Anna: {again}")
    unit = ENGLISH.ontology.attribute("side_income").domain.unit
    lines = tuple(line.replace("rands", unit) for line in lines)
    reading = read("side_income", *lines, form=Form.SUM)
    assert reading == Reading(("72",), told=tuple(f"2025-01-0{day} 09:30" for day in (5, 6, 7, 8)))


def test_what_is_over_has_no_value_but_a_history() -> None:
    told, ended = tells("scholarship", "Copernicus"), tells("scholarship", "", "ended", old="Copernicus")
    lines = (f"05 Anna: {told}", f"06 Anna: {ended}")
    assert read("scholarship", *lines) == Reading(over=True, told=("2025-01-06 09:30",))
    assert read("scholarship", *lines, form=Form.SET) == Reading(("Copernicus",), told=("2025-01-05 09:30",))
    again = (*lines, f"07 Anna: {told}")
    assert read("scholarship", *again) == Reading(("Copernicus",), told=("2025-01-07 09:30",))
    assert read("scholarship", f"06 Anna: {ended}", form=Form.COUNT) == Reading()


def test_a_choice_is_the_assistants_last_and_a_clear_one() -> None:
    one, other = ENGLISH.ontology.attribute("retirement_gift").grid()[:2]
    lines = (
        f"05 Assistant: Let us take {one}.", f"06 Assistant: {other}, then.", f"07 Assistant: Either {one} or {other}.",
        f"08 Anna: I prefer {one}.",
    )  # fmt: skip
    assert read("retirement_gift", *lines, form=Form.CHOICE) == Reading((other,), told=("2025-01-06 09:30",))
    assert read("retirement_gift", *lines[2:], form=Form.CHOICE) == Reading()


# ---------------------------------------------------------------------- questions of other kinds


def asked(message: str, *lines: str) -> Reading:
    question = question_in(ENGLISH, message)
    assert question is not None, message
    return answer(ENGLISH, question, ToldInLines(ENGLISH, context(*lines)))


def test_a_question_on_a_day_is_answered_by_the_last_disclosure_of_that_day() -> None:
    lines = (f"04 Anna: {PORTO}", f"05 Anna: {LYON}", f"05 Anna: {GRAZ}", f"06 Anna: {PORTO}")
    message = "What did I tell you about my home city when we talked on {day} January 2025?"
    assert asked(message.format(day=5), *lines) == Reading(("Graz",), told=("2025-01-05 09:30",))
    assert asked(message.format(day=7), *lines) == Reading()
    ended = tells("scholarship", "", "ended", old="Copernicus")
    told = tells("scholarship", "Copernicus")
    message = message.replace("home city", "scholarship")
    over = Reading(over=True, told=("2025-01-05 09:30",))
    assert asked(message.format(day=5), f"05 Anna: {told}", f"05 Anna: {ended}") == over


def test_days_between_two_dates_need_both_to_the_day() -> None:
    """From 3 March to 10 March 2025, whichever is named first; a month is too coarse."""
    first, second = (ENGLISH.ontology.attribute(name).label for name in ("race_day", "driving_test"))
    message = f"How many days are there between my {first} and my {second}?"
    race, test = tells("race_day", "10 March 2025"), tells("driving_test", "3 March 2025")
    both = (f"05 Anna: {race}", f"07 Anna: {test}")
    assert asked(message, *both) == Reading(("7",), told=("2025-01-05 09:30", "2025-01-07 09:30"))
    assert asked(message, f"05 Anna: {race}") == Reading()
    month = tells("driving_test", "March 2025").replace("on March", "in March")
    assert asked(message, f"05 Anna: {race}", f"07 Anna: {month}") == Reading()


def test_what_was_known_when_something_was_told_ends_with_that_line() -> None:
    commute = tells("commute", f"40 {ENGLISH.ontology.attribute('commute').domain.unit}")
    label, written = ENGLISH.ontology.attribute("commute").label, ENGLISH.value_words("commute", "40")
    message = f"When I told you that my {label} was {written}, what did you already know about my home city?"
    lines = (f"03 Anna: {LYON}", f"05 Anna: {commute} {GRAZ}", f"07 Anna: {PORTO}", f"08 Anna: {commute}")
    assert asked(message, *lines) == Reading(("Graz",), told=("2025-01-05 09:30", "2025-01-05 09:30"))
    assert asked(message, f"05 Anna: {commute}", f"07 Anna: {PORTO}") == Reading()
    assert asked(message, f"03 Anna: {LYON}") == Reading()
    unknown = message.replace(written, "nonsense")
    assert asked(unknown, *lines) == Reading()


def test_a_message_passes_on_what_fits_its_context_in_its_latest_value() -> None:
    """The bank needs the employer, a club's page all instruments; neither needs the home."""
    first, second = ENGLISH.ontology.attribute("employer").grid()[:2]
    played = ENGLISH.ontology.attribute("instrument").grid()[:2]
    instruments = [f"{day:02} Anna: {tells('instrument', one)}" for day, one in enumerate(played, 6)]
    job = [f"05 Anna: {tells('employer', first)}", f"08 Anna: {tells('employer', second)}"]
    lines = context(job[0], *instruments, f"07 Anna: {LYON}", job[1])
    found = may_pass_on(ENGLISH, "bank", ToldInLines(ENGLISH, lines))
    assert [*found.values] == [f"employer={second}"]
    assert found.told == ("2025-01-08 09:30",)
    club = may_pass_on(ENGLISH, "club", ToldInLines(ENGLISH, lines)).values
    assert [*club] == [f"instrument={one}" for one in played]
    request = ENGLISH.contexts["bank"].requests[0]
    assert question_in(ENGLISH, request) == Question("", Form.PASS_ON, context="bank")
    assert answer(ENGLISH, Question("", Form.PASS_ON, context="bank"), ToldInLines(ENGLISH, lines)) == found


# ---------------------------------------------------------------------- multiple choice


def choice(question: str, options: list[str], *lines: str) -> tuple[str, ...]:
    offered = " ".join(f"{letter}) {option}" for letter, option in zip("ABCD", options, strict=False))
    return asked(question.replace("{options}", offered), *lines).values


def options(section: str, *slots: dict[str, str], place: int = 0) -> list[str]:
    """Options in the first wording of a section."""
    lines = []
    for given in slots:
        words = ENGLISH.lines("options", section)[place]
        for slot, text in given.items():
            words = words.replace(f"{{{slot}}}", text)
        lines.append(words)
    return lines


CITIES = ("Ghent", "Lyon", "Porto", "Graz")


def test_the_option_with_the_last_value_is_chosen() -> None:
    facts = options("fact", *({"label": "home city", "value": city} for city in CITIES))
    question = "Going by what I've told you, which of these is right about my home city now? {options}"
    assert choice(question, facts, f"05 Anna: {GRAZ}", f"06 Anna: {LYON}") == ("B",)
    assert choice(question, facts, f"05 Anna: {LYON}", f"06 Anna: {GRAZ}") == ("D",)
    assert choice(question, facts, f"05 Anna: {tells('home_city', 'Brno')}") == ()
    assert choice(question, [*facts[:3], "Somewhere else."], f"06 Anna: {LYON}") == ()


def test_the_one_value_that_was_never_told_is_new() -> None:
    question = "Which of these have I never mentioned as one of my hobbies? {options}"
    one, two, three = HOBBIES
    told = (f"05 Anna: {tells('hobby', one)}", f"06 Anna: {tells('hobby', three)}")
    assert choice(question, [one, two, three], *told) == ("B",)
    assert choice(question, [one, two, three], told[0]) == ()  # two of them are new
    assert choice(question, [one, three], *told) == ()  # none is


def test_a_history_ends_with_the_values_as_they_were_told() -> None:
    """Lyon, Graz, Graz again, Porto: the chain has each run once."""
    question = "How has my home city changed over time? {options}"
    then = ENGLISH.marks["then"]
    lines = (f"04 Anna: {LYON}", f"05 Anna: {GRAZ}", f"06 Anna: {GRAZ}", f"07 Anna: {PORTO}")

    def chains(*written: tuple[str, ...]) -> list[str]:
        return options("chain", *({"label": "home city", "values": then.join(one)} for one in written))

    right = ("Lyon", "Graz", "Porto")
    assert choice(question, chains(("Graz", "Lyon", "Porto"), ("Lyon", "Porto"), right), *lines) == ("C",)
    assert choice(question, chains(("Graz", "Porto"), ("Porto", "Graz")), *lines) == ("A",)
    assert choice(question, chains(("Graz", "Porto"), right), *lines) == ()  # both are ends of it
    assert choice(question, chains(("Lyon", "Graz"), ("Graz", "Lyon")), *lines) == ()


def test_the_reason_is_the_one_in_the_line_that_told_the_value() -> None:
    question = "When I told you my home city was now Graz, what reason did I give you? {options}"
    reasons = ["to save money", "I fancied a change", "because of an argument"]
    money, quarrel = "It saves me some money.", "There was a bit of an argument first, long story."
    assert choice(question, reasons, f"05 Anna: {LYON} {money}", f"06 Anna: {GRAZ} {quarrel}") == ("C",)
    assert choice(question, reasons, f"06 Anna: {GRAZ} {money}") == ("A",)
    assert choice(question, reasons, f"06 Anna: {GRAZ}", f"07 Anna: {quarrel}") == ()
    assert choice(question, reasons, f"06 Anna: {GRAZ} {quarrel} {money}") == ()  # two are given
    assert choice(question, reasons[:2], f"06 Anna: {GRAZ} {quarrel}") == ()
    assert choice(question, reasons, f"05 Anna: {GRAZ} {quarrel}", f"06 Anna: {GRAZ}") == ("C",)  # one is enough
    assert choice(question, reasons, f"05 Anna: {GRAZ}", f"06 Anna: {GRAZ} {money}") == ("A",)


def excluding() -> tuple[str, str, str, str, str]:
    """An attribute that rules options out, a value of it, what it limits, an option that is out, and one that is in."""
    limit = next(one for one in ENGLISH.ontology if one.excludes and "tell" in one.phrases)
    name, excluded = next(iter(limit.excludes.items()))
    value, out = next((value, out) for value, out in excluded.items() if out)
    grid = ENGLISH.ontology.attribute(name).grid()
    return limit.name, value, name, out[0], next(option for option in grid if option not in out)


def test_the_one_option_that_nothing_rules_out_is_recommended() -> None:
    limit, value, name, out, free = excluding()
    label = ENGLISH.ontology.attribute(name).label
    question = f"Which of these would be the better {label} for me? {{options}}"
    told = f"05 Anna: {tells(limit, value)}"
    assert choice(question, [out, free], told) == ("B",)
    assert choice(question, [free, out], told) == ("A",)
    assert choice(question, [out, free]) == ()
    assert fitting(ENGLISH, name, (out, free), ToldInLines(ENGLISH, context(told))) == (free,)
    assert fitting(ENGLISH, name, (out, free), ToldInLines(ENGLISH, [])) == (out, free)
    assert fitting(ENGLISH, name, (out,), ToldInLines(ENGLISH, context(told))) == (out,)


def test_the_earlier_of_two_disclosures_is_found() -> None:
    question = "Which of these did I tell you about first? {options}"
    mentions = options("mention", {"label": "home city", "value": "Lyon"}, {"label": "hobbies", "value": HOBBIES[0]})
    hobby = tells("hobby", HOBBIES[0])
    assert choice(question, mentions, f"05 Anna: {LYON}", f"06 Anna: {hobby}", f"07 Anna: {LYON}") == ("A",)
    assert choice(question, mentions, f"05 Anna: {hobby}", f"06 Anna: {LYON}") == ("B",)
    assert choice(question, mentions, f"05 Anna: {hobby} {LYON}") == ("B",)  # in one line, the place decides
    assert choice(question, mentions, f"05 Anna: {LYON}") == ()
    # a disclosure of another city is not one of Lyon
    assert choice(question, mentions, f"05 Anna: {GRAZ}", f"06 Anna: {hobby}", f"07 Anna: {LYON}") == ("B",)
    assert choice(question, mentions, f"05 Anna: {GRAZ}", f"06 Anna: {hobby}") == ()
    same = [mentions[0], mentions[0]]
    assert choice(question, same, f"05 Anna: {LYON}") == ()


def test_the_first_number_is_compared_with_the_last() -> None:
    unit = ENGLISH.ontology.attribute("commute").domain.unit
    label = ENGLISH.ontology.attribute("commute").label
    question = f"Which of the figures I gave you for my {label} was higher, the very first or the latest? {{options}}"
    two = list(ENGLISH.lines("options", "compare")[:2])

    def told(*numbers: int) -> list[str]:
        return [f"{day:02} Anna: {tells('commute', f'{number} {unit}')}" for day, number in enumerate(numbers, start=5)]

    assert choice(question, two, *told(40, 90, 30)) == ("A",)
    assert choice(question, two, *told(30, 10, 40)) == ("B",)
    assert choice(question, two[::-1], *told(30, 10, 40)) == ("A",)
    assert choice(question, two, *told(40, 90, 40)) == ()
    assert choice(question, two, *told(40)) == ()
    city = question.replace(label, "home city")
    assert choice(city, two, f"05 Anna: {LYON}", f"06 Anna: {GRAZ}") == ()


def test_a_conclusion_needs_both_facts_and_the_trait() -> None:
    entry = ENGLISH.insights["trainers_offer"]
    question = f"{entry.question} {{options}}"
    facts = f"04 Anna: {tells('workout', 'crossfit')}", f"05 Anna: {tells('weekly_run', '33 kilometres')}"
    patient, impatient = (f"06 Anna: {ENGLISH.lines('traits', trait)[0]}" for trait in ("patient", "impatient"))
    offered = list(entry.conclusions)
    # Fast exercise suits the impatient, who stay with it; 33 kilometres are too few for the group.
    assert offered[1].startswith("Stay with the exercise")
    assert offered[1].endswith("leave the group to other people.")
    assert choice(question, offered, *facts, impatient) == ("B",)
    assert choice(question, offered[::-1], *facts, impatient) == ("C",)
    # The patient move to slow exercise; whoever runs 98 kilometres joins the group.
    assert choice(question, offered, *facts, patient) == ("D",)
    far = f"07 Anna: {tells('weekly_run', '98 kilometres')}"
    assert choice(question, offered, *facts, far, patient) == ("C",)
    for known in (facts, (*facts[:1], patient), (*facts[1:], patient), (*facts, patient, impatient)):
        assert choice(question, offered, *known) == ()
    assert choice(question, offered, *facts, f"06 Assistant: {ENGLISH.lines('traits', 'patient')[0]}") == ()


def test_an_option_that_is_over_is_no_option() -> None:
    told, ended = tells("scholarship", "Copernicus"), tells("scholarship", "", "ended", old="Copernicus")
    facts = options("fact", *({"label": "scholarship sponsor", "value": one} for one in ("Copernicus", "Erasmus")))
    question = "Going by what I've told you, which of these is right about my scholarship sponsor now? {options}"
    assert choice(question, facts, f"05 Anna: {told}") == ("A",)
    assert choice(question, facts, f"05 Anna: {told}", f"06 Anna: {ended}") == ()


# ---------------------------------------------------------------------- parsing


def test_a_question_of_a_known_wording_gives_its_slots() -> None:
    message = "When I told you that my home city was Lyon, what did you already know about my employer?"
    question = question_in(ENGLISH, message)
    assert question == Question("multi-hop", Form.VALUE, "home_city", "employer", "Lyon")
    assert question.wanted == "employer"
    assert question_in(ENGLISH, message.replace("employer", "moon")) is None
    told = question_in(ENGLISH, "We talked on 8 January 2025. What did I tell you about my home city that day?")
    assert told == Question("episodic-cue", Form.VALUE, "home_city", day="2025-01-08")
    assert told.wanted == "home_city"


def test_the_form_of_a_question_follows_its_kind() -> None:
    forms = {
        "How many days are there between my race date and my driving test date?": Form.DURATION,
        "Can you list my hobbies in the order I told you about them?": Form.ORDER,
        "Going by what I've told you, which of these is right about my home city now? A) One. B) Two.": Form.OPTION,
        "I'm sure I've mentioned my home city before. What did I say?": Form.VALUE,
        "Which city do I live in?": Form.VALUE,
    }
    found = {message: question_in(ENGLISH, message) for message in forms}
    assert {message: question.form for message, question in found.items() if question} == forms
    offered = found["Going by what I've told you, which of these is right about my home city now? A) One. B) Two."]
    assert offered is not None
    assert offered.options == ("One.", "Two.")
    assert question_in(ENGLISH, "Lovely weather today.") is None


# ---------------------------------------------------------------------- recorded talk


def test_rare_words_weigh_more_than_common_ones() -> None:
    """`rain` is in two sentences, `harp` in one; each covers one of the two words."""
    lines = context("05 Ann: The rain fell. Rain again.", "06 Ann: The harp sang.")
    assert best_sentence("rain harp", lines) == Reading(text="The harp sang.", told=("2025-01-06 09:30",))


def test_of_two_equal_sentences_the_first_is_given() -> None:
    lines = context("05 Ann: A harp here.", "06 Bo: A harp there.")
    assert best_sentence("harp", lines) == Reading(text="A harp here.", told=("2025-01-05 09:30",))


def test_a_sentence_must_cover_three_tenths_of_the_questions_weight() -> None:
    """One sentence: a word in it weighs log(1 + 1/2), a word not in it log(1 + 1/1): .405 and .693.

    One of two words: .405 / 1.099 = .369; one of three: .405 / 1.792 = .226.
    """
    lines = context("05 Ann: A harp.")
    assert best_sentence("harp violin", lines).text == "A harp."
    assert best_sentence("harp violin cello", lines) == Reading()


def test_a_question_that_was_asked_before_does_not_answer_itself() -> None:
    lines = context("05 Ann: Which harp broke?", "06 Ann: My old harp broke.")
    assert best_sentence("Oh well. Which harp broke?", lines).text == "My old harp broke."
    assert best_sentence("Which harp broke?", lines[:1]) == Reading()


def test_words_without_weight_ask_nothing() -> None:
    assert best_sentence("What is it that you were?", context("05 Ann: It is what you were.")) == Reading()
    assert best_sentence("harp", []) == Reading()
    assert best_sentence("What did Ann play?", context("05 Ann: A harp.")).text == "A harp."  # the name counts


# ---------------------------------------------------------------------- reminders

ENDED = datetime(2025, 1, 5, 15, 30, tzinfo=UTC)
REMIND = "The next time we talk, please start by telling me what you know about my home city."


@pytest.mark.parametrize(
    ("lines", "due"),
    [
        ((f"05 Anna: {REMIND}",), "home_city"),  # 09:30, six hours before the end
        ((f"04 Anna: {REMIND}",), ""),
        ((f"05 Assistant: {REMIND}",), ""),
        (("05 Anna: I live in Lyon.",), ""),
        ((f"05 Anna: {REMIND.replace('home city', 'employer')}", f"05 Anna: {REMIND}"), "employer"),
    ],
)
def test_a_reminder_is_due_in_the_session_after_the_wish(lines, due) -> None:
    assert reminder_due(ENGLISH, context(*lines), ENDED) == due


def test_a_wish_lies_at_most_six_hours_before_the_end() -> None:
    line = context(f"05 Anna: {REMIND}")
    assert reminder_due(ENGLISH, line, ENDED.replace(minute=31)) == ""
    unknown = [ContextLine("last week", "Anna", REMIND)]
    assert reminder_due(ENGLISH, unknown, ENDED) == ""
