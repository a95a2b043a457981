"""Checks scenarios, recorded conversations, episodes and ontology files, and lists all problems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib.resources import as_file
from importlib.resources import files as resources
from pathlib import Path

from msgspec.structs import astuple

from regulars.chinese_text import has_chinese
from regulars.counted import counted
from regulars.datasets.codec import from_line, is_unchanged
from regulars.datasets.defects import repair_files
from regulars.datasets.defects.repair_files import Repair, find_foreign
from regulars.datasets.defects.scenario_defects import scenario_defects
from regulars.datasets.episode_record import EPISODES, EpisodeRecord
from regulars.datasets.formats import open_data, scenario_files
from regulars.datasets.own_content import check_content, kind_of
from regulars.datasets.packed_runs import unpacked
from regulars.datasets.planned import planned_choices
from regulars.datasets.record_files import TORN, incomplete_line, read_lines
from regulars.datasets.summary import describe
from regulars.dialogue import ASSISTANT
from regulars.envs.ledger import Hearsay, Ledger
from regulars.envs.probes.resolution import resolve
from regulars.errors import DataError, RecordError
from regulars.registry import entries
from regulars.rewards.metrics.retrieval import to_sessions
from regulars.scenarios.checks.files import lint_file
from regulars.scenarios.checks.future_leaks import find_coming
from regulars.scenarios.checks.problems import Problem
from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.kinds import Form, ScenarioOrigin
from regulars.scenarios.language.packs import Language, ontology_of
from regulars.scenarios.ontology.attribute import CATEGORIES
from regulars.scenarios.ontology.attribute_files import read_ontology
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.pack_files import language_packs
from regulars.scenarios.world import Fact, Scenario


@dataclass(slots=True)
class Report:
    """The result of a check.

    Attributes:
        checked: What was checked, in words.
        problems: The problems.
        repaired: Issues of recorded data that the reader repaired.
        read_as: How the data was read: format and counts, one line for each format; empty for runs and ontologies.
        warnings: Defects in recorded data whose questions can still be asked. They do not count as problems.
    """

    checked: str
    problems: list[Problem] = field(default_factory=list)
    repaired: list[str] = field(default_factory=list)
    read_as: list[str] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)


def validate(path: str | Path) -> Report:
    """Checks a file or a folder with scenarios, conversations, recorded episodes, an ontology or own content.

    Args:
        path: A file in any known format, a scenario in YAML, `FORMAT:FILE`, `FILE.py:READER:FILE`, a folder from
            `generate` or `evaluate`, a folder with the files of a whole ontology (such as `demographics.toml`, or
            `projects/`), or a file or folder of own content: attributes, rules, projects, a suite, people.

    Raises:
        DataError: The data cannot be read or violates its schema. The message lists all faults with file and line.
    """
    place = unpacked(Path(path).expanduser())
    if (kind := kind_of(place)) is not None:
        return Report(*check_content(place, kind))
    if not place.is_dir():
        return _file(place)
    if (place / EPISODES).is_file():
        return _run(place)
    if scenario_files(place):
        return _scenarios(place)
    if (place / "projects").is_dir() or any((place / f"{category}.toml").is_file() for category in CATEGORIES):
        return _ontology(place)
    raise DataError(
        "the folder holds nothing to check",
        where=str(place),
        expected=f"{EPISODES}, scenarios in .jsonl or .yaml, or files of an ontology such as demographics.toml",
        remedy="name a folder that evaluate or generate wrote, or a file",
    )


def _run(folder: Path) -> Report:
    """Checks each record, and names lines that are no records. Holds one record at a time."""
    path = folder / EPISODES
    found: list[Problem] = []
    names: Counter[str] = Counter()
    warnings: list[Problem] = []
    faults = number = end = 0
    for number, (offset, line) in enumerate(read_lines(path), start=1):
        end = offset + len(line)
        try:
            record = from_line(line, f"{path}, line {number}")
        except RecordError as error:
            found.append(Problem("unreadable-record", f"line {number}", error.what))
            continue
        for check in (validate_record, find_spoken_future):
            for problem in check(record, ontology_of(record.scenario.language)):
                (warnings if _is_of_the_data(record, problem) else found).append(problem)
        names[" / ".join(map(str, astuple(record.key)))] += 1
        faults += not record.valid
    if incomplete_line(path, end):
        found.append(Problem("unreadable-record", f"line {number + 1}", TORN))
    found += _repeated("episode", names)
    return Report(f"{counted(names.total(), 'episode')} ({faults} ended by a fault)", found, warnings=warnings)


def _file(place: Path) -> Report:
    """Checks a file. One in a format of others is checked as it was written, before a reader repairs it."""
    foreign = find_foreign(place)
    if foreign is None:
        return _scenarios(place)
    is_readable = foreign.format in {entry.name for entry in entries("dataset")}
    report = _scenarios(place) if is_readable else Report(f"a file of {foreign.format}")
    report.problems = [defect.problem for defect in foreign.defects()]
    return report


def repair(path: str | Path, out: str | Path) -> Repair:
    """Writes a repaired copy of what `validate` checks, and a list of the changes; see `repair_files.repair`."""
    return repair_files.repair(path, out, lambda record: _contradictions(record, ontology_of(record.scenario.language)))


def _scenarios(place: Path) -> Report:
    """Checks each scenario, then the sound ones together. Unsound ones do not affect the second check."""
    opened = open_data(place)
    scenarios = opened.scenarios
    problems: list[Problem] = []
    sound: dict[str, list[Scenario]] = {}
    for scenario in scenarios:
        found = validate_scenario(scenario, ontology_of(scenario.language))
        problems += [*found, *scenario_defects(scenario)]
        if not found:
            sound.setdefault(scenario.language, []).append(scenario)
    for language, spoken in sound.items():
        ontology = ontology_of(language)
        generated = [scenario for scenario in spoken if scenario.source is ScenarioOrigin.GENERATED]
        choices = [choice for scenario in generated for choice in planned_choices(scenario, ontology)]
        problems += lint_file(spoken, ontology, choices)
    issues = [issue for scenario in scenarios for issue in scenario.issues]
    return Report(counted(len(scenarios), "scenario"), problems, issues, describe(opened))


def _ontology(folder: Path) -> Report:
    """Checks the files of an ontology, first by schema, then by content. Projects alone use the built-in attributes."""
    from regulars.scenarios.lint.ontology import lint_ontology
    from regulars.scenarios.lint.small_talk import lint_small_talk
    from regulars.scenarios.lint.unspaced_ontology import lint_unspaced
    from regulars.scenarios.projects.domains import load_domains

    if any((folder / f"{category}.toml").is_file() for category in CATEGORIES):
        ontology = Ontology(read_ontology(str(folder)))
    else:
        ontology = _beside_the_built_in(folder)
    domains = load_domains.__wrapped__(str(folder))  # without the cache, since the files may change between checks
    is_unspaced = all(has_chinese(attribute.label) for attribute in ontology)
    language = Language.load("chinese" if is_unspaced else "english").over(ontology)
    faults = (
        lint_unspaced(language)
        if is_unspaced
        else lint_ontology(ontology, language.recognition, language.fixed_lines()) + lint_small_talk(language)
    )
    problems = [
        Problem("ontology", f"{fault.file}:{fault.line}", f"{fault.where}: {fault.message}") for fault in faults
    ]
    return Report(f"{counted(len(ontology), 'attribute')} and {counted(len(domains), 'project domain')}", problems)


def _beside_the_built_in(folder: Path) -> Ontology:
    """The built-in attributes with the user's project domains, copied to one folder as `read_ontology` needs them."""
    from shutil import copytree
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as together, as_file(resources("regulars.scenarios") / "ontology") as built_in:
        copytree(built_in, together, dirs_exist_ok=True)
        copytree(folder / "projects", Path(together) / "projects")
        return Ontology(read_ontology(together))


