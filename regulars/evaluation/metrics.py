"""From episode records to figures: one value for each probe and metric, then means with intervals.

Everything is computed from records, so scoring a run again without stepping gives the same figures.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from regulars.dialogue import Verdict, VerdictKind, VerdictSource
from regulars.evaluation.losses import LOST, losses, metric_of
from regulars.evaluation.statistics import DIGITS, interval
from regulars.evaluation.twins import both_right
from regulars.rewards.metrics.retrieval import retrieval_metrics
from regulars.rewards.metrics.token_f1 import answer_f1
from regulars.rewards.style_checks.compliance import compliance
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.scenarios.kinds import Form
from regulars.scenarios.ontology.attributes import Ontology
from regulars.values import Domain, ValueType

Row = dict[str, Any]
"""`{"system", "suite", "scenario", "slice", "metric", "value", "n", "ci95"}`; the suite with its version and split."""

KS = (5, 10)
_RETAINED_AT = 10
PROCEDURE = "procedure"
_SKIPPED_KINDS = ("abstention",)


Judge = Callable[[Mapping[str, Any], Mapping[str, Any]], Verdict]
"""From a probe and one of its outcomes, as recorded, to the verdict."""


def recorded_verdict(probe: Mapping[str, Any], outcome: Mapping[str, Any]) -> Verdict:
    """The verdict as it was recorded."""
    verdict = outcome["verdict"]
    return Verdict(VerdictKind.NONE) if verdict is None else Verdict(VerdictKind[verdict["kind"].upper()])


def rejudge(ontology: Ontology | Callable[[str], Ontology]) -> Judge:
    """A judge that looks at the recorded reply and key anew with the matcher of today; what a model found stays.

    Args:
        ontology: The attributes, or from a record's language to them.
    """

    def judged(probe: Mapping[str, Any], outcome: Mapping[str, Any]) -> Verdict:
        verdict = outcome["verdict"]
        if verdict is None or "source" in verdict or verdict.get("late") or probe["form"] == Form.MANNER:
            return recorded_verdict(probe, outcome)
        key = outcome["expectation"]
        domain = _domain(key, probe, ontology if isinstance(ontology, Ontology) else ontology(probe["language"]))
        expectation = Expectation(
            probe["form"],
            domain,
            key["answerable"],
            tuple(key["gold"]),
            tuple(key["stale"]),
            tuple(key["others"]),
            key["category"],
            tuple(key.get("options", ())),
            key.get("over", False),
        )
        return find_verdict(outcome["reply"], outcome["answer"], expectation)

    return judged


def _domain(key: Mapping[str, Any], probe: Mapping[str, Any], ontology: Ontology) -> Domain:
    """The domain that a key was judged in: an attribute's by its name, any other as it was recorded."""
    given = key.get("domain", probe["attribute"])
    if isinstance(given, str):
        return ontology.domain(given)
    aliases = {value: tuple(others) for value, others in given["aliases"].items()}
    return Domain(given["name"], ValueType(given["type"]), aliases, given["unit"])


def observations(record: Mapping[str, Any], judged: Judge = recorded_verdict) -> Iterable[tuple[str, str, float]]:
    """The single values of one episode: `(slice, metric, value)`, to be averaged over episodes.

    A faulty episode gives nothing but its fault.
    """
    yield "all", "faults", 0.0 if record["valid"] else 1.0
    if not record["valid"]:
        return
    yield "all", "reward", float(record["score"])
    for recollection in record["recollections"]:
        yield "all", "tokens", float(recollection["tokens"])
    for project in record.get("projects", ()):
        yield "all", "goal", float(project["total"])
    yield from _conduct(record)
    recorded = record["scenario"]["source"] == "recorded"
    spoken = [{**probe, "language": record["scenario"]["language"]} for probe in record["probes"]]
    for probe in spoken:
        name = f"{'category' if recorded else 'kind'}={probe['kind']}"
        for metric, value in _probe_values(probe, record, judged, recorded):
            yield "all", metric, value
            yield name, metric, value
        if "noise" in record:
            yield from _noisy(probe, record, judged, recorded)
    yield from _lost(spoken, record, judged, recorded)
    yield from _contrasts(spoken, judged)


