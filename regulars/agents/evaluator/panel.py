"""A panel of model judges: each says yes or no to a reply, and the majority decides beside the matcher.

A judge that fails, or whose answer cannot be read, has no vote. Where no judge has one, the matcher's verdict stands,
and the verdict's source is `UNREADABLE`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from regulars.agents.evaluator.judges import AnswerJudge, Judgement, case_of
from regulars.agents.evaluator.opinions import Opinion
from regulars.calendar_text import granularity_of, month_name
from regulars.dialogue import Verdict, VerdictKind, VerdictSource
from regulars.errors import ConfigurationError, InfrastructureError, ModelOutputError
from regulars.rewards.assertions.abstention import abstains
from regulars.rewards.verdicts.expectation import RUBRIC, Expectation
from regulars.scenarios.kinds import Form
from regulars.values import Domain, ValueType


@dataclass(frozen=True, slots=True)
class PutQuestion:
    """A question as it is put to a judge: its words, the gold answer in words, the reply, and the criterion."""

    question: str
    gold: str
    reply: str
    case: str


def put(question: str, expectation: Expectation, kind: str, reply: str) -> PutQuestion:
    """A question with its reply, as it is put to a judge.

    Args:
        question: The words of the question.
        expectation: The gold answer.
        kind: The kind of probe, which decides the criterion.
        reply: The reply.
    """
    case = "preference" if expectation.category == RUBRIC else case_of(kind, expectation.answerable)
    if case == "preference" and expectation.form != Form.TEXT:
        case = "plain"  # the gold answer is an option to choose, not a description of a taste
    return PutQuestion(question, gold_words(expectation), reply, case)


class Panel:
    """One or several judges.

    Args:
        judges: The judges.

    Raises:
        ConfigurationError: There is no judge.
    """

    def __init__(self, judges: Sequence[AnswerJudge]) -> None:
        if not judges:
            raise ConfigurationError("a panel without judges", where="judge", remedy="name a judge")
        self.judges = tuple(judges)

    @property
    def names(self) -> list[str]:
        """The names of the judges' models; a name that several have is numbered."""
        names = [judge.model.name for judge in self.judges]
        return [
            name if names.count(name) == 1 else f"{name} ({names[: place + 1].count(name)})"
            for place, name in enumerate(names)
        ]

    def opinions(self, asked: PutQuestion, seed: int) -> tuple[Opinion, ...]:
        """What each judge says. A budget that is used up, and a wrong configuration, raise their errors."""
        found = []
        for name, judge in zip(self.names, self.judges, strict=True):
            try:
                said = judge.judge(asked.question, asked.gold, asked.reply, case=asked.case, seed=seed)
            except (ModelOutputError, InfrastructureError) as error:
                found.append(_without_vote(name, error))
            else:
                found.append(_with_vote(name, said))
        return tuple(found)

    async def aopinions(self, asked: PutQuestion, seed: int) -> tuple[Opinion, ...]:
        """Asynchronous version of `opinions`."""
        found = []
        for name, judge in zip(self.names, self.judges, strict=True):
            try:
                said = await judge.ajudge(asked.question, asked.gold, asked.reply, case=asked.case, seed=seed)
            except (ModelOutputError, InfrastructureError) as error:
                found.append(_without_vote(name, error))
            else:
                found.append(_with_vote(name, said))
        return tuple(found)


def _with_vote(name: str, said: Judgement) -> Opinion:
    return Opinion(name, "yes" if said.right else "no", said.reason)


def _without_vote(name: str, error: ModelOutputError | InfrastructureError) -> Opinion:
    if isinstance(error, ModelOutputError):
        return Opinion(name, "unreadable", error.fault or error.what)
    return Opinion(name, "failed", error.what)


def majority(opinions: Sequence[Opinion]) -> bool | None:
    """Whether most judges with a vote say yes; None for a tie, or if no judge has a vote."""
    votes = [opinion.vote for opinion in opinions]
    lead = votes.count("yes") - votes.count("no")
    return lead > 0 if lead else None


