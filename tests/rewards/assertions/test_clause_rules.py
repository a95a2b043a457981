"""How a clause means its values: every rule of reading English beside a clause to which it just does not apply.

Statuses are given by their first letters in text order: current, past, hypothetical, questioned, aside (`a`), quoted
(`q"`), denied, foreign, welcomed.
"""

from __future__ import annotations

import pytest

from regulars.rewards.assertions.english import assertions
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.values import Domain, ValueType

CITY = Domain("city", aliases=dict.fromkeys(("Bergen", "Oslo", "Graz", "Porto"), ()))
LASTING = Domain("city", aliases=CITY.aliases, lasting=True)
OFFER = Domain("job_offer", aliases=CITY.aliases, subjects=("offer", "former"))
AVERSE = Domain("city_limit", aliases=CITY.aliases)
GIVEN_UP = Domain("given_up", aliases=CITY.aliases)
DATE = Domain("move", ValueType.DATE)
LEASE = Domain("lease_end", ValueType.DATE)
RUN = Domain("weekly_run", ValueType.NUMBER, unit="kilometres")
LETTERS = {AssertionStatus.ASIDE: "a", AssertionStatus.QUOTED: 'q"'}


def read(text: str, domain: Domain = CITY) -> str:
    return " ".join(LETTERS.get(one.status, one.status.value[0]) for one in assertions(text, domain))


@pytest.mark.parametrize(
    ("text", "found", "counterpart", "other"),
    [
        # A guess that goes on in the next sentence.
        ("Maybe Oslo. Or Bergen.", "h h", "Maybe Oslo. Bergen.", "h c"),
        ("Oslo. Or Bergen.", "c c", "Maybe Oslo. Orderly Bergen.", "h c"),
        ("Maybe Oslo or Graz. Or Bergen or Porto.", "h h h h", "Maybe Oslo. Or Bergen and Porto.", "h h c"),
        # Alternatives, back to the beginning of their list.
        ("Oslo, Graz or Bergen.", "h h h", "Oslo and Graz or Bergen.", "c h h"),
        ("Not Oslo, Graz or Bergen.", "d d d", "Oslo, Graz and Bergen.", "c c c"),
        ("Oslo or maybe Bergen.", "h h", "Oslo or not Bergen.", "c d"),
        ("You like Oslo or, in the autumn, Bergen.", "c c", "You like Oslo or else in Bergen.", "h h"),
        # Preferred to another.
        ("You prefer Oslo to Bergen.", "c d", "You refer Oslo to Bergen.", "c c"),
        ("You picked Oslo over Bergen.", "c d", "You picked Oslo under Bergen.", "c c"),
        # A list has one status; after `not`, a comma ends the denial if no list word follows.
        ("Not Oslo, Bergen.", "d c", "Not Oslo and Bergen.", "d d"),
        ("Not Oslo, Graz, or Bergen.", "d d d", "Not Oslo, Graz, Bergen.", "d c c"),
        ("You never see Oslo, Bergen.", "d d", "Rather than Oslo, Bergen.", "d c"),
        ("You left Oslo for Bergen.", "p c", "You left Oslo and Bergen.", "p p"),
        ("Formerly Oslo before Bergen.", "p c", "Formerly Oslo beside Bergen.", "p c"),
        ("Not Oslo and Bergen is home.", "d c", "Not Oslo and Bergen no home.", "d d"),
        # From one to the other.
        ("You moved from Oslo to Bergen.", "p c", "You waved from Oslo to Bergen.", "p c"),
        ("You are from Oslo.", "c", "You moved from Oslo.", "p"),
        ("You changed Oslo to Bergen.", "p c", "You link Oslo to Bergen.", "c c"),
        ("Maybe you changed Oslo to Bergen.", "h h", "Maybe you saw Oslo, and now Bergen.", "h c"),
        # Later words.
        ("Oslo, then Bergen.", "p c", "Oslo, and then also Bergen.", "c c"),
        ("Oslo → Bergen", "p c", "Oslo + Bergen", "c c"),
        ("Not Oslo, then Bergen.", "d c", "Oslo, Graz, then Bergen.", "p p c"),
        # What is said of both.
        ("Oslo and Bergen are gone.", "p p", "Oslo and Bergen is gone.", "c p"),
        ("Oslo (maybe) and Bergen are gone.", "h p", "Oslo (here) and Bergen are gone.", "c p"),
        ("And Bergen is gone.", "p", "And Bergen are gone.", "p"),
        ("Oslo but Bergen are gone.", "c p", "Not Oslo and Bergen are gone.", "d d"),
        ("Oslo and maybe Bergen.", "c h", "Oslo and Bergen, maybe.", "h h"),
        # After a time spent there.
        ("After your years in Oslo you chose Bergen.", "p c", "After your tears Oslo you chose Bergen.", "c c"),
        # Words of the past: by tense, by origin, before and behind.
        ("You lived in Oslo.", "p", "You live in Oslo.", "c"),
        ("You told me you lived in Oslo.", "c", "You lived in Oslo, you told me.", "p"),
        ("Maybe you lived in Oslo.", "h", "You lived in Oslo, maybe.", "p"),
        ("You used to say you would live in Oslo.", "p", "You never said you live in Oslo.", "d"),
        ("It isn't where you lived, Oslo.", "p", "It isn't the former Oslo.", "d"),
        ("It isn't certain, perhaps Oslo.", "h", "It isn't now Oslo.", "d"),
        ("If it rains, now Oslo.", "c", "If it rains now in Oslo.", "h"),
        ("If so: it is Oslo.", "c", "If so, or if it is Oslo.", "h"),
        ("Formerly elsewhere, and it is Oslo.", "c", "Formerly elsewhere in wet Oslo.", "p"),
        ("Perhaps: Oslo.", "c", "Perhaps Oslo.", "h"),
        ("You moved to Oslo two years ago.", "c", "You saw Oslo two years ago.", "p"),
        # Unknown, and another matter unknown.
        ("I'm not sure if it is Oslo.", "h", "I'm not sure which street, but it is Oslo.", "c"),
        ("I'm not sure which street, but I think it is Oslo.", "h", "I'm not sure, but it is Oslo.", "h"),
    ],
)
def test_a_rule_of_a_clause_and_its_counterpart(text: str, found: str, counterpart: str, other: str) -> None:
    assert (read(text), read(counterpart)) == (found, other)


