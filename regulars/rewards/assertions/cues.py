"""Loads the cues that show how a clause means a value, from `phrases.toml`; compiled on first use."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from regulars.errors import DataError
from regulars.rewards.assertions.openings import PhraseBehind, PhraseFinder

_FILE = "phrases.toml"
_AFTER_ASIDE, _AFTER_WORD = "your|my|the", "ah|oh|hm|er|um|well|but|though|actually"
"""What may stand between a value and a cue behind it: the first word of an aside, or a word."""
_MARKS_END = r"(?![*_\"]|[\s'][\s*_\"'])"
"""Where marks behind a value end and a cue begins, so that a long run of them is read once."""
_SLOT = re.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True, slots=True)
class Cues:
    """Compiled patterns over case-folded text with straight quotes.

    Attributes:
        neutral: Phrases that look like cues but are not.
        before: Cues before a value; the group that matched is the status.
        approximate: Words that turn the number after them into a bound.
        after: Cues right after a value; the group that matched is the status.
        report: Signs of reported words.
        correction: Signs that the previous words are taken back.
        adding: Signs that the next words are an addition.
        uncertain: Signs that the next words are a guess.
        light: Hedges that leave a statement a statement.
        somebody: Another person than the user.
        animal: An animal, at the end of the words for another person.
        pronoun: Another person by pronoun, with a verb.
        theirs: A relative of a person, right after that person.
        owner: The owner of a value, right after it.
        leads: Words after which a subject may stand.
        signs: Signs of which every abstention has one.
        feelings: Words that welcome the thing after them or not; the group that matched says which.
        turns: Words that turn a feeling into its contrary.
        felt: The same behind a thing.
        claimed: Signs that a value is another person's claim, before it.
        rejected: Signs that a value is set aside, behind it.
        refuted: The same, so plainly that no other value has to be named.
        then_rejected: The same in the next sentence.
        firm: Plain abstentions.
        unsure: Abstentions unless a guess follows.
        bare: Signs of not knowing, for replies that assert no value.
    """

    neutral: PhraseFinder
    before: PhraseFinder
    approximate: re.Pattern[str]
    after: PhraseBehind
    report: re.Pattern[str]
    correction: re.Pattern[str]
    adding: re.Pattern[str]
    uncertain: re.Pattern[str]
    light: re.Pattern[str]
    somebody: re.Pattern[str]
    animal: re.Pattern[str]
    pronoun: re.Pattern[str]
    theirs: re.Pattern[str]
    owner: re.Pattern[str]
    leads: frozenset[str]
    signs: tuple[str, ...]
    feelings: PhraseFinder
    turns: re.Pattern[str]
    felt: PhraseBehind
    claimed: re.Pattern[str]
    rejected: PhraseBehind
    refuted: PhraseBehind
    then_rejected: PhraseBehind
    firm: PhraseFinder
    unsure: PhraseFinder
    bare: PhraseFinder


@lru_cache(maxsize=1)
def load_cues() -> Cues:
    """Loads the cues. Raises `DataError` if a list is missing or a pattern is invalid."""
    read = tomllib.loads(files("regulars.rewards.assertions").joinpath(_FILE).read_text("utf-8"))
    try:
        words = read.pop("words")
        read = {table: _filled(lists, words) for table, lists in read.items()}
        status, after = read["status"], read["after"]
        order = ("approximate", "report", "uncertain", "light")
        plain = {name: _words(_either(read[name]["phrases"])) for name in order}
        abstention = {name: PhraseFinder({name: read["abstention"][name]}) for name in ("firm", "unsure", "bare")}
        behind = "|".join(f"(?P<{name}>{_either(phrases)})" for name, phrases in after.items())
        return Cues(
            neutral=PhraseFinder({"neutral": read["neutral"]["phrases"]}),
            before=PhraseFinder(status),
            after=PhraseBehind(
                rf"(?:, (?:{_AFTER_ASIDE}) [^,.;:]{{2,30}}(?=, ))?[\s,*_\"'.…(]*{_MARKS_END}"
                rf"(?:(?:{_AFTER_WORD}),? )?(?:{behind})(?!\w)",
                [_AFTER_ASIDE, _AFTER_WORD, *(phrase for phrases in after.values() for phrase in phrases)],
            ),
            correction=_correction(read["correction"]),
            adding=_words(_either(read["correction"]["adding"])),
            signs=tuple(read["abstention"]["signs"]),
            leads=frozenset(read["somebody"]["leads"]),
            **_feelings(read["feelings"], read["felt"]),  # type: ignore[arg-type]  # three, by name
            claimed=_words(_either(read["aside"]["claimed"])),
            rejected=_behind(r"[\s*_\"',:→]*", read["aside"]["rejected"]),
            refuted=_behind(r"[\s*_\"',:→]*", read["aside"]["refuted"]),
            then_rejected=_behind(r"[\s\W]*", read["aside"]["then"]),
            **_somebody(read["somebody"]),  # type: ignore[arg-type]  # its patterns, by name
            **plain,  # type: ignore[arg-type]  # four patterns, by name
            **abstention,  # type: ignore[arg-type]  # three lists of phrases, by name
        )
    except (KeyError, TypeError, re.error) as error:
        raise DataError(
            f"the lists of phrases are invalid ({error})",
            where=_FILE,
            expected="lists of regular expressions",
        ) from error


def _filled(lists: dict[str, list[str]], words: dict[str, list[str]]) -> dict[str, list[str]]:
    """Lists of phrases with `{name}` in them replaced by that list of words."""
    either = {name: f"(?:{'|'.join(some)})" for name, some in words.items()}
    return {
        name: [
            _SLOT.sub(lambda slot: either[slot[1]], one)
            for phrase in phrases
            for one in (words[phrase[1:-1]] if _SLOT.fullmatch(phrase) else (phrase,))
        ]
        for name, phrases in lists.items()
    }


def _correction(lists: dict[str, list[str]]) -> re.Pattern[str]:
    opening = rf"[.,;:!?…—–(-]\s*(?:(?:oh|ah|hmm|hm|well|but|um|er|uh|ehm|so),?\s+)*(?:{_either(lists['opening'])})"
    return re.compile(rf"(?<!\w)(?:{_either(lists['phrases'])})(?!\w)|{opening}(?!\w)")


def _feelings(
    before: dict[str, list[str]], behind: dict[str, list[str]]
) -> dict[str, PhraseFinder | PhraseBehind | re.Pattern[str]]:
    turns = _words(_either(before["turns"]))
    felt = "|".join(f"(?P<{name}>{_either(phrases)})" for name, phrases in behind.items())
    return {
        "feelings": PhraseFinder({name: phrases for name, phrases in before.items() if name != "turns"}),
        "turns": turns,
        "felt": PhraseBehind(
            rf"[\s*_\"']*{_MARKS_END}(?:{felt})(?!\w)", [phrase for phrases in behind.values() for phrase in phrases]
        ),
    }


def _somebody(lists: dict[str, list[str]]) -> dict[str, re.Pattern[str]]:
    others = _either([*lists["people"], *lists["animals"]])
    person = rf"(?:{'|'.join(lists['owners'])})\s+(?:[\w'-]+\s+){{0,2}}?(?:{others})(?!\w)"
    does = rf"(?:he|she|they)\s+(?:(?:also|now|currently|still)\s+)?(?:{_either(lists['verbs'])})"
    verb = (
        r"(?:(?:is|was|are|were|belongs? to|(?:lives?|stays?) with|went to)\s+)?"
        r"(?:(?:where|what|who|how|when|(?:on )?the (?:day|date|month|year))\s+)?"
    )
    owner = rf"[\s,*_\"']*{verb}{person}"
    return {
        "somebody": _words(person),
        "animal": re.compile(rf"(?:{_either(lists['animals'])})$"),
        "pronoun": _words(does),
        "theirs": re.compile(rf"'s\s+(?:[\w'-]+\s+){{0,2}}?(?:{_either(lists['people'])})(?!\w)"),
        "owner": re.compile(rf"(?=[\s,*_\"']*(?:is|was|are|were|belongs?|where|lives?|stays?|went)\b){owner}"),
    }


def _behind(marks: str, phrases: list[str]) -> PhraseBehind:
    return PhraseBehind(
        rf"{marks}{_MARKS_END}(?:{_either(phrases)})(?!\w)", phrases, all(phrase.isascii() for phrase in phrases)
    )


def _either(phrases: list[str]) -> str:
    return "|".join(f"(?:{phrase})" for phrase in phrases)


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)")
