"""Adds a person's style to a line: short sentences around what is said, courtesy, punctuation and typing errors.

The words that tell or ask something stay unchanged, but for the first letter and the last stop of a line. Style adds
short sentences before and after them (`scenarios/personas/styles.toml`), ends and begins each line in the person's
punctuation, and makes typing errors for some styles. The draws are named by the words themselves, so a line that two
runs share gets the same style in both, if they share the session's small talk too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from regulars.chinese_text import asks, has_chinese
from regulars.dialogue import Phase
from regulars.scenarios.kinds import ActKind, Punctuation
from regulars.scenarios.language.packs import Language
from regulars.scenarios.language.ways import in_way, renamed, says_where
from regulars.scenarios.personas.tables import load_voices
from regulars.scenarios.world import Style

if TYPE_CHECKING:
    from regulars.agents.user.phrasing import Phrasing, SpokenLine
    from regulars.seeding import Draws


DEFAULT = Style()
"""The default style: adds nothing."""

BEFORE: Mapping[str, tuple[float, float]] = {"short": (0.02, 0.03), "plain": (0.06, 0.08), "long": (0.12, 0.16)}
"""For each length: the odds of an opener, and of a marker if there is no opener."""

AFTER: Mapping[str, float] = {"short": 0.05, "plain": 0.3, "long": 0.6}
"""For each length: the odds of a tail."""

EVEN_COURTESY, LEAST_COURTESY = 0.5, 0.25
"""Above the first, people add words of courtesy to questions; below the second, they leave out thanks and apologies."""

COURTEOUS = 1.0
"""Share of questions with words of courtesy for each point of courtesy above the even one."""

LEAST_LETTERS = 4
"""Words shorter than this get no typing errors."""

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])\s*")
_WORD = re.compile(r"(?<![\w'.@/-])[a-z]{4,}(?![\w'@/-])")
_PART = re.compile(r"[^\W\d_]{4,}")
_FIRST_WORD = re.compile(r"[A-Za-z][a-z']*\b")
"""The first word of a line. Words such as `HR`, with more capitals, do not match and stay as they are."""

_RAISES = (ActKind.ASK, ActKind.REQUEST, ActKind.DELEGATE)
_NAMES = (ActKind.ASK, ActKind.REQUEST)
"""Acts in which a cohort's own names for things are used."""


def spoken(line: SpokenLine, words: Phrasing, *, mistyped: bool = True) -> str:
    """The text of a line as its person says it.

    Args:
        line: What is said, in parts, with what it conveys.
        words: The person's words: briefing, language and seeds.
        mistyped: Whether to add the typing errors of the person's style; nothing else changes without them.
    """
    style = words.briefing.person.persona.style
    style = style if mistyped else replace(style, typos=0.0)
    if style.way:
        line = _in_own_names(line, words, style.way)
    space = words.language.marks["space"]
    text = space.join(line.parts)
    if style == DEFAULT:
        return text
    raised = _raised(line, words)
    parts = list(line.parts)
    grumbles = any(move.startswith("error.") for move in line.moves)
    courteous = "" if grumbles else _courtesy(raised, words, style.courtesy)
    if courteous:
        parts.append(courteous)
    if style.way:
        greets = words.briefing.phase is Phase.OPENING
        if not _is_elsewhere(words):
            back = words.language.lines("phrases", "to_the_point")
            draws = words.seeds.draws("way", text)
            parts = in_way(parts, style.way, draws, greets=greets, asks=bool(raised), back=back)
        style = replace(style, way="")
    text = space.join(parts)
    keep = _kept(line, words) if style.typos else ()
    manner = replace(style, length="short") if courteous else style
    leads = len(line.parts) == 1 and bool(line.tells) and not line.led
    said = in_manner(text, manner, words.seeds.draws("manner", text), keep, words.language, leads, bool(line.close))
    return punctuated(said, style.punctuation, words.language)


def _is_elsewhere(words: Phrasing) -> bool:
    """Whether small talk of the session says where the person is, so that a way of speaking says nothing of it."""
    session = words.briefing.session
    talks = (act for act in (session.agenda if session else ()) if act.kind is ActKind.SMALL_TALK)
    return any(says_where(message) for act in talks for message in words.small_talk(act))


def _raised(line: SpokenLine, words: Phrasing) -> list[str]:
    """The ids of the acts by which a line asks for something."""
    session = words.briefing.session
    return [act.id for act in (session.agenda if session else ()) if act.id in line.tells and act.kind in _RAISES]