@pytest.mark.parametrize(
    ("text", "domain", "found", "other"),
    [
        # For another domain, then for a city.
        ("You were born in Oslo.", LASTING, "c", "p"),
        ("You lived in Oslo.", LASTING, "c", "p"),
        ("Formerly Oslo.", LASTING, "p", "p"),
        ("Your former offer: Oslo.", OFFER, "c", "p"),
        ("Your former job: Oslo.", OFFER, "c", "p"),
        ("An offer from Oslo.", OFFER, "c", "h"),
        ("You avoid Oslo.", AVERSE, "c", "d"),
        ("It's not Oslo.", AVERSE, "d", "d"),
        ("No Oslo for you.", AVERSE, "c", "d"),
        # What the user no longer does is what they gave up; what others do not do is not.
        ("You don't see Oslo.", GIVEN_UP, "c", "d"),
        ("I can't see Oslo.", GIVEN_UP, "c", "d"),
        ("Well, you don't see Oslo.", GIVEN_UP, "c", "d"),
        ("They don't see Oslo.", GIVEN_UP, "c", "d"),
        ("It isn't Oslo.", GIVEN_UP, "d", "d"),
    ],
)
def test_a_rule_depends_on_the_attribute(text: str, domain: Domain, found: str, other: str) -> None:
    assert (read(text, domain), read(text)) == (found, other)


@pytest.mark.parametrize(
    ("text", "domain", "found"),
    [
        # A date by which or around which something is, unless the attribute is itself an end.
        ("It's on 20 June.", DATE, "c"),
        ("It's by 20 June.", DATE, "h"),
        ("It's by 20 June.", LEASE, "c"),
        ("It runs until 20 June.", LEASE, "c"),
        ("It's after 20 June.", LEASE, "h"),
        ("It's in the week of 20 June.", DATE, "h"),
        ("It's in the year of 20 June.", DATE, "c"),
        ("Not after 20 June.", DATE, "h"),
        # Plans and tenses are no doubt about dates, but a former date is one.
        ("You plan to move on 20 June.", DATE, "c"),
        ("You moved on 20 June.", DATE, "c"),
        ("Before, on 20 June.", DATE, "c"),
        ("Originally 20 June.", DATE, "p"),
        ("On 20 June before noon.", DATE, "c"),
        ("On 20 June next year.", DATE, "c"),
        ("On 20 June, formerly.", DATE, "p"),
        # Bounds of numbers.
        ("30 kilometres", RUN, "c"),
        ("Up to 30 kilometres", RUN, "h"),
        ("Up to now 30 kilometres", RUN, "c"),
        ("30 kilometres or more", RUN, "h"),
        ("30 kilometres or mere walks", RUN, "c"),
        ("between 30 and 40 kilometres", RUN, "h h"),
        ("both 30 and 40 kilometres", RUN, "c c"),
        ("30 to 40 kilometres", RUN, "c c"),
    ],
)
def test_dates_and_numbers(text: str, domain: Domain, found: str) -> None:
    assert read(text, domain) == found
