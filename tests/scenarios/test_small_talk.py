"""Exchanges of small talk: their files, their faults with file and line, and that no life repeats one."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from zoneinfo import available_timezones

import pytest

from regulars.data_faults import Fault
from regulars.errors import ConfigurationError
from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import ActKind
from regulars.scenarios.language.exchanges import (
    SmallTalk,
    SmallTalkOrder,
    TalkMoment,
    mean_length,
    read_exchanges,
    read_small_talk,
)
from regulars.scenarios.language.packs import Language
from regulars.scenarios.lint.small_talk import lint_small_talk
from regulars.scenarios.personas.sampling import small_talk_share
from regulars.scenarios.personas.tables import load_roots
from regulars.scenarios.suites import load_suite
from regulars.scenarios.time.southern_zones import southern_zones
from regulars.scenarios.world import Persona, Scenario
from regulars.seeding import SeedTree

ENGLISH, CHINESE = Language.load("english"), Language.load("chinese")
GOOD = """\
# Small talk on bread.
topic = "bread"
exchanges = [
    [
        "My bread is a brick [again].",
        'Any idea "why"?',
    ],
    ["One.", "Two.", "Three."],
]
"""


def read(folder: Path, text: str, **others: str) -> tuple[tuple[SmallTalk, ...], list[str]]:
    """The exchanges and the faults of a file about bread, and of files on other topics."""
    for topic, words in {"bread": text, **others}.items():
        (folder / f"x_{topic}.toml").write_text(words, "utf-8")
    files = {topic: folder / f"x_{topic}.toml" for topic in ("bread", *others)}
    found, faults = read_exchanges(files)  # type: ignore[arg-type]  # a path reads like a resource
    return found, [str(fault) for fault in faults]


def test_exchanges_have_ids_and_lines(tmp_path: Path) -> None:
    found, faults = read(tmp_path, GOOD)
    assert faults == []
    assert found == (
        SmallTalk("bread-1", ("My bread is a brick [again].", 'Any idea "why"?'), "x_bread.toml", (5, 6)),
        SmallTalk("bread-2", ("One.", "Two.", "Three."), "x_bread.toml", (8, 8, 8)),
    )
    assert found[0].place(1) == "bread-1, message 2"
    assert [found[0].line(at) for at in (0, 1, 2)] == [5, 6, 0]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("        'Any idea \"why\"?',\n", "", "x_bread.toml:4: bread-1: has 1 message; expected 2 to 3"),
        ('"Three."', '"Three.", "Four."', "x_bread.toml:8: bread-2: has 4 messages; expected 2 to 3"),
        ("'Any idea \"why\"?'", '" "', "x_bread.toml:6: bread-1, message 2: is empty"),
        ('"Two."', '""', "x_bread.toml:8: bread-2, message 2: is empty"),
        ('"Two."', "2", "x_bread.toml:8: bread-2: holds something else than texts"),
        ('"One."', '"Hi {name}."', "x_bread.toml:8: bread-2, message 1: has a slot, which nothing fills: 'Hi {name}.'"),
        ('"Two."', '"ONE. "', "x_bread.toml:8: bread-2, message 2: repeats bread-2, message 1"),
        ('"Two."', "'any idea  \"Why\"?'", "x_bread.toml:8: bread-2, message 2: repeats bread-1, message 2"),
        ('topic = "bread"', "", "x_bread.toml: topic: is missing or not a text"),
        ('topic = "bread"', 'topic = "bread"\nmood = "good"', "x_bread.toml:3: mood: unknown field"),
        ('["One.", "Two.", "Three."]', '"One."', "x_bread.toml:3: exchanges: is missing or not a list of lists"),
        ("exchanges = [", "exchanges = ", "x_bread.toml:3: is not valid TOML"),
    ],
)
def test_a_faulty_exchange_is_named_with_file_and_line(tmp_path: Path, old: str, new: str, fault: str) -> None:
    assert GOOD.count(old) == 1
    _, faults = read(tmp_path, GOOD.replace(old, new))
    assert len(faults) == 1
    assert faults[0].startswith(fault)


def test_an_exchange_that_stands_twice_is_named_with_both_places(tmp_path: Path) -> None:
    again = 'topic = "oats"\nexchanges = [\n    ["Fine.", "Good."],\n    ["one.", "two.", "three."],\n]\n'
    _, faults = read(tmp_path, GOOD, oats=again)
    assert faults == ["x_oats.toml:4: oats-2: repeats bread-2 (x_bread.toml:8)"]


def test_a_pack_has_files_of_exchanges_or_single_lines() -> None:
    single, faults = read_small_talk("chinese", ("Hm.", "Oh."))
    assert single == (SmallTalk("1", ("Hm.",)), SmallTalk("2", ("Oh.",)))
    assert faults == []
    where = ("english.toml", 0, "phrases, small_talk")
    assert read_small_talk("english", ("Hm.",))[1] == [
        Fault(*where, "stands beside files of exchanges; expected one of the two")
    ]
    assert read_small_talk("klingon") == (
        (),
        [Fault("klingon.toml", *where[1:], "is missing, and so are files of exchanges; expected one of the two")],
    )


def test_the_english_pack_has_600_exchanges_of_several_messages() -> None:
    assert len(ENGLISH.small_talk) == 600
    assert {len(one.messages) for one in ENGLISH.small_talk.values()} == {2, 3}
    assert [one.messages for one in CHINESE.small_talk.values()] == [
        (line,) for line in CHINESE.lines("phrases", "small_talk")
    ]


# ---------------------------------------------------------------- what a message must not hold


def linted(exchange: SmallTalk) -> list[Fault]:
    """The faults of the English pack with that exchange alone."""
    pack = SimpleNamespace(
        small_talk={exchange.id: exchange},
        ontology=ENGLISH.ontology,
        recognition=ENGLISH.recognition,
        asked_attribute=ENGLISH.asked_attribute,
    )
    return lint_small_talk(pack)  # type: ignore[arg-type]  # the parts of a pack that the linter reads


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        ("It snows in Bergen.", "holds 'bergen', a value of home_city: 'It snows in Bergen.'"),
        ("It took two hours.", "holds a number with the unit of screen_time: 'It took two hours.'"),
        ("See you tomorrow.", "names a day to come: 'See you tomorrow.'"),
        ("Which city do I live in?", "is recognised as a question about home_city: 'Which city do I live in?'"),
    ],
)
def test_a_message_that_touches_a_life_is_named_with_file_and_line(message: str, fault: str) -> None:
    assert linted(SmallTalk("a-1", ("Hm.", message), "e.toml", (4, 5))) == [Fault("e.toml", 5, "a-1, message 2", fault)]


def test_a_message_that_tells_a_value_is_read() -> None:
    line = ENGLISH.ontology.attribute("home_city").phrases["tell"][0].replace("{value}", "Bergen")
    assert [fault.message for fault in linted(SmallTalk("a-1", ("Hm.", line), "e.toml", (4, 5)))] == [
        f"holds 'bergen', a value of home_city: {line!r}",
        f"is read as a disclosure of home_city: {line!r}",
    ]


def test_the_small_talk_of_the_english_pack_touches_no_life() -> None:
    assert lint_small_talk(ENGLISH) == []


# ---------------------------------------------------------------- lives


def taken(scenario: Scenario) -> list[str]:
    return [act.other for session in scenario.sessions for act in session.agenda if act.kind is ActKind.SMALL_TALK]


def test_all_exchanges_come_once_before_any_comes_again() -> None:
    exchanges = [SmallTalk(f"a-{number}", ("Hm.", "Oh.")) for number in range(5)]
    order = SmallTalkOrder(exchanges, SeedTree(3).draws())
    ids = [order.take(TalkMoment()).id for _ in range(12)]
    assert len(set(ids[:5])) == 5
    assert sorted(ids[5:10]) == sorted(ids[:5])
    again = SmallTalkOrder(exchanges, SeedTree(3).draws())
    assert [again.take(TalkMoment()).id for _ in range(12)] == ids
    assert order.length == 2
    other = SmallTalkOrder(exchanges, SeedTree(4).draws())
    assert [other.take(TalkMoment()).id for _ in range(5)] != ids[:5]


def test_nobody_says_what_speaks_against_a_trait_of_theirs() -> None:
    exchanges = [
        SmallTalk("a-1", ("Hm.", "Oh."), against=frozenset({"earnest"})),
        SmallTalk("a-2", ("Ah.", "So."), against=frozenset({"playful", "patient"})),
        SmallTalk("a-3", ("Well.", "Yes.")),
    ]
    order = SmallTalkOrder(exchanges, SeedTree(3).draws())
    first = [order.take(TalkMoment(["earnest"])).id for _ in range(2)]
    assert sorted(first) == ["a-2", "a-3"]
    # a-1 is left; whoever may say it does so before anything comes again.
    assert order.take(TalkMoment(["playful"])).id == "a-1"
    assert {order.take(TalkMoment(["playful"])).id for _ in range(2)} == {"a-1", "a-3"}
    with pytest.raises(ConfigurationError, match="suits month 1, 12 o'clock and the traits earnest, patient"):
        SmallTalkOrder(exchanges[:2], SeedTree(3).draws()).take(TalkMoment(["earnest", "patient"]))


def test_a_file_says_against_which_traits_its_exchanges_speak(tmp_path: Path) -> None:
    found, faults = read(tmp_path, GOOD + "[against]\nearnest = [2]\nplayful = [1, 2]\n")
    assert faults == []
    assert [one.against for one in found] == [{"playful"}, {"earnest", "playful"}]


@pytest.mark.parametrize("numbers", ["[3]", "[0]", "[true]", '["bread-1"]', "2"])
def test_a_trait_with_an_exchange_that_does_not_exist_is_named(tmp_path: Path, numbers: str) -> None:
    _, faults = read(tmp_path, GOOD + f"[against]\nearnest = {numbers}\n")
    assert faults == ["x_bread.toml:11: against, earnest: is not a list of numbers of exchanges; expected 1 to 2"]


def test_a_file_says_in_which_months_its_exchanges_suit(tmp_path: Path) -> None:
    found, faults = read(tmp_path, GOOD + "[months]\n2 = [12, 1]\n")
    assert faults == []
    assert [one.months for one in found] == [frozenset(), {12, 1}]
    order = SmallTalkOrder(found, SeedTree(3).draws())
    assert {order.take(TalkMoment(month=6)).id for _ in range(3)} == {"bread-1"}
    assert order.take(TalkMoment(month=12)).id == "bread-2"


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("3 = [1]", "months, 3: is not the number of an exchange; expected 1 to 2"),
        ("snow = [1]", "months, snow: is not the number of an exchange; expected 1 to 2"),
        ("2 = [13]", "months, 2: is not a list of months; expected 1 to 12"),
        ("2 = [0]", "months, 2: is not a list of months; expected 1 to 12"),
        ("2 = []", "months, 2: is not a list of months; expected 1 to 12"),
        ("2 = 5", "months, 2: is not a list of months; expected 1 to 12"),
    ],
)
def test_months_that_do_not_exist_are_named(tmp_path: Path, line: str, fault: str) -> None:
    assert read(tmp_path, GOOD + f"[months]\n{line}\n")[1] == [f"x_bread.toml:11: {fault}"]


def test_a_trait_that_does_not_exist_is_named() -> None:
    exchange = SmallTalk("a-1", ("Hm.", "Oh."), "e.toml", (4, 5), frozenset({"earnets"}))
    assert linted(exchange) == [
        Fault("e.toml", 4, "a-1", "speaks against the trait 'earnets'; did you mean 'earnest'?")
    ]


def test_a_file_says_at_which_hours_its_exchanges_can_be_said(tmp_path: Path) -> None:
    found, faults = read(tmp_path, GOOD + '[hours]\n"0-2" = [2]\n"21-24" = [2]\n')
    assert faults == []
    assert [one.hours for one in found] == [frozenset(), {0, 1, 21, 22, 23}]
    order = SmallTalkOrder(found, SeedTree(3).draws())
    assert {order.take(TalkMoment(hour=20)).id for _ in range(3)} == {"bread-1"}
    assert order.take(TalkMoment(hour=21)).id == "bread-2"


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("morning = [1]", "hours, morning: is not a window of hours; expected one such as 12-24"),
        ('"12-25" = [1]', "hours, 12-25: is not a window of hours; expected one such as 12-24"),
        ('"12-24" = [3]', "hours, 12-24: is not a list of numbers of exchanges; expected 1 to 2"),
    ],
)
def test_hours_that_do_not_exist_are_named(tmp_path: Path, line: str, fault: str) -> None:
    assert read(tmp_path, GOOD + f"[hours]\n{line}\n")[1] == [f"x_bread.toml:11: {fault}"]


def test_people_south_of_the_equator_say_nothing_that_is_bound_to_a_season() -> None:
    start = datetime(2025, 1, 8, 9, 30, tzinfo=UTC)
    assert TalkMoment.of(Persona(zone="Europe/Oslo", traits=("patient",)), start) == TalkMoment(("patient",), 1, 9)
    snow = SmallTalk("a-1", ("It snowed.", "Oh."), months=frozenset(range(1, 13)))
    for zone, suits in (("Europe/Oslo", True), ("Australia/Sydney", False), ("America/Santiago", False)):
        assert snow.suits(TalkMoment.of(Persona(zone=zone), start)) is suits


def test_the_zones_of_the_south_exist_and_the_regions_of_personas_use_them() -> None:
    assert southern_zones() <= available_timezones()
    used = {zone for root in load_roots().values() for zone in root.zones} & southern_zones()
    assert {"Africa/Johannesburg", "America/Santiago", "Australia/Sydney", "Pacific/Auckland"} <= used
    assert not used & {"Asia/Singapore", "America/Bogota", "Africa/Addis_Ababa", "Pacific/Honolulu"}


def test_at_each_hour_most_small_talk_can_be_said() -> None:
    for hour in range(24):
        left = sum(one.suits(TalkMoment(month=0, hour=hour)) for one in ENGLISH.small_talk.values())
        assert left > len(ENGLISH.small_talk) / 2


def test_everybody_in_hard_says_what_suits_their_traits_the_season_and_the_hour() -> None:
    said = 0
    for scenario in load_suite("hard").generate():
        personas = {person.id: person.persona for person in scenario.persons}
        for session in scenario.sessions:
            moment = TalkMoment.of(personas[session.person], session.start)
            for act in session.agenda:
                if act.kind is ActKind.SMALL_TALK:
                    said += 1
                    assert ENGLISH.small_talk[act.other].suits(moment)
    assert said


def test_the_mean_length_of_exchanges_is_the_packs_own() -> None:
    exchanges = [SmallTalk("a-1", ("Hm.", "Oh.")), SmallTalk("a-2", ("Ah.", "So.", "Well."))]
    assert (mean_length(exchanges), mean_length([])) == (2.5, 0)
    assert SmallTalkOrder(exchanges, SeedTree(3).draws()).length == 2.5
    for name in ("english", "chinese"):
        pack = Language.load(name)
        counts = [len(one.messages) for one in pack.small_talk.values()]
        assert pack.exchange_length == sum(counts) / len(counts)


def test_no_life_of_core_repeats_small_talk_not_even_between_its_people() -> None:
    crowded = 0
    for scenario in load_suite("core").generate():
        ids = taken(scenario)
        assert len(ids) == len(set(ids))
        talks = any(small_talk_share(person.persona) > 0 for person in scenario.persons)
        assert (len(ids) > 0) is talks
        assert set(ids) <= set(ENGLISH.small_talk)
        crowded += len(scenario.persons) > 1
    assert crowded


def test_a_long_life_takes_all_small_talk_once_before_any_comes_again() -> None:
    ids = taken(generate(5, sessions=60, language="chinese"))
    count = len(CHINESE.small_talk)
    assert len(ids) > count
    assert len(set(ids[:count])) == count
    assert max(Counter(ids).values()) == 2


def test_the_rounds_of_a_session_suffice_for_its_small_talk() -> None:
    scenario = generate(5, sessions=8, personas=True)
    for session in scenario.sessions:
        further = sum(
            len(ENGLISH.small_talk[act.other].messages) - 1 for act in session.agenda if act.kind is ActKind.SMALL_TALK
        )
        assert session.rounds >= len(session.agenda) + further


def test_an_agenda_written_before_small_talk_had_names_is_kept() -> None:
    scenario = generate(5, sessions=2)
    (first, *rest) = scenario.sessions
    agenda = tuple(replace(act, other="") if act.kind is ActKind.SMALL_TALK else act for act in first.agenda)
    old = replace(scenario, sessions=(replace(first, agenda=agenda), *rest))
    assert "unknown-small-talk" not in {problem.code for problem in validate_scenario(old, ENGLISH.ontology)}


def test_small_talk_states_no_dislike_that_a_question_could_mean() -> None:
    dislike = re.compile(r"\bI (?:just |really |only |also )?(?:hate|can't stand|dislike)\b", re.IGNORECASE)
    told = [message for exchange in ENGLISH.small_talk.values() for message in exchange.messages]
    assert len(told) > 300
    assert not [message for message in told if dislike.search(message)]
