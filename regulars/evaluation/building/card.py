"""Writes the card of a data set, `README.md`: counts, tokens, kinds, evidence distance, floors and ceilings, use.

The head of the file is in YAML, as the Hugging Face hub reads it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from regulars.evaluation.building.bar_charts import Bar, bar_chart, histogram
from regulars.evaluation.building.contents import SplitContents, quantile
from regulars.evaluation.building.plan import SPLITS, DataSetPlan
from regulars.evaluation.figures.result_rows import Row
from regulars.evaluation.runs.finished import Run
from regulars.scenarios.content import base_of

LICENCE = "MIT"
PLOTS = "plots"
MEASURES = {
    "accuracy_anchor": "accuracy (anchors)",
    "accuracy_own_planned": "accuracy (planned)",
    "accuracy_contrast_pairs": "contrast pairs",
    "recall_all@10": "recall@10",
    "coverage": "coverage",
}
"""Columns of the table of floors and ceilings, and their headings."""

DAYS = (1, 3, 7, 14, 30, 60, 90)
TOKENS = (2_000, 4_000, 8_000, 12_000, 16_000, 24_000, 32_000)
SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
CODES = {"english": "en", "chinese": "zh"}
"""Codes of languages in the head of the card, by language pack."""

Contents = Mapping[str, SplitContents]


def plots(contents: Contents, run: Run) -> dict[str, str]:
    """The pictures of the card, by path."""
    kinds = _all_kinds(contents)
    days = chain.from_iterable(contents[split].days_back for split in SPLITS)
    lengths = chain.from_iterable(contents[split].lengths for split in SPLITS)
    accuracy = [_row(run, system, "accuracy_own_planned") for system in run.systems]
    drawn = [Bar(row.system, row.value, f"{row.value:.3f}", row.ci95) for row in accuracy if row is not None]
    return {
        f"{PLOTS}/kinds.svg": bar_chart(
            "Questions by kind, all splits", [Bar(kind, count, str(count)) for kind, count in kinds.most_common()]
        ),
        f"{PLOTS}/evidence_distance.svg": histogram("Questions by days since their evidence", days, DAYS, "days"),
        f"{PLOTS}/tokens.svg": histogram("Conversations by length", lengths, TOKENS, "tokens"),
        f"{PLOTS}/floors_and_ceilings.svg": bar_chart(
            "Accuracy on planned questions, test, with 95 % intervals", drawn or [Bar("none", 0, "-")], longest=1.0
        ),
    }


def card(plan: DataSetPlan, contents: Contents, run: Run, reference: str, version: str) -> str:
    """The card in Markdown.

    Args:
        plan: The plan of the data set.
        contents: The counts of each split.
        run: The reference rows, played on the lives of `test`.
        reference: The memory of the assistant in the episodes.
        version: The version of this package.
    """
    return "\n".join(
        [
            _head(plan, contents),
            f"# {plan.name}",
            "",
            f"Simulated people who come back to an assistant for months: the suite `{plan.suite.label}` of regulars "
            f"{version}, {sum(one.people for one in contents.values())} people. Every answer in the data follows from "
            "what a person had told the assistant when the question was asked.",
            "",
            "| file of each split | one line is |",
            "|---|---|",
            "| `scenarios.jsonl` | the plan of a life: facts, events, sessions, questions; to play it on-policy |",
            "| `episodes.jsonl` | that life as it was played with the assistant `scripted` and the memory "
            f"`{reference}`: transcript, ledger, questions with gold answers, evidence turns and verdicts, feedback |",
            "",
            "## Contents",
            "",
            _table(_counts(contents)),
            "",
            "A token is a word or a punctuation mark. A Chinese character counts as one.",
            "",
            "## Splits",
            "",
            "No seed, no life and no person is in two splits. People in `test` speak in held-out wordings, and tell "
            "the attributes that the ontology reserves for tests before all others.",
            *_own_people(plan),
            "",
            _table(_disjoint(contents)),
            "",
            "## Questions",
            "",
            _table([("kind", *SPLITS), *_kinds(contents)]),
            "",
            f"![Questions by kind]({PLOTS}/kinds.svg)",
            "",
            "## Distance to the evidence",
            "",
            "From the earliest turn of the evidence to the question, over answerable questions. Where several sets of "
            "turns are each enough, the nearest one counts.",
            "",
            _table(_distances(contents)),
            "",
            f"![Questions by days since their evidence]({PLOTS}/evidence_distance.svg)",
            "",
            f"![Conversations by length]({PLOTS}/tokens.svg)",
            "",
            "## Floors and ceilings",
            "",
            "The reference rows on the lives of `test`, with 95 % intervals over whole lives (none below five lives). "
            "`none` has no memory. `full-context` has no token budget. `oracle-recall` and `ideal-listener` read "
            "hidden data. Only the first column may rank systems.",
            "",
            _table(_rows(run)),
            "",
            f"![Accuracy of the reference rows]({PLOTS}/floors_and_ceilings.svg)",
            "",
            "## Use",
            "",
            "```",
            "sha256sum -c SHA256SUMS",
            "regulars validate test",
            "regulars evaluate --data test/scenarios.jsonl --memory bm25-turn --references",
            f"regulars build {plan.options} --users {plan.users} --seed {plan.seed} --name '{plan.name}' "
            "--out AGAIN --checksums SHA256SUMS",
            "```",
            "",
            "## Licence",
            "",
            f"{LICENCE}, see `LICENSE`. All people, names and conversations are made up by a program.",
            "",
        ]
    )


def _own_people(plan: DataSetPlan) -> list[str]:
    """The lines on the author's own people; none if people are drawn."""
    named = [f"{', '.join(names)} in `{split}`" for split, names in plan.own_people.items()]
    return ["", f"The author's own people take turns in the lives of their split: {'; '.join(named)}."] if named else []


