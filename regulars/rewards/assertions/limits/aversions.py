"""Reads values of attributes about what must not be there: allergies, dislikes, bans.

There a denial is the answer: "no heavy pots", "without heavy pots" and "you can't stand heavy pots" all name heavy pots
as what to avoid, and so does the mere name. Two readings differ:

* "it's not heavy pots" denies that this is the thing to avoid;
* "you love heavy pots" and "heavy pots are fine with you" turn it round: the thing to avoid is called welcome.

The cue nearest before the value decides; without one, the words after it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from regulars.rewards.assertions.clauses import sentences
from regulars.rewards.assertions.cues import load_cues
from regulars.rewards.assertions.limits.spared_things import is_given_away, is_set_apart
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.assertions.tables import CROSSES
from regulars.values import Mention

_AVERSE = re.compile(r"limit|allerg|given_up|forbid|avoid|dislik|avers|fear|phobia|intoleran|taboo|banned")
"""Words in the names of attributes about what a person does not want."""
_BOUNDARY = re.compile(
    r"[;—]|\s[–-]\s|,\s(?:so|and so)\b"
    r"|\b(?:(?<!anything )(?<!everything )(?<!nothing )but|however|whereas|while|yet|although|though)\b"
)
_NOT_IT = re.compile(
    r"\b(?:it|this|that|which|what|they|those|(?:your|my|the|his|her|their|our)\s(?:[\w'-]+\s){1,5}?)\s*"
    r"(?:(?:is|was|are|were|'s|'re)\s+(?:\w+ly\s+)?(?:not|never|no longer)|(?:is|was|are|were)n't)"
    r"(?:\s+(?:about|the|an?|just|really|any|so much|because of|due to|ever|actually|as such))*[\s*_\"']*$"
)
_AND_NOT = re.compile(r",\s+(?:and\s+)?not\s+(?:the\s+|an?\s+)?[*_\"']*$")
_CONDITION = re.compile(r"\b(?:as long as|so long as|provided|only if|if|unless)\b")
_MERELY_NOT = re.compile(r"\bnot(?:\s+(?:about|the|an?|because of))*[\s*_\"']*$")
_BUT_RATHER = re.compile(r"[\s*_\"']*(?:, (?:you|i|he|she|they) \w+)?,?\s*(?:but|rather|it's|it is|instead)\b")
_NOT_THAT = re.compile(r"(?:\bnot|\bnever|n't)\b[^.;!?]*[,–—-]\s(?:it's |but )?(?:the |an? |your )?[*_\"']*$")
_BUT_THIS = re.compile(r"[\s*_\"']*(?:is|are|was|were|do|does|did)(?=[\s*_]*(?:[.,;!)\n]|$))")
"""Around a value: another is not the answer, and this one is (`stage nerves aren't the problem, deadlines are`)."""
_RATHER_THAN = re.compile(r"\b(?:instead of|rather than)\s+(?:the\s+|an?\s+)?[*_\"']*$")
_IS_NOT_IT = re.compile(
    r"[\s*_\"']*(?:(?:(?:is|was|are|were)n't|(?:is|was|are|were) (?:not|never))\s+"
    r"(?:it|the (?:one|thing|answer|point|matter|veto|limit)|what you|your|my|right|correct|true|among|the)"
    r"|(?:is|was|are|were)(?:n't|\s+not)\s+(?:something|anything|what)\s+(?:that\s+)?(?:you|i)\s+(?:\w+\s+){0,2}?"
    r"(?:told|tell|said|say|mentioned|mention|brought|bring|named|have|heard)"
    r"|(?:was|were|is|are)\s+never\s+(?:part\s+of|among|mentioned|said|brought|in\s+(?:my|your|there)|on\s+(?:my"
    r"|your|the))"
    r"|(?:do|does|did)(?:n't|\s+not)\s+(?:ring\s+a\s+bell|sound\s+(?:familiar|right))|(?:is|are|was|were)\s+(?:new"
    r"|news|unknown)\s+to\s+me"
    r"|anywhere\s+in\s+(?:what|our|my|your|the)|must\s+have\s+(?:come|been|slipped|got|crept|sneaked)"
    r"|(?:may|might|could)\s+(?:well\s+)?be\s+(?:wrong|mistaken|a\s+mistake|an\s+error)"
    r"|(?:(?:has|have|had)\s+)?(?:never|(?:did|do|does|has|have)(?:n't|\s+not))\s+(?:come|came)\s+from\s+you)\b"
)
_BARE_NOT = re.compile(r"[\W_]*(?:\w+ly[\W_]+|so[\W_]+|and[\W_]+)?\*?not\*?\s+(?:about\s+|the\s+|an?\s+)?[*_\"']*")
_LISTED = re.compile(r"[\s,*_]*(?:(?:and|or|nor|&)\b[\s*_]*)?(?:the\s+|an?\s+)?")
_STOP = re.compile(r"[:;\"]")
_UNTOLD = re.compile(
    r"(?:(?:\b(?:never|not|no|nothing)|n't)\s(?:\w+\s){0,2}?(?:heard|hear|said|say|told|mention(?:ed)?|record|word"
    r"|trace"
    r"|note|spoke|talked)|\b(?:told|said|heard)\s(?:me\s)?(?:nothing|no word))"
    r"\s(?:(?:me|of|about|abt|on|that|anything|it|was|were|the|an?)\s)*[*_\"']*$"
)
"""Before a thing of which nothing was told."""
_UNSAID = re.compile(
    r"\b(?:nothing (?:about|on|regarding)|(?:sorry|apologies)(?: again)? (?:for|about)(?= (?:the )?[*_\"']*$)"
    r"|what i (?:said|wrote|told you|claimed|noted)(?: \w+){0,2} about"
    r"|(?:sorry|apolog\w+|mistake)(?: again)?,? (?:for|about) (?:saying|writing|assuming|mentioning|claiming"
    r"|suggesting|putting|noting)"
    r"|(?:shouldn't|should not|ought not to) have (?:\w+ly )?(?:assumed|presumed|said|put|noted|written|taken|claimed"
    r"|named)|(?:don't|do not|haven't|have not) (?:have|got|seen|heard|see|found|find) (?:anything|a thing"
    r"|a word) from you"
    r" (?:about|on|regarding)|(?:you|we)(?:'ve| have| had|'d)? (?:never|not|haven't|didn't)(?: actually| ever"
    r"| even| really)?"
    r" (?:mention(?:ed)?|(?:told|tell) me (?:about|of)|(?:said|say) anything (?:about|on)|(?:bring|brought) up"
    r"|(?:talk|talked|spoke|speak|spoken) (?:about|of)|named?))(?:\s(?:that|it(?:'s| is| was)?|you|the"
    r"|an?))*\s*[*_\"']*$"
)
"""Before a thing that the reply takes back, or of which the user said nothing."""
_WHENCE = re.compile(r"\b(?:where|how|why)\s(?:(?:the|that|this|all that)\s)?[*_\"']*$")
_CAME = re.compile(r"[\s*_\"']*(?:came|comes|come|crept|slipped|sneaked|got|ended up|found its way)\b")
_ON_SIGHT = re.compile(
    r"\b(?:if|when|where|wherever|whenever|as soon as|once) (?:there(?:'s| is| are)|(?:it|you|they|we|he|she)"
    r"|(?:an?|the|your|any|some) (?:[\w'-]+ ){1,3}?)\s?"
    r"(?:has|have|brings?|means?|involves?|causes?|includes?|comes? with|requires?|demands?|see|find|entails?)?\b"
)
_LEAVES_OVER = re.compile(
    r"\b(?:you|i|we)(?:'d| would) (?:\w+ly |always )?(?:walk (?:out|away)|leave|quit|draw the line|say no"
    r"|back out|turn)\b"
    r"(?: \w+){0,3} (?:over|at|to|because of|from|if it's|for)\s(?:the\s|an?\s|any\s)?[*_\"']*$"
)
"""Before a thing over which one would turn away."""
_WOULD = re.compile(r"\b(?:you|i|we|they|he|she)(?:'d| would)\b")
_DOUBTS = re.compile(r"\b(?:if|unless|whether|maybe|perhaps|possibly|might|guess\w*|suppos\w+|imagine|wonder\w*)\b")
_REFUSES = re.compile(
    r"(?: \w+){0,3}?,? (?:then )?(?:(?:you|i|we|they)(?:'d| would|'ll| will|'re| are)? (?:\w+ly )?"
    r"(?:never|don't|do not|won't|wouldn't|refuse|decline|walk|leave|quit|turn|say no|pass|back out|withdraw|out\b"
    r"|gone)"
    r"|(?:it's|that's|the answer is|it is|that is) (?:an? )?(?:no\b|not|out|over|dealbreaker|deal-breaker|no-go))"
)
"""Behind a thing that one may meet: then one turns away."""
_CROSSED = re.compile(rf"[{CROSSES}]\ufe0f?[ \t*_]*$")
_TICKED = re.compile(r"[✅✔☑✓]")
_WITHIN = 400
"""The number of characters around a value that are read."""
_ASKS_FOR = re.compile(r"\b(?:could|can|would|will|may|might|please)\b")

_WISHED_FOR = re.compile(
    r"\b(?:you|i|we|friend)(?:'d| would| had|'ve| have)? (?:really |actually |also |even )?(?:like|love|wants?|wanted"
    r"|asked for|requested|wished for|hoped for|ordered)(?: to (?:have|see|include|get))?"
    r"(?: (?:some|more|the|an?|lots of|a lot of|plenty of))*"
    r"\s[*_\"']*$"
)
"""Before a thing that one would like to have."""
_UNWISHED = re.compile(
    r"[^.!?;:,]*?\b(?:out|off|away|gone|banned|barred|removed|excluded|avoided|spared|left|kept|not|no|never|none|without"
    r"|than|elsewhere|stopped|cut|dropped)\b"
)
"""Behind it: one wants it gone (`you'd like the noise kept out`)."""
_LESSER_EVIL = re.compile(r"\b(?:you|i|we)(?:'d| would) (?:rather|sooner|prefer) (?:[\w'-]+ ){0,4}?[*_\"']*$")
_THAN = re.compile(r"[^.!?,;]{0,30}? than\b")
"""Around a thing that one would put up with rather than with another: `I'd rather have stairs than that`."""
_NOT_GIVEN_UP = re.compile(
    r"(?:n't|\bnot|\bcannot|\bnever|\brefuse(?:s|d)? to) (?:\w+ )?(?:give|given|giving|swear|sworn|stop) (?:up|off)\b"
)
"""Before a treat: it has not been given up."""
_GIVEN_UP = re.compile(
    r"\b(?:but|yet|until|though)\b[^.!?;]{0,40}?"
    r"\b(?:(?:given|gave|give) (?:it|that|them|those|these) up|sworn off|swore)\b"
)
"""Behind a treat that one loves: it has been given up."""
_LEAVE_THEM = re.compile(
    r"[\s*_\"']*,? ?(?:so |and )?(?:please |just |do |kindly )*(?:leave|keep|cut|skip|avoid)"
    r" (?:those|them|these|both)\b(?! (?:in|as)\b)"
)
"""Behind things to be avoided: a request to leave them out."""
_WORRIED = re.compile(
    r"\b(?:you|i)(?:'d been| had been| were| was) (?:\w+ly |quite |rather |very )?(?:concerned|worried|afraid|scared"
    r"|wary"
    r"|anxious|nervous|bothered|put off|troubled)\b"
)
"""A report of what is to be avoided; its past tense is that of the telling."""


@lru_cache(maxsize=1024)
def is_averse(name: str) -> bool:
    """Whether an attribute of this name is about what must not be."""
    return _AVERSE.search(name) is not None


def aversion_statuses(
    lowered: str, mentions: Sequence[Mention], statuses: Sequence[AssertionStatus], *, spared: bool = False
) -> list[AssertionStatus]:
    """The statuses of values to be avoided.

    Args:
        lowered: Case-folded text.
        mentions: The values in it, in order.
        statuses: Their statuses by the general reading, where `no heavy pots` denies heavy pots.
        spared: Whether the things are not to be cut: there, `you can cut the outings` turns it round.
    """
    found = list(statuses)
    has_others = len({mention.value for mention in mentions}) > 1
    is_ticked = has_others and _TICKED.search(lowered) is not None
    for start, end, first, last in sentences(lowered, mentions):
        at = start
        for index in range(first, last):
            mention = mentions[index]
            upto = mentions[index + 1].start if index + 1 < last else end
            if found[index] is not AssertionStatus.FOREIGN:
                left = lowered[max(at, mention.start - _WITHIN) : mention.start]
                right = lowered[mention.end : min(upto, mention.end + _WITHIN)]
                sentence = lowered[max(start, mention.start - _WITHIN) : min(end, mention.end + _WITHIN)]
                found[index] = _status(left, right, sentence, found[index], has_others, is_ticked)
                if spared and found[index] is AssertionStatus.CURRENT and is_given_away(left, right):
                    found[index] = AssertionStatus.WELCOMED
                elif not spared and _NOT_GIVEN_UP.search(_last_clause(left)):
                    found[index] = AssertionStatus.DENIED
            if not _LISTED.fullmatch(lowered, mention.end, upto):
                at = mention.end
    return found


def _status(
    left: str, right: str, sentence: str, status: AssertionStatus, has_others: bool, is_ticked: bool
) -> AssertionStatus:
    """The status of a value between the words `left` and `right` of its sentence.

    A cross before a value says that it is to be avoided, unless the reply ticks another one: then it says no to it.
    """
    head = _last_clause(left)
    if (
        (_NOT_IT.search(left) and not _CONDITION.search(head))
        or _IS_NOT_IT.match(right)
        or _UNSAID.search(head)
        or (_WHENCE.search(head) and _CAME.match(right))
        or (has_others and _UNTOLD.search(head))
        or (_MERELY_NOT.search(left) and _BUT_RATHER.match(right))
        or (has_others and (_RATHER_THAN.search(head) or _BARE_NOT.fullmatch(head) or _AND_NOT.search(head)))
    ):
        return AssertionStatus.DENIED
    if is_set_apart(head) and not (status is AssertionStatus.QUESTIONED and not _ASKS_FOR.search(sentence)):
        return AssertionStatus.CURRENT
    if status is AssertionStatus.HYPOTHETICAL and _LEAVES_OVER.search(head):
        return AssertionStatus.CURRENT
    if status is AssertionStatus.HYPOTHETICAL and _ON_SIGHT.search(head) and _REFUSES.match(right):
        return AssertionStatus.CURRENT
    if status is AssertionStatus.DENIED and _CROSSED.search(left) and not is_ticked:
        return AssertionStatus.CURRENT
    if status is AssertionStatus.DENIED and _LEAVE_THEM.match(right):
        return AssertionStatus.CURRENT
    if _NOT_THAT.search(head) and _BUT_THIS.match(right):
        return AssertionStatus.CURRENT
    if _LESSER_EVIL.search(head) and _THAN.match(right):
        return AssertionStatus.WELCOMED
    if _WISHED_FOR.search(head) and status is not AssertionStatus.QUESTIONED:
        is_off = _UNWISHED.match(right) or _GIVEN_UP.search(right)
        return AssertionStatus.CURRENT if is_off else AssertionStatus.WELCOMED
    before = _feeling_before(head)
    feeling = _feeling_behind(right) if before is None else before
    if feeling is None:
        return status
    if status is AssertionStatus.PAST and not feeling:
        return AssertionStatus.CURRENT if before is None or _WORRIED.search(head) else status
    if status is AssertionStatus.QUESTIONED:
        return AssertionStatus.CURRENT if not feeling and _ASKS_FOR.search(sentence) else status
    if feeling:
        return AssertionStatus.CURRENT if _GIVEN_UP.search(right) else AssertionStatus.WELCOMED
    if status is AssertionStatus.HYPOTHETICAL and _WOULD.search(head) and not _DOUBTS.search(head):
        return AssertionStatus.CURRENT
    is_request = status is AssertionStatus.HYPOTHETICAL and (_ASKS_FOR.search(sentence) or _ON_SIGHT.search(head))
    is_said = status in (AssertionStatus.DENIED, AssertionStatus.QUOTED)
    return AssertionStatus.CURRENT if is_said or is_request else status


def _last_clause(left: str) -> str:
    ends = [match.end() for match in _BOUNDARY.finditer(left)]
    return left[ends[-1] :] if ends else left


def _feeling_before(head: str) -> bool | None:
    """Whether the nearest cue before a value welcomes it (True) or not (False); None without a cue."""
    last = None
    for match in load_cues().feelings.finditer(head):
        last = match
    if last is None:
        return None
    if last.lastgroup == "negated":
        return False
    stops = [stop.end() for stop in _STOP.finditer(head, 0, last.start())]
    turned = load_cues().turns.search(head, max(last.start() - 34, 0, *stops[-1:]), last.start()) is not None
    return (last.lastgroup == "welcome") is not turned


def _feeling_behind(right: str) -> bool | None:
    match = load_cues().felt.match(right)
    return None if match is None else match.lastgroup == "welcome"
