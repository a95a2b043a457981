"""Inputs on which the settings of memories that learn, and of guards, decide."""

from __future__ import annotations

from collections.abc import Sequence

from published import DAY, MINUTE, START, Talk, cosines, drawn, holds, reads

from regulars.dialogue import Feedback
from regulars.memory import Cue, Recollections
from regulars.memory.journal.operations import POOL, TURN, Claim, Draft, Op
from regulars.memory.parts.guarding.feedback_filter import RATED_CLAIMS
from regulars.memory.parts.learning.citations import RETRIEVAL
from regulars.memory.parts.learning.experiences import EXPERIENCE, Experience, Said
from regulars.memory.parts.learning.utility import DID_NOT, DISTILLED, HELPED
from regulars.memory.protocol import Lesson


def _draft(number: int, kind: str, text: str = "", session: int = 1, scope: str = "p1", **more: object) -> Draft:
    return Draft(scope, session, START + number * MINUTE, "", text, (f"x{number}",), kind, **more)


def _replayed(talk: Talk, drafts: Sequence[Draft]) -> None:
    """Lets the memory hold some items, `p1#1` and on."""
    counts: dict[str, int] = {}
    ops = []
    for draft in drafts:
        counts[draft.scope] = counts.get(draft.scope, 0) + 1
        ops.append(Op("ADD", f"{draft.scope}#{counts[draft.scope]}", draft, time=draft.time))
    talk.memory = talk.memory.replayed(ops)
    talk.time = START + (len(drafts) + 1) * MINUTE


def _tried(
    number: int,
    text: str = "",
    kept: Sequence[str] = (),
    broken: Sequence[str] = (),
    displeased: float | None = None,
    said: Sequence[tuple[str, str]] = (),
    task: str = "",
    **more: object,
) -> Draft:
    """An experience."""
    one = Experience(task, tuple(kept), tuple(broken), displeased, tuple(Said(*told) for told in said))
    return _draft(number, EXPERIENCE, text, extra={**one.to_json(), **more.pop("extra", {})}, **more)  # type: ignore


def _lessons(talk: Talk, text: str = "cue") -> dict[str, float]:
    """The lessons for a cue, with their confidence."""
    taught = talk.recalled(text).lessons
    return {f"{lesson.style_attribute}={lesson.value}": round(lesson.confidence, 4) for lesson in taught}


# ---------------------------------------------------------------------- counts


def _pooled(strength: float) -> float:
    return round((0.5 + strength * 0.8 * 20.5 / 23.5) / (3.5 + strength * 0.8), 4)


@holds("lesson-counts", "strength", 10.0, {9.0: _pooled(9), 10.0: 0.6503, 11.0: _pooled(11)}, pool=True)
def a_vote_weighs_ten_counts(talk: Talk) -> float:
    """Another person stated a wish: 20.5 of 23.5 counts, 20 of them learned, so a vote of 20 / 25 = .8. The newcomer's
    own counts are .5 and 3: (.5 + 10 * .8 * .8723) / (3.5 + 8) = 7.4787 / 11.5."""
    _replayed(talk, [_tried(1, said=[("length=short", "stated")], scope=POOL, extra={"of": "p2"})])
    talk.said("cue")
    return _lessons(talk)["length=short"]


@holds("lesson-counts", "ByCounts.floor", 0.3, {0.25: ["a=over", "a=under"], 0.3: ["a=over"], 0.35: []})
def a_lesson_is_taught_from_three_tenths(talk: Talk) -> list[str]:
    """Stated and lifted twice: 20.5 / 63.5 = .32. Complained of and lifted: 8.5 / 31.5 = .27."""
    over = [("a=over", "stated"), ("a=over", "lifted"), ("a=over", "lifted")]
    under = [("a=under", "complaint"), ("a=under", "lifted")]
    _replayed(talk, [_tried(1, said=over), _tried(2, said=under)])
    return list(_lessons(talk))


# ---------------------------------------------------------------------- rememberer


def _values(talk: Talk) -> dict[str, float]:
    records = talk.memory.tracker("q-table").records("p1")
    return {record.text: round(record.values().get("a=b", (0.0, 0))[0], 4) for record in records}


