"""The contract of a reader of data: what `check_reader` holds a function from a file to scenarios to."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from regulars import registry
from regulars.agents.cast import Cast
from regulars.envs import life_v0
from regulars.errors import ContractError, DataError
from regulars.scenarios import Scenario, ScenarioOrigin, scenario_id, validate_scenario
from regulars.scenarios.files import scenario_from_json, scenario_to_json
from regulars.scenarios.language.packs import ontology_of
from regulars.testing.contract import obeying, require

STEPS = 300
"""Steps for which the first scenario is played."""

FOREIGN = ("[]", "{}", "3", '{"kind": "of another"}', "name,age\nIda,4\n", "\x00\x07")
"""Texts that are no data set."""


def check_reader(path: str | Path, reader: str | Callable[[Path], Any]) -> None:
    """Holds a reader of data to the contract that the built-in ones keep.

    It returns scenarios that are valid, that can be written, read again and played. Their ids are unique, come from
    content and hold no gold answer. A recorded scenario names the licence of its data in `marks`. A file that is
    missing, empty, torn or of another format is refused with `DataError`, which names the file.

    Args:
        path: A small file that the reader can read.
        reader: From a path to a list of scenarios; or the name under which one is registered.

    Raises:
        ContractError: It breaks the contract.

    Example:
        `check_reader("talks.json", my_format.read)`
    """
    place = Path(path).expanduser()
    name = reader if isinstance(reader, str) else getattr(reader, "__name__", type(reader).__name__)
    where = f"reader {name}"
    with obeying(where, "a function from a path to scenarios, or a registered name", "import its module first"):
        read: Callable[[Path], Any] = registry.named("dataset", reader) if isinstance(reader, str) else reader
    scenarios = _scenarios(read, place, where)
    for number, scenario in enumerate(scenarios, 1):
        _is_sound(scenario, f"{where}, scenario {number}")
    _have_ids_of_their_own(scenarios, where)
    with tempfile.TemporaryDirectory(prefix="regulars-reader-") as folder:
        _come_from_content(read, place, scenarios, Path(folder), where)
        _refuses_what_is_no_data(read, place, Path(folder), where)
    _can_be_played(scenarios[0], where)


def _scenarios(read: Callable[[Path], Any], place: Path, where: str) -> list[Scenario]:
    with obeying(where, f"the scenarios of {place}", "check that the file is in the format that the reader reads"):
        scenarios = read(place)
    sound = isinstance(scenarios, list) and all(isinstance(one, Scenario) for one in scenarios)
    require(
        sound and bool(scenarios),
        f"it returned {'an empty list' if sound else type(scenarios).__name__}",
        where=where,
        expected="a list of regulars.scenarios.Scenario",
        remedy="return one scenario a conversation, and raise DataError where there is none",
    )
    return list(scenarios)


def _is_sound(scenario: Scenario, where: str) -> None:
    problems = validate_scenario(scenario, ontology_of(scenario.language))
    require(
        not problems,
        f"{problems[0] if problems else ''}" + (f" and {len(problems) - 1} more" if len(problems) > 1 else ""),
        where=where,
        expected="a scenario that validate_scenario finds sound",
        remedy="repair the data and say so in Scenario.issues, or refuse it with DataError",
    )
    with obeying(where, "a scenario that can be written and read", "use the types of regulars.scenarios"):
        again = scenario_from_json(scenario_to_json(scenario))
    require(
        again == scenario,
        "it is another one once it was written and read again",
        where=where,
        expected="fields of the types that Scenario declares: tuples, text, times with a zone",
        remedy="convert lists to tuples and numbers to text",
    )
    require(
        scenario.source is not ScenarioOrigin.RECORDED or bool(scenario.marks.get("licence")),
        "no licence is named",
        where=where,
        expected="Scenario.marks['licence']",
        remedy="name the licence under which the data may be used, or 'unknown'",
    )


def _have_ids_of_their_own(scenarios: list[Scenario], where: str) -> None:
    ids = [("scenario", one.id) for one in scenarios]
    ids += [("probe", probe.id) for one in scenarios for probe in one.probes]
    ids += [("person", person.id) for one in scenarios for person in one.persons]
    twice = [f"{kind} {id}" for (kind, id), count in Counter(ids).items() if count > 1]
    require(
        not twice,
        f"{', '.join(twice[:3])} is the id of two",
        where=where,
        expected="ids that are unique in the file",
        remedy="make ids with regulars.datasets.content_hash of what tells two things apart",
    )
    for scenario in scenarios:
        people = {person.name.casefold() for person in scenario.persons}
        for probe in scenario.probes:
            gold = probe.gold.casefold()
            require(
                len(gold) < 4 or gold not in probe.id.casefold(),
                f"the id {probe.id!r} holds the gold answer {probe.gold!r}",
                where=where,
                expected="ids that tell nothing",
                remedy="make ids with regulars.datasets.content_hash",
            )
        for person in scenario.persons:
            require(
                not any(len(name) > 2 and name in person.id.casefold() for name in people),
                f"the id {person.id!r} holds a name",
                where=where,
                expected="ids that tell nothing",
                remedy="make ids with regulars.datasets.content_hash",
            )


def _come_from_content(
    read: Callable[[Path], Any], place: Path, scenarios: list[Scenario], folder: Path, where: str
) -> None:
    """Another copy of the file gives the same scenarios."""
    copy = folder / f"another name{place.suffix}"
    copy.write_bytes(place.read_bytes())
    again = _scenarios(read, copy, where)
    require(
        [scenario_id(one) for one in again] == [scenario_id(one) for one in scenarios]
        and [(one.id, [probe.id for probe in one.probes]) for one in again]
        == [(one.id, [probe.id for probe in one.probes]) for one in scenarios],
        "a copy of the file under another name gives other scenarios",
        where=where,
        expected="scenarios and ids that come from content alone",
        remedy="draw nothing at random, and put neither path nor time into an id",
    )


def _refuses_what_is_no_data(read: Callable[[Path], Any], place: Path, folder: Path, where: str) -> None:
    for kind, bad in _bad_files(place, folder):
        said = f"{kind} ({bad.name})"
        try:
            read(bad)
        except DataError as error:
            require(
                bad.name in f"{error.where} {error.what}" and bool(error.expected or error.remedy),
                f"the error about {said} is {str(error)!r}",
                where=where,
                expected="DataError with the path in `where`, and `expected` or `remedy`",
                remedy="open the file with regulars.datasets.open_source",
            )
        except Exception as error:
            raise ContractError(
                f"{said} raises {type(error).__name__}: {error}",
                where=where,
                expected="DataError",
                remedy="open the file with regulars.datasets.open_source, and check each key that you read",
            ) from error
        else:
            require(False, f"{said} is read", where=where, expected="DataError", remedy="refuse it")


def _bad_files(place: Path, folder: Path) -> Iterator[tuple[str, Path]]:
    """What a reader must refuse, each with what it is."""
    yield "a missing file", folder / f"missing{place.suffix}"
    inner = folder / f"folder{place.suffix}"
    inner.mkdir()
    yield "a folder", inner
    for number, (kind, content) in enumerate(_bad_contents(place)):
        bad = folder / f"bad{number}{place.suffix}"
        bad.write_bytes(content)
        yield kind, bad


def _bad_contents(place: Path) -> Iterator[tuple[str, bytes]]:
    yield "an empty file", b""
    yield "a packed file", b"\x1f\x8b\x08\x00\xff\xfe"
    for text in FOREIGN:
        yield f"a file that holds {text!r}", text.encode()
    if place.suffix in (".json", ".jsonl"):
        whole = place.read_bytes().rstrip()
        yield "a torn file", whole[:-1]
        yield "a torn file", whole[: max(1, whole.find(b"\n") if b"\n" in whole else len(whole)) // 2]


def _can_be_played(scenario: Scenario, where: str) -> None:
    with obeying(where, "a scenario that the environment can play", "regulars validate FILE says what is wrong"):
        cast = Cast(life_v0.env(scenario=scenario, probes="end", max_steps=STEPS), assistant=lambda observation: "")
        cast.reset(seed=0)
        cast.run()
