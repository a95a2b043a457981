"""Serves lives of `core@train` over OpenEnv: `python -m server.app`, then connect any OpenEnv client to port 8000."""

from __future__ import annotations

import argparse

import uvicorn

from regulars.integrations import openenv_app

app = openenv_app(task="core@train")


def main() -> None:
    """Serves until it is interrupted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    options = parser.parse_args()
    uvicorn.run(app, host=options.host, port=options.port)


if __name__ == "__main__":
    main()
