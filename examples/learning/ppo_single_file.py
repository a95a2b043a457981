"""PPO in one file, in the style of CleanRL, in `regulars:Choice-v0`.

Run: pip install -c constraints-rl.txt -e '.[rl]'
     python examples/learning/ppo_single_file.py [--steps 32768] [--suite smoke@train] [--seed 0]

A small network scores each candidate by its figures and the situation; masked candidates get no probability. PPO is
that of Schulman et al. 2017 (arXiv:1707.06347), with the choices of "The 37 implementation details" that matter here:
normalised advantages, clipped value loss, an entropy bonus, a falling learning rate. A right answer is paid at once; a
choice that is made for a person pays when it is asked for, sessions later. So advantages look ahead (generalised
advantage estimation, Schulman et al. 2016, arXiv:1506.02438). It prints the mean reward of a step after each eighth of
training. The seed is fixed; one core takes about a minute.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.distributions import Categorical


@dataclass(frozen=True)
class Settings:
    """The settings of a training run."""

    suite: str = "smoke@train"
    pool: int = 200
    steps: int = 32768
    seed: int = 0
    envs: int = 16
    rollout: int = 64
    epochs: int = 4
    minibatch: int = 256
    rate: float = 1e-3
    clip: float = 0.2
    entropy: float = 0.02
    discount: float = 0.97
    smoothing: float = 0.95
    value: float = 0.5
    hidden: int = 64


class Agent(nn.Module):
    """Scores of the candidates, and the value of the state."""

    def __init__(self, layout: dict[str, tuple[tuple[int, int], tuple[int, ...]]], hidden: int) -> None:
        super().__init__()
        self.layout = layout
        own = layout["candidate_figures"][1][1]
        state = layout["situation"][1][0] + layout["message_figures"][1][0]
        self.each = nn.Sequential(nn.Linear(own + state, hidden), nn.Tanh())
        self.score = nn.Sequential(nn.Linear(2 * hidden, hidden), nn.Tanh(), nn.Linear(hidden, 1))
        self.value = nn.Sequential(nn.Linear(hidden, hidden), nn.Tanh(), nn.Linear(hidden, 1))

    def forward(self, features: Tensor, mask: Tensor) -> tuple[Categorical, Tensor]:
        """The distribution over candidates and the values, for features of shape (n, size) and masks (n, k)."""
        own, situation, message = (
            features[:, start:end].reshape(-1, *shape)
            for (start, end), shape in (
                self.layout[name] for name in ("candidate_figures", "situation", "message_figures")
            )
        )
        state = torch.cat([situation, message], 1)[:, None].expand(-1, own.shape[1], -1)
        each = self.each(torch.cat([own, state], 2))
        together = each.max(1).values
        scores = self.score(torch.cat([each, together[:, None].expand_as(each)], 2)).squeeze(2)
        return Categorical(logits=scores.masked_fill(mask == 0, -torch.inf)), self.value(together).squeeze(1)


def update(agent: Agent, optimizer: torch.optim.Optimizer, batch: dict[str, Tensor], given: Settings) -> None:
    """One PPO update from the steps of a rollout."""
    count = len(batch["action"])
    for _ in range(given.epochs):
        for rows in torch.randperm(count).split(given.minibatch):
            step = {name: column[rows] for name, column in batch.items()}
            policy, value = agent(step["features"], step["mask"])
            ratio = (policy.log_prob(step["action"]) - step["log_prob"]).exp()
            gain = step["advantage"]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            surrogate = torch.min(gain * ratio, gain * ratio.clamp(1 - given.clip, 1 + given.clip)).mean()
            near = step["value"] + (value - step["value"]).clamp(-given.clip, given.clip)
            earned = step["value"] + step["advantage"]
            missed = torch.max((value - earned) ** 2, (near - earned) ** 2).mean()
            loss = given.value * missed / 2 - surrogate - given.entropy * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def add_advantages(steps: list[dict[str, Tensor]], ahead: Tensor, given: Settings) -> None:
    """Adds the advantages of a rollout, whose last observations have the values `ahead`."""
    advantage = torch.zeros_like(ahead)
    for step in reversed(steps):
        goes_on = ~step["over"]
        surprise = step["reward"] + given.discount * ahead * goes_on - step["value"]
        advantage = surprise + given.discount * given.smoothing * advantage * goes_on
        step["advantage"], ahead = advantage, step["value"]


def train(given: Settings) -> tuple[Agent, list[float]]:
    """Trains an agent. Returns it, and the mean reward of a step in each rollout."""
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    envs = gymnasium.make_vec(
        "regulars:Choice-v0", num_envs=given.envs, suite=given.suite, pool=given.pool, texts=False
    )
    agent = Agent(gymnasium.make("regulars:Choice-v0", sessions=1).unwrapped.layout, given.hidden)
    optimizer = torch.optim.Adam(agent.parameters(), lr=given.rate, eps=1e-5)
    rollouts = given.steps // (given.envs * given.rollout)
    means: list[float] = []
    seen, _ = envs.reset(seed=given.seed)
    over: NDArray[np.bool_] = np.zeros(given.envs, dtype=np.bool_)
    for number in range(rollouts):
        optimizer.param_groups[0]["lr"] = given.rate * (1 - number / rollouts)
        kept: list[dict[str, Tensor]] = []
        for _ in range(given.rollout):
            features, mask = torch.as_tensor(seen["features"]), torch.as_tensor(seen["action_mask"])
            with torch.no_grad():
                policy, value = agent(features, mask)
                action = policy.sample()
            resets = over  # the step after an end is a reset, and its action does not count
            seen, reward, terminated, truncated, _ = envs.step(action.numpy())
            over = terminated | truncated
            step = {
                "features": features,
                "mask": mask,
                "action": action,
                "log_prob": policy.log_prob(action),
                "value": value,
                "reward": torch.as_tensor(reward, dtype=torch.float32),
                "over": torch.as_tensor(over),
                "counts": torch.as_tensor(~resets),
            }
            kept.append(step)
        with torch.no_grad():
            _, ahead = agent(torch.as_tensor(seen["features"]), torch.as_tensor(seen["action_mask"]))
        add_advantages(kept, ahead, given)
        batch = {name: torch.cat([step[name][step["counts"]] for step in kept]) for name in kept[0]}
        means.append(float(batch["reward"].mean()))
        update(agent, optimizer, batch, given)
    envs.close()
    return agent, means


def main() -> None:
    """Trains, and prints the mean reward of a step after each eighth."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=Settings.steps, help="training steps")
    parser.add_argument("--suite", default=Settings.suite, help="the lives to train on")
    parser.add_argument("--seed", type=int, default=Settings.seed, help="the seed of the run")
    given = parser.parse_args()
    _, means = train(Settings(suite=given.suite, steps=given.steps, seed=given.seed))
    for part in np.array_split(np.arange(len(means)), min(8, len(means))):
        print(f"mean reward of a step up to rollout {part[-1] + 1:3}: {np.mean([means[at] for at in part]):6.3f}")


if __name__ == "__main__":
    main()
