"""Reads a scenario written by hand: people, then sessions, then probes. Then it checks the whole scenario."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, time
from pathlib import Path

from regulars.data_faults import raise_faults
from regulars.errors import DataError, did_you_mean
from regulars.scenarios.checks.probes import BY_HAND
from regulars.scenarios.content import FOLDERS, base_of, open_content
from regulars.scenarios.files import scenario_id
from regulars.scenarios.kinds import ScenarioOrigin
from regulars.scenarios.language.packs import Language
from regulars.scenarios.own.agendas import Agendas, start_of
from regulars.scenarios.own.draft import ScenarioDraft
from regulars.scenarios.own.parts import Part
from regulars.scenarios.own.people import finish, introduce, live
from regulars.scenarios.own.questions import under_constraints, with_probes
from regulars.scenarios.pack_files import built_in_packs
from regulars.scenarios.personas.files import PersonaReader
from regulars.scenarios.world import Scenario

ENDINGS = (".yaml", ".yml")

_FIELDS = ("name", "language", "content", "start", "persons", "sessions", "probes")


def read_own(path: str | Path, language: str = "english") -> list[Scenario]:
    """Reads the scenario in a YAML file, as a list of one.

    Args:
        path: A path that ends in `.yaml` or `.yml`.
        language: The language pack, or the name of own content, unless the file says otherwise under `language` or
            `content`. It gives the attributes, rules and projects.

    Raises:
        DataError: The file cannot be read or has faults; the message lists all of them, with file and line.
        ConfigurationError: A folder of own content does not exist.
    """
    place = Path(path)
    try:
        text = place.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"cannot be read: {error}", where=str(place), expected="a scenario in YAML") from error
    reader = PersonaReader(place.name, text, ".yaml")
    draft = ScenarioDraft(reader, Language.load(_language(reader, language, place.parent)))
    scenario = _scenario(draft) if not reader.faults else None
    if scenario is not None:
        draft.check(scenario)
    raise_faults(reader.faults, f"the scenario in {place}")
    return [scenario] if scenario is not None else []


def _language(reader: PersonaReader, language: str, home: Path) -> str:
    """The language of the file, with its own content. Paths are taken from the file's folder."""
    data = reader.data if isinstance(reader.data, dict) else {}
    written = data.get("language", language)
    if written != language and written not in built_in_packs():
        reader.fault(("language",), f"{written!r} is unknown; {did_you_mean(str(written), built_in_packs())}")
        return language
    content = data.get("content", {})
    if not isinstance(content, dict) or not all(isinstance(one, str) and one for one in content.values()):
        reader.fault(("content",), f"is not a table of paths; expected some of {', '.join(FOLDERS)}")
        return str(written)
    for kind in content:
        if kind not in FOLDERS:
            reader.fault(("content", str(kind)), f"unknown field; {did_you_mean(str(kind), FOLDERS)}")
    folders = {kind: home / folder for kind, folder in content.items() if kind in FOLDERS}
    return open_content(language=base_of(str(written)), **folders) if folders else str(written)


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
        suite=BY_HAND,
        language=draft.language.name,
        start=start,
        persons=tuple(draft.people.values()),
        sessions=tuple(sessions),
        probes=(),
        marks={"name": top.text("name", draft.reader.file)},
    )
    scenario = under_constraints(draft, scenario)
    scenario = replace(scenario, probes=with_probes(draft, scenario, top.parts("probes"), agendas.refers))
    return replace(scenario, id=scenario_id(scenario))
