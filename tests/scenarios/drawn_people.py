"""A thousand people drawn from one seed, their session times, and the settings of standing rules."""

from __future__ import annotations

from datetime import UTC, datetime

from regulars.scenarios.personas.sampling import draw_names, draw_persona
from regulars.scenarios.planning.calendar import plan_calendar
from regulars.scenarios.rules.standing import load_rules
from regulars.seeding import SeedTree

NODE = SeedTree(2025)
NAMES = draw_names(NODE, 1000)
PERSONAS = [draw_persona(NODE.child("person", index), name=name) for index, name in enumerate(NAMES)]
RULES = load_rules()
SETTINGS = {setting.id: setting for kind in RULES.values() for setting in kind.settings.values()}
START = datetime(2025, 1, 6, tzinfo=UTC)


def planned(seed, personas, sessions, start=START):
    return plan_calendar(SeedTree(seed), len(personas), sessions, start, personas)
