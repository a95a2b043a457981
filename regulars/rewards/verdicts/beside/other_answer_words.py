"""The words of replies that answer with something unknown and name a known value on the way; see `other_answers`.

Most patterns are matched against a reply in lower case in which each value is a run of reference marks; those with a
group `name` against the reply itself.
"""

from __future__ import annotations

import re

NAME = r"(?:Mr\.? |Mrs\.? |Ms\.? |Dr\.? |[Tt]he )?(?P<name>[A-Z][\w'&-]*(?: [A-Z][\w'&-]*){0,3})"
_STOPS = r"[*_]*(?=[.!;,\n–—]| [–-] | (?:but|though|since|because)\b|$)"
_THE = r"(?:the |an? |your )?"

OPENINGS = (
    re.compile(rf"[\W_]*{NAME}(?:{_STOPS}|(?= (?:is|was) (?:now |still )?(?:your|the one)\b))"),
    re.compile(rf"[\W_]*(?:(?:[Ii]t|[Tt]hat|[Yy]ours)(?:'s| is| was)|[Yy]our [\w' -]{{2,30}}? is) {NAME}{_STOPS}"),
    re.compile(
        r"[\W_]*(?:[Pp]ut|[Ww]rite|[Ee]nter|[Uu]se|[Tt]ry|[Yy]ou(?:'re| are)(?: \w+)? (?:with|at|in)|[Yy]ou(?:'d|'ve)?"
        rf" (?:told me|said|mentioned|named|gave me)(?: it(?:'s| is| was))?) {NAME}{_STOPS}"
    ),
)
"""A reply that begins with a name as its answer."""
NAMED_AS_ANSWER = re.compile(
    rf"[\W_]*{NAME} (?:is|was) (?:now |still )?your (?P<matter>[\w -]{{2,30}}?)(?=[.!;,\n–—]| and\b| but\b|$)"
)
"""A reply that begins with a name and says that it is what was asked for."""
THING = re.compile(
    r"[\W_]*(?:(?:an?|the|some|your|it's an?|it's) )?(?P<thing>[a-z][\w'-]+(?: [a-z][\w'-]+){0,3})"
    r"(?=[*_]*(?:[.!;]|, (?:since|because|as|which|near|next|close|not far|given|similar)\b))",
    re.IGNORECASE,
)
"""A reply that begins with a thing, and then says more."""
NO_THING = re.compile(
    r"\b(?:yes|no|sure|okay|ok|right|good|great|hi|hello|hey|thanks|thank|of course|got it|found it|easy|happy|glad"
    r"|sorry"
    r"|well|i|i'm|you|you're|we|that|this|it|there|let|here|done|exactly|correct|absolutely|certainly|definitely|noted"
    r"|understood|morning|afternoon|evening|question|answer|one|none|nothing|me|my|going|according|based|as|in|on|at"
    r"|from|for|with|if|when|since|because|so|then|now|not|don't|is|was|are|were|has|have|do|did|remember|recall|still"
    r"|again|sounds|looks)\b",
    re.IGNORECASE,
)
"""Words of which no thing consists."""
_CHOSE = (
    r"(?:(?:went|gone|going|go) (?:with|for)|chose|chosen|picked|ended up (?:with|at|in|on|choosing|picking)|opted for"
    r"|settled (?:on|for)|settling (?:on|for)|decided (?:on|for)|signed (?:up )?with|joined|took|landed (?:with|on|at))"
)
CHOICE = re.compile(rf"\b{_CHOSE} [*_]*{NAME}")
"""What somebody chose."""
PASSED_OVER = re.compile(
    r"\b(?:looked at|compared|considered|thought (?:about|of)|weighed|viewed|eyed|wanted|liked|fancied|toyed with|tried"
    r"|were (?:offered|going to|about to)|had an offer from|(?:almost|nearly|first|originally|initially) \w+|including"
    rf"|hesitated|asked)\b[^.!?;\n]*※[^.!?;\n]*\b{_CHOSE}"
    rf"|\b{_CHOSE}[^.!?;\n]*\b(?:over|rather than|instead of|in preference to|comparing (?:it |that |them )?(?:with|to)"
    rf"|ahead of|not|against|(?:preferred|liked)[^.!?;\n]*(?: to| than| over)) {_THE}※"
)
"""Around a value: something else was chosen."""
ANSWERS = re.compile(
    r"(?:^|[.!?\n]\s*|:\s*)[\s*_\"'>#-]*(?:(?:in|at|on|the|an?|mr|mrs|ms|dr|behind|to)\.? )*[*_\"']*※+(?!※)"
    r"(?! (?:was|were|is|are|has|had|have|did|does|do|didn't|doesn't|don't|isn't|wasn't|only|just|came|comes|hurts?"
    r"|costs?|would|wouldn't|couldn't|can't|turned|seemed|felt|looked|you|also)\b)"
    r"|\b(?:it|that|this|yours?|which|name|answer|one|here|there)(?:'s|'re| [\w' -]{0,30}?\b(?:is|are|was|were))"
    r"(?: \w+ly| now| still| called| named| at| in| on| the| an?| mr| with| your)* [*_\"']*※"
    r"|\byou(?:'d|'ve|'re| have| are)? (?:\w+ )?(?:told|said|mentioned|named|gave|use|have|play|live|work|drive"
    r"|practise|wear|called|chose|picked|went|go|want|booked|own|bought|moved|switched|changed|listen|were|got|wrote)\b"
    r"[^.!?;,\n]{0,40}※"
    r"|\bi(?:'ve| have|'d| would)? (?:\w+ )?(?:noted|have|down|put|write|recommend\w*|say|said)\b[^.!?;,\n]{0,30}※"
    r"|※[\s*_\"']*(?:is|was|are|were|'s)(?: now| still| really| actually| currently)* (?:yours?\b|what\b|it\b|where\b"
    r"|right\b|correct\b|the (?:right|current|latest|answer|name|\w+ (?:you|that|i))|the one (?!with\b|who\b)"
    r"|in (?:my|your) )"
    r"|\b(?:write|put|enter|try|use|so|answer|hence|therefore|now|actually|really|means)\b[^.!?;,\n]{0,20}※"
)
"""Where a value stands as an answer."""
_IS = (
    r"(?:was|were|is|are|seemed|proved|turned out|would(?:'ve| have)? been)(?: \w+ly| just| simply| far| a bit| to be)*"
)
SIDELINED = re.compile(
    r"(?:near|next to|close to|beside|opposite|not far from|just off|across from|similar to|resembl\w+|unlike"
    rf"|looks? (?:a bit |a lot )?like|compared (?:with|to)|based in) {_THE}※+(?:,? but (?:it's|it is|that's"
    rf"|is) [^※.!?]+)?"
    rf"|\byou(?:'ve| have)? (?:also|later|once|only) \w+(?: to| about| of| in| at| it with| it to)? {_THE}※+"
    r"|\byou(?:'ve| have)? [a-z]+ ※+ (?:later|too|as well|on the side)\b"
    rf"|\byou(?:'ve| have)? (?:rejected|refused|turned down|left out|passed on|ruled out|threw away|threw out"
    rf"|gave up) {_THE}※+|\b(?:preferred|liked) (?:it|that|them|this) (?:to|over|better than|more than) {_THE}※+"
    rf"|\b(?:beat|beats|beating|topped|won against|won over|instead of|rather than) {_THE}※+"
    rf"|\b(?:it|that|this) (?:was|used to be|had been) {_THE}※+ (?:before|earlier|once|previously|until|at first)\b"
    r"|\b(?:a|an|some) [a-z]+ (?:in|of|from|about|at) ※+"
    rf"|※+[\s*_]*(?:{_IS} (?:too\b|taken\b|booked\b|full\b|closed\b|sold out|unavailable|occupied|reserved|out of\b"
    r"|more expensive|uncomfortable|pricier|dearer|not (?:available|an option|for you|right)|(?:your "
    r"|the )?(?:second|runner)"
    r"|the (?:one|room|place|\w+) with\b|a close second|ruled out|(?:only|just|merely) (?:for|a|the|used)\b"
    r"|\w+ by (?:your|the|a) )"
    r"|(?:only |just )?(?:came|finished) second|(?:hurts?|bothered|annoyed|irritated|disappointed|put you off)\b"
    r"|(?:turned|let) (?:you|it|them) (?:down|off)|(?:had|has|have) (?:no|only|too|less|fewer)\b"
    r"|(?:fell out|broke|came loose|got lost|went missing|was stolen|is gone|wore out)\b"
    r"|(?:did|do|does|could|would|was|were|is|are)(?:n't| not)\b(?! (?:change|only|just)))"
)
"""Around a value: a reason against it, or a place near it."""
_GONE = r"(?:replaced|swapped|exchanged|changed|traded|switched)"
ENDED = re.compile(
    r"※[^.!?;※\n]{0,40}?(?:,? (?:but|until|before|and|then)|[.;]) (?:\w+ )?you(?:'ve| have| had)?(?: since| then| later"
    rf"| recently)* (?:had (?:it|them|that) )?{_GONE}(?: (?:it|them|that))?(?: out)?"
    r" (?:for|with|to|by) (?!※|it\b|me\b|that\b|them\b|this\b|these\b|those\b)(?:the |an? |some )?[\w-]+"
    rf"|\blooks? like {_THE}※+,? but (?:it's|it is|that's|is) (?:really |actually |an? )*(?!※)[a-z]"
    rf"|\byou(?:'ve| have)? (?:had|got) {_THE}※+ {_GONE}(?: out)? (?:for|with|by) (?!※)"
    r"|※[^.!?;※\n]{0,20},? (?:but|and|though|although) (?:not any ?(?:more|longer)|no longer|that's over"
    r"|that's (?:in the )?past|you(?:'ve| have)? (?:stopped|left|quit|cancelled))\b(?! (?:to|at|in|for)\b)"
)
"""Around a value: something unknown has taken its place, or it is over."""
SECOND = re.compile(
    rf"[\s*_]*(?:,? and|,? or|&|,? plus|,? as well as|/) {NAME}[*_]*(?=[.!]?\s*$)"
    rf"| for [a-z][\w ]{{2,30}}?(?:,|,? (?:and|plus|but)) {NAME.replace('?P<name>', '?P<other>')} for\b"
)
"""Behind a value: a second one in the same answer."""
EXAMPLES = re.compile(
    r"\b(?:(?:many|some|most|lots of|a lot of|other|plenty of|certain) (?:people|users|folks|others|sleepers|customers)"
    r"|people (?:often|usually|commonly)|examples?|for instance|common (?:ones|choices|options|picks)|commonly|popular"
    r"|typical|such as|well-known|big(?:gest)? (?:ones|names))\b[^.!?\n]*※"
    r"|※[^.!?\n]*\b(?:for example|for instance|are examples"
    r"|(?:is|are|being) (?:an? |one of the |among the )?(?:very |most )?(?:common|popular|typical|well-known|big))\b"
)
"""Around a value: it is an example, or what others have."""
LABEL = re.compile(r"^[ \t>*•-]*[*_]*(?P<label>[^\n:|]{2,40}?)[*_]*: *[*_]*(?P<rest>[^\n]+)$", re.MULTILINE)
"""A labelled line."""
OPEN_LINE = re.compile(r"[\W_]*(?:unknown|n/?a|tb[acd]|not (?:known|told|given)|none|[\[(<].*)?[\W_]*", re.IGNORECASE)
"""The rest of a labelled line that says nothing."""
