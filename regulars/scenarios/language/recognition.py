"""Recognises known wordings: questions, offers of a choice, disclosures.

All tables are built once from the ontology. A look-up takes microseconds, because scripted assistants read every line
of their context with it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from regulars.chinese_text import asks
from regulars.scenarios.kinds import Form
from regulars.scenarios.language.heard import bare
from regulars.scenarios.ontology.attribute import Attribute, Cardinality
from regulars.scenarios.ontology.attributes import Ontology
from regulars.values import Mention, ValueType, find_values, resolve_value

_OPENING = 10
"""Number of first letters by which known wordings are looked up."""

_RUN = 4
"""Number of letters by which the literals of disclosures are looked up."""

LONGEST_QUESTION = 16
"""Greatest number of words of a question that is recognised by a cue alone."""

_BREAK = re.compile(r"(?<=[.!?])\s+")
_QUESTION = re.compile(r"[^.!?\n]*\?")
_REMINDING = re.compile(r"(?:^|(?<=[.!?]\s))remind me (?:of|what|which|where|when|who|how)\b[^.!?\n]*", re.IGNORECASE)
"""A sentence that asks to be reminded at once, without a question mark."""
_WORD = re.compile(r"[^\W_]+")
_FIRST_PERSON = re.compile(r"\b(?:my|I|me|our)\b")
_WANTS_TO_KNOW = re.compile(
    r"\b(?:what|what's|which|when|where|who|whom|whose|how|tell me|remind me|let me know|do you|are you)\b"
)
_TO_THE_USER = re.compile(r"\byou(?:r|rs)?\b")
_WH = ("what", "which", "when", "where", "who", "how")
_IMPERATIVES = (
    "address announce answer ask assemble brief calculate check choose compare compile complete compose convert"
    " create decide describe design do draft draw estimate explain fill find format give help invent jot justify label"
    " list make name order organise pack phrase pick plan plot prepare print proofread propose provide quote recommend"
    " remind reply request respond rewrite schedule send set show sketch sort spell start state suggest summarise sum"
    " tell text translate turn type walk warn word write"
)
"""Verbs by which a person asks an assistant to do something."""
_REQUESTING = re.compile(
    r"(?:^|[.!?:;–—]\s+|\s-\s|,\s+(?:so|then)\s+)(?:(?:ok|okay|so|right|well|now|hey),?\s+)?(?:please,?\s+)?"
    rf"(?:{_IMPERATIVES.replace(' ', '|')}|come up with|put together)\b(?!\s*[,:'’]|\s+(?:is|was|are)\b)"
    r"|(?<!that), please(?=[.,!])(?! get)|(?:^|[.!?]\s+)I(?:['’]d (?:like|love)| need) (?:you|a|an|the|some) ",
    re.IGNORECASE,
)
_NOTED = re.compile(r"\bplease (?:note|fix|change|remember|ignore|forget|put|add|take)\b", re.IGNORECASE)
"""Words by which a person only asks to take note."""
_OVER = re.compile(r"[.!]+(?=\s|$)|$")
"""The end of a line that ends with its options."""
_LIST = re.compile(r"\s*,\s*(?:or\s+)?|\s+or\s+")
_SLOT = re.compile(r"(on )?\{(value|old|other)\}")
_REQUESTED = {Cardinality.ONE: Form.VALUE, Cardinality.MANY: Form.SET, Cardinality.COUNTER: Form.SUM}
_SPAN = r"[^.?!;\n]{1,60}?"

TELLS = ("tell", "also", "update", "correct", "assumed", "in_passing")
"""Kinds of phrases that tell a value in one line."""


@dataclass(frozen=True, slots=True)
class _DisclosurePattern:
    """A wording of a disclosure: its longest literal in lower case, for a quick test, and its pattern's source."""

    key: str
    source: str

    @property
    def pattern(self) -> re.Pattern[str]:
        """The pattern, compiled on first use."""
        return _compiled(self.source)


@lru_cache(maxsize=16384)
def _compiled(source: str) -> re.Pattern[str]:
    """A pattern, in any case; kept for all ontologies with the same wording."""
    return re.compile(source, re.IGNORECASE)


