"""The viewer in a real browser: headless Chromium from Debian's packages, driven by playwright."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from datetime import datetime
from threading import Thread

import pytest
from bare_records import bare
from msgspec.structs import replace
from viewed_runs import HOSTILE, hostile, moved, played, played_scenario, written

from regulars.cli.pages.viewer.live_run import LiveRun
from regulars.cli.pages.viewer.played_life import PlayedLife
from regulars.cli.pages.viewer.played_user import PlayedUser
from regulars.cli.pages.viewer.server import PageServer
from regulars.cli.pages.viewer.site import ViewedRun, write_site
from regulars.cli.play import life_to_play
from regulars.datasets.codec import seal
from regulars.datasets.episode_record import EpisodeConfig

sync_api = pytest.importorskip("playwright.sync_api", reason="needs the extra `browser`")
CHROMIUM = shutil.which("chromium")
if CHROMIUM is None:
    pytest.skip("needs Chromium: apt-get install chromium", allow_module_level=True)

WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 400, "height": 800}


@pytest.fixture(scope="module")
def chromium() -> Iterator:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def page(chromium):
    """A page whose test fails if anything was said on the console, was asked of a network, or opened a dialog."""
    context = chromium.new_context(viewport=WIDE)
    page, faults = context.new_page(), []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("dialog", lambda dialog: (faults.append(dialog.message), dialog.dismiss()))
    page.on(
        "request",
        lambda asked: faults.append(asked.url) if "127.0.0.1" not in asked.url and "file:" not in asked.url else None,
    )
    yield page
    context.close()
    assert faults == []


def opened(page, folder, *records, fields: str = "") -> None:
    """Writes the viewer of a run and opens it from the disk."""
    out = folder / "pages"
    write_site(ViewedRun.opened(written(folder / "RUN", *records)), out, lambda done, total: None)
    page.goto(f"{(out / 'index.html').as_uri()}{fields}")


def lines(place) -> list[str]:
    """The lines of a part of the page, without empty ones."""
    return [line for line in place.inner_text().splitlines() if line]


def test_a_run_opens_from_the_disk_and_shows_an_episode(page, tmp_path):
    opened(page, tmp_path, moved("x"), moved("y"))
    assert page.locator("tbody tr").all_inner_texts()[0].split() == [
        "life/0", "x", "1", "2", "✗", "not", "recalled", "1", "completed",
    ]  # fmt: skip
    page.get_by_role("link", name="life/0 x").click()
    assert lines(page.locator("#turn-s002\\.t02")) == [
        "Assistant s002.t02 2025-03-05 09:02",
        "In Oslo.",
        "question 1: current-value of city ✗ stale, not recalled",
        "feedback: dislike, satisfaction 2 of 10, “No!”",
        "reward of assistant: -1 (recall -1)",
        "recalled 1 item, 9 tokens",
    ]
    assert page.locator(".timeline a, .timeline g.mark").count() == 2 + 1 + 2 + 2  # sessions, changes, tellings, probes


def test_markup_in_every_field_stays_text(page, tmp_path):
    opened(page, tmp_path, hostile(moved("x")), hostile(moved("y")))
    shown = HOSTILE.replace("\x00\x07\x1b[31m\u202e\u2028", "\\x00\\x07\\x1b[31m\\u202e\\u2028")
    assert shown in page.inner_text("#view")
    page.get_by_label("Search what was said").fill("hacked u202e live")
    page.locator(".found li").first.wait_for()
    assert "Now I live in Bergen.<script>window.hacked=1</script>" in page.inner_text("#view")
    page.get_by_label("Search what was said").fill("")
    page.locator("tbody tr a").first.click()
    page.locator(".turn").first.wait_for()
    assert page.inner_text("#view").count("<script>window.hacked=1</script>") > 20
    page.keyboard.press("j")
    page.locator("#question-heading").wait_for()
    page.get_by_label("Compare with").select_option(index=1)
    page.locator(".side").first.wait_for()
    assert page.locator("#view script, #view img").count() == 0
    assert page.evaluate("window.hacked") is None


def test_a_torn_run_gives_a_page_that_says_so(page, tmp_path):
    folder = tmp_path / "RUN"
    folder.mkdir()
    (folder / "episodes.jsonl").write_bytes(b'{"schema": 2, "kind"')
    opened(page, tmp_path)
    assert "This folder shows no episodes" in page.inner_text("#view")


@pytest.mark.slow
def test_an_episode_of_another_run_gives_a_note_and_a_way_back(page, tmp_path):
    opened(page, tmp_path, moved(), fields="#episode=none")
    assert "The run has no episode none." in page.inner_text("#view")
    page.get_by_role("link", name="All episodes").click()
    page.locator("tbody tr").wait_for()


@pytest.mark.slow
def test_a_question_shows_its_trace_and_the_ledger_at_that_moment(page, tmp_path):
    opened(page, tmp_path, moved(), fields="#episode=life/0/x&question=q1")
    assert page.locator(".steps li").evaluate_all("nodes => nodes.map(node => node.className)") == [
        "passed", "passed", "passed", "failed", "unknown",
    ]  # fmt: skip
    assert page.locator(".chain li").all_inner_texts() == [
        "told 2025-03-03 09:03 s001.t03 Now I live in Bergen.",
        "ADD i2, caused by s001.t03",
        "in memory when asked: held by i2",
        "not among the recalled items",
        "reply ✗ stale",
    ]
    ledger = page.locator("[aria-label=Ledger] tbody tr")
    assert [row.split("\t")[1:4] for row in ledger.all_inner_texts()] == [
        ["city", "Oslo", "direct"], ["city", "Rome", "hearsay"], ["city", "Bergen", "direct"],
    ]  # fmt: skip
    page.get_by_label("all of 4 entries").check()
    assert ledger.count() == 4
    page.goto(page.url.replace("question=q1", "question=q2"))
    page.locator("#question-heading:has-text('Question 2')").wait_for()
    assert [row.split("\t")[2] for row in ledger.all_inner_texts()] == ["Oslo", "Rome"]


@pytest.mark.slow
def test_everything_can_be_reached_with_the_keyboard(page, tmp_path):
    opened(page, tmp_path, moved("x"), moved("y"))
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('tbody') !== null"):
            break
    page.keyboard.press("Enter")
    page.locator(".turn").first.wait_for()
    assert page.evaluate("document.activeElement.id") == "view-heading"
    page.keyboard.press("j")
    page.locator("#question-heading:has-text('Question 1')").wait_for()
    assert page.evaluate("document.activeElement.id") == "question-heading"
    page.keyboard.press("j")
    page.locator("#question-heading:has-text('Question 2')").wait_for()
    page.keyboard.press("k")
    page.locator("#question-heading:has-text('Question 1')").wait_for()
    page.keyboard.press("Escape")
    page.locator("#question-heading").wait_for(state="detached")
    page.keyboard.press("/")
    page.keyboard.type("bergen")
    page.locator("mark").first.wait_for()
    assert page.locator(".turn").count() == 3  # the telling with its reply, and the out-of-band question
    page.locator(".timeline a").first.focus()
    page.keyboard.press("ArrowRight")
    assert (
        page.evaluate("document.activeElement.getAttribute('aria-label')") == "session 2, 2025-03-05 09:00, satisfied"
    )


@pytest.mark.slow
def test_two_systems_stand_side_by_side_by_what_was_planned(page, tmp_path):
    longer = moved("y")
    small_talk = [
        replace(longer.transcript[4], text="Hello!"),
        replace(longer.transcript[5], text="Hi."),
    ]
    asked = [replace(longer.transcript[4], id="s002.t03"), replace(longer.transcript[5], id="s002.t04")]
    outcome = replace(longer.probes[0].outcomes[0], turn="s002.t04")
    longer = moved(
        "y", transcript=(*longer.transcript[:4], *small_talk, *asked),
        probes=(replace(longer.probes[0], outcomes=(outcome,)), longer.probes[1]),
    )  # fmt: skip
    opened(page, tmp_path, moved("x"), longer, fields="#episode=life/0/x&with=y")
    sides = [
        [lines(side)[1:2] for side in pair.locator(".side").all()] for pair in page.locator(".pair:not(.heads)").all()
    ]
    assert sides[-2:] == [[[], ["Hello!"]], [["Where do I live?"], ["Where do I live?"]]]


@pytest.mark.slow
def test_the_list_is_searched_and_filtered_and_the_address_keeps_it(page, tmp_path):
    opened(page, tmp_path, moved("x"), moved("y"), bare("other", 3, "x"))
    names = page.locator("tbody th")
    page.get_by_label("Failure stage").select_option("not recalled")
    assert names.all_inner_texts() == ["life/0 x", "life/0 y"]
    page.get_by_role("combobox", name="System").select_option("y")
    assert names.all_inner_texts() == ["life/0 y"]
    page.reload()
    names.first.wait_for()
    assert names.all_inner_texts() == ["life/0 y"]
    page.goto(page.url.partition("#")[0])
    page.get_by_label("Lives, systems and people").fill("OTHER")
    assert names.all_inner_texts() == ["other/3 x"]


def lives_of(count: int) -> list:
    """Episodes of the same conversation, of which every second one says Rome in place of Bergen."""
    found = []
    for place in range(count):
        life = moved(f"system-{place:04}")
        if place % 2:
            life = saying(life, *(turn.text.replace("Bergen", "Rome") for turn in life.transcript))
        found.append(life)
    return found


def saying(life, *texts: str):
    """The life with other words in its turns."""
    told = tuple(replace(turn, text=text) for turn, text in zip(life.transcript, texts, strict=True))
    return seal(replace(life, transcript=told))


def test_words_are_found_in_all_episodes_with_permalinks(page, tmp_path):
    opened(page, tmp_path, *lives_of(3))
    page.keyboard.press("/")
    page.keyboard.type("berg LIVE")
    page.locator(".found li").nth(1).wait_for()
    assert page.inner_text("#status") == "2 lines in 2 episodes."
    assert page.locator(".found li").all_inner_texts() == ["s001.t03 2025-03-03 09:03 Ada Now I live in Bergen."] * 2
    assert page.locator("section h3").all_inner_texts() == ["life/0 system-0000 1 line", "life/0 system-0002 1 line"]
    page.reload()
    page.locator(".found a").nth(1).focus()
    page.keyboard.press("Enter")
    page.locator(".turn.current").wait_for()
    assert page.evaluate("document.activeElement.id") == "turn-s001.t03"
    assert page.locator(".turn.current mark").all_inner_texts() == ["live", "Berg"]
    assert page.locator(".turn").count() == 7  # the whole conversation around the line
    assert page.locator("#view-heading").inner_text() == "life, seed 0, system-0002"
    page.get_by_role("link", name="All episodes").click()
    page.locator(".found li").nth(1).wait_for()


@pytest.mark.slow
def test_found_lines_follow_the_filters(page, tmp_path):
    opened(page, tmp_path, *lives_of(3), fields="#find=bergen")
    lines = page.locator(".found li")
    lines.nth(4).wait_for()
    assert lines.count() == 5  # two tell it, and three replies out of band
    page.get_by_label("Failure stage").select_option("right")
    lines.nth(4).wait_for(state="detached")
    assert lines.all_inner_texts() == ["out of band 2025-03-04 09:00 Assistant ✓ correct current-value Bergen."] * 3
    page.get_by_role("combobox", name="System").select_option("system-0001")
    lines.nth(1).wait_for(state="detached")
    assert page.inner_text("#status") == "1 line in 1 episode."
    page.get_by_label("Failure stage").select_option("not recalled")
    lines.first.wait_for(state="detached")
    assert page.inner_text("#status") == "0 lines in 0 episodes."
    page.reload()
    page.locator("#status:has-text('0 lines')").wait_for()
    page.get_by_label("Failure stage").select_option("right")
    lines.first.locator("a").click()
    page.locator("#question-heading:has-text('Question 2')").wait_for()


@pytest.mark.slow
def test_words_of_every_script_are_found_and_marked(page, tmp_path):
    texts = ("我在卑尔根住了", "住在 BERGEN?", "ÅSE sier ikke åpent", "a\u0301gora İstanbul", "don't (x|y) [z", "..")
    opened(page, tmp_path, saying(moved(), *texts))
    field, marks = page.get_by_label("Search what was said"), page.locator("#view mark")
    for sought, marked in (
        ("尔根", ["尔根"]), ("卑尔根", ["卑尔根"]), ("住", ["住", "住"]), ("åse", ["ÅSE"]), ("åp ikk", ["ikk", "åp"]),
        ("don't", ["don", "t"]), ("(x|y) [z", ["x", "y", "z"]), ("x07 nothing", []), ("agora", []),
    ):  # fmt: skip
        field.fill("")
        marks.first.wait_for(state="detached")
        field.fill(sought)
        page.locator(f"#status:has-text('{'1 episode.' if marked else '0 lines in 0 episodes.'}')").wait_for()
        if marked:
            marks.first.wait_for()
        assert marks.all_inner_texts() == marked, sought


@pytest.mark.slow
def test_a_long_line_is_shown_around_the_words_and_many_lines_are_folded(page, tmp_path):
    text = f"{'so ' * 200}Bergen{' and' * 200}"
    opened(page, tmp_path, saying(moved(), *[text] * 6), fields="#find=bergen")
    shown = page.locator(".found li")
    shown.nth(2).wait_for()
    assert shown.count() == 3
    found = shown.first.locator(".words").last.inner_text()
    assert found.startswith("… so so")
    assert found.endswith(" …")
    assert 270 < len(found) < 300
    page.get_by_role("button", name="Show all 7 lines").click()
    shown.nth(6).wait_for()


@pytest.mark.slow
def test_a_thousand_episodes_open_and_are_searched_in_parts(page, tmp_path):
    opened(page, tmp_path, *lives_of(1000))
    asked = []
    page.on("request", lambda one: asked.append(one.url.rpartition("pages/")[2]))
    page.reload()
    page.locator("tbody tr").nth(199).wait_for()
    assert asked == ["index.html", "run.js"]
    page.get_by_label("Search what was said").fill("live bergen")
    page.locator("#status:has-text('500 lines in 500 episodes.')").wait_for()
    assert page.locator(".found li").count() == 20
    folders = [address.partition("/")[0] for address in asked[2:]]
    assert (folders.count("words"), folders.count("lines"), folders.count("episodes")) == (40, 20, 0)
    page.get_by_role("button", name="Show 20 more of 480 episodes").click()
    page.locator(".found li").nth(39).wait_for()


@pytest.mark.slow
@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_pages_fit_their_window_and_have_no_serious_finding(page, tmp_path, size):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs the extra `browser`").Axe()
    page.set_viewport_size(size)
    views = (
        "",
        "#find=oslo",
        "#episode=life/0/x",
        "#episode=life/0/x&find=oslo",
        "#episode=life/0/x&question=q1",
        "#episode=life/0/x&with=y",
    )
    opened(page, tmp_path, moved("x"), moved("y"))
    for view in views:
        page.goto(f"{page.url.partition('#')[0]}{view}")
        page.locator("table").first.wait_for(state="attached")
        page.locator("#status:not(:has-text('…'))").wait_for(state="attached")
        page.wait_for_timeout(100)  # the time line is drawn once its width is known
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        for theme in ("light", "dark"):
            page.locator("#theme").select_option(theme)
            found = axe.run(page).response["violations"]
            assert [
                (one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in ("serious", "critical")
            ] == []


@pytest.mark.slow
def test_a_served_run_shows_new_episodes_and_rebuilds_memories(page, tmp_path):
    folder = played(tmp_path / "RUN")
    file = folder / "episodes.jsonl"
    first, second = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(first)
    asked = next(probe.kind for probe in played_scenario().probes if probe.anchor)
    with PageServer(0, LiveRun(folder).file) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            page.goto(server.url)
            rows = page.locator("tbody tr")
            rows.first.wait_for()
            assert rows.count() == 1
            page.get_by_label("Lives, systems and people").focus()
            with file.open("ab") as grown:
                grown.write(second)
            rows.nth(1).wait_for()
            assert page.evaluate("document.activeElement.type") == "search"  # the page follows without losing its place
            page.get_by_label("Search what was said").fill("the")
            page.locator("section h3").nth(1).wait_for()
            page.get_by_label("Search what was said").fill("")
            page.locator("tbody tr a").first.click()
            page.locator(".turn").first.wait_for()
            page.locator(f".panel a:has-text('{asked}')").first.click()
            page.get_by_role("button", name="Rebuild the memory").click()
            page.get_by_role("button", name="Rebuilt").wait_for()
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.slow
def test_a_person_plays_a_life_and_sees_it_in_the_viewer(page, tmp_path):
    env = life_to_play(seed=3, users=1, sessions=1, feedback="evaluative", noise="", probes="off")
    life = PlayedLife(env, EpisodeConfig(probes="off"), 3, tmp_path)
    with PageServer(0, life.file, life.obey) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            page.goto(server.url)
            page.locator(".turn.line").first.wait_for()
            said = 0
            while page.title() == "A life to play" and said < 60:
                before = page.locator(".turn").count()
                page.keyboard.type("<i>I do not know.</i>")
                page.keyboard.press("Enter")
                said += 1
                for _ in range(200):  # the policy of the page forbids playwright's own waiting for conditions
                    page.wait_for_timeout(25)
                    if page.title() != "A life to play" or page.locator(".turn").count() > before + 1:
                        break
            page.locator("#view-heading").wait_for()
            assert "<i>I do not know.</i>" in page.inner_text(".turn.reply")
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.slow
@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_a_person_plays_the_user_and_sees_the_life_in_the_viewer(page, tmp_path, size):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs the extra `browser`").Axe()
    page.set_viewport_size(size)
    life = PlayedUser(tmp_path / "life", seed=1, sessions=2, feedback="evaluative", assistant="scripted")
    with PageServer(0, life.file, life.obey) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            page.goto(server.url)
            page.locator(".checks").first.wait_for()
            day = re.search(r"○ tell: mattress purchase date: (\d+ \w+ \d{4})\n", page.inner_text(".panel"))[1]
            page.keyboard.press("Enter")  # an empty line by mistake does not close the session
            page.keyboard.type(f"I bought my mattress on {day}, <i>really</i>.")
            page.keyboard.press("Enter")
            page.locator(".turn.line").first.wait_for()
            assert "<i>really</i>" in page.inner_text(".turn.reply")
            assert page.inner_text(".noted") == f"told: mattress purchase date, {day}"
            assert page.locator(".checks .done .words").all_text_contents() == [
                f"tell: mattress purchase date: {day}",
                f"mattress purchase date: {day}",
            ]
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
            assert [one["id"] for one in axe.run(page).response["violations"]] == []
            page.get_by_label("Last reply").select_option("like")
            page.get_by_label("This line carries").select_option(index=1)
            page.get_by_label("Your next line").fill("Bye.")
            page.get_by_role("button", name="Send and close the session").press("Enter")
            page.locator(".turn.reply:has-text('Bye.')").wait_for()
            page.get_by_role("button", name="Send and close the session").press("Enter")
            page.locator("#turn-s001\\.t01").wait_for()
            value = datetime.strptime(f"{day} +0000", "%d %B %Y %z").date()
            assert f"tells mattress purchase = {value}" in page.inner_text("#turn-s001\\.t01")
            assert "feedback: like" in page.inner_text("#turn-s001\\.t02")
        finally:
            server.shutdown()
            thread.join()