def _courtesy(raised: Sequence[str], words: Phrasing, courtesy: float) -> str:
    """A sentence of courtesy after a question or request; none in other lines and of people who are not courteous."""
    if not raised or courtesy <= EVEN_COURTESY:
        return ""
    draws = words.seeds.draws("courtesy", raised[-1])
    said = draws.uniform() < COURTEOUS * (courtesy - EVEN_COURTESY)
    return words.language.phrase("courtesy", draws) if said else ""


def punctuated(text: str, punctuation: str, language: Language | None = None) -> str:
    """`text` with the beginning and the end that a person's punctuation gives all lines.

    Args:
        text: A line. Question marks stay.
        punctuation: One of `kinds.Punctuation`.
        language: The language; English by default.

    Example:
        >>> punctuated("So I moved to Bergen.", "light"), punctuated("I moved to Bergen.", "dots")
        ('so I moved to Bergen', 'I moved to Bergen...')
        >>> punctuated("where do I live?", "loud"), punctuated("ok then", "plain")
        ('Where do I live?', 'Ok then.')
    """
    if not text:
        return text
    language = language or Language.load("english")
    stop, first = language.marks["stop"], _FIRST_WORD.match(text)
    bare = text[: -len(stop)] if text.endswith(stop) and not text.endswith(stop * 2) else text
    ends = bare != text or text[-1].isalnum()
    changed = bare + (stop if punctuation == Punctuation.PLAIN else language.marks[punctuation]) if ends else text
    if first is None:
        return changed
    if punctuation != Punctuation.LIGHT:
        return changed[:1].upper() + changed[1:]
    is_small = first[0].lower() in load_voices(language.name).uncapitalised
    return changed[:1].lower() + changed[1:] if is_small else changed


def _in_own_names(line: SpokenLine, words: Phrasing, way: str) -> SpokenLine:
    """The line with its questions and requests in the cohort's own names for things."""
    session = words.briefing.session
    asked = [act for act in (session.agenda if session else ()) if act.id in line.tells and act.kind in _NAMES]
    if not asked:
        return line
    named = renamed(line.parts[-1], way, words.seeds.draws("names", asked[-1].id))
    return replace(line, parts=[*line.parts[:-1], named])


def in_manner(
    text: str,
    style: Style,
    draws: Draws,
    keep: Iterable[str] = (),
    language: Language | None = None,
    leads: bool = True,
    ends: bool = True,
) -> str:
    """`text` in a style.

    Args:
        text: What is said; all its sentences stay, in order.
        style: Length and formality decide how much is added and of what sort; `markers` are mixed in.
        draws: Decide what is added, and where errors are.
        keep: Words that get no typing error, such as values and questions.
        language: The language of the added sentences; English by default.
        leads: Whether an opener or a marker may begin the text. They take up a matter of the person's own, so they fit
            neither answers nor reactions.
        ends: Whether a tail may stand after it, as at the end of a session.

    Returns:
        The text itself under the default style or if it is empty. A style that differs from the default only in its
        typing errors adds no sentences.

    Example:
        >>> from regulars.seeding import SeedTree
        >>> said = in_manner("I live in Bergen.", Style("long", "formal"), SeedTree(4).draws())
        >>> "I live in Bergen." in said, in_manner("I live in Bergen.", Style(), SeedTree(4).draws())
        (True, 'I live in Bergen.')
    """
    if not text or style == DEFAULT:
        return text
    language = language or Language.load("english")
    space = language.marks["space"]
    voices = load_voices(language.name)
    voice = voices.by_formality[style.formality]
    said = {sentence.casefold() for sentence in _SENTENCE_END.split(text)}
    lowered = text.lower()
    before: list[str] = []
    after: list[str] = []
    if replace(style, typos=0.0) != DEFAULT:
        curt = voices.courteous if style.courtesy < LEAST_COURTESY else ()
        openers, markers, tails = (_without(pool, curt) for pool in (voice.openers, style.markers, voice.tails))
        before = _lead(text, BEFORE[style.length], openers, markers, draws, said, language) if leads else []
        after = _drawn(draws, (AFTER[style.length],), (tails,), said) if ends else []
    if any(_begins(lowered, words) for words in voices.greets):
        before = []
    if any(lowered.rstrip(".!。！").endswith(words) for words in voices.closes):
        after = []
    if not style.typos:
        return space.join([*before, text, *after])
    slips = [_with_slips(part, style.typos, draws, ()) for part in (*before, *after)]
    own = _with_slips(text, style.typos, draws, keep)
    return space.join([*slips[: len(before)], own, *slips[len(before) :]])


