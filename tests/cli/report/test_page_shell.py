"""The shell of pages: text of any kind stays text, the policy names every script, and colours can be told apart."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulars.cli.pages.page import Markup, element, embedded, is_own, joined, own, page, shown


class Reader(HTMLParser):
    """The elements, attributes and words of a page, as a browser would read them."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.words = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data):
        self.words += data


@given(st.text(st.characters(), max_size=60))
def test_text_becomes_words_and_nothing_else(text):
    read = Reader(element("p", text, title=text))
    assert read.tags == ["p"]
    assert [name for name, _ in read.attributes] == ["title"]
    assert not set("\x00\x1b\u202e\u2028") & set(read.words)


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("a & b", "a &amp; b"),
        ('"quoted"', "&quot;quoted&quot;"),
        ("\x1b[31m", "\\x1b[31m"),
        ("\u202eevil", "\\u202eevil"),
        ("\ud800", "\\ud800"),
        ("two\nlines", "two\nlines"),
        ("Бергѥн 卑爾根 😀", "Бергѥн 卑爾根 😀"),
    ],
)
def test_text_is_shown_letter_by_letter(text, html):
    assert shown(text) == html


def test_markup_is_inserted_once_and_unchanged():
    inner = element("b", "<")
    assert element("p", inner, None, "&") == "<p><b>&lt;</b>&amp;</p>"
    assert joined([inner, inner]) == "<b>&lt;</b><b>&lt;</b>"
    assert isinstance(inner, Markup)


def test_attributes_are_named_as_in_html():
    assert element("input", class_="a", aria_label="b", hidden=True, disabled=False, id=None) == (
        '<input class="a" aria-label="b" hidden>'
    )


@pytest.mark.parametrize(
    "attributes",
    [
        {"onclick": "x()"},
        {"style": "color:red"},
        {"href": "javascript:alert(1)"},
        {"href": " JavaScript:alert(1)"},
        {"src": "vbscript:x"},
    ],
)
def test_attributes_that_could_run_are_refused(attributes):
    with pytest.raises(ValueError, match=re.escape(next(iter(attributes)))):
        element("a", "x", **attributes)


def test_data_for_scripts_cannot_end_their_element():
    value = {"</script><!--": ["\u2028", "\ud800", 1.5]}
    html = embedded("d", value)
    assert "</script><!--" not in html
    content = re.fullmatch(r'<script type="application/json" id="d">(.*)</script>', html)
    assert content is not None
    assert json.loads(content[1]) == value


def test_data_for_scripts_holds_no_nan():
    with pytest.raises(ValueError, match="not JSON compliant"):
        embedded("d", float("nan"))


def hash_source(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def test_the_policy_allows_the_own_scripts_and_styles_alone():
    html = page("t", element("h1", "x"), styles=["p{}"], scripts=["let a"], sources={"connect-src": "'self'"})
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    rules = dict(one.split(" ", 1) for one in policy[1].replace("&#x27;", "'").split("; "))
    texts = {"style-src": (own("page.css"), "p{}"), "script-src": (own("page.js"), "let a")}
    hashes = {kind: " ".join(map(hash_source, every)) for kind, every in texts.items()}
    assert rules == {
        "default-src": "'none'", "style-src": hashes["style-src"],
        "script-src": hashes["script-src"], "img-src": "data:", "base-uri": "'none'",
        "form-action": "'none'", "connect-src": "'self'",
    }  # fmt: skip


def test_own_pages_are_known_by_their_head():
    assert is_own(page("t", element("h1", "x")))
    assert not is_own("<html><title>mine</title></html>")


# ---------------------------------------------------------------------- colours


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def palette() -> dict[str, tuple[str, str]]:
    """The light and the dark colour of each variable."""
    css = own("page.css") + own("report.css", "regulars.cli.pages.report")
    return {name: (light, dark) for name, light, dark in
            re.findall(r"--([\w]+): light-dark\((#\w{6}), (#\w{6})\)", css)}  # fmt: skip


def test_contrast_of_black_and_white_is_21():
    assert contrast("#ffffff", "#000000") == pytest.approx(21)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_words_can_be_read(theme):
    colours = {name: pair[theme] for name, pair in palette().items()}
    pairs = [(text, ground) for text in ("ink", "soft", "accent", "right", "wrong", "unsure")
             for ground in ("ground", "surface")] + [("ink", "heat")]  # fmt: skip
    low = {pair: round(contrast(colours[pair[0]], colours[pair[1]]), 2) for pair in pairs}
    assert {pair: value for pair, value in low.items() if value < 4.5} == {}


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_lines_and_controls_can_be_seen(theme):
    colours = {name: pair[theme] for name, pair in palette().items()}
    low = {name: contrast(colours[name], colours["ground"]) for name in ("edge", "s0", "s1", "s2", "s3", "s4", "s5")}
    assert {name: value for name, value in low.items() if value < 3} == {}
