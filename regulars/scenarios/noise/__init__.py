"""Human noise: how people fall short of saying plainly what they mean, planned into a scenario before it is lived."""

from regulars.scenarios.noise.planning import with_noise
from regulars.scenarios.noise.spec import Noise, NoiseRules, load_noise_rules, read_noise

__all__ = ["Noise", "NoiseRules", "load_noise_rules", "read_noise", "with_noise"]