def _lost(
    probes: Sequence[Mapping[str, Any]], record: Mapping[str, Any], judged: Judge, recorded: bool
) -> Iterable[tuple[str, str, float]]:
    """Where the answers to planned questions were lost, as shares; and answers where abstaining was right.

    A recording's questions have no verdicts here: what was brought back counts as right.
    """
    first = {}
    for probe in probes:
        outcome = next((outcome for outcome in probe["outcomes"] if outcome["expectation"] is not None), None)
        if outcome is not None:
            first[probe["id"]] = VerdictKind.NONE if recorded else judged(probe, outcome).kind
    kinds = {probe["id"]: f"{'category' if recorded else 'kind'}={probe['kind']}" for probe in probes}
    for id, lost in losses(record, first):
        for slice_ in ("all", kinds[id]):
            for loss in LOST:
                yield slice_, metric_of(loss), float(loss is lost)
    if not recorded:
        for probe in probes:
            if probe["status"] == "unanswerable" and probe["id"] in first:
                yield "all", "should_abstain", float(first[probe["id"]] is not VerdictKind.CORRECT)


def _noisy(
    probe: Mapping[str, Any], record: Mapping[str, Any], judged: Judge, recorded: bool
) -> Iterable[tuple[str, str, float]]:
    """What a probe gives once more, in a slice of its own: of what rests on human noise, by its kinds, or of the rest.

    There `accuracy` is that of anchors and own together. What was never reached rests on nothing.
    """
    if not probe["outcomes"]:
        return
    kinds = probe["outcomes"][0].get("noise", ())
    for metric, value in _probe_values(probe, record, judged, recorded):
        for slice_ in ("any", *kinds) if kinds else ("none",):
            yield f"noise={slice_}", metric, value
            if metric in ("accuracy_anchor", "accuracy_own"):
                yield f"noise={slice_}", "accuracy", value


def _contrasts(probes: Sequence[Mapping[str, Any]], judged: Judge) -> Iterable[tuple[str, str, float]]:
    """How pairs of contrast pairs were answered, over all and under the kind of either; and how many are left out."""
    paired = {probe["id"]: probe for probe in probes if probe.get("contrast")}
    right = {}
    for id, probe in paired.items():
        first = next((outcome for outcome in probe["outcomes"] if outcome["expectation"] is not None), None)
        if first is not None:
            right[id] = judged(probe, first).kind is VerdictKind.CORRECT
    for pair, both in both_right(right, {id: probe["contrast"] for id, probe in paired.items()}).items():
        kinds = dict.fromkeys(paired[id]["kind"] for id in pair if id in paired)
        for slice_ in ("all", *(f"kind={kind}" for kind in kinds)):
            yield slice_, "contrast_pairs_left_out", float(both is None)
            if both is not None:
                yield slice_, "accuracy_contrast_pairs", float(both)


def _conduct(record: Mapping[str, Any]) -> Iterable[tuple[str, str, float]]:
    """How each tested rule was kept, and how often each person gave an opportunity."""
    rules = {rule["id"]: rule for rule in record.get("rules", ())}
    if not rules:
        return
    notes = record.get("conduct", ())
    counts = Counter(note["person"] for note in notes)
    for person in dict.fromkeys(rule["person"] for rule in rules.values()):
        yield "all", "opportunities", float(counts[person])
    for id, found in compliance((note["kept"], note["broken"]) for note in notes).items():
        if found.share is not None:
            yield "all", "compliance", found.share
            procedural = id in rules and rules[id]["kind"] == PROCEDURE
            yield f"rules={'procedures' if procedural else 'manners'}", "compliance", found.share


def _probe_values(
    probe: Mapping[str, Any], record: Mapping[str, Any], judged: Judge, recorded: bool
) -> Iterable[tuple[str, float]]:
    status = probe["status"]
    yield "unreached", float(status == "unreached")
    if not recorded:
        yield "void", float(status == "void")
        if probe["kind"] not in _SKIPPED_KINDS:
            yield "coverage", float(status == "asked")
    own = "accuracy_anchor" if probe["anchor"] else "accuracy_own"
    scored = [outcome for outcome in probe["outcomes"] if outcome["expectation"] is not None]
    if not scored:
        if not recorded and status != "void":
            yield f"{own}_planned", 0.0
        return
    for outcome in scored:
        if outcome["attempt"] > 1:
            yield "accuracy_repair", float(judged(probe, outcome).kind is VerdictKind.CORRECT)
    first = scored[0]
    retrieved = _retrieval(first, record["level"])
    yield from retrieved.items()
    if recorded:
        gold = first["expectation"]["gold"]
        yield "token_f1", answer_f1(first["reply"], first["answer"], gold[0] if gold else "", probe["kind"])
        yield from _judged(first)
        return
    yield from _judged(first)
    verdict = judged(probe, first)
    right = float(verdict.kind is VerdictKind.CORRECT)
    undetermined = float(verdict.kind is VerdictKind.UNDETERMINED)
    yield own, right
    yield f"{own}_planned", right
    yield f"{own}_upper", max(right, undetermined)
    yield "undetermined", undetermined
    yield "structured", float(first["answer"] is not None)
    if probe.get("limited"):
        yield "late", float(first["verdict"] is not None and first["verdict"].get("late", False))
    for kind in ("stale", "leaked", "unsupported", "abstained"):
        yield kind, float(verdict.kind.name.lower() == kind)
    retained = retrieved.get(f"turn_recall_all@{_RETAINED_AT}", retrieved.get(f"session_recall_all@{_RETAINED_AT}"))
    if status == "asked" and retained is not None:
        yield "retention", retained
        yield ("use" if retained else "unaided"), right


