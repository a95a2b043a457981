"""Human noise: typos, slips, omissions and vague dates, planned into a scenario."""

from regulars.scenarios.noise.planning import with_noise
from regulars.scenarios.noise.spec import Noise, NoiseRules, load_noise_rules, read_noise

__all__ = ["Noise", "NoiseRules", "load_noise_rules", "read_noise", "with_noise"]
