"""Tastes that no single style can please, and candour: how much is told unasked."""

from __future__ import annotations

import re

import pytest
from drawn_people import PERSONAS, RULES, SETTINGS

from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import DisclosureMode
from regulars.scenarios.options import LEAST_OPEN
from regulars.scenarios.personas.sampling import candour_shift, utility
from regulars.scenarios.personas.tables import load_traits
from regulars.scenarios.personas.tastes import contradicting, favoured, taste_weights
from regulars.scenarios.world import Persona


def best_constant(personas):
    """The greatest mean utility of one assignment for all, conflicts between settings left out of account.

    Utility adds up over style attributes, so that the best setting of each style attribute can be found by itself: no
    search is needed, and nothing that a policy can do for everybody alike is better.
    """
    gains = {}
    for persona in personas:
        weights = taste_weights(persona.tastes)
        possible = sum(max(0, *ws.values()) - min(0, *ws.values()) for ws in weights.values())
        for style_attribute, settings in weights.items():
            low = min(0, *settings.values())
            for setting in ("", *RULES[style_attribute].settings):
                gain = (settings.get(setting, 0) - low) / possible
                gains.setdefault(style_attribute, {}).setdefault(setting, []).append((persona, gain))
    chosen = {}
    for style_attribute, settings in gains.items():
        chosen[style_attribute] = max(settings, key=lambda setting: sum(gain for _, gain in settings[setting]))
    return chosen, sum(utility(persona, chosen) for persona in personas) / len(personas)


def test_no_one_policy_pleases_all():
    people = PERSONAS[:200]
    optimum = sum(utility(persona, favoured(persona.tastes)) for persona in people) / len(people)
    _, constant = best_constant(people)
    assert optimum == pytest.approx(1)
    assert constant < optimum - 0.05
    assert optimum - constant > 0.15


def test_the_best_for_all_cannot_be_bettered_style_attribute_by_style_attribute():
    people = PERSONAS[:60]
    chosen, constant = best_constant(people)
    for style_attribute in chosen:
        for setting in ("", *RULES[style_attribute].settings):
            other = sum(utility(persona, chosen | {style_attribute: setting}) for persona in people) / len(people)
            assert other <= constant + 1e-9


def test_utility_lies_between_nought_and_one_and_favours_what_is_liked():
    for persona in PERSONAS[:200]:
        weights = taste_weights(persona.tastes)
        worst = {
            style_attribute: min(["", *ws], key=lambda s, ws=ws: ws.get(s, 0))
            for style_attribute, ws in weights.items()
        }
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


MIXES = [
    {DisclosureMode.OPEN: 0.6, DisclosureMode.ASKED: 0.2, DisclosureMode.TRUSTED: 0.2},
    {DisclosureMode.OPEN: 0.4, DisclosureMode.ASKED: 0.15, DisclosureMode.TRUSTED: 0.15, DisclosureMode.RELEVANT: 0.3},
    {DisclosureMode.OPEN: 1.0, DisclosureMode.ASKED: 0.0, DisclosureMode.TRUSTED: 0.0},
    {DisclosureMode.OPEN: 1.0},
]


@pytest.mark.parametrize("modes", MIXES)
def test_candour_tilts_the_modes_and_keeps_the_least_share_open(modes):
    before = 0.0
    for hundredths in range(0, 101, 5):
        shares = candour_shift(modes, hundredths / 100)
        assert list(shares) == list(modes)
        assert sum(shares.values()) == pytest.approx(1, abs=1e-12)
        assert min(shares.values()) >= 0
        assert LEAST_OPEN - 1e-9 <= before - 1e-9 <= shares[DisclosureMode.OPEN] or not before
        before = shares[DisclosureMode.OPEN]
    assert candour_shift(modes, 0.5) == modes


def test_candour_moves_half_of_what_can_be_moved():
    modes = MIXES[0]
    assert candour_shift(modes, 0.0)[DisclosureMode.OPEN] == pytest.approx(0.5)
    assert candour_shift(modes, 1.0) == pytest.approx(
        {DisclosureMode.OPEN: 0.8, DisclosureMode.ASKED: 0.1, DisclosureMode.TRUSTED: 0.1}
    )


def test_standing_rules_suit_every_trait_of_their_person():
    people = [
        person for seed in range(150) for person in generate(seed, users=2, sessions=4, personas=True, rules=4).persons
    ]
    rules = [(person, f"{rule.kind}.{rule.setting}") for person in people for rule in person.rules]
    assert len(rules) == 1200
    traits = load_traits()
    disliked = {name for trait in traits.values() for name, weight in trait.tastes.items() if weight < 0}
    assert len(disliked & {wish for _, wish in rules}) >= 15  # others do ask for it
    for person, wish in rules:
        assert [name for name in person.persona.traits if contradicting(traits[name].tastes, wish)] == []


def test_no_taste_of_chance_turns_a_trait_into_its_opposite():
    traits = load_traits()
    for persona in PERSONAS:
        leaning = [traits[name].tastes for name in persona.traits]
        for name, weight in persona.tastes.items():
            given = [one[name] for one in leaning if name in one]
            assert not given or min(given) < 0 < max(given) or float(weight) * given[0] > 0
