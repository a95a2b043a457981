"""The files of the viewer: which there are, what they say of torn, foreign and empty runs, and who may ask for them."""

from __future__ import annotations

import http.client
import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from threading import Thread

import pytest
from bare_records import bare
from typer.testing import CliRunner
from viewed_runs import moved, written

from regulars.cli.main import app
from regulars.cli.pages.viewer.bundle import PACKAGE, joined_script
from regulars.cli.pages.viewer.live_run import VERSION, LiveRun
from regulars.cli.pages.viewer.server import LARGEST_ORDER, PageServer
from regulars.cli.pages.viewer.site import ViewedRun, write_site
from regulars.datasets.record_files import append


def run_file(viewed) -> dict:
    found = re.fullmatch(r'regularsPut\("run\.js", (".*")\);\n', viewed.file("run.js").decode("ascii"))
    return json.loads(json.loads(found[1]))


def asked(*arguments: object) -> tuple[int, str]:
    found = CliRunner().invoke(app, [str(one) for one in arguments])
    return found.exit_code, found.output


# ---------------------------------------------------------------------- the script


def test_modules_are_joined_after_those_that_they_import():
    script = joined_script("main")
    assert not re.search(r"^(import|export) ", script, re.MULTILINE)
    assert script.index("function el(") < script.index("function badge(") < script.index("function showEpisode(")
    assert script.count("function el(") == 1


def test_names_of_the_front_end_are_unique():
    names = re.findall(r"^(?:async )?(?:function|const|let) (\w+)", joined_script("main"), re.MULTILINE)
    assert len(names) > 40
    assert len(names) == len(set(names))


def test_no_module_of_the_front_end_makes_markup_from_text():
    for source in files(PACKAGE).joinpath("front").iterdir():
        text = source.read_text(encoding="utf-8")
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|new Function|https?://(?!www\.w3\.org)", text
        )


# ---------------------------------------------------------------------- the files


def test_a_run_has_a_page_a_list_and_a_file_for_each_episode(tmp_path):
    viewed = ViewedRun.opened(written(tmp_path / "RUN", moved("x"), moved("y")))
    page, run, *others = addresses = list(viewed.addresses())
    folders = [address.partition("/")[0] for address in others]
    assert (page, run, folders) == ("index.html", "run.js", ["episodes"] * 2 + ["lines"] * 2 + ["words"] * 2)
    assert all(viewed.file(address) for address in addresses)
    listed = run_file(viewed)
    assert [(one["name"], one["life"], one["system"]) for one in listed["episodes"]] == [
        ("life/0/x", "life/0", "x"), ("life/0/y", "life/0", "y"),
    ]  # fmt: skip
    kind, verdict, stage, count = min(listed["episodes"][0]["questions"])
    assert [listed["names"][place] for place in (kind, verdict, stage)] == ["current-value", "correct", "right"]
    assert count == 1


@pytest.mark.parametrize(
    "address", ["", "episodes/", "episodes/0000000000000000.js", "../config.json", "rebuilt/x-1.js"]
)
def test_other_addresses_hold_nothing(tmp_path, address):
    assert ViewedRun.opened(written(tmp_path, moved()), served=True).file(address) is None


def test_only_a_server_rebuilds_memories(tmp_path):
    written(tmp_path, moved("bm25-turn"))
    served = ViewedRun.opened(tmp_path, served=True)
    (digest,) = served.places
    assert b"explanation" in served.file(f"rebuilt/{digest}-1.js")
    assert served.file(f"rebuilt/{digest}-3.js") is None
    assert ViewedRun.opened(tmp_path).file(f"rebuilt/{digest}-1.js") is None


def test_the_page_allows_no_script_but_its_own(tmp_path):
    page = ViewedRun.opened(written(tmp_path, moved())).file("index.html").decode()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)[1]
    assert "default-src &#x27;none&#x27;" in policy
    assert "unsafe" not in policy
    assert "connect-src" not in policy
    assert not re.search(r"(src|href)=\"?https?:", page)


def test_a_viewer_is_written_again_without_episodes_that_are_gone(tmp_path):
    run, out = tmp_path / "RUN", tmp_path / "pages"
    write_site(ViewedRun.opened(written(run, moved("x"))), out, lambda done, total: None)
    (out / "episodes" / "mine.js").write_text("kept")
    (old,) = (path.name for path in (out / "episodes").glob("????????????????.js"))
    (run / "episodes.jsonl").unlink()
    write_site(ViewedRun.opened(written(run, moved("y"))), out, lambda done, total: None)
    left = {path.name for path in (out / "episodes").iterdir()}
    assert len(left) == 2
    assert "mine.js" in left
    assert old not in left


