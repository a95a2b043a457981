"""What the line on fair answers in the assistant's prompt is worth: the matcher's agreement with and without it.

Run: python benchmarks/fair_answer.py
     python benchmarks/fair_answer.py --model openai:MODEL [--judge openai:MODEL] [--questions 40]

Without a model: the labelled replies of `benchmarks/matcher.py` in fourteen styles are divided into those that the line
allows and those that it asks to avoid: guesses among several values, doubt, questions back, tables, lists, quotes,
letters, and more than three sentences. For each style and both parts the table shows how many right replies the matcher
counts as correct, and how often its verdict is exactly the one meant. That is what a model gains that keeps the line.

With a model: it answers the sets' questions from a context that holds the answer, in each style, with the line and
without it. The matcher and a judge read every reply; the table shows the share of replies on which they agree, and
leaves with 1 if the line makes it smaller.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from regulars.agents.assistant.model import ModelAssistant
from regulars.agents.evaluator.judges import AnswerJudge
from regulars.agents.evaluator.panel import put
from regulars.agents.models.catalogue import open_model
from regulars.agents.models.protocol import Call, CallModel, Completion, Message
from regulars.dialogue import Phase, VerdictKind
from regulars.errors import ModelOutputError
from regulars.memory import Recollections
from regulars.scenarios.kinds import Form
from regulars.testing.reply_sets import LabelledReply, read_replies

FOLDER = Path(__file__).parents[1] / "tests" / "rewards" / "verdicts"
FILES = ("chat_replies_natural_held_out.toml", "chat_replies_held_out.toml", "chat_replies.toml")
MOST_SENTENCES = 3
Judged = tuple[bool, bool]
"""Whether matcher and judge agree on a reply, and whether the judge calls it right."""
_AVOIDED = re.compile(
    r"\||\*\*|^\s*(?:[-*#>]|\d+\.)\s|[\"“”]|\?|\n\n"
    r"|\b(?:maybe|perhaps|possibly|probably|might|may have|not sure|i think|i believe|either|if i recall|i guess)\b",
    re.IGNORECASE | re.MULTILINE,
)
_SENTENCE = re.compile(r"[.!]+(?:\s|$)")
_SPOKEN = (Form.VALUE, Form.SET, Form.DURATION, Form.COUNT)
"""Forms whose gold answer can be told in a sentence."""


def is_fair(text: str) -> bool:
    """Whether a reply is what the line asks for: plain, short, and without doubt."""
    return not _AVOIDED.search(text) and len(_SENTENCE.findall(text)) <= MOST_SENTENCES


def shares(replies: Sequence[LabelledReply]) -> tuple[str, str, str]:
    """The number of replies, the share of right ones that count as correct, and the share with the exact verdict."""
    judged = [(reply, reply.judged().kind) for reply in replies]
    right = [found is VerdictKind.CORRECT for reply, found in judged if reply.kind is VerdictKind.CORRECT]
    exact = [found is reply.kind for reply, found in judged]
    return str(len(replies)), _share(right), _share(exact)


def _share(hits: Sequence[bool]) -> str:
    return f"{sum(hits) / len(hits):.3f}" if hits else "-"


def offline() -> None:
    """Prints the table of labelled replies."""
    for name in FILES:
        replies = read_replies(FOLDER / name).replies
        columns = ("n", "right found", "exact")
        print(
            f"\n{name}\n{'style':14}"
            + "".join(f"{f'{part} {one}':>22}" for part in ("fair", "other") for one in columns)
        )
        for style in (*dict.fromkeys(reply.phenomenon for reply in replies), "all"):
            some = [reply for reply in replies if style in ("all", reply.phenomenon)]
            parts = [[reply for reply in some if is_fair(reply.text) is fair] for fair in (True, False)]
            print(f"{style:14}" + "".join(f"{cell:>22}" for part in parts for cell in shares(part)))


class _Styled(CallModel):
    """A model that is asked to write in a style."""

    def __init__(self, model: CallModel, style: str) -> None:
        self.model, self.style, self.name = model, style, model.name

    def answer(self, call: Call) -> Completion:
        system, *others = call.messages
        styled = Message("system", f"{system.content}\n\nYour way of writing: {self.style.replace('_', ' ')}.")
        return self.model.complete((styled, *others), seed=call.seed, purpose=call.purpose)


class _Told:
    """A memory that recalls one line, whatever it is asked."""

    journals = True
    line = ""

    def observe(self, turn: object) -> tuple[()]:
        return ()

    def recall(self, cue: object) -> Recollections:
        return Recollections(context=self.line, tokens=len(self.line.split()))


def with_model(spec: str, judge: str, most: int) -> int:
    """Prints the agreement of matcher and judge by style, with the line and without it."""
    model, judges = open_model(spec), AnswerJudge(judge)
    replies = [one for name in FILES[:1] for one in read_replies(FOLDER / name).replies]
    questions = list({one.name: one for one in replies if one.question.asked and _tellable(one)}.values())[:most]
    styles = list(dict.fromkeys(one.phenomenon for one in replies))
    totals: dict[bool, list[Judged]] = {True: [], False: []}
    print(f"{'':14}{'agree':>20}{'right':>20}\n{'style':14}" + f"{'without':>10}{'with':>10}" * 2 + f"{'n':>6}")
    for style in styles:
        agreed = {fair: list(_agreements(model, judges, style, questions, fair=fair)) for fair in (False, True)}
        for fair, found in agreed.items():
            totals[fair] += found
        print(_line(style, agreed), flush=True)
    print(_line("all", totals))
    without, with_line = (sum(agree for agree, _ in totals[fair]) / max(len(totals[fair]), 1) for fair in (False, True))
    return 0 if with_line >= without else 1


def _line(style: str, found: Mapping[bool, Sequence[Judged]]) -> str:
    """The shares of replies on which matcher and judge agree, and of those that the judge calls right."""
    shown = [_share([one[measure] for one in found[fair]]) for measure in (0, 1) for fair in (False, True)]
    return f"{style:14}" + "".join(f"{cell:>10}" for cell in shown) + f"{len(found[True]):6}"


def _tellable(reply: LabelledReply) -> bool:
    return reply.expectation.form in _SPOKEN and reply.expectation.answerable and bool(reply.expectation.gold)


def _agreements(
    model: CallModel, judge: AnswerJudge, style: str, questions: Iterable[LabelledReply], *, fair: bool
) -> Iterable[Judged]:
    """Each reply's two findings; replies that cannot be had or judged are left out."""
    for one in questions:
        memory = _Told()
        told = ", ".join(one.expectation.gold)
        memory.line = f"[2025-03-01 09:30] Ada: {one.question.asked} The answer is {told}."
        seat = ModelAssistant(_Styled(model, style), memory=lambda memory=memory: memory, fair=fair)
        observation = {
            "message": one.question.asked, "phase": int(Phase.PROBE), "session": 2, "speaker": "p", "name": "Ada",
            "scope": "p", "turn_id": "", "reply_id": "", "date": "2025-04-01T09:30:00+00:00", "rated": 0,
        }  # fmt: skip
        asked = put(one.question.asked, one.expectation, one.question.kind, "")
        try:
            text = seat.act(observation).text
            right = judge.judge(asked.question, asked.gold, text, case=asked.case).right
        except ModelOutputError:
            continue
        yield (one.judged(text).kind is VerdictKind.CORRECT) is right, right


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default="", help="model that answers, such as openai:MODEL")
    parser.add_argument("--judge", default="", help="model that judges (the same)")
    parser.add_argument("--questions", type=int, default=40, help="questions in each style (40)")
    given = parser.parse_args()
    if not given.model:
        offline()
        return 0
    return with_model(given.model, given.judge or given.model, given.questions)


if __name__ == "__main__":
    sys.exit(main())