def _judged(outcome: Mapping[str, Any]) -> Iterable[tuple[str, float]]:
    """What a model in the evaluator's seat found, and whether its answer could be read at all."""
    verdict = outcome["verdict"]
    if verdict is None or "source" not in verdict:
        return
    unreadable = verdict["source"] == VerdictSource.UNREADABLE.name.lower()
    yield "judge_unreadable", float(unreadable)
    if not unreadable:
        yield "judge_accuracy", float(verdict["kind"] == VerdictKind.CORRECT.name.lower())


def _retrieval(outcome: Mapping[str, Any], level: str) -> dict[str, float]:
    """Retrieval metrics of a probe with evidence, where recall was declared at all."""
    if not outcome["evidence"] or outcome["recalled"] is None:
        return {}
    return retrieval_metrics(outcome["recalled"], outcome["evidence"], level, KS)


class Pool:
    """Single values by figure and by cluster, from which rows are made. Clusters are what is drawn for intervals."""

    def __init__(self) -> None:
        self._sums: dict[tuple[str, str, str, str], dict[str, list[float]]] = defaultdict(dict)
        self._systems: dict[str, None] = {}
        self._suites: dict[str, dict[str, None]] = defaultdict(dict)

    def enter(self, record: Mapping[str, Any]) -> None:
        """Notes the record's system, and which suite its scenario is of."""
        key = record["key"]
        self._systems[key["system"]] = None
        for scenario in ("all", key["scenario"]):
            self._suites[scenario][record["scenario"].get("suite", "")] = None

    def add(self, system: str, scenario: str, slice_: str, metric: str, cluster: str, value: float) -> None:
        """Adds one value."""
        slot = self._sums[system, scenario, slice_, metric].setdefault(cluster, [0.0, 0.0])
        slot[0] += value
        slot[1] += 1.0

    def rows(self) -> list[Row]:
        """One row a figure: systems as they came, all scenarios together before each of them."""
        order = {system: position for position, system in enumerate(self._systems)}

        def place(key: tuple[str, str, str, str]) -> tuple[Any, ...]:
            system, scenario, slice_, metric = key
            return order[system], scenario != "all", scenario, slice_ != "all", slice_, metric

        return [self._row(key) for key in sorted(self._sums, key=place)]

    def _row(self, key: tuple[str, str, str, str]) -> Row:
        slots = self._sums[key].values()
        totals, counts = [slot[0] for slot in slots], [slot[1] for slot in slots]
        number = sum(counts)
        return {
            "system": key[0],
            "suite": ", ".join(self._suites[key[1]]),
            "scenario": key[1],
            "slice": key[2],
            "metric": key[3],
            "value": round(sum(totals) / number, DIGITS),
            "n": int(number),
            "ci95": list(interval(totals, counts)),
        }


def rows(
    records: Iterable[Mapping[str, Any]],
    judged: Judge = recorded_verdict,
    tick: Callable[[], None] | None = None,
) -> list[Row]:
    """The figures of lives that have nothing to do with each other, for all scenarios together and for each.

    Args:
        records: Episode records, in the order of scenario, seed and system.
        judged: Gives the verdicts: as recorded, or `rejudge(ontology)`.
        tick: Called after each record, for progress.
    """
    pool = Pool()
    for record in records:
        key = record["key"]
        system, scenario, cluster = key["system"], key["scenario"], f"{key['scenario']}#{key['seed']}"
        pool.enter(record)
        for slice_, metric, value in observations(record, judged):
            pool.add(system, "all", slice_, metric, cluster, value)
            if slice_ == "all":
                pool.add(system, scenario, slice_, metric, cluster, value)
        if tick is not None:
            tick()
    return pool.rows()
