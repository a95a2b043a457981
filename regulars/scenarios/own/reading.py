"""Reads a scenario written by hand: people, then sessions, then probes. Then it checks the whole scenario."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, time
from pathlib import Path

from regulars.data_faults import raise_faults
from regulars.errors import DataError
from regulars.scenarios.files import scenario_id
from regulars.scenarios.kinds import ScenarioOrigin
from regulars.scenarios.ontology.attributes import Ontology, load_ontology
from regulars.scenarios.own.agendas import Agendas, start_of
from regulars.scenarios.own.draft import ScenarioDraft
from regulars.scenarios.own.parts import Part
from regulars.scenarios.own.people import finish, introduce, live
from regulars.scenarios.own.questions import under_constraints, with_probes
from regulars.scenarios.personas.files import PersonaReader
from regulars.scenarios.world import Scenario

ENDINGS = (".yaml", ".yml")

_FIELDS = ("name", "start", "persons", "sessions", "probes")


def read_own(path: str | Path, ontology: Ontology | None = None) -> list[Scenario]:
    """Reads the scenario in a YAML file, as a list of one.

    Args:
        path: A path that ends in `.yaml` or `.yml`.
        ontology: The attributes that can be told and asked; the built-in ontology by default.

    Raises:
        DataError: The file cannot be read or has faults; the message lists all of them, with file and line.
    """
    place = Path(path)
    try:
        text = place.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"cannot be read: {error}", where=str(place), expected="a scenario in YAML") from error
    reader = PersonaReader(place.name, text, ".yaml")
    draft = ScenarioDraft(reader, ontology or load_ontology())
    scenario = _scenario(draft) if not reader.faults else None
    if scenario is not None:
        draft.check(scenario)
    raise_faults(reader.faults, f"the scenario in {place}")
    return [scenario] if scenario is not None else []


def _scenario(draft: ScenarioDraft) -> Scenario | None:
    """The scenario as far as it can be read; None without persons or sessions."""
    top = Part(draft.reader, (), draft.reader.data, draft.ontology)
    top.only(_FIELDS)
    given = top.parts("persons", required=True)
    lived = top.parts("sessions", required=True)
    for part in given:
        introduce(draft, part)
    planned = [(part, draft.of(part), start_of(draft, part)) for part in lived]
    known = [(part, who, at) for part, who, at in planned if who is not None and at is not None]
    starts = [at for _, _, at in planned if at is not None]
    if not draft.people or not starts:
        return None
    zone = next(iter(draft.zones.values()))
    start = top.moment("start", zone) or datetime.combine(min(starts).date(), time(tzinfo=min(starts).tzinfo))
    for part in given:
        live(draft, part, start, [(who.name, at) for _, who, at in known])
    agendas = Agendas(draft)
    sessions = agendas.sessions(known)
    finish(draft, agendas.begun)
    scenario = Scenario(
        id="",
        source=ScenarioOrigin.GENERATED,
        suite="own",
        language="english",
        start=start,
        persons=tuple(draft.people.values()),
        sessions=tuple(sessions),
        probes=(),
        marks={"name": top.text("name", draft.reader.file)},
    )
    scenario = under_constraints(draft, scenario)
    scenario = replace(scenario, probes=with_probes(draft, scenario, top.parts("probes"), agendas.refers))
    return replace(scenario, id=scenario_id(scenario))
