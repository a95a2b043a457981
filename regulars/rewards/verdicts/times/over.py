"""Judges questions about something that is over: to say so is right, to name a value as holding is not."""

from __future__ import annotations

import re

from regulars.chinese_text import is_chinese
from regulars.dialogue import Verdict, VerdictKind
from regulars.rewards.assertions.abstention import ABSTENTION, abstains, disclaims
from regulars.rewards.assertions.chinese import load_chinese_cues
from regulars.rewards.assertions.english import Assertion
from regulars.rewards.assertions.limits.aversions import is_averse
from regulars.rewards.assertions.spellings import find_rival
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.text_parts import part_start
from regulars.rewards.verdicts.evidence import drafted
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.readings import read_assertions, read_avoided, values_of
from regulars.rewards.verdicts.times.anew import begins_anew
from regulars.rewards.verdicts.times.lent_things import (
    had_until,
    is_back,
    is_kept_by_others,
    is_lent,
    without_returns_to_come,
)
from regulars.rewards.verdicts.times.months import MONTH
from regulars.rewards.verdicts.times.open_ends import leaves_open, without_open_ends, without_sign_off
from regulars.rewards.verdicts.times.successors import has_successor, without_other_ends
from regulars.values import find_values, resolve_value

_GONE = re.compile(
    r"\b(?:no longer|not any ?more|any ?more|any ?longer|(?:no one|nobody)"
    r"(?! (?:but|except|else|other than|(?:has |ever )?(?:told|said|mentioned)|makes?|can|could|will|would|should"
    r"|has to|have to|needs? (?:to|the|an?)|likes?|loves?|knows?|checks?|cares?|minds?|ever|beats)\b)"
    r"|nowhere|stopped|ended|quit|nothing(?! (?:beats?|can|could|will|would|like|better|makes?|more|easier|with|without"
    r"|special|fancy|on \w+days?|has (?:changed|ended|happened)|to the contrary|else|other|new|came of|but))"
    r"|none(?! other)|over(?= |[.,;!)]|$)(?! (?:on|the|there|to|at|in|here|from|\d|two|three|several))"
    r"|(?:gave|given|gives|giving|handed|brought|sent|came|come|took|taken|got|gotten|paid"
    r"|have it) (?:[\w']+ ){0,3}?(?:back|round)"
    r"|(?:gave|given|giving|handed) (?:[\w']+ ){0,2}?(?:up|in|over)"
    r"|(?:is|are|was|were|been|'s|all|fully) (?:now |all |long |fully |already )?(?:paid|cleared)(?= |[.,;!)]|$)"
    r"(?! (?:by|on|in|at|for|every|each|per|monthly|weekly|to)\b)"
    r"|(?:took|taken|weaned|signed|came|come|gone|went|been) (?:you |yourself )?off (?:it|them|that|the \w+)\b"
    r"|returned|redeemed|settled|repaid|paid off|cancell?ed|terminated|dropped|resigned|retired|sold|expired|lapsed"
    r"|ran out|finished|wound up|dissolved|broke up|broken up|separate ways|call(?:ed)? it off|things off"
    r"|split up|separated|divorced|single|debt-free|free of debt"
    r"|(?:isn't|is not|aren't|are not|wasn't) (?:one|any|anybody|anyone|there)|without (?:one|any)|break-?up"
    r"|is dead|rid of|on your own|by yourself|alone|ha(?:s|ve) (?:since )?left|moved out|parted"
    r"|splits?(?! (?:it|them|this|that|everything|(?:[\w']+ ){0,3}(?:between|into|evenly|equally|fairly|over|by))\b)"
    r"|'ve (?:since |now )?left|(?:at home|in its place|on its (?:hook|shelf)|back home"
    r"|in your (?:own )?(?:hands|cellar|shed|garage)|where it belongs)"
    r"|until (?:the \d+|a |recently|\d)|(?:column|field|line|cell|box|space) (?:\w+ )?(?:blank|empty|free)"
    r"|(?:blank|empty)(?= (?:now|again|from|since))"
    r"|(?:haven't|don't|do not|doesn't|does not|didn't|have not) (?:[\w']+ ){0,2}?(?:a|an|any|one|anything"
    r"|anybody|anyone|have|owe|volunteer"
    r"|need|use|wear|hold|keep|rent|subscribe|pay)\b"
    r"|(?:you(?:'re| are)(?: [\w]+){0,4}? not|you (?:aren't|are not)|i don't think you're)(?! the\b)(?: (?!telling"
    r"|asking|sharing)[\w']+){0,3}? (?:any(?:one|body|thing|where)?\b|(?:in|part of|a member of) (?:(?:an?|any) \w+"
    r"|one)|(?:together|attached|coupled up)\b)(?!(?: with any\w+)? (?:else|other|but|except|besides|apart|aside)\b)"
    r"|you(?:'re| are) (?:\w+ )?unattached|not"
    r" any(?:one|body)\b(?! (?:else|other|but|except|besides|apart|aside)\b)|there(?:'s| is| are) no\b"
    r"|no (?!idea|info|information|records?|notes?|memory|data|clue|way|need)[\w-]+(?: [\w-]+){0,2} (?:at the moment"
    r"|right now|currently|presently|at present|now|these days|left|any)"
    r"|(?:do|manage|cope|get by|carry on) without you|(?:is|'s|has|are)(?: now| long| already)? gone"
    r"|(?:nul|kein\w*|niemand|nadie|nessuno|personne|nichts|rien|niente|nada)"
    r"|(?:called|calling) it a day|moved on|behind you|history|closed|done with|hung up|back (?:where it"
    r"|on its|in its|in your|with you))\b",
    re.IGNORECASE,
)
_HOLDS = re.compile(
    r"\b(?:still|(?:is|'s|are) (?:the one|waiting|holding|keeping|hanging on)|hasn't|has not"
    r"|haven't (?:been )?(?:returned|paid|given)"
    r"|not (?:yet )?(?:been )?(?:returned|paid|settled)|continues?|as ever|at present with|until payday|currently)\b",
    re.IGNORECASE,
)
_NONE_LEFT = re.compile(
    r"[\s\W]*(?:(?:well|oh|ah|good news|luckily|as of now|right now|at the moment|currently|these days)[\s,:!—–-]+)?"
    r"(?:nobody|no one|no-one|nothing(?! (?:has changed|new|other|but|else))|none|not any ?more|no longer"
    r"|you (?:don't|do not|no longer)|there(?:'s| is) (?:no|nothing|none|nobody))\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<!\b[Ss]ept)[.!?…]+[\"')\]*_]*(?=\s|$)|\n+")