def _repeated(kind: str, names: Counter[str]) -> list[Problem]:
    return [Problem(f"duplicate-{kind}", name, f"occurs {count} times") for name, count in names.items() if count > 1]


def validate_record(record: EpisodeRecord, ontology: Ontology) -> list[Problem]:
    """Checks an episode: its hash, its order in time, and each gold answer against the ledger.

    An episode that ended by a fault is only checked for its hash.
    """
    where = f"{record.key.system} in {record.key.scenario}, seed {record.key.seed}"
    found = list(_hash(record, where))
    if record.valid:
        found += _order(record, where)
        found += _evidence(record, where)
        if not record.scenario.recorded:
            found += _gold(record, ontology, where)
    return found


def find_spoken_future(record: EpisodeRecord, ontology: Ontology) -> Iterable[Problem]:
    """Finds turns in which people mention facts that lie in the future, also in episodes that ended by a fault.

    Records of older versions lack the future facts and are skipped.
    """
    for known in record.horizon:
        person = known.person
        facts = [Fact(fact.id, person, fact.attribute, fact.value, fact.since) for fact in known.life]
        sessions = {session.number: session for session in known.sessions}
        said: list[str] = []
        at = 0
        for turn in record.transcript:
            if turn.person != person or turn.session not in sessions:
                continue
            session = sessions[turn.session]
            if turn.session != at:
                at, said = turn.session, [*known.sayable, *session.words]
            if turn.speaker == ASSISTANT:
                said.append(turn.text)
                continue
            for problem in find_coming(turn.text, facts, session.start, ontology, said):
                yield Problem(problem.code, turn.id, problem.message)