class Literals:
    """Finds which of many literals a text holds, by the rarest run of letters in each.

    Args:
        names: What each literal stands for.
    """

    def __init__(self, names: Mapping[str, tuple[str, ...]]) -> None:
        held = Counter(run for literal in names for run in _runs(literal))
        self._by_run: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
        self._short: list[tuple[str, tuple[str, ...]]] = []
        for literal, meant in names.items():
            rarest = min(sorted(_runs(literal)), key=held.__getitem__, default=None)
            (self._short if rarest is None else self._by_run.setdefault(rarest, [])).append((literal, meant))

    def found_in(self, text: str) -> Iterator[tuple[str, ...]]:
        """What the literals in `text` stand for, in any order."""
        for literal, meant in self._short:
            if literal in text:
                yield meant
        for run in _runs(text) & self._by_run.keys():
            for literal, meant in self._by_run[run]:
                if literal in text:
                    yield meant


def _runs(words: str) -> set[str]:
    return {words[place : place + _RUN] for place in range(len(words) - _RUN + 1)}


class Recognition:
    """The listening half of a language pack.

    Args:
        ontology: Gives the templates and cues.
        recalls: Words by which a person asks whether something is remembered.
        asks_openly: Words by which a listener asks for more.
        asks_how: Words by which a person asks for a way to proceed.
    """

    def __init__(
        self, ontology: Ontology, recalls: Sequence[str], asks_openly: Sequence[str], asks_how: Sequence[str] = ()
    ) -> None:
        self._ontology = ontology
        self._disclosure_patterns: dict[str, tuple[_DisclosurePattern, ...]] = {}
        self._endings: dict[str, tuple[_DisclosurePattern, ...]] = {}
        self._literals: Literals | None = None
        self._wordings = _wordings(ontology)
        self._offers = _offers(ontology)
        self._recalls = tuple(words.lower() for words in recalls)
        self._open = tuple(words.lower() for words in asks_openly)
        self._how = tuple(words.lower() for words in asks_how)
        cues = [(cue.lower(), attribute) for attribute in ontology for cue in (*attribute.cues, attribute.label)]
        self._cues = sorted(cues, key=lambda cue: -len(cue[0]))
        self._own_cues = {
            attribute.name: tuple(dict.fromkeys(cue for cue, other in self._cues if other is attribute))
            for attribute in ontology
        }

    # Disclosures

    def attributes_in(self, text: str) -> list[str]:
        """The attributes with a wording whose longest literal is in `text`, and the attributes that they imply."""
        literals = self._literals or self._indexed()
        found = {name for names in literals.found_in(_in_one_line(text)) for name in names}
        return [attribute.name for attribute in self._ontology if attribute.name in found] if found else []

    def _indexed(self) -> Literals:
        """The longest literal of each wording, with the attributes that it tells or ends."""
        keys: dict[str, dict[str, None]] = {}
        implied: dict[str, list[str]] = {}
        for attribute in self._ontology:
            if attribute.implied_by:
                implied.setdefault(attribute.implied_by, []).append(attribute.name)
        for attribute in self._ontology:
            for words in self._told_words(attribute):
                key = " ".join(longest_literal(words).split())
                keys.setdefault(key, {}).update(dict.fromkeys((attribute.name, *implied.get(attribute.name, ()))))
        self._literals = Literals({key: tuple(names) for key, names in keys.items()})
        return self._literals

    def _told_words(self, attribute: Attribute) -> Iterator[str]:
        """The wordings that tell an attribute or its end."""
        yield from (words.rstrip("?") for words in _telling_sentences(attribute))
        yield from (template.rstrip(".!") for template in attribute.phrases.get("ended", ()))
        yield from (second.rstrip(".!?") for _, second in attribute.piecemeal)

    def patterns(self, attribute: str) -> tuple[re.Pattern[str], ...]:
        """The patterns of the attribute's disclosures."""
        return tuple(pattern.pattern for pattern in self._told(attribute))

    def _told(self, attribute: str) -> tuple[_DisclosurePattern, ...]:
        """The patterns of an attribute, made on first use."""
        patterns = self._disclosure_patterns.get(attribute)
        if patterns is None:
            patterns = tuple(map(_pattern, _telling_sentences(self._ontology.attribute(attribute))))
            self._disclosure_patterns[attribute] = patterns
        return patterns

    def read(self, attribute: str, text: str) -> list[Mention]:
        """The values that `text` tells in the attribute's patterns, in order, each place once."""
        known = self._ontology.attribute(attribute)
        found: dict[int, Mention] = {}
        lowered = text.lower()
        for pattern in self._told(attribute):
            if pattern.key not in lowered:
                continue
            for match in pattern.pattern.finditer(text):
                value = resolve_value(match["value"], known.domain)
                if value:
                    start, end = match.span("value")
                    granularity = _granularity(value) if known.type is ValueType.DATE else ""
                    found.setdefault(start, Mention(value, start, end, granularity))
        if known.implied_by:
            values = self._ontology.attribute(known.implied_by).implies[attribute]
            for mention in self.read(known.implied_by, text):
                if mention.value in values:
                    found.setdefault(mention.start, Mention(values[mention.value], mention.start, mention.end))
        return [found[start] for start in sorted(found)]

    def ended_in(self, attribute: str, text: str) -> bool:
        """Whether `text` tells the end of the attribute."""
        endings = self._endings.get(attribute)
        if endings is None:
            ended = self._ontology.attribute(attribute).phrases.get("ended", ())
            endings = self._endings[attribute] = tuple(_pattern(template.rstrip(".!")) for template in ended)
        if not endings:
            return False
        plain = _in_one_line(text)
        return any(ending.key in plain and ending.pattern.search(text) for ending in endings)

    def chosen_in(self, attribute: str, text: str) -> list[str]:
        """The one value of the attribute that `text` names; empty if it names none or several."""
        values = {mention.value for mention in find_values(text, self._ontology.domain(attribute))}
        return list(values) if len(values) == 1 else []

    def offered(self, message: str) -> tuple[str, tuple[str, ...]] | None:
        """The attribute and options of a known wording that delegates a choice."""
        message = message.lower()
        said = set(message.split())
        for attribute, before, after, word in self._offers:
            if word and word not in said:
                continue
            start = message.find(before)
            if start < 0:
                continue
            start += len(before)
            end = message.find(after, start) if after else next(_OVER.finditer(message, start)).start()
            if end < 0:
                continue
            domain = self._ontology.domain(attribute)
            options = [resolve_value(part, domain) for part in _LIST.split(message[start:end])]
            if options and all(options):
                return attribute, tuple(options)
        return None

    # Questions

    def asked_attribute(self, text: str) -> tuple[str, str] | None:
        """The attribute and form of a person's question, or of a known wording that asks without a question mark."""
        start, lowered = 0, text.lower()
        while True:
            for wording, attribute, form in self._wordings.get(lowered[start : start + _OPENING], ()):
                if _begins(lowered, wording, start):
                    return attribute, form
            following = _BREAK.search(lowered, start)
            if following is None:
                break
            start = following.end()
        return self._asked_freely(text)

    def requests(self, text: str) -> bool:
        """Whether a person asks for something: with a question mark, in a known wording, or by an imperative."""
        if asks(text) or self.asked_attribute(text) is not None or self.offered(text) is not None:
            return True
        return _REQUESTING.search(text) is not None and _NOTED.search(text) is None

    def _asked_freely(self, text: str) -> tuple[str, str] | None:
        for sentence in (*_QUESTION.findall(text), *_REMINDING.findall(text)):
            lowered = sentence.lower().strip()
            recalled = any(words in lowered for words in self._recalls)
            if not (recalled or lowered.startswith(_WH)) or not _FIRST_PERSON.search(sentence):
                continue
            if len(_WORD.findall(lowered)) > LONGEST_QUESTION:
                continue
            attribute = self._by_cue(lowered)
            if attribute is not None:
                return attribute.name, form_of(attribute, "how many" in lowered)
        return None

    def _by_cue(self, lowered: str) -> Attribute | None:
        return next((attribute for cue, attribute in self._cues if cue in lowered and _stands(lowered, cue)), None)

    def asks_about(self, text: str, attribute: str) -> bool:
        """Whether a sentence that ends in `?` holds a cue or the label of the attribute."""
        if "?" not in text:
            return False
        cues = self._own_cues[attribute]
        lowered = text.lower()
        if not any(cue in lowered for cue in cues):
            return False
        return any(
            cue in sentence and _stands(sentence, cue) for sentence in _QUESTION.findall(lowered) for cue in cues
        )

    def asked_of_user(self, reply: str) -> str | None:
        """The attribute that a question to the person is about."""
        if "?" not in reply:
            return None
        for sentence in _QUESTION.findall(reply.lower()):
            if _TO_THE_USER.search(sentence) and _WANTS_TO_KNOW.search(sentence):
                attribute = self._by_cue(sentence)
                if attribute is not None and not attribute.is_chosen:
                    return attribute.name
        return None

    def asks_openly(self, reply: str) -> bool:
        """Whether the reply asks for more."""
        lowered = reply.lower()
        return any(words in lowered for words in self._open)

    def asks_how(self, text: str) -> bool:
        """Whether a question asks for a way to proceed."""
        return any(words in sentence for sentence in _QUESTION.findall(text.lower()) for words in self._how)