def _head(plan: DataSetPlan, contents: Contents) -> str:
    lives = sum(one.lives for one in contents.values())
    size = next((label for bound, label in SIZES if lives < bound), "n>1M")
    spoken = dict.fromkeys(str(arguments.get("language", "english")) for arguments in plan.suite.plans)
    quoted = plan.name.replace("'", "''")
    lines = ["---", f"pretty_name: '{quoted}'", f"license: {LICENCE.lower()}", "language:"]
    lines += [f"- {CODES.get(base_of(language), language)}" for language in spoken]
    lines += ["task_categories:", "- question-answering", "size_categories:", f"- {size}", "configs:"]
    for config in ("scenarios", "episodes"):
        lines += [f"- config_name: {config}", "  data_files:"]
        lines += [f"  - split: {split}\n    path: {split}/{config}.jsonl" for split in SPLITS]
    return "\n".join([*lines, "---", ""])


def _table(rows: Sequence[Sequence[str]]) -> str:
    head, *body = rows
    lines = [head, tuple("---" for _ in head), *body]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _counts(contents: Contents) -> list[tuple[str, ...]]:
    figures: dict[str, Callable[[SplitContents], str]] = {
        "people": lambda one: str(one.people),
        "lives": lambda one: str(one.lives),
        "sessions": lambda one: str(one.sessions),
        "turns of people": lambda one: str(one.turns["user"]),
        "turns of the assistant": lambda one: str(one.turns["assistant"]),
        "tokens of people": lambda one: str(one.tokens["user"]),
        "tokens of the assistant": lambda one: str(one.tokens["assistant"]),
        "tokens of a conversation: least, median, greatest": lambda one: _spread(one.lengths, (0, 0.5, 1)),
        "questions asked": lambda one: str(one.kinds.total()),
        "of which abstaining is right": lambda one: str(one.statuses["unanswerable"]),
        "planned questions without a subject": lambda one: str(one.statuses["void"]),
        "planned questions never asked": lambda one: str(one.statuses["unreached"]),
    }
    return [("", *SPLITS), *((name, *(count(contents[split]) for split in SPLITS)) for name, count in figures.items())]


def _kinds(contents: Contents) -> list[tuple[str, ...]]:
    return [
        (kind, *(str(contents[split].kinds[kind]) for split in SPLITS))
        for kind, _ in _all_kinds(contents).most_common()
    ]


def _all_kinds(contents: Contents) -> Counter[str]:
    """Questions by kind over all splits, in a fixed order where counts are equal."""
    together = sum((contents[split].kinds for split in SPLITS), Counter[str]())
    return Counter({kind: together[kind] for kind in sorted(together)})


def _distances(contents: Contents) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [("median, 90 % and greatest", *SPLITS)]
    for name, read in {"turns": "turns_back", "tokens": "tokens_back", "days": "days_back"}.items():
        rows.append((name, *(_spread(getattr(contents[split], read), (0.5, 0.9, 1)) for split in SPLITS)))
    return rows


def _spread(values: Sequence[float], shares: Sequence[float]) -> str:
    return ", ".join(f"{quantile(values, share):.0f}" for share in shares)


def _disjoint(contents: Contents) -> list[tuple[str, ...]]:
    rows: dict[str, Callable[[SplitContents], str]] = {
        "wordings": lambda one: ", ".join(sorted(one.wordings)),
        "attributes told": lambda one: str(len(one.told)),
        "of which reserved for tests": lambda one: str(len(one.reserved)),
        "facts told": lambda one: str(one.told.total()),
        "of which of a reserved attribute": lambda one: str(sum(one.told[name] for name in one.reserved)),
    }
    return [("", *SPLITS), *((name, *(count(contents[split]) for split in SPLITS)) for name, count in rows.items())]


def _rows(run: Run) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [("row", *MEASURES.values())]
    for system in run.systems:
        marked = f"{system} *" if system in run.unbounded else system
        rows.append((marked, *(_written(_row(run, system, metric)) for metric in MEASURES)))
    return rows


def _row(run: Run, system: str, metric: str) -> Row | None:
    found = (row for row in run.rows if (row.system, row.metric) == (system, metric))
    return next((row for row in found if row.scenario == row.slice == "all"), None)


def _written(row: Row | None) -> str:
    if row is None:
        return "-"
    bounds = "" if row.ci95 is None else f" [{row.ci95[0]:.3f}, {row.ci95[1]:.3f}]"
    return f"{row.value:.3f}{bounds}"
