"""Lives over OpenEnv: this starts the server of `openenv_life`, and the library's client plays the start of a life.

Needs the extra openenv: pip install 'regulars[openenv]'

Run: python examples/trainers/openenv_client.py
"""

from __future__ import annotations

import socket
import threading
import time

import uvicorn
from openenv.core import GenericEnvClient

from regulars.integrations import openenv_app


def main() -> None:
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(openenv_app(task="smoke@validation"), log_level="error"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    while not server.started:
        time.sleep(0.05)
    try:
        play(f"http://127.0.0.1:{listening.getsockname()[1]}")
    finally:
        server.should_exit = True
        thread.join()


def play(url: str) -> None:
    with GenericEnvClient(base_url=url).sync() as env:
        result = env.reset(seed=1)
        for _ in range(10):
            person = result.observation["messages"][-1]["content"].replace("\n", " ")
            result = env.step({"content": "I don't know."})
            verdict = result.observation["verdict"] or "-"
            print(f"{person[:78]:78} {verdict:10} {result.reward:>5.2f}")
        state = env.state()
        print(f"answers {state['step_count']}, reward {state['reward']:.2f}")


if __name__ == "__main__":
    main()
