"""A bot behind HTTP, in twenty lines: python server.py PORT."""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

EPISODES = {}  # what people said, by episode and scope


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
        said = EPISODES[episode].setdefault(asked["observation"]["scope"], [])
        words = set(asked["observation"]["message"].lower().split())
        best = max(said, key=lambda line: len(words & set(line.lower().split())), default="I see.")
        said.append(asked["observation"]["message"])
        return {"episode": episode, "reply": best}
    return {"episode": episode, "branches": True}


class Bot(BaseHTTPRequestHandler):
    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        told = json.dumps(answer(self.path.rpartition("/")[2], asked)).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(told)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Bot).serve_forever()