@lru_cache(maxsize=256)
def _without(pool: tuple[str, ...], words: tuple[str, ...]) -> tuple[str, ...]:
    """The sentences without any of the words."""
    return tuple(one for one in pool if not any(word in one.lower() for word in words))


def _lead(
    text: str,
    odds: tuple[float, float],
    openers: Sequence[str],
    markers: Sequence[str],
    draws: Draws,
    said: set[str],
    language: Language,
) -> list[str]:
    """An opener, a marker or nothing.

    Both are part of the sentence that follows: `By the way, I moved.` So they need one that begins with `I`, whose
    capital stays, and that asks nothing; in a language without capitals they are sentences of their own.
    """
    found = _drawn(draws, odds, (openers, markers), said)
    if not found:
        return []
    if not language.marks["space"]:
        return [_sentence(found[0], language.marks["stop"])]
    if not re.match(r"I(?:'\w+)? ", text) or asks(text) or language.requests(text):
        return []
    bare = found[0].rstrip(".!")
    return [f"{bare[:1].upper()}{bare[1:]},"]


def _begins(lowered: str, words: str) -> bool:
    """Whether a line begins with these words; Chinese has no spaces between words."""
    if not lowered.startswith(words):
        return False
    return has_chinese(words) or re.match(rf"{re.escape(words)}\b", lowered) is not None


def _drawn(draws: Draws, odds: Sequence[float], pools: Sequence[Sequence[str]], said: set[str]) -> list[str]:
    """A sentence or none from each pool; never one that is already said."""
    added = []
    for chance, pool in zip(odds, pools, strict=True):
        hit = draws.uniform() < chance
        if hit and pool:
            one = draws.choice(pool)
            if one.casefold() not in said:
                added.append(one)
                said.add(one.casefold())
    return added


def _sentence(lead: str, stop: str) -> str:
    """An opener or a marker as a sentence, with `stop` if it has none."""
    words = lead.strip()
    return words[:1].upper() + words[1:] + ("" if words[-1:] in (".", "!", "。", "！") else stop)


def _with_slips(text: str, share: float, draws: Draws, keep: Iterable[str]) -> str:
    """`text` with typing errors in a share of its words, outside `keep`; figures and names get none."""
    spans = [match.span() for kept in keep if kept for match in re.finditer(re.escape(kept), text, re.IGNORECASE)]

    def slip(match: re.Match[str]) -> str:
        hit = draws.uniform() < share
        kind, place = draws.integer(3), draws.integer(len(match[0]) - 2) + 1
        touched = any(match.start() < end and begin < match.end() for begin, end in spans)
        return _mistyped(match[0], kind, place) if hit and not touched else match[0]

    return _WORD.sub(slip, text)


def _mistyped(word: str, kind: int, place: int) -> str:
    """Drops a letter, doubles it or swaps it with the next; the first and last letters stay."""
    if kind == 0:
        return word[:place] + word[place + 1 :]
    if kind == 1 or place + 2 >= len(word):
        return word[: place + 1] + word[place:]
    return word[:place] + word[place + 1] + word[place] + word[place + 2 :]


def _kept(line: SpokenLine, words: Phrasing) -> list[str]:
    """What must be typed correctly for a line to convey its content: values, labels, cues and questions."""
    briefing, ontology = words.briefing, words.language.ontology
    acts = {act.id: act for act in briefing.session.agenda} if briefing.session else {}
    kept = [part for part in line.parts if asks(part)]
    attributes = set()
    for id in line.tells:
        if id in briefing.facts:
            attributes.add(briefing.facts[id].attribute)
        elif id in acts:
            attributes.add(acts[id].attribute)
            for said in (acts[id].slip, *acts[id].options, acts[id].other if acts[id].kind is ActKind.RELAY else ""):
                kept += [said, *_PART.findall(said)]
            if acts[id].kind in _RAISES or acts[id].probe:
                kept.append(line.parts[-1])
    for name in sorted(attributes - {""}):
        attribute = ontology.attribute(name)
        kept += [attribute.label, attribute.domain.unit, *attribute.cues]
    for fact in briefing.facts.values():
        if fact.attribute in attributes:
            kept += [fact.value, *_PART.findall(fact.value)]
    return kept
