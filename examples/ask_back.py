"""What an assistant does changes what it is told: one that asks hears more than one that only listens."""

from __future__ import annotations

from regulars import Cast, life_v0


class Listener:
    def act(self, observation):
        return "" if observation["phase"] == 2 else "I see."


class Asker:
    def act(self, observation):
        return "" if observation["phase"] == 2 else "What is it? Tell me more."


for assistant in (Listener(), Asker()):
    env = life_v0.env(sessions=12)
    cast = Cast(env, assistant=assistant)
    told = []
    for seed in range(10):
        cast.reset(seed=seed)
        cast.run()
        told.append(len(env.unwrapped.ledger.told))
    print(f"{type(assistant).__name__:10} heard {sum(told) / len(told):.1f} facts a life")
