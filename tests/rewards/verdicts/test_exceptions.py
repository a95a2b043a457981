"""Every exception of reading a reply beside its counterpart: two like replies, or one reply about two attributes."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.matcher import judge
from regulars.scenarios.ontology.attribute_files import read_ontology
from regulars.values import Domain, ValueType

ONTOLOGY = read_ontology()
CITIES = Domain("city", aliases=dict.fromkeys(("Bergen", "Oslo", "Lyon", "Graz", "Porto"), ()))
CITY = Expectation("value", CITIES, True, ("Bergen",), ("Oslo",), ("Lyon",))


def term(name: str, gold: str, stale: str = "", subjects: tuple[str, ...] = (), lasting: bool = False) -> Expectation:
    """A question about a term that was told, or was told in place of another one."""
    domain = Domain(name, aliases=dict.fromkeys((gold, stale or "Ledgerwood", "Ostrava"), ()))
    domain = Domain(name, aliases=domain.aliases, subjects=subjects, lasting=lasting)
    return Expectation("value", domain, True, (gold,), (stale,) if stale else ())


def kind(text: str, expectation: Expectation) -> str:
    return judge(text, None, expectation).kind.name.lower()


@pytest.mark.parametrize(
    ("exception", "found", "counterpart", "other"),
    [
        # A value denied; denied and then asserted; asserted and then denied.
        ("You don't live in Bergen.", "off_task", "You do live in Bergen.", "correct"),
        ("You don't live in Oslo, it's Bergen.", "correct", "You don't live in Bergen, it's Oslo.", "stale"),
        ("Not Oslo but Bergen.", "correct", "Not Bergen but Oslo.", "stale"),
        ("It's Bergen, not Oslo.", "correct", "It's Oslo, not Bergen.", "stale"),
        ("Bergen - no, not Bergen.", "off_task", "Bergen - no doubt, Bergen.", "correct"),
        ("Neither Oslo nor Graz.", "off_task", "Both Oslo and Graz.", "wrong"),
        ("Not in Oslo, Graz or Porto.", "off_task", "Not in Oslo, but in Bergen.", "correct"),
        ("Not in Oslo, Graz or Porto, but in Bergen.", "correct", "Not in Bergen or Porto, but in Oslo.", "stale"),
        ("Not Oslo\nBergen", "correct", "Not Bergen\nOslo", "stale"),
        ("You never lived in Oslo, but in Bergen.", "correct", "You never lived in Bergen, but in Oslo.", "stale"),
        # A denial reaches up to a comma.
        ("It's not far, Bergen is your home.", "correct", "It's not Bergen, far from it.", "off_task"),
        # A correction, and an addition that takes nothing back.
        ("Oslo. Wait, no: Bergen.", "correct", "Bergen. Wait, no: Oslo.", "stale"),
        ("You live in Oslo, sorry, I mean Bergen.", "correct", "You live in Bergen, sorry, I mean Oslo.", "stale"),
        ("You live in Oslo - scratch that, Bergen.", "correct", "You live in Oslo - and Bergen.", "stale"),
        ("You live in ~~Oslo~~ Bergen.", "correct", "You live in ~~Bergen~~ Oslo.", "stale"),
        ("I thought it was Oslo. It is Bergen.", "correct", "I thought it was Bergen. It is Oslo.", "stale"),
        ("Oslo is wrong. Bergen.", "correct", "Oslo is wrong.", "off_task"),
        ("Bergen instead of Oslo.", "correct", "Oslo instead of Bergen.", "stale"),
        ("Bergen, unlike Oslo, is where you live.", "correct", "Oslo, unlike Bergen, is where you live.", "stale"),
        ("Neither Oslo nor Graz, but Bergen.", "correct", "Neither Bergen nor Graz, but Oslo.", "stale"),
        # Former values, before and behind.
        ("You used to live in Oslo; now Bergen.", "correct", "You used to live in Bergen; now Oslo.", "stale"),
        ("You left Oslo for Bergen.", "correct", "You left Bergen for Oslo.", "stale"),
        ("Oslo until March, Bergen since.", "correct", "Bergen until March, Oslo since.", "stale"),
        ("Bergen two years ago.", "off_task", "You moved to Bergen two years ago.", "correct"),
        ("Bergen (formerly Oslo).", "correct", "Oslo (formerly Bergen).", "stale"),
        ("Before Bergen you lived in Oslo.", "correct", "After Oslo you settled in Bergen.", "correct"),
        ("Bergen replaced Oslo.", "correct", "Oslo replaced Bergen.", "stale"),
        ("Oslo was replaced by Bergen.", "correct", "Bergen was replaced by Oslo.", "stale"),
        ("You changed Oslo to Bergen.", "correct", "You changed Bergen to Oslo.", "stale"),
        ("If you changed Oslo to Bergen, say so.", "undetermined", "You did change Oslo to Bergen.", "correct"),
        ("Oslo -> Bergen", "correct", "Bergen -> Oslo", "stale"),
        ("Oslo, then Graz, then Bergen.", "correct", "Oslo, and Graz, and Bergen.", "wrong"),
        ("You moved from Oslo, via Graz, to Bergen.", "correct", "You moved from Bergen, via Graz, to Oslo.", "stale"),
        ("First Oslo, now Bergen.", "correct", "First Bergen, now Oslo.", "stale"),
        ("You used to live in Oslo and Graz.", "off_task", "You live in Oslo and Graz.", "wrong"),
        ("Oslo is where you used to live.", "off_task", "Oslo is where you live.", "stale"),
        ("You no longer live in Oslo.", "off_task", "You still live in Oslo.", "stale"),
        # A bare past tense ages a value only beside another one, and not where words are reported.
        ("It was Bergen.", "correct", "It was Bergen and is Oslo now.", "stale"),
        ("It was Bergen and it was Oslo.", "stale", "It was Oslo and it is Bergen.", "correct"),
        ("You told me that you lived in Bergen.", "correct", "You lived in Bergen.", "off_task"),
        ("You told me you were born in Bergen.", "off_task", "You told me you lived in Bergen.", "correct"),
        ("You once told me you live in Bergen.", "correct", "You once lived in Bergen.", "off_task"),
        # Began some time ago and lasts; ended some time ago.
        ("You settled in Bergen two years back.", "correct", "You worked in Bergen two years back.", "off_task"),
        ("You moved to Bergen two years ago.", "correct", "You lived in Bergen two years ago.", "off_task"),
        # Asked, asked for assent, and a question about another matter.
        ("Do you live in Bergen?", "undetermined", "You live in Bergen.", "correct"),
        ("You live in Bergen, don't you?", "correct", "You live in Bergen, do you?", "undetermined"),
        ("You live in Bergen; do you like it?", "correct", "Is it in Bergen that you live?", "undetermined"),
        ("Bergen?", "undetermined", "Bergen!", "correct"),
        ("So Bergen, is it?", "undetermined", "Bergen? Yes.", "correct"),
        ("Is it Bergen?", "undetermined", "Isn't it Bergen? That's what I have noted.", "correct"),
        ("You live in Bergen. How do you like Oslo?", "correct", "You live in Oslo. How do you like Bergen?", "stale"),
        ("Would you like Oslo? You live in Bergen.", "correct", "Would you like Bergen? You live in Oslo.", "stale"),
        ("Was it Oslo? No, Bergen.", "correct", "Was it Bergen? No, Oslo.", "stale"),
        ("Where do you live, in Bergen or in Oslo?", "off_task", "Where you live is Bergen, in the north.", "correct"),
        # Guessed, lightly hedged, certain.
        ("Maybe you live in Bergen.", "undetermined", "I think you live in Bergen.", "correct"),
        ("Perhaps Bergen.", "undetermined", "Probably Bergen.", "correct"),
        ("I'm not sure, maybe Bergen.", "undetermined", "I'm sure it's Bergen.", "correct"),
        ("I'm not certain, you live in Bergen.", "undetermined", "I'm certain, you live in Bergen.", "correct"),
        ("If I had to guess, Bergen.", "undetermined", "If I remember correctly, Bergen.", "correct"),
        ("You live in Bergen, I guess.", "undetermined", "You live in Bergen, I believe.", "correct"),
        ("I'm not sure if it's Bergen.", "undetermined", "I'm not sure which street, but it's Bergen.", "correct"),
        ("Bergen, maybe?", "undetermined", "Bergen, sure!", "correct"),
        ("I'm not sure, but I think it's Bergen.", "undetermined", "I don't know your street; it's Bergen.", "correct"),
        ("Maybe Oslo, certainly Bergen.", "correct", "Maybe Bergen, certainly Oslo.", "stale"),
        ("You might live in Bergen.", "undetermined", "You surely live in Bergen.", "correct"),
        # Conditions and plans, and what they only resemble.
        ("If you moved to Bergen, you would like it.", "undetermined", "If you like, I can look in Bergen.", "correct"),
        ("If it rains, Bergen is still your home.", "correct", "If it was Bergen, it was wet.", "undetermined"),
        ("You plan to move to Bergen.", "undetermined", "You went ahead and moved to Bergen.", "correct"),
        ("You are thinking of moving to Bergen.", "undetermined", "You are glad to have moved to Bergen.", "correct"),
        # One of several, and several.
        ("Bergen or Oslo.", "undetermined", "Bergen and Oslo.", "stale"),
        ("Either Bergen or Graz.", "undetermined", "Bergen, as well as Graz.", "wrong"),
        ("Oslo, Graz or Bergen.", "undetermined", "Oslo, Graz and Bergen.", "wrong"),
        ("Maybe Oslo. Or Bergen.", "undetermined", "Maybe Oslo. No, Bergen.", "correct"),
        # Quoted words, and a value that is only highlighted.
        ('You wrote: "I live in Bergen".', "undetermined", 'You live in "Bergen".', "correct"),
        ('You live in Bergen and wrote "I miss Oslo".', "correct", 'You live in "Bergen" and "Oslo".', "stale"),
        ("You said 'I live in Bergen'.", "undetermined", "You said you live in 'Bergen'.", "correct"),
        ("«My home is Bergen», you wrote.", "undetermined", "You live in «Bergen».", "correct"),
        # Another person, the user, and both.
        ("Your brother lives in Graz.", "off_task", "You live in Graz.", "wrong"),
        ("Your brother lives in Graz, you live in Bergen.", "correct", "You and your brother live in Graz.", "wrong"),
        ("Your brother lives in Graz; Bergen is yours.", "correct", "Graz is yours; Bergen is your uncle's.", "wrong"),
        ("Graz belongs to your brother.", "off_task", "You live in Graz with your brother.", "wrong"),
        ("Your brother? He lives in Graz.", "off_task", "Your brother told me: you live in Graz.", "wrong"),
        ("Graz is where your sister lives.", "off_task", "Graz is where you live.", "wrong"),
        ("Tell your sister that you live in Graz.", "wrong", "You told me that your sister lives in Graz.", "off_task"),
        ("Graz is your sister's.", "off_task", "Graz is yours.", "wrong"),
        # Preferred, and preferred to.
        ("You chose Bergen over Oslo.", "correct", "You chose Oslo over Bergen.", "stale"),
        ("You prefer Bergen to Oslo.", "correct", "You prefer Oslo to Bergen.", "stale"),
        # Not only, and not.
        ("Not only Bergen but Oslo too.", "stale", "Not Bergen but Oslo.", "stale"),
        ("I haven't forgotten Bergen.", "correct", "You haven't lived in Bergen.", "off_task"),
        # Abstains on this, abstains on another matter.
        ("I don't know where you live.", "abstained", "I know where you live: Bergen.", "correct"),
        ("I don't know your street, but you live in Bergen.", "correct", "I don't know, perhaps Bergen.", "abstained"),
    ],
)  # fmt: skip
def test_an_exception_and_its_counterpart(exception: str, found: str, counterpart: str, other: str) -> None:
    assert kind(exception, CITY) == found
    assert kind(counterpart, CITY) == other


AVERSIONS = sorted(name for name in ONTOLOGY if name.endswith("_limit"))


@pytest.mark.parametrize("name", [*AVERSIONS, "allergy"])
def test_what_a_person_avoids_is_said_by_saying_that_they_avoid_it(name: str) -> None:
    domain = ONTOLOGY[name].domain
    gold, other = list(domain.aliases)[:2]
    expectation = Expectation("value", domain, True, (gold,))
    for text in (f"You avoid {gold}.", f"You steer clear of {gold}.", f"You dislike {gold}.", f"You reject {gold}."):
        assert kind(text, expectation) == "correct", text
    # A plain denial stays one.
    assert kind(f"You don't mind {gold}, but you avoid {other}.", expectation) == "wrong"
    assert kind(f"It's not {gold}.", expectation) == "off_task"


def test_avoiding_anything_else_denies_it() -> None:
    dish = term("favourite_dish", "lasagne", "paella")
    for text in ("You avoid lasagne.", "You steer clear of lasagne.", "You dislike lasagne.", "You reject lasagne."):
        assert kind(text, dish) == "off_task", text
    assert kind("You avoid paella and love lasagne.", dish) == "correct"
    assert kind("You avoid lasagne and love paella.", dish) == "stale"


@pytest.mark.parametrize(
    ("subject", "same", "another"),
    [
        ("mother", "mum", "sister"),
        ("father", "dad", "brother"),
        ("boss", "manager", "colleague"),
        ("flatmate", "roommate", "neighbour"),
        ("partner", "husband", "sister"),
        ("child", "daughter", "niece"),
        ("children", "kids", "cousins"),
        ("sibling", "brother", "uncle"),
        ("friends", "friend", "boss"),
        ("cousin", "cousin", "sister"),
    ],
)
def test_a_value_of_the_persons_whom_an_attribute_is_about_is_the_users(subject: str, same: str, another: str) -> None:
    own = term("name", "Anselm", subjects=(subject,))
    for words in (f"Your {subject} is Anselm.", f"Your {same} is Anselm.", f"Anselm is your {same}."):
        assert kind(words, own) == "correct", words
    for words in (f"Your {another} is Anselm.", f"Anselm is your {another}.", f"Your {same}'s aunt is Anselm."):
        assert kind(words, own) == "off_task", words


@pytest.mark.parametrize(
    ("text", "subjects", "named", "plain"),
    [
        # Words that tell a former, planned or possible value, unless they name the very matter.
        ("Your former employer is Sorrel.", ("former", "employer"), "correct", "off_task"),
        ("Your dream is Sorrel.", ("dream", "job"), "correct", "undetermined"),
        ("Your dream employer is Sorrel.", ("dream", "post"), "correct", "undetermined"),
        ("If you go to Sorrel, tell me.", ("dream", "post"), "undetermined", "undetermined"),
        ("Your previous employer is Sorrel.", ("previous", "employer"), "correct", "off_task"),
    ],
)
def test_words_of_the_attributes_own_name_are_no_cue(
    text: str, subjects: tuple[str, ...], named: str, plain: str
) -> None:
    assert kind(text, term("work", "Sorrel", subjects=subjects)) == named
    assert kind(text, term("work", "Sorrel", subjects=("trade",))) == plain
    assert kind(text, term("work", "Sorrel")) == plain


@pytest.mark.parametrize("text", ["You were born in Sorrel.", "You grew up in Sorrel.", "You lived in Sorrel."])
def test_a_past_tense_ages_no_value_that_lasts(text: str) -> None:
    assert kind(text, term("town", "Sorrel", lasting=True)) == "correct"
    assert kind(text, term("town", "Sorrel")) == "off_task"


MOVE = Expectation("value", Domain("move", ValueType.DATE), True, ("2025-06-20",), ("2025-05-14",))


@pytest.mark.parametrize(
    ("exception", "found", "counterpart", "other"),
    [
        # A plan and a past tense are no doubt about a date.
        ("You plan to move on 20 June 2025.", "correct", "Maybe on 20 June 2025.", "undetermined"),
        ("You moved on 20 June 2025.", "correct", "Not on 20 June 2025.", "off_task"),
        # A date before or after which something is, is none.
        ("A week before 20 June 2025.", "undetermined", "A week from now, on 20 June 2025.", "correct"),
        ("Until 20 June 2025.", "undetermined", "From 20 June 2025.", "correct"),
        ("Around 20 June.", "undetermined", "On 20 June.", "correct"),
        ("14 May was postponed to 20 June.", "correct", "20 June was postponed to 14 May.", "stale"),
        ("It's on 20 June, not 14 May.", "correct", "It's on 14 May, not 20 June.", "stale"),
        # Either number may be the month.
        ("On 06/07/2025.", "undetermined", "On 20/06/2025.", "correct"),
        # The day of the disclosure is no answer where another day is, and is one alone.
        ("You told me on 14 May 2025: 20 June.", "correct", "You move on 14 May 2025, and not on 20 June.", "stale"),
        ("[2025-05-14 09:30] Ana: we move on 20 June.", "correct", "[2025-05-14] 20 June.", "stale"),
        ("In our chat on 14 May you said 20 June.", "correct", "In our chat you said 14 May.", "stale"),
        ("On 14 May you told me: on 20 June.", "correct", "On 14 May you move, and on 20 June you rest.", "stale"),
        ("As of 14 May: 20 June.", "correct", "As of 20 June, 14 May.", "stale"),
        ("Your note dated 14 May says 20 June.", "correct", "You noted 14 May, and 20 June.", "stale"),
        ("You told me on 20 June 2025.", "correct", "You told me on 14 May 2025.", "stale"),
        # A stamp of a turn is never the answer.
        ("[2025-06-20 09:30] Ana: we move soon.", "off_task", "[2025-06-20] Ana: we move.", "correct"),
        ("[2025-05-14T09:30:12+00:00] Ana: on 20 June.", "correct", "2025-05-14 at 09:30.", "stale"),
        ("It was moved from 14 May to 20 June.", "correct", "It was moved from 20 June to 14 May.", "stale"),
    ],
)
def test_an_exception_of_dates_and_its_counterpart(exception: str, found: str, counterpart: str, other: str) -> None:
    assert kind(exception, MOVE) == found
    assert kind(counterpart, MOVE) == other


RUN = Expectation("value", Domain("weekly_run", ValueType.NUMBER, unit="kilometres"), True, ("35",), ("30",), ("50",))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # Behind the labels of other attributes stands nothing of this one, if one line is labelled with it.
        ("Weekly run: 35 km\nSwim: 2 km", "correct"),
        ("**Weekly run:** 35 km\n**Swim:** 2 km", "correct"),
        ("| Swim | 2 km |\n| Run | 35 km |", "correct"),
        ("1. Swim: 2 km\n2. Weekly run: 35 km\n", "correct"),
        ("Weekly run: 35 km\nUpdate: 30 km", "stale"),
    ],
)
def test_labelled_lines(text: str, found: str) -> None:
    assert kind(text, RUN) == found


def test_small_words_of_a_name_label_no_line() -> None:
    domain = Domain("run_to_do", ValueType.NUMBER, unit="kilometres")
    expectation = Expectation("value", domain, True, ("35",))
    assert kind("Way to go: 2 km\nRun: 35 km", expectation) == "correct"
    assert kind("Run to go: 2 km\nRun: 35 km", expectation) == "wrong"


@pytest.mark.parametrize(
    ("exception", "found", "counterpart", "other"),
    [
        ("You run more than 35 kilometres.", "undetermined", "You run about 35 kilometres.", "correct"),
        ("You run up to 35 kilometres.", "undetermined", "You run 35 kilometres up the hill.", "correct"),
        ("You run 35 kilometres or more.", "undetermined", "You run 35 kilometres. More on that later.", "correct"),
        ("You run at least 35 kilometres.", "undetermined", "You run 35 kilometres at last.", "correct"),
        ("You run 35+ kilometres.", "undetermined", "You run 35 kilometres.", "correct"),
        ("You run between 30 and 35 kilometres.", "undetermined", "You run 30 and 35 kilometres.", "stale"),
        ("You went from 30 to 35 kilometres.", "correct", "You went from 35 to 30 kilometres.", "stale"),
        ("You went up by 35 kilometres.", "off_task", "You went up by 5 to 35 kilometres.", "correct"),
        ("It was 30 and is 35 kilometres now.", "correct", "It was 35 and is 30 kilometres now.", "stale"),
        ("You run 5 kilometres more, 35 in total.", "correct", "You run 5 kilometres and 35.", "wrong"),
        ("You run 35 kilometres, plus 5 on the track.", "correct", "You run 35 kilometres, then 5.", "wrong"),
        ("You run 35 kilometres a week, 7 a day.", "correct", "You run 35 kilometres a week, 7 a week.", "wrong"),
        ("- Weekly run: 35 km\n- Swim: 2 km", "correct", "- Weekly run: 35 km\n- Weekly run: 2 km", "wrong"),
        ("- Previous: 30 km\n- Weekly run: 35 km", "correct", "- Now: 30 km\n- Weekly run: 35 km", "stale"),
        ("You run 35 miles.", "off_task", "You run 35.", "correct"),
    ],
)
def test_an_exception_of_numbers_and_its_counterpart(exception: str, found: str, counterpart: str, other: str) -> None:
    assert kind(exception, RUN) == found
    assert kind(counterpart, RUN) == other


def test_the_end_of_a_value_is_no_word_of_a_correction():
    towns = Domain("town", aliases=dict.fromkeys(("Split", "Bergen", "Graz"), ()))
    both = Expectation("set", towns, True, ("Split", "Bergen"))
    assert kind("Split is old, Bergen is new.", both) == "correct"  # and not `it is old`, which takes Split back
    assert kind("Split, no, it is old, Bergen.", both) == "partial"


def test_an_attributes_own_name_excuses_no_denial():
    thought, drink = term("thought", "Anselm", subjects=("thought",)), term("drink", "Anselm")
    assert kind("Your thought is Anselm.", thought) == "correct"
    for text in ("Earlier I thought Anselm.", "I thought it was Anselm."):  # a denial in any matter
        assert kind(text, thought) == kind(text, drink) == "off_task"


SPEAKING = {
    "too much salt", "people walking past", "bunion correction", "real people", "wrongful dismissal", "crude jokes",
    "footnote jokes", "rejection letters", "village gossip", "old windmills", "old forts", "old quarries",
    "old chapels", "old bunkers",
}  # fmt: skip
"""Values that hold a word by which replies take something back, or name who says it."""


def test_reciting_values_is_no_answer_whatever_stands_between_them() -> None:
    """`maroon` begins like a month, and `ragout` ends like a word of rejection; neither says when or what is out."""
    expectation = Expectation("value", CITY.domain, True, ("Bergen",), stale=("Lyon",))
    right = [
        reply
        for attribute in ONTOLOGY.values()
        if attribute.type is ValueType.TERM and attribute.name != "home_city"
        for value in attribute.domain.aliases
        if value not in SPEAKING
        for reply in (f"I heard {value}, Lyon, Bergen.", f"I heard Lyon, {value}, Bergen.")
        if kind(reply, expectation) == "correct"
    ]
    assert right == []