# ---------------------------------------------------------------------- torn, foreign and empty runs


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "has no episodes yet"),
        (b"not a record\n", "has no sound episode"),
        (b'{"schema": 99}\n', "has no sound episode"),
    ],
)
def test_a_folder_without_sound_episodes_gives_a_page_that_says_so(tmp_path, content, problem):
    (tmp_path / "episodes.jsonl").write_bytes(content)
    viewed = ViewedRun.opened(tmp_path)
    assert problem in run_file(viewed)["problem"]
    assert run_file(viewed)["episodes"] == []
    assert viewed.file("index.html").startswith(b"<!doctype html>")
    code, said = asked("view", tmp_path, "--out", tmp_path / "pages")
    assert code == 1
    assert problem in said
    assert (tmp_path / "pages" / "index.html").is_file()


def test_lines_that_are_left_out_are_listed(tmp_path):
    written(tmp_path, moved())
    with (tmp_path / "episodes.jsonl").open("ab") as file:
        file.write(b"<script>\n")
    listed = run_file(ViewedRun.opened(tmp_path))
    assert len(listed["episodes"]) == 1
    assert len(listed["rejected"]) == 1
    code, said = asked("view", tmp_path)
    assert (code, "note: 1 record of the run rejected" in said) == (1, True)


def test_a_last_line_that_was_cut_is_listed_and_the_exit_code_says_so(tmp_path):
    written(tmp_path, moved())
    with (tmp_path / "episodes.jsonl").open("ab") as file:
        file.write(b'{"schema":2,')
    assert run_file(ViewedRun.opened(tmp_path))["rejected"] == [
        "line 2: it is incomplete: the run was interrupted, or is being written"
    ]
    code, said = asked("view", tmp_path)
    assert (code, "left out: line 2: it is incomplete" in said) == (1, True)


def test_a_folder_that_is_no_run_is_refused(tmp_path):
    found = CliRunner().invoke(app, ["view", str(tmp_path)])
    assert "the folder holds no episodes" in str(found.exception)
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------------- the command


def test_the_command_writes_a_folder_beside_the_records(tmp_path):
    code, said = asked("view", written(tmp_path / "RUN", moved()))
    assert (code, said) == (0, f"written to {tmp_path / 'RUN' / 'view' / 'index.html'}\n")
    assert len(list((tmp_path / "RUN" / "view" / "episodes").iterdir())) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(("RUN",), "no such folder"), ((".", "--serve", "--out", "x"), "--out is given with --serve"),
     ((".", "--serve", "--port", "99999"), "port 99999")],
)  # fmt: skip
def test_wrong_options_are_errors(tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    found = CliRunner().invoke(app, ["view", *arguments])
    assert message in str(found.exception)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_an_error(tmp_path):
    written(tmp_path, moved()).chmod(0o500)
    assert "cannot be written" in str(CliRunner().invoke(app, ["view", str(tmp_path)]).exception)


# ---------------------------------------------------------------------- a run that goes on


def test_a_run_that_grows_has_another_version_and_more_episodes(tmp_path):
    live = LiveRun(tmp_path)
    assert "holds no episodes" in run_file(live)["problem"]
    before = live.file(VERSION)
    append(tmp_path / "episodes.jsonl", bare("a"))
    live._next = 0.0  # the rest after a reading is over
    assert [one["name"] for one in run_file(live)["episodes"]] == ["a/0/x"]
    assert live.file(VERSION) != before
    append(tmp_path / "episodes.jsonl", bare("b"))
    live._next = float("inf")  # the rest lasts
    assert len(run_file(live)["episodes"]) == 1


@contextmanager
def serving(find, obey=None) -> Iterator[PageServer]:
    with PageServer(0, find, obey) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def answer(server: PageServer, method: str, path: str, body: bytes | None = None, **headers: str):
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=10)
    connection.request(method, path, body, {name.title(): value for name, value in headers.items()})
    found = connection.getresponse()
    return found.status, found.headers["Content-Type"], found.read()


def test_the_server_answers_for_its_own_name_alone():
    with serving({"index.html": b"page", "run.js": b"list"}.get) as server:
        assert answer(server, "GET", "/") == (200, "text/html; charset=utf-8", b"page")
        assert answer(server, "GET", "/run.js?version=3") == (200, "text/javascript; charset=utf-8", b"list")
        assert answer(server, "HEAD", "/run.js")[2] == b""
        assert answer(server, "GET", "/config.json")[0] == 404
        assert answer(server, "GET", "/", host="evil.example")[0] == 421
        assert answer(server, "POST", "/run.js", b"x", origin=server.url.rstrip("/"))[0] == 403


def test_orders_come_from_the_own_page_and_are_short():
    orders = []

    def obey(address, body):
        orders.append((address, body))
        return b"{}"

    with serving({}.get, obey) as server:
        ours = server.url.rstrip("/")
        assert answer(server, "POST", "/reply.json", "Grüße".encode(), origin=ours)[0] == 200
        assert answer(server, "POST", "/reply.json", b"x", origin="http://evil.example")[0] == 403
        assert answer(server, "POST", "/reply.json", b"x")[0] == 403
        assert answer(server, "POST", "/reply.json", b"x" * (LARGEST_ORDER + 1), origin=ours)[0] == 413
    assert orders == [("reply.json", "Grüße")]