@holds("rememberer", "alpha", 0.0, {0.0: 0.0, 0.1: 0.8})
def a_value_is_the_mean_of_its_returns(talk: Talk) -> float:
    """A like and a dislike of the same: (1 - 1) / 2; by a step of .1 it is 1 - .1 * 2."""
    _replayed(talk, [_tried(1, "one", ["a=b"], displeased=0.0), _tried(2, "one", ["a=b"], displeased=1.0)])
    return _values(talk)["one"]


_LINE = [
    _tried(1, "two", ["a=b"], displeased=0.0),
    _tried(2, "one", ["a=b"], displeased=0.3, session=2),
    _tried(3, "two", ["a=b"], displeased=1.0, session=2),
    _tried(4, "three", ["a=b"], displeased=0.5, session=3),
]
"""A situation of value 1; in the next session another one with a reward of .4, which leads to it, and its dislike."""


@holds("rememberer", "gamma", 0.0, {0.0: 0.4, 0.5: 0.9}, embedder=drawn(one=(1, 0), two=(0, 1)))
def later_rewards_do_not_count(talk: Talk) -> float:
    """With a discount of .5 it is .4 + .5 * 1."""
    _replayed(talk, _LINE)
    return _values(talk)["one"]


@holds("rememberer", "steps", 1, {1: 0.9, 2: -0.1}, gamma=0.5, embedder=drawn(one=(1, 0), two=(0, 1)))
def a_return_goes_on_after_one_reward(talk: Talk) -> float:
    """.4 + .5 * 1, the value of the next situation; with two rewards .4 - .5, and the session ends."""
    _replayed(talk, _LINE)
    return _values(talk)["one"]


@holds("rememberer", "capacity", 256, {255: 255, 256: 256, 257: 257}, embedder=drawn(cue=(1,)))
def there_are_256_situations(talk: Talk) -> int:
    _replayed(talk, [_tried(number, f"text{number}", ["a=b"], displeased=0.0) for number in range(1, 259)])
    talk.closed()
    return len(_values(talk))


@holds(
    "rememberer",
    "QTable.task",
    0.5,
    {0.45: ["other", "same", "against"], 0.5: ["same", "other", "against"], 0.55: ["same", "against", "other"]},
    embedder=drawn(cue=(1, 0), same=(0, 1), other=(0.9, 0.4359), against=(-0.2, 0.9798)),
)
def task_and_words_weigh_the_same(talk: Talk) -> list[str]:
    """The same task: .5 + .5 * 0 and .5 - .5 * .2 = .4; another task: .5 * .9 = .45. With .45 it is .45, .34 and .495;
    with .55 .55, .46 and .405."""
    tasks = {"same": "plan", "other": "chat", "against": "plan"}
    _replayed(
        talk, [_tried(n, text, ["a=b"], displeased=0.0, task=task) for n, (text, task) in enumerate(tasks.items())]
    )
    return [record.text for record, _ in talk.memory.tracker("q-table").alike("p1", "plan", "cue")]


@holds(
    "rememberer",
    "ByValue.records",
    64,
    {63: [], 64: ["near=yes"], 65: ["near=yes", "far=yes"]},
    embedder=cosines(first=0.9, near=0.5, far=0.4),
)
def the_64_most_similar_situations_teach(talk: Talk) -> list[str]:
    """63 are nearer than the two with a lesson of their own."""
    told = [_tried(number, f"first {number}", ["base=yes"], displeased=0.0) for number in range(1, 64)]
    told += [_tried(64, "near", ["near=yes"], displeased=0.0), _tried(65, "far", ["far=yes"], displeased=0.0)]
    _replayed(talk, told)
    return [lesson for lesson in _lessons(talk) if lesson != "base=yes"]


@holds("rememberer", "ByValue.doubt", 1.0, {0.5: 0.8333, 1.0: 0.75, 2.0: 0.6667}, embedder=drawn(cue=(1,)))
def one_count_is_shrunk_by_half(talk: Talk) -> float:
    """The weight of a situation with the words of the cue and another task is .5 + .5, so that a value of 1 is
    1 / (1 + 1): .5 + .5 / 2. With a doubt of .5 it is .5 + 1 / 1.5 / 2."""
    _replayed(talk, [_tried(1, "cue", ["a=b"], displeased=0.0, task="plan")])
    return _lessons(talk)["a=b"]


