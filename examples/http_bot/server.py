"""A bot behind HTTP: python server.py PORT."""

import json
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

EPISODES = {}  # what people said: by episode, then by scope


def words(text):
    return set(re.findall(r"\w{4,}", text.lower()))


def answer(verb, asked):
    episode = asked["episode"]
    if verb == "begin":
        EPISODES[episode] = {}
    elif verb == "branch":
        EPISODES[asked["branch"]] = {scope: list(lines) for scope, lines in EPISODES[episode].items()}
        return {"episode": asked["branch"]}
    elif verb == "end":
        del EPISODES[episode]
    else:
        seen = asked["observation"]
        said, known = EPISODES[episode].setdefault(seen["scope"], []), words(seen["message"])
        latest = list(reversed(said)) if "?" in seen["message"] else []
        ranked = sorted(latest, key=lambda turn: -len(known & words(turn["message"])))
        said.append(seen)
        reply = ranked[0]["message"] if ranked else "I see."
        return {"episode": episode, "reply": reply, "recalled": [turn["turn_id"] for turn in ranked[:10]]}
    return {"episode": episode, "branches": True}


class Bot(BaseHTTPRequestHandler):
    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        told = answer(self.path.rpartition("/")[2], asked)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(told).encode())

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Bot).serve_forever()
