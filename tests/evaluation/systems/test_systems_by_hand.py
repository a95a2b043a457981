"""The small rules by which rows are named, tried and annotated, each on both sides."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from regulars import registry
from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.agents.models.prompt_files import load_prompts
from regulars.dialogue import Phase, Turn, count_tokens
from regulars.envs.ledger import Disclosure, Ledger
from regulars.errors import ConfigurationError, InfrastructureError, SeatError
from regulars.evaluation.systems.annotations import AnnotatedMemory, LedgerAnnotations, with_reader
from regulars.evaluation.systems.labels import Labels, read_labels
from regulars.evaluation.systems.oracles import CreditOracle, LessonOracle, OracleRecall, RuleKeepingAssistant
from regulars.evaluation.systems.systems import Acting, default_memories, is_bound, sources, systems, why_not_forked
from regulars.evaluation.systems.user_and_judge import UserAndJudge
from regulars.memory import Cue
from regulars.scenarios.world import Person, StandingRule
from regulars.seeding import content_hash

DAY = datetime(2025, 3, 3, 9, tzinfo=UTC)

# ---------------------------------------------------------------- labels


def test_a_spec_is_named_by_its_label():
    labels = Labels({"small": "openai:m:temperature=0", "words": "bm25-turn:k1=1.2"})
    assert labels.of("bm25-turn:k1=1.2") == "words"
    assert labels.of("bm25-turn:k1=1.2", "bm25-turn:k1=1.2;reader=rules") == "words"
    assert labels.of("bm25-turn") == "bm25-turn", "settings belong to the spec"
    assert labels.of("mem0-v1", "mem0-v1:reader=rules") == "mem0-v1:reader=rules"


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("openai:m:temperature=0", "small"),
        ("openai:m", "m"),  # a model is named by itself
        ("openai:some/model:seed=1", "some/model"),
        ("litellm:PROVIDER/model", "PROVIDER/model"),
        ("scripted:explore=.1", "scripted:explore=.1"),
        ("mine.py:Assistant", "mine.py:Assistant"),
    ],
)
def test_an_assistant_is_named_by_its_label_or_its_model(spec, name):
    assert Labels({"small": "openai:m:temperature=0"}).of_assistant(spec) == name


def test_every_label_is_used():
    labels = Labels({"words": "bm25-turn", "small": "openai:m"})
    labels.of("bm25-turn")
    with pytest.raises(ConfigurationError, match="the label 'small' stands for 'openai:m', which no system has"):
        labels.check_all_used()
    labels.of_assistant("openai:m")
    labels.check_all_used()
    Labels({}).check_all_used()


@pytest.mark.parametrize(
    ("labels", "what"),
    [
        ({"": "recency"}, "the label '' is empty"),
        ({" ": "recency"}, "the label ' ' is empty"),
        ({"a\nb": "recency"}, r"the label 'a\\nb' is empty"),
        ({"a": "recency", "b": "none", "c": "recency"}, "'recency' has two labels, 'a' and 'c'"),
    ],
)
def test_labels_are_words_that_stand_for_one_spec_each(labels, what):
    with pytest.raises(ConfigurationError, match=what):
        Labels(labels)


def test_labels_of_the_command_line():
    assert read_labels(None) == read_labels([]) == {}
    assert read_labels([" small = openai:m:temperature=0 ", "words=bm25-turn"]) == {
        "small": "openai:m:temperature=0",
        "words": "bm25-turn",
    }


@pytest.mark.parametrize(
    ("written", "what"),
    [
        (["small"], "label 'small'"),
        (["=openai:m"], "label '=openai:m'"),
        (["small="], "label 'small='"),
        ([" = "], "label ' = '"),
        (["a=recency", "a=none"], "the label 'a' occurs twice"),
    ],
)
def test_labels_of_another_form_are_refused(written, what):
    with pytest.raises(ConfigurationError) as caught:
        read_labels(written)
    assert (caught.value.what, caught.value.where) == (what, "--label")


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("name", "bound"),
    [
        ("none", True),
        ("random:seed=3", True),
        ("full-context", True),
        ("oracle-lessons", True),
        ("oracle-recall (sealed)", True),
        ("oracle-rules + bm25-turn", True),
        ("oracle-rules + bm25-turn (sealed)", True),
        ("bandit + none", True),
        ("bm25-turn", False),
        ("bm25-turn (sealed)", False),
        ("scripted:explore=.1 + bm25-turn", False),
        ("oracle-rules", False),  # an assistant's name is no memory
        ("nonesuch", False),
    ],
)
def test_floors_and_ceilings_are_known_by_name(name, bound):
    assert is_bound(name) is bound


def test_a_memory_is_named_with_its_reader_where_it_has_one():
    given = ["mem0-v1", "mem0-v1:near=3", "mem0-v1:reader=none", "bm25-turn", "recency", "no-such", "gone.py:Mine"]
    assert [with_reader(memory) for memory in given] == [
        "mem0-v1:reader=rules", "mem0-v1:near=3;reader=rules", *given[2:]
    ]  # fmt: skip


def test_a_twin_is_the_same_row_without_feedback():
    (row,) = systems(["lesson-counts"], "scripted", standard="scripted:explore=.1")
    assert row.learns
    twin = row.twin
    assert (twin.name, twin.spec) == (
        "scripted + lesson-counts (sealed)", "scripted + lesson-counts (sealed)"
    )  # fmt: skip
    assert (twin.feedback, twin.learns, twin.make, twin.forks) == ("sealed", False, row.make, True)


def test_a_row_cannot_be_changed():
    (row,) = systems(["none"])
    with pytest.raises(FrozenInstanceError):
        row.name = "other"


def test_the_first_of_several_duplicates_is_named():
    with pytest.raises(ConfigurationError, match="duplicate system 'none'"):
        systems(["none", "recency", "none", "recency"])


def test_a_label_that_no_row_has_is_refused():
    assert [row.name for row in systems(["none"], labels={"nothing": "none"})] == ["nothing"]
    with pytest.raises(ConfigurationError, match="the label 'words' stands for 'bm25-turn', which no system has"):
        systems(["none"], labels={"words": "bm25-turn"})


# ---------------------------------------------------------------- files

MAKES = """
class Assistant:
    def __init__(self, memory, prompts=None, k=0, budget=0):
        self.memory, self.prompts, self.k, self.budget = memory, prompts, k, budget

    def act(self, observation):
        return "I see."