@holds(
    "rememberer",
    "ByValue.floor",
    0.6,
    {0.55: ["a=over", "a=under"], 0.6: ["a=over"], 0.65: []},
    embedder=drawn(cue=(1,)),
)
def a_value_is_taught_from_six_tenths(talk: Talk) -> list[str]:
    """Rewards of .44 and .36: .5 + .44 / 4 = .61 and .59."""
    told = (("over", 0.28), ("under", 0.32))
    _replayed(
        talk, [_tried(n, f"cue {n}", [f"a={name}"], displeased=by, task="plan") for n, (name, by) in enumerate(told)]
    )
    return sorted(_lessons(talk))


# ---------------------------------------------------------------------- reme


def _distilled(talk: Talk, lessons: dict[str, Sequence[str]], uses: dict[str, tuple[int, int]] | None = None) -> None:
    """Lessons with the kinds of their support, and how often each was taught and helped."""
    ops = []
    for place, (lesson, support) in enumerate(lessons.items(), start=1):
        for number, how in enumerate(support):
            draft = _draft(place, DISTILLED, extra={"lesson": lesson, "how": how})
            ops.append(Op("MERGE" if number else "ADD", f"p1#{place}", draft, time=draft.time))
        taught, helped = (uses or {}).get(lesson, (0, 0))
        whys = [HELPED] * helped + [DID_NOT] * (taught - helped)
        ops += [Op("TOUCH", f"p1#{place}", why=why, time=START + place * MINUTE) for why in whys]
    talk.memory = talk.memory.replayed(ops)
    talk.time = START + DAY


def _left(talk: Talk) -> list[str]:
    return sorted(item.parts[0].extra["lesson"] for item in talk.items(DISTILLED))


@holds("reme", "validated", 3, {2: ["a=three", "a=two"], 3: ["a=three"], 4: []})
def three_successes_validate_a_lesson(talk: Talk) -> list[str]:
    _distilled(talk, {"a=two": ["success"] * 2, "a=three": ["success"] * 3})
    return list(_lessons(talk))


@holds("reme", "alpha", 5, {4: [], 5: ["a=four"], 6: ["a=five", "a=four"]})
def a_lesson_is_deleted_after_five_useless_uses(talk: Talk) -> list[str]:
    _distilled(talk, {"a=four": ["told"], "a=five": ["told"]}, {"a=four": (4, 0), "a=five": (5, 0)})
    talk.said("cue")
    talk.rated(talk.ids[-1])
    return _left(talk)


@holds("reme", "beta", 0.3, {0.25: ["a=30", "a=31"], 0.3: ["a=31"], 0.35: []})
def a_lesson_is_deleted_that_helped_in_three_of_ten(talk: Talk) -> list[str]:
    """3 of 10, and 4 of 13 = .308."""
    _distilled(talk, {"a=30": ["told"], "a=31": ["told"]}, {"a=30": (10, 3), "a=31": (13, 4)})
    talk.said("cue")
    talk.rated(talk.ids[-1])
    return _left(talk)


@holds("reme", "window", 20, {19: [], 20: ["a=20"], 21: ["a=20", "a=21"]})
def the_last_twenty_experiences_are_compared(talk: Talk) -> list[str]:
    """The newest pleased and kept two lessons; one was broken 21 experiences before and one 20 before, in bad ones."""
    told = [_tried(1, broken=["a=21"], displeased=1.0), _tried(2, broken=["a=20"], displeased=1.0)]
    told += [_tried(number, broken=["z=z"], displeased=1.0) for number in range(3, 22)]
    told += [_draft(22, TURN, "Oh"), _tried(22, kept=["a=20", "a=21"], broken=["y=y"], displeased=0.0)]
    _replayed(talk, told)
    talk.rated("x22")
    return _left(talk)


@holds("reme", "Distil.sure", 0.5, {0.45: [1, 1], 0.5: [1, 0], 0.55: [0, 0]})
def a_lesson_counts_as_used_from_a_half(talk: Talk) -> list[int]:
    """Both were kept; one was taught with a confidence of .52, one with .48."""
    _distilled(talk, {"a=over": ["told"], "a=under": ["told"]})
    made = [_draft(9, TURN, "Oh"), _tried(9, kept=["a=over", "a=under"], displeased=0.0)]
    ops = [Op("ADD", f"p1#{place}", draft, time=draft.time) for place, draft in enumerate(made, start=3)]
    talk.memory = talk.memory.replayed([*talk.memory.journal, *ops])
    lessons = (Lesson("a", "over", 0.52, ()), Lesson("a", "under", 0.48, ()))
    talk.memory.feedback(Feedback("x9", time=talk.time), Recollections(lessons=lessons))
    return [len(item.uses) for item in talk.items(DISTILLED)]