def check_sound(record: EpisodeRecord, ontology: Ontology) -> None:
    """Raises `RecordError` if an episode contradicts itself, so that it is never written or measured."""
    problems = _contradictions(record, ontology)
    if problems:
        raise RecordError(
            f"an episode contradicts itself: {problems[0]}",
            where="evaluate",
            remedy="report this error of the environment with the seed",
        )


def _contradictions(record: EpisodeRecord, ontology: Ontology) -> list[Problem]:
    """The problems of an episode without those of the data that it was played on."""
    return [one for one in validate_record(record, ontology) if not _is_of_the_data(record, one)]


def _is_of_the_data(record: EpisodeRecord, problem: Problem) -> bool:
    """Whether a problem is one that recorded data may have: a question before its evidence."""
    return record.scenario.recorded and problem.code == "evidence-later"


def _hash(record: EpisodeRecord, where: str) -> Iterable[Problem]:
    if not is_unchanged(record):
        yield Problem("record-hash", where, "the record was edited after it was written")


def _order(record: EpisodeRecord, where: str) -> Iterable[Problem]:
    seen: set[str] = set()
    last = None
    for turn in record.transcript:
        if turn.id in seen:
            yield Problem("duplicate-id", f"{where}, {turn.id}", "two turns have the same id")
        seen.add(turn.id)
        if last is not None and turn.time < last:
            yield Problem("time-backwards", f"{where}, {turn.id}", "a turn is earlier than the one before it")
        last = turn.time


def _evidence(record: EpisodeRecord, where: str) -> Iterable[Problem]:
    times = {id: turn.time for turn in record.transcript for id in (turn.id, *to_sessions([turn.id]))}
    for probe in record.probes:
        for outcome in probe.outcomes:
            for turn in {turn for alternative in outcome.evidence for turn in alternative}:
                if turn not in times:
                    if not record.scenario.recorded:
                        yield Problem("evidence-unknown", f"{where}, probe {probe.id}", f"unknown turn {turn}")
                elif times[turn] > outcome.time:
                    yield Problem("evidence-later", f"{where}, probe {probe.id}", f"{turn} is later")


def _gold(record: EpisodeRecord, ontology: Ontology, where: str) -> Iterable[Problem]:
    """Resolves each probe again from the recorded ledger at the time of the question."""
    whole = _ledger(record)
    spoken = record.scenario.language
    language = Language.load(spoken if spoken in language_packs() else "english")
    for probe in record.probes:
        if probe.form is Form.MENTION and record.ledger.said is None:
            continue  # a record of schema 1 may lack the acts that the answer needs
        for outcome in probe.outcomes:
            resolution = resolve(probe.planned(), whole.at(outcome.mark), ontology, language)
            key, written = resolution.expectation, outcome.expectation
            if key is None or written is None:
                same = key is None and written is None
            else:
                same = (key.answerable, key.gold, key.stale) == (written.answerable, written.gold, written.stale)
            if not same or resolution.status is not outcome.status:
                yield Problem(
                    "gold-not-of-ledger", f"{where}, probe {probe.id}", "the gold answer disagrees with the ledger"
                )


def _ledger(record: EpisodeRecord) -> Ledger:
    ledger = Ledger()
    for disclosure in record.ledger.disclosures:
        ledger.enter(disclosure)
    for made in record.ledger.commitments:
        ledger.commit(made)
    ledger.said.update(record.ledger.said or {})
    ledger.hearsay.extend(Hearsay(*astuple(one)) for one in record.ledger.hearsay)
    return ledger