class Plain:
    def act(self, observation):
        return "I see."


READY = Plain()
"""


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(MAKES)
    return path


def test_memory_recall_settings_and_prompts_reach_an_assistant_of_a_file(mine):
    prompts = load_prompts()
    (row,) = systems(["recency"], f"{mine}:Assistant", prompts=prompts, k=3, budget=77)
    seat = row.make(lambda: None)
    assert (seat.memory, seat.k, seat.budget) == ("recency", 3, 77)
    assert seat.prompts is prompts
    (row,) = systems(["recency"], f"{mine}:Assistant")
    assert row.make(lambda: None).prompts is None
    assert row.name == row.spec == f"{mine}:Assistant + recency"
    assert (row.acting, row.oracle) == (Acting.BLOCKS, False)


def test_an_assistant_takes_a_memory_if_its_factory_does(mine):
    assert default_memories(f"{mine}:Assistant") == default_memories("bandit") == ["bm25-turn"]
    assert default_memories(f"{mine}:Plain") == default_memories(f"{mine}:READY") == []
    assert [row.name for row in systems(["none"], f"{mine}:Plain")] == [f"{mine}:Plain", "none"]


def test_only_files_that_a_spec_names_are_sources(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("recency", "mine.py", "mine.yaml", "yours.yml", "folder.py"):
        if name == "folder.py":
            (tmp_path / name).mkdir()
        else:
            (tmp_path / name).write_bytes(b"text of " + name.encode() + b"\xff")
    texts = {name: content_hash(f"text of {name}�", 16) for name in ("mine.py", "mine.yaml", "yours.yml")}
    assert sources(["recency", "recency:k=3", "folder.py:Mine", "gone.yaml"]) == {}
    assert sources(["mine.py"]) == {}, "a name is an attribute of a file"
    assert sources(["mine.py:Mine:k=3 + mine.yaml:near=3", "scripted + yours.yml"]) == texts
    assert sources(["~/mine.py:Mine"]) == {str(tmp_path / "mine.py"): texts["mine.py"]}


# ---------------------------------------------------------------- trying a seat


class Seat:
    """Notes how it is started and ended; `fails` is raised when it begins."""

    def __init__(self, fails=None, learns=False):
        self.fails, self.learns, self.calls = fails, learns, []

    def __deepcopy__(self, memo):
        return self  # so that a test sees what happened to it

    def begin(self, episode_id, seed):
        self.calls.append(("begin", seed))
        if self.fails is not None:
            raise self.fails

    def end(self, reason):
        self.calls.append(("end", reason))

    def get_state(self):
        return 7

    def set_state(self, state):
        self.calls.append(("set_state", state))

    def act(self, observation):
        return "I see."


def test_a_row_is_tried_once_from_its_begin_to_its_end():
    seat = Seat(learns=True)
    (row,) = systems([], seat)
    assert seat.calls[0] == ("begin", 0)
    assert seat.calls[-1] == ("end", "trial")
    assert (row.learns, row.forks, row.unforked) == (True, True, "")
    assert systems([], Seat())[0].learns is False
    assert [one.name for one in systems([], Seat(learns=True), twins=True)] == ["Seat", "Seat (sealed)"]


@pytest.mark.parametrize("error", [ValueError("x"), SystemExit(3)])
def test_a_seat_that_cannot_begin_is_reported_by_its_episodes(error):
    (row,) = systems([], Seat(error, learns=True))
    assert (row.unforked, row.learns) == ("", False)
    assert why_not_forked(row) == ""


def test_a_server_that_does_not_answer_ends_the_run_before_it_begins():
    with pytest.raises(InfrastructureError, match="no answer"):
        systems([], Seat(InfrastructureError("no answer", where="m")))


def reply(observation):
    return "I see."


def test_why_a_seat_cannot_be_forked_is_told_with_the_remedy(monkeypatch):
    (row,) = systems([], reply)
    assert row.unforked == (
        "a function may keep state that cannot be saved; set reply.stateless = True if it keeps nothing between calls"
    )
    monkeypatch.setattr(reply, "stateless", True, raising=False)
    (row,) = systems([], reply)
    assert (row.unforked, why_not_forked(row)) == ("", "")


def test_an_exam_needs_a_state_that_is_taken_back():
    class Forgets(Seat):
        def set_state(self, state):
            raise SystemExit("no way back")

    seat = Forgets()
    (row,) = systems([], seat)
    assert "no way back" in why_not_forked(row)
    assert seat.calls[-1] == ("end", "trial"), "it is ended all the same"
    seat = Seat()
    (row,) = systems([], seat)
    assert why_not_forked(row) == ""
    assert seat.calls[-2:] == [("set_state", 7), ("end", "trial")]
    assert {call for call in seat.calls if call[0] == "begin"} == {("begin", 0)}


@pytest.mark.parametrize("kind", [RuleKeepingAssistant, CreditOracle, LessonOracle])
def test_reference_rows_recall_as_much_as_other_rows_by_default(kind):
    plain = ScriptedAssistant("none")
    seat = kind(lambda: None)
    assert (seat.k, seat.budget) == (plain.k, plain.budget) == (10, 1024)


def test_an_object_that_cannot_be_copied_is_named():
    class Held:
        def __deepcopy__(self, memo):
            raise TypeError("it holds a socket")

        def act(self, observation):
            return "I see."

    with pytest.raises(SeatError) as caught:
        systems([], Held())
    found = caught.value
    assert (found.what, found.where) == ("Held cannot be copied for each episode: it holds a socket", "Held")


@pytest.mark.parametrize(
    ("given", "name"),
    [(Seat(), "Seat"), (Seat, "Seat"), (SimpleNamespace(act=lambda observation: "", name="Ida"), "SimpleNamespace")],
)
def test_an_object_is_named_by_itself_or_its_class(given, name):
    assert systems([], given)[0].name == name


# ---------------------------------------------------------------- people and judge


def test_several_judges_or_chosen_kinds_need_models():
    for judge, kinds in (("scripted,scripted", None), ("scripted", ["temporal"])):
        with pytest.raises(ConfigurationError, match="cannot sit on a panel"):
            UserAndJudge.named("scripted", judge, None, kinds)
    assert UserAndJudge.named("scripted", "scripted", None).judge_kinds is None


def test_prompts_and_kinds_reach_the_judge(loopback):
    prompts = load_prompts()
    found = UserAndJudge.named("scripted", "openai:scripted", prompts, ["temporal", "count"])
    assert found.prompts is prompts
    assert found.judge_kinds == ("temporal", "count")
    assert UserAndJudge.named("scripted", "openai:scripted", None).prompts is None
    assert len(UserAndJudge.named("scripted", "openai:scripted,openai:scripted", None).evaluator().panel.judges) == 2


def test_policies_are_made_with_prompts_only_if_there_are_some(monkeypatch):
    made = []
    monkeypatch.setattr(registry, "build", lambda kind, spec, **given: made.append((kind, spec, given)))
    UserAndJudge("u", "j", prompts=None).evaluator()
    prompts = load_prompts()
    UserAndJudge("u", "j", prompts=prompts).evaluator()
    assert made == [("evaluator", "j", {}), ("evaluator", "j", {"prompts": prompts})]


# ---------------------------------------------------------------- annotations


def told(ledger, turn, value):
    ledger.enter(Disclosure("f", "p1", "home_city", value, "direct", turn, 1, DAY))


def test_annotations_follow_a_ledger_that_was_set_back():
    life = SimpleNamespace(ledger=Ledger())
    annotations = LedgerAnnotations(lambda: life)
    told(life.ledger, "t1", "Bergen")
    told(life.ledger, "t2", "Porto")
    assert [one.value for one in annotations.of("t2")] == ["Porto"]
    del life.ledger.disclosures[1:]  # a fork is over
    told(life.ledger, "t2", "Lyon")
    assert [one.value for one in annotations.of("t1")] == ["Bergen"]
    del life.ledger.disclosures[1:]
    assert list(annotations.of("t2")) == []
    assert [one.value for one in annotations.of("t1")] == ["Bergen"]


def test_annotations_are_those_of_the_running_life():
    first, second = (SimpleNamespace(ledger=Ledger()) for _ in range(2))
    lives = [first]
    annotations = LedgerAnnotations(lambda: lives[-1])
    told(first.ledger, "t1", "Bergen")
    assert [one.value for one in annotations.of("t1")] == ["Bergen"]
    lives.append(second)
    told(second.ledger, "t1", "Porto")  # as many statements as in the life before
    assert [one.value for one in annotations.of("t1")] == ["Porto"]
    told(second.ledger, "t1", "Lyon")
    assert [one.value for one in annotations.of("t1")] == ["Porto", "Lyon"]
    assert list(annotations.of("t2")) == []


def test_an_annotated_memory_is_made_with_its_reader_and_seed():
    life = SimpleNamespace(ledger=Ledger())
    make = AnnotatedMemory("mem0-v1:reader=(noisy-oracle:recall=.5);near=3", lambda: life)
    assert make.seeded
    assert type(make(4)) is type(make())


# ---------------------------------------------------------------- oracles


def turn(id, minute, text="words"):
    return Turn(id, "p1", "p1", "p1", "Ada", 1, f"{text} {id}", DAY + timedelta(minutes=minute))


def test_the_ceiling_of_recall_reads_the_lines_of_its_evidence_in_their_order():
    life = SimpleNamespace(asked=SimpleNamespace(resolution=SimpleNamespace(evidence=(("s002", "s001.t01"),))))
    memory = OracleRecall(lambda: life)
    for one in (turn("s002.t01", 9), turn("s001.t01", 1), turn("s0020.t01", 2), turn("s002.t02", 9)):
        memory.observe(one)
    found = memory.recall(Cue("?", DAY, "p1", k=2))
    assert [hit.id for hit in found.hits] == ["s002.t01", "s002.t02"], "a session stands for all its turns"
    assert [line.split()[-1] for line in found.context.splitlines()] == ["s001.t01", "s002.t01", "s002.t02"]
    assert found.tokens == count_tokens(found.context) > 0
    state = memory.snapshot()
    memory.observe(turn("s002.t03", 10))
    assert len(memory.recall(Cue("?", DAY, "p1", k=9)).hits) == 4
    memory.restore(state)
    assert len(memory.recall(Cue("?", DAY, "p1", k=9)).hits) == 3


RULES = (
    StandingRule("r1", "length", "one_sentence", DAY - timedelta(days=9)),
    StandingRule("r2", "procedure", "season papers", DAY - timedelta(days=9), domain="travel"),
    StandingRule("r3", "procedure", "quotes survey sealing", DAY - timedelta(days=9), domain="home"),
    StandingRule("r4", "address", "by_name", DAY + timedelta(days=9)),
)


def test_the_rules_of_the_speaker_that_hold_by_now_are_kept():
    people = {"p1": Person("p1", "Ada", "p1", rules=RULES), "p2": Person("p2", "Ben", "p2")}
    life = SimpleNamespace(persons=people, ledger=Ledger())
    seat = RuleKeepingAssistant(lambda: life, "none")

    def work(speaker, consulted="", days=0):
        date = (DAY + timedelta(days=days)).isoformat()
        return SimpleNamespace(observation={"speaker": speaker, "date": date}, consulted=consulted)

    assert seat.settings(work("p1")) == {"length": "one_sentence"}
    assert seat.settings(work("p1", days=10)) == {"length": "one_sentence", "address": "by_name"}
    assert seat.settings(work("p1", days=-10)) == {}
    assert seat.settings(work("p2")) == seat.settings(work("nobody")) == {}
    assert seat.known_steps(work("p1", "travel")) == ("season", "papers")
    assert seat.known_steps(work("p1", "home")) == ("quotes", "survey"), "the person has not told of a floor to seal"
    assert seat.known_steps(work("p1", "garden")) == seat.known_steps(work("p2", "travel")) == ()
    assert (seat.k, seat.budget) == (10, 1024)


@pytest.mark.parametrize(
    ("phase", "evidence", "noted"),
    [
        (Phase.TALK, (("t1", "t2"), ("t3",)), {"reply": frozenset({"t1", "t2", "t3"})}),
        (Phase.PROBE, (("t1",),), {"reply": frozenset({"t1"})}),
        (Phase.TALK, (), {}),
        (Phase.TALK, None, {}),
        (Phase.LISTEN, (("t1",),), {}),
        (Phase.CLOSING, (("t1",),), {}),
    ],
)
def test_evidence_is_noted_for_replies_to_questions(phase, evidence, noted, monkeypatch):
    asked = None if evidence is None else SimpleNamespace(resolution=SimpleNamespace(evidence=evidence))
    seat = CreditOracle(lambda: SimpleNamespace(asked=asked))
    monkeypatch.setattr(CreditOracle.__base__, "remember", lambda self, work: None)
    seat.remember(SimpleNamespace(phase=phase, observation={"reply_id": "reply"}))
    assert seat.evidence == noted
    assert (seat.k, seat.budget) == (10, 1024)