# ---------------------------------------------------------------------- experiences


def _wishes(talk: Talk, count: int) -> list[str]:
    """The lessons taught of that many experiences, each with a wish; the later ones are nearer to the cue."""
    told = [_tried(n, f"n{n}", said=[(f"a=v{n}", "stated")]) for n in range(1, count + 1)]
    _replayed(talk, told)
    taught = _lessons(talk)
    return [f"a=v{n}" for n in range(1, count + 1) if f"a=v{n}" in taught]


_NEARER = {"embedder": cosines(**{f"n{number}": number / 100 for number in range(1, 23)})}
_LAST = {19: ["a=v4", "a=v22"], 20: ["a=v3", "a=v22"], 21: ["a=v2", "a=v22"]}


@holds("exprag", "k", 20, _LAST, **_NEARER)
@holds("exprecent", "k", 20, _LAST)
@holds("remem", "k", 20, _LAST, **_NEARER)
def twenty_experiences_teach(talk: Talk) -> list[str]:
    """The first and the last of the nearest, or latest, of 22."""
    taught = _wishes(talk, 22)
    return [taught[0], taught[-1]]


@holds("remem", "most", 200, {199: 199, 200: 200, 201: 201})
def two_hundred_ratings_are_kept(talk: Talk) -> int:
    _replayed(talk, [_tried(number, "text", broken=["a=b"], displeased=1.0) for number in range(1, 203)])
    talk.closed()
    return len(talk.items(EXPERIENCE))


# ---------------------------------------------------------------------- rmm

_FALLING = cosines(**{f"n{number}": 0.9 - number / 50 for number in range(22)})


@holds("rmm", "pool", 20, {19: 19, 20: 20, 21: 21}, shown=30, noise=0.0, embedder=_FALLING)
def twenty_items_are_ranked_again(talk: Talk) -> int:
    talk.said(*(f"n{number}" for number in range(22)))
    return len(talk.found("cue", k=30))


@holds("rmm", "shown", 5, {4: 4, 5: 5, 6: 6}, noise=0.0, embedder=_FALLING)
def five_of_them_are_shown(talk: Talk) -> int:
    talk.said(*(f"n{number}" for number in range(8)))
    return len(talk.found("cue"))


@holds(
    "rmm",
    "least",
    0.6,
    {0.55: ["kite sail", "boat mast"], 0.6: ["kite sail", "boat", "mast"], 0.65: ["kite", "sail", "boat", "mast"]},
    embedder=drawn(kite=(1, 0, 0, 0), sail=(0.62, 0.7846, 0, 0), boat=(0, 0, 1, 0), mast=(0, 0, 0.58, 0.8146)),
)
def turns_join_a_topic_from_six_tenths(talk: Talk) -> list[str]:
    talk.sessions("kite", "sail", "boat", "mast")
    return talk.held(TURN)


@holds("rmm", "MergedTopics.most", 20, {19: [19, 3], 20: [20, 2], 21: [21, 1]}, embedder=drawn(cue=(1,)))
def a_topic_has_twenty_parts(talk: Talk) -> list[int]:
    talk.sessions(*(f"cue {number}" for number in range(22)))
    return [len(item.parts) for item in talk.items(TURN)]


@holds("rmm", "noise", 1.0, {0.5: "rarely", 1.0: "a quarter", 2.0: "often"}, embedder=cosines(first=0.9, second=0.88))
@holds(
    "rmm",
    "Reranker.temperature",
    0.02,
    {0.01: "rarely", 0.02: "a quarter", 0.04: "often"},
    embedder=cosines(first=0.9, second=0.88),
)
def the_second_comes_first_by_the_softmax(talk: Talk) -> str:
    """Scores that differ by .02 at a temperature of .02: 1 / (1 + e) = .27. At .01 1 / (1 + e^2) = .12, at .04
    1 / (1 + e^.5) = .38. Of 200 draws."""
    talk.said("first", "second")
    won = sum(talk.found("cue", after=number * MINUTE)[0] == "second" for number in range(1, 201)) / 200
    return "rarely" if won < 0.2 else "a quarter" if won < 0.33 else "often"


