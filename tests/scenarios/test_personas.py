"""Personas: joint draws without absurd combinations, tastes that nobody can please at once, files, hours and zones."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise, product
from zoneinfo import ZoneInfo, available_timezones

import pytest

from regulars.calendar_text import find_dates
from regulars.errors import ConfigurationError, DataError
from regulars.number_text import find_numbers
from regulars.scenarios.dials import LEAST_OPEN
from regulars.scenarios.generator import generate
from regulars.scenarios.ontology.attributes import first_names, load_ontology
from regulars.scenarios.personas.impossible import barred, clashes, load_impossible
from regulars.scenarios.personas.sampling import (
    candour_shift,
    draw_names,
    draw_persona,
    draw_personas,
    profile,
    read_personas,
    small_talk_share,
    utility,
)
from regulars.scenarios.personas.tables import (
    load_roots,
    load_stages,
    load_traits,
    load_voices,
    window_hours,
)
from regulars.scenarios.personas.tastes import contradicting, favoured, taste_weights
from regulars.scenarios.planning.sittings import BUDGET, HOLIDAYS, moments_between, plan_sittings
from regulars.scenarios.rules.standing import load_rules
from regulars.scenarios.streams.blocks import generate_stream
from regulars.scenarios.world import Mode, Persona, Style
from regulars.seeding import SeedTree
from regulars.values import ValueType, find_values

NODE = SeedTree(2025)
NAMES = draw_names(NODE, 1000)
PERSONAS = [draw_persona(NODE.child("person", index), name=name) for index, name in enumerate(NAMES)]
RULES = load_rules()
SETTINGS = {setting.id: setting for kind in RULES.values() for setting in kind.settings.values()}
START = datetime(2025, 1, 6, tzinfo=UTC)
GOLDEN = [
    "2025-01-08T19:02:00+00:00",
    "2025-01-09T07:13:00+00:00",
    "2025-01-12T07:25:00+00:00",
    "2025-01-16T20:39:00+00:00",
]
"""Sittings that were planned before there were personas."""


def values_in(text):
    """Values of term attributes that a text names."""
    terms = (attribute for attribute in load_ontology() if attribute.type is ValueType.TERM)
    return [(a.name, mention.value) for a in terms for mention in find_values(text, a.domain)]


# ---------------------------------------------------------------------- who there is


def test_a_thousand_personas_without_a_repeat():
    assert len({(name, profile(persona)) for name, persona in zip(NAMES, PERSONAS, strict=True)}) == 1000
    assert len(set(NAMES)) == 1000
    assert len({profile(persona) for persona in PERSONAS}) > 990


def test_a_thousand_people_in_ten_seconds_of_whom_no_two_are_alike():
    names = draw_names(SeedTree(4), 1000)
    started = datetime.now(UTC)
    people = draw_personas([SeedTree(4).child("person", number) for number in range(1000)], names)
    assert datetime.now(UTC) - started < timedelta(seconds=10)
    assert len(set(names)) == len({profile(persona) for persona in people}) == 1000
    assert len({persona.notes.replace(name, "") for name, persona in zip(names, people, strict=True)}) > 990


def test_who_would_be_like_another_is_drawn_again():
    node = SeedTree(3).child("person")
    one, other = draw_personas([node, node], ["Ingrid", "Ingrid"])
    assert one == draw_persona(node, name="Ingrid")
    assert profile(other) != profile(one)


def test_the_same_node_draws_the_same_person():
    again = [draw_persona(NODE.child("person", index), name=name) for index, name in enumerate(NAMES[:20])]
    assert again == PERSONAS[:20]
    assert draw_names(NODE, 20) == NAMES[:20]
    assert draw_names(SeedTree(1), 20) != NAMES[:20]


def test_names_repeat_only_when_all_have_been_given():
    everybody = {*first_names(), *(name for root in load_roots().values() for name in root.names)}
    assert len(everybody - set(first_names())) >= 900
    names = draw_names(NODE, len(everybody) + 10)
    assert len(set(names[: len(everybody)])) == len(everybody)


def test_no_name_is_a_value_a_date_or_a_number():
    names = "\n".join(name for root in load_roots().values() for name in root.names)
    assert values_in(names) == []
    assert not find_dates(names)
    assert not find_numbers(names)
    assert not [name for name in names.split("\n") if not re.fullmatch(r"[A-Z][a-z]{2,}", name)]


def test_no_absurd_combinations():
    traits, stages = load_traits(), load_stages()
    for persona in PERSONAS:
        stage = stages[persona.stage]
        assert 2 <= len(set(persona.traits)) == len(persona.traits) <= 4
        for one in persona.traits:
            assert not traits[one].opposites & set(persona.traits), persona
            assert one not in stage.barred
            assert traits[one].suits(persona.windows)
        of_households = [windows for home in stage.households.values() for windows in home.windows]
        assert persona.windows in (*stage.windows, *of_households)
        if "taciturn" in persona.traits:
            assert persona.style.length != "long"
        if "formal" in persona.traits:
            assert persona.style.formality != "casual"
        if "early_riser" in persona.traits:
            assert window_hours(persona.windows[0])[0] <= 9
        if "night_owl" in persona.traits:
            assert min(window_hours(window)[0] for window in persona.windows) >= 16
        if persona.stage == "retired":
            assert all(window_hours(window)[1] <= 21 for window in persona.windows)
            assert "children" not in persona.notes.replace("grandchildren", "")
        if persona.stage == "study":
            assert "grandchildren" not in persona.notes
            assert "retired" not in persona.notes
        assert set(persona.style.markers) <= set(load_voices().by_formality[persona.style.formality].markers)


def test_nobody_drawn_is_what_the_table_calls_impossible():
    assert len(load_impossible()) >= 40
    for seed in range(2):
        for number, name in enumerate(draw_names(SeedTree(seed), 1000)):
            persona = draw_persona(SeedTree(seed).child("possible", number), name=name)
            assert clashes(persona) == [], persona


def test_each_impossible_pair_could_be_drawn_without_the_table():
    """Each has its two sides in one stage of life, or the table holds what nobody needs."""
    for pair in load_impossible():
        places = []
        for sort, value in (pair.one, pair.other):
            found = set()
            for stage in load_stages().values():
                homes = stage.households.values()
                of = {
                    "role": stage.roles,
                    "home": [text for home in homes for text in home.text],
                    "pride": stage.prides,
                    "context": [*stage.contexts, *(context for home in homes for context in home.contexts)],
                    "trait": set(load_traits()) - stage.barred,
                    "window": [" ".join(one) for holder in (stage, *homes) for one in holder.windows],
                }
                found |= {stage.name} if value in of[sort] else set()
            places.append(found)
        assert places[0] & places[1], pair


def test_notes_with_an_impossible_pair_are_found():
    noted = "Ada has retired early and has no regrets and lives alone. Ada is proud of a lifetime of honest work."
    (clash,) = clashes(Persona(notes=noted))
    assert "retired early" in clash
    assert clashes(Persona(notes=noted.replace("early and has no regrets", "and is busier than ever"))) == []


def test_somebody_can_be_drawn_whatever_came_before():
    """With any home, hours and traits a role, then a pride, then a context are left."""
    for stage in load_stages().values():
        traits = [("trait", trait) for trait in load_traits() if trait not in stage.barred]
        for home in stage.households.values():
            for text in home.text:
                for window in home.windows or stage.windows:
                    known = [("window", " ".join(window)), ("home", text), *traits]
                    roles = set(stage.roles) - barred("role", known)
                    assert roles
                    for role in roles:
                        prides = set(stage.prides) - barred("pride", [*known, ("role", role)])
                        assert prides
                        for pride in prides:
                            all_known = [*known, ("role", role), ("pride", pride)]
                            assert {*stage.contexts, *home.contexts} - barred("context", all_known)


def test_small_talk_follows_the_persona():
    shares = {}
    for seed in range(30):
        (person,) = (scenario := generate(seed, sessions=6, personas=True, projects=1)).persons
        kinds = [act.kind for session in scenario.sessions for act in session.agenda[1:-1]]
        shares[seed] = small_talk_share(person.persona), kinds.count("small_talk") / len(kinds)
    for wanted, found in shares.values():
        assert abs(found - wanted) < 0.1 or found > 0.3
    talkative = [found for wanted, found in shares.values() if wanted >= 0.35]
    taciturn = [found for wanted, found in shares.values() if wanted <= 0.1]
    assert min(talkative) > max(taciturn)


def test_nobody_has_a_rule_against_their_own_taste():
    wished = 0
    for seed in range(40):
        for person in generate(seed, users=2, sessions=4, personas=True, rules=5).persons:
            for rule in person.rules:
                assert contradicting(person.persona.tastes, f"{rule.kind}.{rule.setting}") == []
            wished += len(person.rules)
    assert wished == 400


def test_a_cohorts_rule_is_no_persons_distaste():
    stream = generate_stream(1, blocks=2, people=2, cohorts=1, sessions=4, rho=1.0, personas=True)
    people = [person for _, scenario in stream.scenarios() for person in scenario.persons]
    rules = [(person, rule) for person in people for rule in person.rules if rule.kind in RULES]
    assert len(rules) > 10
    for person, rule in rules:
        assert contradicting(person.persona.tastes, f"{rule.kind}.{rule.setting}") == []


def test_typing_errors_are_a_dial_that_is_off_by_default():
    assert {p.persona.style.typos for p in generate(1, users=2, sessions=4, personas=True).persons} == {0.0}
    for personas in (True, False):
        people = generate(1, users=2, sessions=4, personas=personas, typos=0.1).persons
        assert {person.persona.style.typos for person in people} == {0.1}
    with pytest.raises(ConfigurationError, match="typos is 2"):
        generate(1, typos=2)


def test_traits_have_their_consequences():
    def mean(field, trait):
        found = [getattr(persona, field) for persona in PERSONAS if trait in persona.traits]
        assert len(found) > 20
        return sum(found) / len(found)

    for field, more, less in (
        ("patience", "patient", "impatient"),
        ("candour", "open_hearted", "guarded"),
        ("thinking", "thorough", "hasty"),
        ("reading", "thorough", "hasty"),
    ):
        assert mean(field, more) > 1.2 * mean(field, less)
    talk = {name: [small_talk_share(p) for p in PERSONAS if name in p.traits] for name in ("talkative", "taciturn")}
    assert min(talk["talkative"]) > max(talk["taciturn"])
    for persona in PERSONAS:
        assert 0.4 <= persona.patience <= 1.8
        assert 0.05 <= persona.candour <= 0.95
        assert 2 < persona.reading < 40
        assert 3 < persona.thinking < 90
        assert persona.style.typos == 0


def test_every_stage_trait_and_region_occurs():
    assert {persona.stage for persona in PERSONAS} == set(load_stages())
    assert {trait for persona in PERSONAS for trait in persona.traits} == set(load_traits())
    assert len(load_traits()) >= 14
    zones = {persona.zone for persona in PERSONAS}
    assert len(zones) >= 60
    assert zones <= available_timezones()
    offsets = {ZoneInfo(zone).utcoffset(datetime(2025, 7, 1)) for zone in zones}  # noqa: DTZ001  # asks the zone
    assert any(offset.total_seconds() % 3600 == 1800 for offset in offsets)


def test_people_mostly_live_where_their_name_is_common():
    homes = {name: root for root in load_roots().values() for name in root.names}
    known = [(homes[name], p) for name, p in zip(NAMES, PERSONAS, strict=True) if name in homes]
    assert 0.8 < sum(p.zone in root.zones for root, p in known) / len(known) < 0.95


def test_notes_are_a_few_sentences_without_values_or_figures():
    stages, traits = load_stages(), load_traits()
    fragments = [text for stage in stages.values() for text in (*stage.roles, *stage.prides, *stage.contexts)]
    homes = [home for stage in stages.values() for home in stage.households.values()]
    fragments += [text for home in homes for text in (*home.text, *home.contexts)]
    fragments += [trait.note for trait in traits.values()]
    whole = ".\n".join(fragments)
    assert values_in(whole) == []
    assert not find_dates(whole)
    assert not find_numbers(whole)
    for name, persona in zip(NAMES, PERSONAS, strict=True):
        assert persona.notes.count(name) >= 3
        assert 2 <= len(re.findall(r"[.](?: |$)", persona.notes)) <= 4
        assert "  " not in persona.notes


def test_drawing_is_fast():
    started = datetime.now(UTC)
    for index in range(200):
        draw_persona(NODE.child("fast", index), name=NAMES[index])
    assert (datetime.now(UTC) - started) / 200 < timedelta(milliseconds=3)


# ---------------------------------------------------------------------- tastes


def best_constant(personas):
    """The greatest mean utility of one assignment for all, conflicts between settings left out of account.

    Utility adds up over knobs, so that the best setting of each knob can be found by itself: no search is needed, and
    nothing that a policy can do for everybody alike is better.
    """
    gains = {}
    for persona in personas:
        weights = taste_weights(persona.tastes)
        possible = sum(max(0, *ws.values()) - min(0, *ws.values()) for ws in weights.values())
        for knob, settings in weights.items():
            low = min(0, *settings.values())
            for setting in ("", *RULES[knob].settings):
                gain = (settings.get(setting, 0) - low) / possible
                gains.setdefault(knob, {}).setdefault(setting, []).append((persona, gain))
    chosen = {}
    for knob, settings in gains.items():
        chosen[knob] = max(settings, key=lambda setting: sum(gain for _, gain in settings[setting]))
    return chosen, sum(utility(persona, chosen) for persona in personas) / len(personas)


def test_no_one_policy_pleases_all():
    people = PERSONAS[:200]
    optimum = sum(utility(persona, favoured(persona.tastes)) for persona in people) / len(people)
    _, constant = best_constant(people)
    assert optimum == pytest.approx(1)
    assert constant < optimum - 0.05
    assert optimum - constant > 0.15


def test_the_best_for_all_cannot_be_bettered_knob_by_knob():
    people = PERSONAS[:60]
    chosen, constant = best_constant(people)
    for knob in chosen:
        for setting in ("", *RULES[knob].settings):
            other = sum(utility(persona, chosen | {knob: setting}) for persona in people) / len(people)
            assert other <= constant + 1e-9


def test_utility_lies_between_nought_and_one_and_favours_what_is_liked():
    for persona in PERSONAS[:200]:
        weights = taste_weights(persona.tastes)
        worst = {knob: min(["", *ws], key=lambda s, ws=ws: ws.get(s, 0)) for knob, ws in weights.items()}
        assert utility(persona, worst) == pytest.approx(0)
        assert 0 <= utility(persona, {}) < 1
        assert utility(persona, favoured(persona.tastes)) == pytest.approx(1)
    assert utility(Persona(), {"length": "one_sentence"}) == 1


def test_tastes_name_settings_that_can_be_kept_together():
    for persona in PERSONAS:
        assert len(taste_weights(persona.tastes)) >= 6
        for name, weight in persona.tastes.items():
            assert name in SETTINGS
            assert re.fullmatch(r"-?[01]\.\d\d", weight)
            assert 0 < abs(float(weight)) <= 1
        liked = {name for name, weight in persona.tastes.items() if float(weight) > 0}
        assert not any(SETTINGS[name].conflicts & liked for name in liked)


# ---------------------------------------------------------------------- candour


MIXES = [
    {Mode.OPEN: 0.6, Mode.ASKED: 0.2, Mode.TRUSTED: 0.2},
    {Mode.OPEN: 0.4, Mode.ASKED: 0.15, Mode.TRUSTED: 0.15, Mode.RELEVANT: 0.3},
    {Mode.OPEN: 1.0, Mode.ASKED: 0.0, Mode.TRUSTED: 0.0},
    {Mode.OPEN: 1.0},
]


@pytest.mark.parametrize("modes", MIXES)
def test_candour_tilts_the_modes_and_keeps_the_least_share_open(modes):
    before = 0.0
    for hundredths in range(0, 101, 5):
        shares = candour_shift(modes, hundredths / 100)
        assert list(shares) == list(modes)
        assert sum(shares.values()) == pytest.approx(1, abs=1e-12)
        assert min(shares.values()) >= 0
        assert LEAST_OPEN - 1e-9 <= before - 1e-9 <= shares[Mode.OPEN] or not before
        before = shares[Mode.OPEN]
    assert candour_shift(modes, 0.5) == modes


def test_candour_moves_half_of_what_can_be_moved():
    modes = MIXES[0]
    assert candour_shift(modes, 0.0)[Mode.OPEN] == pytest.approx(0.5)
    assert candour_shift(modes, 1.0) == pytest.approx({Mode.OPEN: 0.8, Mode.ASKED: 0.1, Mode.TRUSTED: 0.1})


# ---------------------------------------------------------------------- hours, zones, holidays


def planned(seed, personas, sessions, start=START):
    return plan_sittings(SeedTree(seed), len(personas), sessions, start, personas)


@pytest.mark.parametrize("seed", range(6))
def test_sittings_fall_into_windows_of_local_time(seed):
    people = PERSONAS[seed * 5 : seed * 5 + 5]
    sittings = planned(seed, people, 120)
    assert [sitting.index for sitting in sittings] == list(range(120))
    for sitting in sittings:
        persona = people[sitting.person]
        local = sitting.start.astimezone(ZoneInfo(persona.zone))
        assert local.replace(tzinfo=None) == sitting.start.replace(tzinfo=None)
        assert local.utcoffset() == sitting.start.utcoffset()
        minutes = 60 * local.hour + local.minute
        hours = [window_hours(window) for window in persona.windows]
        assert any(60 * first <= minutes <= 60 * last - 30 for first, last in hours)
        assert (local.month, local.day) not in HOLIDAYS
    for one, other in pairwise(sittings):
        assert other.start - one.start > BUDGET
        assert other.start.date() > one.start.date()
    assert sittings[0].start >= START
    places = [[s.place for s in sittings if s.person == person] for person in range(5)]
    assert all(found == list(range(24)) for found in places)
    moments = moments_between(SeedTree(seed), sittings)
    for moment, (one, other) in zip(moments, pairwise(sittings), strict=False):
        assert one.start + BUDGET < moment < other.start


def test_nobody_overlaps_across_the_date_line():
    people = [
        Persona(zone=zone, windows=("7-9",))
        for zone in ("Pacific/Auckland", "Pacific/Honolulu", "Asia/Kathmandu", "America/St_Johns")
    ]
    for seed in range(20):
        sittings = planned(seed, people, 80)
        assert all(other.start - one.start > BUDGET for one, other in pairwise(sittings))


@pytest.mark.parametrize("zone", ["Europe/Oslo", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca"])
def test_no_sitting_at_an_hour_that_the_clock_skips_or_repeats(zone):
    people = [Persona(zone=zone, windows=("0-4",))]
    for sitting in planned(3, people, 400):
        for around in (sitting.start, sitting.start + BUDGET):
            there = around.astimezone(UTC).astimezone(ZoneInfo(zone))
            assert there.utcoffset() == sitting.start.utcoffset()
            assert there.replace(fold=1).utcoffset() == there.replace(fold=0).utcoffset()


def test_nobody_comes_on_a_holiday():
    people = [Persona(zone=zone, windows=("8-20",)) for zone in ("Asia/Tokyo", "America/Lima")]
    days = set()
    for seed in range(60):
        for sitting in planned(seed, people, 12, datetime(2025, 12, 12, tzinfo=UTC)):
            days.add((sitting.start.month, sitting.start.day))
    assert not days & HOLIDAYS
    assert {(12, 24), (12, 26), (12, 31), (1, 2)} <= days


def test_weekends_differ_by_stage():
    def share(stage):
        sittings = planned(1, [Persona(stage=stage, windows=("10-12",))], 600)
        return sum(sitting.start.weekday() >= 5 for sitting in sittings) / 600

    assert share("family") < share("retired")


def test_without_personas_the_calendar_is_as_it_was():
    sittings = plan_sittings(SeedTree(7), 2, 4, START)
    assert sittings == plan_sittings(SeedTree(7), 2, 4, START, None)
    assert [sitting.start.isoformat() for sitting in sittings] == GOLDEN


def test_personas_without_windows_have_hours_all_the_same():
    assert len(planned(1, [Persona(), Persona()], 10)) == 10


@pytest.mark.parametrize("fields", [{"zone": "Mars/Olympus"}, {"zone": "../etc"}, {"windows": ("morning",)}])
def test_an_unknown_zone_or_window_is_reported(fields):
    persona = Persona(**fields)
    with pytest.raises(ConfigurationError, match=r"Persona\.(zone|windows)"):
        planned(1, [persona], 3)


# ---------------------------------------------------------------------- files

YAML = """\
personas:
  - name: Ada
    stage: retired
    traits: [talkative, warm]
    zone: Europe/Oslo
    windows: ["9-12"]
    style: {length: long, formality: plain, markers: ["To be honest."], typos: 0.1}
    patience: 1.5
    notes: Ada chairs a club.
    tastes: {length.at_least_three: -0.25}
  - name: Emre
    traits:
      - brisk