def _begins(text: str, words: str, start: int) -> bool:
    """Whether a text goes on with these words at `start`, and not with half a word."""
    end = start + len(words)
    return text.startswith(words, start) and not (words[-1].isalnum() and text[end : end + 1].isalnum())


def _stands(text: str, words: str) -> bool:
    """Whether `words` occur in `text` between word boundaries."""
    start = text.find(words)
    while start >= 0:
        end = start + len(words)
        if not (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum()):
            return True
        start = text.find(words, start + 1)
    return False


def _granularity(value: str) -> str:
    return {4: "year", 7: "month", 10: "day"}.get(len(value.replace("--", "0000-", 1)), "")


def form_of(attribute: Attribute, counts: bool) -> str:
    """The form of an answer to a question about the attribute; `counts` means that it asks how many."""
    if attribute.is_chosen:
        return Form.CHOICE.value
    return Form.COUNT.value if counts and attribute.cardinality is Cardinality.MANY else requested_form(attribute).value


def requested_form(attribute: Attribute) -> Form:
    """The form that a request for the attribute needs: the value, all values, or their sum."""
    return _REQUESTED[attribute.cardinality]


def _wordings(ontology: Ontology) -> dict[str, list[tuple[str, str, str]]]:
    """Known questions and requests by their first letters, longest first: words in lower case, attribute, form."""
    table: dict[str, list[tuple[str, str, str]]] = {}
    for attribute in ontology:
        forms = {
            "ask": Form.VALUE,
            "request": requested_form(attribute),
            "set_question": Form.SET,
            "count_question": Form.COUNT,
            "sum_question": Form.SUM,
            "recall_choice": Form.CHOICE,
        }
        for kind, form in forms.items():
            for wording in attribute.phrases.get(kind, ()):
                words = bare(wording.lower())
                table.setdefault(words[:_OPENING], []).append((words, attribute.name, form.value))
    for wordings in table.values():
        wordings.sort(key=lambda wording: -len(wording[0]))
    return table