_NONE_BUT = re.compile(r"[\s,]*(?:but|other than|except|else)\b|[^.!?]{0,20}\bother than\b", re.IGNORECASE)


def judge_over(text: str, answer: str | None, expectation: Expectation) -> Verdict:
    """Judges a question about something that is over: saying so is right, naming a value is not.

    The structured answer `none` says that there is none any more; `-` says that it is unknown.
    """
    declared = (answer or "").strip()
    if declared.casefold() == "none":
        return Verdict(VerdictKind.CORRECT, score=1.0, reason="says that there is none any more")
    if declared and declared != ABSTENTION:
        return _still((resolve_value(declared, expectation.domain) or declared,), expectation)
    text = without_sign_off(without_other_ends(text, expectation.domain))
    is_given_up = "given_up" in expectation.domain.name
    found = (read_avoided if is_given_up else read_assertions)(text, expectation.domain)
    ends = _Ends(
        text,
        averse=is_given_up or is_averse(expectation.domain.name),
        held=is_kept_by_others(expectation.domain.name),
    )
    read = found if len(found) <= _MOST_READ else [*found[: _MOST_READ // 2], *found[-_MOST_READ // 2 :]]
    said = values_of(one for one in read if _holds(text, one, expectation.stale, ends))
    if ends.asked_and_denied(text):
        said = ()
    elif not said and not is_chinese(text) and not ends.says_gone(text):
        said = values_of(drafted(text, found, expectation.domain))
    if said:
        return _still(said, expectation)
    if find_rival(text, find_values(text, expectation.domain), expectation.domain) >= 0:
        return Verdict(VerdictKind.WRONG, reason="says another value than the known ones")
    if ends.by_status and (
        begins_anew(text, expectation.domain) or has_successor(text, expectation.domain, held=ends.held)
    ):
        return Verdict(VerdictKind.WRONG, reason="says that there is one again")
    if abstains(text) and any(one.status is AssertionStatus.HYPOTHETICAL for one in found):
        return Verdict(VerdictKind.UNDETERMINED, reason=f"names {found[0].value} without asserting it")
    others = (one for one in found if one.status in _UNDECIDED and one.value not in expectation.stale)
    other = "" if is_chinese(text) else next((one.value for one in others if not _is_offered(text, one)), "")
    if other:
        return Verdict(VerdictKind.UNDETERMINED, reason=f"names {other} without asserting it")
    plain = text if is_chinese(text) else without_open_ends(text, ends.says_gone)
    if declared != ABSTENTION and _says_gone(plain, found, ends):
        return Verdict(VerdictKind.CORRECT, score=1.0, reason="says that it is over")
    if declared != ABSTENTION and plain != text and _says_gone(text, found, ends):
        kind = VerdictKind.ABSTAINED if leaves_open(text) or abstains(text) else VerdictKind.UNDETERMINED
        return Verdict(kind, reason="leaves open whether it is over")
    if declared == ABSTENTION or abstains(text) or (not found and disclaims(text)):
        return Verdict(VerdictKind.ABSTAINED, reason="abstains, and it was told to be over")
    if any(one.status in _UNDECIDED for one in found):
        return Verdict(VerdictKind.UNDETERMINED, reason=f"names {found[0].value} without asserting it")
    return Verdict(VerdictKind.OFF_TASK, reason="neither answers nor abstains")


_NOT_ENDED = re.compile(
    r"(?:^|(?<=[.!?] ))leave (?:the|that|this|it)\b[^.!?:,\n]*|"
    r"\b(?:haven't|have not|hasn't|has not|didn't|did not|never)(?: (?:yet|actually|ever|really|been))*"
    r" (?:cancel\w*|g[ia]ve(?:n)? (?:\w+ )?(?:up|back)|left|quit|sold|returned|ended|stopped|closed|terminated"
    r"|dropped|settled|repaid|paid (?:\w+ )?(?:back|off)|finished|resigned|retired|moved out|parted|split)\b"
    r"|\b(?:returned|over|ended|finished|given back|brought back|paid back|repaid|cancelled|settled|stopped)"
    r"\b[^.!?\n]{0,40}\?[\s*_\"']*(?:no|nope|not yet)\b",
    re.IGNORECASE,
)
"""Says that something has not ended."""
_HAD = re.compile(
    r"\b(?:was|were|had|used to|until|borrowed|took|lent|lived|shared|held|kept|started|began|joined|signed up|told"
    r"|said|mentioned|moved in)\b",
    re.IGNORECASE,
)
"""The past tense in words about a value: whether it goes on, the words behind them say."""
_WAS_ONLY = re.compile(r"\b(?:was|had|used|borrowed|kept|held|until)\b(?! (?:told|a note)\b)", re.IGNORECASE)
"""The past tense of having a thing, not of speaking of it."""
_WAS_THE_ONE = re.compile(r"\bwas the one\b", re.IGNORECASE)
_WITH_ANOTHER = re.compile(r"(?:isn't|is not|'s not|no longer) with (?!any|some|you\b)[^.!?\n]*", re.IGNORECASE)
"""A thing went from one person to the next, which is no end: `it isn't with Ada any more`."""
_ENDS_NEXT = re.compile(
    r"[.!…)*_\"']*\s+(?:but|however|though|although|since then|later|afterwards|then|on|in|an?|two|three|four|five"
    r"|\w+ (?:days?|weeks?|months?) later)\b[^.!?\n]*\b(?:you|it|that|them|her|him)\b",
    re.IGNORECASE,
)
"""The sentence behind one with a value sets something against it or tells of a later time."""
_WITHIN = 400
"""The most characters of a sentence on either side of a value."""
_MOST_READ = 60
"""The number of values whose sentences are read; a reply that names more recites."""
_OFFERS = re.compile(
    r"\b(?:worth (?:a (?:try|look|visit|shot|go)|trying|considering|visiting)|(?:an|one|another) option"
    r"|something for you|heard (?:good|great|nice) things"
    r"|(?:would|might|may|could) (?:also |well |really )*(?:suit|be (?:good|nice|great|right|ideal) for|be for) you"
    r"|(?:maybe|perhaps|why not|to|you (?:could|might|may|can)|feel free to)"
    r" (?:also |always |then |want to |like to |just )*"
    r"(?:try|join|consider|check out|(?:take |have )?a? ?look (?:at|into))"
    r"|(?:i'd|i would|i can|could i|may i|can i|let me) (?:suggest|recommend)"
    r"|(?:if|in case|should|were) you(?:'re|'d| are| would)? (?:ever |still )*(?:(?:to )?look(?:ing)?"
    r"|(?:want|need|like|fancy|wish)(?: (?:to (?!know|hear|ask|check|tell)\w+"
    r"|(?:an?|one|another|something|some)(?! (?:\w+ )?(?:name|word|hint|answer|guess)\b)))))\b",
    re.IGNORECASE,
)
"""Words that propose a value for the time to come."""
_IS_YOURS = re.compile(
    r":|\b(?:your|now|currently|moved|switched|joined|changed|signed|it's|it is|you're|you are|you go)\b", re.IGNORECASE
)
_UNDECIDED = (AssertionStatus.HYPOTHETICAL, AssertionStatus.QUOTED, AssertionStatus.QUESTIONED)


class _Ends:
    """Reads whether words say that something ended; what was given up for good has not ended by that.

    Args:
        text: The reply.
        averse: Whether the attribute is about what to avoid: there, `I've given it up` says that it holds.
        held: Whether it is about a thing that somebody else keeps: there, `it's home again` says that this is over.
    """

    __slots__ = ("_averse", "_held")

    def __init__(self, text: str, *, averse: bool, held: bool = False) -> None:
        self._averse = averse and not is_chinese(text)
        self._held = held

    def says_gone(self, words: str) -> bool:
        """Whether words say that it is over, apart from those of not knowing and of not having ended."""
        plain = _NOT_ENDED.sub("", words.replace("\u2019", "'"))
        plain = without_returns_to_come(plain) if self._held else plain
        if self._held and had_until(plain):
            return True
        plain = _IF_ENDED.sub(" ", plain)
        if _NOT_KNOWING.search(plain):
            plain = _EMPTY_FIELD.sub(" ", _NOT_KNOWING.sub(" ", plain))
        if self._averse:
            return _WELCOME_AGAIN.search(plain) is not None or _GONE.search(_GIVING_UP.sub(" ", plain)) is not None
        if self._held and is_back(plain):
            return True
        return _GONE.search(plain) is not None

    @property
    def held(self) -> bool:
        """Whether it is about a thing that somebody else keeps."""
        return self._held

    @property
    def by_status(self) -> bool:
        """Whether a value that is told as past or denied has ended: not one that is to be avoided."""
        return not self._averse

    def concluded(self, text: str, low: int) -> bool:
        """Whether a last sentence behind `low` concludes that it is over: `so the answer is that you have none`."""
        last = "".join([match[0] for match in _CONCLUDES.finditer(text, low)][-1:])
        return _NONE_NOW.search(last) is not None and _HOLDS.search(last) is None and self.says_gone(last)

    def asked_and_denied(self, text: str) -> bool:
        """Whether the reply asks itself whether it still holds, and denies it: `still given up? No`."""
        return _STILL_ASKED.search(text) is not None


_GIVING_UP = re.compile(
    r"(?<!not )(?<!n't )(?<!no longer )(?<!nothing )(?<!anything )(?<!never )"
    r"\b(?:(?:given?|gave|giving) (?:(?:it|them|that|those|\w{1,30}(?: \w{1,30})?) )?up(?! (?:for|until"
    r"|till) (?:a|an|the|\w+day)\b)|(?:sworn|swore|swear) (?:(?:it|them|that|those) )?off|no longer (?:eat|have|buy"
    r"|want|touch|like|take)|leav(?:e|ing) (?:[\w']+ ){1,4}(?:at home|out|off|away|alone|behind)|cut (?:(?:it"
    r"|them) )?out|quit(?:ting)?|stopped (?:eating|having|buying)|gone off|done with"
    r"|(?:don't|do not|can't|cannot|won't|mustn't|shouldn't|isn't|aren't) (?:please )?(?:eat|have|bring|buy|get|want"
    r"|need|touch|give|offer|serve|put|add|pick|take)\b[^.!?;\n]*|\bno [\w-]+ (?:for|please)\b[^.!?;\n]*)",
    re.IGNORECASE,
)
"""Words by which something is avoided, the end of which they do not tell."""
_GAVE_UP = re.compile(
    r"\b(?:gave|swore|had given|had sworn|'d given|'d sworn|cut|quit|for a (?:while|time))\b", re.IGNORECASE
)
_DATED = re.compile(
    rf"[\W_]*(?:(?:\d{{1,2}}(?:st|nd|rd|th)? )?{MONTH}(?: \d{{1,4}})?"
    r"|\d{4}-\d\d(?:-\d\d)?|\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?)[*_ ]*[:–—-]",
    re.IGNORECASE,
)
"""A line of a story by dates: `April 2025: started`, `2025-04-02: started`."""
_DATED_BEHIND = re.compile(
    rf"(?! since\b)[^.!?:;\n]{{0,30}}[:–—(-] ?(?:\d{{1,2}}(?:st|nd|rd|th)? )?{MONTH}\b",
    re.IGNORECASE,
)
"""Behind a value, in a story by dates: `sextant in: 10 Mar`."""
_IF_AGAIN = re.compile(
    r"[\W_]*(?:(?:and|but|so) )?(?:if|in case|should|when|whenever|once) you\b(?![^.!?]{0,200}\byou're\b)"
    r"[^.!?]{0,80}\b(?:again|anew|ever|another|once more)\b",
    re.IGNORECASE,
)
"""A condition of a new beginning: it tells of nothing that holds."""
_STILL_SO = re.compile(
    r"[.!;,…)*_]*\s+(?:and |but )?(?:s?he|they|it|that|this|you|both of you|the two of you)(?:'s|'re| are| is)?"
    r"(?: \w+ly)? (?:still|continues? to)\b[^.!?\n]{0,80}",
    re.IGNORECASE,
)
"""Behind a sentence about the past: the next one says that it goes on (`You lived with Ada. She still lives there`)."""
_IF_ENDED = re.compile(
    r"\b(?:unless|if|once|in case|whether|until|till|as soon as) (?:s?he|they|you|it|some(?:one|body)|your \w+)"
    r"(?:'s|'ve|'re| has| have| is| are)?\b[^.!?;,\n]*",
    re.IGNORECASE,
)
"""A condition: it tells of no end."""
_NOT_KNOWING = re.compile(
    r"\b(?:i|we)(?:'m| am)?(?: \w+ly| just| still)? (?:don't|do not|can't|cannot|couldn't|not sure|haven't"
    r"|have no(?: idea)?|unsure)(?: (?:know|say|tell|tell you|remember|recall|been told|noted|find|see))? ?"
    r"(?:which|what|who|whom|whose|where|when|whether|if|how|your|his|her)\b[^.!?;\n]*"
    r"|\b(?:which|what|who|whether|if|when|how)\b[^.!?;\n]{0,60}, i (?:can't|cannot|couldn't|don't) (?:say|tell|know"
    r"|remember)|\b(?:i|we|there)(?:'s| is| are)?(?: \w+ly| just| still)? (?:don't|do not|haven't|have not|hold|have"
    r"|see|find|got|cannot|can't)(?: (?:got|have|hold|find|see|keep|been given))? ?(?:no|any|a|an|enough|the)(?: \w+)?"
    r" (?:information|details?|data|records?|notes?|entry|entries|idea|clue|mention|trace|knowledge|memory|name)\b"
    r"|\b(?:can't|cannot|couldn't) (?:find|see|spot) (?:any|a|an|the|one) ?[\w ]{0,30}?(?:you|you've|you have|you had)"
    r" (?:told|mentioned|said|named|given|shared)\b[^.!?;\n]*"
    r"|\b(?:i|we) (?:can't|cannot|could not|couldn't) (?:see|read|reach|access|open)(?: it| them| that)? any ?more\b"
    r"|\b(?:the|a) (?:\w+ )?finished (?:page|form|text|note|letter|card|mail|draft|list|version|message|copy)\b",
    re.IGNORECASE,
)
"""Words of not knowing, in which those of an end say nothing: `I don't know who you returned it to`."""
_EMPTY_FIELD = re.compile(
    r"\b(?:column|field|line|cell|box|space|section|part)\b[^.!?;\n]{0,20}?\b(?:blank|empty|free|open)\b|\b(?:blank"
    r"|empty)\b",
    re.IGNORECASE,
)
"""Where nothing is known, an empty field does not tell of an end."""
_WELCOME_AGAIN = re.compile(
    r"\b(?:lifted|caved in|(?:gone|went|going|am|are|you're|i'm) back (?:to|on)|eat\w* (?:[\w']+ ){0,3}again"
    r"|(?:allowed|fine|okay|ok|welcome|back on the menu|on the menu) again|(?:bring|have|eat|get|buy) (?:anything"
    r"|whatever|everything|what you)(?! (?:but|except|other|without|apart)\b)"
    r"|nothing(?:'s| is)? (?:off[- ]limits|forbidden|banned|taboo)|nothing (?:for (?:her|him|them) )?to (?:tell"
    r"|mention|warn)|no (?:treats?|food|sweets?|snacks?|thing) (?:is|are) (?:off|banned|forbidden|taboo))\b",
    re.IGNORECASE,
)
"""Words by which something is avoided no longer."""
_CONCLUDES = re.compile(
    r"(?:(?<=[.!?\n] )|(?<=\n))[\W_]{0,8}(?:(?:so|therefore|hence|thus)"
    r"(?:,? (?:the (?:short |final )?answer|in short))?|in short|short version|bottom line"
    r"|the answer|conclusion|result|verdict|→|=>|->)(?:(?: is)?(?: that)?\b|[:,])"
    r"?[:,]? (?!(?:if|should|when|unless)\b)[^.!?\n]{3,200}(?=[.!?\n]|$)",
    re.IGNORECASE,
)
"""A sentence that concludes."""
_NONE_NOW = re.compile(
    r"\b(?:is|are|'s|was) (?:now |all )?(?:over|ended|finished|history)\b|\bno longer\b|\bany ?more\b"
    r"|\byou (?:don['’]t|do not) have (?:an?|any|one)\b(?! (?:new|other|different|second|third|further)\b)"
    r"|\byou (?:have|'ve got) (?:none|no \w+)(?=[\s*_]*(?:$|right now|now|at|any))"
    r"|\b(?:nothing|none|nobody|no one) (?:at|in|on|with|right now|now|left)\b",
    re.IGNORECASE,
)
"""The conclusion that there is none now."""
_STILL_ASKED = re.compile(
    r"\b(?:still|any ?more|current(?:ly)?|at the moment|now)\b[^.!?\n]{0,60}\?[\s*_\"']*(?:no|nope|not any ?more"
    r"|not now|none)\b(?![^.!?\n]{0,60}\bbut\b)",
    re.IGNORECASE,
)


def _holds(text: str, one: Assertion, ended: tuple[str, ...], ends: _Ends) -> bool:
    """Whether a value is said to hold: asserted, and its sentence does not say that it ended."""
    is_past_aversion = one.status is AssertionStatus.PAST and not ends.by_status
    if is_chinese(text) or (one.value not in ended and not is_past_aversion):
        return one.status is AssertionStatus.CURRENT
    sentence = _NOT_ENDED.sub("", _sentence_at(text, one.start))
    is_gone = ends.says_gone(sentence) or (ends.by_status and had_until(sentence))
    if one.status is AssertionStatus.PAST and not ends.by_status and not is_gone:
        return not (_HAD.search(sentence) and ends.says_gone(text[one.end :]))
    if ends.held and one.status is not AssertionStatus.DENIED and is_lent(sentence) and not ends.says_gone(text):
        return True
    if one.status is AssertionStatus.PAST:
        goes_on = _HOLDS.search(sentence) is not None or _goes_on(text, one, sentence, ends)
        return goes_on and not is_gone
    if one.status is not AssertionStatus.CURRENT or _IF_AGAIN.match(sentence) or ends.concluded(text, one.end):
        return False
    none_left = _NONE_LEFT.match(text)
    if none_left is not None and not _NONE_BUT.match(text, none_left.end()):
        return _HOLDS.search(sentence) is not None and not is_gone
    if not is_gone:
        behind = text[one.end + len(sentence.partition(text[one.start : one.end])[2]) :]
        is_dated = _DATED.match(sentence) or _DATED_BEHIND.match(text, one.end)
        had = _HAD.search(sentence) or is_dated or (not ends.by_status and _GAVE_UP.search(sentence))
        is_past = had and not _HOLDS.search(_WAS_THE_ONE.sub(" ", sentence))
        if is_past and ends.by_status and _WAS_ONLY.search(sentence):
            before = text[: max(one.start - len(sentence.partition(text[one.start : one.end])[0]), 0)]
            return not (ends.says_gone(_WITH_ANOTHER.sub(" ", before)) or ends.says_gone(behind))
        return not ((is_past or _ENDS_NEXT.match(behind)) and ends.says_gone(behind))
    return re.search(r"\bstill\b", sentence, re.IGNORECASE) is not None


def _goes_on(text: str, one: Assertion, sentence: str, ends: _Ends) -> bool:
    """Whether the sentence behind one about the past says that it goes on, and no words behind it that it ended."""
    at = one.end + len(sentence.partition(text[one.start : one.end])[2])
    still = _STILL_SO.match(text.replace("\u2019", "'"), at)
    return still is not None and not ends.says_gone(text[still.start() :])


def _is_offered(text: str, one: Assertion) -> bool:
    """Whether a value that nothing asserts is only proposed: `if you want one, Sunset Gym might be worth a try`."""
    sentence = _sentence_at(text, one.start).replace("\u2019", "'")
    return _OFFERS.search(sentence) is not None and _IS_YOURS.search(_OFFERS.sub("", sentence)) is None


def _sentence_at(text: str, position: int) -> str:
    low = part_start(text, _SENTENCE, position, max(position - _WITHIN, 0))
    after = _SENTENCE.search(text, position, position + _WITHIN)
    return text[low : after.start() if after else position + _WITHIN]


def _says_gone(text: str, found: list[Assertion], ends: _Ends) -> bool:
    if is_chinese(text):
        past = any(one.status in (AssertionStatus.PAST, AssertionStatus.DENIED) for one in found)
        return past or load_chinese_cues()["abstention.gone"].search(text) is not None
    named = (one for one in found if text[one.start : one.end].strip())
    told = [one for one in named if not (ends.held and is_lent(_sentence_at(text, one.start)))]
    if ends.by_status and any(one.status is AssertionStatus.PAST for one in told):
        return True
    is_denied = ends.by_status and any(one.status is AssertionStatus.DENIED for one in told)
    return is_denied or ends.says_gone(text) or ends.asked_and_denied(text)


def _still(said: tuple[str, ...], expectation: Expectation) -> Verdict:
    if any(value in expectation.stale for value in said):
        return Verdict(VerdictKind.STALE, said, reason=f"says {said[0]}, which was told to be over")
    if any(value in expectation.others for value in said):
        return Verdict(VerdictKind.LEAKED, said, reason=f"says {said[0]}, which only another person told")
    return Verdict(VerdictKind.WRONG, said, reason=f"says {said[0]}, and it was told to be over")