"""
TOML = """\
[[personas]]
name = "Ada"
stage = "retired"
traits = ["talkative", "warm"]
zone = "Europe/Oslo"
windows = ["9-12"]
patience = 1.5
notes = "Ada chairs a club."
tastes = { "length.at_least_three" = -0.25 }

[personas.style]
length = "long"
formality = "plain"
markers = ["To be honest."]
typos = 0.1

[[personas]]
name = "Emre"
traits = ["brisk"]
"""
PEOPLE = [
    {
        "name": "Ada", "stage": "retired", "traits": ["talkative", "warm"], "zone": "Europe/Oslo", "windows": ["9-12"],
        "style": {"length": "long", "formality": "plain", "markers": ["To be honest."], "typos": 0.1},
        "patience": 1.5, "notes": "Ada chairs a club.", "tastes": {"length.at_least_three": -0.25},
    },
    {"name": "Emre", "traits": ["brisk"]},
]  # fmt: skip


def written(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("people.yaml", YAML),
        ("people.YML", YAML),
        ("people.toml", TOML),
        ("people.json", json.dumps(PEOPLE)),
        ("people.json", json.dumps({"personas": PEOPLE}, indent="\t")),
    ],
)
def test_personas_are_read_from_a_file(tmp_path, name, text):
    (ada, first), (emre, second) = read_personas(written(tmp_path, name, text))
    assert (ada, emre) == ("Ada", "Emre")
    assert first.style == Style("long", "plain", ("To be honest.",), 0.1)
    assert (first.stage, first.zone, first.windows, first.patience) == ("retired", "Europe/Oslo", ("9-12",), 1.5)
    assert first.candour == pytest.approx(0.75)
    assert first.tastes["length.at_least_three"] == "-0.25"
    assert first.tastes["greeting.wanted"] == "0.60"
    assert second.thinking == pytest.approx(16)
    assert second.notes == "Emre has no use for ceremony."
    assert second.zone == "UTC"


def test_all_faults_are_listed_with_file_and_line(tmp_path):
    text = """\