@holds("rmm", "rate", 0.005, {0.004: [0.5530, 0.7373], 0.005: [0.5415, 0.722], 0.006: [0.5302, 0.7069]},
       embedder=drawn(cue=(1, 0), one=(0.6, 0.8), two=(0.8, 0.6)))  # fmt: skip
def a_citation_moves_the_weights_by_the_rate(talk: Talk) -> list[float]:
    """The cited item has .6 and the other .8 of the query's only dimension. The pull is +1 and -1 times .005 / .02, so
    .25 (.6 - .8) = -.05 goes to both weights of the dimension: .6 * .95^2 = .5415 and .8 * .95^2 = .722. With .004 it
    is .96^2, with .006 .94^2."""
    shown = {"rewards": {"x1": 1.0, "x2": -1.0}, "pool": ["x1", "x2"]}
    _replayed(talk, [_draft(1, TURN, "one"), _draft(2, TURN, "two"), _draft(3, RETRIEVAL, "cue", extra=shown)])
    return [round(float(score), 4) for score in talk.memory.tracker("reranker").scores("p1", "cue", ["p1#1", "p1#2"])]


# ---------------------------------------------------------------------- guards

_CITIES = reads(oslo="city", bergen="city", dog="pet")


@holds("a-memguard", "half_life", 3.0, {2.5: {"bergen"}, 3.0: {"oslo", "bergen"}, 3.5: {"oslo"}}, reader=_CITIES)
def a_vote_weighs_half_after_three_sessions(talk: Talk) -> set[str]:
    """Two votes of three sessions ago weigh 2 * 2^-1 = 1, as much as one new vote: no majority, so all are shown. With
    2.5 they weigh .87, with 3.5 1.1."""
    talk.said("city oslo", "a city oslo")
    talk.session = 4
    talk.said("city bergen")
    return {text.split()[-1] for text in talk.found("city")}


@holds("a-memguard", "majority", 0.5, {0.5: {"oslo"}, 0.53: {"oslo", "bergen"}}, reader=_CITIES)
def more_than_a_half_is_a_majority(talk: Talk) -> set[str]:
    """Eleven of 21 votes, .524."""
    talk.said(*["city oslo"] * 11, *["city bergen"] * 10)
    return {text.split()[-1] for text in talk.found("city", k=30)}


@holds("a-memguard", "least", 3, {2: [], 3: ["told dog"], 4: ["told dog", "told oslo"]}, reader=_CITIES)
def a_claim_is_hidden_after_three_dislikes(talk: Talk) -> list[str]:
    """One claim was disliked three times, another one twice."""
    oslo, dog = Claim("Ann", "city", "oslo"), Claim("Ann", "pet", "dog")
    rated = [oslo, oslo, oslo, dog, dog]
    _replayed(talk, [_draft(n, RATED_CLAIMS, claims=(claim,), extra={"approval": -1}) for n, claim in enumerate(rated)])
    talk.said("told dog", "told oslo")
    return talk.found("told")


@holds("guarded", "RateLimit.most", 60, {59: 59, 60: 60, 61: 61}, guards="rate-limit")
def sixty_turns_in_ten_minutes_are_stored(talk: Talk) -> int:
    talk.said(*(f"turn{number}" for number in range(70)), after=MINUTE / 10)
    return len([item for item in talk.items() if not item.quarantined])


@holds(
    "guarded",
    "LeastTrust.least",
    0.5,
    {0.25: ["own", "told", "Oh"], 0.5: ["own", "told"], 0.6: ["own"]},
    guards="trust",
)
def what_others_told_is_trusted_by_half(talk: Talk) -> list[str]:
    talk.said("own word", "told by my sister: she said that it rains")
    talk.said("Oh", by="Assistant")
    return [item.text.split()[0] for item in talk.items() if not item.quarantined]


@holds(
    "guarded",
    "Purposes.otherwise",
    0,
    {0: ["two"], 1: ["two", "one"]},
    reader=reads({"one": 1, "two": 0}, one="a", two="b"),
)
def other_purposes_see_nothing_private(talk: Talk) -> list[str]:
    talk.said("two word", "one more word")
    hits = talk.memory.recall(Cue("word", talk.time + MINUTE, "p1", purpose="gossip")).hits
    return [talk.item(hit.id).text.split()[0] for hit in hits]