def settled(matched: Verdict, expectation: Expectation, reply: str, opinions: Sequence[Opinion]) -> Verdict:
    """The verdict that follows from the matcher's and the judges'.

    The majority of the judges wins, except that a leak stays a leak, and that for a no the matcher's more specific
    verdict stays. A tie leaves the matcher's verdict.

    Args:
        matched: The matcher's verdict.
        expectation: The gold answer.
        reply: The reply.
        opinions: What the judges say.
    """
    right = majority(opinions)
    if right is None:
        if any(opinion.vote in ("yes", "no") for opinion in opinions):
            return replace(matched, reason="the judges are evenly divided")
        return replace(matched, reason=opinions[0].reason, source=VerdictSource.UNREADABLE)
    agreeing = "yes" if right else "no"
    reason = next(opinion.reason for opinion in opinions if opinion.vote == agreeing)
    source, known = VerdictSource.MODEL, matched.kind
    if right and known is not VerdictKind.LEAKED:
        return Verdict(VerdictKind.CORRECT, matched.asserted, score=1.0, reason=reason, source=source)
    if known not in (VerdictKind.NONE, VerdictKind.CORRECT, VerdictKind.UNDETERMINED):
        return replace(matched, reason=reason, source=source)
    if not expectation.answerable:
        kind = VerdictKind.UNSUPPORTED
    else:
        kind = VerdictKind.ABSTAINED if abstains(reply) else VerdictKind.WRONG
    return Verdict(kind, matched.asserted, reason=reason, source=source)


def gold_words(expectation: Expectation) -> str:
    """A gold answer in words.

    Args:
        expectation: The gold answer.

    Example:
        >>> from regulars.values import Domain
        >>> gold_words(Expectation("value", Domain("city"), True, ("Bergen",), stale=("Oslo",)))
        'Bergen. Outdated: Oslo.'
    """
    if expectation.form == Form.TEXT:
        return " | or: ".join(expectation.gold)
    plain = expectation.form in (Form.VALUE, Form.SET, Form.ANY, Form.ORDER)
    listed = _listed([_written(value, expectation.domain) if plain else value for value in expectation.gold])
    words = {
        Form.ORDER.value: f"in this order: {listed}",
        Form.ANY.value: f"any of these: {listed}",
        Form.SET.value: f"all of these, and no others: {listed}",
        Form.PASS_ON.value: f"a message that names {listed}",
        Form.MENTION.value: f"brings up {listed}",
        Form.OPTION.value: f"{listed}, of {_options(expectation.options)}",
    }.get(str(expectation.form), listed)
    if expectation.over:
        words = "What was told is over, and nothing took its place"
    stale = [_written(value, expectation.domain) if plain else value for value in expectation.stale]
    outdated = f" Outdated: {_listed(stale)}." if stale else ""
    why = "private there" if expectation.form == Form.PASS_ON else "other people's"
    private = expectation.others if expectation.form != Form.MENTION else ()
    others = f" Must not be named, since it is {why}: {_listed(private)}." if private else ""
    return f"{words}.{outdated}{others}" if outdated or others else words


def _listed(values: Sequence[str]) -> str:
    return ", ".join(values)


def _written(value: str, domain: Domain) -> str:
    """A value as people write it: a day or month in words, a number with its unit."""
    if domain.type is ValueType.NUMBER and domain.unit:
        return f"{value} {domain.unit}"
    if domain.type is not ValueType.DATE or granularity_of(value) not in ("day", "month") or value.startswith("--"):
        return value
    year, month, *day = value.split("-")
    return " ".join([*(str(int(one)) for one in day), month_name(int(month)), year])


def _options(options: Sequence[str]) -> str:
    return _listed([f"{chr(ord('A') + place)}: {option}" for place, option in enumerate(options)])