personas:
  - name: Ada
    stage: retried
    traits: [talkative, taciturn, funny]
    zone: Europe/Olso
  - nmae: Bob
    windows: ["morning"]
    patience: lots
    candour: 1.5
    style:
      length: longish
      markers: ["Did you know?"]
    tastes:
      emoji.plenty: 1
      emoji.wanted: 3
  - name: Ina
    stage: retired
    traits: [impatient, night_owl]
    windows: ["7-9"]
    patience: 1
    patience: 2
"""
    with pytest.raises(DataError) as caught:
        read_personas(written(tmp_path, "people.yaml", text))
    assert "stands twice" in str(caught.value)
    with pytest.raises(DataError) as caught:
        read_personas(written(tmp_path, "people.yaml", text.replace("    patience: 1\n", "")))
    message = str(caught.value)
    for line, words in (
        (3, "'retried' is none of study, early_career"),
        (4, "'taciturn' does not go with 'talkative'"),
        (4, "'funny' is no trait"),
        (5, "'Europe/Olso' is no IANA zone; did you mean 'Europe/Oslo'"),
        (6, "unknown field; did you mean 'name'"),
        (6, "is missing or empty"),
        (7, "'morning' is no window; expected first and last hour, such as 7-10"),
        (8, "'lots'; expected a number from 0.05 to 10"),
        (9, "1.5; expected a number from 0 to 1"),
        (11, "'longish' is none of short, plain, long"),
        (12, "'Did you know?' asks"),
        (14, "emoji.plenty: is no setting of a knob; did you mean 'emoji.wanted'"),
        (15, "3; expected a number from -1 to 1"),
        (18, "'impatient' does not go with the stage 'retired'"),
        (19, "7-9 does not go with the trait 'night_owl'"),
    ):
        assert re.search(rf"people\.yaml:{line}: [^\n]*{re.escape(words)}", message), (line, words, message)
    assert "15 faults" in message


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.toml", '[[personas]]\nname = "Ada"\n\n[[personas]]\nname = "Bo"\nzone = "X"\n', "a.toml:6: personas, 2, z"),
        ("a.toml", '[[personas]]\nname = "A"\n[personas.style]\ntypos = 2\n', "a.toml:4: personas, 1, style, typos"),
        ("a.toml", "[[personas]]\nname = \n", "a.toml:2: is no TOML"),
        ("a.json", '[{"name": "Ada",\n "zone": "X"}]', "a.json:2: 1, zone"),
        ("a.json", '[{"name": "Ada"},\n]', "a.json:.*: is no JSON"),
        ("a.yaml", "- name: Ada\n- name: [", "a.yaml:2: is no YAML"),
        ("a.yaml", "people:\n  - name: Ada\n", "a.yaml:1: people: unknown field; expected personas"),
        ("a.yaml", "", "is no list of personas"),
        ("a.yaml", "- Ada\n", "a.yaml:1: 1: is no persona"),
        ("a.yaml", "- name: Ada\n- name: Ada\n", "a.yaml:2: 2: Ada stands in the file already"),
        ("a.yaml", "- name: 7\n", "a.yaml:1: 1, name: is 7; expected a text"),
        ("a.yaml", "- &a [*a]\n", "is no persona"),
        ("a.txt", "Ada", "is no file of personas; expected a name in .yaml, .yml, .json, .toml"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path, name, text, words):
    with pytest.raises(DataError, match=words):
        read_personas(written(tmp_path, name, text))


def test_a_file_that_is_not_there_is_reported(tmp_path):
    with pytest.raises(DataError, match="cannot be read"):
        read_personas(tmp_path / "none.yaml")


def test_people_from_a_file_can_be_given_sittings(tmp_path):
    people = [persona for _, persona in read_personas(written(tmp_path, "people.yaml", YAML))]
    sittings = planned(4, people, 20)
    assert all(9 <= sitting.start.hour < 12 for sitting in sittings if sitting.person == 0)


def test_opposites_are_mutual_and_every_pair_of_stage_and_trait_leaves_a_choice():
    traits, stages = load_traits(), load_stages()
    for one, other in product(traits.values(), traits.values()):
        assert (one.name in other.opposites) == (other.name in one.opposites)
    for stage in stages.values():
        for windows in stage.windows:
            able = [t for t in traits.values() if t.name not in stage.barred and t.suits(windows)]
            assert len(able) >= 14