def _offers(ontology: Ontology) -> list[tuple[str, str, str, str]]:
    """Attribute, words before and after the options in lower case, and the longest inner word of those before."""
    found = []
    for attribute in ontology:
        for wording in attribute.phrases.get("delegate", ()):
            before, after = bare(wording.lower()).split("{options}", 1)
            within = before.split()[1:-1]
            found.append((attribute.name, before, after, max(within, key=len, default="")))
    return found


def longest_literal(words: str) -> str:
    """The longest run of words between a template's slots, in lower case."""
    return max((part for part in re.split(r"(?:on )?\{\w+\}", words) if part), key=len).strip().lower()


def _telling_sentences(attribute: Attribute) -> Iterator[str]:
    """The sentence with the value of each phrase that tells the attribute in one line."""
    for kind in TELLS:
        for template in attribute.phrases.get(kind, ()):
            yield next(part for part in _BREAK.split(template) if "{value}" in part).rstrip(".!")


def _pattern(words: str) -> _DisclosurePattern:
    """The pattern of a sentence; before a question mark it only matches if the sentence itself asks."""
    asks, words = words.endswith("?"), words.rstrip("?")
    return _DisclosurePattern(longest_literal(words), rf"(?<!\w){_body(words)}(?=[.,;!{'?' * asks}\n]|$)")


def _in_one_line(text: str) -> str:
    """A text in lower case, with single spaces."""
    lowered = text.lower()
    return lowered if "  " not in lowered and lowered.isprintable() else " ".join(lowered.split())


def _body(words: str) -> str:
    pieces: list[str] = []
    position = 0
    for slot in _SLOT.finditer(words):
        pieces.append(_literal(words[position : slot.start()]))
        pieces.append(r"(?:on|in)\s+" if slot[1] else "")
        pieces.append(rf"(?P<value>{_SPAN})" if slot[2] == "value" else _SPAN)
        position = slot.end()
    pieces.append(_literal(words[position:]))
    return "".join(pieces)


def _literal(words: str) -> str:
    return r"\s+".join(re.escape(part) for part in re.split(r"\s+", words))
