"""The smallest loop: one assistant, one life, through Gymnasium."""

from __future__ import annotations

import gymnasium as gym

from regulars import Reply


def my_assistant(observation: dict) -> Reply:
    """Remembers nothing and says so."""
    if "?" in observation["message"]:
        return Reply("I don't know that; you have not told me.", answer="-")
    return Reply("I see.")


env = gym.make("regulars:Life-v0", sessions=6, feedback="evaluative", probes="end")
observation, info = env.reset(seed=7)
total, over = 0.0, False
while not over:
    observation, reward, terminated, truncated, info = env.step(my_assistant(observation))
    total += reward
    over = terminated or truncated
print(f"{int(info['session'])} sessions, reward {total:.2f}")
